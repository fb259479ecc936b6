// Hovering, selecting and stepping through chunks, with the mouse and with the keyboard.

import { element } from "./paint.js";
import { firstAbove } from "./spans.js";
import { Tooltip, describe, describeAnswers } from "./tooltip.js";

/** A pointer that moved further than this was selecting text, not a chunk. */
const DRAG = 4;
/** Stepping with a held key reports only where it comes to rest. */
const REPORT_AFTER = 150;
/** Reports still on their way, whose echo from Python must not undo a newer step. */
const REPORTS_KEPT = 16;

export class Selecting {
  constructor(view) {
    this.view = view;
    this.chosen = null;
    this.given = null;
    this.reported = [];
    this.tooltip = new Tooltip(view.frame);
    this.live = element("div", "announcement");
    this.live.setAttribute("aria-live", "polite");
    view.frame.append(this.live);

    const { scroller } = view;
    scroller.addEventListener("pointerdown", (event) => (this.pressed = [event.clientX, event.clientY]));
    scroller.addEventListener("click", (event) => this.click(event));
    scroller.addEventListener("pointermove", (event) => this.hover(event));
    scroller.addEventListener("pointerleave", () => this.leave());
    scroller.addEventListener("scroll", () => this.leave(), { passive: true });
    scroller.addEventListener("keydown", (event) => this.press(event));
    scroller.addEventListener("focusin", (event) => this.focus(event));
    scroller.addEventListener("focusout", () => this.leave());
  }

  remove() {
    clearTimeout(this.reporting);
  }

  /** A selection from Python counts when it is new and no echo of what was reported. */
  accept(given) {
    const same = String(given) === String(this.given);
    this.given = given;
    const echo = this.reported.indexOf(String(given));
    if (echo >= 0) this.reported.splice(0, echo + 1);
    else if (!same) this.chosen = given && { lane: given[0], index: given[1] };
    if (this.chosen && !this.exists(this.chosen)) this.chosen = null;
  }

  exists({ lane, index }) {
    const found = this.lane(lane);
    return Boolean(found) && index >= 0 && index < found.count;
  }

  lane(key) {
    return this.view.lanes.find((lane) => lane.key === key);
  }

  /** What an event points at: the lane, the last chunk there, the answers there. */
  target(event) {
    const start = event.composedPath()[0];
    const cell = start.closest?.(".cell");
    const lane = cell && this.lane(cell.dataset.lane);
    const piece = start.closest?.(".piece");
    if (!lane || !piece) return null;
    const found = (piece.dataset.answers ?? "").split(" ").filter(Boolean);
    const answers = found.map((at) => this.view.evidence[at]);
    const badge = start.closest(".badge");
    const index = badge ? Number(badge.dataset.index) : Number(piece.dataset.last ?? -1);
    return { lane, index, answers };
  }

  click(event) {
    const target = this.target(event);
    if (!target || target.index < 0) return;
    const [x, y] = this.pressed ?? [event.clientX, event.clientY];
    if (Math.hypot(event.clientX - x, event.clientY - y) > DRAG) return;
    this.choose(target.lane, target.index);
  }

  press(event) {
    if (event.target.tagName === "SELECT" || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "Escape") {
      this.leave();
      return;
    }
    if (event.key === "ArrowRight" || event.key === "ArrowLeft") {
      this.step(event.key === "ArrowRight" ? 1 : -1);
    } else if ((event.key === "Enter" || event.key === " ") && event.target.closest(".badge")) {
      const { lane, index } = this.target(event);
      this.choose(lane, index);
    } else {
      return;
    }
    event.preventDefault();
  }

