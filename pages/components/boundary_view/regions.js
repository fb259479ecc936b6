// What is drawn over the text: the outline of a place, and a bracket beside each parent. Neither takes up room.

import { firstAbove } from "./codes.js";
import { linesOf, rangeIn } from "./ranges.js";

const NAMESPACE = "http://www.w3.org/2000/svg";
/** Pixels left of the text where the brackets of parents stand, by turns, and how long their ends are. */
const BRACKETS = [6, 9];
const HOOK = 3;

export class Regions {
  constructor(view) {
    this.view = view;
    this.drawing = document.createElementNS(NAMESPACE, "svg");
    this.drawing.setAttribute("class", "regions");
    this.drawing.setAttribute("aria-hidden", "true");
  }

  /** Draw what of these places `{ lane, start, end, className }` is painted, and the brackets. */
  draw(places) {
    const box = this.view.body.getBoundingClientRect();
    const paths = places.flatMap((place) => this.outline(place, box));
    for (const lane of this.view.shown) {
      if (lane.parents) paths.push(...this.brackets(lane, box));
    }
    if (paths.length || this.drawing.firstChild) this.drawing.replaceChildren(...paths);
  }

  outline({ lane, start, end, className }, box) {
    const found = [];
    for (const { cell, from, to } of this.cells(lane)) {
      if (from >= end || to <= start) continue;
      const range = rangeIn(cell, from, Math.max(start, from), Math.min(end, to));
      if (range) found.push(...range.getClientRects());
    }
    return paragraphs(linesOf(found)).map((lines) => path(className, around(lines, box)));
  }

  brackets(lane, box) {
    const cells = this.cells(lane);
    if (!cells.length) return [];
    const [begin, finish] = [cells[0].from, cells[cells.length - 1].to];
    const { startUnits, endUnits, count } = lane.parents;
    const made = [];
    for (let index = firstAbove(endUnits, begin); index < count && startUnits[index] < finish; index++) {
      const top = edge(cells, startUnits[index], startUnits[index] + 1)?.top;
      const bottom = edge(cells, endUnits[index] - 1, endUnits[index])?.bottom;
      const x = cells[0].cell.getBoundingClientRect().left - box.left - BRACKETS[index % 2];
      const from = top === undefined ? "M" + [x, -20] : `M${[x + HOOK, top - box.top + 2]}H${x}`;
      const to = bottom === undefined ? `V${box.height + 20}` : `V${bottom - box.top - 2}h${HOOK}`;
      made.push(path("bracket", from + to));
    }
    return made;
  }

  /** The painted cells of a lane, each with the part of the source that it shows. */
  cells(lane) {
    const at = this.view.shown.indexOf(lane);
    if (at < 0) return [];
    const { starts } = this.view.heights;
    return [...this.view.rows].map(([index, row]) => {
      return { cell: row.children[at], from: starts[index], to: starts[index + 1] };
    });
  }
}

/** Lines that follow each other, apart from those beyond an empty line. */
function paragraphs(lines) {
  const found = [];
  lines.forEach((line, at) => {
    const before = lines[at - 1];
    if (before && line.top - before.bottom < line.bottom - line.top) found[found.length - 1].push(line);
    else found.push([line]);
  });
  return found;
}

/** The way around lines: down their right ends, up their left ones. */
function around(lines, box) {
  const down = [];
  const up = [];
  lines.forEach(({ left, right, top, bottom }, at) => {
    const end = lines[at + 1]?.top ?? bottom;
    down.push(point(right + 1, top, box), point(right + 1, end, box));
    up.unshift(point(left - 1, end, box), point(left - 1, top, box));
  });
  return `M${[...down, ...up].join("L")}Z`;
}

/** Where a character is painted, or undefined. */
function edge(cells, start, end) {
  const found = cells.find(({ from, to }) => from <= start && start < to);
  return found && rangeIn(found.cell, found.from, start, end)?.getBoundingClientRect();
}

function point(x, y, box) {
  return `${(x - box.left).toFixed(1)} ${(y - box.top).toFixed(1)}`;
}

function path(className, way) {
  const made = document.createElementNS(NAMESPACE, "path");
  made.setAttribute("class", className);
  made.setAttribute("d", way);
  return made;
}
