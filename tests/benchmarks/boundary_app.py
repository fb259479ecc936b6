"""The page that `boundary_view.py` measures: a text of any size in one to four lanes, a slider and a button.

Query parameters: `kb`, the size of the text; `lanes`, one to four; `size`, the chunk size at first; `problems`, 1
to find and send what is wrong with each cut.
"""

import gc
import time

import streamlit as st

from chunkers import Document, split
from chunkers.evaluation.problems import problems
from pages.components.boundary_view import Lane, boundary_view
from tests.benchmarks.texts import text_of

STRATEGIES = {"fixed": {}, "recursive": {}, "markdown": {}, "overlap": {"overlap": 20}}


@st.cache_resource(max_entries=4)
def document_of(size: int) -> Document:
    """The text, read once: a process that serves people has read it too when they move a slider."""
    return Document(text_of("md", size)[:size])


@st.cache_resource
def freeze() -> None:
    """As the app does after its imports: Streamlit collects all garbage after every run."""
    gc.collect()
    gc.freeze()


def main() -> None:
    st.set_page_config(layout="wide")
    freeze()
    asked = st.query_params
    document = document_of(int(asked.get("kb", 20)) * 1000)
    size = st.slider("Chunk size", 20, 1000, int(asked.get("size", 500)), 1)
    st.button("Run again")
    started = time.perf_counter()
    cuts = {
        name: split(document, name, chunk_size=size, **parameters)
        for name, parameters in list(STRATEGIES.items())[: int(asked.get("lanes", 4))]
    }
    spent = time.perf_counter() - started
    lanes = [
        Lane(name, name, f"{size}", cut, problems(cut) if asked.get("problems") else ())
        for name, cut in cuts.items()
    ]
    boundary_view(document, lanes, height=560)
    st.text(f"Cutting took {1000 * spent:.0f} ms")


if __name__ == "__main__":
    main()
