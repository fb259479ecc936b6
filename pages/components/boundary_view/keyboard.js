// Every key of the view, and the list of them that "?" shows.

import { element } from "./paint.js";
import { Popup } from "./popup.js";

export const KEYS = [
  ["← →", "previous, next chunk"],
  ["↑ ↓", "lane beside, at the same place"],
  ["n p", "next, previous cut answer"],
  ["Enter", "select the chunk"],
  ["Shift ← →", "pick words for an answer"],
  ["Esc", "let go"],
  ["Ctrl F", "find in the document"],
  ["?", "this list"],
];

export class Keyboard {
  constructor(view) {
    this.view = view;
    this.help = new Popup("?", "tool-button", "Keys");
    this.help.box.append(keyList());
    view.scroller.addEventListener("keydown", (event) => this.press(event));
    view.frame.addEventListener("keydown", (event) => this.find(event));
  }

  find(event) {
    if (event.key.toLowerCase() !== "f" || !(event.ctrlKey || event.metaKey) || event.altKey) return;
    event.preventDefault();
    this.view.search.focus();
  }

  press(event) {
    const { view } = this;
    // Sliders, menus and the strip have keys of their own.
    if (event.target !== view.scroller && !event.target.closest(".badge")) return;
    // The browser closes a panel on Escape, unless the key is taken from it.
    if (event.key === "Escape" && view.frame.querySelector(":popover-open")) return;
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const act = this.action(event);
    if (!act) return;
    event.preventDefault();
    act();
  }

  action({ key, shiftKey }) {
    const { selecting, picking, jumps } = this.view;
    const by = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: 1, ArrowUp: -1, n: 1, p: -1 }[key];
    switch (key) {
      case "ArrowRight":
      case "ArrowLeft":
        return shiftKey ? () => picking.extend(by) : () => selecting.step(by);
      case "ArrowDown":
      case "ArrowUp":
        return () => selecting.stepLane(by);
      case "n":
      case "p":
        return () => jumps.stepAnswer(by);
      case "Enter":
        return picking.picked ? () => picking.send() : () => selecting.chooseCursor();
      case " ":
        return selecting.focusedBadge() && (() => selecting.chooseCursor());
      case "Escape":
        return picking.picked ? () => picking.clear() : () => selecting.letGo();
      case "?":
        return () => this.help.show();
      default:
        return null;
    }
  }
}

function keyList() {
  const list = element("dl", "keys");
  for (const [keys, meaning] of KEYS) {
    const [name, text] = [element("dt", "key-name"), element("dd", "")];
    name.textContent = keys;
    text.textContent = meaning;
    list.append(name, text);
  }
  return list;
}
