// What stands around the text: lane headers, the selector of a narrow screen, the legend.

import { element } from "./paint.js";

const LEGEND = [
  ["key-bar", "chunk starts here"],
  ["key-shared", "overlap"],
  ["key-outside", "in no chunk’s body"],
  ["key-answer", "answer, whole"],
  ["key-broken", "answer cut by a boundary"],
];

/** Name, parameters, count and mean of a lane, and how many answers it cuts. */
export function laneHeader(lane, evidence) {
  const box = element("div", "lane");
  const add = (className, text) => {
    const line = element("div", className);
    line.textContent = text;
    box.append(line);
  };
  add("lane-label", lane.label);
  if (lane.detail) add("lane-detail", lane.detail);
  add("lane-summary", lane.summary);
  if (evidence.length) {
    const lost = lane.cuts.size;
    if (lost) add("lane-answers lost", `✂ ${lost} of ${evidence.length} answers cut`);
    else add("lane-answers", `✓ all ${evidence.length} answers whole`);
  }
  return box;
}

export function legend() {
  const box = element("div", "legend");
  for (const [className, text] of LEGEND) {
    const item = element("span", "legend-item");
    const key = element("span", `key ${className}`);
    key.setAttribute("aria-hidden", "true");
    item.append(key, text);
    box.append(item);
  }
  return box;
}

export function regionLabel(lanes) {
  const names = lanes.map((lane) => lane.label).join(", ");
  return `Chunk boundaries: ${names}. Left and right arrow keys step through the chunks.`;
}

/** Chooses the lane that is shown where there is room for one only. */
export function laneSelector(lanes, current, choose) {
  const select = element("select", "lane-selector");
  select.setAttribute("aria-label", "Strategy shown");
  lanes.forEach((lane, index) => {
    const text = [lane.label, lane.detail].filter(Boolean).join(" · ");
    select.append(new Option(text, lane.key, false, index === current));
  });
  select.addEventListener("change", () => choose(select.selectedIndex));
  return select;
}
