"""Positions that are being played on this server.

From the draw of a rack to its announcement, the result of a search of its position is told only to those who
arbitrate that very game. `search` is the way to the search.

Each kind of play reports its positions as a receiver of `reading_positions`. They are neither stored nor
locked, but read whenever somebody is to be told something. So a position counts from the moment it is
committed, whichever of two games had it first.

A position that several games have belongs to the first of them: to the game whose board had half of the
shared tiles before the other, and on bare boards to the game whose rack was out before. A copy comes later,
even where the next rack could be foretold, so nobody can take a hall's own position from it. Games of one
envelope belong together.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import cached_property
from typing import Any

from django.contrib.auth.models import User
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.dispatch import Signal
from django.utils.translation import gettext_lazy as _

from engine.positions.same_position import (
    APART,
    TELLING_BOARD,
    PositionTiles,
    are_racks_equal,
    are_racks_near,
    find_shared_squares,
    is_same,
)
from tournaments.core import clock
from tournaments.core.errors import RuleViolation
from tournaments.models import Arbitrator, Event, EventAct
from tournaments.organisers.rights import Right, organisers_of

# Receivers return an iterable of `InPlay`, and may leave out the `own` one, if that is given.
reading_positions = Signal()
# A game without an act for this long is not being played.
PLAYED_WITHIN = timedelta(hours=12)

Key = tuple[str, int]


@dataclass(frozen=True, slots=True)
class History:
    """How a game came to its position: since when it has the rack, and its board after each move with that
    moment.

    `envelopes` are those of a prepared game that several clubs play. `is_drawn` says that the program drew
    the rack at the first attempt, so that nobody chose it.
    """

    rack_out: datetime
    boards: Sequence[tuple[datetime, PositionTiles]]
    envelopes: frozenset[str] = frozenset()
    is_drawn: bool = False

    def imported(self, at: datetime) -> "History":
        """Return the history of a game that was imported at that moment: earlier moments in its file prove
        nothing.
        """
        boards = [(max(moment, at), board) for moment, board in self.boards]
        return replace(self, rack_out=max(self.rack_out, at), boards=boards, is_drawn=False)


@dataclass(frozen=True)
class InPlay:
    """A position of a game in progress; only its rack is read at once.

    `key` names the game's round or match; `log_attempt` puts the asker on its log.
    """

    key: Key
    event_id: int
    rack: PositionTiles
    read_position: Callable[[], PositionTiles]
    read_history: Callable[[], History]
    log_attempt: Callable[[User | None], None]

    @cached_property
    def position(self) -> PositionTiles:
        return self.read_position()

    @cached_property
    def history(self) -> History:
        imports = _imports().filter(event=self.event_id).order_by("pk")
        imported_at = imports.values_list("at", flat=True).last()
        history = self.read_history()
        return history if imported_at is None else history.imported(imported_at)


@dataclass(frozen=True, slots=True)
class Asker:
    """A person who wants to know the possible moves: a user, or an unknown person (None).

    They ask about a position of their `own` game, a position that they wrote down, or those of a game in an
    `envelope`.
    """

    by: User | None
    own: InPlay | None = None
    envelope: str = ""


def check_may_be_told(asked: Iterable[PositionTiles], asker: Asker) -> None:
    """Refuse positions in play in a game that the asker does not arbitrate.

    The attempt goes on that game's log, so this must not run in a transaction that the refusal rolls back.

    Raises:
        RuleViolation: one of the positions is being played.
    """
    if is_withheld(asked, asker):
        raise position_in_play()


def position_in_play() -> RuleViolation:
    return RuleViolation(
        "position_in_play",
        _(
            "This position is being played here, in another game: only those who arbitrate that game may search it. "
            "Try again when its round is over, or put the rack back."
        ),
    )


def is_withheld(asked: Iterable[PositionTiles], asker: Asker, *, log: bool = True) -> bool:
    """Tell whether a position is in play in a game that the asker does not arbitrate.

    The attempt goes on that game's log, except with `log=False`, for an asker who only reads what was found
    before.
    """
    told = read_positions(asker.own)
    withheld = False
    for one in asked:
        for each in _withholding(one, asker, told):
            withheld = True
            if log:
                each.log_attempt(asker.by)
    return withheld


def is_going_on(acts: QuerySet[Any], event: str) -> Q:
    """Return the condition for rows in play within `PLAYED_WITHIN`.

    They have one of `acts` from that time, or their event, at the path `event`, was imported in it. Rows that
    were left alone for years cost nothing that way.
    """
    since = clock.now() - PLAYED_WITHIN
    imports = _imports().filter(event=OuterRef(event), at__gte=since)
    return Q(Exists(acts.filter(at__gte=since))) | Q(Exists(imports))


def read_positions(own: InPlay | None = None) -> list[InPlay]:
    """Return all positions that are being played now; an asker's `own` one may be missing."""
    readers: list[tuple[Any, Any]] = reading_positions.send(sender=None, own=own)
    return [each for _receiver, found in readers for each in found]


