"""The divisions of an event as plain values, for files of other programs; a constant number of queries a division."""

from collections.abc import Mapping
from dataclasses import replace

from tournaments.classic.exchange.values import FileDivision, FileEvent, FileMatch, FilePlayer
from tournaments.classic.models import Division, DivisionEntry, Match
from tournaments.classic.rounds.values import matches_paired
from tournaments.models import Event


def file_event(event: Event) -> FileEvent:
    """Return an event with all its divisions."""
    divisions = event.divisions.order_by("pk")
    return FileEvent(tuple(map(file_division, divisions)), event.name, event.date)


def file_division(division: Division) -> FileDivision:
    """Return a division with its players, and its rounds as far as they are paired."""
    entrants = division.entries.select_related("entry__player", "entry__partner", "entry__team").order_by(
        "number"
    )
    begun = division.rounds.filter(begun_at__isnull=False).order_by("-number").first()
    return FileDivision(
        name=division.name,
        players=tuple(map(_player, entrants)),
        matches=_matches(division, {one.pk: one.number for one in entrants}),
        rounds_planned=division.rounds_planned,
        begun=begun.number if begun else 0,
        bye_spread=division.bye_spread,
        forfeit_spread=division.forfeit_spread,
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
        licence="" if entry.partner else entry.player.licence,
    )


def _matches(division: Division, numbers: Mapping[int, int]) -> tuple[FileMatch, ...]:
    """Return the matches with the numbers of their players, and the missed rounds that count."""
    rows = Match.objects.filter(round__division=division)
    tables = {
        (number, first): table for number, first, table in rows.values_list("round__number", "first", "table")
    }
    return tuple(
        FileMatch(
            replace(
                one,
                first=numbers[one.first],
                second=None if one.second is None else numbers[one.second],
                missed=False,
                group=None,
            ),
            tables.get((one.round, one.first)),
        )
        for one in matches_paired(division)
    )
