"""The verdict on a case, and what it costs. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass

from duplicate.cases.worked_cases import CaseFile, CasePosition, WorkedCase
from duplicate.judging import RoundPosition, Verdict, WrittenSlip, judge
from duplicate.standings.rules.averages import PaperZero, RuledZero, fault_of, find_averages, second_zeros
from duplicate.standings.rules.ranking import Average, PlayerScores, warning_cost
from engine.lexicon import Lexicon
from engine.rules import (
    RuleSet,
)

PLAYER, ARBITRATOR = 0, 0


@dataclass(frozen=True, slots=True)
class CaseVerdict:
    """A verdict with its consequences.

    `cost` is the price of its warning, off the total. `earlier` is the verdict on the slip of the round
    before, and `average` counts in place of a second zero.
    """

    verdict: Verdict
    cost: int = 0
    earlier: Verdict | None = None
    average: Average | None = None

    @property
    def points(self) -> int:
        """Return what the round brings the player, all included."""
        return (self.average.points if self.average else self.verdict.score) - self.cost


def judge_case(case: WorkedCase, file: CaseFile, lexicon: Lexicon, rules: RuleSet) -> CaseVerdict:
    """Return the verdict on a worked case by these rules."""
    verdict = judge_slip(case.slip, position_of(case.position, file, lexicon, rules), rules)
    cost = cost_of(verdict, case.warnings, rules)
    if case.before is None:
        return CaseVerdict(verdict, cost)
    before = position_of(case.before.position, file, lexicon, rules)
    earlier = judge_slip(case.before.slip, before, rules)
    return CaseVerdict(verdict, cost, earlier, _average([earlier, verdict], case.others, rules))


def judge_slip(slip: WrittenSlip | None, position: RoundPosition, rules: RuleSet) -> Verdict:
    """Return the verdict on a slip; `several` also means several on paper, which an arbitrator says by a key."""
    if slip is not None and slip.several and rules.slips.several_on_paper:
        return Verdict(0, "several_on_paper", sanction="zero")
    return judge(slip, position, rules)


def position_of(position: CasePosition, file: CaseFile, lexicon: Lexicon, rules: RuleSet) -> RoundPosition:
    """Return the position as the judge takes it."""
    return RoundPosition(
        board=position.board,
        rack=position.rack,
        tiles=file.tiles,
        lexicon=lexicon,
        convention=file.convention,
        bonuses=rules.moves.bonuses,
        most_played=rules.moves.most_played,
    )


def cost_of(verdict: Verdict, earlier_warnings: int, rules: RuleSet) -> int:
    """Return what the warnings of a slip cost after so many earlier ones."""
    warned = [0] * earlier_warnings + [1] * verdict.warnings
    return warning_cost(warned, rules.sanctions).get(1, 0)


def _average(verdicts: Sequence[Verdict], others: Sequence[int], rules: RuleSet) -> Average | None:
    """Return the average that counts for the last of these slips on paper, if it is a second zero."""
    if not rules.sanctions.second_zero_averaged:
        return None
    zeros = second_zeros(
        PaperZero(PLAYER, number, fault_of([RuledZero(verdict.code)]), ARBITRATOR)
        for number, verdict in enumerate(verdicts)
        if verdict.sanction == "zero"
    )
    last = len(verdicts) - 1
    scores = [tuple(verdict.score for verdict in verdicts), *((0,) * last + (points,) for points in others)]
    players = [PlayerScores(key, key, "", score) for key, score in enumerate(scores)]
    averages = find_averages(
        players, arbitrated={}, zeros=zeros, keyed={(ARBITRATOR, last): range(len(players))}
    )
    return averages.get(PLAYER, {}).get(last)
