// How Python writes numbers: see numbers.py and outline.py.

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

/** The signed integers that `pack` wrote: classes in a Huffman code, and bits; six bits a character. */
export function unpack([middle, table, code], count) {
  const numbers = new Int32Array(count);
  const { first, offset, classes } = canonical(table);
  let digit = 0;
  let left = 0;
  let at = 0;
  const bit = () => {
    if (!left) {
      digit = VALUE_OF[code.charCodeAt(at++)];
      left = 6;
    }
    return (digit >> --left) & 1;
  };
  for (let index = 0; index < count; index++) {
    let word = bit();
    let length = 1;
    while (word - first[length] >= offset[length + 1] - offset[length]) {
      word = 2 * word + bit();
      length++;
    }
    const size = classes[offset[length] + word - first[length]];
    let folded = size ? 1 : 0;
    for (let more = 1; more < size; more++) folded = 2 * folded + bit();
    numbers[index] = middle + (folded % 2 ? -(folded + 1) / 2 : folded / 2);
  }
  return numbers;
}

/** For each code length its first code, and where its classes begin in the list of all. */
function canonical(table) {
  const lengths = [...table].map((digit) => VALUE_OF[digit.charCodeAt(0)]);
  const longest = Math.max(1, ...lengths);
  const [first, offset, classes] = [[0], [0], []];
  for (let length = 1; length <= longest; length++) {
    first[length] = 2 * (first[length - 1] + (length > 1 ? classes.length - offset[length - 1] : 0));
    offset[length] = classes.length;
    lengths.forEach((own, one) => own === length && classes.push(one));
  }
  offset[longest + 1] = classes.length;
  return { first, offset, classes };
}

/** The numbers that `pack_rising` wrote. */
export function unpackRising(packed, count) {
  const numbers = unpack(packed, count);
  for (let index = 1; index < count; index++) numbers[index] += numbers[index - 1];
  return numbers;
}

/** Starts and ends of the spans that `pack_spans` wrote. */
export function unpackSpans({ count, steps, lengths }) {
  const starts = unpack(steps, count);
  const ends = unpack(lengths, count);
  let before = 0;
  for (let index = 0; index < count; index++) {
    starts[index] += before;
    before = ends[index] += starts[index];
  }
  return { count, starts, ends };
}

/** What `encode_runs` wrote, as a function from an index to its value. */
export function decodeTable({ table, runs }, count) {
  const numbers = decodeNumbers(runs);
  const indexes = new Int32Array(count);
  let at = 0;
  let value = 0;
  for (let run = 0; run < numbers.length; run += 2) {
    value += numbers[run + 1];
    indexes.fill(value, at, (at += numbers[run]));
  }
  return (index) => table[indexes[index]];
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
