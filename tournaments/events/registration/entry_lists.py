"""Entries of a whole list of known people at once, with their tables, teams, groups and games."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournaments.errors import RuleViolation
from tournaments.events.game_seating import last_table
from tournaments.events.seating import CHUNK, team_named
from tournaments.events.services import lock_event_at_desk, write_act
from tournaments.events.staff import is_chief
from tournaments.models import Entry, Event
from tournaments.people import services as people
from tournaments.time import clock


@dataclass(frozen=True, slots=True)
class NewEntry:
    """An entry to be made: players by their keys, the next free table if there is none, numbers of games that
    it skips; `gone` for one that is left out.
    """

    player: int
    partner: int | None = None
    table: int | None = None
    team: str = ""
    group: str = ""
    skips: frozenset[int] = frozenset()
    paid: bool = False
    remarks: str = ""
    gone: bool = False

    @property
    def players(self) -> tuple[int, ...]:
        return (self.player,) if self.partner is None else (self.player, self.partner)


@transaction.atomic
def enter_list(*, event: Event, entries: Sequence[NewEntry], by: User, file: str = "") -> list[Entry]:
    """Enter a list, whose people are expected from then on; return the entries in its order. One without a `file` was
    pasted.

    Groups that the event does not have are added to it.

    Raises:
        RuleViolation: somebody or a table is in the event by now, or is gone; or a group is new, and the user
            is not the chief.
    """
    event = lock_event_at_desk(event, by)
    keys = [key for entry in entries for key in entry.players]
    there = people.lock_players(keys)
    rows = list(event.entries.values_list("player", "partner", "table"))
    inside = {key for player, partner, _table in rows for key in (player, partner)}
    tables = {table for _player, _partner, table in rows}
    written = [entry.table for entry in entries if entry.table is not None]
    if len(there) < len(keys) or inside & there.keys() or tables & set(written):
        raise list_overtaken()
    _add_groups(event, entries, by)
    teams = {name: team_named(event, name) for name in dict.fromkeys(entry.team for entry in entries)}
    free = max([last_table(event), *written])
    now, made = clock.now(), []
    for entry in entries:
        free += entry.table is None
        one = Entry(
            event=event,
            player=there[entry.player],
            partner=there[entry.partner] if entry.partner else None,
            table=entry.table or free,
            team=teams[entry.team],
            group=entry.group,
            paid=entry.paid,
            remarks=entry.remarks,
            joined_at=now,
            arrived_at=None,
            withdrawn_at=now if entry.gone else None,
        )
        one.skipped = entry.skips
        made.append(one)
    Entry.objects.bulk_create(made, batch_size=CHUNK)
    if file:
        write_act(event, "list_entered", by=by, count=len(made), file=file)
    else:
        write_act(event, "people_entered", by=by, count=len(made))
    return made


def list_overtaken() -> RuleViolation:
    return RuleViolation(
        "list_overtaken", _("The event has changed in the meantime. Check the import again.")
    )


def _add_groups(event: Event, entries: Sequence[NewEntry], by: User) -> None:
    new = [
        group for group in dict.fromkeys(entry.group for entry in entries) if group not in {"", *event.groups}
    ]
    if not new:
        return
    if not is_chief(event, by):
        raise list_overtaken()
    event.groups = [*event.groups, *new]
    event.save(update_fields=["groups"])
