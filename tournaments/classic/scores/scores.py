"""Scores of a match as they are typed and shown: pure.

A *figure* is the language-neutral text of a result: `412–398`, or `F–` if the first forfeits, `–F` if the
second does, `F–F` if both do. The director types a line as `table score score`, such as `12 412 398` or `12
412-398`, the score of the player who goes first before the other. `12 1f`, `12 2f` and `12 ff` are forfeits
of the first, the second and both. A line may name both players instead of the table, by number as the program tsh
takes results (`9 340 12 379`, with the spread behind it or not) or by name (`Ann Marsh 340 Bo Li 379`), each with their
score.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext_lazy as _

from tournaments.classic.models.matches import MatchResult
from tournaments.errors import RuleViolation

Outcome = MatchResult.Outcome

# The highest score ever made is well under a thousand; overtime can bring a score below zero.
LEAST_SCORE: Final = -300
MOST_SCORE: Final = 1_200
FIGURES: Final = {
    Outcome.FIRST_FORFEITS: "F–",
    Outcome.SECOND_FORFEITS: "–F",
    Outcome.BOTH_FORFEIT: "F–F",
    Outcome.TAKEN_BACK: "",
}
# As directors write them, and as Isotop shows them, with either sign.
FORFEITS: Final = {
    "1f": Outcome.FIRST_FORFEITS,
    "f1": Outcome.FIRST_FORFEITS,
    "2f": Outcome.SECOND_FORFEITS,
    "f2": Outcome.SECOND_FORFEITS,
    "ff": Outcome.BOTH_FORFEIT,
    **{
        figures.lower().replace("–", sign): outcome
        for outcome, figures in FIGURES.items()
        for sign in "–-"
        if figures
    },
}
NUMBER: Final = re.compile(r"[-−]?[0-9]{1,6}", re.ASCII)
MOST_LINE: Final = 400  # two pairs of partners, with long names
# Without the atomic parts, a line of blanks or letters without scores takes cubic time.
_NAME: Final = r"(?>(?=\D*[^\W\d_])(\D*?)[\s,;:]+([-−]?[0-9]{1,4}))"
_BY_NAMES: Final = re.compile(rf"(?:([0-9]{{1,6}})[\s.,;:]++)?{_NAME}[\s,;:]++{_NAME}")


@dataclass(frozen=True, slots=True)
class Score:
    """The outcome and score of a match. Scores are final: the overtime beside them, in points, is already
    deducted.
    """

    first: int = 0
    second: int = 0
    outcome: Outcome = Outcome.PLAYED
    first_overtime: int = 0
    second_overtime: int = 0

    @property
    def figures(self) -> str:
        return FIGURES.get(self.outcome, f"{self.first}–{self.second}".replace("-", "−"))

    def less(self, first: int, second: int) -> "Score":
        """Return the score with this overtime deducted; a forfeit stays as it is."""
        if self.outcome != Outcome.PLAYED:
            return self
        return Score(self.first - first, self.second - second, self.outcome, first, second)

    @property
    def sheets(self) -> tuple[int, int]:
        """The scores on the score sheets, before overtime is deducted."""
        return self.first + self.first_overtime, self.second + self.second_overtime


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """A result line that the director typed."""

    table: int
    score: Score


@dataclass(frozen=True, slots=True)
class PlayersLine:
    """A result line that names both players, each by number or name, in the order of the score."""

    players: tuple[str, str]
    score: Score
    table: int | None = None


def check_score(score: Score) -> None:
    """Refuse a score that no match can have.

    Raises:
        RuleViolation: the score is impossible; the message names it.
    """
    if score.outcome != Outcome.PLAYED and (score.first or score.second):
        raise RuleViolation("forfeit_with_scores", _("A forfeited match has no scores."))
    for points in (score.first, score.second):
        if not LEAST_SCORE <= points <= MOST_SCORE:
            raise RuleViolation(
                "impossible_score",
                _("{points} is not a valid match score: scores are from {least} to {most}."),
                points=points,
                least=LEAST_SCORE,
                most=MOST_SCORE,
            )


def read_line(text: str) -> ScoreLine | PlayersLine:
    """Parse a result line.

    Raises:
        RuleViolation: the text is no such line, is too long, or has an impossible score.
    """
    if len(text.strip()) > MOST_LINE:
        raise RuleViolation("line_unread", _("A line has at most {most} characters."), most=MOST_LINE)
    parts = re.split(r"[\s,;:/]+|(?<=[0-9])[-–−](?=[0-9])", text.strip().lower())
    numbers = [int(part.replace("−", "-")) for part in parts if NUMBER.fullmatch(part)]
    if len(parts) == 2 and len(numbers) == 1 and parts[1] in FORFEITS and parts[0].isdigit():
        return ScoreLine(numbers[0], Score(outcome=FORFEITS[parts[1]]))
    if (by_players := _read_players(text, parts, numbers)) is not None:
        return by_players
    if len(parts) != 3 or len(numbers) != 3 or numbers[0] < 1:
        raise RuleViolation(
            "line_unread",
            _(
                "“{line}” cannot be read: write table, score, score, such as 12 412 398; or 12 1f, 12 2f, 12 ff."
            ),
            line=text.strip()[:40],
        )
    line = ScoreLine(numbers[0], Score(numbers[1], numbers[2]))
    check_score(line.score)
    return line


def players_line(first: str, second: str, scores: tuple[int, int], table: int | None = None) -> PlayersLine:
    """Return a line with both players, whose score is possible.

    Raises:
        RuleViolation: it is not.
    """
    line = PlayersLine((first.strip(" -–"), second.strip(" -–")), Score(*scores), table)
    check_score(line.score)
    return line


def _read_players(text: str, parts: Sequence[str], numbers: Sequence[int]) -> PlayersLine | None:
    """Return a line that names both players; None if it is none."""
    if len(numbers) == len(parts) in {4, 5} and min(numbers[0], numbers[2]) > 0:
        scores = numbers[1], numbers[3]
        if numbers[4:] in ([], [scores[0] - scores[1]]):
            return players_line(str(numbers[0]), str(numbers[2]), scores)
    if (found := _BY_NAMES.fullmatch(text.strip())) is not None:
        table, first, first_score, second, second_score = found.groups()
        scores = int(first_score.replace("−", "-")), int(second_score.replace("−", "-"))
        return players_line(first, second, scores, int(table) if table else None)
    return None


def score_of(result: MatchResult) -> Score:
    """Convert a stored result into a value."""
    return Score(
        result.first_score,
        result.second_score,
        Outcome(result.outcome),
        result.first_overtime,
        result.second_overtime,
    )
