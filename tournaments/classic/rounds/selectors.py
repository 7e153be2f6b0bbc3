"""Rounds as screens show them: matches with the result that holds and the phones' reports; players in no
match.

Every reader takes a constant number of queries, for any number of players.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import takewhile

from django.db.models import Max, Q, QuerySet

from tournaments.classic.models import Division, DivisionEntry, DivisionRound, Match, MatchReport, MatchResult
from tournaments.classic.scores.scores import Outcome, score_of

NAMES = ("entry__player", "entry__partner")
MATCH_NAMES = tuple(f"{side}__{name}" for side in ("first", "second") for name in NAMES)


@dataclass(frozen=True, slots=True)
class MatchLine:
    """A match with the result that holds and the last report of each of the two."""

    match: Match
    result: MatchResult | None = None
    by_first: MatchReport | None = None
    by_second: MatchReport | None = None

    @property
    def figures(self) -> str:
        return score_of(self.result).figures if self.result else ""

    @property
    def is_missing(self) -> bool:
        return self.result is None and not self.match.is_bye

    @property
    def is_missed(self) -> bool:
        """True if it is no bye but a round that was missed, as files of other programs have them."""
        return self.match.is_bye and self.result is not None and self.result.outcome == Outcome.FIRST_FORFEITS

    @property
    def is_for_desk(self) -> bool:
        """True if both phones have reported and there is still no result: they differ, or overtime is in doubt."""
        return self.result is None and self.by_first is not None and self.by_second is not None

    @property
    def differs(self) -> bool:
        """True if the two phones' reports of a match without a result differ."""
        return self.is_for_desk and len({report.said for report in self.reports}) > 1

    @property
    def contradicted(self) -> list[MatchReport]:
        """The reports that differ from the result that holds, until the desk has corrected it with a reason."""
        if self.result is None or self.result.outcome != Outcome.PLAYED or self.result.reason:
            return []
        return [report for report in self.reports if report.said != score_of(self.result).sheets]

    @property
    def reports(self) -> list[MatchReport]:
        return [report for report in (self.by_first, self.by_second) if report is not None]


@dataclass(frozen=True, slots=True)
class RoundView:
    """A round with its matches, byes last. `left_out` should be in it and are not. In it though they should not
    be are `early`, whose first round is a later one, and `gone`, who have dropped out.
    """

    round: DivisionRound
    lines: list[MatchLine]
    left_out: list[DivisionEntry] = field(default_factory=list)
    gone: list[DivisionEntry] = field(default_factory=list)
    early: list[DivisionEntry] = field(default_factory=list)

    @property
    def amiss(self) -> int:
        return len(self.left_out) + len(self.gone) + len(self.early)

    @property
    def missing(self) -> list[MatchLine]:
        return [line for line in self.lines if line.is_missing]

    @property
    def for_desk(self) -> list[MatchLine]:
        return [line for line in self.lines if line.is_for_desk]


@dataclass(frozen=True, slots=True)
class RoundCount:
    """A round in a list: the number of its matches, of those without a result, and of its byes."""

    round: DivisionRound
    matches: int
    missing: int
    byes: int


def results_that_hold(results: Iterable[MatchResult]) -> dict[int, MatchResult]:
    """Return by match the result that holds, from results in the order of their versions."""
    return {key: result for key, result in _last(results).items() if holding(result)}


def match_lines(
    matches: Iterable[Match], results: Iterable[MatchResult], reports: Iterable[MatchReport]
) -> list[MatchLine]:
    """Return the matches with their results and reports, which are given in the order in which they came."""
    last = _last(results)
    said = {
        (report.match_id, report.reporter_id): report
        for report in reports
        if counts_still(report, last.get(report.match_id))
    }
    return [
        MatchLine(
            match,
            holding(last.get(match.pk)),
            said.get((match.pk, match.first_id)),
            said.get((match.pk, match.second_id or 0)),
        )
        for match in matches
    ]


def holding(last: MatchResult | None) -> MatchResult | None:
    """Return the last result, unless it was taken back."""
    return None if last is None or last.outcome == Outcome.TAKEN_BACK else last


def counts_still(report: MatchReport, last: MatchResult | None) -> bool:
    """Tell whether a report still counts: not if the match's result has been taken back since."""
    return last is None or last.outcome != Outcome.TAKEN_BACK or report.at > last.at


def _last(results: Iterable[MatchResult]) -> dict[int, MatchResult]:
    return {result.match_id: result for result in results}


