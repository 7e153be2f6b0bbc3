"""Results of matches: entered at the director's desk or agreed on by both phones, corrected, taken back.

A result equal to the one that holds adds no version. A different one is a correction: by the director, with a
reason. Equal reports of both phones count as the result. If they differ, or one phone is silent, the desk
decides.
"""

import uuid
from collections.abc import Iterable, Mapping

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.classic.acts.audit_log import write_division_act
from tournaments.classic.acts.locks import (
    check_round_begun,
    lock_division,
    lock_division_for_phone,
    lock_division_for_results,
    round_of,
)
from tournaments.classic.clocks.overtime import ClockOvertime, overtime_of, stop_for_result
from tournaments.classic.models import Division, DivisionEntry, DivisionRound, Match, MatchReport, MatchResult
from tournaments.classic.models.clocks import ClockLink
from tournaments.classic.rounds.selectors import MATCH_NAMES, counts_still, holding
from tournaments.classic.scores.scores import Outcome, Score, check_score, score_of
from tournaments.errors import RuleViolation
from tournaments.events.services import take_back_final
from tournaments.events.staff import is_chief
from tournaments.repeats import check_repeat
from tournaments.time import clock

MOST_REPORTS = 20


def enter_result(
    *,
    division: Division,
    number: int,
    table: int,
    score: Score,
    by: User,
    take_overtime_off: bool | None = None,
) -> MatchResult:
    """Store the first result of the match at a table, and deduct the overtime of the match's clock.

    `score` is as on the sheets. A clock that is still running is stopped now; the desk then decides with
    `take_overtime_off` whether its overtime counts.

    Raises:
        RuleViolation: there is no such match, the round has not begun, the score is impossible, another
            result is in, or the overtime is in doubt (`overtime_in_doubt`) and `take_overtime_off` is None.
    """
    result = _enter(division, number, table, score, by=by, take_overtime_off=take_overtime_off)
    if isinstance(result, MatchResult):
        return result
    # Raised outside the transaction, so that the clock stays stopped.
    raise result


@transaction.atomic
def _enter(
    division: Division, number: int, table: int, score: Score, *, by: User, take_overtime_off: bool | None
) -> MatchResult | RuleViolation:
    """Return the stored result, or the question about overtime as a `RuleViolation`."""
    locked_division = lock_division_for_results(division, by)
    check_score(score)
    match = _match_at(check_round_begun(locked_division, number), table)
    holds = _holding(match)
    if holds is not None:
        if (holds.outcome, score_of(holds).sheets) == (score.outcome, score.sheets):
            return holds
        raise RuleViolation(
            "result_is_in",
            _("Table {table} already has {figures}. To change it, open the match and give a reason."),
            table=table,
            figures=score_of(holds).figures,
        )
    stop_for_result(match, by=by)
    overtime = overtime_of(match)
    if score.outcome == Outcome.PLAYED and overtime.in_doubt and take_overtime_off is None:
        return _overtime_in_doubt(match, overtime)
    # The answer is about clocks that nobody stopped: overtime of the others is deducted in any case (T1).
    if not (overtime.in_doubt and take_overtime_off is False):
        score = score.less(*overtime.points)
        check_score(score)
    result = _store(match, score, by=by)
    act = "match_result" if score.outcome == Outcome.PLAYED else "match_forfeit"
    write_division_act(locked_division, act, by=by, **_match_params(match, number), figures=score.figures)
    return result


@transaction.atomic
def correct_result(
    *,
    division: Division,
    number: int,
    table: int,
    score: Score,
    reason: str,
    by: User,
    seen: int | None = None,
) -> MatchResult:
    """Replace the result that holds; `score` is final, with the overtime beside it.

    `seen` is the version that the director looked at.

    Raises:
        RuleViolation: the user is not the chief, no reason is given, there is no result to correct, or it has
            changed meanwhile.
    """
    locked_division = lock_division(division, by)
    check_score(score)
    match = _match_at(check_round_begun(locked_division, number), table)
    holds = _holding(match)
    if holds is None:
        raise RuleViolation("nothing_to_correct", _("Table {table} has no result yet."), table=table)
    _check_seen(holds, seen, table)
    if not reason.strip():
        raise RuleViolation("reason_missing", _("Give a reason: it goes into the log."))
    if score_of(holds) == score:
        return holds
    result = _store(match, score, by=by, reason=reason.strip())
    write_division_act(
        locked_division,
        "match_corrected",
        by=by,
        **_match_params(match, number),
        before=score_of(holds).figures,
        figures=score.figures,
        reason=result.reason,
    )
    return result


