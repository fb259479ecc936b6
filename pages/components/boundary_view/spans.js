// What Python sent, as typed arrays. Offsets come as code points; strings here are UTF-16, so a lane keeps
// both: code points for what people read, UTF-16 for slicing and painting.

const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const VALUE_OF = new Uint8Array(128);
for (let value = 0; value < 64; value++) VALUE_OF[DIGITS.charCodeAt(value)] = value;

/** The signed integers that `encode_numbers` wrote: five bits a character, the lowest bit is the sign. */
export function decodeNumbers(code) {
  const numbers = [];
  let value = 0;
  let shift = 0;
  for (let at = 0; at < code.length; at++) {
    const digit = VALUE_OF[code.charCodeAt(at)];
    value |= (digit & 31) << shift;
    if (digit & 32) {
      shift += 5;
    } else {
      numbers.push(value & 1 ? -(value >>> 1) : value >>> 1);
      value = shift = 0;
    }
  }
  return numbers;
}

/** Starts and ends of the chunks that `encode_spans` wrote. */
export function decodeSpans(code) {
  const numbers = decodeNumbers(code);
  const count = numbers.length / 2;
  const starts = new Int32Array(count);
  const ends = new Int32Array(count);
  let before = 0;
  for (let index = 0; index < count; index++) {
    starts[index] = before + numbers[2 * index];
    before = ends[index] = starts[index] + numbers[2 * index + 1];
  }
  return { starts, ends };
}

/** For each chunk the index of its string in the table that `encode_runs` wrote. */
export function decodeRuns(code, count) {
  const numbers = decodeNumbers(code);
  const indexes = new Int32Array(count);
  let at = 0;
  let value = 0;
  for (let run = 0; run < numbers.length; run += 2) {
    value += numbers[run + 1];
    indexes.fill(value, at, (at += numbers[run]));
  }
  return indexes;
}

/** Index of the first item greater than `value` in a sorted array. */
export function firstAbove(sorted, value) {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle] <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A text, and the way from code points to UTF-16: a table of the characters that take two units. */
export class Text {
  constructor(value, outline) {
    this.value = value;
    this.sections = decodeOutline(outline);
    const wide = [];
    let points = 0;
    for (let at = 0; at < value.length; at++, points++) {
      // The text came as UTF-8, so surrogates come in pairs.
      if ((value.charCodeAt(at) & 0xfc00) === 0xd800) {
        wide.push(points);
        at++;
      }
    }
    this.wide = Int32Array.from(wide);
  }

  /** The UTF-16 offset of a code point offset. */
  unit(point) {
    return this.wide.length ? point + firstAbove(this.wide, point - 1) : point;
  }

  /** The titles above a code point offset, outermost first. */
  pathAt(point) {
    const section = firstAbove(this.sections.starts, point) - 1;
    return section < 0 ? [] : this.sections.paths[section];
  }

  units(points) {
    return this.wide.length ? points.map((point) => this.unit(point)) : points;
  }
}

/** One lane of the data, ready to paint. */
export function decodeLane(data, text) {
  const { starts, ends } = decodeSpans(data.spans);
  const count = starts.length;
  const ownPath = table(data.paths, count);
  const contextForm = table(data.contexts, count);
  const pathAt = (index) => ownPath(index) ?? text.pathAt(starts[index]);
  const cuts = new Map();
  for (const [answer, code] of Object.entries(data.broken)) {
    cuts.set(Number(answer), text.units(decodeNumbers(code)));
  }
  return {
    ...data,
    count,
    starts,
    ends,
    startUnits: text.units(starts),
    endUnits: text.units(ends),
    labelled: data.contexts.table.some((form) => form.length),
    contextAt: (index) => written(contextForm(index), pathAt(index)),
    pathAt,
    cuts,
    overlaps: data.got === undefined ? null : decodeNumbers(data.got),
  };
}

/** The answers of the questions, with where they lie. */
export function decodeEvidence(data, text) {
  const numbers = decodeNumbers(data.spans);
  return data.queries.map((query, index) => {
    const start = numbers[2 * index];
    const end = start + numbers[2 * index + 1];
    return { index, query, start: text.unit(start), end: text.unit(end) };
  });
}

/** What a chunk shares with the one before it, in the lane's unit. */
export function overlapGot(lane, index) {
  if (index === 0) return 0;
  if (lane.overlaps) return lane.overlaps[index - 1];
  return Math.max(0, lane.ends[index - 1] - lane.starts[index]);
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

/** A context from the form that `context_form` gave it. */
function written(form, path) {
  if (form.length < 3) return form[0] ?? "";
  const [before, after, leftOut] = form;
  return before + path.slice(leftOut).join(" > ") + after;
}

function table(data, count) {
  const indexes = decodeRuns(data.runs, count);
  return (index) => data.table[indexes[index]];
}
