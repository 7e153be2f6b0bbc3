"""Frames of clocks for devices and walls: of one clock, and of all clocks of an event
(`tournaments.live.streams`).

A *wall* shows the clocks of the matches in progress: in each division those of its newest round with clocks,
and those of earlier rounds that still run and have no result. A wall is opened with a *pass*, which a page of
the event's desk has signed for its user. The pass is refused once the user has no post in the event any more.
"""

from collections.abc import Mapping
from functools import partial
from threading import Lock
from typing import Annotated, Any, TypedDict

from django.contrib.auth.models import User
from django.core import signing
from django.db.models import Max, Q

from tournaments.classic.clocks.services import clock_channel, link_for_token, wall_channel
from tournaments.classic.models.clocks import ClockLink, MatchClock
from tournaments.events.staff import role_of, users_at_desk
from tournaments.live.connections import StreamRefused
from tournaments.live.streams import Frame, FrameSource, in_thread
from tournaments.models import Event
from tournaments.names import name_visibility
from tournaments.time import clock

SALT = "wall of clocks"
PASS_SECONDS = 24 * 3600
FIELDS = (
    *("pk", "version", "match__table", "match__round__number", "match__round__division__name"),
    *(
        f"match__{which}__entry__{who}__{part}"
        for which in ("first", "second")
        for who in ("player", "partner")
        for part in name_visibility.PARTS
    ),
    *("match__first__entry__table", "match__second__entry__table"),
    *("state", "paused", "turn", "turn_number", "turn_used_ms", "as_of", "full_ms", "overtime_points"),
    *("first_left_ms", "second_left_ms", "first_limit_ms", "second_limit_ms"),
    *("first_long_turns", "second_long_turns"),
)

# The last body sent to each wall, and its version: see `wall_frame`.
_walls: dict[int, tuple[bytes, int]] = {}
_walls_lock = Lock()


SIDE_HELP = "0 is who goes first in the match."
STATES = (
    ("ready", "not started"),
    ("running", "the time of the side on turn runs"),
    ("neutral", "no time runs, as during a challenge"),
    ("over", "stopped for good"),
)


class ClockSchema(TypedDict):
    """A clock as it stood at `at`. While it runs, subtract the time since then from the side on turn."""

    id: Annotated[int, "Key of the clock."]
    version: Annotated[int, "Grows with every act on the clock; it is the answer's ETag."]
    table: Annotated[int | None, "Number of the table; null if the match has none."]
    round: Annotated[int, "Number of the round, from 1."]
    division: Annotated[str, "Name of the division."]
    names: Annotated[
        list[str],
        "Both players; the one who goes first is the first. While names are hidden the tables stand there.",
    ]
    state: Annotated[str, STATES, "What the clock does."]
    paused: Annotated[bool, "Whether the director has paused it: no time runs, and the table can do nothing."]
    turn: Annotated[int, f"Whose turn it is. {SIDE_HELP}"]
    number: Annotated[int, "Number of the turn, from 0; each press adds one."]
    at: Annotated[int, "The moment of all these values: milliseconds since 1970, the server's clock."]
    left: Annotated[list[int], "Milliseconds that each had left at that moment; below 0 in overtime."]
    used: Annotated[int, "Milliseconds of the turn in progress, up to that moment."]
    limits: Annotated[list[int | None], "Milliseconds that a turn of each may take; null without a limit."]
    long_turns: Annotated[list[int], "How many turns of each took longer than the limit."]
    full: Annotated[int, "Milliseconds that each had at first."]
    points: Annotated[int, "Points that a minute of overtime costs."]


class WallSchema(TypedDict):
    """The clocks of the matches in progress of an event."""

    version: Annotated[int, "Grows with every change; it is the answer's ETag."]
    clocks: Annotated[list[ClockSchema], "The clocks by division and table."]


def clock_values(row: Mapping[str, Any]) -> ClockSchema:
    """Return a clock's values for a frame, from a row with `FIELDS`; names only as far as they may be shown
    (`tournaments.names.name_visibility`).
    """
    return {
        "id": row["pk"],
        "version": row["version"],
        "table": row["match__table"],
        "round": row["match__round__number"],
        "division": row["match__round__division__name"],
        "names": [_name(row, "first"), _name(row, "second")],
        "state": row["state"],
        "paused": row["paused"],
        "turn": row["turn"],
        "number": row["turn_number"],
        "at": clock.milliseconds(row["as_of"]),
        "left": [row["first_left_ms"], row["second_left_ms"]],
        "used": row["turn_used_ms"],
        "limits": [row["first_limit_ms"], row["second_limit_ms"]],
        "long_turns": [row["first_long_turns"], row["second_long_turns"]],
        "full": row["full_ms"],
        "points": row["overtime_points"],
    }