def _withholding(asked: PositionTiles, asker: Asker, told: Iterable[InPlay]) -> list[InPlay]:
    """Return the games that have a position and own it, rather than a game of the asker."""
    own = asker.own
    # Racks are compared first: a board is built from all moves of its game.
    near = [each for each in told if _may_be(asked, each.rack) and (own is None or each.key != own.key)]
    playing = [each for each in near if is_same(asked, each.position)]
    if not playing:
        return []
    arbitrated = _find_arbitrated_events(playing, asker.by)
    mine = [each for each in playing if each.event_id in arbitrated]
    if own is not None:
        mine.append(own)
        playing = [each for each in playing if not _is_chance(asked, own, each)]
    others = [
        each
        for each in playing
        if each.event_id not in arbitrated and asker.envelope not in each.history.envelopes
    ]
    return [each for each in others if not any(_comes_first(one, each) for one in mine)]


def _may_be(asked: PositionTiles, told: PositionTiles) -> bool:
    """Tell whether the boards have to be compared for a position with the rack `told`."""
    if asked.rack is None and told.rack is None:
        return False
    if asked.rack is None or told.rack is None or asked.board.total() >= TELLING_BOARD:
        return True
    return are_racks_near(asked.rack, told.rack)


def _is_chance(asked: PositionTiles, own: InPlay, other: InPlay) -> bool:
    """Tell whether two nearly equal racks are chance: the program drew one, on a board with too few tiles to
    tell.

    This happens to clubs that begin at the same time.
    """
    if asked.rack is None or other.rack.rack is None or are_racks_equal(asked.rack, other.rack.rack):
        return False
    return own.history.is_drawn and asked.board.total() < TELLING_BOARD


def _find_arbitrated_events(playing: Sequence[InPlay], by: User | None) -> set[int]:
    """Return the events of these games that the user arbitrates."""
    events = {each.event_id for each in playing}
    if by is None or not by.is_active:
        return set()
    posts = Arbitrator.objects.filter(event__in=events, user=by, role__in=Arbitrator.JUDGES)
    everywhere = Event.objects.filter(
        pk__in=events, organiser__in=organisers_of(by, Right.ARBITRATE).values("pk")
    )
    return set(posts.values_list("event", flat=True)) | set(everywhere.values_list("pk", flat=True))


def _imports() -> QuerySet[EventAct]:
    return EventAct.objects.filter(act="archive_read")


def _comes_first(one: InPlay, other: InPlay) -> bool:
    """Tell whether a position belongs to the one game rather than to the other."""
    here, there = one.history, other.history
    if here.envelopes & there.envelopes:
        return True
    shared = find_shared_squares(one.position, other.position)
    tiles = min(one.position.board.total(), other.position.board.total())
    if len(shared) > APART and 2 * len(shared) >= tiles:
        since = _half_laid(here, [square for square, _there in shared])
        others_since = _half_laid(there, [square for _here, square in shared])
        if since != others_since:
            return since < others_since
    return (here.rack_out, one.key) < (there.rack_out, other.key)


def _half_laid(history: History, squares: Sequence[int]) -> datetime:
    """Return the moment since when half of these squares have their tiles."""
    for at, board in history.boards:
        if 2 * sum(bool((board.squares or ())[square]) for square in squares) >= len(squares):
            return at
    return history.rack_out
