"""A document of one's own: uploaded in any encoding, pasted, refused with a reason."""

from __future__ import annotations

from collections.abc import Callable

import pytest

CHINESE = "# 員工手冊\n\n請假三天以內，應於兩個工作日前在人事系統送出假單，主管須在一個工作日內回覆。\n" * 4
VIETNAMESE = (
    "# Chính sách\n\nNhân viên được nghỉ phép mười hai ngày mỗi năm và phải báo trước hai tuần.\n" * 4
)
PLAIN = "# Leave\n\nTwelve days a year. Ask two weeks before.\n\n# Pay\n\nOn the last day of the month.\n"


def vietnamese_bytes(text: str) -> bytes:
    """Windows-1258 has tone marks apart from their letters, and its codec does not part them."""
    import unicodedata

    tones = "\u0300\u0301\u0303\u0309\u0323"
    parted = []
    for letter in unicodedata.normalize("NFC", text):
        apart = unicodedata.normalize("NFD", letter)
        tone = "".join(mark for mark in apart if mark in tones)
        rest = unicodedata.normalize("NFC", "".join(mark for mark in apart if mark not in tones))
        parted.append(rest + tone)
    return "".join(parted).encode("cp1258")


@pytest.mark.parametrize(
    ("data", "text", "encoding"),
    [
        (CHINESE.encode("big5"), CHINESE, "big5"),
        (CHINESE.encode("gb18030"), CHINESE, "gb18030"),
        (CHINESE.encode("utf-16"), CHINESE, "utf-16-le"),
        (CHINESE.encode("utf-16-be"), CHINESE, "utf-16-be"),
        (b"\xef\xbb\xbf" + CHINESE.encode(), CHINESE, "utf-8"),
        (vietnamese_bytes(VIETNAMESE), VIETNAMESE, "windows-1258"),
    ],
    ids=["big5", "gb18030", "utf-16", "utf-16-be", "utf-8-sig", "windows-1258"],
)
def test_an_upload_becomes_the_document(app: Callable, data: bytes, text: str, encoding: str) -> None:
    opened = app().upload("upload", "mine.md", data)
    assert opened.selectbox(key="document").value == "mine.md"
    assert opened.view_text.endswith(text)
    assert any(f"Read as {encoding}" in one for one in opened.messages)
    assert not opened.error


@pytest.mark.parametrize(
    "data",
    [b"%PDF-1.7\n\x00\x01", b"PK\x03\x04rest", b"\x89PNG\r\n\x1a\n", bytes(range(256)) * 4, b"\x00\x01\x02"],
    ids=["pdf", "zip", "png", "every byte", "zeros"],
)
def test_a_file_that_is_no_text_is_refused_and_the_document_stays(app: Callable, data: bytes) -> None:
    opened = app(document="Refund and rate-limit policy · Tiếng Việt")
    before = opened.counts
    opened.upload("upload", "mine.md", data)
    assert len(opened.error) == 1
    assert opened.selectbox(key="document").value == "policy.vi.md"
    assert opened.counts == before


def test_a_bad_file_after_a_good_one_leaves_the_good_one(app: Callable) -> None:
    opened = app().upload("upload", "mine.md", PLAIN.encode()).upload("upload", "worse.md", b"%PDF-1.7")
    assert len(opened.error) == 1
    assert opened.selectbox(key="document").value == "mine.md"
    assert opened.view_text.endswith(PLAIN)


def test_the_encoding_can_be_chosen_over_the_detection(app: Callable) -> None:
    opened = app().upload("upload", "mine.txt", CHINESE.encode("big5"))
    opened.set("selectbox", "upload_encoding", "utf-8")
    assert any("utf" in one.value for one in opened.error)
    assert opened.view_text.endswith(CHINESE)
    opened.set("selectbox", "upload_encoding", "big5")
    assert not opened.error
    assert opened.view_text.endswith(CHINESE)


@pytest.mark.parametrize("name", ["mine.md", "handbook.zh-TW.md"])
def test_another_document_can_be_chosen_while_a_file_is_uploaded(app: Callable, name: str) -> None:
    """A file may also have the name of a sample."""
    opened = app().upload("upload", name, PLAIN.encode())
    assert opened.view_text.endswith(PLAIN)
    opened.set("selectbox", "document", "policy.vi.md")
    assert opened.selectbox(key="document").value == "policy.vi.md"
    opened.set("selectbox", "document", "handbook.zh-TW.md")
    assert "員工手冊" in opened.view_text
    opened.run()
    assert opened.selectbox(key="document").value == "handbook.zh-TW.md"


def test_a_file_that_was_changed_replaces_the_older_one(app: Callable) -> None:
    opened = (
        app().upload("upload", "mine.md", PLAIN.encode()).upload("upload", "mine.md", b"# Other\n\nText.\n")
    )
    assert opened.view_text.endswith("# Other\n\nText.\n")
    assert opened.selectbox(key="document").options.count("mine.md") == 1


def test_a_file_without_text_is_refused(app: Callable) -> None:
    opened = app()
    for data in (b"", b" \n\n\t", b"\xef\xbb\xbf"):
        opened.upload("upload", "mine.md", data)
        assert any("no text" in one.value for one in opened.error)
        assert opened.selectbox(key="document").value == "handbook.zh-TW.md"


def paste(opened: object, text: str) -> object:
    opened.text_area(key="pasted").set_value(text)
    opened.button(key="use_pasted").click()
    return opened.run()


def test_a_paste_becomes_the_document(app: Callable) -> None:
    opened = paste(app(), PLAIN)
    assert opened.view_text.endswith(PLAIN)
    assert opened.selectbox(key="document").value == "pasted.md"
    assert all(count >= 1 for count in opened.counts)


def test_a_second_paste_replaces_the_first(app: Callable) -> None:
    opened = paste(paste(app(), PLAIN), "Only this.")
    assert opened.view_text.endswith("Only this.")
    assert opened.counts == [1, 1]


@pytest.mark.parametrize("text", ["", "   \n\t\n"])
def test_an_empty_paste_is_refused(app: Callable, text: str) -> None:
    opened = paste(app(), text)
    assert any("no text" in one.value for one in opened.error)
    assert opened.selectbox(key="document").value == "handbook.zh-TW.md"


@pytest.mark.parametrize(
    "text", ["a", "字", "👩‍👩‍👧‍👦", "e\u0301" * 30, "# Only a heading", "|a|b|\n|-|-|", "---\na: 1\n"]
)
def test_small_and_odd_texts_show(app: Callable, loading: object, text: str) -> None:
    loading.state = "ready"
    opened = paste(app(lanes="4", d__strategy="Semantic"), text)
    assert opened.selectbox(key="document").value == "pasted.md"
    assert all(count >= 1 for count in opened.counts)
    for page in ("retrieval", "evaluation"):
        opened.to(page, document="pasted.md", lanes="4", d__strategy="Semantic")


def test_a_document_without_questions_says_so(app: Callable) -> None:
    opened = paste(app(), PLAIN)
    assert opened.dataframe[0].value["whole answers"].tolist() == ["no questions"] * 2
    opened = opened.to("evaluation", document="pasted.md")
    assert any("no questions yet" in one.value for one in opened.info)


def test_the_document_of_ones_own_is_on_every_page(app: Callable) -> None:
    opened = paste(app(), PLAIN)
    for page in ("retrieval", "evaluation", "boundaries"):
        opened = opened.to(page, document="pasted.md")
        assert opened.selectbox(key="document").value == "pasted.md"
