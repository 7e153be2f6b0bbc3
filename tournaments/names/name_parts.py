"""Given and family names: how a whole name is split into them, and how an event writes them. Pure.

A name has a given and a family name, and one of them may be empty. A whole name says which is which by a comma
(“Durand, Anne”) or by capitals (“DURAND Anne”, “LeBRUN Anne”); a list may say in which order it writes them.
Otherwise a particle in small letters begins the family name where it begins the name (“van Gogh Vincent”), and
else the last word is the family name, together with the particles before it (“Marie de la Tour”). That is a
guess where a name has more than two words, so `doubts_of` says what should be looked at. A birth name (“née
Martin”) goes with the family name.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Final, Literal

from tournaments.names.folding import SortedName, fold, tidy

Order = Literal["", "given", "family"]
# Between the names of a pair, as the name of their entry has it.
PAIR: Final = " & "
# Words before a family name that belong to it, in the languages of the field.
PARTICLES = frozenset(
    (
        *("af", "al", "av", "bin", "bint", "d", "da", "de", "dei", "del", "della", "den", "der", "des", "di"),
        *("do", "dos", "du", "e", "el", "i", "l", "la", "las", "le", "les", "los"),
        *("mac", "mc", "saint", "sainte", "st", "ste", "t", "ten", "ter"),
        *("van", "vom", "von", "y", "zu", "zum", "zur"),
    )
)
# Those that stay small where the rest of a name in capitals gets one capital a word.
_SMALL = frozenset(
    ("da", "de", "dei", "del", "della", "den", "der", "di", "do", "dos", "e", "i", "vom", "von", "y", "zu")
)
# Those between two family names: “Ortega y Gasset”, “Dupont - Martin”.
_LINKS = frozenset(("e", "i", "y", "-", "–"))
# Words before a name from before or after a marriage.
_OF_BIRTH = frozenset(("née", "né", "épouse", "ép", "ep", "geb", "geborene", "nacida"))
_SUFFIXES = frozenset(("jr", "sr", "ii", "iii", "iv"))
# Words that end a name as a suffix does, and may be a given name elsewhere.
_LAST_WORDS = _SUFFIXES | {"fils", "junior"}
_COMMA_OF_SUFFIX = re.compile(rf",\s*(?=(?:{'|'.join(_SUFFIXES)})\.?$)", re.IGNORECASE)
_SEGMENT = re.compile(r"[^\W\d_]+")
# The most small letters in the beginning of “FitzGERALD”.
_SMALL_START = 3
_INITIALS = re.compile(r"(?:[^\W\d_]\.-?)+")
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
        return name in {self.joined, self.whole(NameStyle.FAMILY_FIRST)} or fold(self.joined) == fold(name)

    @property
    def joined(self) -> str:
        return self.whole(NameStyle.GIVEN_FIRST)

    def whole(self, style: str) -> str:
        """Return the whole name in the order of a style of `NameStyle`, each part as written."""
        parts = (self.given, self.family) if style == NameStyle.GIVEN_FIRST else (self.family, self.given)
        return (", " if style == NameStyle.COMMA else " ").join(filter(None, parts))


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
    words, birth = _cut_birth_name(name.split())
    if len(words) < 2 or not all(map(_is_of_name, words)):
        return NameParts(family=name.strip())
    # “Dupont née Martin Anne”: a given name behind the birth name says the order.
    is_first = order == "family" or _begins_family(words[0]) or (birth and not name.endswith(birth[-1]))
    start, end = _find_capitals(words) or (_find_first(words) if is_first else _find_last(words))
    return _move_suffix(words[:start] + words[end:], [*words[start:end], *birth])


def plain_name(name: str) -> str:
    """Return a whole name as it is stored, without the comma that turns its order: “Marsh, Ann” is “Ann Marsh”."""
    parts = split_name(name) if "," in name else NameParts()
    return parts.joined if parts.given else name


def join_pair(names: Iterable[str]) -> str:
    """Return the name of an entry: that of a player, or those of both of a pair."""
    return PAIR.join(names)


def split_pair(name: str) -> list[str]:
    """Return the tidied names in a typed name, which are two for a pair: “Ann & Bob”, “Ann&Bob”."""
    return list(map(tidy, name.split(PAIR.strip())))


def says_parts(name: str) -> bool:
    """Tell whether a name itself says which part is the family name, by a comma or by capitals."""
    return bool(_split_at_comma(name) or _find_capitals(_cut_birth_name(name.split())[0]))


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
    name_parts = NameParts(" ".join(rest), " ".join(of_family))
    same = (fold(name_parts.given), fold(name_parts.family)) == (fold(parts.given), fold(parts.family))
    return name_parts if same else parts


def write_name(parts: NameParts, style: str) -> str:
    """Return a name in a style of `NameStyle`; capitals of “DURAND” alone are not kept where they say nothing."""
    given, family = write_small(parts.given, least=3), write_small(parts.family)
    in_capitals = style == NameStyle.FAMILY_FIRST
    return NameParts(given, write_capitals(family) if in_capitals else family).whole(style)


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
    """Return a family name in capitals, but for the small letters of “McDONALD” and “née”."""
    return " ".join(map(_write_word_in_capitals, text.split()))


def _write_word_in_capitals(word: str) -> str:
    if _bare(word) in _OF_BIRTH:
        return word
    match = _OF_CLAN.match(word)
    start = match.end() if match and word.startswith("M") else 0
    return word[:start] + word[start:].upper()


def _write_word_small(word: str) -> str:
    if word.casefold() in _SMALL:
        return word.lower()
    if (rest := _strip_small_start(word)) != word:
        return word.removesuffix(rest) + rest.capitalize()
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


def _cut_birth_name(words: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return the words without a birth name, and those of the birth name: in capitals if any of these are, or
    one word, with its particles.
    """
    start = next((at for at, word in enumerate(words) if at and _bare(word) in _OF_BIRTH), None)
    if start is None:
        return list(words), []
    end = start + 1
    while end < len(words) - 1 and _leads(words[end]):
        end += 1
    end += 1
    while _is_capital(words[end - 1]) and end < len(words) and _is_capital(words[end]):
        end += 1
    return [*words[:start], *words[end:]], list(words[start:end])


