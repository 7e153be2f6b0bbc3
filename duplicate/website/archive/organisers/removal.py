"""Erasing an organiser with all that it owns, in short transactions.

Invariants: rows of other organisers are not touched. An erasure that was interrupted goes on where it stood when
it is asked for again: the organiser's own row is deleted last. Accounts that a deleted row named are deleted with
it once nothing else here names them; staff and superusers stay.
"""

from collections.abc import Collection, Iterator
from typing import Any, Final

from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import User
from django.db import models, transaction
from django.db.models import ManyToOneRel, Q
from django.utils.translation import gettext_lazy as _

from duplicate.models import Game
from duplicate.models.prepared import Preparation
from duplicate.models.simultaneous import ReceivedEnvelope, Simultaneous
from duplicate.prepared_games.clubs.documents import KIND as SIMULTANEOUS
from duplicate.website.archive.organisers.tables import EXCLUDED, TABLES, all_rows
from duplicate.website.archive.removal import delete_event, lock_whole_event
from duplicate.website.archive.tables import EXCLUDED as OUTSIDE_EVENTS
from duplicate.website.archive.tables import TABLES as OF_EVENTS
from tournaments.archived_tables import objects_of
from tournaments.club_tables.models import ClubTable
from tournaments.errors import RuleViolation
from tournaments.lexicons.services import erase_lexicons
from tournaments.lexicons.tile_sets import erase_tile_sets
from tournaments.models import Event, Lexicon, Organiser, OrganiserTeam, Player, PrintJob
from tournaments.processes.chunks import ShortTransactions

_CHUNK: Final = 500
_MEMBERS: Final = OrganiserTeam.members.through
# In the order of their references. The history of people gets a row with each player that is deleted, so it goes
# after them; the rows of teams go first, so that nobody acts for the organiser any more.
_TABLES: Final = (
    *(
        (one.model, one.way)
        for one in EXCLUDED
        if one.way != "team__organiser" and one.model is not Lexicon  # erased with its file
    ),
    *((table.model, table.way) for table in TABLES if table.model not in {OrganiserTeam, _MEMBERS}),
)
_TEAMS: Final = (
    *((table.model, table.way) for table in TABLES if table.model in {OrganiserTeam, _MEMBERS}),
    *((one.model, one.way) for one in EXCLUDED if one.way == "team__organiser"),
)


def erase_organiser(
    organiser: Organiser, *, even_running: bool = False, spared: Collection[int] = ()
) -> None:
    """Delete the organiser and everything of it; the accounts with the keys `spared` stay.

    Raises:
        RuleViolation: it is the only one of the installation; a game of it is running, and that is no matter only
            with `even_running`.
    """
    check_erasable(organiser, even_running=even_running)
    work = _Erasure(organiser, spared)
    for model, way in reversed(_TEAMS):
        work.delete_rows(model, way)
    for event in objects_of(Event).filter(organiser=organiser).order_by("pk"):
        work.delete_event(event)
    for model, way in reversed(_TABLES):
        work.delete_rows(model, way)
    erase_lexicons(organiser)
    erase_tile_sets(organiser)
    work.delete_organiser()


def check_erasable(organiser: Organiser, *, even_running: bool) -> None:
    """Check that the organiser may be erased.

    Raises:
        RuleViolation: it may not.
    """
    if organiser.holds_everybody or not Organiser.objects.exclude(pk=organiser.pk).exists():
        raise RuleViolation("organiser_alone", _("The only organiser of an installation cannot be erased."))
    running = Game.objects.filter(event__organiser=organiser, state=Game.State.PLAYING).first()
    if running is not None and not even_running:
        raise RuleViolation(
            "organiser_plays",
            _("“{game}” is not over: end it first, or erase it with --even-running."),
            game=running,
        )


