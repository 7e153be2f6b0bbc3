"""The game of a `Position` as GCG: its players, and the events of each turn, new or as a file has them."""

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, Self

from engine.errors import RecordError
from engine.formats.cgp import CgpPosition
from engine.formats.gcg import EventKind, GcgEvent, GcgGame, GcgPlayer, Pragma
from engine.positions.turns import PositionMove, Turn
from engine.referee.acts import Exchange, Pass, Place
from engine.referee.game import ClassicGame
from engine.referee.gcg.reader import CheckedEvent, names_of
from engine.referee.gcg.writer import RULES_PRAGMA, nicks_of, word_cells
from engine.referee.settings import FEWEST_PLAYERS, ClassicSettings
from engine.rules import (
    CLASSIC,
    RuleSet,
    load_rule_set,
)
from engine.tiles import TileSet

_OPPONENT = "opponent"
_MOST_PASSES = 10  # of each player in succession: no turn of a position ends its game
_RACK = re.compile(r"rack\d")


class Played(NamedTuple):
    """A turn with the position after it, the number of the player who is then on turn, and its events in GCG.

    The first event is the turn itself; what a file has behind it, such as a challenge, follows.
    """

    turn: Turn
    after: CgpPosition
    to_move: int
    events: tuple[GcgEvent, ...]


@dataclass(frozen=True, slots=True)
class PositionRecord:
    """A game in GCG without its turns: `before` are events before the first turn, `first` begins."""

    players: tuple[GcgPlayer, ...]
    head: tuple[Pragma, ...] = ()
    before: tuple[GcgEvent, ...] = ()
    end: tuple[Pragma, ...] = ()
    first: int = 0

    @classmethod
    def of_names(cls, names: Sequence[str]) -> Self:
        """Return the record of a new game."""
        nicks = nicks_of(names)
        return cls(
            tuple(GcgPlayer(nick, " ".join(name.split())) for nick, name in zip(nicks, names, strict=True))
        )

    @classmethod
    def of_file(cls, file: GcgGame, game: ClassicGame, before: tuple[GcgEvent, ...]) -> Self:
        """Return the record of a game in a file. Its racks at the end are left out: the position has them."""
        names = names_of(file) | {player.nick: player.name for player in file.players}
        players = [GcgPlayer(nick, name) for nick, name in names.items()]
        if len(players) < len(game.players):
            players.append(GcgPlayer(nicks_of([*names, _OPPONENT])[-1], ""))
        head, end = (
            tuple(each for each in pragmas if not _RACK.fullmatch(each.keyword))
            for pragmas in (file.head, file.end)
        )
        return cls(tuple(players), head, before, end, game.first)

    def turn_event(self, turn: Turn, number: int, before: CgpPosition, tiles: TileSet) -> GcgEvent:
        """Return the event of a turn that player `number` takes in a position."""
        rack, nick, score = before.racks[0], self.players[number].nick, before.scores[0]
        if isinstance(turn, PositionMove):
            move = turn.scored.move
            cells = word_cells(move, before.board)
            return GcgEvent(EventKind.MOVE, nick, rack, turn.score, score + turn.score, move.reference, cells)
        if turn.is_pass:
            return GcgEvent(EventKind.PASS, nick, rack, 0, score)
        given = tiles.encode_rack(turn.played)
        return GcgEvent(
            EventKind.EXCHANGE, nick, rack, 0, score, tiles=given, count=0 if given else turn.count
        )

    def to_gcg(self, start: CgpPosition, turns: Sequence[Played], rules: RuleSet, tiles: TileSet) -> GcgGame:
        """Return the game. The only player of a position gets an opponent who passes.

        Raises:
            RecordError: the position does not begin with the empty board.
        """
        if not start.board.is_empty or any(start.scores):
            raise RecordError("gcg_begun")
        players, alone = self.players, len(self.players) < FEWEST_PLAYERS
        opponent = nicks_of([self.players[0].nick, _OPPONENT])[1]
        events = list(self.before)
        for played in turns:
            events += played.events
            if alone:
                events.append(GcgEvent(EventKind.PASS, opponent, (), 0, 0))
        state, to_move = (turns[-1].after, turns[-1].to_move) if turns else (start, self.first)
        racks = () if events and events[-1].kind is EventKind.RACK else _rack_pragmas(state, to_move, tiles)
        return GcgGame(
            players=(*players, GcgPlayer(opponent, "")) if alone else players,
            head=(*(self.head or _head(start, rules, tiles)), *(() if events else (*racks, *self.end))),
            events=tuple(events),
            end=(*racks, *self.end) if events else (),
        )


def build_rules(settings: ClassicSettings) -> RuleSet:
    """Return the rule set with the rack size and bonuses of a classic game; all else is as in the classic one."""
    classic, size = load_rule_set(CLASSIC), settings.rack_size
    # A rule set refuses what does not fit on a rack.
    early, late = (min(size // 2, least) for least in (classic.rack.minimum_early, classic.rack.minimum_late))
    bonuses = {tiles: points for tiles, points in settings.bonuses.items() if tiles <= size}
    return replace(
        classic,
        rack=replace(classic.rack, size=size, minimum_early=early, minimum_late=late),
        moves=replace(classic.moves, bonuses=bonuses),
    )


def split_by_turn(checks: Iterable[CheckedEvent]) -> list[tuple[GcgEvent, ...]]:
    """Return the events before the first turn, then those of each turn with what follows it."""
    parts: list[tuple[GcgEvent, ...]] = [()]
    for checked in checks:
        if any(isinstance(act, Place | Exchange | Pass) for act in checked.acts):
            parts.append(())
        parts[-1] += (checked.event,)
    return parts


def _head(start: CgpPosition, rules: RuleSet, tiles: TileSet) -> tuple[Pragma, ...]:
    """Return the pragmas of a new game; its rules only if they are others than those that every program knows."""
    head = (Pragma("lexicon", dict(start.opcodes).get("lex", "")), Pragma("tile-set", tiles.name))
    allowed = ClassicSettings(challenge="single", exchange_minimum=0, passes_each=_MOST_PASSES)
    settings = replace(allowed, rack_size=rules.rack.size, bonuses=rules.moves.bonuses)
    if settings == allowed:
        return head
    return (*head, Pragma(RULES_PRAGMA, json.dumps(settings.differences(), ensure_ascii=False)))


def _rack_pragmas(state: CgpPosition, to_move: int, tiles: TileSet) -> tuple[Pragma, ...]:
    count = len(state.racks)
    racks = {(to_move + place) % count: rack for place, rack in enumerate(state.racks) if rack}
    return tuple(Pragma(f"rack{number + 1}", tiles.decode_rack(racks[number])) for number in sorted(racks))
