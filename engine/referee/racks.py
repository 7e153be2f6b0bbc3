"""The players' racks: told by somebody, inferred at the end, or drawn from the bag (RULES C1, C2)."""

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from engine.errors import EngineError, RackError, TurnError
from engine.referee.acts import DrawForStart, Rack
from engine.referee.state import State, pool
from engine.referee.variants.two_bags import check_vowels, draw_from, heaps_of

# The draw for the start


def start_problems(state: State, act: DrawForStart) -> Iterator[EngineError]:
    """Yield the errors of a draw for the start: all must draw, or those who drew equal letters before."""
    who = state.drawing or range(len(state.seats))
    if state.turns:
        yield TurnError("start_too_late")
    elif sorted(player for player, _ in act.drawn) != sorted(who):
        yield TurnError("start_wrong_players", players=", ".join(map(state.name, who)))
    excess = Counter(tile for _, tile in act.drawn) - Counter(dict(enumerate(state.tiles.counts)))
    if excess:
        yield RackError("rack_not_in_bag", letters=state.tiles.decode_counts(excess))


def do_start(state: State, act: DrawForStart) -> State:
    """Let the player with the tile nearest to the start of the alphabet begin, a blank before A.

    Tile numbers are in that order.
    """
    nearest = min(tile for _, tile in act.drawn)
    first = tuple(sorted(player for player, tile in act.drawn if tile == nearest))
    return replace(state, to_move=first[0], drawing=first if len(first) > 1 else ())


# Racks that are told


def rack_problems(state: State, act: Rack) -> Iterator[EngineError]:
    """Yield the reasons why the player cannot hold these tiles."""
    seat = state.seats[act.player]
    given, known = Counter(act.tiles), Counter(seat.known)
    if len(act.tiles) > seat.held:
        yield RackError("rack_too_long", given=len(act.tiles), most=seat.held)
    elif (given | known).total() > seat.held:
        yield RackError("rack_keeps_tiles", letters=state.tiles.decode_counts(known - given))
    new = given - known
    missing = new and new - pool(state)
    if missing:
        yield RackError("rack_not_in_bag", letters=state.tiles.decode_counts(missing))


def do_rack(state: State, act: Rack) -> State:
    """Add the tiles to those known before; on a contradiction, in a forced record, replace these."""
    seat = state.seats[act.player]
    both = Counter(act.tiles) | Counter(seat.known)
    known = act.tiles
    if len(known) < both.total() <= seat.held:
        known = tuple(sorted(both.elements()))
    return state.with_seat(act.player, replace(seat, known=known[: seat.held]))


def fill_last_rack(state: State) -> State:
    """Fill in the only unknown rack, if the bag is empty: it has the remaining tiles."""
    unknown = [player for player, seat in enumerate(state.seats) if not seat.is_known]
    rest = pool(state)
    if len(unknown) == 1 and not state.bag_count:
        seat = state.seats[unknown[0]]
        if len(seat.known) + rest.total() == seat.held:
            known = tuple(sorted([*seat.known, *rest.elements()]))
            return state.with_seat(unknown[0], replace(seat, known=known))
    return state


# Racks that are drawn


def refill(state: State, player: int, seed: str, vowels: int | None = None) -> Rack:
    """Draw the tiles that the player's rack lacks; the same seed draws the same tiles from the same state.

    Only a program that keeps all racks can use it: those of the others must be known, or tiles on them would
    be drawn. If there are two bags, `vowels` is the number of tiles that the player wants from the vowels'
    bag (V9).

    Raises:
        EngineError: the rack of another player is not known, or `vowels` does not go with the bags.
    """
    check_vowels(state, vowels)
    for other, seat in enumerate(state.seats):
        if other != player and state.turns and not seat.is_known:
            raise RackError("rack_unknown", player=state.name(other))
    seat = state.seats[player]
    inside = (pool(state) - Counter(seat.returned)).elements()
    # Only random() is guaranteed to give the same numbers in every version of Python.
    stream = random.Random(f"{seed}/{state.turns}/{player}")  # noqa: S311 - replays are the purpose
    missing = seat.held - len(seat.known)
    # One bag is drawn from as two bags, one of them empty.
    heaps = ([], sorted(inside)) if vowels is None else heaps_of(state, inside)
    drawn = draw_from(heaps, missing, vowels or 0, stream.random)
    return Rack(player=player, tiles=(*seat.known, *drawn))


def draw_for_start(state: State, seed: str, attempt: int = 0) -> DrawForStart:
    """Draw a tile for each player who draws for the start; use a new `attempt` after equal letters."""
    who = state.drawing or tuple(range(len(state.seats)))
    heap = [tile for tile, count in enumerate(state.tiles.counts) for _ in range(count)]
    stream = random.Random(f"{seed}/start/{attempt}")  # noqa: S311 - replays are the purpose
    return DrawForStart(drawn=tuple((player, heap.pop(int(stream.random() * len(heap)))) for player in who))
