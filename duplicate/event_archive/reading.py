"""Reading an archive: all of the event, or nothing.

What always holds: it is one transaction; what is here already is not changed. Whoever reads it is the event's chief
from then on, beside those who were at its desk and are known here by name alone. An event that is here is refused,
however old the archive is. Clocks stand with what they had when the event was saved; everything is looked at once
before it stays. Nothing of it is for everybody until the chief here says so.
"""

import secrets
from collections.abc import Callable
from typing import IO, Any, Final

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import DatabaseError, connection, models, transaction
from django.utils.translation import gettext_lazy as _

from duplicate import log
from duplicate.codes import is_code, new_code
from duplicate.event_archive import checking, people
from duplicate.event_archive.opening import Archive, refuse
from duplicate.event_archive.tables import (
    BY_NAME,
    SHARED,
    TABLE_OF,
    TABLES,
    Row,
    Table,
    columns_of,
    objects_of,
)
from duplicate.event_archive.values import value_of
from duplicate.models import Game, Round
from tournaments import clocks
from tournaments.errors import RuleViolation
from tournaments.events import write_act
from tournaments.models import Arbitrator, Event
from tournaments.record_models import new_record_code

_BATCH: Final = 1000
# How a field is read that is not taken as it is.
Given = Callable[[Row], Any]


def read_archive(file: IO[bytes], *, by: User) -> Event:
    """Bring the event in; `by` is its chief.

    Raises:
        RuleViolation: no archive, of another format, damaged, too large; the event is here already; a lexicon is
            missing; a row that cannot be, named by its file and line. Nothing is changed.
    """
    archive = Archive.open(file)
    _check_not_here(archive)
    with transaction.atomic():
        event = _Reader(archive, by).read()
        Arbitrator.objects.create(event=event, user=by, role=Arbitrator.Role.CHIEF)
        _stop_clocks(event, archive, by)
        checking.look_at_all(event)
        write_act(event, "archive_read", by=by, saved=f"{archive.saved_at:%Y-%m-%d %H:%M} UTC")
    return event


def check_nobody_waits() -> None:
    """Reading is one long transaction, and in SQLite one transaction writes at a time: slips would wait for it.

    Raises:
        RuleViolation: a round is open in some game.
    """
    if connection.features.has_select_for_no_key_update:  # PostgreSQL
        return
    open_one = Round.objects.filter(state=Round.State.OPEN).select_related("game").first()
    if open_one is not None:
        raise RuleViolation(
            "round_open_elsewhere",
            _("A round of “{game}” is open, and its slips would have to wait: bring the event in after it."),
            game=open_one.game.name,
        )


def _check_not_here(archive: Archive) -> None:
    for _number, row in archive.rows("event"):
        try:
            uid = value_of(columns_of(Event, ["uid"])[0], row.get("uid"))
        except ValidationError as error:
            refuse("event", 1, " ".join(error.messages))
        there = Event.objects.filter(uid=uid).first()
        if there is not None:
            raise RuleViolation(
                "archive_here",
                _("This event is here already: “{event}”. Nothing was changed."),
                event=there.name,
                key=there.pk,
            )


