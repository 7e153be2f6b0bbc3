"""The chunks in which an event is imported, and the removal of a failed or interrupted import.

Invariants: each chunk is one short transaction, which renews the import's `EventImport`. An import that wrote
nothing for its `SILENT_SECONDS` counts as interrupted. A removal renews that row first, so that the import can
write no more. It deletes the rows of the event, and those made for it in shared tables that nothing else
refers to.
"""

from collections.abc import Collection, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from datetime import datetime
from typing import Final, Protocol
from uuid import UUID

from django.contrib.auth.models import User
from django.db import IntegrityError, models, transaction
from django.db.models import Count, ProtectedError, RestrictedError
from django.utils.translation import gettext_lazy as _

from duplicate.models import Game
from duplicate.website.archive.tables import SHARED, TABLES
from duplicate.website.models import EventImport
from tournaments.archived_tables import objects_of
from tournaments.errors import RuleViolation
from tournaments.models import Arbitrator, Club, Event, Player
from tournaments.processes.chunks import ShortTransactions
from tournaments.time import clock

# Deleting 500 rows takes a tenth of a second; a person's references and history, that of fifty.
_CHUNK: Final = 500
_SHARED_CHUNK: Final = 50
# In this order: players refer to clubs.
_SHARED: Final = tuple(name for name in SHARED if name != "lexicons")


class ChunkWriter(Protocol):
    """Writes an import, in `chunk`s that each are a transaction."""

    def chunk(self) -> AbstractContextManager[None]: ...

    def note_made(self, table: str, keys: Collection[int]) -> None:
        """Note rows of a shared table that are made for this import, within their chunk."""


class EventWriter:
    """Writes one import, in `chunk`s that each are a transaction."""

    def __init__(self, under_way: EventImport) -> None:
        self._row = under_way
        self._transactions = ShortTransactions()

    @contextmanager
    def chunk(self) -> Iterator[None]:
        """Run what is inside as one short transaction.

        Raises:
            RuleViolation: somebody else took this import for interrupted, and removes it.
        """
        event, made, now = self._row.event_id, dict(self._row.made), clock.now()
        try:
            with self._transactions.transaction():
                self._renew(now)
                yield
                if (event, made) != (self._row.event_id, self._row.made):
                    self._row.save(update_fields=["event", "made"])
        except BaseException:
            # Other rows may soon get the keys of rows that were rolled back.
            self._row.event_id, self._row.made = event, made
            raise
        self._row.moved_at = now

    def _renew(self, now: datetime) -> None:
        held = EventImport.objects.filter(pk=self._row.pk, moved_at=self._row.moved_at)
        if not held.update(moved_at=now):
            raise RuleViolation(
                "import_interrupted", _("The import took too long and was stopped. Nothing was changed.")
            )

    def note_event(self, event: Event) -> None:
        """Note the event's row, within the chunk that makes it."""
        self._row.event_id = event.pk

    def note_made(self, table: str, keys: Collection[int]) -> None:
        """Note rows of a shared table that are made for this event, within their chunk."""
        self._row.made[table] = [*self._row.made.get(table, ()), *keys]

    def finish(self, event: Event) -> None:
        """Make the event visible to everybody who may see it, within the last chunk."""
        event.whole = True
        event.save(update_fields=["whole"])
        EventImport.objects.filter(pk=self._row.pk).delete()

    def remove(self) -> None:
        """Remove all rows that this import wrote."""
        event = objects_of(Event).filter(pk=self._row.event_id).first()
        if event is not None:
            for table in reversed(TABLES):
                rows = table.rows_of(event).order_by("-pk")
                while keys := list(rows.values_list("pk", flat=True)[:_CHUNK]):
                    with self.chunk():
                        if table.name == "event":
                            self._row.event_id = None
                        objects_of(table.model).filter(pk__in=keys).delete()
        for name in _SHARED:
            keys = self._row.made.get(name, [])
            for start in range(0, len(keys), _SHARED_CHUNK):
                with self.chunk():
                    _delete_unused(SHARED[name][0], keys[start : start + _SHARED_CHUNK])
        EventImport.objects.filter(pk=self._row.pk).delete()


def begin_import(uid: UUID) -> EventWriter:
    """Begin to import the event known as `uid`; first remove the rows of an interrupted import of it.

    Raises:
        RuleViolation: it is being imported.
    """
    for left in EventImport.objects.filter(uid=uid, moved_at__lt=EventImport.silent_since()):
        EventWriter(left).remove()
    try:
        with transaction.atomic():
            return EventWriter(EventImport.objects.create(uid=uid, moved_at=clock.now()))
    except IntegrityError:
        raise RuleViolation(
            "archive_under_way",
            _("This event is being imported. If the import was interrupted, try again in {minutes} minutes."),
            minutes=EventImport.SILENT_SECONDS // 60,
        ) from None


def remove_interrupted() -> None:
    """Remove the rows of all interrupted imports."""
    for left in EventImport.objects.filter(moved_at__lt=EventImport.silent_since()):
        EventWriter(left).remove()


def _delete_unused(model: type[models.Model], keys: Collection[int]) -> None:
    """Delete those rows that nothing refers to and nobody has changed since they were made."""
    used = _find_used(model, keys)
    _delete_unprotected(model, [key for key in keys if key not in used])


def _delete_unprotected(model: type[models.Model], keys: Sequence[int]) -> None:
    """Delete these rows at once; if other rows need some of them, all but those."""
    try:
        with transaction.atomic():
            objects_of(model).filter(pk__in=keys).delete()
            if model is Player:
                # Delete the history too, with its row of the deletion: people who were never here leave no trace.
                Player.history.filter(id__in=keys).delete()
    except (ProtectedError, RestrictedError, IntegrityError):
        if len(keys) > 1:
            middle = len(keys) // 2
            _delete_unprotected(model, keys[:middle])
            _delete_unprotected(model, keys[middle:])


def _find_used(model: type[models.Model], keys: Collection[int]) -> set[int]:
    """Return the keys of those rows that somebody uses or has changed."""
    if model is Player:
        versions = Player.history.filter(id__in=keys).order_by().values("id").annotate(count=Count("pk"))
        return set(versions.filter(count__gt=1).values_list("id", flat=True))
    if model is Club:
        return set(objects_of(Player).filter(club__in=keys).values_list("club", flat=True))
    if model is User:
        active = User.objects.filter(pk__in=keys, is_active=True)
        posts = Arbitrator.objects.filter(user__in=keys)
        return {*active.values_list("pk", flat=True), *posts.values_list("user", flat=True)}
    return set(objects_of(Game).filter(club_rules__in=keys).values_list("club_rules", flat=True))
