"""Names as files of other programs write them: `Marsh, Ann`, and both of a pair with an ampersand. Pure.

A word of a name cannot begin with a digit there, since the rating follows the name: `Player 12` is `Player_12`. A colon
and the player's number may follow: the licence, such as that of NASPA; XT and digits are numbers of cross-tables.com.
"""

import re
import unicodedata
from collections.abc import Iterable
from typing import Final

from tournaments.names.folding import tidy
from tournaments.names.name_parts import NameParts, NameStyle, join_pair, split_name, split_pair

_NASPA_NUMBER: Final = re.compile(r"(?!XT)[A-Z]{2}\d{6}", re.ASCII)


def add_number(name: str, licence: str) -> str:
    """Return a name with the number at NASPA behind it, if the licence is one."""
    return f"{name}:{licence}" if _NASPA_NUMBER.fullmatch(licence) else name


def read_people(written: str) -> tuple[NameParts, ...]:
    """Return the name of a player in its parts, or those of a pair."""
    text = re.sub(r"_(?=\d)", " ", written)
    return tuple(map(split_name, split_pair(text)))


def write_people(people: Iterable[NameParts]) -> str:
    """Return the name of a player, or of a pair, the family name first."""
    written = join_pair(parts.whole(NameStyle.COMMA) for parts in people)
    return re.sub(r" (?=\d)", "_", tidy(re.sub(r"[;#\\]", " ", written)))


def write_plain(text: str) -> str:
    """Return a text without accents; a question mark stands for a letter that has no plain one."""
    letters = unicodedata.normalize("NFKD", text)
    kept = "".join(letter for letter in letters if not unicodedata.combining(letter))
    return kept.encode("ascii", "replace").decode()
