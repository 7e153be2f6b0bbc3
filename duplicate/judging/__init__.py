"""Judging slips: pure, from the slip as written, the position it was written for, and the rules (RULES D5 to D7).

A slip is first read as it is written. If that is an admissible move, it counts, and what the slip says of its
score and its blank may bring a warning. If not, the rules may let it be taken for the move that its word and its
stated score point to, with a penalty. Otherwise it is worth nothing. `reasons.REASONS` has every reason.

What always holds: no slip is worth more than the top; a verdict depends on nothing but what is given.
"""

from duplicate.judging.case import after_penalty
from duplicate.judging.judge import judge, judge_slips, reference_required
from duplicate.judging.reasons import REASONS
from duplicate.judging.values import Position, Verdict, WrittenSlip

__all__ = [
    "REASONS",
    "Position",
    "Verdict",
    "WrittenSlip",
    "after_penalty",
    "judge",
    "judge_slips",
    "reference_required",
]
