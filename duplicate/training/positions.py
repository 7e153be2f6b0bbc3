"""The next rack of a training, with its tops (pure).

A training skips racks that nobody can play, since there is nothing to find. Otherwise racks and board follow
from each other as in a game: with racks drawn at random the preferred top goes on the board, and in a played
game the move that was placed then.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from duplicate.judging import RoundPosition
from engine.board import Board
from engine.duplicate_games.tie_break import choose_top
from engine.lexicon import Lexicon
from engine.notation import Convention, Move, RackRecord
from engine.racks.draw import MOST_EMPTY_ROUNDS, Placed, Supply
from engine.racks.replay import replay_boards
from engine.rules import (
    RuleSet,
)
from engine.scoring import ScoredMove
from engine.tiles import TileSet
from tournaments.positions import search
from tournaments.positions.search import PROGRAM, Who


@dataclass(frozen=True, slots=True)
class StoredRound:
    """A round as rows and records store it; word and reference are empty if nobody could play."""

    rack: str
    word: str
    reference: str


@dataclass(frozen=True, slots=True)
class TrainingSettings:
    """The settings that all rounds of a training have in common."""

    lexicon: Lexicon
    tiles: TileSet
    rules: RuleSet
    convention: Convention


@dataclass(frozen=True, slots=True)
class RackWithTops:
    """A rack and its tops, the preferred one first; `next_best` is the highest score below them, or 0."""

    number: int
    rack: RackRecord
    top_score: int
    next_best: int
    tops: tuple[Move, ...]
    placed: Move


def board_after(rounds: Iterable[StoredRound], played: TrainingSettings) -> Placed:
    """Return the board after these rounds, and the tiles kept on the rack."""
    moves = ((round_.rack, round_.word, round_.reference) for round_ in rounds)
    now = Placed(Board.empty(), ())
    for placed in replay_boards(moves, tiles=played.tiles, rules=played.rules, convention=played.convention):
        now = placed
    return now


def position_for(rack: str, before: Iterable[StoredRound], played: TrainingSettings) -> RoundPosition:
    """Return the position that the player has to solve."""
    moves = played.rules.moves
    return RoundPosition(
        board=board_after(before, played).board,
        rack=RackRecord.parse(rack, played.tiles).tiles,
        tiles=played.tiles,
        lexicon=played.lexicon,
        convention=played.convention,
        bonuses=moves.bonuses,
        most_played=moves.most_played,
    )


def next_at_random(before: Sequence[StoredRound], played: TrainingSettings, seed: str) -> RackWithTops | None:
    """Draw the next rack that somebody can play from the seed; None when the game is over."""
    now, number = board_after(before, played), len(before) + 1
    for attempt in range(MOST_EMPTY_ROUNDS):
        supply = Supply.of(now.board, played.tiles, played.rules)
        if supply.end_reason(number, nobody_could_play=attempt > 0):
            return None
        drawn = supply.draw(now.kept, number, seed, attempt)
        # PROGRAM: nobody chose a rack that the program draws.
        tops = _search_tops(number, drawn.record, now.board, played, PROGRAM)
        if tops:
            return tops
        now = Placed(now.board, ())  # the whole rack goes back
    return None


def next_recorded(
    record: Sequence[StoredRound], after: int, played: TrainingSettings, who: Who
) -> RackWithTops | None:
    """Return the next rack of the game after that round that somebody can play; None when there is none.

    Raises:
        RuleViolation: the rack is in play now, in a game that the asking user does not arbitrate.
    """
    for number, written in enumerate(record[after:], start=after + 1):
        board = board_after(record[: number - 1], played).board
        tops = _search_tops(number, RackRecord.parse(written.rack, played.tiles), board, played, who)
        if tops and written.word:
            placed = Move.parse(written.reference, written.word, played.tiles, played.convention)
            return RackWithTops(tops.number, tops.rack, tops.top_score, tops.next_best, tops.tops, placed)
    return None


def _search_tops(
    number: int, rack: RackRecord, board: Board, played: TrainingSettings, who: Who
) -> RackWithTops | None:
    """Return the rack with its tops; None if it cannot be played."""
    moves, tiles = played.rules.moves, played.tiles
    everything = search.all_moves(
        who,
        board,
        rack.tiles,
        played.lexicon,
        tiles,
        bonuses=moves.bonuses,
        most_played=moves.most_played,
    )
    scores = everything.scores
    if not scores:
        return None
    isotops = scores.count(scores[0])
    tops: list[ScoredMove] = list(everything[:isotops])
    best = choose_top(tops, rack.tiles, tiles, played.rules.top.order)
    others = [scored.move for scored in tops if scored != best]
    next_best = scores[isotops] if len(scores) > isotops else 0
    return RackWithTops(number, rack, scores[0], next_best, (best.move, *others), best.move)
