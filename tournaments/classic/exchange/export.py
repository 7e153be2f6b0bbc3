"""The divisions of an event as plain values, for files of other programs; four queries a division."""

from django.db.models import QuerySet

from tournaments.classic.exchange.values import FileDivision, FileEvent, FileMatch, FilePlayer
from tournaments.classic.models import Division, DivisionEntry, Match, MatchResult
from tournaments.classic.rounds.selectors import results_that_hold
from tournaments.classic.rounds.values import facts_of
from tournaments.models import Event


def file_event(event: Event) -> FileEvent:
    """Return an event with all its divisions."""
    divisions = event.divisions.order_by("pk")
    return FileEvent(tuple(map(file_division, divisions)), event.name, event.date)


def file_division(division: Division) -> FileDivision:
    """Return a division with its players, and its rounds as far as they are paired."""
    entrants = division.entries.select_related("entry__player", "entry__partner", "entry__team")
    begun = division.rounds.filter(begun_at__isnull=False).order_by("-number").first()
    return FileDivision(
        name=division.name,
        players=tuple(map(_player, entrants.order_by("number"))),
        matches=_matches(division),
        rounds_planned=division.rounds_planned,
        begun=begun.number if begun else 0,
        bye_spread=division.bye_spread,
        spread_cap=division.spread_cap,
    )


def _player(one: DivisionEntry) -> FilePlayer:
    entry = one.entry
    return FilePlayer(
        number=one.number,
        people=tuple(person.parts for person in (entry.player, entry.partner) if person),
        rating=one.rating,
        group=entry.group,
        team=entry.team.name if entry.team else "",
        first_round=one.first_round,
        last_round=0 if entry.is_left_out else one.last_round,
    )


def _matches(division: Division) -> tuple[FileMatch, ...]:
    results = results_that_hold(
        MatchResult.objects.filter(match__round__division=division).order_by("version")
    )
    rows: QuerySet[Match] = Match.objects.filter(round__division=division)
    told = rows.order_by("round__number", "table", "pk").values_list(
        "pk", "table", "round__number", "first__number", "second__number"
    )
    return tuple(FileMatch(facts_of(results.get(key), *facts), table) for key, table, *facts in told)
