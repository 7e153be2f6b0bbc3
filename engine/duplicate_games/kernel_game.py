"""A simulated game in the memory of the kernels, which draw, search, choose and place in one call a round."""

import hashlib
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from engine.board import Board
from engine.lexicon import Lexicon
from engine.movegen.memory import (
    ALPHABETICAL,
    BALANCE,
    DRAW_AND_PLAY,
    FEWEST_TILES,
    GAME,
    KEEP_BLANK,
    MOST_KEY_WORDS,
    NEAREST_A1,
    PLAY_RACK,
    READING_ORDER,
    STREAMS,
    UNDRAWN,
)
from engine.movegen.moves import Moves
from engine.movegen.search import moves_of, prepare
from engine.movegen.tables import workspace
from engine.notation import RackRecord
from engine.racks.draw import Placed, unseen
from engine.rules import RuleSet
from engine.rules.groups import MOST_ROUNDS, Criterion
from engine.rules.rack_validity import Validity
from engine.scoring import ScoredMove
from engine.squares import LONGEST_RACK, SQUARES
from engine.tiles import TileSet

_CODES: dict[Criterion, int] = {
    "keep_blank": KEEP_BLANK,
    "fewest_tiles": FEWEST_TILES,
    "balance": BALANCE,
    "alphabetical": ALPHABETICAL,
    "nearest_a1": NEAREST_A1,
    "reading_order": READING_ORDER,
}
_NO_LIMIT = 2 * LONGEST_RACK
_WORD = 4  # bytes
_ROUNDS_AHEAD = STREAMS - 4  # Few games have more rounds, and each key takes time.
_AFTER_NUMBER = len("/0") + hashlib.sha512().digest_size
_EMPTY = Board.empty()

# Where the fields of a game are: tiles by their bytes, numbers by their words of eight bytes. Views of all fields would
# take longer than a round.
_FIELDS: Any = GAME.fields
_BOARD, _KEPT, _RACK, _LAID, _PLAYED = (
    _FIELDS[name][1] for name in ("board", "kept", "rack", "word", "played")
)
_KEPT_SIZE, _SIZE, _REDRAWN, _CHOSEN, _LAID_SIZE, _PLAYED_SIZE, _STREAM, _MINIMUM, _MAXIMUM, _BLANKS_COUNT = (
    _FIELDS[name][1] // 8
    for name in [
        *("kept_size", "size", "redrawn", "chosen", "word_size", "played_size", "stream"),
        *("minimum", "maximum", "blanks_count"),
    ]
)


@lru_cache(maxsize=4)
def _start_of(tiles: TileSet, rules: RuleSet) -> bytes:
    """Return the record of a game before its first round."""
    game = np.zeros(1, GAME)
    record: Any = game[0]
    record["left_overs_kept"] = rules.rack.left_overs_kept
    record["most_played"] = rules.moves.most_played or LONGEST_RACK
    record["rack_size"] = rules.rack.size
    record["last_rack_free"] = rules.rack.last_rack_free
    codes = [*(_CODES[criterion] for criterion in rules.top.order), READING_ORDER]
    record["order"][: len(codes)] = codes
    record["kinds"][: len(tiles.letters) + 1] = list(tiles.kinds[: len(tiles.letters) + 1])
    record["unseen"][: len(tiles.counts)] = tiles.counts
    return game.tobytes()


