"""Boundaries: the document cut in several ways, side by side."""

import pandas as pd
import streamlit as st

from chunkers.evaluation import summarise
from chunkers.evaluation.reachable import reachable
from pages.components.boundary_view import Lane, boundary_view
from pages.components.charts import similarity_chart
from pages.components.details import chunk_details
from pages.components.experiment import marks, set_up
from pages.components.startup import within_app

within_app("boundaries")
st.title("Where does it cut?", anchor=False)
experiment = set_up()
lanes = experiment.ready_lanes
evidence = marks(experiment)

if not lanes:
    st.stop()

selection = boundary_view(
    experiment.document,
    [Lane(lane.key, lane.setting.label, lane.setting.detail, lane.chunking) for lane in lanes],
    evidence,
    # Low enough that what a click shows below it is in sight.
    height=460,
)
if selection:
    chunk_details(selection, lanes, [mark.span for mark in evidence])
else:
    st.caption("Choose a chunk to see the exact text that is embedded, and its record.")

for lane in lanes:
    similarities = lane.chunking.similarities
    if similarities and similarities.values:
        st.subheader(f"Where the topic changes, lane {lane.key.upper()}", anchor=False)
        similarity_chart(lane, similarities, [chunk.char_start for chunk in lane.chunking.chunks])

asked = [question for question in experiment.questions if question.has_gold]
rows = []
for lane in lanes:
    summary = summarise(lane.chunking)
    whole = sum(reachable(lane.chunking, asked))
    rows.append(
        {
            "lane": lane.setting.name,
            "chunks": summary.count,
            "mean": summary.mean,
            "shortest": summary.minimum,
            "longest": summary.maximum,
            "unit": lane.setting.values["unit"],
            "overlap asked": summary.overlap_asked,
            "overlap got": summary.overlap_got,
            "coverage": summary.coverage,
            "cut sentences": summary.cut_sentences,
            "whole answers": f"{whole} of {len(asked)}" if asked else "no questions",
        }
    )
st.subheader("The cuts in numbers", anchor=False)
st.dataframe(
    pd.DataFrame(rows),
    hide_index=True,
    column_config={
        "mean": st.column_config.NumberColumn(
            format="%.1f", help="On the text that is embedded, context included"
        ),
        "overlap got": st.column_config.NumberColumn(format="%.1f", help="Mean over the boundaries"),
        "coverage": st.column_config.NumberColumn(
            format="percent", help="Share of the visible characters that are in a chunk or in its context"
        ),
        "cut sentences": st.column_config.NumberColumn(help="Sentences that are whole in no chunk"),
        "whole answers": st.column_config.TextColumn(
            help="Questions of the set whose evidence is whole in a chunk: the ceiling"
        ),
    },
)
