"""What a word is: by UAX #29, in any script."""

from __future__ import annotations

import regex

_LETTERS = r"\p{L}\p{N}\p{Pc}"
#: What else UAX #29 joins to them, such as a narrow no-break space or a cedilla.
_JOINED = rf"[[\p{{WB=ALetter}}\p{{WB=Hebrew_Letter}}\p{{WB=Numeric}}\p{{WB=Katakana}}\u202f]--[{_LETTERS}]]"

#: A segment between word boundaries that holds a letter, a number or `_`. (Whether a boundary lies between flags is
#: not asked: that would count all the flags before it.)
WORD = regex.compile(
    rf"\b(?:{_JOINED}\B(?:[^{_LETTERS}\p{{WB=RI}}]\B)*+)?+[{_LETTERS}].*?\b",
    regex.WORD | regex.DOTALL | regex.V1,
)
