"""Millions of words of no language, inflected as those of several are.

A stem is a word of the built-in English list; its class decides which endings of cases it takes, and behind them
those of owners. So millions of words share their endings, as in Finnish, Hungarian and Turkish; the endings are in
plain letters, and not those of any one language.
"""

import zlib
from collections.abc import Iterator
from itertools import islice, product

from engine.lexicon import load_lexicon
from engine.squares import SIZE

CASES = (
    "",
    "N",
    "A",
    "SSA",
    "STA",
    "LLA",
    "LTA",
    "LLE",
    "NA",
    "KSI",
    "TTA",
    "IN",
    "T",
    "IEN",
    "ISSA",
    "ISTA",
)
OWNERS = ("", "NI", "SI", "NSA", "MME", "NNE")
LINKS = ("", "I", "E", "U")
CLASSES = 16


def made_up_words(count: int) -> Iterator[str]:
    """Yield so many words, the frequent forms of all stems first; a few come twice."""
    stems = ["".join(chr(64 + letter) for letter in word) for word in load_lexicon("english").words()]
    endings = [_endings(number) for number in range(CLASSES)]
    places = range(max(map(len, endings)))
    forms = (
        stem + mine[place]
        for place in places
        for stem in stems
        if place < len(mine := endings[zlib.crc32(stem.encode()) % CLASSES])
    )
    yield from islice((form for form in forms if len(form) <= SIZE), count)


def _endings(number: int) -> list[str]:
    """Return the endings of a class, the frequent ones first."""
    cases = [case for place, case in enumerate(CASES) if place < 6 or (place + number) % 3]
    link = LINKS[number % len(LINKS)]
    return list(
        dict.fromkeys((link if case else "") + case + owner for case, owner in product(cases, OWNERS))
    )
