"""Public data of a division: its pairings once the event is public, its standings once they are released."""

import hashlib
from collections.abc import Collection

from django.db.models import Count, Exists, F, Max, OuterRef, Q, QuerySet, Subquery
from django.utils.translation import get_language

from tournaments.classic.models import Division, DivisionEntry, DivisionRound, Match, MatchResult
from tournaments.classic.rounds.selectors import MatchLine, lines_of
from tournaments.classic.scores.scores import Outcome
from tournaments.classic.standings.rows import Cell, cell_of_line
from tournaments.models import Event, Player
from tournaments.names import name_visibility
from tournaments.querysets import count_of
from tournaments.time import clock

RUNNING_SECONDS = 10
RESTING_SECONDS = 300


def visible_divisions() -> QuerySet[Division]:
    """Return the divisions of events that are public or whose standings are released."""
    seen = Q(event__public=True) | ~Q(event__released=Event.Released.HIDDEN)
    return Division.objects.filter(seen).select_related("event")


def is_released(event: Event) -> bool:
    return event.released != Event.Released.HIDDEN


def rounds_for_all(division: Division) -> list[DivisionRound]:
    """Return the rounds that have begun."""
    return list(division.rounds.filter(begun_at__isnull=False).order_by("number"))


def version_of(division: Division) -> str:
    """Return a version tag that changes with every act on the event, with people's names, and with the hour."""
    event = division.event
    facts = (
        get_language(),
        f"{clock.now():%Y-%m-%d %H}",
        (event.name, event.date, event.released, event.public, division.pk, division.name),
        acts_so_far(event),
        [*division.annotated_games.values_list("code", "first_name", "second_name")],
        Player.history.aggregate(last=Max("history_id")),
    )
    return hashlib.sha256(repr(facts).encode()).hexdigest()[:32]


def acts_so_far(event: Event) -> tuple[int | None, int]:
    """Return a value that changes with every act.

    The last key alone is not enough: of two concurrent acts, the one with the lower key may be committed
    later.
    """
    acts = event.acts.aggregate(last=Max("pk"), count=Count("pk"))
    return acts["last"], acts["count"]


def resting_seconds(division: Division) -> int:
    """Return for how many seconds a client need not ask again."""
    return RESTING_SECONDS if division.event.released == Event.Released.FINAL else RUNNING_SECONDS


def may_tell_people(event: Event) -> bool:
    """Tell whether everybody may be told who is who of an event, with its results."""
    return event.public and is_released(event) and not name_visibility.are_hidden()


def divisions_in_play() -> QuerySet[Division]:
    """Return the divisions in which a round has begun, and results or rounds are still to come."""
    last = MatchResult.objects.filter(match=OuterRef("pk")).order_by("-version").values("outcome")[:1]
    begun = DivisionRound.objects.filter(begun_at__isnull=False)
    matches = Match.objects.filter(round__division=OuterRef("pk"), round__in=begun, second__isnull=False)
    missing = matches.annotate(last=Subquery(last)).filter(Q(last=None) | Q(last=Outcome.TAKEN_BACK))
    rows = Division.objects.annotate(begun=count_of(begun, "division"), is_missing=Exists(missing))
    to_come = Q(begun__lt=F("rounds_planned")) | Q(is_missing=True)
    return rows.filter(to_come, begun__gt=0).exclude(event__released=Event.Released.FINAL)


def public_matches_of(player: Player, except_events: Collection[int] = ()) -> list[tuple[MatchLine, Cell]]:
    """Return a player's matches in public divisions with released standings, the first one first, each as it was for
    the player.

    `except_events` are events whose names are hidden at the moment.
    """
    divisions = Division.objects.filter(event__public=True).exclude(event__released=Event.Released.HIDDEN)
    entrants = DivisionEntry.objects.filter(
        Q(entry__player=player) | Q(entry__partner=player),
        division__in=divisions.exclude(event__in=list(except_events)),
    )
    own = set(entrants.values_list("pk", flat=True))
    rows = Match.objects.filter(Q(first__in=own) | Q(second__in=own), round__begun_at__isnull=False)
    in_order = rows.order_by("round__division__event__date", "round__division", "round__number")
    return [
        (
            line,
            cell_of_line(
                line, line.match.first_id if line.match.first_id in own else line.match.second_id or 0
            ),
        )
        for line in lines_of(in_order.select_related("round__division__event"))
    ]
