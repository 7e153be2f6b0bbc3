"""Typed text kept apart from the text around it, so that a name in Hebrew has its full stop at its left, and does
not turn a number that follows.
"""

import re
import unicodedata

ISOLATES = _FIRST_STRONG_ISOLATE, _POP_ISOLATE = "\u2068", "\u2069"
_NO_ISOLATES = dict.fromkeys(map(ord, ISOLATES))
# An isolated text that was broken on lines may have lost its end.
ISOLATED = re.compile(f"{_FIRST_STRONG_ISOLATE}([^{_FIRST_STRONG_ISOLATE}{_POP_ISOLATE}]+){_POP_ISOLATE}?")


def isolate(text: str) -> str:
    """Keep text with words from right to left apart from the text around it, unless its parts are."""
    if not has_rtl(ISOLATED.sub("", text)):
        return text
    return f"{_FIRST_STRONG_ISOLATE}{without_isolates(text)}{_POP_ISOLATE}"


def without_isolates(text: str) -> str:
    """Return the text as metadata and bookmarks have it: their readers see no other text around it."""
    return text.translate(_NO_ISOLATES)


def has_rtl(text: str) -> bool:
    """Tell whether a letter is of a script that is read from right to left."""
    return any(unicodedata.bidirectional(character) in {"R", "AL"} for character in text)
