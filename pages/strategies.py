"""Strategies: one page each, made from its declarations: how it cuts, when to use it, what it costs, its source."""

import streamlit as st

from chunkers import STRATEGIES
from chunkers.docs import python_call, sample_cut, shell_call, svg
from chunkers.docs.facts import STAND_IN
from pages.components.bound import bound
from pages.components.boundary_view import Lane, boundary_view
from pages.components.lane_controls import open_in_lane
from pages.components.lanes import LaneSetting
from pages.components.startup import within_app
from pages.components.strategy_page import embedded_texts, parameter_table, sample_controls
from pages.components.texts import plain

within_app("strategies")
st.title("How does it cut?", anchor=False)
name = bound(
    st.pills,
    "Strategy",
    list(STRATEGIES),
    default=next(iter(STRATEGIES)),
    required=True,
    format_func=lambda one: STRATEGIES[one].label,
    key="strategy",
)
strategy = STRATEGIES[name]
about = strategy.about

with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
    st.header(plain(strategy.label), anchor=False, width="content")
    if st.button("Try it on your document", icon=":material/content_cut:", key="try_it"):
        open_in_lane("a", name)
        # Named, so that Streamlit does not try to clear those that this page's widgets are bound to.
        st.switch_page("pages/boundaries.py", query_params={"a.strategy": strategy.label})
st.markdown(plain(strategy.summary))
if about.how:
    st.markdown(plain(about.how))

settings = sample_controls(strategy)
try:
    cut = sample_cut(strategy, settings)
except ValueError as error:
    cut = None
    st.info(plain(str(error)), icon=":material/info:")
if cut:
    if about.sample.shows:
        st.markdown(plain(about.sample.shows))
    picture, texts = st.columns([3, 2], gap="medium")
    with picture:
        lane = Lane("a", strategy.label, LaneSetting("a", name, cut.parameters).detail, cut)
        selection = boundary_view(cut.document, [lane], height=640, key=f"sample_view.{name}")
        if cut.strategy.needs_embedder:
            st.caption(STAND_IN)
        st.download_button(
            "Picture (SVG)",
            svg(cut, f"{strategy.label}: how it cuts a small text"),
            f"{name}.svg",
            "image/svg+xml",
            icon=":material/download:",
            on_click="ignore",
        )
    with texts:
        st.caption("What is embedded, chunk by chunk; what was added in front is in italics.")
        embedded_texts(cut, selection)

for column, title, text in zip(
    st.columns(3, gap="medium"),
    ("When to use it", "When not", "What it costs"),
    (strategy.when, about.when_not, about.cost),
):
    if text:
        with column:
            st.header(title, anchor=False)
            st.markdown(plain(text))

st.header("Parameters", anchor=False)
parameter_table(strategy)

st.header("How to call it", anchor=False)
st.code(python_call(strategy), language="python")
if strategy.uses_embedder:
    st.caption("Left out, the embedder is the bundled model, loaded once.")
st.code(shell_call(strategy), language="bash", wrap_lines=True)

if about.sources:
    st.header("Source", anchor=False)
    st.markdown("\n".join(f"- [{plain(one.title)}]({one.url})" for one in about.sources))
