// Above the lanes: sliders that all lanes share, search, places to go to, problems, the list of keys.

import { element } from "./paint.js";

export class Toolbar {
  constructor(view) {
    this.view = view;
    this.box = element("div", "toolbar");
    this.box.setAttribute("role", "group");
    this.box.setAttribute("aria-label", "Search and go to");
    this.slides = element("div", "toolbar-slides");
    this.note = element("div", "note");
    const { search, places, jumps, keyboard } = view;
    this.box.append(search.box, places.box, jumps.box, keyboard.help.button, keyboard.help.box, this.note);
  }

  update(sliders) {
    const slides = this.view.slides.elements("shared", sliders);
    if (slides.some((slide, at) => slide !== this.slides.children[at])) this.slides.replaceChildren(...slides);
    if (slides.length && !this.slides.isConnected) this.box.prepend(this.slides);
    if (!slides.length) this.slides.remove();
  }
}
