"""Records of a match that end in another result than the one that is stored, which stands."""

from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from engine.referee import state_of
from tournaments.classic.match_records.gcg_review import Judgement
from tournaments.classic.match_records.selectors import final_scores, records_with_names, sheet_scores
from tournaments.classic.models import Match
from tournaments.classic.rounds.selectors import match_line
from tournaments.classic.scores.scores import Score, score_of
from tournaments.errors import RuleViolation


@dataclass(frozen=True, slots=True)
class Contradiction:
    """The result that stands, and the scores of the record, both as figures with the first of the match first."""

    result: str
    record: str
    other_winner: bool


def find_contradiction(match: Match, scores: tuple[int, ...]) -> Contradiction | None:
    """Return how the final scores of a record contradict the result of its match; None if they do not."""
    result = match_line(match).result
    if result is None:
        return None
    score = score_of(result)
    if scores in {(score.first, score.second), score.sheets}:
        return None
    other_winner = _sign(score.first - score.second) != _sign(scores[0] - scores[1])
    return Contradiction(score.figures, "–".join(map(str, scores)).replace("-", "−"), other_winner)


def check_record_agrees(match: Match, first: int, second: int, *, turned: bool = False) -> None:
    """Ask whether a result is right that the complete record of the match contradicts.

    `turned` tells the scores as the second player reads them.

    Raises:
        RuleViolation: it does (`record_differs`); the message is the question.
    """
    record = records_with_names().filter(match=match).first()
    final = final_scores(record) if record else None
    if record is None or final is None:
        return
    sheets = sheet_scores(record)
    if (first, second) in {final, sheets}:
        return
    told, entered = (pair[::-1] if turned else pair for pair in (sheets, (first, second)))
    raise RuleViolation(
        "record_differs",
        _("The record of this match ends with {record}. Is {figures} right all the same?"),
        record=Score(*told).figures,
        figures=Score(*entered).figures,
    )


def contradiction_in_file(
    match: Match, judgement: Judgement, *, swapped: bool | None
) -> Contradiction | None:
    """Return how a file contradicts the result; without `swapped` it may be either way round.

    A file that breaks off contradicts nothing.
    """
    if judgement.game is None or not (state := state_of(judgement.game)).is_over:
        return None
    ways = [way for way in (False, True) if swapped in {None, way}]
    found = [find_contradiction(match, state.scores[::-1] if way else state.scores) for way in ways]
    return found[0] if all(found) else None


def _sign(difference: int) -> int:
    return (difference > 0) - (difference < 0)
