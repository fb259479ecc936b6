// Where mounts meet: texts and their tokens by document, views by the root that Streamlit gave them.

import { Text } from "./text.js";
import { BoundaryView } from "./view.js";

const KEY_LENGTH = 16;
const SIZE_LENGTH = 8;
const host = (globalThis.chunkscopeBoundaryView ??= { waiting: new Map() });
/** Document key -> its text and the carriers that stand for it. */
const documents = (host.documents ??= new Map());
const views = new Map();
/** What came of tokens before the code or the text did. */
const tokens = new Map();

host.update = (component) => {
  const root = component.parentElement;
  const text = documents.get(component.data.document)?.text;
  if (!text) {
    host.waiting.set(root, component);
    return;
  }
  host.waiting.delete(root);
  if (!views.has(root)) views.set(root, new BoundaryView(root, STYLE));
  views.get(root).update(component, text);
};

host.remove = (root) => {
  views.get(root)?.remove();
  views.delete(root);
};

/** Where the tokens of a text start, behind its key. */
host.takeTokens = (data) => {
  const read = (from, to) => new TextDecoder().decode(data.subarray(from, to));
  const [key, size] = [read(0, KEY_LENGTH), parseInt(read(KEY_LENGTH, KEY_LENGTH + SIZE_LENGTH), 16)];
  const bytes = data.subarray(KEY_LENGTH + SIZE_LENGTH, KEY_LENGTH + SIZE_LENGTH + size);
  const text = documents.get(key)?.text;
  if (text) text.takeTokens(bytes);
  else tokens.set(key, bytes);
};
for (const data of host.tokens ?? []) host.takeTokens(data);
host.tokens = [];

function serveWaiting() {
  for (const component of [...host.waiting.values()]) host.update(component);
}

/** The carrier: takes the text of one document, and lets go of it when no carrier stands for it any more. */
export default function (component) {
  const { data, parentElement } = component;
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  const read = (from, to) => decoder.decode(data.subarray(from, to));
  const key = read(0, KEY_LENGTH);
  if (!documents.has(key)) {
    const outlineAt = KEY_LENGTH + SIZE_LENGTH;
    const textAt = outlineAt + parseInt(read(KEY_LENGTH, outlineAt), 16);
    const text = new Text(read(textAt), JSON.parse(read(outlineAt, textAt)));
    documents.set(key, { text, carriers: new Set() });
    if (tokens.has(key)) text.takeTokens(tokens.get(key));
    tokens.delete(key);
  }
  const entry = documents.get(key);
  entry.carriers.add(parentElement);
  serveWaiting();
  return () => {
    entry.carriers.delete(parentElement);
    if (!entry.carriers.size && documents.get(key) === entry) documents.delete(key);
  };
}
