"""A classic game at a table: the referee's game, and what people have said between the turns.

Terms. The *record* is the list of the referee's acts, from which the game replays; racks that the program dealt are in
it. The *log* tells the same for those who look on: it names no tile on a rack. At the *end* there is no turn any
more: the last play can still be challenged, until each opponent has accepted it, and racks that are not known are
told; then the tiles left are counted, and the game is over.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from engine.modes.base import Setup
from engine.referee import (
    Act,
    Challenge,
    ClassicGame,
    DrawForStart,
    End,
    Exchange,
    Pass,
    Place,
    Rack,
    State,
    apply,
    bad_words_of,
    draw_for_start,
    refill,
)
from engine.referee.racks import told_racks
from engine.scoring import WordSource

Entry = Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """A moment of the game. `agreed` say that nobody can play; `accepted` take the last play as it lies."""

    setup: Setup
    state: State
    record: tuple[Act, ...] = ()
    log: tuple[Entry, ...] = ()
    agreed: frozenset[int] = frozenset()
    accepted: frozenset[int] = frozenset()

    @property
    def everybody(self) -> frozenset[int]:
        return frozenset(range(len(self.state.seats)))

    @property
    def is_ending(self) -> bool:
        """Whether there is no turn any more, and the game not over yet."""
        return not self.state.is_over and (self.state.end_reason is not None or self.agreed == self.everybody)

    @property
    def is_doubted(self) -> bool:
        """Whether the last play can be challenged."""
        play = self.state.play
        return play is not None and not play.is_judged and self.state.settings.challenge != "void"

    @property
    def doubters(self) -> tuple[int, ...]:
        """Who can challenge the last play at the end of the game, and has not accepted it."""
        play = self.state.play
        if not self.is_ending or not self.is_doubted or play is None:
            return ()
        return tuple(sorted(self.everybody - self.accepted - {play.player}))

    @property
    def untold(self) -> tuple[int, ...]:
        """Whose rack is not known, and does not follow from the others'."""
        seats = enumerate(told_racks(self.state).seats)
        return tuple(player for player, seat in seats if not seat.is_known)


def started(setup: Setup) -> Table:
    """The game before the first act: where the program deals, who begins is drawn and all have their racks."""
    state = State.start(setup.players, setup.tiles, setup.settings)
    table = Table(setup=setup, state=state)
    if not setup.deals:
        return table
    table = done(table, draw_for_start(state, setup.seed))
    attempt = 0
    while table.state.drawing:
        attempt += 1
        table = done(table, draw_for_start(table.state, setup.seed, attempt))
    for player in range(len(setup.players)):
        table = done(table, refill(table.state, player, setup.seed))
    return table


def done(table: Table, act: Act, lexicon: WordSource | None = None) -> Table:
    """The table after an act of the referee's; what was said before it no longer counts if it changed the turn."""
    after = apply(table.state, act, lexicon)
    log = (*table.log, *_entries(table, act, after))
    said = (
        replace(table, agreed=frozenset(), accepted=frozenset()) if after.turns > table.state.turns else table
    )
    return replace(said, state=after, record=(*table.record, act), log=log)


def settled(table: Table) -> Table:
    """With the game brought to its end, if nobody can say anything against it any more."""
    if not table.is_ending or table.doubters or table.untold:
        return table
    return done(table, End(nobody_can_play=table.state.end_reason is None))


def game_of(table: Table) -> ClassicGame:
    """The game as a record, over or not, for JSON and GCG."""
    return ClassicGame(
        players=table.setup.players,
        acts=table.record,
        settings=table.setup.settings,
        tiles=table.setup.tiles.name,
        lexicon=table.setup.lexicon.name,
    )


def _entries(table: Table, act: Act, after: State) -> tuple[Entry, ...]:
    """What everybody sees of an act; of a rack, nothing."""
    if isinstance(act, Rack):
        return ()
    entry: dict[str, Any] = {"kind": _KINDS[type(act)]}
    if not isinstance(act, DrawForStart | End):
        entry["player"] = act.player
    return (entry | _told(table, act, after) | ({"notes": list(act.notes)} if act.notes else {}),)


_KINDS: dict[type[Act], str] = {
    DrawForStart: "start",
    Place: "place",
    Exchange: "exchange",
    Pass: "pass",
    Challenge: "challenge",
    End: "end",
}


def _told(table: Table, act: Act, after: State) -> dict[str, Any]:
    before, tiles = table.state, table.setup.tiles
    match act:
        case DrawForStart():
            return {"drawn": [[player, tiles.decode_rack([tile])] for player, tile in act.drawn]}
        case Place():
            return _placed(act, before, after)
        case Exchange():
            return {"count": act.number}
        case Challenge():
            return _challenged(table, act, after)
        case End():
            return {"points": list(after.adjustments or ()), "nobody_can_play": act.nobody_can_play}
    return {}


def _placed(act: Place, before: State, after: State) -> dict[str, Any]:
    play = after.play
    assert play is not None  # it was just placed
    reference, word = play.scored.move.text(before.tiles, before.convention)
    formed = [[before.tiles.decode(one.word), one.score] for one in play.words]
    points = after.seats[act.player].score - before.seats[act.player].score
    return {"ref": reference, "word": word, "points": points, "words": formed}


def _challenged(table: Table, act: Challenge, after: State) -> dict[str, Any]:
    """The words that the lexicon does not have are named when a play comes off; on paper a verdict may be another."""
    before = table.state
    bad = list(bad_words_of(before, table.setup.lexicon)) if act.upheld else []
    scores = zip(after.scores, before.scores, strict=True)
    points = [now - then for now, then in scores]
    return {"upheld": act.upheld, "bad": bad, "points": points}
