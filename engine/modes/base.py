"""What every way to play at a table offers: the one interface that tables, screens and tests know (RULES C and V).

Terms. A *mode* is a way to play; its code names it. A *setup* is everything that a game follows from before anybody
has done anything. An *act* is an object of JSON values with at least `act`, what is done, and `player`, who does it, a
number from 0 in the order in which they sit; where tiles may be drawn it carries a `seed`, from which alone they are
drawn. A *way* is how a table is kept: by everybody's phone, on one tablet in the middle, or on paper, where people draw
real tiles and the program keeps the score.

What always holds: a state is a frozen value; `apply` refuses what the rules do not allow with an `EngineError`, which
names the rule, and changes nothing; the same setup with the same acts gives the same state; `shown` tells a viewer
nothing that they would not see at the table: no rack but their own, nothing of the order of the bag.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from engine.lexicon import Lexicon
from engine.referee.finish_line import Player
from engine.tiles import TileSet

Act = Mapping[str, Any]
Way = Literal["phones", "tablet", "paper"]
WAYS: tuple[Way, ...] = ("phones", "tablet", "paper")


@dataclass(frozen=True, slots=True, kw_only=True)
class Setup:
    """Everything that a game follows from, besides its acts. `settings` is a value of the mode's own class."""

    players: tuple[Player, ...]
    tiles: TileSet
    lexicon: Lexicon
    settings: Any
    seed: str
    way: Way = "phones"

    @property
    def deals(self) -> bool:
        """Whether the program draws the tiles."""
        return self.way != "paper"


def _no_limit(_state: Any) -> int | None:
    return None


def _go_with_any_tiles(_settings: Any, _tiles: TileSet) -> None:
    """What most settings do."""


def _go_with_any_player(_settings: Any, _player: Player) -> None:
    """Where nobody has a handicap."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Mode:
    """A way to play. `name` is English, marked for translation; `rule` its id in docs/rules.md.

    `shown` gives what a viewer may see as values for JSON: with a player's number what that player sees, with None
    what everybody does. It has at least `players`, a list of objects with `name` and `score`, `waits_for` and `over`,
    and, where there is a board, `board`, rows of texts as `Board.tokens` gives them. `waits_for` are those who can
    act now; `winners` is None before the end. `turn_seconds` is the limit of the turn that is played (C7), at the end
    of which the table does the act `time` for who has it; None without one. `handicaps`: players may have a goal
    and a limit a turn of their own. `caller`: somebody who is no player does something, as by the keeper's link.
    `check` refuses settings that do not go with these tiles, before anybody sits down, and `check_player` a
    handicap that these settings do not have. `says_nothing` names settings that change nothing at a table.
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
    handicaps: bool = False
    caller: bool = False
    says_nothing: tuple[str, ...] = ()
    check: Callable[[Any, TileSet], None] = _go_with_any_tiles
    check_player: Callable[[Any, Player], None] = _go_with_any_player


def replayed(mode: Mode, setup: Setup, acts: Sequence[Act]) -> Any:
    """The game after these acts; an `EngineError` for the first that the rules do not allow."""
    state = mode.start(setup)
    for act in acts:
        state = mode.apply(state, act)
    return state
