"""The view as one file that opens in any browser, without a network: the same code, text and chunks inside."""

from __future__ import annotations

import html
import json
from base64 import b64encode
from collections.abc import Sequence
from dataclasses import replace

import streamlit as st

from chunkers import Document
from pages.components.boundary_view.bundle import bundle
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
</style>
</head>
<body>
<h1>{title}</h1>
<main id="view"></main>
<script type="module">
{code}
const bytes = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
const root = document.getElementById("view");
carrier({{ data: bytes("{text}"), parentElement: root }});
host.takeTokens(bytes("{tokens}"));
// Nobody listens: what is selected stays in the picture.
const deaf = () => {{}};
host.update({{ data: {data}, parentElement: root, setStateValue: deaf, setTriggerValue: deaf }});
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
    data = json.dumps(view_data(document, shown, evidence, height=height), ensure_ascii=False)
    return _PAGE.format(
        policy=_POLICY,
        title=html.escape(f"Chunk boundaries · {document.title or document.name}"),
        light=_variables("light"),
        dark=_variables("dark"),
        code=bundle().replace("export default function (component)", "function carrier(component)"),
        text=b64encode(document_bytes(document)).decode(),
        tokens=b64encode(token_bytes(document)).decode(),
        data=data.replace("<", "\\u003c"),
    )


def _variables(theme: str) -> str:
    return " ".join(
        f"--st-{name}: {st.get_option(f'theme.{theme}.{option}')};" for name, option in _COLOURS.items()
    )