@transaction.atomic
def take_back(
    *, division: Division, number: int, table: int, by: User, seen: int | None = None
) -> MatchResult | None:
    """Undo the last entry of a result that has not been undone, by a further version with the result before
    it.

    None if there was no result before. Entries can be undone one after the other, down to no result.

    Raises:
        RuleViolation: there is no result, it has changed meanwhile, or another user entered it and this user
            is not the chief.
    """
    locked_division = lock_division_for_results(division, by)
    match = _match_at(round_of(locked_division, number), table)
    holds = _holding(match)
    if holds is None:
        raise RuleViolation("nothing_to_undo", _("Table {table} has no result to undo."), table=table)
    _check_seen(holds, seen, table)
    entries = entries_of(match.results.select_related("by").order_by("version"))
    undone = entries[-1]
    if undone.by != by and not is_chief(locked_division.event, by):
        raise RuleViolation("result_of_another", _("Only the director can undo another person’s entry."))
    score = score_of(entries[-2]) if len(entries) > 1 else Score(outcome=Outcome.TAKEN_BACK)
    result = _store(match, score, by=by, undoes=undone.version)
    match_params = _match_params(match, number)
    write_division_act(
        locked_division,
        "match_taken_back",
        by=by,
        **match_params,
        before=score_of(holds).figures,
        figures=score.figures,
    )
    return None if score.outcome == Outcome.TAKEN_BACK else result


@transaction.atomic
def report_result(
    *, match: Match, reporter: DivisionEntry, key: uuid.UUID, own: int, other: int
) -> MatchReport | None:
    """Store a phone's report of its match: the own score and the opponent's, before overtime.

    The first report stops the match's clock, but not the reporter's own time. Equal reports of both become the
    result, unless the clock's overtime is in doubt: then the desk decides. None if nothing is stored, as the same
    report was received before, or that same result counts already.

    Raises:
        IdUsed: another report has this key.
        RuleViolation: it is not the reporter's match, it has not begun, or another result counts already.
    """
    locked_division = lock_division_for_phone(match.round.division)
    known = MatchReport.objects.select_related("match").filter(key=key).first()
    if known is not None:
        check_repeat({"match": match.pk, "own": own, "other": other}, _on_record(known, reporter))
        return None
    match = _own_match(locked_division, match, reporter)
    first, second = (own, other) if match.first_id == reporter.pk else (other, own)
    check_score(Score(first, second))
    holds = _holding(match)
    if holds is not None:
        if (holds.outcome, score_of(holds).sheets) == (Outcome.PLAYED, (first, second)):
            return None
        raise RuleViolation(
            "result_counted",
            _("{figures} already counts for this match. If it is wrong, tell the director."),
            figures=score_of(holds).figures,
        )
    report = _keep_report(match, reporter, key, Score(first, second))
    holder = ClockLink.Holder.FIRST if match.first_id == reporter.pk else ClockLink.Holder.SECOND
    stop_for_result(match, holder=holder)
    _count_if_agreed(locked_division, match, report)
    return report


def _match_at(round_: DivisionRound, table: int) -> Match:
    match = round_.matches.select_related(*MATCH_NAMES).filter(table=table).first()
    if match is None:
        raise RuleViolation(
            "no_such_table",
            _("There is no table {table} in round {number}."),
            table=table,
            number=round_.number,
        )
    return match


def _holding(match: Match) -> MatchResult | None:
    """Return the result that holds; None if it was taken back."""
    return holding(match.results.select_related("by").order_by("-version").first())


def _check_seen(holds: MatchResult, seen: int | None, table: int) -> None:
    if seen is not None and seen != holds.version:
        raise RuleViolation(
            "result_changed",
            _("The result of table {table} has changed meanwhile: {figures}."),
            table=table,
            figures=score_of(holds).figures,
        )


