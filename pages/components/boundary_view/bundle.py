"""The JavaScript of the view: its modules as one, for Streamlit and for the file that opens offline."""

from __future__ import annotations

import json
import re
from pathlib import Path

_FOLDER = Path(__file__).parent
#: In the order of their imports; the last one exports the function that Streamlit calls.
MODULES = (
    "codes.js",
    "text.js",
    "lanes.js",
    "rows.js",
    "paint.js",
    "ranges.js",
    "regions.js",
    "popup.js",
    "tooltip.js",
    "select.js",
    "slides.js",
    "minimap.js",
    "search.js",
    "places.js",
    "jumps.js",
    "picking.js",
    "keyboard.js",
    "header.js",
    "toolbar.js",
    "scrolling.js",
    "view.js",
    "host.js",
)
_IMPORT = re.compile(r"^import [^;]*;\n", re.MULTILINE)
_EXPORT = re.compile(r"^export (?:class|const|function) (\w+)", re.MULTILINE)


def bundle() -> str:
    """The JavaScript modules as one: Streamlit takes a single inline module, which can import nothing.

    Each keeps a scope of its own, so that only the names it exports must differ from those of the others.
    """
    style = json.dumps((_FOLDER / "view.css").read_text("utf-8"))
    parts = [f"const STYLE = {style};\n"]
    for name in MODULES:
        source = _IMPORT.sub("", (_FOLDER / name).read_text("utf-8"))
        names = ", ".join(_EXPORT.findall(source))
        if names:
            inner = source.replace("\nexport ", "\n")
            source = f"const {{ {names} }} = (() => {{\n{inner}\nreturn {{ {names} }};\n}})();\n"
        parts.append(source)
    return "\n".join(parts)
