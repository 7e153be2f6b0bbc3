"""Seating of an event, with teams and groups: assigned, drawn from a recorded seed, or by rank between games.

A table number is used once in an event; code that moves people locks the event. Withdrawn entries keep no
number that another could use: they come after the rest.
"""

import random
import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Case, F, Max, PositiveIntegerField, Value, When
from django.utils.translation import gettext_lazy as _

from tournaments.errors import LinesRefused, RuleViolation
from tournaments.events.game_seating import keep_tables
from tournaments.events.services import lock_event, write_act
from tournaments.locks import lock_entries
from tournaments.models import Entry, Event, Team
from tournaments.names import folding
from tournaments.wording.clauses import join_clauses

MOST_TABLES = 1_000_000
# The number of rows in one statement.
CHUNK = 200
MOST_NAMED = 12
MOST_SKIPPED = 20


@dataclass(frozen=True, slots=True)
class SeatLine:
    """The values that were written for one entry; no team and no group are empty texts.

    `skips` are the numbers of games that it does not play, in order; None leaves a value as it is.
    """

    table: int
    team: str = ""
    group: str = ""
    skips: str | None = None
    paid: str | None = None
    remarks: str | None = None


def tables_drawn(keys: Iterable[int], seed: str) -> dict[int, int]:
    """Return tables from 1 on, in an order that follows from the seed alone. Pure."""
    mixed = sorted(keys)
    random.Random(seed).shuffle(mixed)  # noqa: S311 - must be repeatable from the seed, not secret
    return tables_in_order(mixed)


def tables_in_order(keys: Iterable[int]) -> dict[int, int]:
    """Return tables from 1 on, the first key at the first. Pure."""
    return {key: table for table, key in enumerate(keys, start=1)}


@transaction.atomic
def draw_tables(*, event: Event, by: User, seed: str = "") -> str:
    """Seat everybody by lot; return the seed.

    The seed is on record, and gives the same tables to the same entries again.
    """
    event = lock_event(event, by)
    seed = seed or secrets.token_hex(8)
    _seat_all(event, tables_drawn(_present(event), seed))
    write_act(event, "tables_drawn", by=by, seed=seed)
    return seed


@transaction.atomic
def seat_by_rank(*, event: Event, ranking: Sequence[int], by: User) -> None:
    """Seat the best at the first tables; `ranking` are keys of entries, and entries that it lacks come after
    them.
    """
    event = lock_event(event, by)
    present = _present(event)
    there = set(present)
    known = [key for key in ranking if key in there]
    # Each key once, those of the ranking first.
    _seat_all(event, tables_in_order(dict.fromkeys([*known, *present])))
    write_act(event, "tables_by_rank", by=by)


@transaction.atomic
def place_entries(
    *, event: Event, places: Mapping[int, SeatLine], by: User, seen: Mapping[int, SeatLine] | None = None
) -> bool:
    """Store table, team and group of entries (by key); return whether a table has changed.

    If `seen` has the values as they were when the form was loaded, only differences from them are changed.

    Raises:
        LinesRefused: some would have one table, no table, or a group that the event does not have.
        RuleViolation: somebody is gone; a value that is to be changed is not as it was `seen` any more.
    """
    event = lock_event(event, by)
    lock_entries(event.entries.filter(pk__in=places))
    there = event.entries.select_related("team", "player", "partner").filter(pk__in=places)
    entries = {entry.pk: entry for entry in there}
    if len(entries) < len(places):
        raise RuleViolation("entry_gone", _("A player has been removed in the meantime: check again."))
    places = _merge(places, seen or {}, entries)
    moved = {key: place.table for key, place in places.items() if place.table != entries[key].table}
    refused = _groups_refused(event, places) | _tables_refused(event, moved) | _skips_refused(places)
    if refused:
        raise LinesRefused([(entries[key].name, error) for key, error in refused.items()])
    for key, place in places.items():
        entry = entries[key]
        entry.team = team_named(event, place.team)
        entry.group, entry.paid, entry.remarks = place.group, bool(place.paid), place.remarks or ""
        entry.skipped = read_skips(place.skips or "")
    fields = ["team", "group", "paid", "remarks", "skips_games"]
    Entry.objects.bulk_update(entries.values(), fields, batch_size=CHUNK)
    event.teams.filter(entries=None).delete()
    if moved:
        _seat(event, moved)
    if places:
        write_act(event, "entries_placed", by=by, count=len(places), moved=len(moved))
    return bool(moved)


def place_of(entry: Entry) -> SeatLine:
    """Return the present place of an entry; select `team`."""
    skips = " ".join(map(str, sorted(entry.skipped)))
    team = entry.team.name if entry.team else ""
    return SeatLine(entry.table, team, entry.group, skips, "1" if entry.paid else "", entry.remarks)


