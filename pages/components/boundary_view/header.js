// What stands around the text: lane headers, the selector of a narrow screen, the legend.

import { Minimap } from "./minimap.js";
import { element } from "./paint.js";
import { Popup, textButton } from "./popup.js";

const LEGEND = [
  ["key-bar", "chunk starts here"],
  ["key-shared", "overlap"],
  ["key-outside", "in no chunk’s body"],
  ["key-answer", "answer, whole"],
  ["key-broken", "answer cut by a boundary"],
];
const PARENT_LEGEND = ["key-parent", "parent"];
const ACTION_NAMES = {
  reset: "Reset",
  duplicate: "Duplicate",
  left: "Move left",
  right: "Move right",
  remove: "Remove",
};

/** Name, parameters, count and mean of a lane, how many answers it cuts, its sliders, its strip. */
export class LaneHeader {
  constructor(view, lane) {
    this.view = view;
    this.key = lane.key;
    this.box = element("div", "lane");
    const top = element("div", "lane-top");
    const lines = ["lane-label", "lane-detail", "lane-summary", "lane-answers"];
    [this.label, this.detail, this.summary, this.answers] = lines.map((name) => element("div", name));
    this.menu = new Popup("⋯", "lane-menu", "Lane menu");
    top.append(this.label, this.menu.button, this.menu.box);
    this.slides = element("div", "lane-slides");
    this.minimap = new Minimap(view, lane);
    this.box.append(top, this.detail, this.summary, this.answers, this.slides, this.minimap.box);
  }

  update(lane, sliders) {
    const { evidence } = this.view;
    this.label.textContent = lane.label;
    this.detail.textContent = lane.detail;
    this.detail.hidden = !lane.detail;
    this.summary.textContent = lane.summary;
    this.answers.hidden = !evidence.length;
    const lost = lane.cuts.size;
    this.answers.classList.toggle("lost", lost > 0);
    this.answers.textContent = lost
      ? `✂ ${lost} of ${evidence.length} answers cut`
      : `✓ all ${evidence.length} answers whole`;
    this.menu.button.hidden = !lane.actions.length;
    this.menu.button.setAttribute("aria-label", `Actions of lane ${lane.label}`);
    this.fillMenu(lane.actions);
    const slides = this.view.slides.elements(lane.key, sliders);
    // Only where they are others: an element that is moved loses the drag and the focus.
    if (slides.some((slide, at) => slide !== this.slides.children[at])) this.slides.replaceChildren(...slides);
    this.slides.hidden = !slides.length;
  }

  fillMenu(actions) {
    if (String(actions) === this.offered) return;
    this.offered = String(actions);
    const buttons = actions.map((action) => {
      const button = textButton(ACTION_NAMES[action], "menu-item");
      button.addEventListener("click", () => {
        this.menu.hide();
        this.view.component.setTriggerValue("lane_action", { lane: this.key, action });
      });
      return button;
    });
    this.menu.box.replaceChildren(...buttons);
  }
}

export function legend() {
  const box = element("div", "legend");
  for (const [className, text] of LEGEND) box.append(legendItem(className, text));
  const parent = legendItem(...PARENT_LEGEND);
  parent.classList.add("for-parents");
  box.append(parent);
  return box;
}

function legendItem(className, text) {
  const item = element("span", "legend-item");
  const key = element("span", `key ${className}`);
  key.setAttribute("aria-hidden", "true");
  item.append(key, text);
  return item;
}

export function regionLabel(lanes) {
  const names = lanes.map((lane) => lane.label).join(", ");
  return `Chunk boundaries: ${names}. Left and right arrow keys step through the chunks; question mark lists all keys.`;
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

/** Whether the theme's background is dark. */
export function isDark(frame) {
  const probe = element("i", "colour-probe");
  probe.style.color = "var(--st-background-color)";
  frame.append(probe);
  const [red, green, blue] = getComputedStyle(probe).color.match(/[\d.]+/g).map(Number);
  probe.remove();
  return red * 0.299 + green * 0.587 + blue * 0.114 < 128;
}
