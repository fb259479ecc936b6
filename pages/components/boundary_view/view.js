// The view: a toolbar, one scroll container with sticky lane headers, rows painted where they are seen.

import { LaneHeader, isDark, laneSelector, legend, regionLabel } from "./header.js";
import { Jumps } from "./jumps.js";
import { Keyboard } from "./keyboard.js";
import { decodeEvidence, decodeLane } from "./lanes.js";
import { element } from "./paint.js";
import { Picking } from "./picking.js";
import { Places } from "./places.js";
import { rangeIn } from "./ranges.js";
import { Regions } from "./regions.js";
import { RowHeights, splitRows } from "./rows.js";
import { Scrolling } from "./scrolling.js";
import { Search } from "./search.js";
import { Selecting } from "./select.js";
import { Slides, sharedSliders } from "./slides.js";
import { Toolbar } from "./toolbar.js";

/** Below this width lanes would be too narrow to read: one is shown, with a selector. */
const NARROW = 720;
const LANE_GAP = 20;
/** Pixels between lines; labels of contexts stand between them and need more. */
const LINE_HEIGHT = 26;
const LABELLED_LINE_HEIGHT = 29;

export class BoundaryView {
  constructor(root, style) {
    this.frame = element("div", "boundary-view");
    const sheet = document.createElement("style");
    sheet.textContent = style;
    this.scroller = element("div", "scroller");
    this.scroller.tabIndex = 0;
    this.scroller.setAttribute("role", "region");
    this.header = element("div", "header");
    this.body = element("div", "rows");
    this.scrolling = new Scrolling(this);
    this.scroller.append(this.header, this.scrolling.above, this.body, this.scrolling.below);
    this.live = element("div", "announcement");
    this.live.setAttribute("aria-live", "polite");

    this.rows = new Map();
    this.lanes = [];
    this.headers = new Map();
    this.current = 0;
    this.regions = new Regions(this);
    this.slides = new Slides(this);
    this.selecting = new Selecting(this);
    this.search = new Search(this);
    this.places = new Places(this);
    this.jumps = new Jumps(this);
    this.keyboard = new Keyboard(this);
    this.toolbar = new Toolbar(this);
    this.picking = new Picking(this);
    this.frame.prepend(sheet, this.toolbar.box, this.scroller, legend(), this.live);
    // A page that outlives a new version of this code may still hold the frame of the old one.
    for (const old of root.querySelectorAll(".boundary-view")) old.remove();
    root.append(this.frame);

    this.scroller.addEventListener("scroll", () => this.schedule(), { passive: true });
    this.resizing = new ResizeObserver(() => this.resize());
    this.resizing.observe(this.scroller);
    this.systemColours = matchMedia("(forced-colors: active)");
    this.recolour = () => this.drawStrips();
    this.systemColours.addEventListener("change", this.recolour);
  }

  remove() {
    this.resizing.disconnect();
    this.systemColours.removeEventListener("change", this.recolour);
    cancelAnimationFrame(this.frameRequest);
    for (const part of [this.selecting, this.search, this.slides, this.picking]) part.remove();
    this.frame.remove();
  }

  /** Take new data. Nothing is painted where nothing has changed. */
  update(component, text) {
    const { data } = component;
    this.component = component;
    const dark = isDark(this.frame);
    const recoloured = dark !== this.frame.classList.contains("dark");
    this.frame.classList.toggle("dark", dark);
    if (data.revision === this.data?.revision) {
      if (recoloured) this.drawStrips();
      return;
    }
    const before = this.data;
    const [count, lineHeight] = [this.lanes.length, this.lineHeight];
    const shown = this.lanes[this.current]?.key;
    this.data = data;
    this.lanes = data.lanes.map((lane) => decodeLane(lane, text));
    const fresh = text !== this.text || this.lanes.length !== count || this.lineHeight !== lineHeight;
    this.evidence = decodeEvidence(data.evidence, text);
    // A lane that was moved is still the one that is looked at, unless a chunk of another one was selected.
    const looked = this.selecting.accept(data.selected) ?? shown;
    const moved = this.lanes.findIndex((lane) => lane.key === looked);
    this.current = moved >= 0 ? moved : Math.min(this.current, Math.max(0, this.lanes.length - 1));
    this.scroller.style.maxHeight = `${data.height}px`;
    this.scroller.setAttribute("aria-label", regionLabel(this.lanes));
    this.frame.classList.toggle("with-parents", this.lanes.some((lane) => lane.parents));
    if (this.jumps.place) this.jumps.place.lane = this.selecting.lane(this.jumps.place.lane.key) ?? null;
    if (!this.jumps.place?.lane) this.jumps.place = null;
    if (fresh) this.lay(text);
    else this.repaint();
    if (data.focus && String(data.focus) !== String(before?.focus)) {
      this.reveal(text.unit(data.focus[0]), "middle");
    }
    this.announceRevision();
  }

  /** The lanes that are shown: all of them, or the chosen one where there is no room. */
  get shown() {
    return this.narrow ? this.lanes.slice(this.current, this.current + 1) : this.lanes;
  }

  /** Start over with a text or another number of lanes. The place in the same text is kept. */
  lay(text) {
    const place = text === this.text ? this.scrolling.place() : null;
    if (text !== this.text) {
      this.text = text;
      this.heights = new RowHeights(text.value, splitRows(text.value));
      this.jumps.place = null;
      this.search.renew();
    }
    this.measureWidth();
    this.heights.guess(this.laneWidth, this.lineHeight);
    this.scroller.scrollTop = 0;
    this.repaint();
    if (place) this.scrolling.returnTo(place);
  }

