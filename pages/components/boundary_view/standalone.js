// The exported page: the view without Python behind it. A chunk that is selected is written out below the view.
//
// Runs behind the bundle, in its scope, with CONTENT before it: what the page shows.

const bytes = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
const root = document.getElementById("view");
const pane = document.getElementById("detail");
const deaf = () => {};

function showChunk(selected) {
  const lane = selected && views.get(root).lanes.find(({ key }) => key === selected.lane);
  pane.hidden = !lane;
  if (!lane) return;
  const { index } = selected;
  const [name, ...lines] = describe(lane, index);
  const heading = element("h2", "");
  heading.textContent = name;
  const facts = lines.map((line) => {
    const fact = element("p", "detail-fact");
    fact.textContent = line;
    return fact;
  });
  pane.replaceChildren(heading, ...facts, embedded(lane, index));
}

/** The exact text that is embedded; where it is no slice of the source, Python has written it out. */
function embedded(lane, index) {
  const box = element("div", "detail-text");
  box.tabIndex = 0;
  box.setAttribute("role", "group");
  box.setAttribute("aria-label", "What is embedded");
  const rendering = CONTENT.rendered[lane.key]?.[index];
  if (rendering !== undefined) {
    box.textContent = rendering;
    return box;
  }
  const context = element("span", "detail-context");
  context.textContent = lane.contextAt(index);
  box.append(context, lane.text.value.slice(lane.startUnits[index], lane.endUnits[index]));
  return box;
}

carrier({ data: bytes(CONTENT.text), parentElement: root });
host.takeTokens(bytes(CONTENT.tokens));
host.update({
  data: CONTENT.view,
  parentElement: root,
  setStateValue: (name, value) => name === "selected" && showChunk(value),
  setTriggerValue: deaf,
});
