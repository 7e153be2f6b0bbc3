"""Content of printed bingo cards (RULES V11): a card for each player, with two words picked at random, or empty."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.lexicon import Lexicon, load_same
from engine.modes.bingo.state import BingoSettings
from engine.modes.bingo.words import random_pairs
from engine.rules.game_settings import read_settings
from engine.tiles import load_tile_set
from tournaments.club_tables.models import ClubTable


@dataclass(frozen=True, slots=True)
class BingoCard:
    """A player's card: its number, the player's name, and the letters of both words; empty boxes without words."""

    number: int
    name: str = ""
    words: tuple[tuple[str, ...], ...] = ()


def cards_for_table(table: ClubTable, *, number: int, with_words: bool) -> list[BingoCard]:
    """Return cards for the players at the table, and nameless ones up to that number; the same words at each
    printing.

    Raises:
        EngineError: the lexicon is gone, has other words than when the table was opened, or has no two that can be
            spelled together.
    """
    names = [seat.name for seat in table.seats.all()]
    names += [""] * (number - len(names))
    if not with_words:
        return cards_by_hand(names=names)
    settings = read_settings(BingoSettings, table.settings)
    lexicon = load_same(table.lexicon, table.lexicon_source)
    version = table.mode_version if table.begun_at else None
    return cards_with_words(names=names, lexicon=lexicon, settings=settings, seed=table.seed, version=version)


def cards_with_words(
    *, names: Sequence[str], lexicon: Lexicon, settings: BingoSettings, seed: str, version: int | None = None
) -> list[BingoCard]:
    """Return a card for each name, which may be empty; the same words again for the same seed and version of the
    mode.

    Raises:
        TurnError: no two words of the lexicon can be spelled together.
    """
    tiles = load_tile_set(lexicon.tile_set)
    with_blanks = settings.blanks_spell(version)
    pairs = random_pairs(len(names), lexicon, tiles, seed=f"{seed}/cards", with_blanks=with_blanks)
    return [
        BingoCard(number, name, tuple(tuple(map(tiles.token, word)) for word in pair))
        for number, (name, pair) in enumerate(zip(names, pairs, strict=True), start=1)
    ]


def cards_by_hand(*, names: Sequence[str]) -> list[BingoCard]:
    """Return a card for each name, which may be empty, with boxes in which words are written."""
    return [BingoCard(number, name) for number, name in enumerate(names, start=1)]
