"""A division's rows as plain values, for pairings and standings: contestants, matches, rules. Three queries."""

from collections.abc import Sequence

from tournaments.classic.rounds import plays_in, results_that_hold
from tournaments.classic_standings import StandingRules
from tournaments.classic_values import Contestant, MatchFacts
from tournaments.models import Division, DivisionEntry, Match, MatchResult


def contestants_of(division: Division, number: int | None = None) -> tuple[Contestant, ...]:
    """Everybody in the division; `present` says whether they play in that round, or in the last that they entered."""
    rows = division.entries.select_related("entry__player__club", "entry__partner", "entry__team")
    return tuple(_contestant(one, number) for one in rows.order_by("number"))


def matches_of_division(division: Division) -> tuple[MatchFacts, ...]:
    """The matches of all rounds with the results that hold, in the order of rounds; two queries."""
    results = results_that_hold(
        MatchResult.objects.filter(match__round__division=division).order_by("version")
    )
    rows = Match.objects.filter(round__division=division).order_by("round__number", "table", "pk")
    told = rows.values_list("pk", "round__number", "first", "second")
    return tuple(_facts(results.get(key), *facts) for key, *facts in told)


def rules_of(division: Division) -> StandingRules:
    return StandingRules(
        spread_cap=division.spread_cap,
        bye_spread=division.bye_spread,
        forfeit_spread=division.forfeit_spread,
    )


def rounds_open(matches: Sequence[MatchFacts], before: int) -> set[int]:
    """The rounds before that one in which something has no result."""
    return {
        match.round
        for match in matches
        if match.round < before and match.outcome == "open" and match.second is not None
    }


def _contestant(one: DivisionEntry, number: int | None) -> Contestant:
    entry = one.entry
    present = one.last_round is None if number is None else plays_in(one, number)
    return Contestant(
        key=one.pk,
        number=one.number,
        name=entry.name,
        rating=one.rating,
        team=entry.team.name if entry.team else "",
        club=entry.player.club.name if entry.player.club else "",
        present=present,
        classes=frozenset(filter(None, (entry.group, entry.player.series))),
    )


def _facts(result: MatchResult | None, number: int, first: int, second: int | None) -> MatchFacts:
    if result is None:
        return MatchFacts(number, first, second)
    return MatchFacts(
        number,
        first,
        second,
        result.outcome,  # type: ignore[arg-type] # those taken back do not hold, and the others are its outcomes
        result.first_score,
        result.second_score,
    )
