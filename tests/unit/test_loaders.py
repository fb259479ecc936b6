"""Loaders: what bytes become, and what is said where they cannot become a document."""

from __future__ import annotations

import os
import pickle
import unicodedata

import pytest

from chunkers.loaders import (
    MAX_BYTES,
    LoadError,
    decode,
    decoding,
    document_from_bytes,
    document_from_text,
    files,
    load_document,
)

SIMPLIFIED = "员工手册\n请假三天以上，应提前十个工作日提交申请。\n"
TRADITIONAL = "員工手冊\n請假三天以上，應於十個工作日前送出假單。\n"
JAPANESE = "これは日本語の文章です。カタカナも漢字もあります。"
KOREAN = "안녕하세요. 오늘은 날씨가 아주 좋습니다. 휴가 신청은 일주일 전에 합니다."
VIETNAMESE = "Yêu cầu hoàn tiền được xử lý trong vòng 7 ngày làm việc, kể từ ngày bị trừ phí."
RUSSIAN = "Привет! Это русский текст о документах и их частях."
FRENCH = "Le café est très bon, où êtes-vous ? Ça va déjà."


def cp1258(text: str) -> bytes:
    """Vietnamese as Windows writes it: the vowel with its hook or hat, then the tone as a byte of its own."""
    written = b""
    for char in text:
        marks = unicodedata.normalize("NFD", char)
        tones = "".join(mark for mark in marks if mark in "\u0300\u0301\u0303\u0309\u0323")
        vowel = unicodedata.normalize("NFC", "".join(mark for mark in marks if mark not in tones))
        try:
            written += char.encode("cp1258")
        except UnicodeEncodeError:
            written += (vowel + tones).encode("cp1258")
    return written


@pytest.mark.parametrize(
    ("text", "codec", "expected"),
    [
        (SIMPLIFIED, "gb18030", "gb18030"),
        (SIMPLIFIED, "gbk", "gb18030"),
        (TRADITIONAL, "gb18030", "gb18030"),
        (TRADITIONAL, "big5", "big5"),
        (TRADITIONAL, "cp950", "big5"),
        (JAPANESE, "shift_jis", "shift_jis"),
        (JAPANESE, "euc_jp", "euc_jp"),
        (JAPANESE, "iso2022_jp", "iso2022_jp"),
        (KOREAN, "euc_kr", "euc_kr"),
        (FRENCH, "latin-1", "windows-1252"),
        ("Die Größe der Straße über München", "latin-1", "windows-1252"),
        ("¿Qué pasó mañana? El niño comió.", "latin-1", "windows-1252"),
        ("Però è così, perché più città", "latin-1", "windows-1252"),
        ("Não há informações à disposição", "latin-1", "windows-1252"),
        ("“Smart” quotes – and a dash… for 5 €, naïve café", "cp1252", "windows-1252"),
        ("Příliš žluťoučký kůň úpěl ďábelské ódy", "cp1250", "windows-1250"),
        ("Zażółć gęślą jaźń, proszę bardzo", "cp1250", "windows-1250"),
        ("Güneşli bir gün, çok iyi şeyler oluyor", "cp1254", "windows-1254"),
        (RUSSIAN, "cp1251", "windows-1251"),
        (RUSSIAN, "koi8-r", "koi8-r"),
        ("Καλημέρα σας, αυτό είναι ένα κείμενο", "cp1253", "windows-1253"),
        (SIMPLIFIED, "utf-8", "utf-8"),
        (SIMPLIFIED, "utf-8-sig", "utf-8"),
        (SIMPLIFIED, "utf-16", "utf-16-le"),
        (SIMPLIFIED, "utf-32", "utf-32-le"),
        (SIMPLIFIED, "utf-16-le", "utf-16-le"),
        (TRADITIONAL, "utf-16-be", "utf-16-be"),
        ("一二三四五六七", "utf-16-le", "utf-16-le"),
        ("plain ASCII\n", "utf-16-be", "utf-16-be"),
        (RUSSIAN, "utf-32-be", "utf-32-be"),
    ],
)
def test_encoding_is_detected(text: str, codec: str, expected: str) -> None:
    found = decode(text.encode(codec))
    assert (found.text, found.encoding, found.confident, found.warnings) == (text, expected, True, ())


def test_windows_1258_is_composed() -> None:
    found = decode(cp1258(VIETNAMESE))
    assert found.text == VIETNAMESE
    assert unicodedata.is_normalized("NFC", found.text)
    assert (found.encoding, found.confident) == ("windows-1258", True)
    assert decode(cp1258(VIETNAMESE), "windows-1258").text == VIETNAMESE


def test_a_word_or_two_is_only_a_guess() -> None:
    found = decode("café".encode("latin-1"))
    assert found.text == "café"
    assert not found.confident
    assert found.warnings == (
        "the encoding is a guess: windows-1252; "
        "where the text looks wrong, choose its encoding (`encoding=`, `--file-encoding`)",
    )


