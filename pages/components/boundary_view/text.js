// The document: its text as UTF-16, and what is known of every place in it. Python counts code points.

import { decodeNumbers, firstAbove } from "./codes.js";

export class Text {
  constructor(value, outline) {
    this.value = value;
    this.sections = decodeOutline(outline);
    this.pages = decodePages(outline.pages);
    /** Where tokens start, as code points; null until they have come. */
    this.tokens = null;
    // Characters that take two units: where they are as code points, and as units.
    const wide = [];
    const wideUnits = [];
    let points = 0;
    for (let at = 0; at < value.length; at++, points++) {
      // The text came as UTF-8, so surrogates come in pairs.
      if ((value.charCodeAt(at) & 0xfc00) === 0xd800) {
        wide.push(points);
        wideUnits.push(at);
        at++;
      }
    }
    this.wide = Int32Array.from(wide);
    this.wideUnits = Int32Array.from(wideUnits);
  }

  /** The UTF-16 offset of a code point offset. */
  unit(point) {
    return this.wide.length ? point + firstAbove(this.wide, point - 1) : point;
  }

  units(points) {
    return this.wide.length ? points.map((point) => this.unit(point)) : points;
  }

  /** The code point offset of a UTF-16 offset; within a character its start. */
  point(unit) {
    return unit - firstAbove(this.wideUnits, unit - 1);
  }

  /** The titles above a code point offset, outermost first. */
  pathAt(point) {
    const section = firstAbove(this.sections.starts, point) - 1;
    return section < 0 ? [] : this.sections.paths[section];
  }

  /** The numbers of the first and last page that code points touch, or null. */
  pagesOf(start, end) {
    const touched = this.pages.filter((page) => page.start < end && page.end > start);
    return touched.length ? [touched[0].number, touched[touched.length - 1].number] : null;
  }

  /** The bytes of `token_bytes`: steps between token starts, 255 to be added to the next. */
  takeTokens(bytes) {
    const starts = [];
    let at = 0;
    for (const step of bytes) {
      at += step;
      if (step < 255) starts.push(at);
    }
    this.tokens = Int32Array.from(starts);
  }

  /** How many tokens start within code points, or null while that is not known. */
  tokensOf(start, end) {
    return this.tokens && firstAbove(this.tokens, end - 1) - firstAbove(this.tokens, start - 1);
  }

  /** The text for a search that ignores case, unit for unit. */
  get folded() {
    return (this.foldedValue ??= foldCase(this.value));
  }
}

/** Lower case with the length kept: one letter would become two, and another changes at the end of a word. */
export function foldCase(value) {
  return value.replaceAll("\u0130", "i").toLowerCase().replaceAll("\u03c2", "\u03c3");
}

/** The sections that `encode_outline` wrote: where each starts, and the titles down to its own. */
function decodeOutline(outline) {
  const depths = decodeNumbers(outline.depths);
  const open = [];
  let start = 0;
  const starts = decodeNumbers(outline.starts).map((step) => (start += step));
  const paths = outline.titles.map((title, section) => {
    open.length = Math.max(0, depths[section] - 1);
    if (depths[section]) open.push(title);
    return [...open];
  });
  return { starts, paths };
}

function decodePages(pages) {
  const [numbers, starts, lengths] = [pages.numbers, pages.starts, pages.lengths].map(decodeNumbers);
  let number = 0;
  let end = 0;
  return numbers.map((step, index) => {
    const start = end + starts[index];
    end = start + lengths[index];
    return { number: (number += step), start, end };
  });
}
