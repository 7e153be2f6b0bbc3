"""A case with its verdict as pages show it: a worked one, or one that somebody typed."""

from dataclasses import dataclass

from duplicate.cases.addresses import what_if_address
from duplicate.cases.judged_cases import JudgedCase
from duplicate.cases.shown_boards import ShownBoard, show_board, show_rack
from duplicate.cases.shown_verdicts import ShownSlip, ShownVerdict, show_slip, show_verdict
from duplicate.cases.titles import CASES
from duplicate.cases.verdicts import CaseVerdict
from duplicate.cases.what_if import WhatIf
from duplicate.cases.worked_cases import cases_for
from duplicate.rounds.moves import Tokens
from duplicate.standings.words import average_rule, average_text
from engine.rules import load_rule_set


@dataclass(frozen=True, slots=True)
class ShownCase:
    """A case for a page.

    `points` is what the round brings, `cost` the price of its warning. `why` is the reason whose first case
    this is, for links from a verdict.
    """

    key: str
    title: str
    why: str
    round_number: int
    board: ShownBoard
    rack: Tokens
    slip: ShownSlip | None
    verdict: ShownVerdict
    points: int
    warnings: int
    free_warnings: int
    cost: int
    address: str = ""
    earlier_slip: ShownSlip | None = None
    earlier: ShownVerdict | None = None
    average: str = ""
    average_rule: str = ""
    others: tuple[int, ...] = ()

    @property
    def is_warning(self) -> bool:
        return self.verdict.sanction == "warning"

    @property
    def number_of_warning(self) -> int:
        return self.warnings + 1


def show_typed(case: WhatIf, judged: CaseVerdict) -> ShownCase:
    """Return a case that somebody typed."""
    position = case.position
    return ShownCase(
        key="",
        title="",
        why="",
        round_number=case.round_number,
        board=show_board(position, judged.verdict.taken_for, ()),
        rack=show_rack(position),
        slip=None if case.slip is None else show_slip(case.slip, position.tiles),
        verdict=show_verdict(judged.verdict, position),
        points=judged.points,
        warnings=case.warnings,
        free_warnings=case.rules.sanctions.free_warnings,
        cost=judged.cost,
    )


def show_worked(judged: JudgedCase, rule_set: str, seen: set[str]) -> ShownCase:
    """Return a worked case for a rule set; `seen` has the reasons of the cases above it, and takes in its own."""
    file, rules = cases_for(rule_set), load_rule_set(rule_set)
    case, position, verdict = judged.case, judged.position, judged.verdict
    code = verdict.verdict.code
    why = "" if code in seen else code
    seen.add(code)
    before = case.before
    return ShownCase(
        key=case.key,
        title=str(CASES[case.key]),
        why=why,
        round_number=case.position.round_number,
        board=show_board(position, verdict.verdict.taken_for, case.position.moves),
        rack=show_rack(position),
        slip=None if case.slip is None else show_slip(case.slip, file.tiles),
        verdict=show_verdict(verdict.verdict, position, averaged=verdict.average is not None),
        points=verdict.points,
        warnings=case.warnings,
        free_warnings=rules.sanctions.free_warnings,
        cost=verdict.cost,
        address="" if before else what_if_address(case, file, rule_set),
        earlier_slip=show_slip(before.slip, file.tiles) if before else None,
        earlier=show_verdict(verdict.earlier, position) if verdict.earlier else None,
        average=average_text(verdict.average) if verdict.average else "",
        average_rule=average_rule(verdict.average) if verdict.average else "",
        others=case.others,
    )