class KernelGame:
    """The position of a game. A thread may play a round and another one the next."""

    def __init__(self, seed: str, lexicon: Lexicon, tiles: TileSet, rules: RuleSet) -> None:
        self._seed, self._lexicon, self._tiles, self._rules = seed, lexicon, tiles, rules
        memory = bytearray(_start_of(tiles, rules))
        self.record = np.frombuffer(memory, GAME)
        self._address = self.record.ctypes.data
        self._bytes = memoryview(memory)
        self._numbers = self._bytes.cast("q")
        self.board = _EMPTY
        self._kept_before = 0
        self._validity: Validity | None = None
        self._seeded = range(0)
        # The kernels draw no jokers.
        self._last_round = 0 if rules.rack.blanks == "joker" else rules.end.rounds or MOST_ROUNDS

    @property
    def kept(self) -> tuple[int, ...]:
        """The tiles that the last move left on the rack."""
        return tuple(self._bytes[_KEPT : _KEPT + self._numbers[_KEPT_SIZE]])

    def start_from(self, now: Placed) -> None:
        """Go on from a position."""
        self.board = now.board
        self._bytes[_BOARD : _BOARD + SQUARES] = now.board.cells
        self.record["unseen"][0, : len(self._tiles.counts)] = unseen(now.board, self._tiles)
        self._bytes[_KEPT : _KEPT + len(now.kept)] = bytes(now.kept)
        self._numbers[_KEPT_SIZE] = self._kept_before = len(now.kept)

    def draw_and_play(self, number: int) -> Moves | None:
        """Draw the rack of a round and play it as `play` does; None if the kernels make no valid rack."""
        if number > self._last_round or (number not in self._seeded and not self.seed_from(number)):
            return None
        validity = self._rules.rack.validity(number)
        if validity is not self._validity:
            self._set_validity(validity)
        self._numbers[_STREAM] = number - self._seeded.start
        return self._run(DRAW_AND_PLAY)

    def play(self, rack: Sequence[int], *, redrawn: bool) -> Moves:
        """Find the isotops with this rack, and lay the chosen one on the board."""
        self._numbers[_REDRAWN] = redrawn
        self._bytes[_RACK : _RACK + len(rack)] = bytes(rack)
        self._numbers[_SIZE] = len(rack)
        tops = self._run(PLAY_RACK)
        assert tops is not None
        return tops

    def rack_record(self) -> RackRecord:
        """Return the rack of the round, before the next one is played."""
        numbers = self._numbers
        rack, redrawn = tuple(self._bytes[_RACK : _RACK + numbers[_SIZE]]), numbers[_REDRAWN] != 0
        kept = 0 if redrawn else self._kept_before
        return RackRecord(rack[:kept], rack[kept:], redrawn)

    def chosen(self, tops: Moves) -> ScoredMove:
        """Return that one of the isotops which lies on the board now."""
        cells, numbers = self._bytes, self._numbers
        word = tuple(cells[_LAID : _LAID + numbers[_LAID_SIZE]])
        played = tuple(cells[_PLAYED : _PLAYED + numbers[_PLAYED_SIZE]])
        return tops.spelled(numbers[_CHOSEN], word, played)

    def go_on(self) -> None:
        """Take over the position after the move."""
        self.board = Board(bytes(self._bytes[_BOARD : _BOARD + SQUARES]))
        self._kept_before = self._numbers[_KEPT_SIZE]

    def _run(self, task: int) -> Moves | None:
        work, tables = prepare(self._lexicon, self._tiles, self._rules.moves.bonuses)
        work.game_at[0] = self._address
        count = work.run_with_room(task, tables)
        return None if count == UNDRAWN else moves_of(count, work, tables, self.board)

    def _set_validity(self, validity: Validity) -> None:
        self._validity, numbers = validity, self._numbers
        numbers[_MINIMUM] = validity.minimum
        numbers[_MAXIMUM] = _NO_LIMIT if validity.maximum is None else validity.maximum
        numbers[_BLANKS_COUNT] = validity.blanks_count

    def seed_from(self, number: int) -> range:
        """Seed the random streams of the rounds from this one on; return the rounds, none if the seed is too long."""
        start, digits = f"{self._seed}/".encode(), len(str(number))
        size = len(start.lstrip(b"\0")) + digits + _AFTER_NUMBER
        words = -(-size // _WORD)
        if words > MOST_KEY_WORDS:
            return range(0)
        # Numbers of more digits have keys of as many words while the last word has room.
        rounds = range(number, min(number + _ROUNDS_AHEAD, 10 ** (digits + words * _WORD - size)))
        texts = [b"%b%d/0" % (start, each) for each in rounds]
        keys = [(text + hashlib.sha512(text).digest()).lstrip(b"\0")[::-1] for text in texts]
        work = workspace()
        work.seed_streams(b"".join([key.ljust(words * _WORD, b"\0") for key in keys]), words, self._address)
        self._seeded = rounds
        return rounds
