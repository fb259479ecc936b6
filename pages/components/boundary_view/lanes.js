// What Python sent of a lane, ready to paint. A lane keeps code points for what people read, and UTF-16 for
// slicing and painting.

import { decodeNumbers, decodeTable, unpack, unpackRising, unpackSpans } from "./codes.js";

/** One lane of the data. */
export function decodeLane(data, text) {
  const chunks = withUnits(unpackSpans(data.spans), text);
  const { count, starts } = chunks;
  const ownPath = decodeTable(data.paths, count);
  const contextForm = decodeTable(data.contexts, count);
  const pathAt = (index) => ownPath(index) ?? text.pathAt(starts[index]);
  const cuts = new Map();
  for (const [answer, code] of Object.entries(data.broken)) {
    cuts.set(Number(answer), text.units(decodeNumbers(code)));
  }
  const problems = decodeProblems(data.problems, chunks, text);
  return {
    ...data,
    ...chunks,
    text,
    labelled: data.contexts.table.some((form) => form.length),
    contextAt: (index) => written(contextForm(index), pathAt(index)),
    pathAt,
    symbolAt: data.symbols ? decodeTable(data.symbols, count) : () => null,
    cuts,
    problems,
    troubled: byChunk(problems),
    parents: data.parents ? decodeParents(data.parents, count, text) : null,
    overlaps: data.got === undefined ? null : unpack(data.got, Math.max(0, count - 1)),
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

function withUnits(spans, text) {
  return { ...spans, startUnits: text.units(spans.starts), endUnits: text.units(spans.ends) };
}

function decodeParents(data, count, text) {
  return { ...withUnits(unpackSpans(data.spans), text), of: unpackRising(data.of, count) };
}

/** All problems in the order of their places, in UTF-16; `chunk` is -1 where there is none. */
function decodeProblems(kinds, chunks, text) {
  const problems = [];
  for (const { kind, count, chunks: indexes, starts, lengths, details } of kinds) {
    const chunkAt = unpackRising(indexes, count);
    const startAt = starts && unpackRising(starts, count);
    const lengthAt = lengths && unpack(lengths, count);
    const detailAt = details && decodeTable(details, count);
    for (let at = 0; at < count; at++) {
      const chunk = chunkAt[at] - 1;
      const start = startAt ? text.unit(startAt[at]) : chunks.startUnits[chunk];
      const end = startAt ? text.unit(startAt[at] + lengthAt[at]) : chunks.endUnits[chunk];
      problems.push({ kind, chunk, start, end, detail: detailAt ? detailAt(at) : "" });
    }
  }
  return problems.sort((left, right) => left.start - right.start);
}

function byChunk(problems) {
  const found = new Map();
  for (const problem of problems) {
    if (!found.has(problem.chunk)) found.set(problem.chunk, []);
    found.get(problem.chunk).push(problem);
  }
  return found;
}

/** A context from the form that `context_form` gave it. */
function written(form, path) {
  if (form.length < 3) return form[0] ?? "";
  const [before, after, leftOut] = form;
  return before + path.slice(leftOut).join(" > ") + after;
}
