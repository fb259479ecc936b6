"""Retrieval: one question, the ranked chunks of each strategy side by side."""

import streamlit as st

from chunkers.evaluation import evaluate, explain
from pages.components.bound import bound
from pages.components.experiment import lane_retriever, set_up
from pages.components.startup import within_app
from pages.components.texts import chunk_text, place_strip, plain

_OWN = "own question"

within_app("retrieval")
st.title("What comes back?", anchor=False)
experiment = set_up()
questions = {question.id: question for question in experiment.questions if question.has_gold}

chosen = bound(
    st.selectbox,
    "Question",
    [*questions, _OWN],
    format_func=lambda one: questions[one].query if one in questions else "Ask a question of your own…",
    key="question",
)
question = questions.get(chosen)
if question:
    query = question.query
else:
    query = bound(
        st.text_input,
        "Your question",
        key="own_question",
    )
count = bound(
    st.slider,
    "Results per strategy",
    1,
    20,
    5,
    key="results",
)

if not experiment.model.ready:
    st.info(plain(experiment.model.waiting), icon=":material/hourglass_top:")
    st.stop()
if not query.strip():
    st.caption("Type a question to rank the chunks.")
    st.stop()

lanes = experiment.ready_lanes
retrievers = [lane_retriever(lane, experiment.model) for lane in lanes]
for lane, column, retriever in zip(lanes, st.columns(max(len(lanes), 1), gap="medium"), retrievers):
    with column:
        st.header(f"{lane.key.upper()} · {lane.setting.label}", anchor=False)
        st.caption(lane.setting.detail)
        chunks = lane.chunking.chunks
        holders: tuple[int, ...] = ()
        spans = ()
        if question:
            outcome = evaluate(lane.chunking, [question], retriever, (count,)).outcomes[0]
            holders, spans = outcome.holders, outcome.places
            if outcome.verdict == "hit":
                st.success(f"Whole evidence at rank {outcome.rank}", icon=":material/check_circle:")
            elif outcome.verdict == "ranked":
                st.warning(f"Whole evidence only at rank {outcome.rank}", icon=":material/low_priority:")
            else:
                st.error(plain(explain(outcome, experiment.document)), icon=":material/content_cut:")
        found = retriever.search([query], count) if chunks else None
        if found is None:
            st.caption("No chunks.")
            continue
        for rank, (index, score) in enumerate(zip(found.indices[0].tolist(), found.scores[0].tolist()), 1):
            chunk = chunks[index]
            with st.container(border=True):
                held = " · :green[:material/check_circle: holds the evidence]" if index in holders else ""
                st.markdown(f"**{rank}.** score {score:.3f} · chunk {index + 1} of {len(chunks)}{held}")
                place_strip(chunk)
                if chunk.heading_path:
                    st.text(" > ".join(chunk.heading_path))
                chunk_text(chunk, spans)
