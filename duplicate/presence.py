"""Who was there when: players who came late, dropped out, came back. Queries, as in `selectors`.

Terms. A player takes part in a round from which they were not away when its time was up; a slip shows that they
were there in any case, since paper players are often entered only when their first slip is collected.
"""

from collections import defaultdict
from datetime import datetime

from django.db.models import Exists, Min, OuterRef, Q, QuerySet, Subquery

from duplicate import log
from duplicate.models import Game, LogEntry, Round, Slip
from tournaments import clock
from tournaments.models import Entry


def present_entries(game: Game, round_: Round) -> QuerySet[Entry]:
    """Those who took part in a round; in one that is still open, those who would now."""
    moment = round_.closes_at or clock.now()
    comings = LogEntry.objects.filter(
        game__event=game.event_id,
        entry=OuterRef("pk"),
        act__in=(log.DROPPED_OUT, log.CAME_BACK),
        at__lte=moment,
    )
    has_slip = Exists(Slip.objects.filter(entry=OuterRef("pk"), round=round_, effective=True))
    # Who has never been away has no such act at all, which is not the same as one that differs.
    last_act = Subquery(comings.order_by("-pk").values("act")[:1])
    there = Q(joined_at__lte=moment) & (Q(last_act__isnull=True) | Q(last_act=log.CAME_BACK))
    return (
        game.event.entries.select_related("player", "partner")
        .annotate(last_act=last_act)
        .filter(there | has_slip)
    )


def departures() -> QuerySet[LogEntry]:
    """When an entry dropped out, for a subquery of entries."""
    return LogEntry.objects.filter(entry=OuterRef("pk"), act=log.DROPPED_OUT)


def times_away(game: Game) -> dict[int, list[tuple[datetime, datetime]]]:
    """From when to when players had dropped out who came back, by entry."""
    left: dict[int, datetime] = {}
    away: dict[int, list[tuple[datetime, datetime]]] = defaultdict(list)
    acts = LogEntry.objects.filter(game__event=game.event_id, act__in=(log.DROPPED_OUT, log.CAME_BACK))
    for entry_id, act, at in acts.order_by("pk").values_list("entry_id", "act", "at"):
        if act == log.DROPPED_OUT:
            left[entry_id] = at
        elif entry_id in left:
            away[entry_id].append((left.pop(entry_id), at))
    return away


def first_rounds(game: Game, entries: QuerySet[Entry]) -> dict[int, int]:
    """The round from which each entry plays: 1, or for who came later the first that had not closed by then."""
    closed = game.rounds.standing().filter(state__in=(Round.State.CLOSED, Round.State.ANNOUNCED))
    closings = list(closed.values_list("number", "closes_at"))
    first_slip = Min("slips__round__number", filter=Q(slips__round__game=game))
    first = {}
    for entry_id, joined_at, slip in entries.annotate(first_slip=first_slip).values_list(
        "pk", "joined_at", "first_slip"
    ):
        missed = [number for number, closes_at in closings if closes_at and closes_at < joined_at]
        number = max(missed, default=0) + 1
        first[entry_id] = number if slip is None else min(number, slip)
    return first
