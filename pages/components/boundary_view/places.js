// "Go to": a chunk of the current lane by its number, or a page.

import { element } from "./paint.js";

/** What was typed: `{ page }`, `{ chunk }`, or null. */
export function readPlace(words) {
  const match = /^\s*(p|page|chunk|#)?\.?\s*(\d+)\s*$/i.exec(words);
  if (!match) return null;
  const number = Number(match[2]);
  return /^p/i.test(match[1] ?? "") ? { page: number } : { chunk: number };
}

export class Places {
  constructor(view) {
    this.view = view;
    this.box = element("div", "tool places");
    this.input = element("input", "tool-input");
    this.input.type = "text";
    this.input.size = 9;
    this.box.append(this.input);
    this.input.addEventListener("keydown", (event) => {
      if (event.key !== "Enter") return;
      event.preventDefault();
      this.go();
    });
  }

  update() {
    const paged = this.view.text.pages.length > 0;
    this.input.placeholder = paged ? "Chunk, or p. 3" : "Chunk no.";
    this.input.setAttribute("aria-label", paged ? "Go to chunk number, or p and page number" : "Go to chunk number");
  }

  go() {
    const { view } = this;
    const place = readPlace(this.input.value);
    const lane = view.lanes[view.current];
    const page = place?.page !== undefined && view.text.pages.find((one) => one.number === place.page);
    const within = place?.chunk >= 1 && place.chunk <= (lane?.count ?? 0);
    this.input.setAttribute("aria-invalid", !page && !within);
    if (page) {
      view.reveal(view.text.unit(page.start), "middle");
      view.say(`Page ${page.number}`);
    } else if (within) {
      view.selecting.moveTo(lane, place.chunk - 1);
    } else {
      view.say(place?.page === undefined ? `Chunks 1 to ${lane?.count ?? 0}` : "There is no such page");
    }
  }
}
