"""Choosing what ranks the chunks, and the state of the model that does it."""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st

from chunkers.embedder import Embedder
from chunkers.embedding import CachedEmbedder, Loading, available_models, default_model, preload
from chunkers.retrieval import LEXICAL
from pages.components.bound import bound

_OTHER = "other"
_LABELS = {"bm25": "BM25 (words, no model)", "jaccard": "Jaccard (shared words, no model)"}


@dataclass(frozen=True)
class Model:
    """What ranks: `retriever` is `dense`, `bm25` or `jaccard`; `embedder` is None until it is loaded."""

    retriever: str
    name: str
    embedder: Embedder | None
    #: Why there is no embedder yet, in words.
    waiting: str = ""

    @property
    def ready(self) -> bool:
        """Whether chunks can be ranked now."""
        return self.retriever != "dense" or self.embedder is not None


def choose_model() -> Model:
    """The model chosen in the sidebar, loading in the background where it is not there yet."""
    infos = {info.name: info for info in available_models()}
    with st.sidebar:
        choice = bound(
            st.selectbox,
            "Ranked by",
            [*infos, *LEXICAL, _OTHER],
            list(infos).index(default_model()),
            key="model",
            format_func=lambda name: _label(name, infos),
            help="\n".join(
                [
                    *(f"- {info.label}" for info in infos.values()),
                    "",
                    "Bundled models work without a network. BM25 and Jaccard compare words and need no model.",
                ]
            ),
        )
        if choice in LEXICAL:
            # A semantic cut needs vectors even where words rank.
            return Model(choice, choice, *_state(preload(default_model()), quiet=True))
        if choice == _OTHER:
            return _other()
        info = infos[choice]
        if not info.available:
            st.caption(info.reason)
            allowed = st.session_state.setdefault("downloads", set())
            if st.button("Download it", key="download_model"):
                allowed.add(choice)
            if choice not in allowed:
                return Model("dense", choice, None, f"{choice} is not on this machine.")
            return Model("dense", choice, *_state(preload(choice, allow_download=True)))
        return Model("dense", choice, *_state(preload(choice)))


def _label(name: str, infos: dict) -> str:
    if name in infos:
        return name
    return _LABELS.get(name, "Another model…")


def _other() -> Model:
    name = bound(
        st.text_input,
        "Model name or folder",
        key="model_name",
        placeholder="BAAI/bge-small-en-v1.5",
        help="A sentence-transformers name, or a folder on this machine. Code inside a model is never run.",
    ).strip()
    download = bound(
        st.toggle,
        "May be downloaded",
        False,
        key="model_download",
    )
    if not name:
        return Model("dense", "", None, "Type the name of a model or a folder.")
    if not st.button("Load", key="load_model") and st.session_state.get("loaded_model") != (name, download):
        return Model("dense", name, None, "Press Load to load this model.")
    st.session_state["loaded_model"] = (name, download)
    return Model("dense", name, *_state(preload(name, allow_download=download)))


def _state(loading: Loading, quiet: bool = False) -> tuple[Embedder | None, str]:
    """The embedder, or what is in its way; shown in the sidebar unless `quiet`."""
    if loading.state == "ready":
        if not quiet:
            st.caption(":material/check_circle: Model ready")
        return CachedEmbedder(loading.embedder()), ""
    if loading.state == "failed":
        if not quiet:
            st.error("The model could not be loaded.", icon=":material/error:")
            st.text(str(loading.error))
            if st.button("Try again", key="retry_model"):
                preload(loading.name, again=True)
                st.rerun()
        return None, f"The model could not be loaded: {loading.error}"
    _watch(loading, quiet)
    return None, "The model is loading in the background; this fills in by itself when it is ready."


@st.fragment(run_every=1.0)
def _watch(loading: Loading, quiet: bool) -> None:
    """Say how long the loading takes, and run the page again when it ends."""
    if loading.state in ("ready", "failed"):
        st.rerun()
    if not quiet:
        st.caption(f":material/hourglass_top: Loading the model… {loading.seconds:.0f} s")
