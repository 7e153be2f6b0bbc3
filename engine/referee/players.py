"""The players of a game."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Player:
    """A player. `turn_seconds` is a limit of their own per turn, as a handicap (C7).

    `level`, or `target` in points, is a finish line of their own (V2); the target counts if both are set.
    """

    name: str
    turn_seconds: int | None = None
    level: str | None = None
    target: int | None = None
