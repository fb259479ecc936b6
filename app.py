"""Chunkscope: page setup and navigation, nothing else."""

from pathlib import Path

import streamlit as st

from pages.components.startup import start

st.set_page_config(
    page_title="Chunkscope",
    page_icon=str(Path(__file__).parent / "pages/components/icon.svg"),
    layout="wide",
    # Room for the name of the longest sample.
    initial_sidebar_state=320,
)
start()
st.navigation(
    [
        st.Page("pages/boundaries.py", title="Boundaries", icon=":material/content_cut:", default=True),
        st.Page("pages/retrieval.py", title="Retrieval", icon=":material/search:"),
        st.Page("pages/evaluation.py", title="Evaluation", icon=":material/monitoring:"),
        st.Page("pages/strategies.py", title="Strategies", icon=":material/menu_book:"),
    ]
).run()
