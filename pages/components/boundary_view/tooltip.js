// What a chunk is, in a few lines: for the tooltip and for the live announcement.

import { overlapGot } from "./lanes.js";
import { contextText, element } from "./paint.js";

const GAP = 14;
/** Of a chunk with more problems than this the first are named. */
const MOST_PROBLEMS = 4;

/** The lines that describe a chunk; the first is its name. */
export function describe(lane, index) {
  const [start, end] = [lane.starts[index], lane.ends[index]];
  const tokens = lane.text.tokensOf(start, end);
  const lines = [
    `${lane.label} · chunk ${grouped(index + 1)} of ${grouped(lane.count)}`,
    `characters ${grouped(start)}–${grouped(end)} (${grouped(end - start)})`,
  ];
  if (tokens !== null) lines[1] += ` · about ${grouped(tokens)} ${tokens === 1 ? "token" : "tokens"}`;
  const pages = lane.text.pagesOf(start, end);
  if (pages) lines.push(pages[0] === pages[1] ? `page ${pages[0]}` : `pages ${pages[0]}–${pages[1]}`);
  const path = lane.pathAt(index).join(" > ");
  if (path) lines.push(path);
  const symbol = lane.symbolAt(index);
  if (symbol) lines.push(symbol[0] ? `${symbol[1]} ${symbol[0]}` : symbol[1]);
  const context = lane.contextAt(index);
  if (context && contextText(context) !== path) lines.push(`with context: ${contextText(context)}`);
  if (lane.parents) lines.push(describeParent(lane.parents, index));
  const got = overlapGot(lane, index);
  if (index > 0 && (lane.asked || got)) {
    const amounts = `got ${grouped(got)}, asked ${grouped(lane.asked)} ${lane.unit}`;
    lines.push(`overlap with chunk ${grouped(index)}: ${amounts}`);
  }
  return lines;
}

function describeParent(parents, index) {
  const at = parents.of[index];
  const [start, end] = [parents.starts[at], parents.ends[at]];
  return `parent ${grouped(at + 1)} of ${grouped(parents.count)}: characters ${grouped(start)}–${grouped(end)}`;
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

/** The lines that say what is wrong with a chunk; its cut answers are said already. */
export function describeProblems(lane, index, off) {
  const found = (lane.troubled.get(index) ?? []).filter(({ kind }) => !off.has(kind) && kind !== "cut answer");
  const lines = found.slice(0, MOST_PROBLEMS).map(({ kind, detail }) => {
    return { text: detail ? `! ${kind}: ${detail}` : `! ${kind}`, broken: true };
  });
  const more = found.length - lines.length;
  return more > 0 ? [...lines, { text: `! and ${more} more`, broken: true }] : lines;
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
  show(lines, findings, x, y) {
    const parts = lines.map((line, at) => linePart(line, at === 0 ? "name" : ""));
    parts.push(...findings.map((finding) => linePart(finding.text, finding.broken ? "lost" : "kept")));
    this.box.replaceChildren(...parts);
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

function linePart(text, className) {
  const made = element("div", className);
  made.textContent = text;
  return made;
}

export function grouped(value) {
  return value.toLocaleString("en");
}