def entries_of(results: Iterable[MatchResult]) -> list[MatchResult]:
    """Return the entries of a match that have not been undone, in the order of versions: the last one holds."""
    entries: list[MatchResult] = []
    for result in results:
        if result.undoes is None:
            entries.append(result)
        else:
            entries.pop()
    return entries


def _store(
    match: Match,
    score: Score,
    *,
    by: User | None,
    reason: str = "",
    undoes: int | None = None,
    claimed: bool = False,
) -> MatchResult:
    """Store a version of a result. Final standings become provisional if it is not the first one."""
    version = match.results.count() + 1
    result = MatchResult(
        match=match,
        version=version,
        undoes=undoes,
        claimed=claimed,
        outcome=score.outcome,
        first_score=score.first,
        second_score=score.second,
        first_overtime=score.first_overtime,
        second_overtime=score.second_overtime,
        by=by,
        reason=reason,
        at=clock.now(),
    )
    result.full_clean()
    result.save()
    if version > 1:
        division = match.round.division
        take_back_final(division.event, game=division.name, by=by)
    return result


def _overtime_in_doubt(match: Match, overtime: ClockOvertime) -> RuleViolation:
    assert match.second is not None
    return RuleViolation(
        "overtime_in_doubt",
        _("The clock of table {table} was not stopped: {over}. Choose whether to deduct the points."),
        table=match.table,
        over=overtime.describe((match.first.entry.name, match.second.entry.name)),
    )


def _match_params(match: Match, number: int) -> dict[str, object]:
    """Return the parameters that all acts on a match have."""
    assert match.second is not None
    return {
        "number": number,
        "table": match.table,
        "first": match.first.entry.full_name,
        "second": match.second.entry.full_name,
    }


def _own_match(division: Division, match: Match, reporter: DivisionEntry) -> Match:
    """Return the match as it stands now, if the reporter plays in it and may report."""
    theirs = Q(first=reporter) | Q(second=reporter)
    rows = Match.objects.select_related("round", *MATCH_NAMES).filter(theirs, round__division=division)
    found = rows.filter(pk=match.pk).first()
    if found is None:
        raise RuleViolation("not_your_match", _("You are no longer in this match: check the pairings."))
    if found.is_bye:
        raise RuleViolation("bye_counts_itself", _("A bye is counted automatically."))
    if found.round.begun_at is None:
        raise RuleViolation("round_not_begun", _("Round {number} has not begun."), number=found.round.number)
    return found


def _on_record(report: MatchReport, reporter: DivisionEntry) -> Mapping[str, object]:
    """Return a report as its reporter sent it; empty if somebody else did."""
    if report.reporter_id != reporter.pk:
        return {}
    first, second = report.said
    own, other = (first, second) if report.match.first_id == reporter.pk else (second, first)
    return {"match": report.match_id, "own": own, "other": other}


def _keep_report(match: Match, reporter: DivisionEntry, key: uuid.UUID, score: Score) -> MatchReport:
    if match.reports.filter(reporter=reporter).count() >= MOST_REPORTS:
        raise RuleViolation(
            "many_reports", _("Too many reports for this match: tell the director the result.")
        )
    return MatchReport.objects.create(
        match=match,
        reporter=reporter,
        key=key,
        first_score=score.first,
        second_score=score.second,
        at=clock.now(),
    )


def _count_if_agreed(division: Division, match: Match, report: MatchReport) -> None:
    """Store the result if the last reports of both are equal. A score that overtime makes impossible is left
    to the desk.
    """
    other = match.reports.exclude(reporter=report.reporter).order_by("-pk").first()
    if other is None or other.said != report.said:
        return
    if not counts_still(other, match.results.order_by("-version").first()):
        return
    overtime = overtime_of(match)
    if overtime.in_doubt:
        return
    score = Score(*report.said).less(*overtime.points)
    try:
        check_score(score)
    except RuleViolation:
        return
    assert match.second is not None
    claimed = match.first.entry.phone_claimed or match.second.entry.phone_claimed
    _store(match, score, by=None, claimed=claimed)
    match_params = _match_params(match, match.round.number)
    write_division_act(division, "match_agreed", by=None, **match_params, figures=score.figures)
