// The document as rows of text, and which of them have to exist right now.
//
// A row holds the same text in every lane, so lanes stay in step whatever their chunks are. Only rows near
// the visible part exist as elements; two spacers stand for the others.

import { firstAbove } from "./codes.js";

/** UTF-16 units in a row: few chunks are painted in vain, and most paragraphs still fit. */
const ROW_LENGTH = 900;
/** Characters of full width: Chinese, Japanese, Korean, most emoji. */
const FIRST_WIDE = 0x2e80;
const NARROW_WIDTH = 7;
const WIDE_WIDTH = 13.5;

/** Where rows start, and the end of the text as the last item. */
export function splitRows(text) {
  const starts = [0];
  for (let at = 0; at < text.length; ) {
    at = rowEnd(text, at);
    starts.push(at);
  }
  return Int32Array.from(starts);
}

function rowEnd(text, start) {
  const target = start + ROW_LENGTH;
  if (target >= text.length) return text.length;
  const lineBefore = text.lastIndexOf("\n", target - 1) + 1;
  if (lineBefore > start) return lineBefore;
  const lineAfter = text.slice(target, target + ROW_LENGTH).indexOf("\n") + 1;
  if (lineAfter) return target + lineAfter;
  // A line longer than two rows has to be broken somewhere: at a space, else between whole characters.
  const space = text.lastIndexOf(" ", target - 1) + 1;
  if (space > start) return space;
  return wholeCharacter(text, target);
}

/** The next place at or after `at` that splits no surrogate pair, combining sequence or joined emoji. */
function wholeCharacter(text, at) {
  while (at < text.length) {
    const joined = /^[\p{M}\p{Emoji_Modifier}\u200d\udc00-\udfff]/u.test(text.slice(at, at + 2));
    const low = (text.charCodeAt(at) & 0xfc00) === 0xdc00;
    if (!joined && !low && text.charCodeAt(at - 1) !== 0x200d) break;
    at++;
  }
  return at;
}

/** Row heights, guessed until measured, and their sums. */
export class RowHeights {
  constructor(text, starts) {
    this.text = text;
    this.starts = starts;
    this.count = starts.length - 1;
    this.heights = new Float64Array(this.count);
    this.tops = new Float64Array(this.count + 1);
  }

  /** Guess every height for lanes and lines of these pixels: what was measured at another width is void. */
  guess(width, lineHeight) {
    for (let row = 0; row < this.count; row++) {
      const lines = this.text.slice(this.starts[row], this.starts[row + 1]).replace(/\n$/, "").split("\n");
      let count = 0;
      for (const line of lines) count += Math.max(1, Math.ceil(lineWidth(line) / width));
      this.heights[row] = count * lineHeight;
    }
    this.sum();
  }

  /** Recompute the sums after heights have changed. */
  sum() {
    for (let row = 0; row < this.count; row++) this.tops[row + 1] = this.tops[row] + this.heights[row];
  }

  get total() {
    return this.tops[this.count];
  }

  /** First row and row after the last that touch `[top, bottom)`. */
  between(top, bottom) {
    const first = Math.max(0, firstAbove(this.tops, top) - 1);
    const last = Math.min(this.count, firstAbove(this.tops, bottom));
    return [Math.min(first, last), last];
  }

  /** The row that holds a position of the text. */
  at(position) {
    return Math.min(this.count - 1, Math.max(0, firstAbove(this.starts, position) - 1));
  }
}

function lineWidth(line) {
  let width = 0;
  for (let at = 0; at < line.length; at++) {
    width += line.charCodeAt(at) >= FIRST_WIDE ? WIDE_WIDTH : NARROW_WIDTH;
  }
  return width;
}