class _Erasure:
    """The erasure of one organiser; accounts with `spared` keys stay."""

    def __init__(self, organiser: Organiser, spared: Collection[int]) -> None:
        self._organiser = organiser
        self._spared = spared
        self._transactions = ShortTransactions()

    def delete_event(self, event: Event) -> None:
        """Delete one event in one transaction, since slips must not find half of it."""
        with self._transactions.transaction():
            lock_whole_event(event)
            users = set[int]()
            for table in OF_EVENTS:
                users |= _users_in(table.rows_of(event))
                _delete_admin_log(table.rows_of(event))
            for model in OUTSIDE_EVENTS:
                if any(field.name == "event" for field in model._meta.concrete_fields):  # noqa: SLF001 - Django's documented way to a model's fields
                    users |= _users_in(objects_of(model).filter(event=event.pk))
            delete_event(event)
            self._delete_users(users)

    def delete_rows(self, model: type[models.Model], way: str) -> None:
        """Delete the rows of one table in chunks, the newest first: rows refer to older ones."""
        rows = all_rows(model, way, self._organiser).order_by("-pk")
        while keys := list(rows.values_list("pk", flat=True)[:_CHUNK]):
            chunk = objects_of(model).filter(pk__in=keys)
            with self._transactions.transaction():
                users = _users_in(chunk)
                _delete_admin_log(chunk)
                if model is Simultaneous:
                    PrintJob.objects.filter(event=None, kind=SIMULTANEOUS, subject__in=keys).delete()
                if model is ClubTable:
                    # One that follows another protects it, even where both are deleted at once.
                    objects_of(ClubTable).filter(follows__in=keys).update(follows=None)
                chunk.delete()
                self._delete_users(users)

    def delete_organiser(self) -> None:
        with transaction.atomic():
            Organiser.objects.filter(pk=self._organiser.pk).delete()

    def _delete_users(self, keys: Collection[int]) -> None:
        delete_unnamed_users([key for key in keys if key not in self._spared])


@transaction.atomic
def delete_unnamed_users(keys: Collection[int]) -> None:
    """Delete those of these accounts that no row names any more; staff and superusers stay."""
    found = User.objects.select_for_update().filter(pk__in=keys, is_staff=False, is_superuser=False)
    unnamed = {user.pk for user in found} - _named(keys)
    ReceivedEnvelope.objects.filter(received_by__in=unnamed, prepared=None).delete()
    _delete_admin_log(User.objects.filter(pk__in=unnamed))
    User.objects.filter(pk__in=unnamed).delete()


def _named(keys: Collection[int]) -> set[int]:
    """Return the keys of those users whom a row names."""
    return {key for name, rows in _rows_naming(keys) for key in rows.values_list(name, flat=True)}


def _rows_naming(keys: Collection[int]) -> Iterator[tuple[str, "models.QuerySet[Any, Any]"]]:
    """Yield, for each table that refers to users, the name of the field and the rows that name one of these.

    Permissions, searches for games, documents being made and envelopes that are still shut are the user's own: they
    go with the account.
    """
    for field in User._meta.get_fields(include_hidden=True):  # noqa: SLF001 - Django's documented way to a model's fields
        if not isinstance(field, ManyToOneRel):
            continue
        model = field.related_model
        if model._meta.app_label == "auth" or model in {Preparation, PrintJob}:  # noqa: SLF001 - Django's documented way to a model's app
            continue
        name = field.field.name
        rows = objects_of(model).filter(**{f"{name}__in": keys})
        yield name, rows.exclude(prepared=None) if model is ReceivedEnvelope else rows


def _users_in(rows: "models.QuerySet[Any, Any]") -> set[int]:
    """Return the keys of the users that the rows name."""
    names = [
        field.attname
        for field in rows.model._meta.concrete_fields  # noqa: SLF001 - Django's documented way to a model's fields
        if isinstance(field, models.ForeignKey) and field.related_model is User
    ]
    users = set[int]()
    for name in names:
        told = rows.order_by().exclude(**{name: None}).values_list(name, flat=True)
        users |= set(told.distinct())
    return users


def _delete_admin_log(rows: "models.QuerySet[Any, Any]") -> None:
    """Delete what the support desk noted of these rows, by their names."""
    model = Player if rows.model is Player.history.model else rows.model
    options = model._meta  # noqa: SLF001 - Django's documented way to a model's names
    log = LogEntry.objects.filter(
        content_type__app_label=options.app_label, content_type__model=options.model_name
    )
    keys = (str(key) for key in log.values_list("object_id", flat=True).distinct())
    noted = [int(key) for key in keys if key.isdecimal()]
    if noted:
        key = "id" if model is not rows.model else "pk"
        gone = rows.filter(Q(**{f"{key}__in": noted})).values_list(key, flat=True)
        log.filter(object_id__in=[str(one) for one in gone]).delete()