def read_skips(text: str) -> list[int]:
    """Return the numbers of games in a text such as “2 3”.

    Raises:
        RuleViolation: it has something else, or too many.
    """
    numbers = text.replace(",", " ").split()
    if not all(number.isascii() and number.isdigit() and len(number) < 4 for number in numbers):
        raise RuleViolation("bad_skips", _("“{text}” is not a list of game numbers, such as 2 3."), text=text)
    if len(numbers) > MOST_SKIPPED:
        raise RuleViolation("many_skips", _("A player can skip at most {most} games."), most=MOST_SKIPPED)
    return [int(number) for number in numbers]


def _groups_refused(event: Event, places: Mapping[int, SeatLine]) -> dict[int, RuleViolation]:
    return {
        key: RuleViolation("no_group", _("The event has no group “{group}”."), group=place.group)
        for key, place in places.items()
        if place.group and place.group not in event.groups
    }


def _skips_refused(places: Mapping[int, SeatLine]) -> dict[int, RuleViolation]:
    refused = {}
    for key, place in places.items():
        try:
            read_skips(place.skips or "")
        except RuleViolation as error:
            refused[key] = error
    return refused


def _merge(
    places: Mapping[int, SeatLine], seen: Mapping[int, SeatLine], entries: Mapping[int, Entry]
) -> dict[int, SeatLine]:
    """Return the present places with the written changes, for the entries that change."""
    merged, overtaken = {}, []
    for key, place in places.items():
        now = place_of(entries[key])
        was = seen.get(key, now)
        written = {
            name: getattr(place, name)
            for name in ("table", "team", "group", "skips", "paid", "remarks")
            if getattr(place, name) not in {None, getattr(was, name)}
        }
        if any(getattr(now, name) not in {getattr(was, name), value} for name, value in written.items()):
            told = [str(now.table), now.team, now.group, now.skips or "", now.remarks or ""]
            overtaken.append(f"{entries[key].name} ({', '.join(filter(None, told))})")
        if (new := replace(now, **written)) != now:
            merged[key] = new
    if overtaken:
        raise RuleViolation(
            "places_changed",
            _(
                "Somebody has changed this in the meantime; it is now: {names}. Nothing was saved: save "
                "again."
            ),
            names=join_clauses(overtaken[:MOST_NAMED]),
        )
    return merged


def _present(event: Event) -> list[int]:
    """Return the keys of entries that have not dropped out, by table."""
    return list(event.entries.filter(withdrawn_at=None).order_by("table").values_list("pk", flat=True))


def _seat_all(event: Event, tables: Mapping[int, int]) -> None:
    """Seat these entries; withdrawn ones come after them."""
    away = event.entries.exclude(pk__in=tables).order_by("table").values_list("pk", flat=True)
    after = {key: table for table, key in enumerate(away, start=len(tables) + 1)}
    _seat(event, {**tables, **after})


def _seat(event: Event, tables: Mapping[int, int]) -> None:
    """Write the numbers in two steps, by way of unused numbers, since people swap places."""
    highest = max(*tables.values(), event.entries.aggregate(last=Max("table"))["last"] or 0, 0)
    moving = event.entries.filter(pk__in=tables)
    lock_entries(moving)
    before = moving.order_by().values_list("pk", "table")
    keep_tables(event, {key: table for key, table in before if table != tables[key]})
    moving.update(table=F("table") + highest)
    keys = list(tables)
    for start in range(0, len(keys), CHUNK):
        chunk = keys[start : start + CHUNK]
        cases = [When(pk=key, then=Value(tables[key])) for key in chunk]
        event.entries.filter(pk__in=chunk).update(table=Case(*cases, output_field=PositiveIntegerField()))


def _tables_refused(event: Event, tables: Mapping[int, int]) -> dict[int, RuleViolation]:
    """Return, by entry, why it cannot have its table; allowed tables are left out."""
    had = set(event.entries.exclude(pk__in=tables).values_list("table", flat=True))
    refused: dict[int, RuleViolation] = {}
    for key, table in tables.items():
        if not 1 <= table < MOST_TABLES:
            refused[key] = RuleViolation("bad_table", _("Table numbers start at 1."))
        elif table in had:
            refused[key] = RuleViolation(
                "table_twice", _("Table {table} would be assigned twice."), table=table
            )
        had.add(table)
    return refused


def team_named(event: Event, name: str) -> Team | None:
    """Return the event's team of that name, created if there is none; None for an empty name."""
    name = folding.tidy(name)
    if not name:
        return None
    team, _created = Team.objects.get_or_create(event=event, key=folding.key(name), defaults={"name": name})
    return team
