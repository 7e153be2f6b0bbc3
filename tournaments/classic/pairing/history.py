"""The history that pairing uses: who has met whom, who went first, who had byes, and the standings. Pure.

Matches of the round that is being paired are left out. Open ones count as met, so that rounds can be paired
ahead of results. A forfeited match was not played (`tournaments.classic.rules.values`).
"""

import hashlib
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace

from tournaments.classic.pairing.values import PairingField, Settings
from tournaments.classic.rules.standings import ClassicLine, rank_division
from tournaments.classic.rules.values import Contestant, MatchFacts


@dataclass(slots=True)
class History:
    """`met[a][b]` are the rounds in which a and b met, `moves[a]` whether a went first, match by match."""

    met: dict[int, dict[int, list[int]]] = field(default_factory=dict)
    moves: dict[int, list[bool]] = field(default_factory=dict)
    first_against: Counter[tuple[int, int]] = field(default_factory=Counter)
    byes: Counter[int] = field(default_factory=Counter)

    def rounds_met(self, one: int, other: int) -> Sequence[int]:
        return self.met.get(one, {}).get(other, ())

    def balance(self, key: int) -> int:
        """Return the number of first moves less that of second moves."""
        moves = self.moves.get(key, ())
        return 2 * sum(moves) - len(moves)

    def add(self, match: MatchFacts) -> None:
        free = match.free_win
        if free is not None:
            self.byes[free] += 1
        if not match.is_meeting:
            return
        assert match.second is not None
        for key, opponent, first in ((match.first, match.second, True), (match.second, match.first, False)):
            self.met.setdefault(key, {}).setdefault(opponent, []).append(match.round)
            self.moves.setdefault(key, []).append(first)
        self.first_against[match.first, match.second] += 1


@dataclass(frozen=True, slots=True)
class PairingInput:
    """The input of a method: `lines` are the standings lines of those to be paired, best first.

    `standings` has the lines of all who are present, also of those whom the Gibson rule has paired already.
    """

    number: int
    settings: Settings
    lines: tuple[ClassicLine, ...]
    history: History
    field: PairingField
    standings: tuple[ClassicLine, ...]

    @property
    def keys(self) -> list[int]:
        return [line.contestant.key for line in self.lines]

    @property
    def is_part(self) -> bool:
        """True if some who are present are paired already."""
        return len(self.lines) < len(self.standings)

    @property
    def rounds_left(self) -> range | None:
        """The rounds from the standings to the end; None where their number is unknown."""
        planned = self.settings.rounds
        return range(self.number - self.settings.rounds_ahead, planned + 1) if planned else None

    def without(self, keys: Collection[int]) -> "PairingInput":
        """Return the input for those who are left once these are paired."""
        return replace(self, lines=tuple(line for line in self.lines if line.contestant.key not in keys))

    @property
    def stage_round(self) -> int:
        """The number of the round, counted from the first of its stage."""
        return self.number - self.settings.first_round + 1

    def stage_matches(self) -> list[MatchFacts]:
        """Return the matches of the stage that come before this round, without rounds that somebody missed."""
        return [
            match
            for match in self.field.matches
            if self.settings.first_round <= match.round < self.number and not match.missed
        ]

    def lot(self, *keys: int) -> int:
        """Return a number drawn for this round and these contestants, the same at every call."""
        text = "/".join(map(str, (self.settings.seed, self.number, *keys)))
        return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8])

    def by_number(self) -> list[Contestant]:
        """Return those to be paired in the order of the division's list."""
        return sorted((line.contestant for line in self.lines), key=lambda one: (one.number, one.key))


def pairing_input_for(of: PairingField, number: int, settings: Settings) -> PairingInput:
    """Return the input for pairing the round of that number."""
    others = sorted((match for match in of.matches if match.round != number), key=lambda match: match.round)
    history = History()
    for match in others:
        history.add(match)
    lines = rank_division(of.contestants, others, of.rules, number - 1 - settings.rounds_ahead)
    present = tuple(line for line in lines if line.contestant.present)
    return PairingInput(number, settings, present, history, of, present)
