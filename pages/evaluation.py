"""Evaluation: Hit@k of each strategy under its ceiling, and why each question was missed."""

from dataclasses import replace

import pandas as pd
import streamlit as st

from chunkers.evaluation import explain
from pages.components.bound import bound
from pages.components.charts import hit_chart
from pages.components.experiment import evaluate_lanes, set_up
from pages.components.question_table import question_table
from pages.components.rank_matrix import rank_matrix
from pages.components.startup import within_app
from pages.components.texts import plain, source_text

_KS = [1, 2, 3, 5, 10, 20]

within_app("evaluation")
st.title("Is the answer found?", anchor=False)
experiment = set_up()
chosen_ks = bound(st.pills, 
    "k", _KS, selection_mode="multi", default=[1, 3, 5], key="k", 
    help="A hit: the whole evidence is in one of the first k chunks.",
)  # fmt: skip
results, editor = st.container(), st.container()
with editor:
    st.header("The question set", anchor=False)
    experiment = replace(experiment, questions=question_table(experiment.document))
scored = [question for question in experiment.questions if question.has_gold]

with results:
    if not scored:
        st.info(
            "This document has no questions yet: write some below, or upload a set.", icon=":material/quiz:"
        )
    elif not experiment.model.ready:
        st.info(plain(experiment.model.waiting), icon=":material/hourglass_top:")
    elif experiment.ready_lanes:
        lanes = experiment.ready_lanes
        evaluations = evaluate_lanes(experiment, tuple(sorted(chosen_ks or [3])))
        st.header(f"Hit@k under the ceiling, {len(scored)} question{'s' * (len(scored) != 1)}", anchor=False)
        hit_chart(lanes, evaluations)
        table = [
            {
                "lane": lane.setting.name,
                "chunks": len(lane.chunking.chunks),
                "ceiling": evaluations[lane.key].ceiling,
                **{f"Hit@{k}": share for k, share in evaluations[lane.key].hit.items()},
                "MRR": evaluations[lane.key].mrr,
                **evaluations[lane.key].verdicts,
            }
            for lane in lanes
        ]
        shares = ["ceiling", *(f"Hit@{k}" for k in evaluations[lanes[0].key].ks)]
        st.dataframe(
            pd.DataFrame(table),
            hide_index=True,
            column_config={
                **{name: st.column_config.NumberColumn(format="percent") for name in shares},
                "MRR": st.column_config.NumberColumn(
                    format="%.3f", help="Mean reciprocal rank over all chunks"
                ),
            },
        )
        st.header("Every question", anchor=False)
        chosen = rank_matrix(lanes, evaluations)
        for lane in lanes if chosen else ():
            outcome = next(one for one in evaluations[lane.key].outcomes if one.question.id == chosen)
            with st.container(border=True):
                st.markdown(f"**{plain(lane.setting.name)}**: {plain(explain(outcome, experiment.document))}")
                if outcome.cuts:
                    cut = outcome.cuts[0]
                    source_text(experiment.document.text, cut.span, [cut.span], cut.boundaries)
                elif outcome.places:
                    source_text(experiment.document.text, outcome.places[0], outcome.places, ())
