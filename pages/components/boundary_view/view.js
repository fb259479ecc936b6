// The view: one scroll container, sticky lane headers, rows painted where they are seen.

import { laneHeader, laneSelector, legend, regionLabel } from "./header.js";
import { element, fitLabels, paintCell } from "./paint.js";
import { RowHeights, splitRows } from "./rows.js";
import { Selecting } from "./select.js";
import { decodeEvidence, decodeLane } from "./spans.js";

/** Below this width lanes would be too narrow to read: one is shown, with a selector. */
const NARROW = 720;
/** Pixels above and below the visible part that are painted too, so that scrolling meets no blank. */
const MARGIN = 400;
const LANE_GAP = 20;
/** Pixels between lines; labels of contexts stand between them and need more. */
const LINE_HEIGHT = 26;
const LABELLED_LINE_HEIGHT = 29;

export class BoundaryView {
  constructor(root, style) {
    this.frame = element("div", "boundary-view");
    const sheet = document.createElement("style");
    sheet.textContent = style;
    this.scroller = element("div", "scroller");
    this.scroller.tabIndex = 0;
    this.scroller.setAttribute("role", "region");
    this.header = element("div", "header");
    this.above = element("div", "spacer");
    this.body = element("div", "rows");
    this.below = element("div", "spacer");
    this.scroller.append(this.header, this.above, this.body, this.below);
    this.frame.append(sheet, this.scroller, legend());
    // A page that outlives a new version of this code may still hold the frame of the old one.
    for (const old of root.querySelectorAll(".boundary-view")) old.remove();
    root.append(this.frame);

    this.rows = new Map();
    this.lanes = [];
    this.current = 0;
    this.selecting = new Selecting(this);
    this.scroller.addEventListener("scroll", () => this.schedule(), { passive: true });
    this.resizing = new ResizeObserver(() => this.resize());
    this.resizing.observe(this.scroller);
  }

  remove() {
    this.resizing.disconnect();
    cancelAnimationFrame(this.frameRequest);
    this.selecting.remove();
    this.frame.remove();
  }

  /** Take new data. Nothing is painted where nothing has changed. */
  update(component, text) {
    const { data } = component;
    this.component = component;
    this.frame.classList.toggle("dark", isDark(this.frame));
    if (data.revision === this.data?.revision) return;
    const before = this.data;
    const [count, lineHeight] = [this.lanes.length, this.lineHeight];
    this.data = data;
    this.lanes = data.lanes.map((lane) => decodeLane(lane, text));
    const fresh = text !== this.text || this.lanes.length !== count || this.lineHeight !== lineHeight;
    this.evidence = decodeEvidence(data.evidence, text);
    this.current = Math.min(this.current, Math.max(0, this.lanes.length - 1));
    this.scroller.style.maxHeight = `${data.height}px`;
    this.scroller.setAttribute("aria-label", regionLabel(this.lanes));
    this.selecting.accept(data.selected);
    if (fresh) this.lay(text);
    else this.repaint();
    const moved = data.focus && String(data.focus) !== String(before?.focus);
    if (moved) this.reveal(text.unit(data.focus[0]), "middle");
    this.announceRevision();
  }

  /** The lanes that are shown: all of them, or the chosen one where there is no room. */
  get shown() {
    return this.narrow ? this.lanes.slice(this.current, this.current + 1) : this.lanes;
  }

  /** Start over with a text or another number of lanes. The place in the same text is kept. */
  lay(text) {
    const place = text === this.text ? this.place() : null;
    if (text !== this.text) {
      this.text = text;
      this.heights = new RowHeights(text.value, splitRows(text.value));
    }
    this.measureWidth();
    this.heights.guess(this.laneWidth, this.lineHeight);
    this.scroller.scrollTop = 0;
    this.repaint();
    if (place) this.returnTo(place);
  }

  get lineHeight() {
    return this.lanes.some((lane) => lane.labelled) ? LABELLED_LINE_HEIGHT : LINE_HEIGHT;
  }

  measureWidth() {
    this.frame.style.setProperty("--line-height", `${this.lineHeight}px`);
    const width = this.scroller.clientWidth;
    this.width = width;
    this.narrow = width < NARROW && this.lanes.length > 1;
    this.frame.classList.toggle("narrow", this.narrow);
    const count = Math.max(1, this.shown.length);
    this.frame.style.setProperty("--lanes", count);
    this.laneWidth = Math.max(80, (width - 32 - LANE_GAP * (count - 1)) / count);
  }

  resize() {
    if (!this.text || this.scroller.clientWidth === this.width) {
      this.schedule();
      return;
    }
    this.lay(this.text);
  }

  /** The source position at the top of the visible part, as a row and a share of it. */
  place() {
    const top = this.scroller.scrollTop;
    const [row] = this.heights.between(top, top);
    return { row, share: (top - this.heights.tops[row]) / (this.heights.heights[row] || 1) };
  }

  returnTo({ row, share }) {
    this.scroller.scrollTop = this.heights.tops[row] + share * this.heights.heights[row];
    this.render();
  }

  schedule() {
    this.frameRequest ||= requestAnimationFrame(() => {
      this.frameRequest = 0;
      this.render();
    });
  }

