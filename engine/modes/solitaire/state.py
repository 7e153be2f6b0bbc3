"""Solitaire at one moment, its settings, and queries on it (RULES V12)."""

from dataclasses import dataclass

from engine import referee
from engine.modes.acts import value_of
from engine.modes.base import Act, Setup
from engine.modes.solitaire.construction import Construction
from engine.notation import Convention, Move
from engine.rules.game_settings import check_settings
from engine.rules.setting_kinds import OneOf, Whole, setting
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
BONUSES = {"seven": {7: 50}, "nine": {7: 50, 8: 50, 9: 50}}
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
        _("Nobody may exchange with fewer in the bag. 0: as many as are exchanged are enough."),
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
            bonuses=BONUSES[self.racks],
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


def read_move(game: Solitaire, act: Act) -> Move:
    """Return the move of an act."""
    return Move.parse(value_of(act, "ref", str), value_of(act, "word", str), game.setup.tiles, CONVENTION)


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
