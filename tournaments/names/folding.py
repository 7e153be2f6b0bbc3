"""Comparison of written names: of a person as federations, clubs and the person write it.

"DUPONT Élise", "Elise Dupont" and "élise  dupont" are alike: case, accents, hyphens, blanks and the order of
the words don't tell people apart. Alike is not the same: an arbitrator decides. Names that *look* alike may
also differ in their characters, such as a Cyrillic А in "Аnn" (`confusables`).
"""

import re
import unicodedata
from functools import lru_cache
from itertools import chain
from typing import Self

from django.utils.text import slugify
from django.utils.translation import get_language

from tournaments.names import confusables

# As wide as the database columns: some characters decompose into eighteen letters.
KEY_LENGTH = 160
FOLDED_LENGTH = 240
# Letters that Unicode doesn't decompose.
_LETTERS = str.maketrans({"œ": "oe", "æ": "ae", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i"})
# Letters of a language's own alphabet, as two signs: the second comes after every Latin letter.
_OWN_LETTERS = {"es": str.maketrans({"ñ": "n\ua7ff"})}
_WORD = re.compile(r"[^\W\d_]+")


class SortedName(str):
    """A text that lists sort by other texts, one after the other: a shown name by its parts.

    Whatever makes another text of it, such as `format`, gives a plain one.
    """

    __slots__ = ("sort_by",)
    sort_by: tuple[str, ...]

    def __new__(cls, text: str, sort_by: tuple[str, ...] = ()) -> Self:
        name = super().__new__(cls, text)
        name.sort_by = sort_by or (text,)
        return name


# Signs that no font shows by themselves, though their category does not say so: fillers of Hangul and Khmer, a joiner,
# the empty sign of braille, and signs that choose how the one before looks.
_UNSEEN = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef ]*"
)


def tidy(text: str) -> str:
    """Return text as it is stored: single blanks, one form of each accent, no invisible characters; empty if nobody
    would see any of it.
    """
    spaced = " ".join(text.split())
    seen = "".join(sign for sign in spaced if not unicodedata.category(sign).startswith("C"))
    if _UNSEEN.fullmatch(seen):
        return ""
    # Signs that cannot be seen may have kept blanks, or a letter and its accent, apart.
    return unicodedata.normalize("NFC", " ".join(seen.split()))


def is_visible(text: str) -> bool:
    """Tell whether nothing in the text is hidden, breaks the line, or changes the direction of the text after
    it.
    """
    return not any(
        unicodedata.category(sign)[0] == "C" or unicodedata.category(sign) in {"Zl", "Zp"} for sign in text
    )


def key(name: str) -> str:
    """Return the name without regard to case, the same on every database."""
    return name.casefold()[:KEY_LENGTH]


def licence_key(licence: str) -> str:
    """Return the stored form of a licence, equal for licences that are one: "fr7" is "FR7"."""
    return licence.upper()


def fold(name: str) -> str:
    """Return a key that is equal for names that are alike."""
    return " ".join(sorted(fold_words(name)))[:FOLDED_LENGTH]


def spelling(name: str) -> list[str]:
    """Return a key that is equal for names of the same words with the same accents, whatever their order, case, hyphens
    and commas.
    """
    return sorted(re.findall(r"[^\W_]+", unicodedata.normalize("NFC", name.casefold())))


def fold_words(name: str) -> list[str]:
    """Return the words of a name as `fold` compares them, in their order."""
    return _plain(name).split()


@lru_cache(maxsize=8192)
def looks(name: str) -> frozenset[str]:
    """Return skeletons of a name as it is and in small letters: names that share one look alike.

    Names that are alike (`folded`) share one too.
    """
    small = unicodedata.normalize("NFKD", name.casefold()).casefold().translate(_LETTERS)
    # Prefixes keep the two apart: a capital I looks like a small l, and Ian is not Lan.
    return frozenset({f"={_skeleton(name)}", f"~{_skeleton(small).casefold()}"})


@lru_cache(maxsize=8192)
def is_of_two_alphabets(name: str) -> bool:
    """Tell whether a word mixes two alphabets and could be read as one of either: "Аnn" is, "Ωmega" is not."""
    if name.isascii():
        return False
    return any(map(_mixes_alphabets, _WORD.findall(unicodedata.normalize("NFKC", name))))


