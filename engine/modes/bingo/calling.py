"""The acts of the caller while tiles are called."""

import random
from dataclasses import replace

from engine.errors import TurnError
from engine.modes.acts import value_of
from engine.modes.base import Act
from engine.modes.bingo.state import Bingo


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
