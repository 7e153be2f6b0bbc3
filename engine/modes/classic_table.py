"""A classic game at a table: the referee's game, and what people have said between the turns.

Terms. The *record* is the list of the referee's acts, from which the game replays; racks that the program dealt are in
it. The *log* tells the same for those who look on: it names no tile on a rack. At the *end* there is no turn any
more: the last play can still be challenged, until each opponent has accepted it, and racks that are not known are
told; then the tiles left are counted, and the game is over.
"""

from dataclasses import dataclass, replace

from engine.modes.base import Setup
from engine.modes.classic_log import Entry, entries_of
from engine.referee import (
    Act,
    ClassicGame,
    End,
    State,
    apply,
    draw_for_start,
    refill,
)
from engine.referee.racks import told_racks
from engine.referee.themes import open_words
from engine.scoring import WordSource


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
        """Who can still say something of the last play at the end of the game, and has not accepted it: that they
        challenge it, or that words of it are on the theme (V8).
        """
        play = self.state.play
        if not self.is_ending or play is None or not (self.is_doubted or open_words(self.state)):
            return ()
        return tuple(sorted(self.everybody - self.accepted - {play.player}))

    @property
    def undrawn(self) -> tuple[int, ...]:
        """Who has to draw a first rack from two bags (V9)."""
        if not self.setup.deals or not self.setup.settings.double_bag or self.state.turns:
            return ()
        return tuple(player for player, seat in enumerate(self.state.seats) if not seat.is_known)

    @property
    def untold(self) -> tuple[int, ...]:
        """Whose rack is not known, does not follow from the others', and counts: not at a finish line (V2)."""
        if self.state.at_target is not None:
            return ()
        seats = enumerate(told_racks(self.state).seats)
        return tuple(player for player, seat in seats if not seat.is_known)


def started(setup: Setup) -> Table:
    """The game before the first act: where the program deals, who begins is drawn and all have their racks.

    From two bags everybody draws with an act of their own.
    """
    state = State.start(setup.players, setup.tiles, setup.settings)
    table = Table(setup=setup, state=state)
    if not setup.deals:
        return table
    table = done(table, draw_for_start(state, setup.seed))
    attempt = 0
    while table.state.drawing:
        attempt += 1
        table = done(table, draw_for_start(table.state, setup.seed, attempt))
    for player in range(len(setup.players)) if not setup.settings.double_bag else ():
        table = done(table, refill(table.state, player, setup.seed))
    return table


def done(table: Table, act: Act, lexicon: WordSource | None = None) -> Table:
    """The table after an act of the referee's; what was said before it counts no longer if turn or board is another."""
    after = apply(table.state, act, lexicon)
    log = (*table.log, *entries_of(act, table.state, after, table.setup.lexicon))
    said = table
    if after.turns > table.state.turns or after.board != table.state.board:
        said = replace(table, agreed=frozenset(), accepted=frozenset())
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