  get lineHeight() {
    return this.lanes.some((lane) => lane.labelled) ? LABELLED_LINE_HEIGHT : LINE_HEIGHT;
  }

  measureWidth() {
    this.frame.style.setProperty("--line-height", `${this.lineHeight}px`);
    const width = this.scroller.clientWidth;
    this.width = width;
    this.narrow = width < NARROW && this.lanes.length > 1;
    this.frame.classList.toggle("narrow", this.narrow);
    const count = Math.max(1, this.shown.length);
    this.frame.style.setProperty("--lanes", count);
    this.laneWidth = Math.max(80, (width - 32 - LANE_GAP * (count - 1)) / count);
  }

  resize() {
    if (!this.text || this.scroller.clientWidth === this.width) this.schedule();
    else this.lay(this.text);
  }

  schedule() {
    this.frameRequest ||= requestAnimationFrame(() => {
      this.frameRequest = 0;
      this.render();
    });
  }

  /** Paint the visible rows again, and the header: chunks have changed, the text has not. */
  repaint() {
    const keepsFocus = this.selecting.focusedBadge();
    this.paintHeader();
    this.rows = new Map();
    this.render();
    if (keepsFocus) this.selecting.focusBadge(keepsFocus);
  }

  /** Make the rows exist that are near the visible part, and everything that is drawn over them. */
  render() {
    if (!this.heights) return;
    if (this.scrolling.render()) {
      this.selecting.refresh();
      this.search.mark();
      this.drawRegions();
    }
    this.picking.place();
    const seen = this.scrolling.seen();
    for (const lane of this.shown) this.headers.get(lane.key)?.minimap.look(...seen);
  }

  /** Outline the selected chunk's part of the source in the other lanes, and the place that was jumped to. */
  drawRegions() {
    const { chosen } = this.selecting;
    const lane = chosen && this.selecting.lane(chosen.lane);
    const places = [];
    if (lane) {
      const [start, end] = [lane.startUnits[chosen.index], lane.endUnits[chosen.index]];
      for (const other of this.shown) {
        if (other !== lane) places.push({ lane: other, start, end, className: "mirror" });
      }
    }
    if (this.jumps.place) places.push({ ...this.jumps.place, className: "target" });
    this.regions.draw(places);
  }

  paintHeader() {
    const { shared, own } = sharedSliders(this.lanes);
    for (const key of this.headers.keys()) {
      if (!this.selecting.lane(key)) this.headers.delete(key);
    }
    const boxes = this.shown.map((lane) => {
      if (!this.headers.has(lane.key)) this.headers.set(lane.key, new LaneHeader(this, lane));
      const header = this.headers.get(lane.key);
      header.update(lane, own(lane));
      return header.box;
    });
    if (this.narrow) boxes.unshift(this.selector());
    const same = boxes.length === this.header.children.length;
    if (!same || boxes.some((box, at) => box !== this.header.children[at])) this.header.replaceChildren(...boxes);
    this.toolbar.update(shared);
    this.places.update();
    this.markCurrent();
    this.drawStrips();
  }

  /** The selector of a narrow screen, the same as long as it says the same. */
  selector() {
    const said = this.lanes.map((lane) => [lane.key, lane.label, lane.detail]);
    if (JSON.stringify(said) !== this.said) {
      this.said = JSON.stringify(said);
      this.laneSelect = laneSelector(this.lanes, this.current, (index) => this.setCurrent(index));
    }
    this.laneSelect.selectedIndex = this.current;
    return this.laneSelect;
  }

  drawStrips() {
    if (!this.text) return;
    for (const lane of this.shown) this.headers.get(lane.key)?.minimap.update(lane);
  }

  /** The lane that keys and the toolbar are about; on a narrow screen the one that is shown. */
  setCurrent(index) {
    if (index === this.current || !this.lanes[index]) return;
    this.current = index;
    if (this.narrow) this.repaint();
    else this.markCurrent();
  }

  markCurrent() {
    for (const [key, { box }] of this.headers) {
      const is = key === this.lanes[this.current]?.key;
      box.classList.toggle("current", is && this.shown.length > 1);
    }
    this.jumps.update();
  }

  /** The UTF-16 position at the top of the visible part. */
  firstPosition() {
    return this.heights.starts[this.scrolling.place().row];
  }

  reveal(position, where = "near") {
    this.scrolling.reveal(position, where);
  }

  scrollTo(position) {
    this.scrolling.scrollTo(position);
  }

  /** The painted cell of a lane that holds a position, and where it begins, or null. */
  cellAt(key, position) {
    const row = this.heights.at(position);
    const cells = [...(this.rows.get(row)?.children ?? [])];
    const cell = cells.find((one) => one.dataset.lane === key);
    return cell ? { cell, origin: this.heights.starts[row] } : null;
  }

  /** Where the character at a position is painted in a lane, or undefined. */
  boxOf(key, position) {
    const found = this.cellAt(key, position);
    return found && rangeIn(found.cell, found.origin, position, position + 1)?.getBoundingClientRect();
  }

  /** Tell a screen reader. */
  say(words) {
    this.live.textContent = words;
  }

  /** Write beside the toolbar what was found, and tell a screen reader. */
  note(words) {
    this.toolbar.note.textContent = words;
    this.toolbar.note.title = words;
    if (words) this.say(words);
  }

  /** Say which data is on the screen, once it is: two frames on, it has been painted. */
  announceRevision() {
    const { revision } = this.data;
    delete this.frame.dataset.rev;
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        if (this.data.revision !== revision) return;
        this.frame.dataset.rev = revision;
        document.documentElement.dataset.rev = revision;
        this.slides.painted();
      }),
    );
  }
}
