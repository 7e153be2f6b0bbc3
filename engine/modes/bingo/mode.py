"""Bingo (RULES V11): each player picks two words of seven letters, and strikes a letter for each tile called.

Terms. A *card* is a player's two words with the letters struck. A *call* is a tile drawn at random from the
bag by the *caller*, who is no player: acts of the caller have no `player`. A called tile strikes one letter
of each card. A *claim* says that all letters are struck; the program checks it, and the first correct claim
wins.

| act | who | what else is in it |
| --- | --- | --- |
| `pick` | a player, before the first call | `words`, a list of two; without it two are picked at random |
| `start` | the caller | players who have not picked get words picked at random |
| `call` | the caller | on paper `tile`, if a real one was drawn |
| `strike`, `unstrike` | a player, not on paper | `word` and `place`, both from 0 |
| `claim` | a player | on paper `words`, if the player has not picked any here |
| `end` | the caller, once all tiles are called | nothing: nobody has won |

Invariants: the tiles called and those in the bag are the tile set; a call strikes at most one letter of a
card; a struck letter was called, as itself or as a blank.

On paper people strike on printed cards, so a claim is checked against the calls. Otherwise it is checked
against the letters that the player has struck. A player who has overlooked a call can still strike for it,
and can take a blank back to use it for another letter, as long as nobody has won.
"""

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from engine.errors import TurnError
from engine.modes.acts import kind_of, player_of, texts_of, value_of
from engine.modes.base import Act, Mode, Setup
from engine.modes.bingo.words import LETTERS, WORDS, Word, missing_letters, random_pair
from engine.rules.game_settings import check_settings
from engine.rules.settings import OneOf, setting
from engine.tiles import BLANK, TileSet
from engine.translation import gettext_noop as _

FEWEST, MOST = 2, 60
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
        _("Words are picked accordingly: a blank that strikes makes up for any one letter of the set."),
    )

    def __post_init__(self) -> None:
        check_settings(self)

    @property
    def blanks_strike(self) -> bool:
        return self.blanks == "any"


@dataclass(frozen=True, slots=True)
class Card:
    """Two words, and for each of their letters the number of the call that struck it, from 0, or None."""

    words: tuple[Word, ...]
    struck: tuple[tuple[int | None, ...], ...]

    @classmethod
    def of(cls, words: tuple[Word, ...]) -> "Card":
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
    def on_paper(self) -> bool:
        return not self.setup.deals

    def name(self, player: int) -> str:
        return self.setup.players[player].name

    def with_card(self, player: int, card: Card) -> "Bingo":
        return replace(self, cards=(*self.cards[:player], card, *self.cards[player + 1 :]))

    def missing(self, card: Card) -> tuple[int, ...]:
        """Return the letters that the card lacks for a claim, sorted."""
        if self.on_paper:
            return missing_letters(card.words, Counter(self.calls), blanks_strike=self.blanks_strike)
        return card.open_letters

    def striking(self, card: Card, letter: int) -> int | None:
        """Return the call that strikes such a letter, or None: the tile before a blank, the latest first."""
        free = [call for call in range(len(self.calls)) if call not in card.used]
        for tile in (letter, BLANK) if self.blanks_strike else (letter,):
            found = [call for call in free if self.calls[call] == tile]
            if found:
                return found[-1]
        return None


def start(setup: Setup) -> Bingo:
    """Return the game before anybody has picked."""
    if not FEWEST <= len(setup.players) <= MOST:
        raise TurnError("players_number", fewest=FEWEST, most=MOST, given=len(setup.players))
    return Bingo(setup, (None,) * len(setup.players))


def apply(game: Bingo, act: Act) -> Bingo:
    """Return the game after the act; raise an `EngineError` if the rules do not allow it."""
    name = kind_of(act, (*_BY_CALLER, *_BY_PLAYER), BINGO.name, BINGO.rule)
    if name in _BY_CALLER:
        if act.get("player") is not None:
            raise TurnError("bingo_caller", act=name)
        _check_going_on(game)
        return _BY_CALLER[name](game, act)
    player = player_of(act, game.setup.players)
    _check_going_on(game)
    return _BY_PLAYER[name](game, player, act)


