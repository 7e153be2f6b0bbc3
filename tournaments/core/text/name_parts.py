"""Given and family names: how a whole name is split into them, and how an event writes them. Pure.

A name has a given and a family name, and one of them may be empty. A whole name says which is which by a comma
(“Durand, Anne”) or by capitals (“DURAND Anne”); a list may say in which order it writes them. Otherwise the
last word is the family name, together with the particles before it (“Marie de la Tour”). That is a guess where
a name has more than two words, so `doubts_of` says what should be looked at.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Literal

from tournaments.core.text.folding import SortedName, fold

Order = Literal["", "given", "family"]
# Words before a family name that belong to it, in the languages of the field.
PARTICLES = frozenset(
    (
        *("af", "al", "av", "bin", "bint", "d", "da", "de", "dei", "del", "della", "den", "der", "des", "di"),
        *(
            "do",
            "dos",
            "du",
            "e",
            "el",
            "i",
            "l",
            "la",
            "las",
            "le",
            "les",
            "los",
            "mac",
            "mc",
            "t",
            "ten",
            "ter",
        ),
        *("van", "vom", "von", "y", "zu", "zum", "zur"),
    )
)
# Those that stay small where the rest of a name in capitals gets one capital a word.
_SMALL = frozenset(
    ("da", "de", "dei", "del", "della", "den", "der", "di", "do", "dos", "e", "i", "vom", "von", "y", "zu")
)
# Those between two family names: “Ortega y Gasset”, “Dupont - Martin”.
_LINKS = frozenset(("e", "i", "y", "-", "–"))
_SUFFIXES = frozenset(("jr", "sr", "ii", "iii", "iv"))
# Words that end a name as a suffix does, and may be a given name elsewhere.
_LAST_WORDS = _SUFFIXES | {"fils", "junior"}
_COMMA_OF_SUFFIX = re.compile(rf",\s*(?=(?:{'|'.join(_SUFFIXES)})\.?$)", re.IGNORECASE)
_SEGMENT = re.compile(r"[^\W\d_]+")
_OF_CLAN = re.compile(r"(?:Mc|Mac|[DdLlO]['’])(?=[^\W\d_])")


class NameStyle(StrEnum):
    """How an event writes names: “Anne Durand”, “DURAND Anne”, “Durand, Anne”."""

    GIVEN_FIRST = "given"
    FAMILY_FIRST = "family"
    COMMA = "comma"


class Doubt(StrEnum):
    """Why the parts of a name may be wrong, the likeliest mistakes first."""

    CAPITALS = "capitals"
    PARTICLE = "particle"
    WORDS = "words"
    ONE_WORD = "one_word"


@dataclass(frozen=True, slots=True)
class NameParts:
    """The parts of a name as written; either may be empty."""

    given: str = ""
    family: str = ""

    def spell(self, name: str) -> bool:
        """Tell whether the parts together are this name, whatever their order, capitals and accents."""
        if not (self.given or self.family):
            return False
        return self.joined in {name, f"{self.family} {self.given}"} or fold(self.joined) == fold(name)

    @property
    def joined(self) -> str:
        return " ".join(filter(None, (self.given, self.family)))


@lru_cache(maxsize=8192)
def parts_of(name: str, given: str, family: str) -> NameParts:
    """Return the stored parts of a name, or those of `split_name` if they are not the parts of this name."""
    stored = NameParts(given, family)
    return stored if stored.spell(name) else split_name(name)


def split_name(name: str, order: Order = "") -> NameParts:
    """Return the parts of a whole name; `order` is the part that the list writes first, if it says so."""
    name = _COMMA_OF_SUFFIX.sub(" ", name)
    if said := _split_at_comma(name):
        return _move_suffix(*said)
    words = name.split()
    if len(words) < 2 or not all(map(_is_of_name, words)):
        return NameParts(family=name.strip())
    start, end = _find_capitals(words) or (_find_first(words) if order == "family" else _find_last(words))
    return _move_suffix(words[:start] + words[end:], words[start:end])


def says_parts(name: str) -> bool:
    """Tell whether a name itself says which part is the family name, by a comma or by capitals."""
    return bool(_split_at_comma(name) or _find_capitals(name.split()))


def doubts_of(name: str, order: Order = "") -> tuple[Doubt, ...]:
    """Return why `split_name` may be wrong about a name; empty if the name itself says its parts."""
    name = _COMMA_OF_SUFFIX.sub(" ", name)
    words = name.split()
    if not all(map(_is_of_name, words)):
        return ()  # as “Player 12”: nobody's name
    if len(words) < 2:
        return (Doubt.ONE_WORD,)
    if says_parts(name):
        return ()
    found = {
        Doubt.CAPITALS: not order and all(_is_capital(word, least=1) for word in words),
        Doubt.PARTICLE: any(map(_is_particle, words)),
        Doubt.WORDS: len(words) > 2,
    }
    return tuple(doubt for doubt, holds in found.items() if holds)


def split_like(name: str, parts: NameParts) -> NameParts:
    """Return the parts of a known name as `parts` divide its words; `parts` itself if they cannot."""
    family, given = fold(parts.family).split(), fold(parts.given).split()
    if set(family) & set(given):
        return parts
    words = name.replace(",", " ").split()
    of_family = [word for word in words if fold(word) and set(fold(word).split()) <= set(family)]
    rest = [word for word in words if word not in of_family]
    found = NameParts(" ".join(rest), " ".join(of_family))
    same = (fold(found.given), fold(found.family)) == (fold(parts.given), fold(parts.family))
    return found if same else parts


def write_name(parts: NameParts, style: str) -> str:
    """Return a name in a style of `NameStyle`; capitals of “DURAND” alone are not kept where they say nothing."""
    given, family = write_small(parts.given, least=3), write_small(parts.family)
    if style == NameStyle.FAMILY_FIRST:
        return " ".join(filter(None, (write_capitals(family), given)))
    if style == NameStyle.COMMA:
        return ", ".join(filter(None, (family, given)))
    return " ".join(filter(None, (given, family)))


def shown_name(name: str, given: str, family: str, style: str = "") -> SortedName:
    """Return a stored name as it is shown, as stored if there is no style; lists sort it by family name."""
    parts = parts_of(name, given, family)
    text = write_name(parts, style) if style else name
    return SortedName(text, tuple(filter(None, (parts.family, parts.given))))


def write_small(text: str, least: int = 2) -> str:
    """Return a part of a name without words in capitals: “DE LA TOUR” is “de La Tour”.

    Words of fewer than `least` letters stay: “JB” may be initials.
    """
    return " ".join(_write_word_small(word) if _is_capital(word, least) else word for word in text.split())


def write_capitals(text: str) -> str:
    """Return a family name in capitals, but for the small letter of “McDONALD”."""
    return " ".join(
        word[: match.end()] + word[match.end() :].upper()
        if (match := _OF_CLAN.match(word)) and word.startswith("M")
        else word.upper()
        for word in text.split()
    )


def _write_word_small(word: str) -> str:
    if word.casefold() in _SMALL:
        return word.lower()
    small = _SEGMENT.sub(lambda match: match[0].capitalize(), word)
    if small.startswith("Mc") and len(small) > 3:
        return small[:2] + small[2:].capitalize()
    if re.match(r"D['’]", small):
        return f"d{small[1:]}"
    return small


def _split_at_comma(name: str) -> tuple[list[str], list[str]] | None:
    """Return the words of the given and of the family name if one comma separates them."""
    before, *after = (part.split() for part in name.split(","))
    return (after[0], before) if before and len(after) == 1 and after[0] else None


def _move_suffix(given: Sequence[str], family: Sequence[str]) -> NameParts:
    """Return the parts with a suffix behind the given name, as in “SMITH John Jr”, behind the family name."""
    place = len(given) - (len(given) > 1 and _bare(given[-1]) in _SUFFIXES)
    return NameParts(" ".join(given[:place]), " ".join([*family, *given[place:]]))


def _bare(word: str) -> str:
    return word.casefold().strip("'’.")


def _is_of_name(word: str) -> bool:
    return word in _LINKS or any(map(str.isalpha, word))


def _is_capital(word: str, least: int = 2) -> bool:
    """Tell whether at least so many letters are capitals; a single one may be an initial."""
    bare = _OF_CLAN.sub("", word)
    return sum(map(str.isalpha, bare)) >= least and bare.isupper()


def _is_particle(word: str) -> bool:
    """Tell whether a word belongs to the family name behind it; “D.” and “E” are initials, “d” and “D'” are not."""
    if len(word.rstrip(".")) == 1:
        return word in PARTICLES | _LINKS
    return _bare(word) in PARTICLES or bool(re.match(r"[dlt]['’]\w", word, re.IGNORECASE))


