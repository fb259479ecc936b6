"""Sentences by hand: each row is the list of sentences that must come out of their concatenation."""

from __future__ import annotations

import pytest

from chunkers.sentences import sentence_spans
from chunkers.span import Span


def split(text: str) -> list[str]:
    return [span.of(text) for span in sentence_spans(text)]


SPACED = [
    ["Dr. Smith met Prof. Lee at 9 a.m. today.", "They left."],
    ["We paid Mr. Bean, e.g. in cash, i.e. coins, vs. cards.", "Fine."],
    ["He left at 5 p.m.", "The shop was shut."],
    ["The U.S. President spoke.", "He lives in the U.S.", "He is old."],
    ["J. R. R. Tolkien wrote it.", "I read it."],
    ["She has a Ph.D. in physics.", "We met on Jan. 5 in St. Louis."],
    ["See Fig. 3 and No. 5.", "No.", "I will not."],
    ["Apples, pears, etc. are fruit.", "Acme Inc. announced it."],
    ["I work at Acme Inc.", "The pay is good."],
    ["Smith et al. found it.", "We agree."],
    ["Pi is 3.14 and v1.2.3 is out.", "Host 10.0.0.1 is up."],
    ["Visit https://a.b/c?d=e now.", "Mail me@x.org please.", "Open config.yaml.", "Then run main.py."],
    ["It cost $5.00.", "It was cheap.[1]", "Yes."],
    ["Wait... what?", "Then it ended...", "Nothing."],
    ["He said, “Go now.”", "Then he left.", "(It rained.)", "We ran."],
    ['"Go!" he said.', '"Why?" she asked.'],
    ["Yahoo! is a company.", "Is it?", "Yes!"],
    ["how are you?", "i am fine.", "then it broke."],
    ["**Bold.**", "Next one."],
    ["They won 3-2.", "10 people came."],
    ["Emoji end 😀.", "Next."],
    ["TP. Hồ Chí Minh rất đông.", "GS. Nam đến lúc 9 giờ.", "Đúng vậy!"],
    ["Er kam am 3. Oktober an.", "Es war z.B. kalt."],
    ["¿Cómo estás?", "¡Muy bien!", "El Sr. López llegó."],
    ["M. Dupont est là.", "Où ?", "Ici !"],
    ["Привет.", "Это т.е. пример.", "Да!"],
    ["मैं जाता हूँ।", "वह आता है॥", "हाँ।"],
    ["كيف حالك؟", "أنا بخير۔", "نعم."],
    ["Ես գնում եմ։", "Նա գալիս է։"],
    ["ሰላም ነው።", "ደህና ነኝ።"],
    ["ខ្ញុំទៅ។", "គាត់មក។"],
    ["သွားတယ်။", "လာတယ်။"],
    ["สวัสดีครับ", "วันนี้อากาศดี"],
]
UNSPACED = [
    ["你好。", "我走了！", "真的？", "是的。"],
    ["他说：“走吧。”", "然后离开了。"],
    ["「行け。」", "彼は言った。"],
    ["「行け。」と言った。", "終わり。"],
    ["（下雨了。）", "我们跑了。"],
    ["圆周率是3．14。", "价格是３．５元。"],
    ["我……我不知道。", "好吧。"],
    ["真的吗?", "是的!", "走吧."],
]


@pytest.mark.parametrize("sentences", SPACED, ids=lambda rows: rows[0][:24])
def test_sentences_with_spaces_between(sentences):
    assert split(" ".join(sentences)) == sentences


@pytest.mark.parametrize("sentences", UNSPACED, ids=lambda rows: rows[0])
def test_sentences_without_spaces_between(sentences):
    assert split("".join(sentences)) == sentences


LINES = [
    ["Steps:", "1. Mash the fruit.", "2. Boil it."],
    ["- one", "- two\n  goes on here", "* three"],
    ["a) First point.", "b) Second point."],
    ["一、先洗手。", "二、再吃饭。"],
    ["# Title", "Text below it."],
    ["Guide\n=====", "Text below it."],
    ["| a | b |", "|---|---|", "| c | d |", "After the table."],
    ["Run this:", "```sh", "make all", "```", "and then wait."],
    ["Alice: hi there", "Bob: yes", "小明：你好"],
    ["Getting started", "This line is a good deal longer than the one before it was."],
    ["第一章", "今天天气很好，我们一家人决定一起去城外的公园玩。"],
]


@pytest.mark.parametrize("sentences", LINES, ids=lambda rows: rows[0])
def test_lines_that_stand_for_themselves(sentences):
    assert split("\n".join(sentences)) == sentences


@pytest.mark.parametrize("line_end", ["\r\n", "\r"])
@pytest.mark.parametrize("sentences", LINES, ids=lambda rows: rows[0])
def test_other_line_ends_cut_at_the_same_places(sentences, line_end):
    wanted = [sentence.replace("\n", line_end) for sentence in sentences]
    assert split(line_end.join(wanted)) == wanted


def test_wrapped_prose_is_joined_and_a_blank_line_always_cuts():
    text = "It was a long line that had to be wrapped by Dr.\nSmith, who wrote it\nlong ago. "
    text += "Then\nno more\n\nand so"
    assert split(text) == [
        "It was a long line that had to be wrapped by Dr.\nSmith, who wrote it\nlong ago.",
        "Then\nno more",
        "and so",
    ]


@pytest.mark.parametrize("text", ["Loading... done.", "Next one…… yes", "a......b", "是……的"])
def test_no_cut_inside_an_ellipsis(text):
    assert split(text) == [text]


def test_a_numbered_item_keeps_its_number_on_one_line():
    assert split("1. Mash the fruit. 2. Boil it.") == ["1. Mash the fruit.", "2. Boil it."]


def test_a_combining_mark_after_a_stop_stays_with_it():
    assert split("好。\u0301他") == ["好。\u0301他"]


def test_spans_are_trimmed_offsets_into_the_text():
    assert sentence_spans("  One.\t Two. \n") == [Span(2, 6), Span(8, 12)]


@pytest.mark.parametrize("text", ["", " ", "\n\n\t\u3000\u2028"])
def test_nothing_but_white_space_has_no_sentence(text):
    assert sentence_spans(text) == []
