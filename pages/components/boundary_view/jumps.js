// Going from one problem to the next: the problems of the current lane by kind, and its cut answers.

import { element } from "./paint.js";
import { Popup, textButton } from "./popup.js";

export class Jumps {
  constructor(view) {
    this.view = view;
    /** The kinds that the menu has switched off. */
    this.off = new Set();
    this.only = false;
    this.place = null;
    this.box = element("div", "tool jumps");
    this.menu = new Popup("Problems", "tool-button menu-button");
    this.before = textButton("‹", "tool-button", "Previous problem");
    this.after = textButton("›", "tool-button", "Next problem");
    this.before.addEventListener("click", () => this.step(-1));
    this.after.addEventListener("click", () => this.step(1));
    this.box.append(this.menu.button, this.menu.box, this.before, this.after);
  }

  get lane() {
    return this.view.lanes[this.view.current];
  }

  /** The problems of the current lane that the menu has switched on. */
  get problems() {
    return (this.lane?.problems ?? []).filter(({ kind }) => !this.off.has(kind));
  }

  update() {
    const { lanes } = this.view;
    this.box.hidden = !lanes.some((lane) => lane.problems.length);
    const count = this.problems.length;
    this.menu.button.textContent = `Problems ${count.toLocaleString("en")}`;
    this.before.disabled = this.after.disabled = !count;
    this.fillMenu();
    this.view.frame.classList.toggle("only-problems", this.only && !this.box.hidden);
  }

  fillMenu() {
    const counts = new Map();
    for (const lane of this.view.lanes) for (const { kind } of lane.problems) counts.set(kind, 0);
    for (const { kind } of this.lane?.problems ?? []) counts.set(kind, counts.get(kind) + 1);
    const focused = this.menu.box.getRootNode().activeElement?.dataset?.choice;
    const title = element("div", "popup-title");
    title.textContent = `Problems in ${this.lane?.label ?? ""}`;
    const kinds = [...counts].map(([kind, count]) =>
      choice(kind, count, !this.off.has(kind), (on) => this.switch(kind, on)),
    );
    const only = choice("Show only problems", null, this.only, (on) => this.showOnly(on));
    only.classList.add("apart");
    this.menu.box.replaceChildren(title, ...kinds, only);
    this.menu.box.querySelector(`[data-choice="${CSS.escape(focused ?? "")}"]`)?.focus();
  }

  switch(kind, on) {
    if (on) this.off.delete(kind);
    else this.off.add(kind);
    this.update();
    this.view.repaint();
  }

  showOnly(on) {
    this.only = on;
    this.update();
  }

  /** Whether one of the problems that are switched on is in these chunks of a lane. */
  troubles(lane, first, last) {
    for (let index = first; index <= last; index++) {
      if (lane.troubled.get(index)?.some(({ kind }) => !this.off.has(kind))) return true;
    }
    return false;
  }

  step(by) {
    this.go(this.problems, by, ({ kind, detail }) => (detail ? `${kind}: ${detail}` : kind), "problem");
  }

  /** To the next answer of the current lane that a boundary cuts, or the one before. */
  stepAnswer(by) {
    const { evidence } = this.view;
    const cut = evidence.filter((answer) => this.lane?.cuts.has(answer.index));
    cut.sort((left, right) => left.start - right.start);
    this.go(cut, by, ({ query }) => query, "cut answer");
  }

  /** To the next of these places after the last one, or after what is in sight; round at the end. */
  go(places, by, tell, name) {
    const { view } = this;
    if (!places.length) {
      view.say(`No ${name} in ${this.lane?.label ?? "this lane"}`);
      return;
    }
    const at = this.next(places, by);
    const { start, end } = places[at];
    this.place = { lane: this.lane, start, end: Math.max(end, start + 1), at: places[at] };
    const { endUnits } = this.lane;
    view.reveal(start, "middle");
    let chunk = places[at].chunk ?? -1;
    if (chunk < 0) chunk = Math.max(0, endUnits.findIndex((position) => position > start));
    // The note says what there is to say, and the tooltip would hide the place.
    view.selecting.standAt(this.lane, chunk, true);
    view.drawRegions();
    view.note(`${name[0].toUpperCase()}${name.slice(1)} ${at + 1} of ${places.length}: ${tell(places[at])}`);
  }

  next(places, by) {
    const { length: all } = places;
    const last = this.place?.lane.key === this.lane.key ? this.place : null;
    const known = last ? places.indexOf(last.at) : -1;
    if (known >= 0) return (known + by + all) % all;
    const from = last ? last.start + 1 : this.view.firstPosition();
    const after = places.findIndex(({ start }) => start >= from);
    if (by > 0) return Math.max(0, after);
    return ((after < 0 ? all : after) - 1 + all) % all;
  }
}

function choice(label, count, on, change) {
  const box = element("label", "choice");
  const input = element("input", "");
  input.type = "checkbox";
  input.checked = on;
  input.dataset.choice = label;
  input.addEventListener("change", () => change(input.checked));
  const name = element("span", "choice-name");
  name.textContent = label;
  box.append(input, name);
  if (count !== null) {
    const number = element("span", "choice-count");
    number.textContent = count.toLocaleString("en");
    box.append(number);
  }
  return box;
}