LONG_RUSSIAN = (
    "Сотрудники могут подать заявление на отпуск за две недели. Я отвечаю в течение трёх рабочих дней."
)
HEBREW = "עובדים יכולים לבקש חופשה. "
GERMAN = "Für größere Beträge müssen Sie zunächst die Prüfung abwarten. Schöne Grüße."


@pytest.mark.parametrize(
    ("text", "codec", "encoding"),
    [
        (HEBREW * 20, "cp1255", "windows-1255"),
        (HEBREW * 20, "cp862", "cp862"),
        (
            "يمكن للموظفين طلب الإجازة قبل أسبوعين. يجيب مدير القسم خلال ثلاثة أيام عمل.",
            "cp1256",
            "windows-1256",
        ),
        ("พนักงานสามารถขอลาพักร้อนได้ล่วงหน้าสองสัปดาห์ หัวหน้าแผนกจะตอบภายในสามวัน", "cp874", "windows-874"),
        (LONG_RUSSIAN, "iso8859-5", "iso8859-5"),
        (LONG_RUSSIAN, "cp866", "cp866"),
        (LONG_RUSSIAN.upper(), "cp1251", "windows-1251"),
        ("Працівники можуть подати заяву на відпустку за два тижні, її розглядають.", "koi8-u", "koi8-u"),
        ("Служителите могат да подадат молба за отпуск две седмици по-рано.", "cp1251", "windows-1251"),
    ],
)
def test_other_alphabets_by_their_letters(text: str, codec: str, encoding: str) -> None:
    found = decode(text.encode(codec))
    assert (found.text, found.encoding, found.confident) == (text, encoding, True)


OLD = [
    (LONG_RUSSIAN, "mac-cyrillic"),
    (LONG_RUSSIAN[:25], "mac-cyrillic"),
    (LONG_RUSSIAN.upper(), "mac-cyrillic"),
    (LONG_RUSSIAN[:10], "koi8-r"),
    ("שלום עולם", "cp1255"),
    ("Қызметкерлер екі апта бұрын демалыс сұрай алады.", "ptcp154"),
    ("Кормандон метавонанд ду ҳафта пеш рухсатӣ пурсанд", "koi8_t"),
    (FRENCH, "cp850"),
    (FRENCH, "mac-roman"),
    (GERMAN, "cp850"),
    (GERMAN, "mac-roman"),
    ("schön König hören können", "mac-roman"),
    ("El niño comió mañana. ¿Qué pasó?", "mac-roman"),
    ("Zażółć gęślą jaźń, proszę bardzo", "cp852"),
    ("Güneşli bir gün, çok iyi şeyler oluyor", "iso8859-3"),
]


@pytest.mark.parametrize(("text", "codec"), OLD)
def test_what_is_read_wrongly_is_never_sure(text: str, codec: str) -> None:
    found = decode(text.encode(codec))
    assert found.text == text or not found.confident
    assert found.confident == (not found.warnings)


@pytest.mark.parametrize(
    ("text", "codec"), [(LONG_RUSSIAN, "mac-cyrillic"), (FRENCH, "cp850"), (GERMAN, "mac-roman")]
)
def test_old_encodings_are_guessed_right(text: str, codec: str) -> None:
    found = decode(text.encode(codec))
    assert (found.text, found.encoding) == (text, codec)


@pytest.mark.parametrize("text", ["", "a\r\nb\rc\n", "\n\n  x  ", "tab\tand\x0cpage", "\x1b[31mred\x1b[0m"])
def test_text_stays_as_it_is(text: str) -> None:
    assert decode(text.encode()).text == text


def test_only_the_leading_mark_is_removed() -> None:
    assert decode("\ufeffa\ufeffb".encode()).text == "a\ufeffb"
    assert decode("\ufeffa".encode("utf-16-le")).text == "a"
    assert document_from_text("\ufeffa").text == "a"
    assert decode("\ufeffa".encode(), "utf-8").text == "a"
    assert decode("\ufeffa".encode("utf-16-le"), "utf-16-le").text == "a"


def test_utf8_with_a_broken_byte_stays_utf8() -> None:
    data = ("第一行\n第二行有一個壞字\n" * 3).encode() + b"\xe5\xae"
    found = decode(data)
    assert found.text.endswith("\n\ufffd")
    assert (found.encoding, found.confident) == ("utf-8", False)
    assert found.warnings == ("1 broken UTF-8 sequence replaced by U+FFFD, the first in line 7",)


@pytest.mark.parametrize(
    ("data", "seen"),
    [
        (b"%PDF-1.7\n...", "a PDF"),
        (b"PK\x03\x04rest", "a ZIP archive"),
        (b"\x89PNG\r\n\x1a\n", "a PNG picture"),
        (b"text with a \x00 in it", "zero"),
        (bytes(range(256)) * 4, "not text"),
        (b"\x01\x02\x03\x04 few letters", "control characters"),
    ],
)
def test_binary_data_is_refused(data: bytes, seen: str) -> None:
    with pytest.raises(LoadError, match=seen) as raised:
        document_from_bytes(data, "report.txt")
    assert str(raised.value).startswith("report.txt: ")
    assert raised.value.remedy in str(raised.value)