class _Reader:
    """`keys` are the keys of the rows read so far, by table, in the order of their references."""

    def __init__(self, archive: Archive, by: User) -> None:
        self.archive = archive
        lexicons = people.lexicons_here(archive)
        clubs = people.clubs_here(archive)
        self.keys: dict[str, list[int | None]] = {name: [] for name in (*BY_NAME, *SHARED)}
        self.keys |= {
            "lexicons": [lexicon.pk for lexicon in lexicons],
            "users": [*people.users_of(archive)],
            "clubs": [*clubs],
            "players": [*people.players_here(archive, clubs, by)],
            "club_rules": people.rules_here(archive, by),
        }
        names = [str(row["name"]) for _number, row in archive.rows("lexicons")]
        self.lexicons = dict(zip(names, (lexicon.name for lexicon in lexicons), strict=True))
        self.codes: dict[str, str] = {}
        self.waiting: list[tuple[int, models.Model]] = []

    def read(self) -> Event:
        for table in TABLES:
            for number, row in self.archive.rows(table.name):
                made = self._made(table, number, row)
                self.waiting.append((number, made))
                if len(self.waiting) == _BATCH:
                    self._store(table)
            self._store(table)
        if len(self.keys["event"]) != 1:
            refuse("event", 1, _("an archive has one event."))
        return Event.objects.get(pk=self.keys["event"][0] or 0)

    def _made(self, table: Table, number: int, row: Row) -> models.Model:
        fields = table.fields
        if set(row) != {field.name for field in fields}:
            refuse(table.name, number, _("other columns than there should be."))
        refer = self._referring(table, number)
        try:
            row = table.refer(row, refer)
            values = {field.attname: self._value(field, row[field.name], refer) for field in fields}
            made = table.model(**{**table.left_out, **values})
            self._given_here(table, made)
            checking.check_row(made)
        except ValidationError as error:
            refuse(table.name, number, " ".join(error.messages))
        except checking.STRANGE as error:
            if isinstance(error, RuleViolation) and error.code == "archive_row":
                raise
            refuse(table.name, number, checking.in_words(error))
        return made

    def _value(
        self, field: "models.Field[Any, Any]", told: Any, refer: Callable[[str, Any], int | None]
    ) -> Any:
        if not isinstance(field, models.ForeignKey):
            return value_of(field, told)
        if told is None:
            return value_of(field, None)
        # A rule set whose name another one has here refers to nothing.
        return refer(TABLE_OF[field.related_model], told) or value_of(field, None)

    def _referring(self, table: Table, line: int) -> Callable[[str, Any], int | None]:
        def refer(name: str, number: Any) -> int | None:
            if number is None:
                return None
            if name == table.name and type(number) is int and number > len(self.keys[name]):
                self._store(table)
            keys = self.keys[name]
            if type(number) is not int or not 0 <= number <= len(keys):
                refuse(table.name, line, _("it refers to a row that is not there."))
            return keys[number - 1] if number else 0

        return refer

    def _given_here(self, table: Table, made: Any) -> None:
        """What is known by another name here, never leaves an installation, or is for the chief here to say again."""
        if table.name == "event":
            made.public = made.shows_games = False
            made.released = Event.Released.HIDDEN
        if table.name == "games":
            taken = made.code in self.codes or Game.objects.filter(code=made.code).exists()
            if taken or not is_code(made.code):
                self.codes[made.code] = _free_code()
            made.code = self.codes.setdefault(made.code, made.code)
            made.seed = made.seed or secrets.token_hex(16)
        if table.name in {"games", "records"}:
            made.lexicon = self.lexicons[made.lexicon]
        if table.name in {"results", "game_tables"}:
            made.game = self.codes[made.game]
        if table.name == "records":
            made.code = new_record_code()

    def _store(self, table: Table) -> None:
        """Store the rows that wait, in their order; of those that the database refuses the first is named."""
        if not self.waiting:
            return
        waiting, self.waiting = self.waiting, []
        manager = objects_of(table.model)
        try:
            with transaction.atomic():
                made = manager.bulk_create([row for _number, row in waiting])
        except (DatabaseError, OverflowError):
            for number, row in waiting:
                try:
                    with transaction.atomic():
                        manager.bulk_create([row])
                except (DatabaseError, OverflowError) as error:
                    refuse(table.name, number, str(error).splitlines()[0])
            raise
        self.keys[table.name] += [row.pk for row in made]


def _free_code() -> str:
    code = new_code()
    while Game.objects.filter(code=code).exists():
        code = new_code()
    return code


def _stop_clocks(event: Event, archive: Archive, by: User) -> None:
    """Whoever goes on here goes on with the time that was left, however long the archive was on its way."""
    running = Round.objects.filter(game__event=event, state=Round.State.OPEN, closes_at__gt=archive.saved_at)
    for round_ in running.select_related("game"):
        assert round_.closes_at is not None  # the clock runs
        round_.remaining_ms = int((round_.closes_at - archive.saved_at).total_seconds() * 1000)
        round_.closes_at = None
        round_.save(update_fields=["remaining_ms", "closes_at"])
        log.write(round_.game, "clock_paused", by=by, number=round_.number)
    clocks.pause_running(event=event, moment=archive.saved_at, by=by)
