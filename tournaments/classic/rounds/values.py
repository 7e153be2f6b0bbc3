"""A division's rows as plain values, for pairings and standings: contestants, matches, rules. Three queries.

Invariants: a round that has not begun can be paired again, so only the director sees it. Nothing of it
counts, not even its byes. Only pairing reads it.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

from django.db.models import Max, Q

from tournaments.classic.models import Division, DivisionEntry, DivisionPrize, Match, MatchResult
from tournaments.classic.pairing import Settings
from tournaments.classic.pairing.plan import Stage
from tournaments.classic.pairing.values import Apart, ClassPrizes, Quarters
from tournaments.classic.rounds.selectors import plays_in, results_that_hold
from tournaments.classic.rules.standings import StandingRules
from tournaments.classic.rules.values import Contestant, MatchFacts, Outcome
from tournaments.names import name_visibility

# Keyed by the quarter that the first quarter meets.
ROUNDS_OF_QUARTERS: dict[int, Quarters] = {2: ((1, 2), (3, 4)), 3: ((1, 3), (2, 4)), 4: ((1, 4), (2, 3))}


def contestants_of(division: Division, number: int | None = None) -> tuple[Contestant, ...]:
    """Return everybody in the division; `present` says whether they play in that round, or in the last
    without a number.
    """
    rows = division.entries.select_related("entry__player__club", "entry__partner", "entry__team")
    return tuple(_contestant(row, number) for row in rows.order_by("number"))


def matches_of_division(division: Division) -> tuple[MatchFacts, ...]:
    """Return the matches of the rounds that have begun, with their results, and the missed rounds that count, in
    the order of rounds; two queries, and two more if missed rounds count.
    """
    return _with_missed(division, _matches(division, Q(round__begun_at__isnull=False)))


def matches_paired(division: Division) -> tuple[MatchFacts, ...]:
    """Return the matches of all rounds, for pairing: two who are paired already must not meet again."""
    return _with_missed(division, _matches(division, Q()))


def missed_rounds(
    division: Division, entrant: DivisionEntry, begun: Iterable[int], played: Collection[int]
) -> list[MatchFacts]:
    """Return the rounds that have begun without an entrant, as far as the division counts them.

    Nothing counts for somebody who is left out since they have not come. `played` are the entrant's rounds;
    select `entry`.
    """
    facts = []
    for number in begun:
        left = entrant.last_round is not None and number > entrant.last_round
        counts = division.missed_left if left else division.missed_late
        if number not in played and counts != Division.Missed.NOTHING and not entrant.entry.is_left_out:
            outcome: Outcome = "first_forfeits" if counts == Division.Missed.LOSS else "open"
            facts.append(MatchFacts(number, entrant.pk, outcome=outcome, missed=True))
    return facts


def _with_missed(division: Division, matches: tuple[MatchFacts, ...]) -> tuple[MatchFacts, ...]:
    if {division.missed_late, division.missed_left} == {Division.Missed.NOTHING}:
        return matches
    begun = rounds_begun(division)
    played: dict[int, set[int]] = {}
    for match in matches:
        for key in filter(None, (match.first, match.second)):
            played.setdefault(key, set()).add(match.round)
    missed = [
        fact
        for entrant in division.entries.select_related("entry")
        for fact in missed_rounds(division, entrant, begun, played.get(entrant.pk, ()))
    ]
    return tuple(sorted((*matches, *missed), key=lambda match: match.round))


def rounds_begun(division: Division) -> list[int]:
    """Return the numbers of the rounds that have begun, in their order."""
    rows = division.rounds.filter(begun_at__isnull=False).order_by("number")
    return list(rows.values_list("number", flat=True))


def last_begun(division: Division) -> int:
    """Return the number of the last round that has begun, 0 if none has."""
    return division.rounds.filter(begun_at__isnull=False).aggregate(last=Max("number"))["last"] or 0


def _matches(division: Division, of_rounds: Q) -> tuple[MatchFacts, ...]:
    results = results_that_hold(
        MatchResult.objects.filter(match__round__division=division).order_by("version")
    )
    rows = Match.objects.filter(of_rounds, round__division=division).order_by("round__number", "table", "pk")
    told = rows.values_list("pk", "round__number", "first", "second", "group")
    return tuple(replace(facts_of(results.get(key), *facts), group=group) for key, *facts, group in told)


def rules_of(division: Division) -> StandingRules:
    breaks = (division.tie_break, division.second_tie_break, division.third_tie_break)
    return StandingRules(
        spread_caps=tuple(division.spread_caps),
        leavers_unranked=division.leavers_unranked,
        bye_spread=division.bye_spread,
        forfeit_spread=division.forfeit_spread,
        tie_breaks=("wins", *filter(None, breaks)),  # type: ignore[arg-type] # its choices are the tie-breaks
    )


def settings_of(division: Division, stage: Stage, rounds_ahead: int = 0) -> Settings:
    """Return the settings of the pairing methods for a round of this stage of the division."""
    return Settings(
        seed=division.seed,
        rounds_ahead=rounds_ahead,
        opponents=division.opponents,  # type: ignore[arg-type] # its choices are those of the Swiss
        apart=apart_in(division),
        rematches=division.hill_rematches if stage.hill_rematches is None else stage.hill_rematches,
        first_round=stage.first_round,
        cycles=division.cycles,
        group_size=stage.group_size or 0,
        groups_by=stage.groups_by,
        quarters=tuple(ROUNDS_OF_QUARTERS[int(first)] for first in division.quarters),
        legs=division.legs,
        rounds=division.rounds_planned,
        prize_places=division.prize_places,
        class_prizes=_class_prizes(division) if stage.method == "cop" else (),
        gibson=division.gibson,
    )


def _class_prizes(division: Division) -> tuple[ClassPrizes, ...]:
    """Return the prizes of classes by rank, in the order of the list; one query."""
    found: dict[str, ClassPrizes] = {}
    prizes = division.prizes.filter(kind=DivisionPrize.Kind.RANK).exclude(class_name="").order_by("number")
    for prize in prizes:
        beside = not (division.one_prize_each or prize.out_of_the_money)
        known = found.get(prize.class_name)
        count = max(prize.place, known.count if known else 0)
        found[prize.class_name] = ClassPrizes(
            prize.class_name, count, beside or (known is not None and known.beside_places)
        )
    return tuple(found.values())


def apart_in(division: Division) -> frozenset[Apart]:
    wanted: dict[Apart, bool] = {"team": division.apart_teams, "club": division.apart_clubs}
    return frozenset(kind for kind, apart in wanted.items() if apart)


def rounds_open(matches: Sequence[MatchFacts], before: int) -> set[int]:
    """Return the rounds before that one with a match without a result."""
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
        last_round=one.last_round,
        classes=frozenset(filter(None, (entry.group, entry.player.series))),
        licence="" if name_visibility.are_hidden() else entry.player.licence,
    )


def facts_of(result: MatchResult | None, number: int, first: int, second: int | None) -> MatchFacts:
    """Convert a match with the result that holds into a value."""
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