  /** To the next or previous chunk of the same lane; the first step goes to the first chunk in sight. */
  step(by) {
    const { view } = this;
    const onBadge = this.focusedBadge();
    const from = onBadge ?? (this.chosen && this.isShown(this.chosen.lane) ? this.chosen : null);
    const lane = from ? this.lane(from.lane) : view.shown[0];
    if (!lane?.count) return;
    const index = from ? from.index + by : this.firstInSight(lane);
    const within = Math.min(lane.count - 1, Math.max(0, index));
    view.reveal(lane.startUnits[within]);
    this.choose(lane, within);
    if (onBadge) this.focusBadge({ lane: lane.key, index: within });
  }

  isShown(key) {
    return this.view.shown.some((lane) => lane.key === key);
  }

  firstInSight(lane) {
    const { heights, scroller } = this.view;
    const [row] = heights.between(scroller.scrollTop, scroller.scrollTop);
    return Math.min(lane.count - 1, firstAbove(lane.startUnits, heights.starts[row] - 1));
  }

  choose(lane, index) {
    this.chosen = { lane: lane.key, index };
    this.refresh();
    this.live.textContent = `Selected ${describe(lane, index).join(", ")}`;
    clearTimeout(this.reporting);
    this.reporting = setTimeout(() => this.report(), REPORT_AFTER);
  }

  report() {
    const { lane, index } = this.chosen;
    this.reported = [...this.reported.slice(1 - REPORTS_KEPT), String([lane, index])];
    this.view.component.setStateValue("selected", { lane, index });
  }

  /** Show the selection on the pieces that exist. */
  refresh() {
    this.paint("selected", this.chosen);
    for (const badge of this.view.body.querySelectorAll(".badge")) {
      const lane = badge.closest(".cell").dataset.lane;
      const chosen = lane === this.chosen?.lane && Number(badge.dataset.index) === this.chosen.index;
      badge.setAttribute("aria-pressed", chosen);
      badge.tabIndex = chosen ? 0 : -1;
    }
  }

  /** Put a class on every piece of one chunk, and on no other. */
  paint(className, chunk) {
    const { body } = this.view;
    for (const piece of body.querySelectorAll(`.${className}`)) {
      piece.classList.remove(className);
    }
    const lane = chunk && this.lane(chunk.lane);
    if (!lane) return;
    for (const piece of body.querySelectorAll(".piece[data-last]")) {
      const [first, last] = [Number(piece.dataset.first), Number(piece.dataset.last)];
      const covers = first <= chunk.index && chunk.index <= last;
      if (covers && piece.parentElement.dataset.lane === chunk.lane) piece.classList.add(className);
    }
  }

  hover(event) {
    const target = this.target(event);
    if (!target) {
      this.leave();
      return;
    }
    const { lane, index, answers } = target;
    const key = `${lane.key} ${index}`;
    if (key !== this.hovered) {
      this.hovered = key;
      this.paint("hovered", index < 0 ? null : { lane: lane.key, index });
    }
    const lines = index < 0 ? [`${lane.label} · in no chunk’s body`] : describe(lane, index);
    this.tooltip.show(lines, describeAnswers(lane, answers), event.clientX, event.clientY);
  }

  focus(event) {
    const target = event.target.closest(".badge") && this.target(event);
    if (!target) return;
    const box = event.target.getBoundingClientRect();
    this.tooltip.show(describe(target.lane, target.index), [], box.left, box.bottom);
  }

  leave() {
    this.tooltip.hide();
    if (this.hovered !== undefined) this.paint("hovered", null);
    this.hovered = undefined;
  }

  /** The chunk whose badge has the keyboard focus. */
  focusedBadge() {
    const badge = this.view.frame.getRootNode().activeElement?.closest(".badge");
    return badge && { lane: badge.closest(".cell").dataset.lane, index: Number(badge.dataset.index) };
  }

  /** Focus the badge of a chunk; where it is gone, the scroll region. */
  focusBadge({ lane, index }) {
    const badges = [...this.view.body.querySelectorAll(`.badge[data-index="${index}"]`)];
    const badge = badges.find((one) => one.closest(".cell").dataset.lane === lane);
    (badge ?? this.view.scroller).focus({ preventScroll: true });
  }
}