def _check_going_on(game: Bingo) -> None:
    if game.is_over:
        raise TurnError("bingo_over")


# Picking


def _pick(game: Bingo, player: int, act: Act) -> Bingo:
    if game.calls:
        raise TurnError("bingo_calling_begun")
    words = _picked_words(game, act) if "words" in act else _words_at_random(game, player, act)
    return game.with_card(player, Card.of(words))


def _picked_words(game: Bingo, act: Act) -> tuple[Word, ...]:
    """Return the words of an act, which must be two of the lexicon that the set can spell together."""
    tiles, written = game.tiles, texts_of(act, "words")
    if len(written) != WORDS:
        raise TurnError("bingo_two_words", given=len(written))
    words = tuple(tiles.encode_plain(text.strip()) for text in written)
    for word in words:
        if len(word) != LETTERS:
            raise TurnError("bingo_word_length", word=tiles.decode(word), given=len(word), wanted=LETTERS)
    bad = [tiles.decode(word) for word in words if not game.setup.lexicon.contains(word)]
    if bad:
        raise TurnError("bingo_not_in_lexicon", words=", ".join(bad))
    if len(set(words)) < WORDS:
        raise TurnError("bingo_same_word", word=tiles.decode(words[0]))
    lacking = missing_letters(words, Counter(dict(enumerate(tiles.counts))), blanks_strike=game.blanks_strike)
    if lacking:
        raise TurnError("bingo_not_spelled", letters=tiles.decode(lacking))
    return words


def _words_at_random(game: Bingo, player: int, act: Act) -> tuple[Word, ...]:
    seed = f"{value_of(act, 'seed', str)}/{player}"
    return random_pair(game.setup.lexicon, game.tiles, seed=seed, blanks_strike=game.blanks_strike)


def _start(game: Bingo, act: Act) -> Bingo:
    without = [player for player, card in enumerate(game.cards) if card is None]
    if game.calls or not without:
        raise TurnError("bingo_started")
    for player in without:
        game = game.with_card(player, Card.of(_words_at_random(game, player, act)))
    return game


# Calling


def _call(game: Bingo, act: Act) -> Bingo:
    bag = game.bag
    if not bag:
        raise TurnError("bingo_bag_empty")
    without = [game.name(player) for player, card in enumerate(game.cards) if card is None]
    if without and not game.on_paper:  # on paper the words are on printed cards, perhaps unknown here
        raise TurnError("bingo_not_picked", players=", ".join(without))
    tile = _tile_called(game, act) if "tile" in act else _tile_drawn(game, value_of(act, "seed", str))
    return replace(game, calls=(*game.calls, tile))


def _tile_called(game: Bingo, act: Act) -> int:
    """Return the real tile that the caller has drawn."""
    if not game.on_paper:
        raise TurnError("bingo_tile_drawn")
    read = game.tiles.encode_rack(value_of(act, "tile", str).strip())
    if len(read) != 1:
        raise TurnError("bingo_one_tile", given=len(read))
    if not game.bag[read[0]]:
        raise TurnError("bingo_tile_called", tile=game.tiles.decode_rack(read))
    return read[0]


def _tile_drawn(game: Bingo, seed: str) -> int:
    heap = sorted(game.bag.elements())
    # Only random() is guaranteed to give the same numbers in every version of Python.
    stream = random.Random(f"{seed}/{len(game.calls)}")  # noqa: S311 - replays are the purpose
    return heap[int(stream.random() * len(heap))]


def _end(game: Bingo, _act: Act) -> Bingo:
    if game.bag:
        raise TurnError("bingo_not_over", left=game.bag.total())
    return replace(game, is_over=True)


# Striking and claiming


