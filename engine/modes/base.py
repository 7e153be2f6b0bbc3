"""The interface of every mode, the only one that tables, screens and tests use (RULES C and V).

Terms. A *mode* is a way to play; its code names it. A *setup* is everything that determines a game before its
first act. An *act* is an object of JSON values with at least `act`, its kind, and `player`, a number from 0
in the order of seating; if tiles may be drawn it carries a `seed`, which alone determines the draw. A *way*
is how a table is kept: by everybody's phone, on one tablet in the middle, or on paper, where people draw real
tiles and the program keeps the score.

Invariants: a state is a frozen value; `apply` refuses a forbidden act with an `EngineError`, which names the
rule, and changes nothing; the same setup with the same acts gives the same state; `shown` tells a viewer
nothing that they would not see at the table: no rack but their own, nothing of the order of the bag.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from engine.lexicon import Lexicon
from engine.referee.players import Player
from engine.tiles import TileSet

Act = Mapping[str, Any]
Way = Literal["phones", "tablet", "paper"]
WAYS: tuple[Way, ...] = ("phones", "tablet", "paper")


@dataclass(frozen=True, slots=True, kw_only=True)
class Setup:
    """Everything that determines a game, besides its acts.

    `settings` is a value of the mode's own class. `version` is that of the mode's rules when the game began;
    None is the newest.
    """

    players: tuple[Player, ...]
    tiles: TileSet
    lexicon: Lexicon
    settings: Any
    seed: str
    way: Way = "phones"
    version: int | None = None

    @property
    def deals(self) -> bool:
        """True if the program draws the tiles."""
        return self.way != "paper"


def _no_limit(_state: Any) -> int | None:
    return None


def _go_with_any_tiles(_settings: Any, _tiles: TileSet) -> None:
    """Accept all tiles; the default of `Mode.check`."""


def _go_with_any_player(_settings: Any, _player: Player) -> None:
    """Accept every player; the default of `Mode.check_player`, for modes without handicaps."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Mode:
    """A way to play. `name` is English, marked for translation; `rule` is its id in docs/rules.md.

    `shown` returns a view of the game as values for JSON: for a player's number that player's view, for None
    the public view. It has at least `players`, a list of objects with `name` and `score`, `waits_for` and
    `over`, and, if there is a board, `board`, rows of texts as `Board.tokens` gives them. `waits_for` are
    those who can act now; `winners` is None before the end. `turn_seconds` is the limit of the current turn
    (C7), after which the table does the act `time` for its player; None without one. `handicaps`: players may
    have a goal and a limit per turn of their own. `caller`: somebody who is no player does acts, for example
    with the keeper's link. `version` grows when the rules of the mode change, so that games in progress keep
    theirs. `check` refuses settings that do not go with these tiles, before anybody sits down, and
    `check_player` a handicap that these settings do not have. `says_nothing` names settings that have no
    effect at a table.
    """

    code: str
    name: str
    rule: str
    fewest: int
    most: int
    ways: tuple[Way, ...]
    settings: type[Any]
    start: Callable[[Setup], Any]
    apply: Callable[[Any, Act], Any]
    shown: Callable[[Any, int | None], dict[str, Any]]
    waits_for: Callable[[Any], tuple[int, ...]]
    scores: Callable[[Any], tuple[int, ...]]
    winners: Callable[[Any], tuple[int, ...] | None]
    turn_seconds: Callable[[Any], int | None] = _no_limit
    version: int = 1
    handicaps: bool = False
    caller: bool = False
    says_nothing: tuple[str, ...] = ()
    check: Callable[[Any, TileSet], None] = _go_with_any_tiles
    check_player: Callable[[Any, Player], None] = _go_with_any_player


def replay_acts(mode: Mode, setup: Setup, acts: Sequence[Act]) -> Any:
    """Return the game after these acts; raise an `EngineError` for the first one that the rules forbid."""
    state = mode.start(setup)
    for act in acts:
        state = mode.apply(state, act)
    return state
