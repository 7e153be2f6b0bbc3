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
"""

from collections.abc import Callable

from engine.errors import TurnError
from engine.modes.acts import kind_of, player_of
from engine.modes.base import Act, Mode, Setup
from engine.modes.bingo.calling import call_tile, end
from engine.modes.bingo.picking import pick, pick_for_others
from engine.modes.bingo.state import Bingo, BingoSettings, scores, waits_for, winners
from engine.modes.bingo.striking import claim, strike, unstrike
from engine.modes.bingo.view import show_game
from engine.modes.seats import check_seats
from engine.translation import gettext_noop as _


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
