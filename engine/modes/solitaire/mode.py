"""Solitaire (RULES V12), in its three forms: one rack, two racks, or all tiles face up (`construction`).

The forms with racks are a classic game at one board by the `referee` (RULES C), in which every word is
checked, because there is no opponent to challenge it. The first of two racks is the player's, the second that
of an imaginary opponent; one person plays both, in turn. The player may end the game at any time; it ends
automatically when a rack is out, or with two racks when nobody is expected to play any more (C5). Tiles left
count as in C6: a single rack loses them; each of two racks loses its own, and the one that is out gains those
of the other. The open construction loses nothing for tiles left: they are on nobody's rack.

| act | form | what else is in it |
| --- | --- | --- |
| `place` | all | `ref` and `word`, the whole word |
| `exchange` | racks | `tiles`, a text; on paper `count` will do |
| `pass` | two racks | |
| `take_back` | open | `play`, its number from 0; without it the latest |
| `end` | all | on paper `left`, a list of texts: the tiles left on each rack |

There is one player, number 0: the game knows which of two racks has the turn. The player wins by scoring more
than the record, if there is one (forms a and c), or more than the imaginary opponent (form b).
"""

from collections.abc import Callable
from typing import Any

from engine import referee
from engine.board import Board
from engine.errors import TurnError
from engine.modes.acts import kind_of, player_of
from engine.modes.base import Act, Mode, Setup
from engine.modes.seats import check_seats
from engine.modes.solitaire.construction import Construction
from engine.modes.solitaire.rack_forms import end, end_open, exchange, pass_turn, place, place_open, take_back
from engine.modes.solitaire.state import (
    BONUSES,
    CONVENTION,
    OPPONENT,
    Solitaire,
    SolitaireSettings,
    scores,
    waits_for,
    winners,
)
from engine.translation import gettext_noop as _


def show_game(game: Solitaire, viewer: int | None) -> dict[str, Any]:
    """Return a viewer's view: the player sees both racks, everybody else only how many tiles are on them."""
    seen = {
        "players": [{"name": game.setup.players[0].name, "score": game.score}],
        "waits_for": list(waits_for(game)),
        "over": game.is_over,
        "winners": None if (won := winners(game)) is None else list(won),
        "form": game.settings.form,
        "record": game.settings.record,
        "notation": CONVENTION,
        "board": game.board.board.tokens(game.setup.tiles),
    }
    if isinstance(game.board, Construction):
        return seen | _show_construction(game.board)
    return seen | _show_racks(game, game.board, viewer)


def _show_racks(game: Solitaire, board: referee.State, viewer: int | None) -> dict[str, Any]:
    tiles = game.setup.tiles
    may_see = viewer == 0 or game.is_over
    adjustments = board.adjustments or (None,) * len(board.seats)
    return {
        "racks": [
            {
                "score": seat.score,
                "held": seat.held,
                "tiles": tiles.decode_rack(seat.known) if may_see and seat.is_known else None,
                "adjustment": adjusted,
            }
            for seat, adjusted in zip(board.seats, adjustments, strict=True)
        ],
        "to_move": None if game.is_over else board.to_move,
        "bag_count": board.bag_count,
        "can_exchange": not game.is_over
        and board.end_reason is None
        and referee.may_exchange(board, board.to_move) is None,
        "turns": board.turns,
    }


def _show_construction(built: Construction) -> dict[str, Any]:
    tiles = built.tiles
    plays = [(play.move.text(tiles, built.convention), play) for play in built.plays]
    left = built.left
    return {
        "plays": [
            {"ref": ref, "word": word, "score": play.score, "tiles": tiles.decode_rack(play.tiles)}
            for (ref, word), play in plays
        ],
        "left": {tiles.decode_rack([tile]): count for tile, count in sorted(left.items()) if count},
        "left_count": left.total(),
        "most_played": built.most_played,
    }


def start(setup: Setup) -> Solitaire:
    """Return the game with an empty board, and with racks drawn if the program deals."""
    check_seats(SOLITAIRE, setup)
    settings: SolitaireSettings = setup.settings
    if settings.form == "open":
        return Solitaire(setup, _bare(setup, settings))
    seats = tuple(
        referee.Seat(player, settings.rack_size)
        for player in (*setup.players, referee.Player(OPPONENT))[: 1 if settings.form == "one_rack" else 2]
    )
    # `State.start` requires at least two players; otherwise a classic game works with one seat too.
    board = referee.State(settings.rules, setup.tiles, Board.empty(), seats, 0, CONVENTION)
    if setup.deals:
        for rack in range(len(seats)):
            board = referee.apply(board, referee.refill(board, rack, setup.seed))
    return Solitaire(setup, board)


def _bare(setup: Setup, settings: SolitaireSettings) -> Construction:
    return Construction(
        tiles=setup.tiles,
        lexicon=setup.lexicon,
        bonuses=BONUSES[settings.racks],
        most_played=settings.rack_size,
        convention=CONVENTION,
        board=Board.empty(),
    )


def apply(game: Solitaire, act: Act) -> Solitaire:
    """Return the game after the act; raise an `EngineError` if the rules do not allow it."""
    name = kind_of(act, (*_WITH_RACKS, *_OPEN), SOLITAIRE.name, SOLITAIRE.rule)
    player_of(act, game.setup.players)
    if game.is_over:
        raise TurnError("solitaire_over")
    if isinstance(game.board, Construction):
        if name not in _OPEN:
            raise TurnError("solitaire_own_turn")
        return _OPEN[name](game, game.board, act)
    if name not in _WITH_RACKS:
        raise TurnError("solitaire_not_open")
    return _WITH_RACKS[name](game, game.board, act)


_WITH_RACKS: dict[str, Callable[[Solitaire, referee.State, Act], Solitaire]] = {
    "place": place,
    "exchange": exchange,
    "pass": pass_turn,
    "end": end,
}
_OPEN: dict[str, Callable[[Solitaire, Construction, Act], Solitaire]] = {
    "place": place_open,
    "take_back": take_back,
    "end": end_open,
}

SOLITAIRE = Mode(
    code="solitaire",
    name=_("Solitaire"),
    rule="V12",
    fewest=1,
    most=1,
    ways=("phones", "tablet", "paper"),
    settings=SolitaireSettings,
    start=start,
    apply=apply,
    shown=show_game,
    waits_for=waits_for,
    scores=scores,
    winners=winners,
)
