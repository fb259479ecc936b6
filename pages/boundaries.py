"""Boundaries: the document cut in several ways, side by side."""

from dataclasses import replace

import streamlit as st

from pages.components.boundary_view import boundary_view
from pages.components.charts import similarity_chart
from pages.components.chunk_table import chunk_table
from pages.components.details import chunk_details
from pages.components.experiment import marks, set_up
from pages.components.exports import exports
from pages.components.lane_controls import arrange
from pages.components.linked import link_selection, linked_place, linked_selection
from pages.components.new_answers import add_answer, new_answer_editor
from pages.components.question_table import question_table
from pages.components.startup import within_app
from pages.components.summary_table import summary_table
from pages.components.view_lanes import slide, view_lanes

within_app("boundaries")
st.title("Where does it cut?", anchor=False)
experiment = set_up()
document, lanes = experiment.document, experiment.ready_lanes
picture, below = st.container(), st.container()

with below:
    with st.expander("The questions: edit, upload, download", icon=":material/quiz:"):
        # Before what depends on them, so that an edit counts at once.
        experiment = replace(experiment, questions=question_table(document))
if not lanes:
    st.stop()

evidence = marks(experiment)
drawn = view_lanes(experiment)
with picture:
    new_answer_editor(document)
    selection = boundary_view(
        document,
        drawn,
        evidence,
        selected=linked_selection(),
        focus=linked_place(drawn),
        on_answer=lambda span: add_answer(document, span),
        on_lane_action=lambda lane, action: arrange(lane, action, experiment.chunk_size),
        on_slide=slide,
        height=620,
    )
    link_selection(selection)
    if selection:
        chunk_details(selection, lanes, [mark.span for mark in evidence])
    else:
        st.caption(
            "Choose a chunk to see the exact text that is embedded, and its record. "
            "Select words to make them the answer of a question."
        )
    for lane in lanes:
        similarities = lane.chunking.similarities
        if similarities and similarities.values:
            st.header(f"Where the topic changes, lane {lane.key.upper()}", anchor=False)
            similarity_chart(lane, similarities, [chunk.char_start for chunk in lane.chunking.chunks])
    st.header("The cuts in numbers", anchor=False)
    summary_table(lanes, experiment.questions)
with below:
    chunk_table(lanes)
    exports(document, lanes, drawn, evidence)
