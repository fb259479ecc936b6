// Sliders inside the view: while one is dragged Python is told, but not before it has drawn the last answer.

import { element } from "./paint.js";

/** Where an answer changes nothing, none comes: then the next value goes after this many milliseconds. */
const PATIENCE = 2000;

export class Slides {
  constructor(view) {
    this.view = view;
    this.made = new Map();
    this.wanted = null;
    this.waiting = 0;
  }

  remove() {
    clearTimeout(this.waiting);
  }

  /** The sliders for these parameters, the same elements as long as they have the same keys. */
  elements(owner, sliders) {
    return sliders.map((slider) => {
      const key = `${owner} ${slider.key}`;
      if (!this.made.has(key)) this.made.set(key, this.make(slider.key));
      const made = this.made.get(key);
      made.slider = slider;
      if (!this.busy) this.sync(made);
      return made.box;
    });
  }

  make(key) {
    const box = element("label", "slide");
    const [name, value] = [element("span", "slide-name"), element("output", "slide-value")];
    const input = element("input", "slide-input");
    input.type = "range";
    box.append(name, input, value);
    input.addEventListener("input", () => {
      value.textContent = shownValue(input.valueAsNumber);
      this.wanted = { key, value: input.valueAsNumber };
      this.send();
    });
    return { box, name, input, value };
  }

  sync({ slider, name, input, value }) {
    name.textContent = slider.label;
    Object.assign(input, { min: slider.low, max: slider.high, step: slider.step });
    input.value = slider.value;
    value.textContent = shownValue(slider.value);
  }

  get busy() {
    return Boolean(this.wanted || this.waiting);
  }

  send() {
    if (!this.wanted || this.waiting) return;
    this.view.component.setTriggerValue("slide", this.wanted);
    this.wanted = null;
    this.waiting = setTimeout(() => this.painted(), PATIENCE);
  }

  /** A revision is on the screen: the next value may go, or Python's own stands. */
  painted() {
    clearTimeout(this.waiting);
    this.waiting = 0;
    this.send();
    if (!this.busy) this.made.forEach((made) => this.sync(made));
  }
}

/** The sliders that all of several lanes share, and those that each has alone. */
export function sharedSliders(lanes) {
  const has = (lane, key) => lane.sliders.some((slider) => slider.key === key);
  const everywhere = ({ key }) => lanes.length > 1 && lanes.every((lane) => has(lane, key));
  const shared = lanes.length ? lanes[0].sliders.filter(everywhere) : [];
  return { shared, own: (lane) => lane.sliders.filter((slider) => !everywhere(slider)) };
}

function shownValue(value) {
  return value.toLocaleString("en", { maximumFractionDigits: 3 });
}
