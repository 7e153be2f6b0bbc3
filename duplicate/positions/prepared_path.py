"""The progress of a game along the prepared one that it was made of.

A game is *on the path* as long as every announced round has the rack and the move of the record. Then the next
rack, and the suggested move, are the record's: a round that was cancelled is played again with the same rack. Off
the path, or if the record cannot be opened, racks are drawn freely. The path is computed from the rows, and never
stored: a round that is mended leads back to it.
"""

from dataclasses import dataclass
from itertools import zip_longest
from typing import Literal

from duplicate.models import Game, Round
from duplicate.positions.board_state import convention_of, position_of
from engine.duplicate_games.records import RecordRound
from engine.notation import Move, RackRecord
from engine.scoring import ScoredMove, score_move
from tournaments.errors import RuleViolation

State = Literal["on", "left", "unreadable"]


@dataclass(frozen=True, slots=True)
class Path:
    """`rounds` are those of the record that have not been played; there are none off the path. `left_in` is the number
    of the round that is not as prepared, 0 on the path.
    """

    state: State
    rounds: tuple[RecordRound, ...] = ()
    left_in: int = 0


def path_of(game: Game, *, before: int | None = None) -> Path | None:
    """Return a game's place on its path after the announced rounds, or after those before round `before`."""
    if game.prepared is None:
        return None
    try:
        record = game.prepared.open_record()
    except RuleViolation:
        return Path("unreadable")
    announced = game.rounds.announced()
    if before is not None:
        announced = announced.filter(number__lt=before)
    played = list(announced)
    for round_, line in zip_longest(played, record.rounds[: len(played)]):
        if line is None or not _same(round_, line, game):
            return Path("left", left_in=round_.number)
    return Path("on", record.rounds[len(played) :])


def prepared_rack(game: Game) -> RackRecord | None:
    """Return the rack that comes next, if the game is on its path."""
    path = path_of(game)
    return RackRecord.parse(path.rounds[0].rack, game.tiles) if path and path.rounds else None


def prepared_move(round_: Round) -> Move | None:
    """Return the move that the record places in a round.

    It is None unless the round has the record's rack and the rounds before were as prepared.
    """
    game = round_.game
    path = path_of(game, before=round_.number)
    if not path or not path.rounds or not path.rounds[0].word:
        return None
    line = path.rounds[0]
    return _move(line, game) if _same_rack(round_, line, game) else None


def departure_of(round_: Round, reference: str, word: str) -> RecordRound | None:
    """Return the line of the record that a move would leave, if it is placed in a round of a game on its path."""
    game = round_.game
    path = path_of(game, before=round_.number)
    if not path or not path.rounds or not _same_rack(round_, path.rounds[0], game):
        return None
    line = path.rounds[0]
    return None if _same_move(reference, word, line, game) else line


def prepared_below_top(round_: Round) -> ScoredMove | None:
    """Return the move that the record places in a closed round, if it is no top.

    The desk offers the tops anyway.
    """
    move = prepared_move(round_) if round_.tops else None
    if move is None:
        return None
    game = round_.game
    bonuses = game.rule_set.moves.bonuses
    scored = score_move(position_of(round_).board, move, game.tiles, bonuses)
    return scored if scored.score < (round_.top_score or 0) else None


def is_played_out(game: Game) -> bool:
    """Tell whether the game is on its path and the record has no further round."""
    path = path_of(game)
    return path is not None and path.state == "on" and not path.rounds


def _same(round_: Round, line: RecordRound, game: Game) -> bool:
    return _same_rack(round_, line, game) and _same_move(round_.reference, round_.word, line, game)


def _same_move(reference: str, word: str, line: RecordRound, game: Game) -> bool:
    if not word or not line.word:
        return bool(word) == bool(line.word)
    return Move.parse(reference, word, game.tiles, convention_of(game)) == _move(line, game)


def _same_rack(round_: Round, line: RecordRound, game: Game) -> bool:
    drawn, prepared = (RackRecord.parse(text, game.tiles).tiles for text in (round_.rack, line.rack))
    return sorted(drawn) == sorted(prepared)


def _move(line: RecordRound, game: Game) -> Move:
    return Move.parse(line.ref, line.word, game.tiles)
