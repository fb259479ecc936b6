"""The view as one file that opens in any browser, without a network: the same code, text and chunks inside."""

from __future__ import annotations

import html
import json
from base64 import b64encode
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import streamlit as st

from chunkers import Document
from pages.components.boundary_view.bundle import bundle
from pages.components.boundary_view.outline import displayable
from pages.components.boundary_view.payload import document_bytes, token_bytes, view_data
from pages.components.boundary_view.records import Evidence, Lane

#: The style sheet's variables, and the settings of the app's own themes that they come from.
_COLOURS = {
    "text-color": "textColor",
    "background-color": "backgroundColor",
    "secondary-background-color": "secondaryBackgroundColor",
    "border-color": "borderColor",
}
#: Nothing may be loaded and nothing sent: the file holds a person's document.
_POLICY = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'"

#: What starts the view, and shows the chunk that was selected.
_START = Path(__file__).with_name("standalone.js")

_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>
:root {{ color-scheme: light dark; --st-font: system-ui, sans-serif; --st-base-radius: 8px; {light} }}
@media (prefers-color-scheme: dark) {{ :root {{ {dark} }} }}
body {{ margin: 0 auto; padding: 24px; max-width: 1500px; font-family: var(--st-font);
  color: var(--st-text-color); background: var(--st-background-color); }}
h1 {{ font-size: 20px; margin: 0 0 16px; overflow-wrap: anywhere; }}
h2 {{ font-size: 16px; margin: 24px 0 8px; }}
h1, h2, .detail-fact {{ unicode-bidi: isolate; }}
.detail-fact {{ margin: 0 0 2px; font-size: 14px; overflow-wrap: anywhere; }}
.detail-text {{ margin-top: 12px; padding: 12px; max-height: 24em; overflow: auto; font-size: 14px; line-height: 1.6;
  white-space: pre-wrap; overflow-wrap: anywhere; unicode-bidi: plaintext;
  border: 1px solid var(--st-border-color); border-radius: var(--st-base-radius); }}
.detail-context {{ font-style: italic; border-bottom: 1px dotted; }}
</style>
</head>
<body>
<main>
<h1>{title}</h1>
<div id="view"></div>
<section id="detail" aria-label="The selected chunk" hidden></section>
</main>
<script type="module">
{code}
const CONTENT = {content};
{start}
</script>
</body>
</html>
"""


def standalone_page(
    document: Document, lanes: Sequence[Lane], evidence: Sequence[Evidence], height: int = 760
) -> str:
    """HTML of the lanes as they are shown, without what only the app can do.

    Document text, names and questions are in it as base64 and as JSON in which no `<` is left, so that none of
    them can end the script.
    """
    shown = [replace(lane, sliders=(), actions=()) for lane in lanes]
    content = {
        "text": b64encode(document_bytes(document)).decode(),
        "tokens": b64encode(token_bytes(document)).decode(),
        "view": view_data(document, shown, evidence, height=height),
        "rendered": {lane.key: _renderings(lane) for lane in lanes},
    }
    return _PAGE.format(
        policy=_POLICY,
        title=html.escape(f"Chunk boundaries · {document.title or document.name}"),
        light=_variables("light"),
        dark=_variables("dark"),
        code=bundle().replace("export default function (component)", "function carrier(component)"),
        content=json.dumps(content, ensure_ascii=False).replace("<", "\\u003c"),
        start=_START.read_text("utf-8"),
    )


def _renderings(lane: Lane) -> dict[int, str]:
    """What is embedded of the chunks whose text is no slice of the source, by index."""
    return {chunk.chunk_index: displayable(chunk.text) for chunk in lane.chunking.chunks if chunk.rendered}


def _variables(theme: str) -> str:
    return " ".join(
        f"--st-{name}: {st.get_option(f'theme.{theme}.{option}')};" for name, option in _COLOURS.items()
    )
