// Hovering and selecting chunks with the mouse, and where the keyboard stands.
//
// The cursor is the chunk whose badge has, or would have, the keyboard focus; the chosen chunk is the one that
// Python knows of. Arrow keys move the cursor; Enter and a click choose.

import { firstAbove } from "./codes.js";
import { Tooltip, describe, describeAnswers, describeProblems } from "./tooltip.js";

/** A pointer that moved further than this was selecting text, not a chunk. */
const DRAG = 4;
/** Clicks that follow each other fast report only the last. */
const REPORT_AFTER = 150;
/** Reports still on their way, whose echo from Python must not undo a newer step. */
const REPORTS_KEPT = 16;

export class Selecting {
  constructor(view) {
    this.view = view;
    this.chosen = null;
    this.cursor = null;
    this.given = null;
    this.reported = [];
    this.tooltip = new Tooltip(view.frame);

    const { scroller } = view;
    scroller.addEventListener("pointerdown", (event) => (this.pressed = [event.clientX, event.clientY]));
    scroller.addEventListener("click", (event) => this.click(event));
    scroller.addEventListener("pointermove", (event) => this.hover(event));
    scroller.addEventListener("pointerleave", () => this.leave());
    scroller.addEventListener("scroll", () => this.scrolled(), { passive: true });
    scroller.addEventListener("focusin", (event) => this.focus(event));
    scroller.addEventListener("focusout", () => this.leave());
  }

  remove() {
    clearTimeout(this.reporting);
  }