def _bare(word: str) -> str:
    return word.casefold().strip("'’.")


def _is_of_name(word: str) -> bool:
    return word in _LINKS or any(map(str.isalpha, word))


def _is_capital(word: str, least: int = 2) -> bool:
    """Tell whether at least so many letters are capitals, but for a beginning as in “McDONALD” or “LeBRUN”; a
    single one may be an initial, as those in “J.-P.” are.
    """
    if _INITIALS.fullmatch(word):
        return False
    bare = _strip_small_start(_OF_CLAN.sub("", word)).replace("ß", "SS")
    return sum(map(str.isalpha, bare)) >= least and bare.isupper()


def _strip_small_start(word: str) -> str:
    """Return “BRUN” of “LeBRUN”; a word that is written in another way stays."""
    start = next((at for at, letter in enumerate(word) if at and letter.isupper()), 0)
    small, rest = word[1:start], word[start:]
    written_so = word[:1].isupper() and small.isalpha() and small.islower() and len(small) <= _SMALL_START
    return rest if written_so and len(rest) > 1 and rest.isupper() else word


def _is_particle(word: str) -> bool:
    """Tell whether a word belongs to the family name behind it; “D.” and “E” are initials, “d” and “D'” are not."""
    if len(word.rstrip(".")) == 1:
        return word in PARTICLES | _LINKS
    return _bare(word) in PARTICLES or bool(re.match(r"[dlt]['’]\w", word, re.IGNORECASE))


def _leads(word: str) -> bool:
    """Tell whether a word is a particle alone, so that the name is still to come; “d'Ormesson” has it."""
    return _is_particle(word) and (_bare(word) in PARTICLES or len(word) == 1)


def _joins(word: str) -> bool:
    """Tell whether a word behind a family name goes on with it."""
    return word in _LINKS or (word.islower() and _is_particle(word))


def _begins_family(first: str) -> bool:
    """Tell whether the first word of a name is a particle in small letters, which no given name is."""
    return _is_particle(first) and first.lstrip("'’")[:1].islower()


def _find_capitals(words: Sequence[str]) -> tuple[int, int] | None:
    """Return the place of the words in capitals, with the particles before them, if only some words are."""
    capital = [_is_capital(word) and _bare(word) not in _SUFFIXES for word in words]
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
    # “Mac DONALD Ian”, not “Al SMITH”: there is a given name left.
    while start > 0 and _is_particle(words[start - 1]) and end - start + 1 < len(words):
        start -= 1
    return None if end - start == len(words) else (start, end)


def _find_last(words: Sequence[str]) -> tuple[int, int]:
    """Return the place of the last word, with the particles before it; the first word is a given name."""
    start = len(words) - 1
    while start > 1 and _bare(words[start]) in _LAST_WORDS:
        start -= 1
    while start > 1 and (_is_particle(words[start - 1]) or words[start] in _LINKS):
        start -= 1
    if start == 1 and words[1] in _LINKS:
        start = 0
    return start, len(words)


def _find_first(words: Sequence[str]) -> tuple[int, int]:
    """Return the place of the first word, with the particles before it and what these join to it."""
    last = len(words) - 1
    end = 0
    while end < last and _leads(words[end]):
        end += 1
    end += 1
    while end < last and (
        _joins(words[end])
        or (_joins(words[end - 1]) and _leads(words[end - 1]))
        or _bare(words[end]) in _SUFFIXES
    ):
        end += 1
    return 0, end
