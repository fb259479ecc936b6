"""The picture of a cut as SVG: text in boxes, a line at every boundary, what was added apart from the source.

Plain and self-contained: no script, no reference to anything outside, light and dark colours of its own, and the
same in words for who does not see it. Boundaries, repeats and context are told by shape; colour only repeats it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import escape

from chunkers.api import Chunking
from chunkers.chunk import Chunk
from chunkers.docs.layout import CutLine, Outside, Shown, legend_of, parts_of
from chunkers.docs.wrapping import width, wrapped
from chunkers.length import unit_words

#: In every file that is made here.
MARK = "Made by `python -m chunkers.docs`"
#: Light and dark, each with the contrast that WCAG AA asks of text: 4.5 on the grounds that it stands on.
COLOURS = {
    "light": {
        "paper": "#ffffff", "ink": "#17212b", "quiet": "#4a5866", "cut": "#b23f00",
        "even": "#e3eff8", "odd": "#fdf1dc", "even-edge": "#0072b2", "odd-edge": "#a86f00",
    },
    "dark": {
        "paper": "#10161c", "ink": "#e8eef3", "quiet": "#a9b7c4", "cut": "#ff8f57",
        "even": "#15334a", "odd": "#3f3212", "even-edge": "#56b4e9", "odd-edge": "#f0b93a",
    },
}  # fmt: skip
_STYLE = """\
text{font:13px ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;white-space:pre;fill:var(--ink)}
.small{font:12px system-ui,-apple-system,"Segoe UI","DejaVu Sans",sans-serif}.quiet{fill:var(--quiet)}
.ghost{fill:var(--quiet);font-style:italic}.number{font-weight:700}.paper{fill:var(--paper);stroke:var(--quiet)}
.even{fill:var(--even)}.odd{fill:var(--odd)}.even-edge{fill:var(--even-edge)}.odd-edge{fill:var(--odd-edge)}
.frame{fill:none;stroke:var(--quiet);stroke-dasharray:3 3}.line{stroke:var(--cut);stroke-width:1.5;stroke-dasharray:7 4}
.cut{fill:var(--cut)}.scissors{font-size:16px}.again{stroke:var(--ink);stroke-width:2;stroke-dasharray:2 2}
.bracket{fill:none;stroke:var(--ink);stroke-width:1.5}"""

_WIDTH = 600
_COLUMN = 7.8
_ROW, _BLANK, _GAP, _PAD, _EDGE = 20, 9, 8, 5, 14
_GUTTER, _PARENTS, _RIGHT = 34, 34, 46
#: Characters that XML cannot carry, and lone surrogates.
_UNFIT = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
#: Words of a chunk that its description quotes.
_QUOTED = 60


def svg(cut: Chunking, title: str) -> str:
    """The picture of a cut, as a whole SVG file."""
    return _Picture(cut).draw(title)


def xml(text: str) -> str:
    """A text that can stand in XML, between tags or in an attribute."""
    return escape(_UNFIT.sub("\ufffd", text), quote=True)


def described(cut: Chunking) -> str:
    """The cut in words."""
    count = len(cut.chunks)
    sentences = [f"{count} {'chunk' if count == 1 else 'chunks'}."]
    for part in parts_of(cut):
        if isinstance(part, Shown):
            words = " ".join(part.chunk.body.split())
            quoted = words if len(words) <= _QUOTED else f"{words[:_QUOTED].rstrip()}…"
            added = f", with “{' '.join(part.chunk.context.split())}” in front" if part.chunk.context else ""
            parent = f", in parent {part.chunk.parent.chunk_index + 1}" if part.chunk.parent else ""
            sentences.append(f"Chunk {part.number}{parent}{added}: “{quoted}”")
    return " ".join(sentences)


class _Picture:
    def __init__(self, cut: Chunking) -> None:
        self._cut = cut
        self._text = cut.document.text
        self._shapes: list[str] = []
        self._y: float = _EDGE
        self._box = _EDGE + (_PARENTS if cut.parents else 0) + _GUTTER
        self._left = self._box + 12
        self._right = _WIDTH - _RIGHT
        self._columns = int((self._right - 8 - self._left) / _COLUMN)
        #: Top and bottom of what each parent holds.
        self._brackets: dict[int, tuple[float, float]] = {}
        #: Where the source before the next chunk that is in no body begins, and where it was drawn.
        self._above: tuple[int, float] | None = None

    def draw(self, title: str) -> str:
        for part in parts_of(self._cut):
            match part:
                case Shown():
                    self._chunk(part)
                case Outside(start, end):
                    self._outside(start, end)
                case CutLine(reason):
                    self._cut_line(reason)
        self._parents()
        self._y += 6
        self._legend()
        return self._file(title)

    def _chunk(self, part: Shown) -> None:
        top = self._y
        kind = "odd" if part.number % 2 == 0 else "even"
        self._y += _PAD
        framed = part.chunk.text if part.chunk.rendered else part.chunk.context
        if framed:
            self._framed(framed)
        source = self._text[part.start : part.end]
        for line in wrapped(source, self._columns):
            if not line.of(source).strip():
                self._y += _BLANK
                continue
            again = max(min(part.fresh - part.start, line.end), line.start)
            x = self._run(source[line.start : again], self._left, "again")
            self._run(source[again : line.end], x, "")
            self._y += _ROW
        self._y += _PAD
        height = self._y - top
        box = (
            f'<rect class="{kind}" x="{self._box}" y="{top:g}" width="{self._right - self._box:.1f}" '
            f'height="{height:g}" rx="4"/>'
            f'<rect class="{kind}-edge" x="{self._box}" y="{top:g}" width="4" height="{height:g}"/>'
        )
        # Behind the text, which was drawn first because it sets the height.
        self._shapes.insert(0, box)
        self._label(str(part.number), self._box - 8, top + 18, "number", "end")
        self._label(str(part.length), self._right + 8, top + 18, "small quiet")
        if part.chunk.parent:
            self._brace(part.chunk.parent, top)
        self._above = None
        self._y += _GAP

    def _brace(self, parent: Chunk, top: float) -> None:
        """Let the parent's bracket reach down to here, and up to the heading lines that it holds."""
        if self._above and self._above[0] >= parent.char_start:
            top = self._above[1]
        first, _ = self._brackets.get(parent.chunk_index, (top, top))
        self._brackets[parent.chunk_index] = first, self._y

    def _framed(self, context: str) -> None:
        """What is embedded and is not the source as it stands: in italics, in a dashed frame."""
        top = self._y
        for line in wrapped(context.rstrip(), self._columns - 2):
            self._run(line.of(context), self._left + 7, "", "ghost")
            self._y += _ROW
        width_ = self._right - self._left - 4
        self._shapes.append(
            f'<rect class="frame" x="{self._left:g}" y="{top:g}" width="{width_:.1f}" '
            f'height="{self._y - top:g}" rx="3"/>'
        )
        self._y += 4

    def _outside(self, start: int, end: int) -> None:
        source = self._text[start:end]
        self._above = start, self._y
        for line in wrapped(source, self._columns):
            if line.of(source).strip():
                self._run(line.of(source), self._left, "", "quiet")
                self._y += _ROW
        self._y += _GAP

    def _run(self, text: str, x: float, mark: str, kind: str = "") -> float:
        """Text at `x` on the present row; gives where it ends. Its width is set, whatever the font."""
        text = text.replace("\t", "    ")
        body = text.strip()
        first = x + width(text[: len(text) - len(text.lstrip())]) * _COLUMN
        if body:
            long = width(body) * _COLUMN
            class_ = f' class="{kind}"' if kind else ""
            self._shapes.append(
                f'<text{class_} x="{first:.1f}" y="{self._y + 15:g}" textLength="{long:.1f}">{xml(body)}</text>'
            )
            if mark:
                y = self._y + 19
                self._shapes.append(f'<path class="{mark}" d="M{first:.1f} {y:g}h{long:.1f}"/>')
        return x + width(text) * _COLUMN

    def _cut_line(self, reason: str) -> None:
        y = self._y + 5
        self._label("✂", self._box - 6, y + 6, "cut scissors", "end")
        end = self._right - (len(reason) * 6.2 + 10 if reason else 0)
        self._shapes.append(f'<path class="line" d="M{self._box} {y:g}H{end:.1f}"/>')
        if reason:
            self._label(reason, self._right, y + 4, "small cut", "end")
        self._y += 10 + _GAP

    def _label(self, text: str, x: float, y: float, kind: str, anchor: str = "start") -> None:
        side = ' text-anchor="end"' if anchor == "end" else ""
        self._shapes.append(f'<text class="{kind}" x="{x:.1f}" y="{y:g}"{side}>{xml(text)}</text>')

    def _parents(self) -> None:
        x = _EDGE + 22
        for index, (top, bottom) in self._brackets.items():
            self._shapes.append(f'<path class="bracket" d="M{x + 6} {top:g}h-6V{bottom:g}h6"/>')
            self._label(f"P{index + 1}", x - 5, (top + bottom) / 2 + 5, "small number", "end")

    def _legend(self) -> None:
        # Proportional type: about five letters in the room of four columns.
        words = " ".join(legend_of(self._cut, unit_words(self._cut.unit)))
        for line in wrapped(words, int(self._columns * 1.2)):
            self._label(line.of(words).strip(), self._box, self._y + 13, "small quiet")
            self._y += 17

    def _file(self, title: str) -> str:
        wide, high = _WIDTH, self._y + _EDGE
        return "\n".join(
            [
                f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{high:.0f}" '
                f'viewBox="0 0 {wide} {high:.0f}" role="img" aria-labelledby="title desc">',
                f"<!-- {MARK} -->",
                f'<title id="title">{xml(title)}</title>',
                f'<desc id="desc">{xml(described(self._cut))}</desc>',
                f"<style>\n{_variables('light')}\n@media (prefers-color-scheme:dark){{{_variables('dark')}}}\n{_STYLE}\n</style>",
                f'<rect class="paper" x=".5" y=".5" width="{wide - 1}" height="{high - 1:.0f}" rx="6"/>',
                *self._shapes,
                "</svg>\n",
            ]
        )


def _variables(scheme: str) -> str:
    declared: Iterable[str] = (f"--{name}:{colour}" for name, colour in COLOURS[scheme].items())
    return f"svg{{{';'.join(declared)}}}"
