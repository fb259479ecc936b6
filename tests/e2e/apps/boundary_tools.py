"""The boundary view with everything a caller can give it: problems, sliders, lane actions, parents, pages."""

from dataclasses import dataclass

import streamlit as st

from chunkers import Document, Span, split
from chunkers.document import Page
from pages.components.boundary_view import ACTIONS, Evidence, Lane, Slider, boundary_view

SECTION = (
    "## Leave {0}\n\n"
    "Leave is asked for in writing 😀, two weeks before it begins. İstanbul and STRASSE, 請假應於十個工作日前送出。 "
    "<script>window.hacked = 1</script><style>*{{display:none}}</style> ![x](https://example.invalid/x.png) "
    "\u202eturned\u202c. Whoever is ill says so on the first day, before nine; a note follows within three days.\n\n"
)
TEXT = "# Handbook\n\n" + "".join(SECTION.format(number) for number in range(1, 41))
MIDDLE = len(TEXT) // 2


@dataclass(frozen=True)
class Fault:
    """The shape of a problem, without the package that finds them."""

    kind: str
    span: Span
    chunk_index: int | None
    detail: str


def faults(chunks: list) -> list[Fault]:
    """Every fifth chunk is said to be too small, and every tenth to cut a sentence."""
    small = [Fault("far too small", one.span, one.chunk_index, "3 <b>") for one in chunks[4::5]]
    cut = [
        Fault("cut sentence", Span(one.char_end - 4, one.char_end + 4), one.chunk_index, "")
        for one in chunks[9:-1:10]
    ]
    return small + cut


def answers() -> list[Evidence]:
    """The note of every tenth section: with its number, where a fixed cut may fall."""
    found = []
    for number in range(1, 41, 8):
        start = TEXT.index("Whoever", TEXT.index(f"## Leave {number}\n"))
        found.append(Evidence(f"q{number}", f"Who is ill, {number}?", Span(start, start + 90)))
    return found


def main() -> None:
    st.set_page_config(layout="wide")
    state = st.session_state
    state.setdefault("size", 120)
    state.setdefault("child", 60)
    state.setdefault("told", [])
    document = Document(TEXT, pages=(Page(1, Span(0, MIDDLE)), Page(2, Span(MIDDLE, len(TEXT)))))
    cuts = {
        "fixed": split(document, "fixed", chunk_size=state.size),
        "parents": split(document, "parent_child", child_size=state.child, parent_size=400, overlap=0),
        "markdown": split(document, "markdown", chunk_size=state.size),
        "overlap": split(document, "overlap", chunk_size=state.size, overlap=30),
    }
    size = Slider("size", "Size", 40, 400, 10, state.size)
    child = Slider("child", "Children", 20, 200, 20, state.child)
    lanes = [
        Lane(
            key,
            key.title(),
            f"{state.size} characters",
            chunking,
            faults(chunking.chunks),
            [child] if key == "parents" else [size],
            ACTIONS if key == "fixed" else ("remove",),
        )
        for key, chunking in cuts.items()
        if key not in state.get("gone", ())
    ]

    def act(lane: str, action: str) -> None:
        state.told.append(f"{action} {lane}")
        if action == "remove":
            state.gone = {*state.get("gone", ()), lane}

    def slide(key: str, value: float) -> None:
        state[key] = value
        state.told.append(f"{key} {value}")

    def answer(span: Span) -> None:
        state.told.append(f"answer {span.start} {span.end} {ascii(span.of(TEXT))}")

    selection = boundary_view(
        document, lanes, answers(), on_answer=answer, on_lane_action=act, on_slide=slide, height=520
    )
    st.text(f"Selected: {selection.lane} {selection.index}" if selection else "Selected: nothing")
    st.text("Told: " + "; ".join(state.told))


if __name__ == "__main__":
    main()
