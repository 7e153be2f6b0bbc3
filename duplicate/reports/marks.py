"""How the points of one round are written on the arbitration sheet: with signs for what was ruled."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

Mark = Literal["warning", "penalty", "zero", "solo", "average"]

# Letters and signs that every printer and copier keeps.
SIGNS: Mapping[Mark, str] = {"warning": "!", "penalty": "†", "zero": "‡", "solo": "*", "average": "~"}
NOT_THERE = "·"


@dataclass(frozen=True, slots=True)
class ArbitrationCell:
    """What a round brought a player, all told; None for who was not there."""

    points: int | None
    is_top: bool = False
    marks: tuple[Mark, ...] = ()

    @property
    def signs(self) -> str:
        return "".join(SIGNS[mark] for mark in self.marks)

    @property
    def written(self) -> str:
        """The points without their signs."""
        return NOT_THERE if self.points is None else str(self.points).replace("-", "−")
