"""The worked cases of a rule set with their verdicts. Pure."""

from collections.abc import Iterator
from dataclasses import dataclass

from duplicate.cases.verdicts import CaseVerdict, judge_case, position_of
from duplicate.cases.worked_cases import WorkedCase, cases_for
from duplicate.judging import RoundPosition
from engine.lexicon import load_lexicon
from engine.rules import (
    load_rule_set,
)


@dataclass(frozen=True, slots=True)
class JudgedCase:
    case: WorkedCase
    position: RoundPosition
    verdict: CaseVerdict


def judge_cases(rule_set: str) -> Iterator[JudgedCase]:
    """Yield all cases for a rule set that comes with the program, in the order of its sections."""
    file, rules = cases_for(rule_set), load_rule_set(rule_set)
    lexicon = load_lexicon(file.lexicon)
    for section in file.sections:
        for case in section.cases:
            position = position_of(case.position, file, lexicon, rules)
            yield JudgedCase(case, position, judge_case(case, file, lexicon, rules))


def lexicon_identity(rule_set: str) -> str:
    """Return the identity of the lexicon of these cases: its words may be replaced while the program runs."""
    return load_lexicon(cases_for(rule_set).lexicon).identity
