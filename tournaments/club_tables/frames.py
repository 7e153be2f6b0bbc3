"""What screens and phones are shown of a table.

What always holds: a frame is what everybody may see, and says nothing of tiles on racks; what a player sees of their
own comes in answers to that player's own requests.
"""

import json
from collections.abc import Awaitable
from typing import Any

from tournaments import clock
from tournaments.club_table_models import ClubTable
from tournaments.club_tables import playing
from tournaments.club_tables.opening import channel_of
from tournaments.club_tables.playing import Hand
from tournaments.club_tables.states import has_acts, mode_for, standing_acts, state_of
from tournaments.messages import engine_message
from tournaments.streams import Frame, Source, in_thread


def table_frame(code: str, known: int | None = None) -> Frame | None:
    """The table as everybody sees it; None if there is none, or its version is the one known."""
    table = ClubTable.objects.filter(code=code).first()
    if table is None:
        return None
    table = playing.settled(table)
    if table.version == known:
        return None
    body = json.dumps(table_values(table), ensure_ascii=False, separators=(",", ":")).encode()
    return Frame(table.version, body)


def table_values(table: ClubTable, viewer: int | None = None) -> dict[str, Any]:
    """The state of the table as this player sees it, or as everybody does."""
    state = state_of(table)
    return {
        "version": table.version,
        "code": table.code,
        "mode": table.mode,
        "way": table.way,
        "begun": table.begun_at is not None,
        "closed": table.ended_at is not None,
        "seats": [
            {"number": seat.number, "name": seat.name, "level": seat.level, "turn_seconds": seat.turn_seconds}
            for seat in table.seats.all()
        ],
        "undo": _undo_asked(table),
        "undo_refused": _undo_refused(table),
        "can_undo": table.ended_at is None and has_acts(table),
        "turn_ends_at": _turn_ends_at(table, state),
        "game": None if state is None else mode_for(table).shown(state, viewer),
    }


def own_values(table: ClubTable, hand: Hand, looking: int | None = None) -> dict[str, Any]:
    """What one's own device is shown: with one's own rack, or on the tablet that of whom it was handed to."""
    if hand.seat is not None:
        looking = hand.seat.number
    elif table.way == ClubTable.Way.PHONES or looking not in table.seats.values_list("number", flat=True):
        looking = None
    seat = None if hand.seat is None else hand.seat.number
    return {"seat": seat, "keeper": hand.is_keeper, **_translated(table_values(table, looking))}


def _translated(values: dict[str, Any]) -> dict[str, Any]:
    """With what the mode says of an exchange in the language of who asks; frames are the same for all."""
    game = values["game"] or {}
    if refused := game.get("exchange_refused"):
        said = engine_message(refused["code"], refused["params"])
        values["game"] = game | {"exchange_refused": refused | {"text": said}}
    return values


def table_source(code: str) -> Source:
    """What the screens of a table follow; nobody there is known by a token."""

    def read(known: int | None) -> Awaitable[Frame | None]:
        return read_table(code, known)

    async def holders() -> set[str]:
        return set()

    return Source(channel_of(code), read, holders)


read_table = in_thread(table_frame)


def _undo_asked(table: ClubTable) -> dict[str, Any] | None:
    undo = table.undos.filter(agreed=None).select_related("seat").first()
    if undo is None:
        return None
    answered = list(undo.answers.values_list("seat__number", flat=True))
    return {"by": undo.seat and undo.seat.number, "agreed": answered}


def _undo_refused(table: ClubTable) -> int | None:
    """Who was told last that the latest act stands, as long as it is the latest."""
    undo = table.undos.select_related("seat").order_by("pk").last()
    if undo is None or undo.agreed is not False or undo.seat is None:
        return None
    acts = standing_acts(table)
    return undo.seat.number if acts and acts[-1].pk == undo.act_id else None


def _turn_ends_at(table: ClubTable, state: Any) -> int | None:
    """Milliseconds since 1970, by the server's clock."""
    ends = playing.turn_ends_at(table, state)
    return None if ends is None else clock.milliseconds(ends)
