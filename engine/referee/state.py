"""The state of a classic game at one moment, and queries on it.

Terms. A *seat* is a player at the board. The number of tiles it holds (*held*) is always known, because it
follows from the tiles played; which tiles, only as far as they were told (*known*). The *pool* is the tiles
that are neither on the board nor known on a rack: the bag, and the unknown tiles of the racks. The *play* is
the word placed last, while it can still be challenged: until the next turn.

Invariants: the tiles on the board, those held and those in the bag together are the tile set; known tiles are
among those held; a player to move has no lost turn to sit out.
"""

from collections import Counter
from dataclasses import dataclass, replace
from typing import Literal, Self

from engine.board import Board
from engine.errors import TurnError
from engine.notation import Convention
from engine.racks.draw import unseen
from engine.referee.players import Player
from engine.referee.settings import FEWEST_PLAYERS, MOST_PLAYERS, ClassicSettings
from engine.referee.variants.finish_line import player_problems, target_of
from engine.rules.game_settings import raise_found
from engine.scoring import FormedWord, ScoredMove
from engine.squares import SQUARES
from engine.tiles import TileSet

EndReason = Literal["target", "out", "passes", "scoreless"]


@dataclass(frozen=True, slots=True)
class Seat:
    """A player in the game. `returned` are tiles just given back, which the same exchange cannot draw."""

    player: Player
    held: int
    score: int = 0
    known: tuple[int, ...] = ()
    returned: tuple[int, ...] = ()
    turns_lost: int = 0

    @property
    def is_known(self) -> bool:
        """True if the whole rack is known."""
        return len(self.known) == self.held


@dataclass(frozen=True, slots=True)
class Play:
    """The play that can be challenged, and the values to restore if it is taken off: board, seat, scoreless
    turns.

    `words` are those that it scores, `rearranged` others that rearranging has changed (V4). `extra` are
    points for words on the theme (V8); `on_theme` are the words that the table has accepted.
    """

    player: int
    scored: ScoredMove
    words: tuple[FormedWord, ...]
    board: Board
    seat: Seat
    scoreless: int
    is_judged: bool = False
    rearranged: tuple[FormedWord, ...] = ()
    extra: int = 0
    on_theme: tuple[tuple[int, ...], ...] = ()

    @property
    def judged(self) -> tuple[FormedWord, ...]:
        """All words that must be good."""
        return self.words + self.rearranged


@dataclass(frozen=True, slots=True)
class State:
    """A moment of the game. `adjustments` are the points for tiles left, by player, once the game is over.

    `finished` is the player who had reached the finish line then (V2); `recycled` are squares whose tile was
    swapped in the current turn (V5, V6).
    """

    settings: ClassicSettings
    tiles: TileSet
    board: Board
    seats: tuple[Seat, ...]
    to_move: int
    convention: Convention = "english"
    drawing: tuple[int, ...] = ()  # players who draw again for the start, after equal letters
    play: Play | None = None
    turns: int = 0
    passes: int = 0  # in succession
    scoreless: int = 0  # turns in succession
    sat_out: tuple[int, ...] = ()  # players whose lost turns went by with the latest act
    adjustments: tuple[int, ...] | None = None
    finished: int | None = None
    recycled: tuple[int, ...] = ()

    @classmethod
    def start(
        cls,
        players: tuple[Player, ...],
        tiles: TileSet,
        settings: ClassicSettings | None = None,
        *,
        first: int = 0,
        convention: Convention = "english",
    ) -> Self:
        """Return the game before the first act; player `first` begins, unless the start is drawn.

        Raises:
            EngineError: there are too few or too many players, or the settings do not go with them or with the tiles.
        """
        settings = settings or ClassicSettings()
        if not FEWEST_PLAYERS <= len(players) <= MOST_PLAYERS:
            raise TurnError("players_number", fewest=FEWEST_PLAYERS, most=MOST_PLAYERS, given=len(players))
        if not 0 <= first < len(players):
            raise TurnError("no_such_player", number=first)
        raise_found([found for player in players for found in player_problems(player, settings)])
        for word in settings.theme_words:
            tiles.encode_plain(word)  # raises a TileError if no play can make it
        held = min(settings.rack_size, tiles.size // len(players))
        seats = tuple(Seat(player, held) for player in players)
        return cls(settings, tiles, Board.empty(), seats, first, convention)

    @property
    def scores(self) -> tuple[int, ...]:
        return tuple(seat.score for seat in self.seats)

    @property
    def bag_count(self) -> int:
        """The number of tiles in the bag; it follows from the tiles played, even if racks are unknown."""
        lying = SQUARES - self.board.cells.count(0)
        return max(0, self.tiles.size - lying - sum(seat.held for seat in self.seats))

    @property
    def is_over(self) -> bool:
        return self.adjustments is not None

    @property
    def end_reason(self) -> EndReason | None:
        """The reason why no turn follows (C5, V2), or None.

        A player is at the finish line or out, though perhaps still challenged; or all have passed; or too
        many turns in succession were scoreless.
        """
        if self.at_target is not None:
            return "target"
        if any(not seat.held for seat in self.seats):
            return "out"
        if self.passes >= self.settings.passes_each * len(self.seats):
            return "passes"
        most = self.settings.scoreless_turns
        return "scoreless" if most is not None and self.scoreless >= most else None

    @property
    def is_doubted(self) -> bool:
        """True if the last play can be challenged."""
        return self.play is not None and not self.play.is_judged and self.settings.challenge != "void"

    @property
    def at_target(self) -> int | None:
        """The player who has reached the finish line (V2); when the game is over, who had."""
        if self.is_over:
            return self.finished
        targets = (target_of(seat.player, self.settings, len(self.seats)) for seat in self.seats)
        reached = (
            player
            for player, (seat, target) in enumerate(zip(self.seats, targets, strict=True))
            if target is not None and seat.score >= target
        )
        return next(reached, None)

    def name(self, player: int) -> str:
        return self.seats[player].player.name

    def with_seat(self, player: int, seat: Seat) -> Self:
        return replace(self, seats=(*self.seats[:player], seat, *self.seats[player + 1 :]))


def pool(state: State) -> Counter[int]:
    """Count each tile that is neither on the board nor known on a rack."""
    left = Counter(dict(enumerate(unseen(state.board, state.tiles))))
    for seat in state.seats:
        left -= Counter(seat.known)
    return left


def unseen_by(state: State, player: int) -> Counter[int]:
    """Count each tile that is neither on the board nor known on this player's rack: the unseen tiles."""
    left = Counter(dict(enumerate(unseen(state.board, state.tiles))))
    return left - Counter(state.seats[player].known)


def turn_limit(state: State, player: int) -> int | None:
    """Return the seconds that the player has for a turn (C7), None without a limit."""
    own = state.seats[player].player.turn_seconds
    return state.settings.turn_seconds if own is None else own