  /** A selection from Python counts when it is new and no echo of what was reported. Returns its lane then. */
  accept(given) {
    const same = String(given) === String(this.given);
    this.given = given;
    const echo = this.reported.indexOf(String(given));
    if (echo >= 0) this.reported.splice(0, echo + 1);
    else if (!same) this.chosen = given && { lane: given[0], index: given[1] };
    const taken = echo < 0 && !same;
    if (this.chosen && !this.exists(this.chosen)) this.chosen = null;
    if (this.cursor && !this.exists(this.cursor)) this.cursor = null;
    return (taken && this.chosen?.lane) || null;
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

  /** To the next or previous chunk of the same lane; the first step goes to the first chunk in sight. */
  step(by) {
    const from = this.standing();
    const lane = from ? this.lane(from.lane) : this.view.lanes[this.view.current];
    if (!lane?.count) return;
    const index = from ? from.index + by : this.firstInSight(lane);
    this.moveTo(lane, Math.min(lane.count - 1, Math.max(0, index)));
  }

  /** To the lane beside, where it shows the same place. */
  stepLane(by) {
    const { lanes, current } = this.view;
    const from = this.standing();
    const place = from ? (this.anchor ?? this.lane(from.lane).startUnits[from.index]) : null;
    const lane = lanes[current + by];
    if (!lane?.count) return;
    const at = place === null ? this.firstInSight(lane) : Math.max(0, firstAbove(lane.startUnits, place) - 1);
    this.moveTo(lane, at);
    this.anchor = place ?? this.anchor;
  }

  /** The cursor, else the chosen chunk, if its lane is shown. */
  standing() {
    return [this.cursor, this.chosen].find((one) => one && this.isShown(one.lane)) ?? null;
  }

  isShown(key) {
    return this.view.shown.some((lane) => lane.key === key);
  }

  firstInSight(lane) {
    return Math.min(lane.count - 1, firstAbove(lane.startUnits, this.view.firstPosition() - 1));
  }

  /** Bring a chunk into sight and put the cursor on it. */
  moveTo(lane, index) {
    this.view.setCurrent(this.view.lanes.indexOf(lane));
    this.view.reveal(lane.startUnits[index]);
    this.standAt(lane, index);
  }

  /** Put the cursor on a chunk, and the focus on its badge where that is painted; `quiet` shows no tooltip. */
  standAt(lane, index, quiet = false) {
    this.quiet = quiet;
    this.cursor = { lane: lane.key, index };
    this.anchor = lane.startUnits[index];
    this.view.setCurrent(this.view.lanes.indexOf(lane));
    this.refresh();
    this.focusBadge(this.cursor);
  }

  chooseCursor() {
    const standing = this.standing();
    if (standing) this.choose(this.lane(standing.lane), standing.index);
  }

  choose(lane, index) {
    this.quiet = false;
    this.chosen = this.cursor = { lane: lane.key, index };
    this.anchor = lane.startUnits[index];
    this.view.setCurrent(this.view.lanes.indexOf(lane));
    this.refresh();
    this.view.drawRegions();
    this.view.say(`Selected ${describe(lane, index).join(", ")}`);
    this.reportSoon();
  }

  /** Nothing is selected any more, and nothing pointed at. */
  letGo() {
    this.leave();
    this.view.jumps.place = null;
    this.view.note("");
    if (this.chosen) {
      this.chosen = null;
      this.view.say("Selection let go");
      this.reportSoon();
    }
    this.refresh();
    this.view.drawRegions();
  }

  reportSoon() {
    clearTimeout(this.reporting);
    this.reporting = setTimeout(() => this.report(), REPORT_AFTER);
  }

  report() {
    const { lane, index } = this.chosen ?? {};
    const echo = this.chosen ? String([lane, index]) : String(null);
    this.reported = [...this.reported.slice(1 - REPORTS_KEPT), echo];
    this.view.component.setStateValue("selected", this.chosen && { lane, index });
  }

  /** Show the selection on the pieces that exist. */
  refresh() {
    this.paint("selected", this.chosen);
    const home = this.cursor ?? this.chosen;
    for (const badge of this.view.body.querySelectorAll(".badge")) {
      badge.setAttribute("aria-pressed", isBadgeOf(badge, this.chosen));
      badge.tabIndex = isBadgeOf(badge, home) ? 0 : -1;
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
    const { lane, index } = target;
    const key = `${lane.key} ${index}`;
    if (key !== this.hovered) {
      this.hovered = key;
      this.paint("hovered", index < 0 ? null : { lane: lane.key, index });
    }
    this.explain(target, event.clientX, event.clientY);
  }

  explain({ lane, index, answers }, x, y) {
    if (this.view.picking.picked) return;
    const lines = index < 0 ? [`${lane.label} · in no chunk’s body`] : describe(lane, index);
    const problems = index < 0 ? [] : describeProblems(lane, index, this.view.jumps.off);
    this.tooltip.show(lines, [...describeAnswers(lane, answers), ...problems], x, y);
  }

  focus(event) {
    const target = event.target.closest(".badge") && this.target(event);
    if (!target) return;
    this.cursor = { lane: target.lane.key, index: target.index };
    this.explainFocus();
  }

  /** A pointer is over other text now; the badge that has the focus has only moved. */
  scrolled() {
    this.leave();
    this.explainFocus();
  }

  /** The tooltip of the badge that has the focus, where that is in sight. */
  explainFocus() {
    const badge = this.view.frame.getRootNode().activeElement?.closest(".badge");
    const lane = badge && this.lane(badge.closest(".cell").dataset.lane);
    if (!lane || this.quiet) return;
    const [box, seen] = [badge.getBoundingClientRect(), this.view.scroller.getBoundingClientRect()];
    const top = seen.top + this.view.header.offsetHeight;
    if (box.bottom < top || box.top > seen.bottom) return;
    this.explain({ lane, index: Number(badge.dataset.index), answers: [] }, box.left, box.bottom);
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
  focusBadge(chunk) {
    const badges = this.view.body.querySelectorAll(`.badge[data-index="${chunk.index}"]`);
    const badge = [...badges].find((one) => isBadgeOf(one, chunk));
    (badge ?? this.view.scroller).focus({ preventScroll: true });
  }
}

function isBadgeOf(badge, chunk) {
  const lane = badge.closest(".cell").dataset.lane;
  return lane === chunk?.lane && Number(badge.dataset.index) === chunk.index;
}
