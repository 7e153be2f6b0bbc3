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

A player who has overlooked a call can still strike for it, and can take a blank back to use it for another
letter, as long as nobody has won. On paper people strike on printed cards, so a claim is checked against the
calls.
"""

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from engine.errors import TurnError
from engine.modes.acts import kind_of, player_of, value_of
from engine.modes.base import Act, Mode, Setup
from engine.modes.bingo.picking import pick, pick_for_others, read_words
from engine.modes.bingo.state import Bingo, BingoSettings, Card, scores, waits_for, winners
from engine.modes.bingo.words import LETTERS, WORDS
from engine.modes.seats import check_seats
from engine.translation import gettext_noop as _


def show_game(game: Bingo, viewer: int | None) -> dict[str, Any]:
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
        "card": None if own is None else _show_card(game, own),
    }


def _show_card(game: Bingo, card: Card) -> list[list[dict[str, Any]]]:
    return [
        [
            {
                "letter": game.tiles.token(letter),
                "struck": call is not None,
                "by": _tile_called(game, call),
                "can": None
                if game.is_over or call is not None
                else _tile_called(game, game.find_striking_call(card, letter)),
            }
            for letter, call in zip(word, row, strict=True)
        ]
        for word, row in zip(card.words, card.struck, strict=True)
    ]


def _tile_called(game: Bingo, call: int | None) -> str | None:
    return None if call is None else game.tiles.decode_rack([game.calls[call]])


def _read_letter(game: Bingo, player: int, act: Act) -> tuple[Card, int, int]:
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


def strike(game: Bingo, player: int, act: Act) -> Bingo:
    card, word, place = _read_letter(game, player, act)
    letter = card.words[word][place]
    if card.struck[word][place] is not None:
        raise TurnError("bingo_struck", letter=game.tiles.token(letter))
    call = game.find_striking_call(card, letter)
    if call is None:
        raise TurnError("bingo_not_called", letter=game.tiles.token(letter))
    return game.with_card(player, card.with_call(word, place, call))


def unstrike(game: Bingo, player: int, act: Act) -> Bingo:
    card, word, place = _read_letter(game, player, act)
    if card.struck[word][place] is None:
        raise TurnError("bingo_not_struck", letter=game.tiles.token(card.words[word][place]))
    return game.with_card(player, card.with_call(word, place, None))


def claim(game: Bingo, player: int, act: Act) -> Bingo:
    if game.on_paper and "words" in act:
        if game.cards[player] is not None:
            raise TurnError("bingo_words_known", player=game.name(player))
        game = game.with_card(player, Card.of(read_words(game, act)))
    card = game.cards[player]
    if card is None:
        raise TurnError("bingo_not_picked", players=game.name(player))
    missing = game.missing(card)
    if missing:
        raise TurnError("bingo_claim_wrong", player=game.name(player), letters=game.tiles.decode(missing))
    return replace(game, winner=player, is_over=True)


def call_tile(game: Bingo, act: Act) -> Bingo:
    bag = game.bag
    if not bag:
        raise TurnError("bingo_bag_empty")
    without = [game.name(player) for player, card in enumerate(game.cards) if card is None]
    if without and not game.on_paper:  # on paper the words are on printed cards, perhaps unknown here
        raise TurnError("bingo_not_picked", players=", ".join(without))
    tile = _read_tile(game, act) if "tile" in act else _draw_tile(game, value_of(act, "seed", str))
    return replace(game, calls=(*game.calls, tile))


def _read_tile(game: Bingo, act: Act) -> int:
    """Return the real tile that the caller has drawn."""
    if not game.on_paper:
        raise TurnError("bingo_tile_drawn")
    read = game.tiles.encode_rack(value_of(act, "tile", str).strip())
    if len(read) != 1:
        raise TurnError("bingo_one_tile", given=len(read))
    if not game.bag[read[0]]:
        raise TurnError("bingo_tile_called", tile=game.tiles.decode_rack(read))
    return read[0]


def _draw_tile(game: Bingo, seed: str) -> int:
    heap = sorted(game.bag.elements())
    # Only random() is guaranteed to give the same numbers in every version of Python.
    stream = random.Random(f"{seed}/{len(game.calls)}")  # noqa: S311 - replays are the purpose
    return heap[int(stream.random() * len(heap))]


def end(game: Bingo, _act: Act) -> Bingo:
    if game.bag:
        raise TurnError("bingo_not_over", left=game.bag.total())
    return replace(game, is_over=True)


def start(setup: Setup) -> Bingo:
    """Return the game before anybody has picked."""
    check_seats(BINGO, setup)
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


_BY_CALLER: dict[str, Callable[[Bingo, Act], Bingo]] = {
    "start": pick_for_others,
    "call": call_tile,
    "end": end,
}
_BY_PLAYER: dict[str, Callable[[Bingo, int, Act], Bingo]] = {
    "pick": pick,
    "strike": strike,
    "unstrike": unstrike,
    "claim": claim,
}

BINGO = Mode(
    code="bingo",
    name=_("Bingo"),
    rule="V11",
    fewest=2,
    most=60,
    ways=("phones", "tablet", "paper"),
    settings=BingoSettings,
    start=start,
    apply=apply,
    shown=show_game,
    waits_for=waits_for,
    scores=scores,
    winners=winners,
    version=2,
    caller=True,
)
