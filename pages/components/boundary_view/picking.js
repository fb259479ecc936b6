// Words of the text become the answer of a question: picked with the mouse, or with Shift and the arrow keys.

import { nodeAt, placeIn } from "./ranges.js";
import { textButton } from "./popup.js";

/** UTF-16 units in which the next word is looked for. */
const LOOK = 400;
const GAP = 6;

export class Picking {
  constructor(view) {
    this.view = view;
    this.picked = null;
    this.button = textButton("Make this the answer of a question", "answer-button");
    this.button.hidden = true;
    this.button.addEventListener("pointerdown", (event) => event.preventDefault());
    this.button.addEventListener("click", () => this.send());
    view.frame.append(this.button);
    this.watch = () => this.look();
    document.addEventListener("selectionchange", this.watch);
    const { body } = view;
    // Rows hold all lanes: what is picked in one would run through the others.
    body.addEventListener("pointerdown", (event) => {
      const cell = event.composedPath()[0].closest?.(".cell");
      if (cell) body.dataset.picking = [...cell.parentElement.children].indexOf(cell);
    });
  }

  remove() {
    document.removeEventListener("selectionchange", this.watch);
  }

  /** What the browser's own selection holds now. */
  look() {
    const { view } = this;
    const found = selectedRange(view.frame.getRootNode());
    const from = found && placeIn(found.startContainer, found.startOffset);
    if (!from || !view.body.contains(from.cell)) {
      this.take(null);
      return;
    }
    const start = this.positionOf(from);
    const to = placeIn(found.endContainer, found.endOffset);
    const same = to && to.cell.dataset.lane === from.cell.dataset.lane;
    const end = same ? this.positionOf(to) : this.positionOf({ cell: from.cell, offset: from.cell.textContent.length });
    this.take({ lane: from.cell.dataset.lane, ...trimmed(view.text.value, start, end) });
  }

  positionOf({ cell, offset }) {
    return this.view.heights.starts[Number(cell.parentElement.dataset.row)] + offset;
  }

  take(picked) {
    this.picked = picked && picked.start < picked.end ? picked : null;
    // It would cover the button.
    if (this.picked) this.view.selecting.leave();
    this.place();
  }

  /** The button stands below the last word, within the frame. */
  place() {
    const { view } = this;
    const box = this.picked && view.data.takesAnswers ? view.boxOf(this.picked.lane, this.picked.end - 1) : null;
    const bounds = view.scroller.getBoundingClientRect();
    const seen = box && box.bottom > bounds.top + view.header.offsetHeight && box.top < bounds.bottom;
    this.button.hidden = !seen;
    if (!seen) return;
    const frame = view.frame.getBoundingClientRect();
    const { offsetWidth: width, offsetHeight: height } = this.button;
    const below = box.bottom + GAP + height < bounds.bottom;
    this.button.style.left = `${Math.max(4, Math.min(box.right - width / 2, frame.right - width - 4) - frame.left)}px`;
    this.button.style.top = `${(below ? box.bottom + GAP : box.top - GAP - height) - frame.top}px`;
  }

  /** Shift and an arrow: one word more, or one less; the first time the first word of the chunk. */
  extend(by) {
    const { view } = this;
    const { value } = view.text;
    const cursor = view.selecting.cursor ?? view.selecting.chosen;
    const lane = this.picked ? view.selecting.lane(this.picked.lane) : (cursor && view.selecting.lane(cursor.lane));
    if (!lane || !view.data.takesAnswers) return;
    const start = this.picked?.start ?? nextWord(value, lane.startUnits[cursor.index])?.start;
    if (start === undefined) return;
    const end = this.picked?.end ?? start;
    const word = by > 0 ? nextWord(value, end) : wordBefore(value, start, end);
    if (!word) return;
    this.select(lane, start, by > 0 ? word.end : Math.max(word.end, start));
    view.say(`${value.slice(start, this.picked?.end ?? start)}. Press Enter to make this the answer of a question.`);
  }

  select(lane, start, end) {
    const { view } = this;
    if (end > start) view.reveal(end - 1);
    const [from, to] = [view.cellAt(lane.key, start), view.cellAt(lane.key, Math.max(start, end - 1))];
    if (!from || !to) return;
    view.body.dataset.picking = view.shown.indexOf(lane);
    const anchor = nodeAt(from.cell, start - from.origin, true);
    const focus = nodeAt(to.cell, end - to.origin, false);
    document.getSelection().setBaseAndExtent(...anchor, ...focus);
    this.take({ lane: lane.key, start, end });
  }

  /** Tell Python, in code points. */
  send() {
    if (!this.picked || !this.view.data.takesAnswers) return;
    const { text, component, data } = this.view;
    const [start, end] = [text.point(this.picked.start), text.point(this.picked.end)];
    component.setTriggerValue("answer", { document: data.document, start, end });
    this.view.say("Sent as the answer of a new question");
    this.clear();
  }

  clear() {
    document.getSelection().removeAllRanges();
    this.take(null);
  }
}

/** The selection as a range of this tree, or null. */
function selectedRange(root) {
  const selection = document.getSelection();
  if (selection.getComposedRanges) {
    const [range] = selection.getComposedRanges({ shadowRoots: root.host ? [root] : [] });
    if (range && !range.collapsed) return range;
    return null;
  }
  const own = root.getSelection?.() ?? selection;
  return own.rangeCount && !own.isCollapsed ? own.getRangeAt(0) : null;
}

function trimmed(value, start, end) {
  const words = value.slice(start, end);
  const body = words.trim();
  const from = start + words.indexOf(body);
  return { start: from, end: from + body.length };
}

/** The first word that ends after a position. */
function nextWord(value, position) {
  const words = wordsIn(value, position, position + LOOK);
  return words.find((word) => word.end > position);
}

/** The last word that ends before `end`, or the empty place at `start`. */
function wordBefore(value, start, end) {
  const words = wordsIn(value, Math.max(start, end - LOOK), end).filter((word) => word.end < end);
  return words[words.length - 1] ?? { start, end: start };
}

function wordsIn(value, start, end) {
  const segments = new Intl.Segmenter(undefined, { granularity: "word" }).segment(value.slice(start, end));
  const words = [...segments].filter((segment) => segment.isWordLike);
  return words.map(({ index, segment }) => ({ start: start + index, end: start + index + segment.length }));
}
