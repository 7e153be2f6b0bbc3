"""The turns of a `Position`: moves, and exchanges with passes among them. Their `str` is what `Position.push` takes."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, overload

from engine.notation import Convention
from engine.scoring import ScoredMove
from engine.tiles import TileSet

if TYPE_CHECKING:
    from engine.movegen.moves import Moves


@dataclass(frozen=True, slots=True, repr=False)
class PositionMove:
    """A move with its score; `str` is its reference and word, such as "H4 TRAIN"."""

    scored: ScoredMove
    tiles: TileSet
    convention: Convention = "duplicate"

    @property
    def score(self) -> int:
        return self.scored.score

    @property
    def reference(self) -> str:
        return self.scored.move.reference.text(self.convention)

    @property
    def word(self) -> str:
        """The whole word, blanks in lower case."""
        return self.tiles.decode(self.scored.move.word)

    @property
    def played(self) -> str:
        """The tiles that leave the rack, "?" for a blank."""
        return self.tiles.decode_rack(self.scored.tiles)

    def __str__(self) -> str:
        return f"{self.reference} {self.word}"

    def __repr__(self) -> str:
        return f"<{self}, {self.score}>"


@dataclass(frozen=True, slots=True, repr=False)
class PositionExchange:
    """Tiles given back for others, or only their number; none is a pass. `str` is "-AEI", "-3", or "-" for a pass."""

    played: str = ""
    count: int = 0

    @property
    def score(self) -> int:
        return 0

    @property
    def is_pass(self) -> bool:
        return not self.count

    def __str__(self) -> str:
        return f"-{self.played or self.count or ''}"

    def __repr__(self) -> str:
        return f"<{self}>"


Turn = PositionMove | PositionExchange


class PositionMoves(Sequence[PositionMove]):
    """Moves of a position, the best first; each is decoded when it is accessed."""

    def __init__(self, moves: "Moves", tiles: TileSet, convention: Convention) -> None:
        self._moves = moves
        self._tiles = tiles
        self._convention = convention

    def __len__(self) -> int:
        return len(self._moves)

    @overload
    def __getitem__(self, index: int) -> PositionMove: ...
    @overload
    def __getitem__(self, index: slice) -> "PositionMoves": ...
    def __getitem__(self, index: int | slice) -> "PositionMove | PositionMoves":
        if isinstance(index, slice):
            return PositionMoves(self._moves[index], self._tiles, self._convention)
        return PositionMove(self._moves[index], self._tiles, self._convention)

    def __iter__(self) -> Iterator[PositionMove]:
        return (PositionMove(scored, self._tiles, self._convention) for scored in self._moves)

    def __repr__(self) -> str:
        return f"<{len(self)} moves{f', the best {self[0]} for {self[0].score}' if self else ''}>"
