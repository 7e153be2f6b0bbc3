"""Where a game stands: the board and the left-over tiles, from the rounds announced so far."""

from dataclasses import dataclass

from duplicate.judging import Position
from duplicate.models import Game, Round
from engine.board import Board
from engine.lexicon import load_lexicon
from engine.notation import Convention, Move, RackRecord
from engine.scoring import score_move


@dataclass(frozen=True, slots=True)
class Progress:
    """`kept` is what the last placed move left over; after a round that nobody could play, nothing is kept."""

    board: Board
    kept: tuple[int, ...]
    next_number: int
    nobody_could_play: bool


def convention_of(game: Game) -> Convention:
    return "english" if game.notation == Game.Notation.ENGLISH else "duplicate"


def progress_of(game: Game, *, before: int | None = None) -> Progress:
    """The state of the board after the announced rounds, or after those before round number `before`."""
    rounds = game.rounds.filter(state=Round.State.ANNOUNCED)
    if before is not None:
        rounds = rounds.filter(number__lt=before)
    tiles, convention = game.tiles, convention_of(game)
    board, nobody = Board.empty(), False
    kept: tuple[int, ...] = ()
    placed = list(rounds.values_list("rack", "word", "reference"))
    for rack, word, reference in placed:
        nobody = not word
        if nobody:
            kept = ()
            continue
        scored = score_move(board, Move.parse(reference, word, tiles, convention), tiles)
        left = list(RackRecord.parse(rack, tiles).tiles)
        for tile in scored.tiles:
            left.remove(tile)
        board, kept = board.place(scored.move), tuple(left)
    return Progress(board, kept, len(placed) + 1, nobody)


def position_of(round_: Round) -> Position:
    """What the players had in front of them in that round."""
    game = round_.game
    return Position(
        board=progress_of(game, before=round_.number).board,
        rack=RackRecord.parse(round_.rack, game.tiles).tiles,
        tiles=game.tiles,
        lexicon=load_lexicon(game.lexicon),
        convention=convention_of(game),
        bonuses=game.rule_set.bonuses,
    )
