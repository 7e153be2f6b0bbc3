"""Opening a table, sitting down, beginning, and closing it: use cases, each one transaction.

Terms. A table is *opened* by an arbitrator, with a way to play and the agreed settings. People *sit down* at
it with its code, by phone or by name at the tablet. It is *begun* when all are there; after that nobody can
sit down.
"""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from engine.lexicon import load_lexicon
from engine.modes import Mode, mode_of
from engine.rules.game_settings import read_settings, settings_data
from engine.tiles import load_tile_set
from tournaments.club_tables.games.state import player_at, setup_of, state_of
from tournaments.club_tables.locks import check_open, lock_table, mark_changed
from tournaments.club_tables.models import SEAT_NAME_LENGTH, ClubTable, TableSeat
from tournaments.codes import new_table_code
from tournaments.errors import RuleViolation
from tournaments.models import Lexicon, organiser_in_scope
from tournaments.names import folding
from tournaments.names.folding import tidy
from tournaments.organisers.rights import Right, has_right
from tournaments.time import clock
from tournaments.tokens import create_token, hash_token

Way = ClubTable.Way
MOST_OPEN = 200
# A table without any act for this long is considered abandoned.
FORGOTTEN = timedelta(days=7)


@dataclass(frozen=True, slots=True)
class NewTable:
    """A table, with the token for its tablet or its score keeper, returned only this once."""

    table: ClubTable
    token: str


@dataclass(frozen=True, slots=True)
class Seated:
    """A seat, with the token of its phone; empty if the name was entered at the tablet."""

    seat: TableSeat
    token: str


@transaction.atomic
def open_table(*, mode: str, way: str, lexicon: Lexicon, settings: Mapping[str, Any], by: User) -> NewTable:
    """Open a table for that way to play, without players.

    Raises:
        EngineError: there is no such way to play, or a setting is out of range.
        RuleViolation: it cannot be played on that device; too many tables are open.
    """
    played = mode_of(mode)
    if way not in played.ways:
        raise RuleViolation(
            "way_unknown", _("{mode} cannot be played with these settings."), mode=gettext(played.name)
        )
    _check_room_for_tables()
    agreed = read_settings(played.settings, settings)
    played.check(agreed, load_tile_set(lexicon.tile_set))
    token = create_token()
    table = ClubTable(
        organiser_id=organiser_in_scope(),
        mode=played.code,
        way=Way(way),
        settings=settings_data(agreed),
        lexicon=lexicon.name,
        lexicon_source=load_lexicon(lexicon.name).identity,
        tile_set=lexicon.tile_set,
        seed=secrets.token_hex(16),
        token_hash=hash_token(token),
        opened_by=by,
        opened_at=clock.now(),
    )
    _save_with_code(table)
    return NewTable(table, token)


@transaction.atomic
def renew_token(*, table: ClubTable, by: User) -> str:
    """Return a new token for the tablet or the score keeper; the previous one becomes invalid."""
    check_opener(table, by)
    table = lock_table(table)
    token = create_token()
    table.token_hash = hash_token(token)
    table.save(update_fields=["token_hash"])
    mark_changed(table)
    return token


@transaction.atomic
def renew_seat(*, table: ClubTable, number: int, by: User) -> str:
    """Return a new token for the seat, for a player with another phone; the previous one becomes invalid.

    Raises:
        RuleViolation: nobody sits there; the table is closed, or not played on phones; somebody else has
            opened it.
    """
    check_opener(table, by)
    table = lock_table(table)
    check_open(table)
    seat = table.seats.filter(number=number).first()
    if seat is None or table.way != Way.PHONES:
        raise RuleViolation("no_such_seat", _("Nobody with a phone is in this seat."))
    token = create_token()
    seat.token_hash = hash_token(token)
    seat.save(update_fields=["token_hash"])
    mark_changed(table)
    return token


@transaction.atomic
def sit_down(
    *, table: ClubTable, name: str, level: str = "", turn_seconds: int | None = None, phone: bool
) -> Seated:
    """Take the next free seat of a table that has not begun.

    Raises:
        RuleViolation: the name is empty, too long, or taken at this table; the table is full, has begun, or
            is closed; a handicap in a way to play without handicaps.
        EngineError: the handicap does not go with the agreed settings.
    """
    table = lock_table(table)
    check_open(table)
    check_not_begun(table)
    name = tidy(name)
    seats = list(table.seats.all())
    most = mode_of(table.mode).most
    if not name:
        raise RuleViolation("name_missing", _("Enter a name."))
    if len(name) > SEAT_NAME_LENGTH:
        raise RuleViolation("name_too_long", _("A name has {most} letters at most."), most=SEAT_NAME_LENGTH)
    if folding.fold(name) in {folding.fold(seat.name) for seat in seats}:
        raise RuleViolation("name_taken", _("{name} sits at this table already."), name=name)
    if len(seats) >= most:
        raise RuleViolation("table_full", _("All {most} seats of this table are taken."), most=most)
    token = create_token() if phone else ""
    seat = TableSeat(
        table=table,
        number=max((seat.number + 1 for seat in seats), default=0),
        name=name,
        level=level,
        turn_seconds=turn_seconds,
        token_hash=hash_token(token) if token else None,
        joined_at=clock.now(),
    )
    _check_handicap(table, seat)
    seat.save()
    mark_changed(table)
    return Seated(seat, token)


@transaction.atomic
def leave(*, seat: TableSeat) -> None:
    """Leave a table that has not begun; `begin` closes the gap in the numbers.

    Raises:
        RuleViolation: it has begun.
    """
    table = lock_table(seat.table)
    check_not_begun(table)
    table.seats.filter(pk=seat.pk).delete()
    mark_changed(table)


