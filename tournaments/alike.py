"""Which written names are one: of a person as federations, clubs and the person write it.

"DUPONT Élise", "Elise Dupont" and "élise  dupont" are alike: case, accents, hyphens, blanks and the order of the words
don't tell people apart. Alike is not the same: an arbitrator decides.
"""

import re
import unicodedata

from django.utils.text import slugify

# As wide as the columns that keep them: some signs come apart into eighteen letters.
KEY_LENGTH = 160
FOLDED_LENGTH = 240
# Letters that Unicode doesn't take apart.
_LETTERS = str.maketrans({"œ": "oe", "æ": "ae", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i"})
_WORD = re.compile(r"[^\W\d_]+")


def tidied(text: str) -> str:
    """What people write, as it is kept: single blanks, one form of each accent, nothing that cannot be seen."""
    seen = unicodedata.normalize("NFC", " ".join(text.split()))
    return "".join(letter for letter in seen if not unicodedata.category(letter).startswith("C")).strip()


def key(name: str) -> str:
    """The name without regard to case, the same on every database."""
    return name.casefold()[:KEY_LENGTH]


def licence_key(licence: str) -> str:
    """Equal for licences that are one: "fr7" is "FR7". That is how they are kept."""
    return licence.upper()


def folded(name: str) -> str:
    """Equal for names that are alike."""
    return " ".join(sorted(_plain(name).split()))[:FOLDED_LENGTH]


def sort_key(name: str) -> tuple[tuple[int, str], ...]:
    """For the order in which people look for names and clubs: accents and capitals make no difference, and “Club 2” is
    before “Club 10”.
    """
    parts = re.findall(r"\d+|\D+", " ".join(_plain(name).split()))
    return tuple((int(part), "") if part.isdecimal() and len(part) < 10 else (-1, part) for part in parts)


def respelled(known: str, written: str) -> str:
    """A known name with the accents that it lacks and a list has, in its own order and capitals."""
    words: dict[str, str] = {_plain(word): word for word in _WORD.findall(written)}

    def with_accents(match: re.Match[str]) -> str:
        word: str = match[0]
        better = words.get(_plain(word), word)
        if _accents(better) <= _accents(word):
            return word
        return better.upper() if word.isupper() else better.lower() if word.islower() else better.capitalize()

    return _WORD.sub(with_accents, known)


def _accents(word: str) -> int:
    return sum(not letter.isascii() for letter in word)


def _plain(name: str) -> str:
    # Twice: some signs come apart into capitals.
    letters = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", name.casefold()).casefold())
    return "".join(
        letter if letter.isalnum() else " "
        for letter in letters.translate(_LETTERS)
        if not unicodedata.combining(letter)
    )


def slug(text: str) -> str:
    """In plain letters, for names of files on every file system: "Łódź, œuvre" is "lodz-oeuvre"."""
    return slugify(text.casefold().translate(_LETTERS))


def club_key(name: str) -> str:
    """Equal for names of one club, whatever the accents; a name without a letter is its own."""
    return (folded(name) or key(name))[:KEY_LENGTH]