def _joins(word: str) -> bool:
    """Tell whether a word behind a family name goes on with it."""
    return word in _LINKS or (word.islower() and _is_particle(word))


def _find_capitals(words: Sequence[str]) -> tuple[int, int] | None:
    """Return the place of the words in capitals, with the particles before them, if only some words are."""
    capital = [_is_capital(word) for word in words]
    if all(capital) or not any(capital):
        return None
    start = capital.index(True)
    end = len(capital) - capital[::-1].index(True)
    if not all(capital[place] or _is_particle(words[place].lower()) for place in range(start, end)):
        return None
    while start > 0 and _joins(words[start - 1]):
        start -= 1
    if end + 1 < len(words) and _bare(words[end]) in _SUFFIXES:
        end += 1
    return None if end - start == len(words) else (start, end)


def _find_last(words: Sequence[str]) -> tuple[int, int]:
    """Return the place of the last word, with the particles before it; the first word is a given name unless
    it is a particle in small letters.
    """
    start = len(words) - 1
    while start > 1 and _bare(words[start]) in _LAST_WORDS:
        start -= 1
    while start > 1 and (_is_particle(words[start - 1]) or words[start] in _LINKS):
        start -= 1
    if start == 1 and (words[1] in _LINKS or _joins(words[0])):
        start = 0
    return start, len(words)


def _find_first(words: Sequence[str]) -> tuple[int, int]:
    """Return the place of the first word, with the particles before it and what these join to it."""
    last = len(words) - 1
    end = 0
    while end < last and _is_particle(words[end]):
        end += 1
    end += 1
    while end < last and (_joins(words[end]) or _joins(words[end - 1]) or _bare(words[end]) in _SUFFIXES):
        end += 1
    return 0, end
