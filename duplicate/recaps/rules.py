"""The figures of a recap: ranks and totals by round, the best find, what was missed, shares of the tops, and
sanctions. Pure.

Terms. The *field* is everybody who was there. A round is *missed* if the player was there and did not have the top.
A *share* is the points of the player out of those of the tops, in some of the rounds.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import TypeVar

from duplicate.standings.rules.ranking import Standings

Label = TypeVar("Label", int, str)


@dataclass(frozen=True, slots=True)
class WrittenMove:
    """A move of a slip or a top, with its letters as tiles; no word if there was none."""

    word: str
    reference: str
    score: int
    letters: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RecapRound:
    """An announced round as the player played it.

    `move` has the points that were kept, and the top's word where the slip says "top" alone. `field` are the
    points that players had on average; None if nobody was there. `sanction` and `verdict` are sentences,
    `reason` an arbitrator's own.
    """

    number: int
    rack: str
    move: WrittenMove
    top: WrittenMove
    field: float | None
    has_top: bool
    was_there: bool = True
    solo: int | None = None
    sanction: str = ""
    verdict: str = ""
    reason: str = ""

    @property
    def lost(self) -> int:
        return self.top.score - self.move.score

    @property
    def gain(self) -> float:
        """The points more than the field had."""
        return self.move.score - (self.field or 0)


@dataclass(frozen=True, slots=True)
class RaceStep:
    """Where the player stood after a round: totals of the player, of the field on average, of the best player,
    and of the tops.
    """

    number: int
    rank: int
    total: int
    field: float
    best: int
    top: int


@dataclass(frozen=True, slots=True)
class ShareOfTop:
    """The player's points in `rounds` rounds, out of those of the tops there."""

    label: str
    rounds: int
    had: int
    top: int

    @property
    def percent(self) -> float:
        return 100 * max(self.had, 0) / self.top


def steps_of(standings: Standings, entry_id: int, tops: Sequence[int]) -> tuple[RaceStep, ...]:
    """Return where the player stood after each round. Equal totals share a rank; after the last round it is
    that of the standings, with their tie-breaks.
    """
    rows = [row for row in standings.rows if row.entry_id == entry_id or not row.absent]
    mine = next(row for row in rows if row.entry_id == entry_id)
    totals = list(zip(*(accumulate(row.kept) for row in rows), strict=True))
    own, top_totals = list(accumulate(mine.kept)), list(accumulate(tops))
    ranks = [1 + sum(other > total for other in now) for now, total in zip(totals, own, strict=True)]
    return tuple(
        RaceStep(
            number=place + 1,
            rank=ranks[place] if place + 1 < len(own) else mine.rank,
            total=own[place],
            field=sum(now) / len(now),
            best=max(now),
            top=top_totals[place],
        )
        for place, now in enumerate(totals)
    )


def best_find(rounds: Iterable[RecapRound]) -> RecapRound | None:
    """Return the round in which the player had most points more than the field; None without a score."""
    found = [round_ for round_ in rounds if round_.move.word and round_.move.score > 0]
    return max(found, key=lambda one: (one.gain, one.move.score), default=None)


def missed_rounds(rounds: Iterable[RecapRound]) -> list[RecapRound]:
    """Return the missed rounds, the greatest loss first."""
    missed = [round_ for round_ in rounds if round_.was_there and not round_.has_top and round_.lost > 0]
    return sorted(missed, key=lambda one: (-one.lost, one.number))


def sanctioned_rounds(rounds: Iterable[RecapRound]) -> list[RecapRound]:
    """Return the rounds with a sanction, which may be a warning for conduct without a slip."""
    return [round_ for round_ in rounds if round_.sanction]


def shares_by_length(rounds: Iterable[RecapRound]) -> list[ShareOfTop]:
    """Return the shares by the number of letters of the top's word."""
    shares = _shares((len(one.top.letters), one) for one in _scored(rounds))
    return [ShareOfTop(str(length), *sums) for length, sums in sorted(shares.items())]


def shares_by_letter(rounds: Iterable[RecapRound]) -> list[ShareOfTop]:
    """Return the shares by the letters of the top's word; a letter that is there twice counts once."""
    shares = _shares((letter, one) for one in _scored(rounds) for letter in set(one.top.letters))
    return [ShareOfTop(letter, *sums) for letter, sums in sorted(shares.items())]


def _scored(rounds: Iterable[RecapRound]) -> Iterable[RecapRound]:
    return (round_ for round_ in rounds if round_.was_there and round_.top.score > 0)


def _shares(rounds: Iterable[tuple[Label, RecapRound]]) -> dict[Label, tuple[int, int, int]]:
    sums: dict[Label, list[int]] = defaultdict(lambda: [0, 0, 0])
    for label, one in rounds:
        for place, amount in enumerate((1, one.move.score, one.top.score)):
            sums[label][place] += amount
    return {label: (count, had, top) for label, (count, had, top) in sums.items()}
