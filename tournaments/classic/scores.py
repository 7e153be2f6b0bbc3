"""What a match gave, as it is typed and told: pure.

A *figure* is how a result is written on the record, in no language: `412–398`, or `F–` where the first forfeits, `–F`
the second, `F–F` both. A line of the director's is `table score score`, such as `12 412 398` or `12 412-398`, the
score of who goes first before the other; `12 1f`, `12 2f` and `12 ff` are forfeits of the first, the second and both.
"""

import re
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext_lazy as _

from tournaments.classic_models import MatchResult
from tournaments.errors import RuleViolation

Outcome = MatchResult.Outcome

# The best that anybody ever made is well under a thousand; overtime can bring a score below zero.
LEAST_SCORE: Final = -300
MOST_SCORE: Final = 1_200
FORFEITS: Final = {
    "1f": Outcome.FIRST_FORFEITS,
    "f1": Outcome.FIRST_FORFEITS,
    "2f": Outcome.SECOND_FORFEITS,
    "f2": Outcome.SECOND_FORFEITS,
    "ff": Outcome.BOTH_FORFEIT,
}
FIGURES: Final = {
    Outcome.FIRST_FORFEITS: "F–",
    Outcome.SECOND_FORFEITS: "–F",
    Outcome.BOTH_FORFEIT: "F–F",
    Outcome.TAKEN_BACK: "",
}
NUMBER: Final = re.compile(r"[-−]?[0-9]{1,6}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Score:
    """What a match gave; scores are final, the overtime beside them, in points, is off already."""

    first: int = 0
    second: int = 0
    outcome: Outcome = Outcome.PLAYED
    first_overtime: int = 0
    second_overtime: int = 0

    @property
    def figures(self) -> str:
        return FIGURES.get(self.outcome, f"{self.first}–{self.second}".replace("-", "−"))

    def less(self, first: int, second: int) -> "Score":
        """The same with so much overtime taken off; nothing is taken off a forfeit."""
        if self.outcome != Outcome.PLAYED:
            return self
        return Score(self.first - first, self.second - second, self.outcome, first, second)

    @property
    def sheets(self) -> tuple[int, int]:
        """The scores as on the sheets, with the overtime still on them."""
        return self.first + self.first_overtime, self.second + self.second_overtime


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the director's."""

    table: int
    score: Score


def check_score(score: Score) -> None:
    """Refuse what no match can give.

    Raises:
        RuleViolation: which score it is.
    """
    if score.outcome != Outcome.PLAYED and (score.first or score.second):
        raise RuleViolation("forfeit_with_scores", _("A match that is forfeited has no scores."))
    for points in (score.first, score.second):
        if not LEAST_SCORE <= points <= MOST_SCORE:
            raise RuleViolation(
                "impossible_score",
                _("{points} cannot be the score of a match: it is between {least} and {most}."),
                points=points,
                least=LEAST_SCORE,
                most=MOST_SCORE,
            )


def read_line(text: str) -> Line:
    """What a line says.

    Raises:
        RuleViolation: it is no such line, or a score cannot be.
    """
    parts = re.split(r"[\s,;:/]+|(?<=[0-9])[-–−](?=[0-9])", text.strip().lower())
    numbers = [int(part.replace("−", "-")) for part in parts if NUMBER.fullmatch(part)]
    if len(parts) == 2 and len(numbers) == 1 and parts[1] in FORFEITS and parts[0].isdigit():
        return Line(numbers[0], Score(outcome=FORFEITS[parts[1]]))
    if len(parts) != 3 or len(numbers) != 3 or numbers[0] < 1:
        raise RuleViolation(
            "line_unread",
            _(
                "“{line}” cannot be read: write table, score, score, such as 12 412 398; or 12 1f, 12 2f, 12 ff."
            ),
            line=text.strip()[:40],
        )
    line = Line(numbers[0], Score(numbers[1], numbers[2]))
    check_score(line.score)
    return line


def score_of(result: MatchResult) -> Score:
    """A result on record as a value."""
    return Score(
        result.first_score,
        result.second_score,
        Outcome(result.outcome),
        result.first_overtime,
        result.second_overtime,
    )
