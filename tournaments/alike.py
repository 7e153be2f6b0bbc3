"""Which written names are one: of a person as federations, clubs and the person write it.

"DUPONT Élise", "Elise Dupont" and "élise  dupont" are alike: case, accents, hyphens, blanks and the order of the words
don't tell people apart. Alike is not the same: an arbitrator decides.
"""

import unicodedata

# As wide as the columns that keep them: some signs come apart into eighteen letters.
KEY_LENGTH = 160
FOLDED_LENGTH = 240
# Letters that Unicode doesn't take apart.
_PLAIN = str.maketrans({"œ": "oe", "æ": "ae", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i"})


def tidied(text: str) -> str:
    """What people write, as it is kept: single blanks, one form of each accent, nothing that cannot be seen."""
    seen = unicodedata.normalize("NFC", " ".join(text.split()))
    return "".join(letter for letter in seen if not unicodedata.category(letter).startswith("C")).strip()


def key(name: str) -> str:
    """The name without regard to case, the same on every database."""
    return name.casefold()[:KEY_LENGTH]


def licence_key(licence: str) -> str:
    """Equal for licences that are one: "fr7" is "FR7"."""
    return licence.upper()


def folded(name: str) -> str:
    """Equal for names that are alike."""
    # Twice: some signs come apart into capitals.
    letters = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", name.casefold()).casefold())
    plain = "".join(
        letter if letter.isalnum() else " "
        for letter in letters.translate(_PLAIN)
        if not unicodedata.combining(letter)
    )
    return " ".join(sorted(plain.split()))[:FOLDED_LENGTH]