def clock_frame(clock_id: int, known: int | None = None) -> Frame | None:
    """Return the clock's frame, with names, since a holder of its link sits at the table.

    None if there is no such clock or `known` is its version.
    """
    row = MatchClock.objects.filter(pk=clock_id).values(*FIELDS).first()
    if row is None or row["version"] == known:
        return None
    return Frame.of(row["version"], clock_values(row))


def clocks_on_wall(event_id: int) -> list[ClockSchema]:
    """Return the values of the clocks that a wall of the event shows, by division and table."""
    found = MatchClock.objects.filter(event=event_id)
    newest = found.order_by().values("match__round__division").annotate(round=Max("match__round__number"))
    shown = Q(state__in=("running", "neutral"), match__results__isnull=True)
    for each in newest:
        shown |= Q(match__round__division=each["match__round__division"], match__round__number=each["round"])
    rows = found.filter(shown).order_by("match__round__division", "match__table").values(*FIELDS).distinct()
    return [clock_values(row) for row in rows]


def wall_frame(event_id: int, known: int | None = None) -> Frame | None:
    """Return the frame of the event's clocks; None if there is no such event or `known` is the version.

    Clocks are added and deleted with their matches, so no number in their rows only grows. The version is the
    time at which this process noticed a change. Another process may give the same state another version; at
    worst it is sent twice.
    """
    event = Event.objects.filter(pk=event_id).first()
    if event is None:
        return None
    # Read and number under one lock: a later read must not get a lower version.
    with _walls_lock, name_visibility.hidden(name_visibility.names_are_hidden_in(event), event):
        body = Frame.of(0, {"clocks": clocks_on_wall(event_id)}).body
        before, version = _walls.get(event_id, (b"", 0))
        if body != before:
            version = max(clock.milliseconds(clock.now()), version + 1)
            _walls[event_id] = body, version
    if version == known:
        return None
    return Frame(version, b'{"version":%d,' % version + body[1:])


def pass_for_wall(event: Event, user: User) -> str:
    return signing.dumps([event.pk, user.pk], salt=SALT)


def holder_of_pass(event_id: int, written: str) -> str | None:
    """Return the key under which the streams of a user's walls are known; None if there is no such event.

    Raises:
        StreamRefused: the pass is invalid, or is for another event.
    """
    try:
        passed_event, user_id = signing.loads(written, salt=SALT, max_age=PASS_SECONDS)
    except (signing.BadSignature, ValueError, TypeError):
        raise StreamRefused(401) from None
    event = Event.objects.filter(pk=event_id).first()
    if event is None:
        return None
    user = User.objects.filter(pk=user_id).first()
    if passed_event != event_id or user is None or role_of(event, user) is None:
        raise StreamRefused(403)
    return _holder(event_id, user_id)


def holder_of_link(clock_id: int, token: str) -> str | None:
    """Return the token hash under which a device of the clock is known; None if there is no such clock.

    Raises:
        StreamRefused: the token is invalid, or opens another clock.
    """
    link = link_for_token(token)
    if link is not None and link.clock_id == clock_id:
        return link.token_hash
    if not MatchClock.objects.filter(pk=clock_id).exists():
        return None
    raise StreamRefused(401 if link is None else 403)


def clock_source(clock_id: int) -> FrameSource:
    """Return the stream source for devices of one clock."""
    return FrameSource(
        clock_channel(clock_id), partial(read_clock, clock_id), partial(read_link_hashes, clock_id)
    )


def wall_source(event_id: int) -> FrameSource:
    """Return the stream source for walls of an event."""
    return FrameSource(
        wall_channel(event_id), partial(read_wall, event_id), partial(read_desk_holders, event_id)
    )


def _link_hashes(clock_id: int) -> set[str]:
    return set(ClockLink.objects.filter(clock=clock_id).values_list("token_hash", flat=True))


def _desk_holders(event_id: int) -> set[str]:
    """Return the holder keys of everybody at the desk of the event."""
    return {_holder(event_id, user_id) for user_id in users_at_desk(event_id)}


def _holder(event_id: int, user_id: int) -> str:
    return f"wall {event_id} of {user_id}"


def _name(row: Mapping[str, Any], which: str) -> str:
    entry = f"match__{which}__entry__"
    told = [row[f"{entry}{who}__{part}"] for who in ("player", "partner") for part in name_visibility.PARTS]
    return name_visibility.visible_name(name_visibility.styled(told), row[f"{entry}table"])


read_clock = in_thread(clock_frame)
read_wall = in_thread(wall_frame)
read_link_hashes = in_thread(_link_hashes)
read_desk_holders = in_thread(_desk_holders)
read_link = in_thread(holder_of_link)
read_pass = in_thread(holder_of_pass)
