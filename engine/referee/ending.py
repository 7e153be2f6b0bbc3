"""The end of the game, the tiles left, overtime, and the winners (RULES C5, C6, C7, T1, V2)."""

from collections.abc import Iterator
from dataclasses import replace

from engine.errors import EngineError, RackError, TurnError
from engine.referee.acts import End, Overtime
from engine.referee.racks import fill_last_rack
from engine.referee.settings import ClassicSettings
from engine.referee.state import State

SECONDS_A_MINUTE = 60


def end_problems(state: State, act: End) -> Iterator[EngineError]:
    """Yield the reasons why the game is not at its end. If tiles can be exchanged, everybody has a turn."""
    if state.end_reason is None:
        if not act.nobody_can_play:
            yield TurnError("end_not_yet")
        elif state.bag_count and state.bag_count >= state.settings.exchange_minimum:
            yield TurnError("end_may_exchange", bag=state.bag_count)
    if state.drawing:
        yield TurnError("start_tied", players=", ".join(map(state.name, state.drawing)))
    for seat in fill_last_rack(state).seats if state.at_target is None else ():
        if not seat.is_known:
            yield RackError("rack_unknown", player=seat.player.name)


def do_end(state: State, act: End) -> State:  # noqa: ARG001 - handlers share a signature
    """End the game: all lose the tiles left; a player who went out gains those of all others.

    At the finish line no tile is counted.
    """
    if state.at_target is not None:
        zeros = (0,) * len(state.seats)
        return replace(state, adjustments=zeros, finished=state.at_target, play=None, sat_out=())
    state = fill_last_rack(state)
    left = [sum(state.tiles.values[tile] for tile in seat.known) for seat in state.seats]
    out = [not seat.held for seat in state.seats]
    if any(out) and state.settings.final_adjustment == "double":
        points = [2 * sum(left) if is_out else 0 for is_out in out]
    else:
        points = [sum(left) if is_out else -value for is_out, value in zip(out, left, strict=True)]
    seats = zip(state.seats, points, strict=True)
    return replace(
        state,
        seats=tuple(replace(seat, score=seat.score + gained) for seat, gained in seats),
        adjustments=tuple(points),
        play=None,
        sat_out=(),
    )


def winners(state: State) -> tuple[int, ...]:
    """Return who has won a game that is over: the highest total; on a tie, the highest before the adjustment.

    A player who has reached the finish line has won, regardless of the other totals (V2).
    """
    if state.at_target is not None:
        return (state.at_target,)
    adjustments = state.adjustments or (0,) * len(state.seats)
    totals = [
        (seat.score, seat.score - adjusted) for seat, adjusted in zip(state.seats, adjustments, strict=True)
    ]
    return tuple(player for player, total in enumerate(totals) if total == max(totals))


# The clock


def overtime(settings: ClassicSettings, seconds_over: float) -> int:
    """Return the points for so many seconds over the time: each minute begun counts."""
    minutes, rest = divmod(max(0, seconds_over), SECONDS_A_MINUTE)
    return settings.overtime_points * (int(minutes) + bool(rest))


def overtime_problems(state: State, act: Overtime) -> Iterator[EngineError]:
    minute = state.settings.overtime_points
    if act.points < 1:
        yield TurnError("overtime_without_points")
    elif not minute or act.points % minute:
        yield TurnError("overtime_by_the_minute", points=minute, given=act.points)


def do_overtime(state: State, act: Overtime) -> State:
    """Deduct the points; this may happen after the end too."""
    seat = state.seats[act.player]
    return state.with_seat(act.player, replace(seat, score=seat.score - act.points))
