// What a chunk is, in a few lines: for the tooltip and for the live announcement.

import { overlapGot } from "./spans.js";
import { contextText, element } from "./paint.js";

const GAP = 14;

/** The lines that describe a chunk; the first is its name. */
export function describe(lane, index) {
  const [start, end] = [lane.starts[index], lane.ends[index]];
  const lines = [
    `${lane.label} · chunk ${number(index + 1)} of ${number(lane.count)}`,
    `characters ${number(start)}–${number(end)} (${number(end - start)})`,
  ];
  const path = lane.pathAt(index).join(" > ");
  if (path) lines.push(path);
  const context = lane.contextAt(index);
  if (context && contextText(context) !== path) lines.push(`with context: ${contextText(context)}`);
  const got = overlapGot(lane, index);
  if (index > 0 && (lane.asked || got)) {
    const amounts = `got ${number(got)}, asked ${number(lane.asked)} ${lane.unit}`;
    lines.push(`overlap with chunk ${number(index)}: ${amounts}`);
  }
  return lines;
}

/** The lines that say what became of the answers at a place. */
export function describeAnswers(lane, answers) {
  return answers.map((answer) => {
    const cuts = lane.cuts.get(answer.index);
    if (!cuts) return { text: `Answer, whole in a chunk: ${answer.query}`, broken: false };
    const how = cuts.length ? "✂ Answer cut, whole in no chunk" : "✂ Answer in no chunk";
    return { text: `${how}: ${answer.query}`, broken: true };
  });
}

export class Tooltip {
  constructor(frame) {
    this.frame = frame;
    this.box = element("div", "tooltip");
    this.box.setAttribute("role", "tooltip");
    this.box.hidden = true;
    frame.append(this.box);
  }

  /** Show lines beside a point of the window, within the frame and the window. */
  show(lines, answers, x, y) {
    const rows = lines.map((line, at) => row(line, at === 0 ? "name" : ""));
    rows.push(...answers.map((answer) => row(answer.text, answer.broken ? "lost" : "kept")));
    this.box.replaceChildren(...rows);
    this.box.hidden = false;
    const frame = this.frame.getBoundingClientRect();
    const { offsetWidth: width, offsetHeight: height } = this.box;
    const left = Math.min(x + GAP, frame.right - width - 4);
    const below = y + GAP + height <= window.innerHeight;
    const top = below ? y + GAP : y - GAP - height;
    this.box.style.left = `${Math.max(4, left - frame.left)}px`;
    this.box.style.top = `${top - frame.top}px`;
  }

  hide() {
    this.box.hidden = true;
  }
}

function row(text, className) {
  const made = element("div", className);
  made.textContent = text;
  return made;
}

function number(value) {
  return value.toLocaleString("en");
}
