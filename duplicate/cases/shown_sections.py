"""All worked cases of a rule set as their page shows them, by section."""

from dataclasses import dataclass

from duplicate.cases.judged_cases import judge_cases
from duplicate.cases.shown_cases import ShownCase, show_worked
from duplicate.cases.titles import SECTIONS
from duplicate.cases.worked_cases import cases_for


@dataclass(frozen=True, slots=True)
class ShownSection:
    key: str
    title: str
    cases: tuple[ShownCase, ...]


def show_cases(rule_set: str) -> tuple[ShownSection, ...]:
    """Return all cases for a rule set that comes with the program, judged by it."""
    judged = judge_cases(rule_set)
    seen: set[str] = set()
    return tuple(
        ShownSection(
            section.key,
            str(SECTIONS[section.key]),
            tuple(show_worked(next(judged), rule_set, seen) for _case in section.cases),
        )
        for section in cases_for(rule_set).sections
    )