  /** Paint the visible rows again, and the header: chunks have changed, the text has not. */
  repaint() {
    const keepsFocus = this.selecting.focusedBadge();
    this.paintHeader();
    this.rows.clear();
    this.render();
    if (keepsFocus) this.selecting.focusBadge(keepsFocus);
  }

  /** Make exactly the rows exist that are near the visible part. */
  render() {
    if (!this.heights) return;
    // Measured rows can be shorter than guessed, and then more of them fit: look again, but not for ever.
    for (let round = 0; round < 4; round++) {
      const top = this.scroller.scrollTop;
      const [first, last] = this.heights.between(top - MARGIN, top + this.viewport + MARGIN);
      if (!this.fill(first, last) && round) break;
    }
    this.selecting.refresh();
  }

  get viewport() {
    return this.data.height;
  }

  /** Returns whether a height has changed. */
  fill(first, last) {
    const made = [];
    const rows = new Map();
    for (let index = first; index < last; index++) {
      let row = this.rows.get(index);
      if (!row) made.push((row = this.paintRow(index)));
      rows.set(index, row);
    }
    if (!made.length && rows.size === this.rows.size) return false;
    const anchor = this.anchor(rows);
    this.rows = rows;
    this.body.replaceChildren(...rows.values());
    this.above.style.height = `${this.heights.tops[first]}px`;
    let changed = false;
    for (const [index, row] of rows) {
      const height = row.offsetHeight;
      changed ||= height !== this.heights.heights[index];
      this.heights.heights[index] = height;
    }
    if (changed) this.heights.sum();
    this.above.style.height = `${this.heights.tops[first]}px`;
    this.below.style.height = `${this.heights.total - this.heights.tops[last]}px`;
    if (anchor) this.scroller.scrollTop += anchor.row.offsetTop - anchor.top;
    fitLabels(made.flatMap((row) => [...row.children]));
    return changed;
  }

  /** The first row in sight that stays: it must not move when rows above turn out taller or shorter. */
  anchor(rows) {
    const top = this.scroller.scrollTop;
    for (const [index, row] of this.rows) {
      if (rows.get(index) === row && row.isConnected && row.offsetTop + row.offsetHeight > top) {
        return { row, top: row.offsetTop };
      }
    }
    return null;
  }

  paintRow(index) {
    const [start, end] = [this.heights.starts[index], this.heights.starts[index + 1]];
    const row = element("div", "row");
    row.dataset.row = index;
    row.append(...this.shown.map((lane) => paintCell(this, lane, start, end)));
    return row;
  }

  paintHeader() {
    if (this.narrow) {
      const selector = laneSelector(this.lanes, this.current, (index) => this.show(index));
      this.header.replaceChildren(selector, laneHeader(this.lanes[this.current], this.evidence));
    } else {
      this.header.replaceChildren(...this.lanes.map((lane) => laneHeader(lane, this.evidence)));
    }
  }

  /** On a narrow screen: show this lane. */
  show(index) {
    this.current = index;
    this.repaint();
    this.header.querySelector("select").focus();
  }

  /** Scroll to a UTF-16 position: into sight (`near`), or to the middle. */
  reveal(position, where = "near") {
    const row = this.heights.at(position);
    const seen = this.scroller.scrollTop;
    const [first, last] = this.heights.between(seen, seen + this.viewport);
    if (row < first || row >= last) {
      this.scroller.scrollTop = this.heights.tops[row] - this.viewport / 3;
    }
    this.render();
    const line = this.lineOf(row, position);
    if (!line) return;
    const box = this.scroller.getBoundingClientRect();
    const head = this.header.offsetHeight;
    const [top, bottom] = [line.top - box.top - head, line.bottom - box.top];
    const high = this.scroller.clientHeight;
    if (where === "middle") this.scroller.scrollTop += top - (high - head) / 3;
    else if (top < 24) this.scroller.scrollTop += top - 40;
    else if (bottom > high - 12) this.scroller.scrollTop += bottom - high + 60;
    this.render();
  }

  /** Where the character at a position is painted in the first lane that is shown. */
  lineOf(row, position) {
    const cell = this.rows.get(row)?.firstElementChild;
    if (!cell) return null;
    let left = position - this.heights.starts[row];
    const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (left < node.length) {
        const range = document.createRange();
        range.setStart(node, left);
        range.setEnd(node, left + 1);
        return range.getBoundingClientRect();
      }
      left -= node.length;
    }
    return null;
  }

  /** Say which data is on the screen, once it is: two frames on, it has been painted. */
  announceRevision() {
    const { revision } = this.data;
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        if (this.data.revision !== revision) return;
        this.frame.dataset.rev = revision;
        document.documentElement.dataset.rev = revision;
      }),
    );
  }
}

/** Whether the theme's background is dark. */
function isDark(frame) {
  const probe = element("i", "");
  probe.style.color = "var(--st-background-color)";
  frame.append(probe);
  const [red, green, blue] = getComputedStyle(probe).color.match(/[\d.]+/g).map(Number);
  probe.remove();
  return red * 0.299 + green * 0.587 + blue * 0.114 < 128;
}
