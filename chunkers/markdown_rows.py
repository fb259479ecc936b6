"""The columns of a pipe table, by its first two lines."""

from __future__ import annotations

import re

#: What is trimmed from the ends of a row.
TRIMMED = "\t\n\v\f \xa0\u1680" + "".join(map(chr, range(0x2000, 0x200B))) + "\u2028\u2029\u202f\u205f\u3000"
_DELIMITER_ROW = re.compile(r"\|?+[ \t]*+:?+-++:?+[ \t]*+(?:\|[ \t]*+:?+-++:?+[ \t]*+)*+\|?+")


def delimiter_columns(line: str) -> int:
    """The number of columns that the line under a table's header sets; 0 if it is none."""
    line = line.strip(" \t")
    return _pipes_between(line) + 1 if _DELIMITER_ROW.fullmatch(line) else 0


def row_columns(line: str) -> int:
    """The number of cells in a row; an escaped pipe ends none."""
    line = line.strip(TRIMMED)
    if "\\" not in line:
        return _pipes_between(line) + 1
    cells = re.split(r"(?<!\\)\|", line)
    return len(cells) - (cells[0] == "") - (len(cells) > 1 and cells[-1] == "")


def _pipes_between(line: str) -> int:
    """The number of `|` that stand between two cells."""
    return line.count("|") - line.startswith("|") - line.endswith("|")
