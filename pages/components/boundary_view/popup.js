// A button that opens a small panel: the browser closes it on Escape or a click elsewhere.

import { element } from "./paint.js";

const GAP = 4;
const EDGE = 8;

export class Popup {
  /** `label` is what the button says, `name` what a screen reader says where that is not enough. */
  constructor(label, className, name = label) {
    this.button = textButton(label, className, name);
    this.box = element("div", "popup");
    this.box.popover = "auto";
    this.box.setAttribute("role", "group");
    this.box.setAttribute("aria-label", name);
    this.button.popoverTargetElement = this.box;
    this.box.addEventListener("beforetoggle", (event) => event.newState === "open" && this.place());
  }

  /** Under the button or above it, from the edge that is nearer to the middle. */
  place() {
    const { left, right, top, bottom } = this.button.getBoundingClientRect();
    const { style } = this.box;
    const [width, height] = [document.documentElement.clientWidth, window.innerHeight];
    const [below, leftwards] = [bottom < height * 0.6, (left + right) / 2 > width / 2];
    style.top = below ? `${bottom + GAP}px` : "auto";
    style.bottom = below ? "auto" : `${height - top + GAP}px`;
    style.left = leftwards ? "auto" : `${Math.max(EDGE, left)}px`;
    style.right = leftwards ? `${Math.max(EDGE, width - right)}px` : "auto";
    style.maxHeight = `${(below ? height - bottom : top) - GAP - EDGE}px`;
    style.maxWidth = `${width - 2 * EDGE}px`;
  }

  show() {
    this.box.showPopover();
  }

  hide() {
    if (this.box.matches(":popover-open")) this.box.hidePopover();
  }
}

/** A button with a text; `name` where the text is a sign only. */
export function textButton(text, className, name = text) {
  const made = element("button", className);
  made.type = "button";
  made.textContent = text;
  if (name !== text) {
    made.setAttribute("aria-label", name);
    made.title = name;
  }
  return made;
}
