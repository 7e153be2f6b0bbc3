"""The input and the result of the judge."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.board import Board
from engine.lexicon import Lexicon
from engine.notation import Convention, Move
from engine.rules.rule_settings import Consequence
from engine.scoring import ScoredMove
from engine.tiles import TileSet


@dataclass(frozen=True, slots=True)
class RoundPosition:
    """The position that every player has in a round."""

    board: Board
    rack: tuple[int, ...]
    tiles: TileSet
    lexicon: Lexicon
    convention: Convention
    bonuses: Mapping[int, int]
    most_played: int | None = None


@dataclass(frozen=True, slots=True)
class WrittenSlip:
    """A slip as the player wrote it; a `stated_score` of None is missing or unreadable.

    `illegible`: hard to read, but made out. `several`: the player handed in different slips in time; this is
    one of them.
    """

    word: str
    reference: str
    stated_score: int | None
    late: bool = False
    illegible: bool = False
    several: bool = False


@dataclass(frozen=True, slots=True)
class Verdict:
    """The verdict on a slip: its score and the reason.

    `code` is the reason (`reasons.REASONS`), and `params` fill its sentence. `worth` is the move's score
    before a sanction takes anything off, `score` the player's. `sanction` is the heaviest that the faults bring,
    `further_warnings` how many of the others bring a warning: each counts. `taken_for` is the move that counts; `also`
    are moves that the slip could have meant instead.
    """

    score: int
    code: str
    params: dict[str, object] = field(default_factory=dict)
    sanction: Consequence = "none"
    worth: int = 0
    further_warnings: int = 0
    taken_for: Move | None = None
    also: tuple[ScoredMove, ...] = ()

    @property
    def warnings(self) -> int:
        """The number of warnings that the slip brings."""
        return (self.sanction == "warning") + self.further_warnings
