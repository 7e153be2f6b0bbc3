"""Characters that look alike, by Unicode's table of confusables (UTS 39), which the package `homoglyphs-fork`
contains.

The package lists for each character those that look like it, in both directions, and has no skeletons. This
module rebuilds Unicode's own form, where each character leads to one *prototype*. The table is read at the
first use and cached.
"""

import json
import unicodedata
from collections import defaultdict
from functools import cache
from importlib import resources

# Direction marks that the package keeps around characters of right-to-left scripts.
_DIRECTION = str.maketrans("", "", "\u200e\u200f")
# Alphabets with letters that look alike.
ALPHABETS = frozenset({"LATIN", "CYRILLIC", "GREEK", "ARMENIAN", "CHEROKEE", "COPTIC", "GEORGIAN", "LISU"})


@cache
def table() -> dict[int, str]:
    """Return the prototype of each character that has one, for `str.translate`."""
    listed: dict[str, set[str]] = defaultdict(set)
    text = resources.files("homoglyphs_fork").joinpath("confusables.json").read_text("utf-8")
    for sign, others in json.loads(text).items():
        listed[sign.translate(_DIRECTION)].update(other.translate(_DIRECTION) for other in others)
    # A prototype lists all that lead to it, any other character its prototype alone. If two list each other,
    # one becomes the prototype.
    prototypes = {}
    for sign, others in listed.items():
        if len(sign) == 1 and len(others) == 1:
            (prototype,) = others
            is_pair = len(prototype) == 1 and len(listed[prototype]) == 1
            if not (is_pair and sign < prototype):
                prototypes[ord(sign)] = prototype
    return prototypes


@cache
def alphabets_of(letter: str) -> frozenset[str]:
    """Return the alphabets with a letter that looks like this one, including its own."""
    return _alphabets_by_prototype().get(table().get(ord(letter), letter), frozenset()) | _own(letter)


@cache
def _alphabets_by_prototype() -> dict[str, frozenset[str]]:
    found: dict[str, frozenset[str]] = defaultdict(frozenset)
    for sign, prototype in table().items():
        found[prototype] |= _own(chr(sign)) | (_own(prototype) if len(prototype) == 1 else frozenset())
    return dict(found)


@cache
def alphabet_of(letter: str) -> str:
    """Return the alphabet of a letter; empty if the alphabet is not one of `ALPHABETS`."""
    name = unicodedata.name(letter, "").partition(" ")[0]
    return name if name in ALPHABETS else ""


def _own(letter: str) -> frozenset[str]:
    return frozenset({alphabet_of(letter)} - {""})
