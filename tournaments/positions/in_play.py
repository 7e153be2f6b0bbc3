"""Positions of open rounds on this server, whose racks are out and whose tops are secret.

A search of a typed position is refused if it is exactly one of these, to anybody who does not arbitrate each game
that has it, and the attempt goes on that game's log. Nothing else depends on other games: a hall draws, opens and
searches its own rounds whatever is played elsewhere. `search` is the way to the search.

Each kind of play reports its positions as a receiver of `reading_positions`. They are neither stored nor locked, but
read whenever somebody asks.
"""

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User
from django.dispatch import Signal
from django.utils.translation import gettext_lazy as _

from engine.board import Board
from engine.tiles import BLANK_FLAG, BLANK_TEXT, TileSet
from tournaments.errors import RuleViolation
from tournaments.models import Arbitrator, Event
from tournaments.organisers.rights import Right, organisers_of

# Receivers return an iterable of `InPlay`.
reading_positions = Signal()

Tiles = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PositionTiles:
    """The tiles of a rack and those of a board as sorted letters, blanks as "?": turning or mirroring a board leaves
    them the same. The `board` is None where only the rack is asked about.
    """

    rack: Tiles
    board: Tiles | None = None

    @classmethod
    def of(cls, board: Board | None, rack: Iterable[int], tiles: TileSet) -> "PositionTiles":
        laid = None
        if board is not None:
            cells = (BLANK_TEXT if cell & BLANK_FLAG else tiles.token(cell) for cell in board.cells)
            laid = tuple(sorted(filter(None, cells)))
        return cls(tuple(sorted(tiles.token(tile) or BLANK_TEXT for tile in rack)), laid)


@dataclass(frozen=True, slots=True)
class InPlay:
    """The position of an open round: its board is read only if the rack is the one that is asked about.

    `envelopes` are those of a prepared game that several clubs play; `log_attempt` puts the asker on its log.
    """

    event_id: int
    rack: Tiles
    read_position: Callable[[], PositionTiles]
    read_envelopes: Callable[[], frozenset[str]]
    log_attempt: Callable[[User | None], None]

    def is_asked(self, asked: PositionTiles) -> bool:
        return asked.rack == self.rack and asked.board in {None, self.read_position().board}


@dataclass(frozen=True, slots=True)
class SearchAsker:
    """A person who wants to know the possible moves: a user, or an unknown person (None).

    They ask about a position that they wrote down, or about those of a game in an `envelope`.
    """

    by: User | None
    envelope: str = ""


def check_may_be_told(asked: Iterable[PositionTiles], asker: SearchAsker) -> None:
    """Refuse positions of open rounds in games that the asker does not arbitrate.

    The attempt goes on that game's log, so this must not run in a transaction that the refusal rolls back.

    Raises:
        RuleViolation: one of the positions is being played.
    """
    if is_withheld(asked, asker):
        raise RuleViolation(
            "position_in_play",
            _(
                "This position is being played here, in another game: only those who arbitrate that game may search "
                "it. Try again when its round is over."
            ),
        )


def is_withheld(asked: Iterable[PositionTiles], asker: SearchAsker, *, log: bool = True) -> bool:
    """Tell whether a position is one of an open round in a game that the asker does not arbitrate.

    The attempt goes on that game's log, except with `log=False`, for an asker who only reads what was found before.
    """
    readers: list[tuple[Any, Any]] = reading_positions.send(sender=None)
    in_play = [each for _receiver, found in readers for each in found]
    withheld = False
    for position in asked:
        for each in _withholding([each for each in in_play if each.is_asked(position)], asker):
            withheld = True
            if log:
                each.log_attempt(asker.by)
    return withheld


def _withholding(playing: Collection[InPlay], asker: SearchAsker) -> list[InPlay]:
    """Return the games of these that the asker does not arbitrate; games of one envelope are one game."""
    if not playing:
        return []
    arbitrated = _find_arbitrated_events(playing, asker.by)
    envelopes = {asker.envelope}.union(
        *(each.read_envelopes() for each in playing if each.event_id in arbitrated)
    )
    return [
        each
        for each in playing
        if each.event_id not in arbitrated and envelopes.isdisjoint(each.read_envelopes())
    ]


def _find_arbitrated_events(playing: Iterable[InPlay], by: User | None) -> set[int]:
    """Return the events of these games that the user arbitrates."""
    events = {each.event_id for each in playing}
    if by is None or not by.is_active:
        return set()
    posts = Arbitrator.objects.filter(event__in=events, user=by, role__in=Arbitrator.JUDGES)
    everywhere = Event.objects.filter(
        pk__in=events, organiser__in=organisers_of(by, Right.ARBITRATE).values("pk")
    )
    return set(posts.values_list("event", flat=True)) | set(everywhere.values_list("pk", flat=True))
