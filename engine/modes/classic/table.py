"""A classic game at a table: the referee's game, and the players' statements between the turns.

Terms. The *record* is the list of the referee's acts, from which the game replays; it contains racks that the
program dealt. The *log* has the same acts for the public: it names no tile on a rack. At the *end* there is
no further turn: the last play can still be challenged, until each opponent has accepted it, and unknown racks
are told; then the tiles left are counted, and the game is over.
"""

from dataclasses import dataclass, replace

from engine.modes.base import Setup
from engine.modes.classic.log import Entry, entries_of
from engine.referee import Act, ClassicGame, End, State, apply, draw_for_start, refill
from engine.referee.racks import fill_last_rack
from engine.referee.variants.themes import open_words
from engine.scoring import WordSource


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """A moment of the game. `agreed` say that nobody can play; `accepted` do not challenge the last play."""

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
        """True if no turn follows, but the game is not over yet."""
        return not self.state.is_over and (self.state.end_reason is not None or self.agreed == self.everybody)

    @property
    def doubters(self) -> tuple[int, ...]:
        """The players who can still react to the last play at the end of the game, and have not accepted it.

        They can challenge it, or say that words of it are on the theme (V8).
        """
        play = self.state.play
        if not self.is_ending or play is None or not (self.state.is_doubted or open_words(self.state)):
            return ()
        return tuple(sorted(self.everybody - self.accepted - {play.player}))

    @property
    def undrawn(self) -> tuple[int, ...]:
        """The players who must draw a first rack from two bags (V9)."""
        if not self.setup.deals or not self.setup.settings.double_bag or self.state.turns:
            return ()
        return tuple(player for player, seat in enumerate(self.state.seats) if not seat.is_known)

    @property
    def untold(self) -> tuple[int, ...]:
        """The players whose rack is unknown, cannot be inferred, and counts: none at a finish line (V2)."""
        if self.state.at_target is not None:
            return ()
        seats = enumerate(fill_last_rack(self.state).seats)
        return tuple(player for player, seat in seats if not seat.is_known)


def start_table(setup: Setup) -> Table:
    """Return the game before the first act; if the program deals, the start and all racks have been drawn.

    If there are two bags, every player draws with an act of their own.
    """
    state = State.start(setup.players, setup.tiles, setup.settings)
    table = Table(setup=setup, state=state)
    if not setup.deals:
        return table
    table = do_act(table, draw_for_start(state, setup.seed))
    attempt = 0
    while table.state.drawing:
        attempt += 1
        table = do_act(table, draw_for_start(table.state, setup.seed, attempt))
    for player in range(len(setup.players)) if not setup.settings.double_bag else ():
        table = do_act(table, refill(table.state, player, setup.seed))
    return table


def do_act(table: Table, act: Act, lexicon: WordSource | None = None) -> Table:
    """Do an act of the referee's; statements before it lapse if the turn or the board has changed."""
    after = apply(table.state, act, lexicon)
    log = (*table.log, *entries_of(act, table.state, after, table.setup.lexicon))
    said = table
    if after.turns > table.state.turns or after.board != table.state.board:
        said = replace(table, agreed=frozenset(), accepted=frozenset())
    return replace(said, state=after, record=(*table.record, act), log=log)


def settle(table: Table) -> Table:
    """End the game if no turn follows and nobody can object any more."""
    if not table.is_ending or table.doubters or table.untold:
        return table
    return do_act(table, End(nobody_can_play=table.state.end_reason is None))


def game_of(table: Table) -> ClassicGame:
    """Return the game as a record, over or not, for JSON and GCG."""
    return ClassicGame(
        players=table.setup.players,
        acts=table.record,
        settings=table.setup.settings,
        tiles=table.setup.tiles.name,
        lexicon=table.setup.lexicon.name,
    )
