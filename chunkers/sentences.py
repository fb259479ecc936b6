"""Sentence spans in any language, by rules: no model, no language setting.

Why our own. Of 41 hard passages in 15 languages, told no language, these failed (MB/s on English): pySBD 18
(0.2), syntok 20 (0.9), BlingFire 13 (11; with offsets 4.8), sentencex 10 (79; with offsets 35). Seen: 」 or ”
put on the next sentence (pySBD, BlingFire), Chinese never cut (syntok), a URL cut at `?` (pySBD), Hindi and
Amharic not cut (those three) nor Khmer (all four), `TP. Hồ Chí Minh` and `3. Oktober` cut (all four),
`**Bold.**` cut before its marks (pySBD, sentencex). These rules pass all 41, with offsets, at 13-18 MB/s in
pure Python; only sentencex is faster.
"""

from __future__ import annotations

import re

from chunkers.graphemes import Graphemes
from chunkers.span import Span

#: Full stops that end a sentence only before white space, since they also stand inside words and numbers.
_WEAK = ".!?…‥"
#: Full stops of scripts that need no white space after them: Chinese and Japanese, Devanagari, Arabic,
#: Armenian, Ethiopic, Khmer, Burmese, Tibetan and others.
_STRONG = "。！？．｡؟۔։।॥።፧፨។៕။།༎᠃᠉꓿𑁇𑁈"
_LINE_ENDS = "\n\r\v\f\x1c\x1d\x1e\x85\u2028\u2029"
_PARAGRAPH_ENDS = "\f\x1c\x1d\x1e\u2029"
_CJK = "\u2e80-\u2fff\u3040-\u9fff\uac00-\ud7a3\uf900-\ufaff\U00020000-\U0003ffff"
_OPENERS = "\"'“‘«‹„‚([{<¿¡「『（【《〈［｛〔*_`—–-"
_CLOSERS = "”’»›)\\]}」』）】》〉］｝〕〗*_`"
_CLOSING = rf"(?:[{_CLOSERS}]|[\"'](?!\w)|\[[0-9]{{1,3}}\])*+"

# The first class is all the engine looks for; what follows then sorts the hits: a stop that needs nothing,
# a run of stops that needs white space (entered at its first stop only, so that no run is read twice), or
# the white space from a line end on.
_CANDIDATE = re.compile(
    rf"[{_WEAK}{_STRONG}{_LINE_ENDS}](?:"
    rf"(?P<strong>(?<=[{_STRONG}])[{_WEAK}{_STRONG}]*+{_CLOSING})"
    rf"|(?P<weak>(?<=[{_WEAK}])(?<![{_WEAK}][{_WEAK}])[{_WEAK}]*+{_CLOSING}(?=[\s{_CJK}]|\Z))"
    rf"|(?P<gap>(?<=[{_LINE_ENDS}])\s*+))"
)
_THAI_GAP = r"|(?P<thai>(?<=[\u0e01-\u0eff])[ ]++(?=[\u0e01-\u0e45\u0e80-\u0ec4]))"
_CANDIDATE_THAI = re.compile(_CANDIDATE.pattern + _THAI_GAP)
_THAI = re.compile("[\u0e01-\u0eff]")

_SPACE = re.compile(r"\s*+")
_NEXT = re.compile(rf"\s*+[{re.escape(_OPENERS)}]*+")
_FIRST_WORD = re.compile(r"[^\W\d_]++(?:['’][^\W\d_]++)?")
_BETWEEN_NUMBERS = re.compile(r"[0-9０-９]．(?=[0-9０-９])")

# A line that is a block of its own: heading, list item, table row, fence, rule.
_NUMERAL = r"(?:[0-9]{1,3}(?:\.[0-9]{1,3})*+|[A-Za-z]|x{0,3}(?:ix|iv|v?i{1,3}|v)|X{0,3}(?:IX|IV|V?I{1,3}|V))"
_BLOCK_LINE = re.compile(
    r"(?![A-Za-z]{2,}[ ,])[ \t>]*+(?:\#{1,6}[ \t]|[-+*•‣◦·○●■□▪–—][ \t]|\||```|~~~"
    rf"|{_NUMERAL}[.)](?=[ \t])|\({_NUMERAL}\)|[（(]?[一二三四五六七八九十百0-9０-９]{{1,4}}[）)、]|[０-９]{{1,3}}．"
    r"|[①-⓿㈠-㈩]|第[一二三四五六七八九十百0-9]{1,4}[章节節條条回])"
)
_UNDERLINE = re.compile(r"[ \t]*+(?:=++|-++)[ \t]*+(?![^\n\r])")
_LIST_NUMBER = re.compile(rf"[ \t>]*+(?:[-+*#•]++[ \t]*+)?[(（]?{_NUMERAL}")
_SPEAKER = re.compile(
    r"(?:\[[^\]\n]{1,24}\][ \t]*+)?[<*_]{0,3}[^\W\d_a-zß-öø-ÿ][\w.'’-]{0,19}(?: [^\W_][\w.'’-]{0,19}){0,2}"
    r"(?: \([^)\n]{1,20}\))?[>*_]{0,3}(?::[*_]{0,2}(?=[ \t])|：)"
)

