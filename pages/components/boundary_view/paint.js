// One row as elements: a cell a lane, in it the text in pieces that share the same chunks and answers.
//
// A row's text looks the same in every lane, so nothing that marks a boundary may take up room or offer a
// place to wrap: marks are empty inline elements whose bar, badge and label are positioned absolutely.
// Numbers and labels are drawn by the style sheet from attributes, so that the text of a cell is the source.
// Document text is only ever set as text, never as markup.

import { firstAbove } from "./codes.js";

/** A label that would get less room than this stands to the left of its boundary instead. */
const LEAST_LABEL_WIDTH = 56;

/** The cell of one lane for the text `[start, end)`. */
export function paintCell(view, lane, start, end) {
  const cell = element("div", "cell");
  cell.dataset.lane = lane.key;
  const answers = view.evidence.filter((answer) => answer.start < end && answer.end > start);
  const edges = pieceEdges(lane, answers, start, end);
  // `last` is the last chunk that starts at or before the piece, `first` the first that ends after it.
  for (let at = 0; at + 1 < edges.length; at++) {
    const [from, to] = [edges[at], edges[at + 1]];
    const first = firstAbove(lane.endUnits, from);
    const last = firstAbove(lane.startUnits, from) - 1;
    const piece = element("span", first <= last ? `piece ${tint(first, last)}` : "piece outside");
    if (first <= last) {
      piece.dataset.first = first;
      piece.dataset.last = last;
      const troubled = view.jumps.troubles(lane, first, last);
      if (troubled) piece.classList.add("troubled");
      if (lane.startUnits[last] === from) piece.append(boundaryMark(lane, last));
    }
    markAnswers(piece, lane, answers, from, to);
    piece.append(view.text.value.slice(from, to));
    cell.append(piece);
  }
  return cell;
}

function tint(first, last) {
  const own = last & 1 ? "odd" : "even";
  return first < last ? `${own} shared` : own;
}

function pieceEdges(lane, answers, start, end) {
  const edges = new Set([start, end]);
  const add = (position) => position > start && position < end && edges.add(position);
  for (let index = firstAbove(lane.endUnits, start); index < lane.count; index++) {
    if (lane.startUnits[index] >= end) break;
    add(lane.startUnits[index]);
    add(lane.endUnits[index]);
  }
  for (const answer of answers) {
    add(answer.start);
    add(answer.end);
  }
  return [...edges].sort((left, right) => left - right);
}

/** Bar and number at the start of a chunk, and the context that travels with it as a label. */
function boundaryMark(lane, index) {
  const mark = element("span", "mark");
  const badge = element("span", "badge");
  const context = lane.contextAt(index);
  badge.dataset.index = index;
  badge.dataset.number = index + 1;
  if (context) badge.dataset.context = `⌜${contextText(context)}⌝`;
  badge.setAttribute("role", "button");
  badge.setAttribute("aria-label", badgeLabel(lane, index, context));
  badge.tabIndex = -1;
  mark.append(badge);
  return mark;
}

function badgeLabel(lane, index, context) {
  const size = lane.ends[index] - lane.starts[index];
  const added = context ? `, with context ${contextText(context)}` : "";
  return `${lane.label}, chunk ${index + 1} of ${lane.count}, ${size} characters${added}`;
}

/** A context in one line, without the brackets that only the embedded text needs. */
export function contextText(context) {
  return context.trim().replace(/^【(.*)】$/s, "$1").replace(/\s*\n\s*/g, " · ");
}

function markAnswers(piece, lane, answers, from, to) {
  const inside = answers.filter((answer) => answer.start <= from && answer.end >= to);
  if (!inside.length) return;
  piece.dataset.answers = inside.map((answer) => answer.index).join(" ");
  piece.classList.add(inside.some((answer) => lane.cuts.has(answer.index)) ? "broken" : "answer");
  for (const answer of inside) {
    const cuts = lane.cuts.get(answer.index);
    if (!cuts) continue;
    // An answer that touches no chunk has no cut of its own: it is marked where it begins.
    if (cuts.includes(from) || (!cuts.length && answer.start === from)) piece.prepend(cutMark(answer));
  }
}

function cutMark(answer) {
  const mark = element("span", "cut");
  mark.setAttribute("role", "img");
  mark.setAttribute("aria-label", `Answer cut here: ${answer.query}`);
  return mark;
}

/**
 * Give every context label the room up to the next mark of its line, or up to the edge of the cell; where
 * that is too little, let it stand to the left of its boundary. All reading comes before all writing, so
 * that the browser lays out once.
 */
export function fitLabels(cells) {
  for (const { mark, width, left, badge, labelled, right, free } of cells.flatMap(markPlaces)) {
    const tight = labelled && right < LEAST_LABEL_WIDTH && free > LEAST_LABEL_WIDTH;
    const turned = tight || left + badge > width + 8;
    const room = (turned ? free - badge : right) - 6;
    mark.classList.toggle("turned", turned);
    mark.style.setProperty("--room", `${room < LEAST_LABEL_WIDTH / 2 ? 0 : room}px`);
  }
}

/** For each mark of a cell: the width of its badge, and the pixels free for a label on both sides. */
function markPlaces(cell) {
  const width = cell.clientWidth;
  const places = [...cell.querySelectorAll(".mark")].map((mark) => {
    const { number, context } = mark.firstChild.dataset;
    const badge = 9 + 6 * number.length;
    return { mark, width, badge, labelled: Boolean(context), left: mark.offsetLeft, top: mark.offsetTop };
  });
  return places.map((place, at) => {
    const [previous, next] = [places[at - 1], places[at + 1]];
    const after = next?.top === place.top ? next.left : width;
    let before = previous?.top === place.top ? previous.left + previous.badge : 0;
    // What lies before this mark belongs to the label of the mark before.
    if (before && previous.labelled) before = place.left;
    return { ...place, right: after - place.left - place.badge, free: place.left - before };
  });
}

export function element(name, className) {
  const made = document.createElement(name);
  made.className = className;
  return made;
}
