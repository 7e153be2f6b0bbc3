"""Judging slips: pure, from the slip as written, the position it was written for, and the rules (RULES D5 to
D7).

A slip is first read as it is written. If that is an admissible move, it counts, and a wrong score or blank on
the slip may bring a warning. If not, the rules may take the slip for the move that its word and its stated
score point to, with a penalty. Otherwise it scores 0. `reasons.REASONS` has every reason.

Invariants: no slip is worth more than the top; a verdict depends only on the arguments.
"""

from duplicate.judging.judge import judge, judge_slips, reference_required
from duplicate.judging.reasons import REASONS
from duplicate.judging.values import RoundPosition, Verdict, WrittenSlip
from duplicate.judging.verdict_builder import after_penalty

__all__ = [
    "REASONS",
    "RoundPosition",
    "Verdict",
    "WrittenSlip",
    "after_penalty",
    "judge",
    "judge_slips",
    "reference_required",
]