#: Never the last word of a sentence.
_JOINING = frozenset(
    "dr mr mrs ms prof gen sen rep rev hon capt lt col sgt maj cmdr gov messrs mme mlle mx vs cf viz e.g "
    "i.e eg ie approx ca mt ft sr sra srta dra dña ud hr fr frl nr bzw z.b d.h u.a vgl sig sigra dott "
    "m.le tp gs ts ths pgs bs ks đ.c т.е т.к г-н г-жа им ул гл resp incl excl esp adj adm asst atty".split()
)
#: Joined to a number or a single letter that follows, else the end.
_NUMBERED = frozenset(
    "no nos fig figs eq eqs sec ch chap vol art p pp par pt ver tab app ex núm nº n° стр рис д".split()
)
#: May end a sentence: it does if the next word is one that opens sentences.
_ABBREVIATIONS = frozenset(
    "inc ltd co corp llc jr st ave blvd rd bros dept univ est assn al jan feb mar apr jun jul aug sep "
    "sept oct nov dec mon tue tues wed thu thur thurs fri sat sun ed eds min max misc govt intl tel ext "
    "fem masc pl sing abbr".split()
)
_STARTERS = frozenset(
    "the this that these those it he she they we you i a an and but or so if when while after before "
    "however there here his her its their our my your as for from with to what who where why how yes no "
    "not then now also still yet in on at by although because since once each every some many most all "
    "both one let please do did does is are was were has have had can could will would should may might "
    "meanwhile instead thus therefore finally first second next".split()
)
_GERMAN_MONTHS = frozenset(
    "januar februar märz april mai juni juli august september oktober november dezember".split()
)
_DOTTED = re.compile(r"[^\W\d_]{1,2}(?:\.[^\W\d_]{1,2})++")

#: A line break is deliberate, no wrap, if the next word would have fitted into this many columns.
_NARROW = 40


def sentence_spans(text: str) -> list[Span]:
    """The sentences of `text`: spans in order, disjoint, trimmed, none empty, that cover all but white space.

    - A stop ends a sentence with the quotes, brackets and note marks that close right after it. `.`, `!`,
      `?` and `…` need white space (or CJK) after them, and do not end it after an abbreviation, an initial,
      a list number, or before a lower-case continuation.
    - A blank line ends a sentence. So does a line end beside a heading, list item, table row, fence or
      `Name: text` line (an indented lower-case line goes on with its list item).
    - Any other line end is a wrap, unless the next line begins with no lower-case letter and its first
      word (CJK: character) would have fitted on this line: then this line was a title or a verse.
    - Thai and Lao, which have no stops, are cut at their spaces.
    """
    return _Splitter(text).spans


