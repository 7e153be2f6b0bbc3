"""Who sits where, in which team and group: assigned, drawn from a seed that stays on record, or by rank between games.

What always holds: a table number is had once in an event; whoever moves people holds the event. Those who have dropped
out keep no number that another could use: they come after the rest.
"""

import random
import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Case, F, Max, PositiveIntegerField, Value, When
from django.utils.translation import gettext_lazy as _

from tournaments import alike
from tournaments.errors import RuleViolation
from tournaments.events import hold_event, write_act
from tournaments.game_tables import keep_tables
from tournaments.models import Entry, Event, Team

MOST_TABLES = 1_000_000
# So many rows go into one statement.
CHUNK = 200
MOST_NAMED = 12


@dataclass(frozen=True, slots=True)
class Place:
    """What was written of one entry; no team and no group are empty."""

    table: int
    team: str = ""
    group: str = ""


def tables_drawn(keys: Iterable[int], seed: str) -> dict[int, int]:
    """Tables from 1 on, in an order that follows from the seed alone. Pure."""
    mixed = sorted(keys)
    random.Random(seed).shuffle(mixed)  # noqa: S311 - to be repeated from the seed, not to be secret
    return tables_in_order(mixed)


def tables_in_order(keys: Iterable[int]) -> dict[int, int]:
    """Tables from 1 on, the first key at the first. Pure."""
    return {key: table for table, key in enumerate(keys, start=1)}


@transaction.atomic
def draw_tables(*, event: Event, by: User, seed: str = "") -> str:
    """Seat everybody by lot; the seed, which is on record and gives the same tables to the same entries again."""
    event = hold_event(event, by)
    seed = seed or secrets.token_hex(8)
    _seat_all(event, tables_drawn(_present(event), seed))
    write_act(event, "tables_drawn", by=by, seed=seed)
    return seed


@transaction.atomic
def seat_by_rank(*, event: Event, ranking: Sequence[int], by: User) -> None:
    """Seat the best at the first tables; `ranking` are keys of entries, and who is not in it comes after them."""
    event = hold_event(event, by)
    present = _present(event)
    there = set(present)
    known = [key for key in ranking if key in there]
    # Each once, those of the ranking first.
    _seat_all(event, tables_in_order(dict.fromkeys([*known, *present])))
    write_act(event, "tables_by_rank", by=by)


@transaction.atomic
def place_entries(
    *, event: Event, places: Mapping[int, Place], by: User, seen: Mapping[int, Place] | None = None
) -> bool:
    """Give entries (by key) a table, a team and a group, as written; whether a table has changed. Of what was `seen`
    when it was written only what differs is changed.

    Raises:
        RuleViolation: two would have one table; a group that the event does not have; somebody is gone; what is to be
            changed is not any more as it was seen.
    """
    event = hold_event(event, by)
    there = event.entries.select_related("team", "player", "partner").filter(pk__in=places)
    entries = {entry.pk: entry for entry in there}
    if len(entries) < len(places):
        raise RuleViolation("entry_gone", _("Somebody has been taken out in the meantime: look again."))
    places = _merged(places, seen or {}, entries)
    for key, place in places.items():
        entry = entries[key]
        if place.group and place.group not in event.groups:
            raise RuleViolation("no_group", _("The event has no group “{group}”."), group=place.group)
        entry.team = _team(event, place.team)
        entry.group = place.group
    Entry.objects.bulk_update(entries.values(), ["team", "group"], batch_size=CHUNK)
    event.teams.filter(entries=None).delete()
    moved = {key: place.table for key, place in places.items() if place.table != entries[key].table}
    if moved:
        _seat(event, moved)
    if places:
        write_act(event, "entries_placed", by=by, count=len(places), moved=len(moved))
    return bool(moved)


def place_of(entry: Entry) -> Place:
    """Where an entry is now; select `team`."""
    return Place(entry.table, entry.team.name if entry.team else "", entry.group)


def _merged(
    places: Mapping[int, Place], seen: Mapping[int, Place], entries: Mapping[int, Entry]
) -> dict[int, Place]:
    """What was written over what is there now, of those for whom that is a change."""
    merged, overtaken = {}, []
    for key, place in places.items():
        now = place_of(entries[key])
        was = seen.get(key, now)
        written = {
            name: getattr(place, name)
            for name in ("table", "team", "group")
            if getattr(place, name) != getattr(was, name)
        }
        if any(getattr(now, name) not in {getattr(was, name), value} for name, value in written.items()):
            told = [str(now.table), now.team, now.group]
            overtaken.append(f"{entries[key].name} ({', '.join(filter(None, told))})")
        if (new := replace(now, **written)) != now:
            merged[key] = new
    if overtaken:
        raise RuleViolation(
            "places_changed",
            _(
                "Somebody has changed this in the meantime; it is now: {names}. Nothing is written yet: keep again."
            ),
            names="; ".join(overtaken[:MOST_NAMED]),
        )
    return merged


def _present(event: Event) -> list[int]:
    """Who has not dropped out, by table."""
    return list(event.entries.filter(withdrawn_at=None).order_by("table").values_list("pk", flat=True))


def _seat_all(event: Event, tables: Mapping[int, int]) -> None:
    """Seat these; who dropped out comes after them."""
    away = event.entries.exclude(pk__in=tables).order_by("table").values_list("pk", flat=True)
    after = {key: table for table, key in enumerate(away, start=len(tables) + 1)}
    _seat(event, {**tables, **after})


def _seat(event: Event, tables: Mapping[int, int]) -> None:
    """Write the numbers in two steps, by way of numbers that nobody has: people change places.

    Raises:
        RuleViolation: a number is taken, or no number of a table.
    """
    others = set(event.entries.exclude(pk__in=tables).values_list("table", flat=True))
    seen: set[int] = set()
    for table in tables.values():
        if not 1 <= table < MOST_TABLES:
            raise RuleViolation("bad_table", _("Tables have numbers from 1 on."))
        if table in seen or table in others:
            raise RuleViolation("table_twice", _("Table {table} would be had twice."), table=table)
        seen.add(table)
    highest = max(*seen, event.entries.aggregate(last=Max("table"))["last"] or 0, 0)
    moving = event.entries.filter(pk__in=tables)
    before = moving.order_by().values_list("pk", "table")
    keep_tables(event, {key: table for key, table in before if table != tables[key]})
    moving.update(table=F("table") + highest)
    keys = list(tables)
    for start in range(0, len(keys), CHUNK):
        chunk = keys[start : start + CHUNK]
        cases = [When(pk=key, then=Value(tables[key])) for key in chunk]
        event.entries.filter(pk__in=chunk).update(table=Case(*cases, output_field=PositiveIntegerField()))


def _team(event: Event, name: str) -> Team | None:
    """The event's team of that name, new if there is none."""
    name = alike.tidied(name)
    if not name:
        return None
    team, _created = Team.objects.get_or_create(event=event, key=alike.key(name), defaults={"name": name})
    return team
