"""A page with nothing but the boundary view: two lanes, a slider, hostile text, answers, one of them cut."""

import streamlit as st

from chunkers import Document, Span, split
from pages.components.boundary_view import Evidence, Lane, Selection, boundary_view

PARAGRAPH = (
    "Leave is asked for in writing. 請假應於十個工作日前送出 😀🧑‍🚀 and 𝒜𝓑 count as one character each. "
    "<script>window.hacked = 1</script><img src=x onerror='window.hacked = 2'> "
    "![x](https://example.invalid/x.png)\n"
    "\tNghỉ phép được duyệt trong ngày & trả lời ngay.\r\n\n"
)
TEXT = "\ufeff😀 start\n\n" + PARAGRAPH * 40 + "\ud800 the end 𝒵"
#: At 100 characters the lane without overlap cuts the second.
ANSWERS = ("Leave is asked for in writing.", "<script>window.hacked")


def evidence(text: str) -> list[Evidence]:
    """Each answer at the first place where it stands."""
    found = []
    for index, answer in enumerate(ANSWERS):
        start = text.find(answer)
        found.append(Evidence(f"q{index}", f"Question {index} <b>?</b>", Span(start, start + len(answer))))
    return found


def main() -> None:
    st.set_page_config(layout="wide")
    document = Document(TEXT)
    size = st.slider("Chunk size", 40, 200, 100, 20)
    jump = st.toggle("Jump to the end")
    choose = st.toggle("Choose chunk 3")
    lanes = [
        Lane("fixed", "Fixed", f"{size} characters", split(document, "fixed", chunk_size=size)),
        Lane(
            "overlap",
            "Overlap <i>",
            f"{size} characters, overlap 20",
            split(document, "overlap", chunk_size=size, overlap=20),
        ),
    ]
    selection = boundary_view(
        document,
        lanes,
        evidence(TEXT),
        selected=Selection("fixed", 2) if choose else None,
        focus=Span(len(TEXT) - 5, len(TEXT)) if jump else None,
    )
    st.text(f"Selected: {selection.lane} {selection.index}" if selection else "Selected: nothing")


if __name__ == "__main__":
    main()
