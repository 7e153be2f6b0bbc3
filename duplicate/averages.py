"""Averages in place of scores (`standings.arbitrators_averaged`, `sanctions.second_zero_averaged`): pure.

An *average* is that of what other players kept in the round, before what warnings cost and solos bring, rounded
half up to whole points. It takes in who was there and has no average themselves in that round; where there is
nobody, there is no average.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from duplicate.standings import Average, PlayerScores

# Faults of writing that a player told of the first would not have made again. A word that is none, or that cannot be
# played, is no such fault: it is a move that was not found.
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
    """A zero for a slip on paper in a round (counted from 0), and who keyed it. `fault` is the same for the same
    fault, and empty for what is no fault of writing.
    """

    entry_id: int
    number: int
    fault: str
    arbitrator: int


def fault_of(code: str, reason: str, *, by_hand: bool) -> str:
    """What two zeros must have in common: the reason, in the same words where an arbitrator gave it."""
    if by_hand:
        return f"{code}: {' '.join(reason.casefold().split())}" if reason.strip() else ""
    return code if code in WRITING_FAULTS else ""


def second_zeros(zeros: Iterable[PaperZero]) -> tuple[PaperZero, ...]:
    """Of each run of zeros for the same fault in rounds one after the other, the second. On paper a player learns of
    a zero when the round after is over: too late for that round, and in time for those that follow.
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
    """The averages of each player by round. `arbitrated` are the rounds that players arbitrated, `zeros` the second
    zeros, and `keyed` the players whose slips an arbitrator keyed in a round.
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
    """The whole number nearest to total / count; of two as near, the higher one."""
    return (2 * total + count) // (2 * count)
