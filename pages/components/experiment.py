"""One run of a page: the document, the lanes and their cuts, the questions and the model."""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st

from chunkers import Document
from chunkers.evaluation import Evaluation, Question, evaluate, find_evidence
from chunkers.retrieval import Retriever, make_retriever
from pages.components.boundary_view import Evidence
from pages.components.documents import choose_document, document_questions
from pages.components.lane_controls import lane_controls
from pages.components.lanes import CutLane, cut_lanes
from pages.components.models import Model, choose_model
from pages.components.texts import plain


@dataclass(frozen=True)
class Experiment:
    """What the person has set up."""

    document: Document
    questions: tuple[Question, ...]
    model: Model
    lanes: list[CutLane]
    #: Characters: the size that shows this document best.
    chunk_size: int

    @property
    def ready_lanes(self) -> list[CutLane]:
        """The lanes that have a cut."""
        return [lane for lane in self.lanes if lane.chunking]


def set_up() -> Experiment:
    """Draw the controls and read them."""
    choice = choose_document()
    model = choose_model()
    settings = lane_controls(choice.chunk_size)
    lanes = cut_lanes(choice.document, settings, model.embedder, model.waiting)
    for lane in lanes:
        if lane.problem:
            st.info(
                plain(f"Lane {lane.key.upper()}, {lane.setting.label}: {lane.problem}"),
                icon=":material/info:",
            )
    return Experiment(choice.document, document_questions(choice.document), model, lanes, choice.chunk_size)


@st.cache_data(max_entries=32, show_spinner=False)
def evidence_marks(
    _document: Document, key: tuple[str, str], questions: tuple[Question, ...]
) -> list[Evidence]:
    """Where the answers are in the document, for the view; `key` stands for the document."""
    return [
        Evidence(question.id, question.query, span)
        for question in questions
        for span in find_evidence(_document, question).spans
    ]


def marks(experiment: Experiment) -> list[Evidence]:
    """The evidence of the experiment's questions that names a text, not only a section."""
    document = experiment.document
    asked = tuple(question for question in experiment.questions if question.has_text_gold)
    return evidence_marks(document, (document.name, document.version), asked)


def lane_retriever(lane: CutLane, model: Model) -> Retriever:
    """The retriever over a lane's chunks; new texts are embedded now, with a progress bar."""
    chunking = lane.chunking
    if model.retriever == "dense":
        _embed(lane, model)
    document, version = chunking.document, chunking.strategy.chunking_version
    key = (document.name, document.version, lane.setting.strategy, version, model.retriever, model.name)
    return _retriever(lane, model, key)


def _embed(lane: CutLane, model: Model) -> None:
    """Fill the vector cache in sight; what was made stays even if the person moves on."""
    texts = [chunk.text for chunk in lane.chunking.chunks]
    if not model.embedder.missing(texts):
        return
    bar = st.progress(0.0, f"Embedding new chunks of lane {lane.key.upper()}")

    def show(done: int, total: int) -> None:
        bar.progress(
            done / max(total, 1), f"Embedding new chunks of lane {lane.key.upper()}: {done} of {total}"
        )

    model.embedder.encode_passages(texts, progress=show)
    bar.empty()


@st.cache_resource(max_entries=32, show_spinner=False)
def _retriever(_lane: CutLane, _model: Model, key: tuple[str, ...]) -> Retriever:
    return make_retriever(_model.retriever, _lane.chunking.chunks, _model.embedder)


def evaluate_lanes(experiment: Experiment, ks: tuple[int, ...]) -> dict[str, Evaluation]:
    """The evaluation of each lane that has a cut, by lane key."""
    found = {}
    for lane in experiment.ready_lanes:
        retriever = lane_retriever(lane, experiment.model)
        found[lane.key] = evaluate(lane.chunking, experiment.questions, retriever, ks)
    return found
