"""Where a game stands: the board and the left-over tiles, from the rounds announced so far."""

from dataclasses import dataclass

from duplicate.judging import Position
from duplicate.models import Game, Round
from engine.board import Board
from engine.draw import Placed, place
from engine.lexicon import load_lexicon
from engine.notation import Convention, Move, RackRecord
from engine.scoring import score_move
from engine.typed_rack import read_typed_rack


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
    rounds = game.rounds.announced()
    if before is not None:
        rounds = rounds.filter(number__lt=before)
    tiles, rules, convention = game.tiles, game.rule_set, convention_of(game)
    now, nobody = Placed(Board.empty(), ()), False
    announced = list(rounds.values_list("rack", "word", "reference"))
    for rack_text, word, reference in announced:
        nobody = not word
        if nobody:
            now = Placed(now.board, ())
            continue
        rack = RackRecord.parse(rack_text, tiles).tiles
        scored = score_move(now.board, Move.parse(reference, word, tiles, convention), tiles)
        now = place(board=now.board, rack=rack, scored=scored, tiles=tiles, rules=rules)
    return Progress(now.board, now.kept, len(announced) + 1, nobody)


def rack_as_read(game: Game, progress: Progress, text: str) -> RackRecord:
    """The rack that comes next, as somebody wrote it.

    Raises:
        EngineError: it could not be drawn now, or is not valid.
    """
    return read_typed_rack(
        text,
        Placed(progress.board, progress.kept),
        tiles=game.tiles,
        rules=game.rule_set,
        round_number=progress.next_number,
        nobody_could_play=progress.nobody_could_play,
    )


def position_of(round_: Round) -> Position:
    """What the players had in front of them in that round."""
    game = round_.game
    moves = game.rule_set.moves
    return Position(
        board=progress_of(game, before=round_.number).board,
        rack=RackRecord.parse(round_.rack, game.tiles).tiles,
        tiles=game.tiles,
        lexicon=load_lexicon(game.lexicon),
        convention=convention_of(game),
        bonuses=moves.bonuses,
        most_played=moves.most_played,
    )
