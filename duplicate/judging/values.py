"""What a judge is given and what it answers."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.board import Board
from engine.lexicon import Lexicon
from engine.notation import Convention, Move
from engine.rule_groups import Consequence
from engine.scoring import ScoredMove
from engine.tiles import TileSet


@dataclass(frozen=True, slots=True)
class Position:
    """What everybody has in front of them in a round."""

    board: Board
    rack: tuple[int, ...]
    tiles: TileSet
    lexicon: Lexicon
    convention: Convention
    bonuses: Mapping[int, int]
    most_played: int | None = None


@dataclass(frozen=True, slots=True)
class WrittenSlip:
    """A slip as the player wrote it; no `stated_score` is one that is missing or cannot be read.

    `illegible`: hard to read, but made out. `several`: the player handed in different ones in time, of which this is
    one.
    """

    word: str
    reference: str
    stated_score: int | None
    late: bool = False
    illegible: bool = False
    several: bool = False


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a slip is worth and why.

    `code` is the reason (`reasons.REASONS`), and `params` fill its sentence. `worth` is what the move brings
    before a sanction takes anything off, `score` what the player keeps. `taken_for` is the move that counts;
    `also` are moves that the slip could have meant instead.
    """

    score: int
    code: str
    params: dict[str, object] = field(default_factory=dict)
    sanction: Consequence = "none"
    worth: int = 0
    taken_for: Move | None = None
    also: tuple[ScoredMove, ...] = ()
