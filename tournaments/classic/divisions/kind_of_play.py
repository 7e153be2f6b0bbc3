"""Classic divisions as a kind of play of an event."""

from collections.abc import Collection

from django.db.models import Q
from django.urls import reverse

from tournaments.acts import codes_changing
from tournaments.classic.acts.actions import ACTIONS, DivisionFact
from tournaments.classic.divisions.phones import join_code
from tournaments.classic.models import DivisionEntry, MatchReport, MatchResult
from tournaments.classic.rounds.selectors import results_that_hold
from tournaments.classic.scores.scores import Outcome
from tournaments.events.kinds_of_play import KindOfPlay, PlaceOfPlay, RoundSeat, add_kind
from tournaments.models import Event


def _has_divisions(event: Event) -> bool:
    return event.divisions.exists()


def _read_places(entries: Collection[int]) -> dict[int, PlaceOfPlay]:
    """Return the division of each entry, with the path that shows a player's matches or registers a phone."""
    rows = DivisionEntry.objects.filter(entry__in=entries).select_related("division__event")
    return {
        row.entry_id: PlaceOfPlay(row.division.name, _path_to_matches(row.division.event)) for row in rows
    }


def _find_present(entries: Collection[int]) -> set[int]:
    """Return the entries that have reported a result, or have one in a match that they did not forfeit."""
    reporters = MatchReport.objects.filter(reporter__entry__in=entries)
    present = set(reporters.values_list("reporter__entry", flat=True))
    results = MatchResult.objects.filter(
        Q(match__first__entry__in=entries) | Q(match__second__entry__in=entries)
    ).select_related("match__first", "match__second")
    for result in results_that_hold(results.order_by("version")).values():
        first, second = result.match.first, result.match.second
        if result.outcome in {Outcome.PLAYED, Outcome.SECOND_FORFEITS}:
            present.add(first.entry_id)
        if second and result.outcome in {Outcome.PLAYED, Outcome.FIRST_FORFEITS}:
            present.add(second.entry_id)
    return present & set(entries)


def _read_seats(event: Event) -> dict[int, RoundSeat]:
    """Return the seats in the first paired round of each division that has not begun, or else in its last one."""
    seats: dict[int, RoundSeat] = {}
    for division in event.divisions.order_by("pk"):
        paired = division.rounds.order_by("number")
        round_ = paired.filter(begun_at=None).first() or paired.last()
        if round_ is None:
            continue
        for match in round_.matches.select_related("first", "second"):
            seat = RoundSeat(division.name, round_.number, match.table)
            seats |= {one.entry_id: seat for one in (match.first, match.second) if one}
    return seats


def _path_to_matches(event: Event) -> str:
    return f"{reverse('matches', args=[event.pk])}?code={join_code(event)}"


add_kind(
    KindOfPlay(
        "classic",
        _has_divisions,
        _read_places,
        _find_present,
        _read_seats,
        codes_changing(ACTIONS, DivisionFact.HEADING, DivisionFact.PAIRINGS, DivisionFact.BEGUN),
    )
)
