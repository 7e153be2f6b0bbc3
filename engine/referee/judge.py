"""The only way to judge a classic game: the errors of an act, and the game after it.

`apply` refuses an act with its first error, which names the rule (`EngineError.rule`). `force` does the act
in spite of errors, as far as possible: it serves to read records from elsewhere and to report their errors.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from engine.errors import EngineError, TurnError
from engine.referee.acts import (
    Act,
    Challenge,
    DrawForStart,
    End,
    Exchange,
    Overtime,
    Pass,
    Place,
    Rack,
    Recycle,
    Thematic,
)
from engine.referee.challenges import challenge_done, challenge_problems
from engine.referee.ending import end_done, end_problems, overtime_done, overtime_problems
from engine.referee.racks import rack_done, rack_problems, start_done, start_problems
from engine.referee.state import State
from engine.referee.turns import (
    exchange_done,
    exchange_problems,
    pass_done,
    place_done,
    place_problems,
    turn_problems,
)
from engine.referee.variants.recycling import recycle_done, recycle_problems
from engine.referee.variants.themes import thematic_done, thematic_problems
from engine.scoring import WordSource


@dataclass(frozen=True, slots=True)
class _Handler:
    """The functions for one kind of act: its errors, and its effect."""

    problems: Callable[[State, Any, WordSource | None], Iterator[EngineError]]
    done: Callable[[State, Any], State]


HANDLERS: dict[type[Act], _Handler] = {
    DrawForStart: _Handler(lambda state, act, _: start_problems(state, act), start_done),
    Rack: _Handler(lambda state, act, _: rack_problems(state, act), rack_done),
    Place: _Handler(place_problems, place_done),
    Exchange: _Handler(lambda state, act, _: exchange_problems(state, act), exchange_done),
    Pass: _Handler(lambda state, act, _: turn_problems(state, act), pass_done),
    Challenge: _Handler(challenge_problems, challenge_done),
    Recycle: _Handler(recycle_problems, recycle_done),
    Thematic: _Handler(lambda state, act, _: thematic_problems(state, act), thematic_done),
    Overtime: _Handler(lambda state, act, _: overtime_problems(state, act), overtime_done),
    End: _Handler(lambda state, act, _: end_problems(state, act), end_done),
}


def apply(state: State, act: Act, lexicon: WordSource | None = None) -> State:
    """Return the game after the act; raise an `EngineError` if the rules forbid it.

    If no lexicon is given, any word is good.
    """
    for problem in problems(state, act, lexicon):
        raise problem
    return force(state, act)


def problems(state: State, act: Act, lexicon: WordSource | None = None) -> Iterator[EngineError]:
    """Yield all errors of an act. A move that does not fit the board raises: it cannot be done at all."""
    if not isinstance(act, DrawForStart | End) and not 0 <= act.player < len(state.seats):
        raise TurnError("no_such_player", number=act.player)
    if isinstance(act, DrawForStart) and not act.drawn:
        raise TurnError("start_wrong_players", players=", ".join(map(state.name, range(len(state.seats)))))
    if state.is_over and not isinstance(act, Overtime):
        yield TurnError("game_over")
    yield from HANDLERS[type(act)].problems(state, act, lexicon)


def force(state: State, act: Act) -> State:
    """Return the game after an act that may be against the rules, but fits the board."""
    return HANDLERS[type(act)].done(replace(state, sat_out=()) if state.sat_out else state, act)
