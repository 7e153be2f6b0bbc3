"""Changes of an entry: stored in the log as plain values, and restored from there.

A removed entry is stored whole in the log, with its key and with the rows that referred to it. Slips that lie aside
are among these: acts that were undone keep nobody from being removed.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.core import serializers
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from duplicate.attendance.changes import MOMENTS, presence_of
from duplicate.models import AuditLogEntry, Slip
from duplicate.slips.changes import make_overtaken_error
from tournaments.errors import RuleViolation
from tournaments.events.game_seating import last_table
from tournaments.events.seating import team_named
from tournaments.locks import lock_events
from tournaments.models import Arbitrator, Entry, Event, GameTable, Team
from tournaments.people import services as people_services

COLUMNS = (
    "id",
    "player_id",
    "partner_id",
    "table",
    "token_hash",
    "phone_claimed",
    "phone_number",
    *MOMENTS,
    "group",
)


def keep_entry(entry: Entry) -> dict[str, Any]:
    """Return all that removing an entry loses, for the log; the hash of the token lets a phone be recognised
    again.
    """
    return keep_entries([entry])[0]


def keep_entries(entries: Sequence[Entry]) -> list[dict[str, Any]]:
    """Return the same as `keep_entry` for several entries; the number of queries does not grow with them."""
    keys = [entry.pk for entry in entries]
    teams = Team.objects.in_bulk({entry.team_id for entry in entries if entry.team_id})
    tables: dict[int, list[dict[str, Any]]] = defaultdict(list)
    for row in GameTable.objects.filter(entry__in=keys).order_by("game"):
        tables[row.entry_id].append({"game": row.game, "table": row.table})
    posts = _group_by_entry(Arbitrator.objects.filter(entry__in=keys))
    acts = _group_by_entry(AuditLogEntry.objects.filter(entry__in=keys))
    slips: dict[int, list[dict[str, Any]]] = defaultdict(list)
    for slip in Slip.objects.filter(entry__in=keys).prefetch_related("rulings").order_by("pk"):
        slips[slip.entry_id] += map(_plain, serializers.serialize("python", [slip, *slip.rulings.all()]))
    return [
        {
            "columns": {name: getattr(entry, name) for name in COLUMNS} | presence_of(entry),
            "team": teams[entry.team_id].name if entry.team_id else "",
            "tables": tables[entry.pk],
            "posts": posts[entry.pk],
            "log": acts[entry.pk],
            "slips": slips[entry.pk],
        }
        for entry in entries
    ]


def _group_by_entry(rows: QuerySet[Any]) -> dict[int, list[int]]:
    """Return the keys of rows by their entries."""
    found: dict[int, list[int]] = defaultdict(list)
    for entry, key in rows.order_by("pk").values_list("entry", "pk"):
        found[entry].append(key)
    return found


def restore_entry(event: Event, removal: AuditLogEntry) -> Entry:
    """Restore the entry that an act removed, with its key and the rows that referred to it. The game is
    locked.

    Raises:
        RuleViolation: another entry has its table; its players have been entered again, or merged with
            others; another entry has the token of its phone.
    """
    kept = removal.params["removed"]
    columns = _read_columns(kept["columns"])
    event = Event.objects.select_for_update(no_key=True).get(pk=event.pk)
    _check_can_return(event, columns)
    entry = Entry(event=event, team=team_named(event, kept["team"]), **columns)
    if entry.group not in event.groups:
        entry.group = ""
    entry.full_clean()
    entry.save(force_insert=True)
    GameTable.objects.bulk_create(GameTable(entry=entry, **row) for row in kept["tables"])
    _restore_slips(kept)
    event.posts.filter(pk__in=kept["posts"], entry=None).update(entry=entry)
    AuditLogEntry.objects.filter(pk__in=[*kept["log"], removal.pk], entry=None).update(entry=entry)
    return entry


def restore_entries(event: Event, removal: AuditLogEntry) -> list[Entry]:
    """Restore the entries that one act removed, and return them. The game is locked.

    Entries whose table is taken get the next free one. Entries are left out if their players have been
    entered again or merged with others, or if another entry has the token of their phone.
    """
    (event,) = lock_events([event.pk])
    kept = {row["columns"]["id"]: row for row in removal.params["removed"]}
    people_of = {
        key: {row["columns"]["player_id"], row["columns"]["partner_id"]} - {None} for key, row in kept.items()
    }
    players = people_services.lock_players(set().union(*people_of.values()))
    there = event.entries.order_by().values_list("player_id", "partner_id", "table")
    inside = {person for *pair, _table in there for person in pair} - {None}
    taken = {table for *_pair, table in there}
    tokens = {row["columns"]["token_hash"] for row in kept.values()}
    known = set(Entry.objects.filter(token_hash__in=tokens - {None}).values_list("token_hash", flat=True))
    last = max(last_table(event), *(row["columns"]["table"] for row in kept.values()))
    back: list[Entry] = []
    for key, row in kept.items():
        if (
            people_of[key] - players.keys()
            or people_of[key] & inside
            or row["columns"]["token_hash"] in known
        ):
            continue
        columns = _read_columns(row["columns"])
        if columns["table"] in taken:
            last += 1
            columns["table"] = last
        if columns["group"] not in event.groups:
            columns["group"] = ""
        back.append(Entry(event=event, team=team_named(event, row["team"]), **columns))
    Entry.objects.bulk_create(back)
    _refer_again({entry.pk: kept[entry.pk] for entry in back}, event)
    return back


def _refer_again(kept: Mapping[int, Mapping[str, Any]], event: Event) -> None:
    """Set the references of rows to entries that were removed and are restored."""
    GameTable.objects.bulk_create(
        GameTable(entry_id=key, **table) for key, row in kept.items() for table in row["tables"]
    )
    for key, row in kept.items():
        _restore_slips(row)
        if row["posts"]:
            event.posts.filter(pk__in=row["posts"], entry=None).update(entry=key)
    entry_of = {act: key for key, row in kept.items() for act in row["log"]}
    acts = list(AuditLogEntry.objects.filter(pk__in=entry_of, entry=None).only("pk", "entry"))
    for act in acts:
        act.entry_id = entry_of[act.pk]
    AuditLogEntry.objects.bulk_update(acts, ["entry"], batch_size=200)


def _plain(row: dict[str, Any]) -> dict[str, Any]:
    """Return a serialized row with its moments as texts, to the microsecond."""
    fields = row["fields"].items()
    told = {name: value.isoformat() if isinstance(value, datetime) else value for name, value in fields}
    return row | {"fields": told}


def _restore_slips(kept: Mapping[str, Any]) -> None:
    """Store the slips that lay aside, with their rulings and their keys; rows of older logs have none."""
    for row in serializers.deserialize("python", kept.get("slips", ())):
        row.save(force_insert=True)


def find_entered_again(event: Event, removal: AuditLogEntry) -> Entry | None:
    """Return the entry of the same people as the removed entry, if somebody has entered them again."""
    columns = removal.params["removed"]["columns"]
    people_of = {"player_id": columns["player_id"], "partner_id": columns["partner_id"]}
    return event.entries.select_related("player", "partner").filter(**people_of).first()


def _check_can_return(event: Event, columns: Mapping[str, Any]) -> None:
    there = event.entries.order_by()
    if there.filter(table=columns["table"]).exists():
        raise RuleViolation("table_taken", _("Table {table} is already taken."), table=columns["table"])
    players = {columns["player_id"], columns["partner_id"]} - {None}
    # Lock players before the look-up, as entering people does: a merge is finished or waits.
    if len(people_services.lock_players(players)) < len(players):
        raise make_overtaken_error()
    if there.filter(player__in=players).exists() or there.filter(partner__in=players).exists():
        raise make_overtaken_error()
    token = columns["token_hash"]
    if token is not None and Entry.objects.filter(token_hash=token).exists():
        raise make_overtaken_error()


def _read_columns(kept: dict[str, Any]) -> dict[str, Any]:
    """Return the columns of a removed entry; rows of older logs have fewer moments."""
    return kept | {name: _moment(kept.get(name)) for name in MOMENTS}


def _moment(text: str | None) -> datetime | None:
    return datetime.fromisoformat(text) if text else None
