"""The progress of a game along the prepared one that it was made of.

A game is *on the path* as long as every announced round has the rack and the move of the record, and no round
was cancelled. Then the next rack, and the suggested move, are the record's. Off the path, or if the record
cannot be opened, racks are drawn freely. The path is computed from the rows, and never stored.
"""

from dataclasses import dataclass
from typing import Literal

from duplicate.core.board_state import convention_of, position_of
from duplicate.models import Game, Round
from duplicate.prepared.services import open_record
from engine.duplicate_games.records import RecordRound
from engine.notation import Move, RackRecord
from engine.scoring import ScoredMove, score_move
from tournaments.core.errors import RuleViolation

State = Literal["on", "left", "unreadable"]


@dataclass(frozen=True, slots=True)
class Path:
    """`rounds` are those of the record that have not been played; there are none off the path."""

    state: State
    rounds: tuple[RecordRound, ...] = ()


def path_of(game: Game, *, before: int | None = None) -> Path | None:
    """Return a game's place on its path after the announced rounds, or after those before round `before`."""
    if game.prepared is None:
        return None
    try:
        record = open_record(game.prepared)
    except RuleViolation:
        return Path("unreadable")
    announced = game.rounds.announced()
    if before is not None:
        announced = announced.filter(number__lt=before)
    played = list(announced)
    cancelled = game.rounds.filter(state=Round.State.CANCELLED).exists()
    if cancelled or len(played) > len(record.rounds):
        return Path("left")
    if not all(_same(round_, line, game) for round_, line in zip(played, record.rounds, strict=False)):
        return Path("left")
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
    if not _same_rack(round_, line, game) or bool(round_.word) != bool(line.word):
        return False
    placed = round_.word and Move.parse(round_.reference, round_.word, game.tiles, convention_of(game))
    return not placed or placed == _move(line, game)


def _same_rack(round_: Round, line: RecordRound, game: Game) -> bool:
    drawn, prepared = (RackRecord.parse(text, game.tiles).tiles for text in (round_.rack, line.rack))
    return sorted(drawn) == sorted(prepared)


def _move(line: RecordRound, game: Game) -> Move:
    return Move.parse(line.ref, line.word, game.tiles)
