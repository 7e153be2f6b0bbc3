"""Averages in place of scores (`standings.arbitrators_averaged`, `sanctions.second_zero_averaged`): pure.

An *average* is the mean of the scores that other players kept in the round, before costs of warnings and
points of solos, rounded half up to whole points. It includes the players who were there and have no average
themselves in that round; without such players there is no average.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from duplicate.standings.rules.ranking import Average, PlayerScores

# Faults of writing that a player would not repeat after notice of the first. An invalid or unplayable word is
# no such fault: the player did not find a move.
WRITING_FAULTS = frozenset(
    {
        "score_wrong",
        "score_missing",
        "blank_not_marked",
        "blank_wrong_letter",
        "reference_missing",
        "reference_wrong",
        "one_square_off",
        "wrong_direction",
        "no_place_fits",
        "bad_reference",
        "reference_off_board",
        "last_letter_missing",
        "last_letter_altered",
        "illegible",
        "incomplete_word",
    }
)


@dataclass(frozen=True, slots=True)
class PaperZero:
    """A zero for a slip on paper in a round (counted from 0), and the arbitrator who keyed it. `fault` is
    equal for equal faults, and empty if the zero is not for a fault of writing.
    """

    entry_id: int
    number: int
    fault: str
    arbitrator: int


class RuledZero(NamedTuple):
    """A ruling on a slip, as far as it tells the fault."""

    code: str
    reason: str = ""
    by_hand: bool = False
    conduct: bool = False
    solo: bool | None = None

    def is_beside(self, before: "RuledZero") -> bool:
        """Tell whether this ruling leaves the fault of the one before: it is for conduct or for a solo."""
        return self.code == before.code and self[3:] != before[3:]


def fault_of(rulings: Sequence[RuledZero]) -> str:
    """Return the key that two zeros must share, from all rulings on the slip in order: the fault of writing, or the
    arbitrator's words for a zero given by hand.

    A further ruling for a warning for conduct or a solo does not change the fault, whatever its reason.
    """
    decided = len(rulings) - 1
    while decided and rulings[decided].is_beside(rulings[decided - 1]):
        decided -= 1
    last = rulings[decided]
    if last.code in WRITING_FAULTS:
        return last.code
    reason = " ".join(last.reason.casefold().split())
    return f"{last.code}: {reason}" if last.by_hand and reason else ""


def second_zeros(zeros: Iterable[PaperZero]) -> tuple[PaperZero, ...]:
    """Return the second zero of each run of zeros for the same fault in consecutive rounds.

    On paper a player learns of a zero when the next round is over: too late for that round, but in time for
    those that follow.
    """
    by_place = {(zero.entry_id, zero.number): zero for zero in zeros if zero.fault}

    def follows(zero: PaperZero) -> bool:
        before = by_place.get((zero.entry_id, zero.number - 1))
        return before is not None and before.fault == zero.fault

    return tuple(
        zero
        for (entry_id, number), zero in sorted(by_place.items())
        if follows(zero) and not follows(by_place[entry_id, number - 1])
    )


def find_averages(
    players: Sequence[PlayerScores],
    *,
    arbitrated: Mapping[int, Collection[int]],
    zeros: Collection[PaperZero] = (),
    keyed: Mapping[tuple[int, int], Collection[int]] | None = None,
) -> dict[int, dict[int, Average]]:
    """Return the averages of each player by round.

    `arbitrated` are the rounds that players arbitrated, `zeros` the second zeros, and `keyed` the players of an
    arbitrator in a round: those whose slips the arbitrator keyed, and those without a slip whose last one before
    (or else the first one after) the arbitrator had keyed.
    """
    out = {(entry_id, number) for entry_id, numbers in arbitrated.items() for number in numbers}
    out |= {(zero.entry_id, zero.number) for zero in zeros}
    by_entry = {player.entry_id: player for player in players}

    def average(number: int, among: Iterable[int]) -> int | None:
        kept = [
            by_entry[entry_id].scores[number]
            for entry_id in among
            if (entry_id, number) not in out and number not in by_entry[entry_id].absent
        ]
        return half_up(sum(kept), len(kept)) if kept else None

    wholes = {number: average(number, by_entry) for _entry_id, number in out}
    found: dict[int, dict[int, Average]] = {}
    for zero in zeros:
        points = average(zero.number, (keyed or {}).get((zero.arbitrator, zero.number), ()))
        if points is not None:
            found.setdefault(zero.entry_id, {})[zero.number] = Average(points, "second_zero")
    for entry_id, numbers in arbitrated.items():
        for number in numbers:
            points = wholes[number]
            if points is not None:
                found.setdefault(entry_id, {})[number] = Average(points, "arbitrated")
    return found


def half_up(total: int, count: int) -> int:
    """Return the whole number nearest to total / count, rounded half up."""
    return (2 * total + count) // (2 * count)
