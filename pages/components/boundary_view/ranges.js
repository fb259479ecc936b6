// From positions in the source to places in the painted text, and back. A cell's text is its part of the source.

/** A cell's text nodes, and where in the cell each begins. */
const nodesOf = new WeakMap();

function textNodes(cell) {
  if (!nodesOf.has(cell)) {
    const [nodes, starts] = [[], []];
    const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
    let at = 0;
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      nodes.push(node);
      starts.push(at);
      at += node.length;
    }
    nodesOf.set(cell, { nodes, starts });
  }
  return nodesOf.get(cell);
}

/** The node and offset of a place in a cell: at its start (`after`), or at the end of what comes before. */
export function nodeAt(cell, offset, after) {
  const { nodes, starts } = textNodes(cell);
  let at = nodes.length - 1;
  while (at > 0 && (after ? starts[at] > offset : starts[at] >= offset)) at--;
  return at < 0 ? null : [nodes[at], Math.min(nodes[at].length, offset - starts[at])];
}

/** The painted `[start, end)` of a cell that begins at `origin` in the source, or null where it has none. */
export function rangeIn(cell, origin, start, end) {
  const from = nodeAt(cell, Math.max(0, start - origin), true);
  const to = nodeAt(cell, end - origin, false);
  if (!from || !to) return null;
  const range = document.createRange();
  range.setStart(...from);
  range.setEnd(...to);
  return range.collapsed ? null : range;
}

/** How far into its cell a place of the document tree is, or null outside of all cells. */
export function placeIn(node, offset) {
  const cell = (node.nodeType === Node.TEXT_NODE ? node.parentElement : node)?.closest?.(".cell");
  if (!cell) return null;
  const range = document.createRange();
  range.setStart(cell, 0);
  range.setEnd(node, offset);
  return { cell, offset: range.toString().length };
}

/** The lines that a range covers, from rectangles that may be several on a line. */
export function linesOf(rectangles) {
  const lines = [];
  for (const { left, right, top, bottom } of rectangles) {
    if (right - left < 0.5) continue;
    const line = lines.find((one) => Math.abs(one.top + one.bottom - top - bottom) < bottom - top);
    if (!line) {
      lines.push({ left, right, top, bottom });
      continue;
    }
    line.left = Math.min(line.left, left);
    line.right = Math.max(line.right, right);
    line.top = Math.min(line.top, top);
    line.bottom = Math.max(line.bottom, bottom);
  }
  return lines.sort((one, other) => one.top - other.top);
}