def load_round_view(round_: DivisionRound) -> RoundView:
    """Return a round, selected with its division, and all its matches; four queries."""
    matches = sorted(
        round_.matches.select_related(*MATCH_NAMES), key=lambda match: (match.is_bye, match.table or 0)
    )
    lines = match_lines(
        matches,
        MatchResult.objects.filter(match__round=round_).select_related("by").order_by("version"),
        MatchReport.objects.filter(match__round=round_).order_by("pk"),
    )
    playing = {key for match in matches for key in (match.first_id, match.second_id) if key}
    entrants = {entry.pk: entry for entry in round_.division.entries.select_related(*NAMES)}
    due = {key for key, entrant in entrants.items() if plays_in(entrant, round_.number)}
    missed = {line.match.first_id for line in lines if line.is_missed}
    astray = [entrant for key, entrant in entrants.items() if key in playing - due - missed]
    early = [one for one in astray if not one.entry.is_left_out and one.first_round > round_.number]
    return RoundView(
        round_,
        lines,
        left_out=[entrant for key, entrant in entrants.items() if key in due - playing],
        gone=[one for one in astray if one not in early],
        early=early,
    )


def round_to_pair_again(division: Division) -> int | None:
    """Return the first round whose pairings no longer hold, since somebody has come or gone before it began."""
    for round_ in division.rounds.filter(begun_at=None).order_by("number"):
        round_.division = division
        round_view = load_round_view(round_)
        if round_view.amiss:
            return round_.number
    return None


def round_version(round_: DivisionRound) -> str:
    """Return a version tag that changes with every act on the event and every report of the round.

    It begins with b if the round has begun, else with p.
    """
    acts = round_.division.event.acts.aggregate(last=Max("pk"))["last"]
    reports = MatchReport.objects.filter(match__round=round_).aggregate(last=Max("pk"))["last"]
    return f"{'b' if round_.begun_at else 'p'}{acts or 0}-{reports or 0}"


def match_line(match: Match) -> MatchLine:
    """Return one match, with its result and reports."""
    results = match.results.select_related("by").order_by("version")
    return match_lines([match], results, match.reports.order_by("pk"))[0]


def round_counts(division: Division) -> list[RoundCount]:
    """Return the counts of the rounds of a division; three queries."""
    rounds = list(division.rounds.select_related("paired_by").order_by("number"))
    results = results_that_hold(
        MatchResult.objects.filter(match__round__division=division).order_by("version")
    )
    of_round: dict[int, list[tuple[int, int | None]]] = {}
    rows = Match.objects.filter(round__division=division).order_by("pk")
    for round_pk, match_pk, second in rows.values_list("round", "pk", "second"):
        of_round.setdefault(round_pk, []).append((match_pk, second))
    counts = []
    for round_ in rounds:
        matches = of_round.get(round_.pk, [])
        played = [key for key, second in matches if second is not None]
        counts.append(
            RoundCount(
                round_,
                len(played),
                sum(key not in results for key in played),
                len(matches) - len(played),
            )
        )
    return counts


def rounds_complete(counts: Sequence[RoundCount]) -> int:
    """Return how many rounds, from the first one on, have begun and have all results."""
    return len([*takewhile(lambda one: one.round.begun_at is not None and not one.missing, counts)])


def entrants_of(division: Division) -> list[DivisionEntry]:
    return list(division.entries.select_related(*NAMES, "entry__player__club").order_by("number"))


def plays_in(entrant: DivisionEntry, number: int) -> bool:
    """Tell whether somebody is to be paired in that round: not while they are left out, as they have not come.
    Select `entry`.
    """
    if entrant.entry.is_left_out:
        return False
    return entrant.first_round <= number and (entrant.last_round is None or number <= entrant.last_round)


def matches_of(entrant: DivisionEntry) -> list[MatchLine]:
    """Return all matches of one entrant, in the order of rounds."""
    return lines_of(Match.objects.filter(Q(first=entrant) | Q(second=entrant)).order_by("round__number"))


def lines_of(rows: QuerySet[Match]) -> list[MatchLine]:
    """Return these matches in their order; three queries."""
    matches = list(rows.select_related("round", *MATCH_NAMES))
    return match_lines(
        matches,
        MatchResult.objects.filter(match__in=matches).order_by("version"),
        MatchReport.objects.filter(match__in=matches).order_by("pk"),
    )
