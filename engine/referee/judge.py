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
from engine.referee.challenges import challenge_problems, do_challenge
from engine.referee.ending import do_end, do_overtime, end_problems, overtime_problems
from engine.referee.racks import do_rack, do_start, rack_problems, start_problems
from engine.referee.state import State
from engine.referee.turns import (
    do_exchange,
    do_pass,
    do_place,
    exchange_problems,
    place_problems,
    turn_problems,
)
from engine.referee.variants.recycling import do_recycle, recycle_problems
from engine.referee.variants.themes import do_thematic, thematic_problems
from engine.scoring import WordSource


@dataclass(frozen=True, slots=True)
class _Handler:
    """The functions for one kind of act: its errors, and its effect."""

    problems: Callable[[State, Any, WordSource | None], Iterator[EngineError]]
    done: Callable[[State, Any], State]


HANDLERS: dict[type[Act], _Handler] = {
    DrawForStart: _Handler(lambda state, act, _: start_problems(state, act), do_start),
    Rack: _Handler(lambda state, act, _: rack_problems(state, act), do_rack),
    Place: _Handler(place_problems, do_place),
    Exchange: _Handler(lambda state, act, _: exchange_problems(state, act), do_exchange),
    Pass: _Handler(lambda state, act, _: turn_problems(state, act), do_pass),
    Challenge: _Handler(challenge_problems, do_challenge),
    Recycle: _Handler(recycle_problems, do_recycle),
    Thematic: _Handler(lambda state, act, _: thematic_problems(state, act), do_thematic),
    Overtime: _Handler(lambda state, act, _: overtime_problems(state, act), do_overtime),
    End: _Handler(lambda state, act, _: end_problems(state, act), do_end),
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
