"""Importing an organiser's archive: all of it as a new organiser, or nothing.

Invariants: existing rows are not changed. The name must be free. Nobody works for the organiser before all is
there; if anything fails, it is erased. The user named by the operator administers it, and is the chief of its
events. The members of its teams are known here by name alone, as those at the desks of an imported event are.
Seasons are not public until somebody here decides so.
"""

import io
import shutil
import tempfile
import uuid
from collections.abc import Collection
from contextlib import AbstractContextManager
from functools import partial
from typing import IO, Any, Final

from django.contrib.auth.models import User
from django.utils.translation import gettext_lazy as _

from duplicate.website.archive import people, validation
from duplicate.website.archive.container import Archive
from duplicate.website.archive.importer import read_archive
from duplicate.website.archive.importing import ChunkWriter
from duplicate.website.archive.organisers.removal import delete_unnamed_users, erase_organiser
from duplicate.website.archive.organisers.tables import LAYOUT, OF_PEOPLE, TABLE_OF, TABLES
from duplicate.website.archive.row_reader import RowReader
from engine.errors import LexiconError
from engine.tiles import load_tile_set, tile_set_names
from tournaments.archived_tables import ArchiveTable
from tournaments.club_tables.games.state import state_of
from tournaments.club_tables.models import ClubTable
from tournaments.codes import new_table_code
from tournaments.errors import RuleViolation
from tournaments.models import NAME_LENGTH, AddedWord, Organiser, organiser_in_scope
from tournaments.names import folding
from tournaments.organisers import creation
from tournaments.organisers.scope import scope_to_organiser
from tournaments.processes.chunks import ShortTransactions, in_chunks
from tournaments.tokens import create_token, hash_token
from tournaments.wording.engine_messages import message_for

_MEMORY: Final = 8_000_000
_USERS: Final = 500  # deleted at once


def read_organiser(file: IO[bytes], *, by: User, name: str = "") -> Organiser:
    """Import the organiser, under another `name` if one is given; `by` becomes its administrator.

    Raises:
        RuleViolation: no archive, of another format, damaged, too large; an organiser here has the name; an
            event or a row cannot be imported, named by its file and line. Nothing is changed.
    """
    archive = Archive.open(file, LAYOUT)
    organiser = creation.make_empty(name=_name_of(archive, name))
    chunks = _Chunks()
    try:
        with scope_to_organiser(organiser.pk):
            _Reader(archive, chunks, by).read()
            for member in archive.about["events"]:
                _read_event(archive, member, by)
        creation.hand_over(organiser=organiser, user=by, saved=f"{archive.saved_at:%Y-%m-%d %H:%M} UTC")
    except BaseException:
        erase_organiser(organiser, even_running=True, spared=[by.pk])
        for users in in_chunks(chunks.users, _USERS):
            delete_unnamed_users(users)
        raise
    return organiser


def _name_of(archive: Archive, name: str) -> str:
    """Return the name of the new organiser.

    Raises:
        RuleViolation: it cannot be one.
    """
    name = folding.tidy(name or str(archive.about.get("name", "")))
    if len(name) > NAME_LENGTH or not folding.is_visible(name):
        raise RuleViolation(
            "organiser_name", _("“{name}” is not a valid name for an organiser."), name=name[:NAME_LENGTH]
        )
    return name


def _read_event(archive: Archive, member: str, by: User) -> None:
    """Import one event.

    Raises:
        RuleViolation: it cannot be imported; its file within the archive is named.
    """
    with tempfile.SpooledTemporaryFile(_MEMORY) as copy:
        with archive.file.open(member) as packed:
            shutil.copyfileobj(packed, copy)
        copy.seek(io.SEEK_SET)
        try:
            read_archive(copy, by=by)
        except RuleViolation as error:
            raise RuleViolation(
                "archive_event", _("{file}: {problem}"), file=member, problem=message_for(error)
            ) from error


class _Chunks:
    """The chunks in which the rows are written; `users` are those that were made.

    A failed import erases the organiser, so that no other row has to be noted.
    """

    def __init__(self) -> None:
        self.users: list[int] = []
        self._transactions = ShortTransactions()

    def chunk(self) -> AbstractContextManager[None]:
        return self._transactions.transaction()

    def note_made(self, table: str, keys: Collection[int]) -> None:
        if table == "users":
            self.users += keys


class _Reader(RowReader):
    """The import of the rows that belong to no event."""

    def __init__(self, archive: Archive, writer: ChunkWriter, by: User) -> None:
        super().__init__(archive, writer, TABLE_OF)
        lexicons = people.lexicons_here(archive)
        self.lexicons = people.lexicon_names(archive, lexicons)
        self.tile_sets = people.tile_set_names(archive, lexicons)
        self.keys["lexicons"] = [lexicon.pk for lexicon in lexicons]
        self.by = by

    def read(self) -> None:
        clubs = people.clubs_here(self.archive, self.writer)
        people.players_here(self.archive, clubs, self.by, self.writer)
        people.rules_here(self.archive, self.by, self.writer)
        self.read_tables([table for table in TABLES if table.name not in OF_PEOPLE])
        for word in AddedWord.objects.select_related("lexicon").iterator():
            validation.look(
                word.word, partial(validation.check_word, word.word, load_tile_set(word.lexicon.tile_set))
            )
        for table in ClubTable.objects.filter(organiser=organiser_in_scope()).iterator():
            validation.look(table.code, partial(_look_at_table, table))

    def set_own_values(self, table: ArchiveTable, made: Any) -> None:
        if "organiser" in table.left_out:
            made.organiser_id = organiser_in_scope()
        if table.name == "seasons":
            made.public = False
        if table.name == "club_tables":
            self._check_table(made)
            made.tile_set = self.tile_sets.get((made.lexicon, made.tile_set), made.tile_set)
            # Any other name could be that of a neighbour's lexicon, or a path.
            made.lexicon = self.lexicons.get(made.lexicon, "")
            made.token_hash = hash_token(create_token())
            while ClubTable.objects.filter(code=made.code).exists():
                made.code = new_table_code()
        if table.name in {"table_acts", "table_undos"}:
            made.key = uuid.uuid4()

    def _check_table(self, made: ClubTable) -> None:
        """Raise a ValueError if the table is open, or has tiles that neither its lexicon nor the program has."""
        known = made.tile_set in tile_set_names() or (made.lexicon, made.tile_set) in self.tile_sets
        if made.ended_at is None or not known:
            raise ValueError(made.code)


def _look_at_table(table: ClubTable) -> None:
    """Play the table again; one that is older than the words of its lexicon could not be shown before either."""
    try:
        state_of(table)
    except LexiconError:
        return
