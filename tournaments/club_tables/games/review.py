"""A classic game of a table after its end: who was ahead after each turn, the engine's plays, and the words.

Invariants: it reveals racks, so there is none before the game is over; plays that would show what can be played
in a position that is in play elsewhere are left out.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from engine.lexicon import Lexicon, load_same
from engine.referee import Exchange, Pass, Place, State, replay
from engine.referee.game import Step
from engine.scoring import ScoredMove
from tournaments.club_tables.games.records import record_of
from tournaments.club_tables.games.state import make_state_key
from tournaments.club_tables.models import ClubTable
from tournaments.positions.in_play import PositionTiles, SearchAsker, is_withheld
from tournaments.positions.search import best_plays

# Words shown of each player, the highest first.
MOST_WORDS = 8


@dataclass(frozen=True, slots=True)
class ReviewPlay:
    reference: str
    word: str
    points: int


@dataclass(frozen=True, slots=True)
class ReviewTurn:
    """A turn: `played` is None for an exchange or a pass, `best` without known tiles, `lost` without both."""

    number: int
    player: int
    name: str
    kind: str
    rack: str
    played: ReviewPlay | None
    best: ReviewPlay | None
    scores: tuple[int, ...]
    asked: PositionTiles

    @property
    def lost(self) -> int | None:
        if self.best is None:
            return None
        return max(0, self.best.points - (self.played.points if self.played else 0))


@dataclass(frozen=True, slots=True)
class ReviewPlayer:
    """A player with the sum of the game; `found` counts the turns with the engine's best points, of `turns`."""

    name: str
    score: int
    turns: int
    found: int
    words: tuple[ReviewPlay, ...]


@dataclass(frozen=True, slots=True)
class TableReview:
    players: tuple[ReviewPlayer, ...]
    turns: tuple[ReviewTurn, ...]

    @property
    def leads(self) -> list[int]:
        """The lead of the first of two players after each turn, from the beginning to the end."""
        first, second = (player.score for player in self.players)
        return [0, *(turn.scores[0] - turn.scores[1] for turn in self.turns), first - second]


def review_of(table: ClubTable) -> TableReview:
    """Return the review of a game that is over.

    Raises:
        RuleViolation: there is no such game, or it is not over.
        EngineError: the lexicon is gone.
    """
    state, turns = _found(table.pk, make_state_key(table))
    asker = SearchAsker(None)
    told = tuple(
        turn if turn.best is None or not is_withheld([turn.asked], asker, log=False) else _without_best(turn)
        for turn in turns
    )
    players = tuple(_player(number, state, told) for number in range(len(state.seats)))
    return TableReview(players, told)


@lru_cache(maxsize=64)
def _found(table_id: int, _key: tuple[Any, ...]) -> tuple[State, tuple[ReviewTurn, ...]]:
    """Return the game with all turns; cached by its acts, as a restored database may give the version of a table,
    which counts them, to other ones.
    """
    table = ClubTable.objects.get(pk=table_id)
    game = record_of(table)
    lexicon = load_same(table.lexicon, table.lexicon_source)
    steps = list(replay(game))
    return steps[-1].after, tuple(_turns(steps, lexicon))


def _turns(steps: Sequence[Step], lexicon: Lexicon) -> Iterator[ReviewTurn]:
    number = 0
    for step in steps:
        act, before = step.act, step.before
        if not isinstance(act, Place | Exchange | Pass):
            continue
        number += 1
        seat = before.seats[act.player]
        plays = best_plays(before, act.player, lexicon, 1) if seat.is_known else ()
        played = step.after.play.scored if isinstance(act, Place) and step.after.play else None
        yield ReviewTurn(
            number=number,
            player=act.player,
            name=seat.player.name,
            kind=type(act).__name__.lower(),
            rack=before.tiles.decode_rack(seat.known),
            played=_play(played, before) if played else None,
            best=_play(plays[0], before) if plays else None,
            scores=tuple(one.score for one in step.after.seats),
            asked=PositionTiles.of(before.board, seat.known, before.tiles),
        )


def _play(scored: ScoredMove, state: State) -> ReviewPlay:
    reference, word = scored.move.text(state.tiles, state.convention)
    return ReviewPlay(reference, word, scored.score)


def _without_best(turn: ReviewTurn) -> ReviewTurn:
    values: dict[str, Any] = {name: getattr(turn, name) for name in ReviewTurn.__slots__}
    return ReviewTurn(**values | {"best": None})


def _player(number: int, state: State, turns: Sequence[ReviewTurn]) -> ReviewPlayer:
    own = [turn for turn in turns if turn.player == number]
    words = sorted((turn.played for turn in own if turn.played), key=lambda play: -play.points)
    return ReviewPlayer(
        name=state.seats[number].player.name,
        score=state.seats[number].score,
        turns=sum(turn.best is not None for turn in own),
        found=sum(turn.lost == 0 for turn in own),
        words=tuple(words[:MOST_WORDS]),
    )
