"""The points of one round as the arbitration sheet writes them: with signs for what was ruled."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

Mark = Literal["warning", "penalty", "zero", "solo", "average", "zero_averaged"]

# Letters and signs that every printer and copier keeps.
SIGNS: Mapping[Mark, str] = {
    "warning": "!",
    "penalty": "†",
    "zero": "‡",
    "solo": "*",
    "average": "~",
    "zero_averaged": "‡~",
}
NOT_THERE = "·"


@dataclass(frozen=True, slots=True)
class ArbitrationCell:
    """The points of a player in a round, after everything that was ruled; None for a player who was away."""

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
