// The whole document as a strip: boundaries, answers, problems, and a frame around what is in sight.

import { firstAbove } from "./codes.js";
import { element } from "./paint.js";

const HEIGHT = 22;
/** Pixels of the strip above the chunks for problems, and below for answers. */
const ROOF = 5;
const FLOOR = 5;
/** Fewer pixels than this for a chunk, and boundaries become a density. */
const LEAST_CHUNK = 4;
const KEY_STEPS = { ArrowLeft: -0.01, ArrowDown: -0.01, ArrowRight: 0.01, ArrowUp: 0.01, PageDown: -0.1, PageUp: 0.1 };

export class Minimap {
  constructor(view, lane) {
    this.view = view;
    this.lane = lane;
    this.box = element("div", "minimap");
    this.canvas = element("canvas", "minimap-strip");
    this.canvas.setAttribute("aria-hidden", "true");
    this.frame = element("div", "minimap-frame");
    this.box.append(this.canvas, this.frame);
    this.box.tabIndex = 0;
    this.box.setAttribute("role", "slider");
    this.box.setAttribute("aria-valuemin", 0);
    this.box.setAttribute("aria-valuemax", 100);
    this.box.addEventListener("pointerdown", (event) => this.grab(event));
    this.box.addEventListener("pointermove", (event) => this.dragging && this.go(event));
    for (const end of ["pointerup", "pointercancel"]) {
      this.box.addEventListener(end, () => (this.dragging = false));
    }
    this.box.addEventListener("keydown", (event) => this.press(event));
  }

  grab(event) {
    if (event.button) return;
    this.dragging = true;
    this.box.setPointerCapture(event.pointerId);
    this.go(event);
  }

  go(event) {
    const { left, width } = this.box.getBoundingClientRect();
    this.to((event.clientX - left) / width);
  }

  press(event) {
    const step = KEY_STEPS[event.key];
    if (step) this.to(this.share + step);
    else if (event.key === "Home") this.to(0);
    else if (event.key === "End") this.to(1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  to(share) {
    const within = Math.min(1, Math.max(0, share));
    this.view.scrollTo(within * this.view.text.value.length);
    // The end of the text cannot stand at the top: a step from there would not be seen.
    this.share = within;
    this.tell();
  }

  /** Draw the strip for a lane as it is now. */
  update(lane) {
    this.lane = lane;
    this.box.setAttribute("aria-label", `Place in the document, ${lane.label}`);
    const width = Math.max(1, this.box.clientWidth);
    const ratio = window.devicePixelRatio || 1;
    this.canvas.width = Math.round(width * ratio);
    this.canvas.height = Math.round(HEIGHT * ratio);
    const pen = this.canvas.getContext("2d");
    pen.scale(ratio, ratio);
    const length = Math.max(1, this.view.text.value.length);
    const x = (position) => (position / length) * width;
    const colours = stripColours(this.box);
    drawChunks(pen, lane, x, width, colours);
    drawProblems(pen, lane, this.view.jumps.off, x, colours);
    drawAnswers(pen, lane, this.view.evidence, x, colours);
  }

  /** Put the frame around UTF-16 positions. */
  look(from, to) {
    const length = Math.max(1, this.view.text.value.length);
    this.frame.style.left = `${(100 * from) / length}%`;
    this.frame.style.width = `${(100 * Math.max(0, to - from)) / length}%`;
    if (!this.dragging && this.box !== this.box.getRootNode().activeElement) this.share = from / length;
    this.tell(from);
  }

  tell(from = this.share * this.view.text.value.length) {
    const percent = Math.round(100 * (this.share ?? 0));
    this.box.setAttribute("aria-valuenow", percent);
    const chunk = Math.max(1, firstAbove(this.lane.startUnits, from));
    const where = this.lane.count ? `, chunk ${chunk} of ${this.lane.count}` : "";
    this.box.setAttribute("aria-valuetext", `${percent} percent${where}`);
  }
}

function drawChunks(pen, { startUnits, endUnits, count }, x, width, colours) {
  const [top, high] = [ROOF, HEIGHT - ROOF - FLOOR];
  if (count * LEAST_CHUNK <= width) {
    for (let index = 0; index < count; index++) {
      const left = x(startUnits[index]);
      pen.fillStyle = index % 2 ? colours.odd : colours.even;
      pen.globalAlpha = 0.35;
      pen.fillRect(left, top, x(endUnits[index]) - left, high);
      pen.globalAlpha = 1;
      pen.fillStyle = colours.ink;
      pen.fillRect(Math.round(left), top, 1, high);
    }
    return;
  }
  const starts = new Uint32Array(Math.ceil(width) + 1);
  for (let index = 0; index < count; index++) starts[Math.floor(x(startUnits[index]))]++;
  const most = starts.reduce((one, other) => Math.max(one, other), 1);
  pen.fillStyle = colours.ink;
  for (let column = 0; column < starts.length; column++) {
    pen.globalAlpha = 0.12 + (0.5 * starts[column]) / most;
    if (starts[column]) pen.fillRect(column, top, 1, high);
  }
  pen.globalAlpha = 1;
}

function drawProblems(pen, { problems }, off, x, colours) {
  pen.fillStyle = colours.lost;
  let last = -2;
  for (const { kind, start } of problems) {
    const column = Math.floor(x(start));
    if (column === last || off.has(kind)) continue;
    pen.fillRect((last = column), 0, 1.5, ROOF - 1);
  }
}

function drawAnswers(pen, lane, evidence, x, colours) {
  for (const { index, start, end } of evidence) {
    const broken = lane.cuts.has(index);
    pen.fillStyle = broken ? colours.lost : colours.kept;
    const left = x(start);
    const width = Math.max(2, x(end) - left);
    // A cut answer is higher, not only of another colour.
    if (broken) pen.fillRect(left, ROOF, width, HEIGHT - ROOF);
    else pen.fillRect(left, HEIGHT - FLOOR + 2, width, FLOOR - 2);
  }
}

/** The colours of the theme, or of the system where it imposes its own. */
function stripColours(box) {
  const probe = element("i", "colour-probe");
  box.append(probe);
  const read = (name) => {
    probe.style.color = `var(--${name})`;
    return getComputedStyle(probe).color;
  };
  const colours = { even: read("even"), odd: read("odd"), kept: read("kept"), lost: read("lost"), ink: read("ink") };
  probe.remove();
  return colours;
}
