"""The state of a game: the board and the left-over tiles, from the rounds announced so far."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from duplicate.judging import RoundPosition
from duplicate.models import Game, Round
from duplicate.positions.game_words import lexicon_of
from engine.board import Board
from engine.notation import Convention, RackRecord
from engine.racks.draw import Placed
from engine.racks.replay import replay_boards
from engine.racks.typed import read_typed_rack


@dataclass(frozen=True, slots=True)
class Progress:
    """The board and what comes next. `kept` are the tiles that the last placed move left over; after a round
    that nobody could play, nothing is kept.
    """

    board: Board
    kept: tuple[int, ...]
    next_number: int
    nobody_could_play: bool


def convention_of(game: Game) -> Convention:
    return "english" if game.notation == Game.Notation.ENGLISH else "duplicate"


def progress_of(game: Game, *, before: int | None = None) -> Progress:
    """Return the state of the board after the announced rounds, or after those before round number `before`."""
    rounds = game.rounds.announced()
    if before is not None:
        rounds = rounds.filter(number__lt=before)
    announced = list(rounds.values_list("rack", "word", "reference"))
    now = Placed(Board.empty(), ())
    for placed in boards_after(game, announced):
        now = placed
    nobody = bool(announced) and not announced[-1][1]
    return Progress(now.board, now.kept, len(announced) + 1, nobody)


def boards_after(game: Game, announced: Iterable[tuple[str, str, str]]) -> Iterator[Placed]:
    """Return the board and the kept tiles after each of the rounds, given as (rack, word, reference)."""
    return replay_boards(announced, tiles=game.tiles, rules=game.rule_set, convention=convention_of(game))


def rack_as_read(game: Game, progress: Progress, text: str) -> RackRecord:
    """Read the next rack from what somebody typed.

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


def position_of(round_: Round) -> RoundPosition:
    """Return the position that the players had in front of them in a round."""
    game = round_.game
    moves = game.rule_set.moves
    return RoundPosition(
        board=progress_of(game, before=round_.number).board,
        rack=RackRecord.parse(round_.rack, game.tiles).tiles,
        tiles=game.tiles,
        lexicon=lexicon_of(game),
        convention=convention_of(game),
        bonuses=moves.bonuses,
        most_played=moves.most_played,
    )
