"""Frames of a table for screens and phones.

Invariants: a frame is public and has no tiles on racks. A player's own rack is sent only in answers to that
player's own requests.
"""

from collections.abc import Iterable
from functools import partial
from typing import Annotated, Any, TypedDict

from tournaments.answers import answers_from
from tournaments.club_tables.games import turns
from tournaments.club_tables.games.records import has_public_racks
from tournaments.club_tables.games.state import has_acts, mode_for, standing_acts, state_of
from tournaments.club_tables.games.turns import Hand
from tournaments.club_tables.locks import channel_of
from tournaments.club_tables.models import ClubTable, TableSeat
from tournaments.live.streams import Frame, FrameSource, in_thread
from tournaments.time import clock
from tournaments.tokens import hash_token
from tournaments.wording.engine_messages import engine_message


class SeatSchema(TypedDict):
    """A player at a club table."""

    number: Annotated[int, "Number of the seat, from 0, in the order in which they sit."]
    name: Annotated[str, "Name of the player."]
    level: Annotated[
        str, "Target of their own: `beginner`, `intermediate` or `expert` (V2); empty for that of the table."
    ]
    turn_seconds: Annotated[
        int | None, "Seconds that a turn of theirs may take (C7); null for the limit of the table."
    ]


class UndoSchema(TypedDict):
    """A request to take the latest act back."""

    by: Annotated[int | None, "Number of the seat that asks; null for the keeper of the table."]
    agreed: Annotated[list[int], "Numbers of the seats that have agreed."]


class TableSchema(TypedDict):
    """A table as it stands. The public state has no tiles on racks."""

    version: Annotated[int, "Grows with every change of the table; it is the answer's ETag."]
    code: Annotated[str, "Code of the table."]
    mode: Annotated[str, "What is played: `classic`, `unscrabble`, `bingo`, `solitaire` or `scrabble_me`."]
    way: Annotated[str, ClubTable.Way, "On which devices it is played."]
    begun: Annotated[bool, "Whether play has begun: nobody sits down any more."]
    closed: Annotated[bool, "Whether the table is closed."]
    seats: Annotated[list[SeatSchema], "Who sits there, in their order."]
    devices: Annotated[
        str,
        "Changes with each new link of a seat or of the table: ask for the own state then, since another "
        "device may have taken the place.",
    ]
    undo: Annotated[UndoSchema | None, "The request to take the latest act back; null if there is none."]
    undo_refused: Annotated[
        int | None,
        "Number of the seat whose request was refused last, while that act is the latest; otherwise null.",
    ]
    can_undo: Annotated[bool, "Whether there is an act that could be taken back."]
    next: Annotated[str | None, "Code of the table at which its players go on; null while there is none."]
    turn_ends_at: Annotated[
        int | None, "When the time of the turn is up, in milliseconds since 1970; null without a limit."
    ]
    game: Annotated[
        dict[str, Any] | None, "The game, in a form of its own for each `mode`; null before it begins."
    ]


class OwnTableSchema(TableSchema):
    """A table as one's own device sees it, with the own rack in `game`."""

    seat: Annotated[int | None, "Number of the own seat; null for the keeper of the table."]
    keeper: Annotated[bool, "Whether this device is the tablet or keeps the score."]


def table_frame(code: str, known: int | None = None) -> Frame | None:
    """Return the public frame of the table; None if there is no table, or `known` is its version."""
    table = ClubTable.objects.filter(code=code).first()
    if table is None:
        return None
    table = turns.settle_turn(table)
    if table.version == known:
        return None
    return Frame.of(table.version, table_values(table))


def table_values(table: ClubTable, viewer: int | None = None) -> TableSchema:
    """Return the state of the table as this player sees it, or the public state."""
    state = state_of(table)
    seats = table.seats.all()
    return {
        "version": table.version,
        "code": table.code,
        "mode": table.mode,
        "way": table.way,
        "begun": table.begun_at is not None,
        "closed": table.ended_at is not None,
        "seats": answers_from(seats, SeatSchema),
        "devices": _devices(table, seats),
        "undo": _undo_asked(table),
        "undo_refused": _undo_refused(table),
        "can_undo": table.ended_at is None and not has_public_racks(table, state) and has_acts(table),
        "next": _next_table(table),
        "turn_ends_at": _turn_ends_at(table, state),
        "game": None if state is None else mode_for(table).shown(state, viewer),
    }


def own_values(table: ClubTable, hand: Hand, looking: int | None = None) -> OwnTableSchema:
    """Return the values for one's own device: with one's own rack, or on the tablet that of the player who
    holds it.
    """
    if hand.seat is not None:
        looking = hand.seat.number
    elif table.way == ClubTable.Way.PHONES or looking not in table.seats.values_list("number", flat=True):
        looking = None
    seat = None if hand.seat is None else hand.seat.number
    return {"seat": seat, "keeper": hand.is_keeper, **_translate(table_values(table, looking))}


def _translate(values: TableSchema) -> TableSchema:
    """Add the reason why an exchange is refused, in the language of the request; frames are the same for all."""
    game = values["game"] or {}
    if refused := game.get("exchange_refused"):
        said = engine_message(refused["code"], refused["params"])
        values["game"] = game | {"exchange_refused": refused | {"text": said}}
    return values


def table_source(code: str) -> FrameSource:
    """Return the stream source for the screens of a table; it has no holders of tokens."""
    return FrameSource(channel_of(code), partial(read_table, code))


read_table = in_thread(table_frame)


def _devices(table: ClubTable, seats: Iterable[TableSeat]) -> str:
    """Return what changes with each new link: then the devices ask for their state, and one learns that it is out."""
    return hash_token("".join([table.token_hash, *(seat.token_hash or "" for seat in seats)]))[:8]


def _undo_asked(table: ClubTable) -> UndoSchema | None:
    undo = table.undos.filter(agreed=None).select_related("seat").first()
    if undo is None:
        return None
    answered = list(undo.answers.values_list("seat__number", flat=True))
    return {"by": undo.seat.number if undo.seat else None, "agreed": answered}


def _undo_refused(table: ClubTable) -> int | None:
    """Return the seat whose undo was refused last, as long as its act is the latest."""
    undo = table.undos.select_related("seat").order_by("pk").last()
    if undo is None or undo.agreed is not False or undo.seat is None:
        return None
    acts = standing_acts(table)
    return undo.seat.number if acts and acts[-1].pk == undo.act_id else None


def _next_table(table: ClubTable) -> str | None:
    """Return the code of the table at which the players go on."""
    if table.begun_at is None:
        return None
    return ClubTable.objects.filter(follows=table).values_list("code", flat=True).first()


def _turn_ends_at(table: ClubTable, state: Any) -> int | None:
    """Return when the turn ends, in milliseconds since 1970, by the server's clock."""
    ends = turns.turn_ends_at(table, state)
    return None if ends is None else clock.milliseconds(ends)