@pytest.mark.parametrize(
    ("encoding", "seen"),
    [
        ("utf-8", r"not valid utf-8: byte 2 \(b9 a4 ca d6\)"),
        ("utf-16", "not valid utf-16"),
        ("klingon", "'klingon' is unknown"),
        ("rot13", "'rot13' is not an encoding of text"),
    ],
)
def test_a_wrong_override_is_refused(encoding: str, seen: str) -> None:
    with pytest.raises(LoadError, match=seen):
        decode("员工手册，".encode("gb18030") + b"x", encoding, "notes.txt")


@pytest.mark.parametrize("encoding", [5, b"utf-8", ["utf-8"], "\ud800", "x" * 1000, "a\0b"])
def test_an_override_that_is_no_name(encoding: object) -> None:
    with pytest.raises(LoadError, match="a.md: encoding = .{1,40} is unknown; choose one of utf-8"):
        document_from_bytes(b"\xff", "a.md", encoding)


def test_arguments_of_the_wrong_type() -> None:
    for data in (5, "text", None):
        with pytest.raises(TypeError, match=f"data must be bytes, got {type(data).__name__}"):
            document_from_bytes(data, "a.md")
        with pytest.raises(TypeError, match="data must be bytes"):
            decode(data)
    with pytest.raises(TypeError, match="name must be a str, got int"):
        document_from_bytes(b"x", 5)
    with pytest.raises(TypeError, match="text must be a str, got bytes"):
        document_from_text(b"x")
    assert document_from_bytes(memoryview(bytearray(b"x")), "a.md").text == "x"


def test_an_override_is_obeyed() -> None:
    assert decode(SIMPLIFIED.encode("gbk"), "gb2312").text == SIMPLIFIED
    assert decode("é".encode("latin-1"), "koi8-r").text == "И"
    assert decode("“a”".encode("cp1252"), "latin-1").text == "“a”"
    assert decode("髙".encode("cp932"), "shift_jis").text == "髙"


def test_load_document(tmp_path) -> None:
    path = tmp_path / "手冊.MD"
    path.write_bytes(b"# T\r\n\r\nbody\r\n")
    document = load_document(path)
    assert (document.name, document.source_uri, document.source_type) == ("手冊.MD", str(path), "markdown")
    assert document.text == "# T\r\n\r\nbody\r\n"
    assert document.title == ""
    assert decoding(document).encoding == "utf-8"


@pytest.mark.parametrize(
    ("name", "kind", "title"),
    [("a.log", "text", "a"), ("README", "text", "README"), ("lib/App.java", "code", "App.java")],
)
def test_other_text_is_titled_by_its_file(name: str, kind: str, title: str) -> None:
    document = document_from_bytes(b"x", name)
    assert (document.source_type, document.title, document.source_uri) == (kind, title, "")


@pytest.mark.parametrize("name", ["a.pdf", "a.docx", "a.md.bak"])
def test_other_extensions_are_refused(name: str) -> None:
    with pytest.raises(
        LoadError, match=r"not supported; use .md, .markdown, .txt, .text, .log, a source file"
    ):
        document_from_bytes(b"x", name)


def test_missing_file_and_folder(tmp_path) -> None:
    with pytest.raises(LoadError, match="no such file"):
        load_document(tmp_path / "none.md")
    (tmp_path / "folder.md").mkdir()
    with pytest.raises(LoadError, match="not a file"):
        load_document(tmp_path / "folder.md")
    with pytest.raises(LoadError, match="no such file"):
        load_document("nul\0.md")
    os.mkfifo(tmp_path / "pipe.md")
    with pytest.raises(LoadError, match="not a file"):
        load_document(tmp_path / "pipe.md")


def test_size_is_bounded(tmp_path, monkeypatch) -> None:
    assert MAX_BYTES == 50 * 1024 * 1024
    monkeypatch.setattr(files, "MAX_BYTES", 1024 * 1024)
    path = tmp_path / "big.txt"
    path.write_bytes(b"a" * (1024 * 1024 + 1))
    with pytest.raises(LoadError, match="1.0 MB are more than the 1 MB"):
        load_document(path)


def test_lone_surrogates_of_pasted_text() -> None:
    document = document_from_text("a\ud800b\udfffc", "pasted.md")
    assert document.text == "a\ufffdb\ufffdc"
    assert decoding(document).warnings == ("2 lone surrogates replaced by U+FFFD",)
    assert decoding(document_from_text("plain")).warnings == ()


def test_error_survives_a_process() -> None:
    error = pickle.loads(pickle.dumps(LoadError("a", "b", "c")))
    assert (str(error), error.name, error.seen, error.remedy) == ("a: b; c", "a", "b", "c")


@pytest.mark.parametrize("data", [b"a\0b text here\n", b"word and " * 30 + b"\0\0" + b"word and " * 30])
def test_a_zero_in_plain_text_is_no_utf_16(data: bytes) -> None:
    """As UTF-16 it reads as rare Chinese characters, every one of them assigned."""
    assert len(data) % 2 == 0
    with pytest.raises(LoadError, match="is zero in what is plain text otherwise"):
        document_from_bytes(data, "x.txt")