def _letter_of(game: Bingo, player: int, act: Act) -> tuple[Card, int, int]:
    """Return the player's card, with the word and place of the letter that the act means."""
    if game.on_paper:
        raise TurnError("bingo_on_paper")
    card = game.cards[player]
    if card is None:
        raise TurnError("bingo_not_picked", players=game.name(player))
    word, place = value_of(act, "word", int), value_of(act, "place", int)
    if not (0 <= word < WORDS and 0 <= place < LETTERS):
        raise TurnError("bingo_no_letter", word=word, place=place)
    return card, word, place


def _strike(game: Bingo, player: int, act: Act) -> Bingo:
    card, word, place = _letter_of(game, player, act)
    letter = card.words[word][place]
    if card.struck[word][place] is not None:
        raise TurnError("bingo_struck", letter=game.tiles.token(letter))
    call = game.striking(card, letter)
    if call is None:
        raise TurnError("bingo_not_called", letter=game.tiles.token(letter))
    return game.with_card(player, card.with_call(word, place, call))


def _unstrike(game: Bingo, player: int, act: Act) -> Bingo:
    card, word, place = _letter_of(game, player, act)
    if card.struck[word][place] is None:
        raise TurnError("bingo_not_struck", letter=game.tiles.token(card.words[word][place]))
    return game.with_card(player, card.with_call(word, place, None))


def _claim(game: Bingo, player: int, act: Act) -> Bingo:
    if game.on_paper and "words" in act:
        if game.cards[player] is not None:
            raise TurnError("bingo_words_known", player=game.name(player))
        game = game.with_card(player, Card.of(_picked_words(game, act)))
    card = game.cards[player]
    if card is None:
        raise TurnError("bingo_not_picked", players=game.name(player))
    missing = game.missing(card)
    if missing:
        raise TurnError("bingo_claim_wrong", player=game.name(player), letters=game.tiles.decode(missing))
    return replace(game, winner=player, is_over=True)


_BY_CALLER: dict[str, Callable[[Bingo, Act], Bingo]] = {"start": _start, "call": _call, "end": _end}
_BY_PLAYER: dict[str, Callable[[Bingo, int, Act], Bingo]] = {
    "pick": _pick,
    "strike": _strike,
    "unstrike": _unstrike,
    "claim": _claim,
}


# Views


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


def shown(game: Bingo, viewer: int | None) -> dict[str, Any]:
    """Return a viewer's view: their own card, all calls, the rest of the bag; all words once it is over."""
    tiles, points = game.tiles, scores(game)
    own = None if viewer is None else game.cards[viewer]
    players = [
        {"name": game.name(player), "score": points[player], "picked": card is not None}
        | ({"words": [tiles.decode(word) for word in card.words]} if card and game.is_over else {})
        for player, card in enumerate(game.cards)
    ]
    return {
        "players": players,
        "waits_for": list(waits_for(game)),
        "over": game.is_over,
        "winners": None if (won := winners(game)) is None else list(won),
        "calling": bool(game.calls) or all(card is not None for card in game.cards),
        "letters": WORDS * LETTERS,
        "calls": [tiles.decode_rack([tile]) for tile in game.calls],
        "bag": {tiles.decode_rack([tile]): count for tile, count in sorted(game.bag.items())},
        "bag_count": game.bag.total(),
        "card": None if own is None else _card_shown(game, own),
    }


def _card_shown(game: Bingo, card: Card) -> list[list[dict[str, Any]]]:
    return [
        [
            {
                "letter": game.tiles.token(letter),
                "struck": call is not None,
                "by": None if call is None else game.tiles.decode_rack([game.calls[call]]),
                "can": not game.is_over and call is None and game.striking(card, letter) is not None,
            }
            for letter, call in zip(word, row, strict=True)
        ]
        for word, row in zip(card.words, card.struck, strict=True)
    ]


BINGO = Mode(
    code="bingo",
    name=_("Bingo"),
    rule="V11",
    fewest=FEWEST,
    most=MOST,
    ways=("phones", "tablet", "paper"),
    settings=BingoSettings,
    start=start,
    apply=apply,
    shown=shown,
    waits_for=waits_for,
    scores=scores,
    winners=winners,
    caller=True,
)
