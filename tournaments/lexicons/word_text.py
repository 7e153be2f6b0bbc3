"""Single words that somebody types, to be added to a lexicon or taken from it."""

from django.utils.translation import gettext_lazy as _

from engine.lexicon.word_list import LONGEST, SHORTEST
from engine.tiles import TileSet
from tournaments.errors import RuleViolation


def read_word(text: str, tiles: TileSet) -> str:
    """Return a word as it is stored: in capitals, accents folded, as its tiles are written.

    Raises:
        EngineError: letters that the tiles lack.
        RuleViolation: it has fewer than 2 tiles, or more than 15.
    """
    cells = tiles.encode_plain(text.strip())
    if not SHORTEST <= len(cells) <= LONGEST:
        raise RuleViolation(
            "word_length",
            _("“{word}” has {length} tiles: a word has {shortest} to {longest}."),
            word=text.strip(),
            length=len(cells),
            shortest=SHORTEST,
            longest=LONGEST,
        )
    return tiles.decode(cells)
