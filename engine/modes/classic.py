"""Classic games at a table: 2 to 4 players, judged by the referee (RULES C, and V1 to V9 as its settings).

    place      ref, word       a whole word, letters that lie there included
    exchange   tiles           on paper also `count`, where it is not told which
    pass
    challenge  words           how many words are challenged, where that matters; on paper also `upheld`, the verdict
    accept                     the last play of the game is taken as it lies; on paper once for all
    agree_end                  nobody can play: when all have said so the game is at its end; on paper once for all
    time                       the time for the turn is up (C7): it is lost as a pass
    start      drawn           on paper: a letter for each who draws for the start, in their order (C1)
    rack       tiles           on paper: the tiles left at the end

Where the program deals, `place` and `exchange` carry a `seed`. References are as English-speaking players write them.
"""

from collections.abc import Callable
from dataclasses import replace

from engine.errors import ChallengeError, TurnError
from engine.modes.acts import value_of
from engine.modes.base import WAYS, Act, Mode
from engine.modes.classic_shown import shown
from engine.modes.classic_table import Table, done, settled, started
from engine.notation import Move
from engine.referee import (
    Challenge,
    ClassicSettings,
    DrawForStart,
    End,
    Exchange,
    Pass,
    Place,
    Rack,
    challenge_by,
    problems,
    refill,
    turn_limit,
    winners,
)
from engine.referee.settings import FEWEST_PLAYERS, MOST_PLAYERS
from engine.rule_settings import gettext_noop as _

NAME = _("Classic")
TIME_IS_UP = "The time for the turn was up."


def _apply(table: Table, act: Act) -> Table:
    kind, player = value_of(act, "act", str), value_of(act, "player", int)
    if kind not in _ACTS:
        raise TurnError("act_unknown", act=kind, mode=NAME)
    if player not in table.everybody:
        raise TurnError("no_such_player", number=player)
    if table.state.is_over:
        raise TurnError("game_over")
    return settled(_ACTS[kind](table, player, act))


# Turns


def _place(table: Table, player: int, act: Act) -> Table:
    state = table.state
    ref, word = value_of(act, "ref", str), value_of(act, "word", str)
    move = Move.parse(ref, word, state.tiles, state.convention)
    placed = done(table, Place(player=player, move=move), table.setup.lexicon)
    return _drawn(placed, player, act)


def _exchange(table: Table, player: int, act: Act) -> Table:
    if not table.setup.deals and "count" in act:
        return done(table, Exchange(player=player, count=value_of(act, "count", int)))
    tiles = table.state.tiles.encode_rack(value_of(act, "tiles", str))
    return _drawn(done(table, Exchange(player=player, tiles=tiles)), player, act)


def _drawn(table: Table, player: int, act: Act) -> Table:
    """With the player's rack refilled, where the program deals."""
    if not table.setup.deals or table.state.seats[player].is_known:
        return table
    return done(table, refill(table.state, player, value_of(act, "seed", str)))


def _pass(table: Table, player: int, act: Act) -> Table:  # noqa: ARG001 - every act is done by a function of all three
    return done(table, Pass(player=player))


def _time(table: Table, player: int, act: Act) -> Table:  # noqa: ARG001 - as above
    if turn_limit(table.state, player) is None:
        raise TurnError("turn_without_limit", player=table.state.name(player))
    return done(table, Pass(player=player, notes=(TIME_IS_UP,)))


# Between turns


def _challenge(table: Table, player: int, act: Act) -> Table:
    words = value_of(act, "words", int) if "words" in act else 0
    if not table.setup.deals and "upheld" in act:
        return done(table, Challenge(player=player, upheld=value_of(act, "upheld", bool), words=words))
    challenge = challenge_by(table.state, player, table.setup.lexicon, words)
    return done(table, challenge, table.setup.lexicon)


def _accept(table: Table, player: int, act: Act) -> Table:  # noqa: ARG001 - as above
    if table.setup.deals and player not in table.doubters:
        raise ChallengeError("accept_not_now")
    if not table.doubters:
        raise ChallengeError("accept_not_now")
    accepted = {player} if table.setup.deals else table.everybody
    return replace(table, accepted=table.accepted | accepted)


def _agree_end(table: Table, player: int, act: Act) -> Table:  # noqa: ARG001 - as above
    """Refused at once where the game could not end so; racks may still be told on paper."""
    for problem in problems(table.state, End(nobody_can_play=True)):
        if problem.code != "rack_unknown":
            raise problem
    agreed = {player} if table.setup.deals else table.everybody
    return replace(table, agreed=table.agreed | agreed)


# On paper


def _start(table: Table, player: int, act: Act) -> Table:  # noqa: ARG001 - as above
    _needs_paper(table, "start_is_drawn")
    state = table.state
    letters = state.tiles.encode_rack(value_of(act, "drawn", str))
    who = state.drawing or tuple(sorted(table.everybody))
    if len(letters) != len(who):
        raise TurnError("start_wrong_players", players=", ".join(map(state.name, who)))
    return done(table, DrawForStart(drawn=tuple(zip(who, letters, strict=True))))


def _rack(table: Table, player: int, act: Act) -> Table:
    _needs_paper(table, "rack_is_dealt")
    tiles = table.state.tiles.encode_rack(value_of(act, "tiles", str))
    return done(table, Rack(player=player, tiles=tiles))


def _needs_paper(table: Table, code: str) -> None:
    if table.setup.deals:
        raise TurnError(code)


_ACTS: dict[str, Callable[[Table, int, Act], Table]] = {
    "place": _place,
    "exchange": _exchange,
    "pass": _pass,
    "time": _time,
    "challenge": _challenge,
    "accept": _accept,
    "agree_end": _agree_end,
    "start": _start,
    "rack": _rack,
}


def waits_for(table: Table) -> tuple[int, ...]:
    """Who is to do something: the player to move; at the end, who can still challenge, or has tiles to tell."""
    if table.state.is_over:
        return ()
    if table.is_ending:
        return table.doubters or table.untold
    return table.state.drawing or (table.state.to_move,)


def _turn_seconds(table: Table) -> int | None:
    """Of who has the turn (C7)."""
    return None if table.is_ending or table.state.drawing else turn_limit(table.state, table.state.to_move)


CLASSIC = Mode(
    code="classic",
    name=NAME,
    rule="C",
    fewest=FEWEST_PLAYERS,
    most=MOST_PLAYERS,
    ways=WAYS,
    settings=ClassicSettings,
    start=started,
    apply=_apply,
    shown=lambda table, viewer: shown(table, viewer, waits_for(table)),
    waits_for=waits_for,
    scores=lambda table: table.state.scores,
    winners=lambda table: winners(table.state) if table.state.is_over else None,
    turn_seconds=_turn_seconds,
    handicaps=True,
)
