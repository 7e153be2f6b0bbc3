"""Games that somebody wrote down, played by the rules round by round: typed racks and placed moves.

The checks are stricter than in a replay: every rack could have been drawn and is valid, every move is
playable and its words are in the lexicon, and if no move is written nobody can play.

After an error the check continues as long as the board is known, so that every fault is reported once: a
faulty rack causes no errors for its move or the next rack. A move that cannot lie on the board ends the
check, and so does a missing one.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from engine.board import Board
from engine.duplicate_games.records import RecordRound
from engine.duplicate_games.simulate import PlayedRound, find_top
from engine.errors import EngineError, MoveError, RackError
from engine.lexicon import Lexicon
from engine.notation import Convention, Move, RackRecord
from engine.racks.draw import Placed, end_reason, place
from engine.racks.typed import read_typed_rack
from engine.rules import (
    RuleSet,
)
from engine.scoring import ScoredMove, check_played, check_rack, check_words, score_move
from engine.tiles import TileSet


@dataclass(frozen=True, slots=True)
class WrittenRound:
    """A round as it was written: `problems` are its errors, `score` is that of its move if it can lie there.

    `played` is the round if it has no errors: a round of a game if there were no errors before. `before` is
    the board and `held` the rack, if it can be read: the position that was searched.
    """

    problems: tuple[EngineError, ...]
    score: int | None = None
    played: PlayedRound | None = None
    before: Board | None = None
    held: tuple[int, ...] | None = None


def play_written(
    written: Iterable[RecordRound], *, lexicon: Lexicon, tiles: TileSet, rules: RuleSet, notation: Convention
) -> Iterator[WrittenRound]:
    """Check the written rounds one after the other, up to one after which the board is not known."""
    game = _Game(lexicon, tiles, rules, notation)
    for number, line in enumerate(written, start=1):
        read = game.play(number, line)
        yield read
        if read.score is None:
            return


class _Game:
    """The game so far; `free` if the next rack need not continue this one, which is wrong or does not fit."""

    def __init__(self, lexicon: Lexicon, tiles: TileSet, rules: RuleSet, notation: Convention) -> None:
        self.lexicon, self.tiles, self.rules, self.notation = lexicon, tiles, rules, notation
        self.now, self.nobody, self.free = Placed(Board.empty(), ()), False, False

    def play(self, number: int, line: RecordRound) -> WrittenRound:
        board, nobody = self.now.board, self.nobody
        if end_reason(
            board=board, tiles=self.tiles, rules=self.rules, round_number=number, nobody_could_play=nobody
        ):
            return WrittenRound((RackError("no_valid_rack"),))
        rack, problems = self._rack(number, line.rack)
        if not line.word and not line.ref:
            read = self._without_move(rack, problems)
            return replace(read, before=board, held=rack.tiles if rack else None)
        try:
            move = Move.parse(line.ref, line.word, self.tiles, self.notation)
            placed = score_move(board, move, self.tiles, self.rules.moves.bonuses, convention=self.notation)
        except EngineError as error:
            return WrittenRound((*problems, error))
        problems += self._against_rules(placed, rack)
        held = rack.tiles if rack else ()
        self.now = place(board=board, rack=held, scored=placed, tiles=self.tiles, rules=self.rules)
        self.nobody, self.free = False, bool(Counter(placed.tiles) - Counter(held))
        if problems or rack is None:
            return WrittenRound(problems, placed.score)
        tops = find_top(board, held, self.lexicon, self.tiles, self.rules).moves
        return WrittenRound((), placed.score, PlayedRound(board, rack, tops, placed), board, held)

    def _rack(self, number: int, text: str) -> tuple[RackRecord | None, tuple[EngineError, ...]]:
        try:
            return read_typed_rack(
                text,
                self.now,
                tiles=self.tiles,
                rules=self.rules,
                round_number=number,
                nobody_could_play=self.nobody or self.free,
            ), ()
        except EngineError as error:
            return None, (error,)

    def _without_move(self, rack: RackRecord | None, problems: tuple[EngineError, ...]) -> WrittenRound:
        """Check that nobody can play; with a faulty rack that is unknown."""
        if rack is None:
            return WrittenRound(problems)
        tops = find_top(self.now.board, rack.tiles, self.lexicon, self.tiles, self.rules).moves
        if tops:
            return WrittenRound((MoveError("move_missing"),))
        played = PlayedRound(self.now.board, rack, tops, None)
        self.now, self.nobody, self.free = Placed(self.now.board, ()), True, False
        return WrittenRound((), 0, played)

    def _against_rules(self, placed: ScoredMove, rack: RackRecord | None) -> tuple[EngineError, ...]:
        """Return the errors that the rack, the rules or the lexicon find in a move that can lie there."""
        found: list[EngineError] = []
        try:
            if rack is not None:
                check_rack(placed, rack.tiles, self.tiles)
            check_played(placed, self.tiles, self.rules.moves.most_played)
        except EngineError as error:
            found.append(error)
        try:
            check_words(self.now.board, placed.move, self.tiles, self.lexicon)
        except EngineError as error:
            found.append(error)
        return tuple(found)