@transaction.atomic
def begin(*, table: ClubTable) -> ClubTable:
    """Begin the game, and draw the tiles; does nothing if it has begun already.

    Raises:
        RuleViolation: too few are there; the table is closed.
        EngineError: the agreed settings do not allow so many players.
    """
    table = lock_table(table)
    check_open(table)
    if table.begun_at is not None:
        return table
    mode = mode_of(table.mode)
    seats = list(table.seats.all())
    if len(seats) < mode.fewest:
        raise RuleViolation(
            "too_few_seated",
            _("{fewest} players are needed; {given} are here."),
            fewest=mode.fewest,
            given=len(seats),
        )
    _close_gaps(seats)
    table.mode_version = mode.version
    table.begun_at = table.turn_began_at = clock.now()
    table.save(update_fields=["mode_version", "begun_at", "turn_began_at"])
    _check_playable(table, mode)
    return mark_changed(table)


@transaction.atomic
def close(*, table: ClubTable, by: User) -> ClubTable:
    """Close the table: its game stays readable, but nobody plays on. Closing twice does nothing."""
    check_opener(table, by)
    return _close(lock_table(table))


@transaction.atomic
def play_again(*, table: ClubTable, is_keeper: bool) -> NewTable:
    """Open the table that follows a game that is over, by the same settings, or return the one that is open. A
    tablet or a score keeper gets its token, and the same players sit there in their order.

    Raises:
        RuleViolation: the game is not over; too many tables are open.
        EngineError: the lexicon is gone.
    """
    table = lock_table(table)
    following = ClubTable.objects.select_for_update().filter(follows=table).first()
    if following is None:
        following = _open_following(table)
        mark_changed(table)
    if not is_keeper or following.begun_at is not None:
        return NewTable(following, "")
    token = create_token()
    following.token_hash = hash_token(token)
    following.save(update_fields=["token_hash"])
    return NewTable(following, token)


def _open_following(table: ClubTable) -> ClubTable:
    state = state_of(table)
    if state is None or mode_of(table.mode).winners(state) is None:
        raise RuleViolation("table_not_over", _("The game is not over yet."))
    _check_room_for_tables()
    following = ClubTable(
        organiser_id=table.organiser_id,
        mode=table.mode,
        way=table.way,
        settings=table.settings,
        lexicon=table.lexicon,
        lexicon_source=load_lexicon(table.lexicon).identity,
        tile_set=table.tile_set,
        seed=secrets.token_hex(16),
        token_hash=hash_token(create_token()),
        opened_by_id=table.opened_by_id,
        opened_at=clock.now(),
        follows=table,
    )
    _save_with_code(following)
    if table.way != Way.PHONES:
        for seat in table.seats.all():
            sit_down(
                table=following, name=seat.name, level=seat.level, turn_seconds=seat.turn_seconds, phone=False
            )
    return following


def _check_room_for_tables() -> None:
    _close_forgotten()
    if ClubTable.objects.filter(ended_at=None).count() >= MOST_OPEN:
        raise RuleViolation("tables_enough", _("{most} tables are open: close some first."), most=MOST_OPEN)


def _save_with_code(table: ClubTable) -> None:
    while ClubTable.objects.filter(code=table.code).exists():
        table.code = new_table_code()
    table.save()


# --- Shared by the use cases of tables ----------------------------------------------------------------------------


def check_not_begun(table: ClubTable) -> None:
    if table.begun_at is not None:
        raise RuleViolation("table_begun", _("This table has already started to play."))


def is_opener(table: ClubTable, user: User) -> bool:
    """Tell whether the user may close the table: as its opener, or as an administrator of its organiser."""
    if not user.is_active:
        return False
    return table.opened_by_id == user.pk or has_right(user, table.organiser_id, Right.ADMINISTER)


def check_opener(table: ClubTable, by: User) -> None:
    """Refuse a user who is not the table's opener or an administrator."""
    if not is_opener(table, by):
        raise RuleViolation("not_your_table", _("Somebody else has opened this table."))


def _check_handicap(table: ClubTable, seat: TableSeat) -> None:
    """Refuse a wrong handicap here, before it would keep all others from beginning."""
    mode = mode_of(table.mode)
    if not mode.handicaps and (seat.level or seat.turn_seconds):
        raise RuleViolation("no_handicaps", _("This way to play has no handicaps."))
    mode.check_player(read_settings(mode.settings, table.settings), player_at(seat))


def _close(table: ClubTable) -> ClubTable:
    if table.ended_at is None:
        table.ended_at = clock.now()
        table.save(update_fields=["ended_at"])
        mark_changed(table)
    return table


def _close_forgotten() -> None:
    """Close abandoned tables: few people close a table after the game, and nobody can close those of others."""
    since = clock.now() - FORGOTTEN
    tables = ClubTable.objects.filter(ended_at=None, opened_at__lt=since).order_by("pk")
    for table in tables.exclude(acts__at__gte=since).exclude(seats__joined_at__gte=since):
        _close(lock_table(table))


def _close_gaps(seats: list[TableSeat]) -> None:
    """Renumber the seats from 0 without a gap, as the players of a game are numbered."""
    for number, seat in enumerate(seats):
        if seat.number != number:
            seat.number = number
            seat.save(update_fields=["number"])


def _check_playable(table: ClubTable, mode: Mode) -> None:
    mode.start(setup_of(table, list(table.seats.all())))
