// Finding words in the document, and marking them in every lane without touching the text.

import { element } from "./paint.js";
import { rangeIn } from "./ranges.js";
import { foldCase } from "./text.js";
import { textButton } from "./popup.js";

const FOUND = "chunkscope-found";
const CURRENT = "chunkscope-current";
/** More are counted, but not gone through. */
const MOST = 200000;
const WAIT = 120;

/** Where the words stand, by UTF-16, ignoring case; also where the text writes their accents another way. */
export function findAll(text, words) {
  const forms = new Set([words, words.normalize("NFC"), words.normalize("NFD")].map(foldCase));
  for (const form of forms) {
    const found = [];
    if (!form) return { found, length: 0 };
    for (let at = text.folded.indexOf(form); at >= 0 && found.length < MOST; ) {
      found.push(at);
      at = text.folded.indexOf(form, at + form.length);
    }
    if (found.length) return { found, length: form.length };
  }
  return { found: [], length: 0 };
}

export class Search {
  constructor(view) {
    this.view = view;
    this.found = [];
    this.length = 0;
    this.at = -1;
    this.marks = new Map();
    this.box = element("div", "tool search");
    this.input = element("input", "tool-input");
    this.input.type = "search";
    this.input.placeholder = "Find in the document";
    this.input.setAttribute("aria-label", "Find in the document");
    this.count = element("span", "tool-count");
    this.count.setAttribute("role", "status");
    this.before = textButton("‹", "tool-button", "Previous match");
    this.after = textButton("›", "tool-button", "Next match");
    this.box.append(this.input, this.count, this.before, this.after);
    this.input.addEventListener("input", () => {
      clearTimeout(this.waiting);
      this.waiting = setTimeout(() => this.look(), WAIT);
    });
    this.input.addEventListener("keydown", (event) => this.press(event));
    this.before.addEventListener("click", () => this.step(-1));
    this.after.addEventListener("click", () => this.step(1));
    this.tell();
  }

  remove() {
    clearTimeout(this.waiting);
    this.unmark();
  }

  press(event) {
    if (event.key === "Enter") {
      clearTimeout(this.waiting);
      if (this.looked === this.input.value) this.step(event.shiftKey ? -1 : 1);
      else this.look();
    } else if (event.key === "Escape" && this.input.value) {
      this.input.value = "";
      this.look();
      this.view.scroller.focus({ preventScroll: true });
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  focus() {
    this.input.focus();
    this.input.select();
  }

  /** Search anew, from the place that is in sight. */
  look() {
    this.unmark();
    this.looked = this.input.value;
    Object.assign(this, findAll(this.view.text, this.looked));
    const from = this.view.firstPosition();
    this.at = this.found.findIndex((start) => start >= from);
    if (this.at < 0) this.at = this.found.length ? 0 : -1;
    this.show();
  }

  /** The same words in another text, without moving. */
  renew() {
    this.unmark();
    if (!this.looked) return;
    Object.assign(this, findAll(this.view.text, this.looked));
    this.at = Math.min(this.at, this.found.length - 1);
    this.tell();
  }

  step(by) {
    const { length: all } = this.found;
    if (!all) return;
    this.at = (this.at + by + all) % all;
    this.show();
  }

  show() {
    this.tell();
    if (this.at >= 0) this.view.reveal(this.found[this.at], "middle");
    this.mark();
  }

  tell() {
    const all = this.found.length;
    const of = all === MOST ? `${all.toLocaleString("en")} or more` : all.toLocaleString("en");
    this.count.textContent = all ? `${(this.at + 1).toLocaleString("en")} of ${of}` : this.looked ? "not found" : "";
    this.before.disabled = this.after.disabled = !all;
  }

  /** Mark what is painted; rows that stay keep their marks. */
  mark() {
    if (!CSS.highlights) return;
    const marks = new Map();
    const current = this.found[this.at];
    if (this.found.length) {
      for (const [index, row] of this.view.rows) marks.set(row, this.marks.get(row) ?? this.rangesOf(index, row));
    }
    for (const [row, ranges] of this.marks) if (marks.get(row) !== ranges) highlight(FOUND, ranges, false);
    for (const ranges of marks.values()) highlight(FOUND, ranges.filter((range) => range.at !== current), true);
    this.marks = marks;
    const now = [...marks.values()].flat().filter((range) => range.at === current);
    for (const range of this.now ?? []) highlight(CURRENT, [range], false);
    for (const range of now) highlight(FOUND, [range], false);
    highlight(CURRENT, now, true);
    this.now = now;
  }

  /** Take away all marks: they are of other words, or of another text. */
  unmark() {
    if (!CSS.highlights) return;
    for (const ranges of this.marks.values()) highlight(FOUND, ranges, false);
    highlight(CURRENT, this.now ?? [], false);
    this.marks = new Map();
    this.now = [];
  }

  rangesOf(index, row) {
    const { starts } = this.view.heights;
    const [from, to] = [starts[index], starts[index + 1]];
    const ranges = [];
    for (let at = this.firstFrom(from - this.length + 1); this.found[at] < to; at++) {
      const [start, end] = [Math.max(from, this.found[at]), Math.min(to, this.found[at] + this.length)];
      for (const cell of row.children) {
        const range = rangeIn(cell, from, start, end);
        if (range) ranges.push(Object.assign(range, { at: this.found[at] }));
      }
    }
    return ranges;
  }

  firstFrom(position) {
    let [low, high] = [0, this.found.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.found[middle] < position) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** Add ranges to a highlight of the page, or take them away; several views share the highlight. */
function highlight(name, ranges, add) {
  if (add && ranges.length && !CSS.highlights.has(name)) CSS.highlights.set(name, new Highlight());
  const set = CSS.highlights.get(name);
  if (set) for (const range of ranges) set[add ? "add" : "delete"](range);
}
