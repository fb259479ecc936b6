"""What happens once per process, before the first page: no page waits for a model."""

import gc
import runpy
from pathlib import Path

import streamlit as st
from streamlit.runtime.pages_manager import PagesManager

from chunkers.embedding import default_model, preload

#: The text belongs above the fold: Streamlit leaves six rem free above a page. Its captions are too faint to
#: read on white (under 4.5 to 1, WCAG 2.2, 1.4.3).
_STYLE = """<style>
.stMainBlockContainer { padding-top: 2.6rem; }
.stMainBlockContainer [data-testid="stCaptionContainer"] { opacity: 0.8; }
</style>"""
_APP = Path(__file__).parents[2] / "app.py"


@st.cache_resource
def start() -> None:
    """Begin to load the default model in the background, and keep what is imported out of collections.

    Streamlit runs a full garbage collection after every run; over all imported modules that is slow.
    """
    preload(default_model())
    gc.collect()
    gc.freeze()


def within_app(page: str) -> None:
    """Make sure that a page runs inside `app.py`.

    A link straight to a page, as the very first request to a server, makes Streamlit take `pages/` in its
    older way and run the file alone, without the page setup and the navigation. Then run the app instead,
    which finds the page by the same link.
    """
    if PagesManager.uses_pages_directory:
        runpy.run_path(str(_APP), run_name="__main__")
        st.stop()
    st.session_state["page"] = page
    st.html(_STYLE)
