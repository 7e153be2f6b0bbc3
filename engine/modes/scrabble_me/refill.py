"""The exchange of tiles and boards in Scrabble Me: dealing, swapping, picking (RULES V13)."""

import random
from dataclasses import replace

from engine.errors import TurnError
from engine.modes.base import Setup
from engine.modes.scrabble_me.state import BoardSeat, BoardsRound, ScrabbleMe


def deal_racks(setup: Setup) -> ScrabbleMe:
    """Deal all racks and the podium from a full bag; every set has enough tiles for any settings."""
    players, settings = len(setup.players), setup.settings
    bag = tuple(tile for tile, count in enumerate(setup.tiles.counts) for _copy in range(count))
    seats = []
    for number, player in enumerate(setup.players):
        rack, bag = draw_tiles(bag, settings.rack_size, f"{setup.seed}/deal/{number}")
        seats.append(BoardSeat(player=player, rack=rack))
    podium, bag = draw_tiles(bag, settings.podium_tiles * players, f"{setup.seed}/podium")
    return ScrabbleMe(
        setup=setup,
        seats=tuple(seats),
        podium=podium,
        bag=bag,
        round=BoardsRound(number=0, kind="usual", plays=(None,) * players),
    )


def draw_tiles(bag: tuple[int, ...], wanted: int, seed: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Draw so many tiles, or all there are; return them and the rest. The same seed draws the same ones."""
    # Only random() is guaranteed to give the same numbers in every version of Python.
    stream = random.Random(seed)  # noqa: S311 - replays are the purpose
    heap = list(bag)
    tiles = [heap.pop(int(stream.random() * len(heap))) for _ in range(min(wanted, len(heap)))]
    return tuple(sorted(tiles)), tuple(heap)


def swap_boards(state: ScrabbleMe, player: int, other: int) -> ScrabbleMe:
    """Swap the boards of two players.

    Raises:
        TurnError: the other is no opponent.
    """
    if other not in state.players:
        raise TurnError("no_such_player", number=other)
    if other == player:
        raise TurnError("scrabble_me_swap_self")
    mine, theirs = state.seats[player], state.seats[other]
    state = state.with_seat(player, replace(mine, board=theirs.board))
    state = state.with_seat(other, replace(theirs, board=mine.board))
    swaps = (*state.round.swaps, (player, other))
    return replace(state, swapping=state.swapping[1:], round=replace(state.round, swaps=swaps))


def pick_tile(state: ScrabbleMe, player: int, source: str, tile: str, seed: str) -> ScrabbleMe:
    """Add a tile to the player's rack, from the bag or the named one from the podium; pass the turn to pick
    on.

    Raises:
        TurnError: there is no such tile, or none in the bag.
    """
    podium, bag = state.podium, state.bag
    if source == "podium":
        taken = state.setup.tiles.encode_rack(tile)
        if len(taken) != 1 or taken[0] not in podium:
            raise TurnError("scrabble_me_not_on_podium", tile=tile[:40])
        place = podium.index(taken[0])
        podium = (*podium[:place], *podium[place + 1 :])
    elif not bag:
        raise TurnError("scrabble_me_bag_out")
    else:
        taken, bag = draw_tiles(bag, 1, f"{seed}/{state.round.number}/{player}")
    seat = state.seats[player]
    rack = tuple(sorted((*seat.rack, *taken)))
    again = (player,) if len(rack) < state.settings.rack_size else ()
    after = state.with_seat(player, replace(seat, rack=rack))
    return replace(after, podium=podium, bag=bag, seed=seed, picking=(*state.picking[1:], *again))