class _Splitter:
    """One pass over the candidates; `start` is where the current sentence begins, `line` its line."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.spans: list[Span] = []
        self.start = _SPACE.match(text).end()
        self.line = 0
        plain = text.isascii()
        self.graphemes = None if plain else Graphemes(text)
        if self.graphemes:
            self.start = self.graphemes.floor(self.start)
        pattern = _CANDIDATE if plain or not _THAI.search(text) else _CANDIDATE_THAI
        for candidate in pattern.finditer(text):
            kind, end = candidate.lastgroup, candidate.end()
            if kind == "gap":
                if self.start < candidate.start() and self._line_ends(candidate):
                    self._cut(candidate.start(), end)
                self.line = candidate.start() + len(candidate[0].rstrip(" \t"))
            elif kind == "weak":
                if self._weak_ends(candidate.start(), end):
                    self._cut(end)
            elif kind == "thai":
                self._cut(candidate.start(), end)
            else:
                self._strong(candidate.start(), end)
        if self.start < len(text):
            self._cut(len(text))

    def _cut(self, end: int, after: int = -1) -> None:
        """End the sentence at `end`, if the next one can start where the white space after it ends."""
        text = self.text
        after = _SPACE.match(text, end).end() if after < 0 else after
        while end > self.start and text[end - 1].isspace():
            end -= 1
        if self.graphemes:
            if not self.graphemes.is_boundary(after):
                return
            end = self.graphemes.ceil(end)
        if self.start < end:
            self.spans.append(Span(self.start, end))
        self.start = after

    def _strong(self, stop: int, end: int) -> None:
        text = self.text
        if text[stop] == "．" and _BETWEEN_NUMBERS.match(text, max(0, stop - 1)):
            return
        if text[end : end + 1] == '"' and text.count('"', max(self.start, end - 300), end) % 2:
            end += 1  # a straight quote that closes one opened in this sentence
        if end - stop > 1 and text[end : end + 1] in tuple("と、，,；;"):
            return  # 「行け。」と言った
        if _LIST_NUMBER.fullmatch(text, self.start, stop) and stop - self.start < 12:
            return
        self._cut(end)

    def _weak_ends(self, stop: int, end: int) -> bool:
        """Whether the run of `.!?…` at `stop`, closed at `end`, ends its sentence."""
        text = self.text
        if end == len(text):
            return True
        if not text[end].isspace():  # CJK follows at once
            return text[stop] in "!?" or (text[stop] == "." and text[stop - 1 : stop] >= "\u2e80")
        start = _NEXT.match(text, end).end()
        following = text[start : start + 1]
        if following in tuple(",;:.!?…)"):
            return False
        lower = following.islower()
        if text[stop] != ".":
            if text[stop] in "…‥" or not lower:
                return not lower
            # `"Go!" he said`, `Yahoo! is`: the sentence goes on
            return end - stop == 1 and not self._word(stop)[:1].isupper()
        if text.startswith("..", stop):
            return not lower
        word = self._word(stop)
        if not word:
            return not lower
        if stop - self.start < 12 and _LIST_NUMBER.fullmatch(text, self.start, stop):
            return False
        return self._word_ends(word, start, following, lower)

    def _word_ends(self, word: str, start: int, following: str, lower: bool) -> bool:
        """Whether `word` and a full stop end a sentence before what begins at `start`."""
        key = word.lower()
        if key in _JOINING:
            return False
        if key in _NUMBERED and (following.isdigit() or key != "no"):
            return not (following.isdigit() or lower or not self.text[start + 1 : start + 2].isalpha())
        if lower:
            return len(word) > 3 and key.isalpha() and word.islower() and key not in _ABBREVIATIONS
        if len(word) == 1 and word.isupper() or key in _ABBREVIATIONS or _DOTTED.fullmatch(word):
            return not following.isdigit() and self._next_word(start) in _STARTERS
        if word.isdigit() and len(word) <= 2:
            return self._next_word(start) not in _GERMAN_MONTHS
        return True

    def _word(self, stop: int) -> str:
        """What stands before `stop`, back to the white space; at most the last 16 characters."""
        words = self.text[max(self.start, stop - 16) : stop].rsplit(None, 1)
        return words[-1].lstrip(_OPENERS) if words and not self.text[stop - 1].isspace() else ""

    def _next_word(self, start: int) -> str:
        word = _FIRST_WORD.match(self.text, start)
        return word[0].lower() if word else ""

    def _line_ends(self, gap: re.Match[str]) -> bool:
        """Whether the white space from a line end on ends the sentence."""
        text, space, after = self.text, gap[0], gap.end()
        if after == len(text) or space in _PARAGRAPH_ENDS or len(space) > 1 and _ends_paragraph(space):
            return True
        block = _BLOCK_LINE.match(text, self.line)
        if not block and text[after] in "=-" and _UNDERLINE.match(text, after):
            return False  # the underline stays with its title
        lower = text[after].islower()
        if block or text[self.line] in "=-" and _UNDERLINE.match(text, self.line):
            return not (lower and space[-1] in " \t")
        if _BLOCK_LINE.match(text, after):
            return True
        return not lower and bool(_SPEAKER.match(text, after) or self._deliberate(gap.start(), after))

    def _deliberate(self, end: int, after: int) -> bool:
        """Whether the line that ends at `end` left room for the first word of the line at `after`."""
        text = self.text
        wide = text[after] >= "\u2e80"
        first = text[after] if wide else text[after : after + 40].split(None, 1)[0]
        newline = text.find("\n", after, after + 400)
        following = (newline if newline >= 0 else min(len(text), after + 400)) - after
        columns = end - self.line + (0 if wide else 1) + len(first)
        return columns < max(_NARROW // 2 if wide else _NARROW, following)


def _ends_paragraph(space: str) -> bool:
    """Whether white space holds a blank line or a paragraph separator."""
    if not space.isascii() or any(end in space for end in _PARAGRAPH_ENDS):
        return any(end in space for end in _PARAGRAPH_ENDS) or sum(space.count(end) for end in _LINE_ENDS) > 1
    return space.replace("\r\n", "\n").replace("\r", "\n").count("\n") > 1
