"""Bingo at one moment: the cards, the calls, and queries on them (RULES V11).

Invariants: the tiles called and those in the bag are the tile set; a call strikes at most one letter of a
card; a struck letter was called, as itself or as a blank.

Version 1 of the mode let blanks that strike make up for letters of the words as well. Games that began under it keep
their words.
"""

from collections import Counter
from dataclasses import dataclass, replace

from engine.modes.base import Setup
from engine.modes.bingo.words import LETTERS, WORDS, missing_letters
from engine.rules.game_settings import check_settings
from engine.rules.setting_kinds import OneOf, setting
from engine.tiles import BLANK, Cells, TileSet
from engine.translation import gettext_noop as _

BLANKS_SPELL_VERSION = 1
BLANKS: dict[str, str] = {
    "any": _("strikes any one letter"),
    "nothing": _("strikes nothing"),
}


@dataclass(frozen=True, slots=True)
class BingoSettings:
    """The settings of bingo."""

    blanks: str = setting(
        "any",
        OneOf(BLANKS),
        _("A blank that is called"),
        _("Blanks never make up for letters when words are picked."),
    )

    def __post_init__(self) -> None:
        check_settings(self)

    @property
    def blanks_strike(self) -> bool:
        return self.blanks == "any"

    def blanks_spell(self, version: int | None) -> bool:
        """Tell whether blanks make up for letters of the words, by the version of the mode."""
        return self.blanks_strike and version == BLANKS_SPELL_VERSION


@dataclass(frozen=True, slots=True)
class Card:
    """Two words, and for each of their letters the number of the call that struck it, from 0, or None."""

    words: tuple[Cells, ...]
    struck: tuple[tuple[int | None, ...], ...]

    @classmethod
    def of(cls, words: tuple[Cells, ...]) -> "Card":
        return cls(words, tuple((None,) * len(word) for word in words))

    @property
    def used(self) -> frozenset[int]:
        """The calls that have struck a letter."""
        return frozenset(call for row in self.struck for call in row if call is not None)

    @property
    def open_letters(self) -> tuple[int, ...]:
        """The letters that are not struck, sorted."""
        return tuple(
            sorted(
                letter
                for word, row in zip(self.words, self.struck, strict=True)
                for letter, call in zip(word, row, strict=True)
                if call is None
            )
        )

    def with_call(self, word: int, place: int, call: int | None) -> "Card":
        row = self.struck[word]
        changed = (*row[:place], call, *row[place + 1 :])
        return replace(self, struck=(*self.struck[:word], changed, *self.struck[word + 1 :]))


@dataclass(frozen=True, slots=True)
class Bingo:
    """A moment of the game. `calls` are tile numbers in the order of the calls."""

    setup: Setup
    cards: tuple[Card | None, ...]
    calls: tuple[int, ...] = ()
    winner: int | None = None
    is_over: bool = False

    @property
    def tiles(self) -> TileSet:
        return self.setup.tiles

    @property
    def bag(self) -> Counter[int]:
        """The count of each tile that has not been called."""
        return Counter(dict(enumerate(self.tiles.counts))) - Counter(self.calls)

    @property
    def blanks_strike(self) -> bool:
        settings: BingoSettings = self.setup.settings
        return settings.blanks_strike

    @property
    def blanks_spell(self) -> bool:
        settings: BingoSettings = self.setup.settings
        return settings.blanks_spell(self.setup.version)

    @property
    def on_paper(self) -> bool:
        return not self.setup.deals

    def name(self, player: int) -> str:
        return self.setup.players[player].name

    def with_card(self, player: int, card: Card) -> "Bingo":
        return replace(self, cards=(*self.cards[:player], card, *self.cards[player + 1 :]))

    def missing(self, card: Card) -> tuple[int, ...]:
        """Return the letters that the card lacks for a claim, sorted."""
        if self.on_paper:
            return missing_letters(card.words, Counter(self.calls), with_blanks=self.blanks_strike)
        return card.open_letters

    def find_striking_call(self, card: Card, letter: int) -> int | None:
        """Return the call that strikes such a letter, or None: the tile before a blank, the latest first."""
        free = [call for call in range(len(self.calls)) if call not in card.used]
        for tile in (letter, BLANK) if self.blanks_strike else (letter,):
            found = [call for call in free if self.calls[call] == tile]
            if found:
                return found[-1]
        return None


def scores(game: Bingo) -> tuple[int, ...]:
    """Count the letters that each has struck; on paper those that the calls can have struck."""
    return tuple(0 if card is None else WORDS * LETTERS - _open_count(game, card) for card in game.cards)


def _open_count(game: Bingo, card: Card) -> int:
    if not game.on_paper:
        return len(card.open_letters)
    lacking = Counter(letter for word in card.words for letter in word) - Counter(game.calls)
    blanks = game.calls.count(BLANK) if game.blanks_strike else 0
    return max(0, lacking.total() - blanks)


def winners(game: Bingo) -> tuple[int, ...] | None:
    if not game.is_over:
        return None
    return () if game.winner is None else (game.winner,)


def waits_for(game: Bingo) -> tuple[int, ...]:
    """Return who has not picked; once tiles are called, or can be, everybody may strike and claim."""
    if game.is_over:
        return ()
    players = range(len(game.cards))
    without = tuple(player for player in players if game.cards[player] is None)
    return tuple(players) if game.on_paper or not without else without
