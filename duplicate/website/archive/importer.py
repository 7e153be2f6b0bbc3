"""Importing an archive: all of the event, or nothing.

Invariants: existing rows are not changed. The rows are written in chunks, as slips would wait for one long
transaction. Nobody sees the event before all of its rows are there and were checked once; if anything fails,
the written rows are removed (`importing`). The user who imports it becomes the event's chief. Those who were
at its desk are known here by name alone. An event that is here already is refused, however old the archive
is. Clocks stand with the time that was left when the event was saved. Nothing of it is public until the chief
here says so.
"""

import secrets
from collections.abc import Sequence
from typing import IO, Any
from uuid import UUID

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from duplicate.attendance.round_arbitrators import name_in_rounds
from duplicate.games.codes import is_code, new_code
from duplicate.log import audit_log
from duplicate.models import Game, Round
from duplicate.positions.game_words import note_words
from duplicate.website.archive import people, validation
from duplicate.website.archive.container import Archive, refuse
from duplicate.website.archive.importing import EventWriter, begin_import
from duplicate.website.archive.row_reader import RowReader
from duplicate.website.archive.tables import BY_NAME, TABLE_OF, TABLES
from duplicate.website.archive.values import value_of
from tournaments.archived_tables import ArchiveTable, columns_of, objects_of
from tournaments.classic.clocks import services as clock_services
from tournaments.classic.models.match_records import new_record_code
from tournaments.errors import RuleViolation
from tournaments.events.services import write_act
from tournaments.models import Arbitrator, Event, organiser_in_scope


def read_archive(file: IO[bytes], *, by: User) -> Event:
    """Import the event; `by` becomes its chief.

    Raises:
        RuleViolation: no archive, of another format, damaged, too large; the event is here already, or just
            being imported; a lexicon is missing; an invalid row, named by its file and line. Nothing is
            changed.
    """
    archive = Archive.open(file)
    writer = begin_import(_uid_of(archive))
    try:
        return _import(archive, writer, by)
    except BaseException:
        writer.remove()
        raise


def _import(archive: Archive, writer: EventWriter, by: User) -> Event:
    reader = _Reader(archive, writer, by)
    event = reader.read()
    if archive.version < BY_NAME["round_arbitrators"].since:
        with writer.chunk():
            _note_arbitrators(event)
    with writer.chunk():
        for game in event.games.all():
            note_words(game)
    validation.look_at_all(event)
    with writer.chunk():
        writer.finish(event)
        Arbitrator.objects.create(event=event, user=by, role=Arbitrator.Role.CHIEF)
        for round_ in reader.stopped:
            audit_log.write(round_.game, "clock_paused", by=by, number=round_.number)
        clock_services.pause_running(event=event, moment=archive.saved_at, by=by)
        write_act(event, "archive_read", by=by, saved=f"{archive.saved_at:%Y-%m-%d %H:%M} UTC")
    return event


def _note_arbitrators(event: Event) -> None:
    """Note who arbitrated which round, from the posts: older formats did not keep it by round."""
    posts = dict(event.posts.exclude(entry=None).values_list("user", "entry"))
    for game in event.games.all():
        name_in_rounds(game, posts, since=1)


def _uid_of(archive: Archive) -> UUID:
    """Return the event's id that is the same in all installations, if the event is not here."""
    uids = []
    for number, row in archive.rows("event"):
        try:
            uids.append(value_of(columns_of(Event, ["uid"])[0], row.get("uid")))
        except ValidationError as error:
            refuse("event", number, " ".join(error.messages))
    if len(uids) != 1:
        refuse("event", 1, _("an archive has one event."))
    there = Event.objects.filter(uid=uids[0]).first()
    if there is not None:
        raise RuleViolation(
            "archive_here",
            _("This event already exists here: “{event}”. Nothing was changed."),
            event=there.name if there.organiser_id == organiser_in_scope() else "–",
            key=there.pk,
        )
    return UUID(str(uids[0]))


class _Reader(RowReader):
    """The import of an event's archive; `stopped` are the rounds whose clock ran."""

    writer: EventWriter

    def __init__(self, archive: Archive, writer: EventWriter, by: User) -> None:
        super().__init__(archive, writer, TABLE_OF)
        self.stopped: list[Round] = []
        lexicons = people.lexicons_here(archive)
        clubs = people.clubs_here(archive, writer)
        self.keys |= {
            "lexicons": [lexicon.pk for lexicon in lexicons],
            "clubs": [*clubs],
            "players": [*people.players_here(archive, clubs, by, writer)],
            "club_rules": people.rules_here(archive, by, writer),
        }
        self.lexicons = people.lexicon_names(archive, lexicons)
        self.tile_sets = people.tile_set_names(archive, lexicons)
        self.codes: dict[str, str] = {}

    def read(self) -> Event:
        self.read_tables(TABLES)
        event: Event = objects_of(Event).get(pk=self.keys["event"][0])
        return event

    def note_stored(self, table: ArchiveTable, made: Sequence[Any]) -> None:
        if table.name == "event":
            self.writer.note_event(made[0])

    def set_own_values(self, table: ArchiveTable, made: Any) -> None:
        """Set the values that are not taken from the archive.

        Some have another name here (codes, lexicons), some never leave an installation (seeds), and the chief
        here decides anew what is public.
        """
        if table.name == "event":
            made.organiser_id = organiser_in_scope()
            made.public = made.shows_games = made.broadcast = False
            made.released = Event.Released.HIDDEN
        if table.name == "games":
            taken = made.code in self.codes or Game.objects.filter(code=made.code).exists()
            if taken or not is_code(made.code):
                self.codes[made.code] = _free_code()
            made.code = self.codes.setdefault(made.code, made.code)
            made.seed = made.seed or secrets.token_hex(16)
        if table.name == "rounds":
            self._stop_clock(made)
        if table.name in {"games", "records", "annotated_games"}:
            made.tile_set = self.tile_sets[made.lexicon, made.tile_set]
        if table.name in {"games", "records", "annotated_games", "event_words"}:
            made.lexicon = self.lexicons[made.lexicon]
        if table.name in {"results", "game_tables"}:
            made.game = self.codes[made.game]
        if table.name in {"records", "annotated_games"}:
            made.code = new_record_code()

    def _stop_clock(self, made: Round) -> None:
        """Stop the clock of a running round with the time that was left when the archive was saved."""
        if made.state == Round.State.OPEN and made.closes_at and made.closes_at > self.archive.saved_at:
            made.remaining_ms = int((made.closes_at - self.archive.saved_at).total_seconds() * 1000)
            made.closes_at = None
            self.stopped.append(made)


def _free_code() -> str:
    code = new_code()
    while Game.objects.filter(code=code).exists():
        code = new_code()
    return code
