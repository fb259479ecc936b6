"""The sample documents and what the app knows of them beyond their text."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import streamlit as st

from chunkers import Document
from chunkers.evaluation import Question, load_questions
from chunkers.loaders import load_document

FOLDER = Path(__file__).parents[2] / "sample_docs"


@dataclass(frozen=True)
class Sample:
    """A sample: its file and questions, its name for people, the chunk size (characters) that shows it best."""

    file: str
    questions: str
    label: str
    chunk_size: int


SAMPLES = {
    sample.file: sample
    for sample in (
        Sample("handbook.zh-TW.md", "handbook.zh-TW.questions.json", "Employee handbook · 繁體中文", 100),
        Sample("policy.vi.md", "policy.vi.questions.json", "Refund and rate-limit policy · Tiếng Việt", 300),
        Sample(
            "engineering_handbook.en.md",
            "engineering_handbook.en.questions.json",
            "Engineering handbook · English",
            400,
        ),
        Sample(
            "support_chat.en.txt",
            "support_chat.en.questions.json",
            "Team chat without headings · English",
            400,
        ),
    )
}


@st.cache_resource
def sample_document(file: str) -> Document:
    """The document of a sample, under its file name."""
    document = load_document(FOLDER / file)
    return Document(
        document.text, name=file, source_type=document.source_type, source_uri=f"sample_docs/{file}"
    )


@st.cache_resource
def sample_questions(file: str) -> tuple[Question, ...]:
    """The question set beside a sample."""
    return tuple(load_questions(FOLDER / SAMPLES[file].questions).questions)
