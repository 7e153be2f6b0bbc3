"""The progress of each room in a round, which the room that draws checks before it announces."""

from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth.models import User
from django.db.models import Max

from duplicate.arbitration.progress import RoundState, TableCount
from duplicate.attendance.seating import entries_of
from duplicate.models import Game, Round
from duplicate.models.room_readiness import RoomReady
from duplicate.rounds.room_readiness import late_slips, rooms_spoken_for
from tournaments.models import Room
from tournaments.wording.number_ranges import range_text


@dataclass(frozen=True, slots=True)
class RoomLine:
    """One room. `acted_at` is when one of the people posted there last did something; `late` are the tables
    with only a late slip. `count` and `ready` are None between rounds.
    """

    room: Room
    tables: str
    posted: tuple[str, ...]
    acted_at: datetime | None
    count: TableCount | None
    late: tuple[int, ...]
    ready: RoomReady | None
    is_own: bool


@dataclass(frozen=True, slots=True)
class RoomList:
    round: Round | None
    lines: tuple[RoomLine, ...]

    @property
    def may_be_ready(self) -> bool:
        return self.round is not None and self.round.state == Round.State.CLOSED

    @property
    def waited_for(self) -> tuple[RoomLine, ...]:
        """The rooms with players that are not ready."""
        return tuple(line for line in self.lines if line.ready is None and line.count and line.count.tables)


def rooms_of_game(game: Game, viewer: User) -> RoomList:
    """Return the rooms in the round in progress, or in the last one."""
    rooms = list(game.event.rooms.all())
    round_ = game.rounds.standing().exclude(state=Round.State.DRAWN).last() if rooms else None
    if round_:
        round_.game = game
    seated = entries_of(game).filter(withdrawn_at=None)
    state = RoundState(round_, dict(seated.values_list("pk", "seat"))) if round_ else None
    ready = (
        {ready_room.room_id: ready_room for ready_room in round_.ready_rooms.select_related("by")}
        if round_
        else {}
    )
    posted = defaultdict(list)
    for post in game.event.posts.filter(room__in=rooms).select_related("user"):
        posted[post.room_id].append(post.user)
    late = [slip.entry.table for slip in late_slips(round_)] if round_ else []
    own = rooms_spoken_for(game, rooms, viewer)
    acted = dict(game.log.filter(by__posts__room__in=rooms).values_list("by").annotate(at=Max("at")))

    def line(room: Room) -> RoomLine:
        people = posted[room.pk]
        return RoomLine(
            room=room,
            tables=range_text(room.tables),
            posted=tuple(user.get_username() for user in people),
            acted_at=max((acted[user.pk] for user in people if user.pk in acted), default=None),
            count=state.count(room.tables) if state else None,
            late=tuple(table for table in late if table in room.tables),
            ready=ready.get(room.pk),
            is_own=room.pk in own,
        )

    return RoomList(round_, tuple(map(line, rooms)))