def sort_key(name: str) -> tuple[tuple[int, str], ...]:
    """Return the key of the order in which people look for names and clubs, in the active language.

    Accents and capitals make no difference, and “Club 2” is before “Club 10”. A letter that a language has
    beside those of the Latin alphabet comes after the one that it is made of: in Spanish Núñez is after Nunzio.
    """
    language = (get_language() or "").partition("-")[0]
    if not isinstance(name, SortedName):
        return _sort_key(name, language)
    # Nothing comes before a further word: Dupont Zoé is before Dupont-Aubin Anne.
    return tuple(chain.from_iterable((*_sort_key(text, language), (-2, "")) for text in name.sort_by))


def series_key(name: str) -> tuple[int, tuple[tuple[int, str], ...]]:
    """Return the key of the order of series, the strongest first: super, 1A to 7, then those without a number,
    such as N for beginners.
    """
    plain = _plain(name).strip()
    return 0 if plain.startswith("super") else 1 if plain[:1].isdecimal() else 2, sort_key(name)


@lru_cache(maxsize=8192)
def _sort_key(name: str, language: str) -> tuple[tuple[int, str], ...]:
    letters = _OWN_LETTERS.get(language)
    spelled = unicodedata.normalize("NFC", name).casefold().translate(letters) if letters else name
    parts = re.findall(r"\d+|\D+", " ".join(_plain(spelled).split()))
    return tuple((int(part), "") if part.isdecimal() and len(part) < 10 else (-1, part) for part in parts)


def respell(known: str, written: str) -> str:
    """Return a known name with the accents that it lacks and the `written` one has, in its own order and
    capitals.
    """
    words: dict[str, str] = {_plain(word): word for word in _WORD.findall(written)}

    def with_accents(match: re.Match[str]) -> str:
        word: str = match[0]
        better = words.get(_plain(word), word)
        if _accents(better) <= _accents(word):
            return word
        return better.upper() if word.isupper() else better.lower() if word.islower() else better.capitalize()

    return _WORD.sub(with_accents, known)


class _Skeletons(dict[int, str]):
    """Cache of the prototype of each character (UTS 39) without accents; a blank for characters of no word."""

    def __missing__(self, code: int) -> str:
        signs = _strip_accents(_strip_accents(chr(code)).translate(confusables.table()))
        # Marks stay: Indian and Thai vowels are marks, and without them different names would be equal.
        self[code] = "".join(
            sign if sign.isalnum() or unicodedata.category(sign).startswith("M") else " " for sign in signs
        )
        return self[code]


_skeletons = _Skeletons()


def _skeleton(name: str) -> str:
    return " ".join(sorted(name.translate(_skeletons).split()))


def _strip_accents(text: str) -> str:
    signs = unicodedata.normalize("NFKD", text)
    return "".join(sign for sign in signs if not unicodedata.combining(sign))


def _mixes_alphabets(word: str) -> bool:
    own = {alphabet for letter in word if (alphabet := confusables.alphabet_of(letter))}
    return len(own) > 1 and any(
        all(alphabet in confusables.alphabets_of(letter) for letter in word) for alphabet in own
    )


def _accents(word: str) -> int:
    return sum(not letter.isascii() for letter in word)


class _PlainLetters(dict[int, str]):
    """Cache of each character without accents, a blank for signs: a list of people folds each name many times."""

    def __missing__(self, code: int) -> str:
        self[code] = "".join(
            letter if letter.isalnum() else " "
            for letter in chr(code).translate(_LETTERS)
            if not unicodedata.combining(letter)
        )
        return self[code]


_plain_letters = _PlainLetters()


def _plain(name: str) -> str:
    # Twice: some characters decompose into capitals.
    letters = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", name.casefold()).casefold())
    return letters.translate(_plain_letters)


def slug(text: str) -> str:
    """Return the text in plain letters, for file names on every file system: "Łódź, œuvre" is "lodz-oeuvre"."""
    return slugify(text.casefold().translate(_LETTERS))


def club_key(name: str) -> str:
    """Return a key that is equal for names of one club, whatever the accents; a name without a letter has its
    own.
    """
    return (fold(name) or key(name))[:KEY_LENGTH]
