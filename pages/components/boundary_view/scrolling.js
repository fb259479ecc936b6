// Which rows exist, and how the view gets to a place: the scrolling half of the view.

import { element, fitLabels, paintCell } from "./paint.js";
import { rangeIn } from "./ranges.js";

/** Pixels above and below the visible part that are painted too, so that scrolling meets no blank. */
const MARGIN = 400;

export class Scrolling {
  constructor(view) {
    this.view = view;
    this.above = element("div", "spacer");
    this.below = element("div", "spacer");
  }

  /** Make exactly the rows exist that are near the visible part. Returns whether any is new. */
  render() {
    const { heights, scroller } = this.view;
    let changed = false;
    // Measured rows can be shorter than guessed, and then more of them fit: look again, but not for ever.
    for (let round = 0; round < 4; round++) {
      const top = scroller.scrollTop;
      const [first, last] = heights.between(top - MARGIN, top + this.view.data.height + MARGIN);
      const before = this.view.rows;
      const resized = this.fill(first, last);
      changed ||= this.view.rows !== before;
      if (!resized && round) break;
    }
    return changed;
  }

  /** Returns whether a height has changed. */
  fill(first, last) {
    const { view } = this;
    const { heights } = view;
    const made = [];
    const rows = new Map();
    for (let index = first; index < last; index++) {
      let row = view.rows.get(index);
      if (!row) made.push((row = this.paintRow(index)));
      rows.set(index, row);
    }
    if (!made.length && rows.size === view.rows.size) return false;
    const anchor = this.anchor(rows);
    this.keepFocus(rows);
    view.rows = rows;
    this.put(rows);
    this.above.style.height = `${heights.tops[first]}px`;
    let changed = false;
    for (const [index, row] of rows) {
      const height = row.offsetHeight;
      changed ||= height !== heights.heights[index];
      heights.heights[index] = height;
    }
    if (changed) heights.sum();
    this.above.style.height = `${heights.tops[first]}px`;
    this.below.style.height = `${heights.total - heights.tops[last]}px`;
    if (anchor) view.scroller.scrollTop += anchor.row.offsetTop - anchor.top;
    fitLabels(made.flatMap((row) => [...row.children]));
    return changed;
  }

  /** Make these the rows of the document tree. Those that stay are not moved: that would take the focus away. */
  put(rows) {
    const { body, regions } = this.view;
    const kept = new Set(rows.values());
    for (const old of [...body.children]) if (!kept.has(old) && old !== regions.drawing) old.remove();
    if (!regions.drawing.isConnected) body.prepend(regions.drawing);
    let next = regions.drawing.nextSibling;
    for (const row of kept) {
      if (row === next) next = next.nextSibling;
      else body.insertBefore(row, next);
    }
  }

  /** The first row in sight that stays: it must not move when rows above turn out taller or shorter. */
  anchor(rows) {
    const top = this.view.scroller.scrollTop;
    for (const [index, row] of this.view.rows) {
      if (rows.get(index) === row && row.isConnected && row.offsetTop + row.offsetHeight > top) {
        return { row, top: row.offsetTop };
      }
    }
    return null;
  }

  /** The keyboard must not be lost with a row that goes out of sight. */
  keepFocus(rows) {
    const row = this.view.frame.getRootNode().activeElement?.closest(".row");
    if (row && rows.get(Number(row.dataset.row)) !== row) this.view.scroller.focus({ preventScroll: true });
  }

  paintRow(index) {
    const { view } = this;
    const [start, end] = [view.heights.starts[index], view.heights.starts[index + 1]];
    const row = element("div", "row");
    row.dataset.row = index;
    row.append(...view.shown.map((lane) => paintCell(view, lane, start, end)));
    return row;
  }

  /** The row at the top of the visible part, and the share of it that is above. */
  place() {
    const { heights, scroller } = this.view;
    const top = scroller.scrollTop;
    const [row] = heights.between(top, top);
    return { row, share: (top - heights.tops[row]) / (heights.heights[row] || 1) };
  }

  /** The UTF-16 positions, near enough, at the top and the bottom of the visible part. */
  seen() {
    const { heights, scroller } = this.view;
    const top = scroller.scrollTop;
    return [top, top + scroller.clientHeight - this.view.header.offsetHeight].map((pixel) => {
      const row = Math.min(heights.count - 1, heights.between(pixel, pixel)[0]);
      const [start, end] = [heights.starts[row], heights.starts[row + 1]];
      const share = (pixel - heights.tops[row]) / (heights.heights[row] || 1);
      return start + Math.min(1, Math.max(0, share)) * (end - start);
    });
  }

  returnTo({ row, share }) {
    this.view.scroller.scrollTop = this.view.heights.tops[row] + share * this.view.heights.heights[row];
    this.view.render();
  }

  /** Put a UTF-16 position at the top. */
  scrollTo(position) {
    const { heights } = this.view;
    const row = heights.at(position);
    const length = heights.starts[row + 1] - heights.starts[row] || 1;
    this.returnTo({ row, share: (position - heights.starts[row]) / length });
  }

  /** Scroll to a UTF-16 position: into sight (`near`), or to the middle. */
  reveal(position, where) {
    const { view } = this;
    const { heights, scroller } = view;
    const row = heights.at(position);
    const seen = scroller.scrollTop;
    const [first, last] = heights.between(seen, seen + view.data.height);
    if (row < first || row >= last) scroller.scrollTop = heights.tops[row] - view.data.height / 3;
    view.render();
    const line = this.lineOf(row, position);
    if (!line) return;
    const box = scroller.getBoundingClientRect();
    const head = view.header.offsetHeight;
    const [top, bottom] = [line.top - box.top - head, line.bottom - box.top];
    const high = scroller.clientHeight;
    const middle = (high - head) / 3;
    if (where === "middle") scroller.scrollTop += top - middle;
    else if (top < 24) scroller.scrollTop += top - 40;
    else if (bottom > high - 12) scroller.scrollTop += bottom - high + 60;
    view.render();
  }

  /** Where the character at a position is painted in the first lane that is shown. */
  lineOf(row, position) {
    const cell = this.view.rows.get(row)?.querySelector(".cell");
    const origin = this.view.heights.starts[row];
    return cell && rangeIn(cell, origin, position, position + 1)?.getBoundingClientRect();
  }
}
