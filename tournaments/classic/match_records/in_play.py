"""Classic matches in progress that are kept move by move, as positions in play."""

from collections.abc import Iterator
from datetime import datetime
from functools import lru_cache, partial
from typing import Any

from django.contrib.auth.models import User
from django.db.models import OuterRef, Q
from django.dispatch import receiver

from engine.positions.same_position import PositionTiles
from engine.referee import State, state_of
from tournaments.classic.core.audit_log import acts_of, write_division_act
from tournaments.classic.match_records.selectors import game_of, records_with_names, standing_entries
from tournaments.classic.models import MatchRecord, RecordEntry
from tournaments.core import clock
from tournaments.models import EventAct
from tournaments.positions.in_play import PLAYED_WITHIN, History, InPlay, is_going_on, reading_positions

POSITIONS_KEPT = 1024


@receiver(reading_positions)
def read_matches(**_more: Any) -> Iterator[InPlay]:
    """Yield the positions of matches without a result, one for each player; an unknown rack is left out."""
    # Most installations keep no records, and each page of a desk asks: this is a fifth of the query below.
    if not MatchRecord.objects.order_by().exists():
        return
    records = MatchRecord.objects.filter(
        match__results=None, match__round__begun_at__isnull=False, match__round__division__event__whole=True
    )
    entries = RecordEntry.objects.filter(record=OuterRef("pk"))
    lately = Q(opened_at__gte=clock.now() - PLAYED_WITHIN)
    records = records.filter(lately | is_going_on(entries, "match__round__division__event"))
    columns = ("pk", "code", "version", "match_id", "match__round__division__event_id")
    for key, code, version, match_id, event_id in records.order_by("pk").values_list(*columns):
        for position in _positions(key, code, version):
            yield _make_position(key, match_id, event_id, position)


def match_in_play(record: MatchRecord, position: PositionTiles, since: datetime) -> InPlay:
    """Return a position of a match, with the time at which its rack was entered."""
    return _make_position(
        record.pk, record.match_id, record.match.round.division.event_id, position, since=since
    )


def _make_position(
    record_id: int, match_id: int, event_id: int, position: PositionTiles, *, since: datetime | None = None
) -> InPlay:
    return InPlay(
        ("match", match_id),
        event_id,
        PositionTiles(position.rack, None),
        lambda: position,
        partial(_history, record_id, since),
        partial(_log_attempt, record_id),
    )


@lru_cache(maxsize=POSITIONS_KEPT)
def _positions(record_id: int, code: str, version: int) -> tuple[PositionTiles, ...]:  # noqa: ARG001 - parts of the key
    """Return the positions of a match, cached by the version of its record; none once it is over."""
    state = state_of(game_of(records_with_names().get(pk=record_id)))
    if state.is_over:
        return ()
    return tuple(_position(state, seat.known if seat.is_known else None) for seat in state.seats)


def _position(state: State, rack: tuple[int, ...] | None) -> PositionTiles:
    return PositionTiles.of(state.board, rack, state.tiles)


def _history(record_id: int, since: datetime | None) -> History:
    record = records_with_names().get(pk=record_id)
    entries = standing_entries(record.entries.order_by("pk"))
    boards = [
        (entry.at, _position(state_of(game_of(record, entries[:count])), None))
        for count, entry in enumerate(entries, start=1)
    ]
    return History(rack_out=since or _last_act(record_id), boards=boards)


def _last_act(record_id: int) -> datetime:
    """Return when something was last entered in a match's record."""
    record = MatchRecord.objects.get(pk=record_id)
    last = record.entries.order_by("pk").last()
    return last.at if last else record.opened_at


def _log_attempt(record_id: int, by: User | None) -> None:
    """Add an attempt to the division's audit log, once for each user and position."""
    record = records_with_names().get(pk=record_id)
    match, division = record.match, record.match.round.division
    known = EventAct.objects.filter(acts_of(division), act="position_asked", by=by)
    at = {"number": match.round.number, "table": match.table, "version": record.version}
    if not known.filter(**{f"params__{name}": value for name, value in at.items()}).exists():
        write_division_act(division, "position_asked", by=by, user=by.get_username() if by else "–", **at)
