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
from dataclasses import dataclass, replace
from typing import Any

from engine import referee
from engine.board import Board
from engine.errors import RackError, TurnError
from engine.modes.acts import kind_of, player_of, texts_of, value_of
from engine.modes.base import Act, Mode, Setup
from engine.modes.solitaire.construction import Construction
from engine.notation import Convention, Move
from engine.referee.judge import force
from engine.referee.racks import told_racks
from engine.rules.game_settings import check_settings
from engine.rules.settings import OneOf, Whole, setting
from engine.translation import gettext_noop as _

CONVENTION: Convention = "english"
FORMS: dict[str, str] = {
    "one_rack": _("one rack, against your own record"),
    "two_racks": _("two racks, one for an imaginary opponent"),
    "open": _("all tiles face up: the highest score that you can construct"),
}
RACKS: dict[str, str] = {
    "seven": _("seven tiles, with 50 points for playing all of them"),
    "nine": _("nine tiles, with 50 points for playing seven, eight or nine"),
}
OPPONENT = _("Opponent")
_BONUSES = {"seven": {7: 50}, "nine": {7: 50, 8: 50, 9: 50}}
_SIZES = {"seven": 7, "nine": 9}


@dataclass(frozen=True, slots=True)
class SolitaireSettings:
    """The settings of solitaire."""

    form: str = setting("one_rack", OneOf(FORMS), _("Form"))
    racks: str = setting(
        "seven", OneOf(RACKS), _("Tiles on a rack"), _("In the open construction: most tiles in a play.")
    )
    exchange_minimum: int = setting(
        7,
        Whole(0, 100),
        _("Tiles in the bag for an exchange"),
        _("With fewer in the bag nobody may exchange. 0: as many as are exchanged are enough."),
    )
    record: int | None = setting(
        None,
        Whole(1, 10_000, optional=True),
        _("Best score so far"),
        _("The score to beat, if there is one."),
    )

    def __post_init__(self) -> None:
        check_settings(self)

    @property
    def rack_size(self) -> int:
        return _SIZES[self.racks]

    @property
    def rules(self) -> referee.ClassicSettings:
        """The rules of the game at the board: words that are not good are refused."""
        return referee.ClassicSettings(
            rack_size=self.rack_size,
            bonuses=_BONUSES[self.racks],
            exchange_minimum=self.exchange_minimum,
            challenge="void",
        )


@dataclass(frozen=True, slots=True)
class Solitaire:
    """A moment of the game: `board` is a classic game, with one rack or two, or a construction."""

    setup: Setup
    board: referee.State | Construction
    is_over: bool = False

    @property
    def settings(self) -> SolitaireSettings:
        settings: SolitaireSettings = self.setup.settings
        return settings

    @property
    def score(self) -> int:
        return self.board.score if isinstance(self.board, Construction) else self.board.scores[0]


def start(setup: Setup) -> Solitaire:
    """Return the game with an empty board, and with racks drawn if the program deals."""
    if len(setup.players) != 1:
        raise TurnError("players_number", fewest=1, most=1, given=len(setup.players))
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
        bonuses=_BONUSES[settings.racks],
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


# One rack or two


def _place(game: Solitaire, board: referee.State, act: Act) -> Solitaire:
    return _turn(game, board, referee.Place(player=board.to_move, move=_move(game, act)), act)


def _exchange(game: Solitaire, board: referee.State, act: Act) -> Solitaire:
    if not game.setup.deals and "tiles" not in act:
        turn = referee.Exchange(player=board.to_move, count=value_of(act, "count", int))
    else:
        tiles = game.setup.tiles.encode_rack(value_of(act, "tiles", str).strip())
        turn = referee.Exchange(player=board.to_move, tiles=tiles)
    return _turn(game, board, turn, act)


def _pass(game: Solitaire, board: referee.State, act: Act) -> Solitaire:
    if len(board.seats) == 1:
        raise TurnError("solitaire_no_pass")
    return _turn(game, board, referee.Pass(player=board.to_move), act)


def _turn(
    game: Solitaire,
    board: referee.State,
    turn: referee.Place | referee.Exchange | referee.Pass,
    act: Act,
) -> Solitaire:
    """Do the turn, refill the rack if the program deals, and end the game if it ends automatically."""
    after = referee.apply(board, turn, game.setup.lexicon)
    if game.setup.deals and not after.seats[turn.player].is_known:
        after = referee.apply(after, referee.refill(after, turn.player, value_of(act, "seed", str)))
    if after.end_reason and all(seat.is_known for seat in told_racks(after).seats):
        return _ended(game, after)
    return replace(game, board=after)


def _end(game: Solitaire, board: referee.State, act: Act) -> Solitaire:
    """End the game as the player decides, even if tiles could be exchanged: there is no real opponent."""
    if not game.setup.deals and "left" in act:
        left = texts_of(act, "left")
        if len(left) != len(board.seats):
            raise TurnError("solitaire_racks_left", racks=len(board.seats))
        for rack, text in enumerate(left):
            tiles = game.setup.tiles.encode_rack(text.strip())
            board = referee.apply(board, referee.Rack(player=rack, tiles=tiles))
    for seat in told_racks(board).seats:
        if not seat.is_known:
            raise RackError("rack_unknown", player=seat.player.name)
    return _ended(game, board)


def _ended(game: Solitaire, board: referee.State) -> Solitaire:
    return replace(game, board=force(board, referee.End(nobody_can_play=True)), is_over=True)


# All tiles face up


def _place_open(game: Solitaire, built: Construction, act: Act) -> Solitaire:
    return replace(game, board=built.placed(_move(game, act)))


def _take_back(game: Solitaire, built: Construction, act: Act) -> Solitaire:
    number = value_of(act, "play", int) if "play" in act else len(built.plays) - 1
    return replace(game, board=built.without(number))


def _end_open(game: Solitaire, _built: Construction, _act: Act) -> Solitaire:
    """End the game only as the player decides: with all tiles laid a better construction may still exist."""
    return replace(game, is_over=True)


def _move(game: Solitaire, act: Act) -> Move:
    return Move.parse(value_of(act, "ref", str), value_of(act, "word", str), game.setup.tiles, CONVENTION)


_WITH_RACKS: dict[str, Callable[[Solitaire, referee.State, Act], Solitaire]] = {
    "place": _place,
    "exchange": _exchange,
    "pass": _pass,
    "end": _end,
}
_OPEN: dict[str, Callable[[Solitaire, Construction, Act], Solitaire]] = {
    "place": _place_open,
    "take_back": _take_back,
    "end": _end_open,
}


# Views


def scores(game: Solitaire) -> tuple[int, ...]:
    """Return the score of the one player; the imaginary opponent's is in `shown`."""
    return (game.score,)


def winners(game: Solitaire) -> tuple[int, ...] | None:
    if not game.is_over:
        return None
    if not isinstance(game.board, Construction) and len(game.board.seats) > 1:
        return (0,) if referee.winners(game.board) == (0,) else ()
    record = game.settings.record
    return (0,) if record is None or game.score > record else ()


def waits_for(game: Solitaire) -> tuple[int, ...]:
    return () if game.is_over else (0,)


def shown(game: Solitaire, viewer: int | None) -> dict[str, Any]:
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
        return seen | _construction_shown(game.board)
    return seen | _racks_shown(game, game.board, viewer)


def _racks_shown(game: Solitaire, board: referee.State, viewer: int | None) -> dict[str, Any]:
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


def _construction_shown(built: Construction) -> dict[str, Any]:
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
    shown=shown,
    waits_for=waits_for,
    scores=scores,
    winners=winners,
)
