"""Who was there when: players who came late, dropped out, came back. Queries, as in `selectors`.

Terms. A player takes part in a round from which they were not away when its time was up; a slip shows that they
were there in any case, since paper players are often entered only when their first slip is collected. Who was entered
beforehand and has neither come nor a slip takes part in nothing.
"""

from collections import defaultdict
from datetime import datetime

from django.db.models import Min, OuterRef, Q, QuerySet

from duplicate import log
from duplicate.models import Game, LogEntry, Round, Slip
from tournaments.models import Entry


def slips_shown() -> QuerySet[Slip]:
    """The slips that show that their players are there. That there is no slip, put on record, does not."""
    standing = Slip.objects.filter(Q(effective=True) | Q(in_conflict=True))
    return standing.exclude(word="", illegible=False)


def shows_presence(slip: Slip) -> bool:
    """The same of a slip that is filed."""
    return bool(slip.word) or slip.illegible


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
