"""The state of Scrabble Me at one moment, and queries on it (RULES V13).

Terms. A *round* has a *play* of each player, secret until all are there. A play that was challenged and has a
word that is not good is *taken back*; its points count only if it *stands*. The *podium* is the tiles that
lie face up for all.

A round has phases: *play*, until all have played; *challenge*, until nobody challenges a play any more;
*swap*, in which those who used a blank swap boards; *refill*, one tile at a time. A phase is over when it
waits for nobody.

Invariant: the tiles on the boards, racks, podium and in the bag are the tile set.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Literal, Self

from engine.board import Board
from engine.modes.base import Setup
from engine.referee.players import Player
from engine.referee.settings import MOST_POINTS
from engine.rules.game_settings import check_settings
from engine.rules.setting_kinds import OneOf, Points, Whole, setting
from engine.scoring import DEFAULT_BONUSES, FormedWord, ScoredMove
from engine.squares import LONGEST_RACK
from engine.translation import gettext_noop as _

Phase = Literal["play", "challenge", "swap", "refill", "over"]
RoundKind = Literal["usual", "last", "extra"]
EndReason = Literal["played_out", "stuck", "passes"]
PlayKind = Literal["place", "pass", "sits_out", "not_in"]
Verdict = Literal["good", "taken_back"]

MOST_ON_PODIUM = 7
CHALLENGES: dict[str, str] = {
    "round": _("the next round"),
    "void": _("none: a play with a word that is not good is refused"),
}


@dataclass(frozen=True, slots=True)
class ScrabbleMeSettings:
    """The settings of Scrabble Me."""

    rack_size: int = setting(7, Whole(1, LONGEST_RACK), _("Tiles on each rack"))
    bonuses: Mapping[int, int] = setting(
        DEFAULT_BONUSES,
        Points(LONGEST_RACK, MOST_POINTS),
        _("Bonuses"),
        _("Points on top for playing so many tiles."),
    )
    challenge: str = setting("round", OneOf(CHALLENGES), _("What a challenge costs that fails"))
    podium_tiles: int = setting(
        3, Whole(1, MOST_ON_PODIUM), _("Tiles on the podium"), _("Face up, so many for each player.")
    )

    def __post_init__(self) -> None:
        check_settings(self)
        # The caller could change a mapping that it passed in.
        object.__setattr__(self, "bonuses", MappingProxyType(dict(self.bonuses)))


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardSeat:
    """A player with a board of their own. `rounds_lost` counts those still to sit out."""

    player: Player
    rack: tuple[int, ...]
    board: Board = field(default_factory=Board.empty)
    score: int = 0
    rounds_lost: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardPlay:
    """A player's play in a round. `not_in` marks those who have no part in the extra turn."""

    kind: PlayKind
    scored: ScoredMove | None = None
    words: tuple[FormedWord, ...] = ()
    before: Board = field(default_factory=Board.empty)
    verdict: Verdict | None = None
    challenger: int | None = None

    @property
    def stands(self) -> ScoredMove | None:
        """The move, if there is one and it was not taken back."""
        return None if self.verdict == "taken_back" else self.scored


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardsRound:
    """A round as it was played; `swaps` are the pairs of players who swapped boards."""

    number: int
    kind: RoundKind
    plays: tuple[BoardPlay | None, ...]
    swaps: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ScrabbleMe:
    """A moment of the game. Bag and podium are sorted; `seed` is that of the latest draw."""

    setup: Setup
    seats: tuple[BoardSeat, ...]
    podium: tuple[int, ...]
    bag: tuple[int, ...]
    round: BoardsRound
    phase: Phase = "play"
    accepted: tuple[int, ...] = ()
    swapping: tuple[int, ...] = ()  # players who still have to swap, in order
    picking: tuple[int, ...] = ()  # players who still lack tiles, in order
    seed: str = ""
    rounds: tuple[BoardsRound, ...] = ()
    ended: EndReason | None = None

    @property
    def players(self) -> range:
        return range(len(self.seats))

    @property
    def settings(self) -> ScrabbleMeSettings:
        settings: ScrabbleMeSettings = self.setup.settings
        return settings

    def name(self, player: int) -> str:
        return self.seats[player].player.name

    def with_seat(self, player: int, seat: BoardSeat) -> Self:
        return replace(self, seats=(*self.seats[:player], seat, *self.seats[player + 1 :]))

    def with_play(self, player: int, play: BoardPlay) -> Self:
        plays = (*self.round.plays[:player], play, *self.round.plays[player + 1 :])
        return replace(self, round=replace(self.round, plays=plays))

    def over(self, reason: EndReason) -> Self:
        return replace(self, phase="over", ended=reason)


def waits_for(state: ScrabbleMe) -> tuple[int, ...]:
    """Return the players who can act now."""
    match state.phase:
        case "play":
            return tuple(player for player in state.players if state.round.plays[player] is None)
        case "challenge":
            return tuple(
                player
                for player in state.players
                if player not in state.accepted and any(True for _ in doubtful(state, player))
            )
        case "swap":
            return state.swapping[:1]
        case "refill":
            return state.picking[:1] if state.bag or state.podium else ()
    return ()


def doubtful(state: ScrabbleMe, player: int) -> Iterator[int]:
    """Yield the players whose play this player can challenge."""
    if state.settings.challenge == "void":
        return
    for other, play in enumerate(state.round.plays):
        if other != player and play and play.scored and not play.verdict:
            yield other


def can_form_a_word(state: ScrabbleMe, player: int) -> bool:
    """Tell whether the engine finds a move for the player."""
    from engine import movegen  # noqa: PLC0415 - imports the search, which only a table at play needs

    seat, setup = state.seats[player], state.setup
    return bool(movegen.top(seat.board, seat.rack, setup.lexicon, setup.tiles).moves)


def winners(state: ScrabbleMe) -> tuple[int, ...] | None:
    """Return the players with the highest total; a tie is shared."""
    if not state.ended:
        return None
    best = max(seat.score for seat in state.seats)
    return tuple(player for player in state.players if state.seats[player].score == best)
