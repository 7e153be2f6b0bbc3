"""Games that somebody wrote down, played by the rules round by round: typed racks and placed moves.

More is asked than of a record that is only replayed: every rack is one that could have been drawn and is valid,
every move is playable and its words are in the lexicon, and where none is written nobody can play.
"""

from collections.abc import Iterable, Iterator, Sequence

from engine.board import Board
from engine.draw import Placed, end_reason, place
from engine.errors import MoveError, RackError
from engine.lexicon import Lexicon
from engine.notation import Convention, Move
from engine.records import RecordRound
from engine.rules import RuleSet
from engine.scoring import ScoredMove, bad_words, check_played, check_rack, score_move
from engine.simulate import PlayedRound, find_top
from engine.tiles import TileSet
from engine.typed_rack import read_typed_rack


def play_written(
    written: Iterable[RecordRound], *, lexicon: Lexicon, tiles: TileSet, rules: RuleSet, notation: Convention
) -> Iterator[PlayedRound]:
    """The rounds as they were written, one after the other; an `EngineError` is about the one that comes next."""
    now, nobody = Placed(Board.empty(), ()), False
    for number, line in enumerate(written, start=1):
        if end_reason(
            board=now.board, tiles=tiles, rules=rules, round_number=number, nobody_could_play=nobody
        ):
            raise RackError("no_valid_rack")
        rack = read_typed_rack(
            line.rack, now, tiles=tiles, rules=rules, round_number=number, nobody_could_play=nobody
        )
        tops = find_top(now.board, rack.tiles, lexicon, tiles, rules).moves
        placed = None
        if line.word or line.ref:
            move = Move.parse(line.ref, line.word, tiles, notation)
            placed = score_move(now.board, move, tiles, rules.moves.bonuses, convention=notation)
            _check(now.board, placed, rack.tiles, lexicon=lexicon, tiles=tiles, rules=rules)
        if placed is None and tops:
            raise MoveError("move_missing")
        yield PlayedRound(now.board, rack, tops, placed)
        nobody = placed is None
        if placed:
            now = place(board=now.board, rack=rack.tiles, scored=placed, tiles=tiles, rules=rules)
        else:
            now = Placed(now.board, ())


def _check(
    board: Board, scored: ScoredMove, rack: Sequence[int], *, lexicon: Lexicon, tiles: TileSet, rules: RuleSet
) -> None:
    """Refuse a move that the rack or the lexicon does not have."""
    check_rack(scored, rack, tiles)
    check_played(scored, tiles, rules.moves.most_played)
    bad = bad_words(board, scored.move, tiles, lexicon)
    if bad:
        raise MoveError("not_in_lexicon", words=", ".join(tiles.decode(word.word).upper() for word in bad))
