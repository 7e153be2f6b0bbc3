"""A simulated game in the memory of the kernels, which draw, search, choose and place, many rounds in one call.

The kernels write the rounds of a call down, and the values of a round are made when somebody asks for them.
"""

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
    FEWEST_TILES,
    GAME,
    KEEP_BLANK,
    MOST_KEY_WORDS,
    NEAREST_A1,
    PLAY_ROUNDS,
    READING_ORDER,
    ROUND,
    STREAMS,
)
from engine.movegen.moves import Moves
from engine.movegen.search import moves_of, prepare
from engine.movegen.tables import Tables, workspace
from engine.notation import RackRecord
from engine.racks.draw import Placed, unseen
from engine.rules import (
    RuleSet,
)
from engine.rules.rack_validity import Validity
from engine.rules.rule_settings import MOST_ROUNDS, Criterion
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

# Where the fields of a game and of a round are: tiles by their bytes, numbers by their words of eight bytes. Views of
# all fields would take longer than a round.
_FIELDS: Any = GAME.fields
_BOARD, _KEPT, _RACK, _LOG = (_FIELDS[name][1] for name in ("board", "kept", "rack", "log"))
_KEPT_SIZE, _SIZE, _REDRAWN, _STREAM, _MINIMUM, _MAXIMUM, _BLANKS_COUNT, _ASKED, _HAS_RACK, _LACKING = (
    _FIELDS[name][1] // 8
    for name in [
        *("kept_size", "size", "redrawn", "stream", "minimum", "maximum", "blanks_count"),
        *("asked", "has_rack", "lacking"),
    ]
)
_FIELDS = ROUND.fields
_BEFORE, _DRAWN, _LAID, _PLAYED = (_FIELDS[name][1] for name in ("board", "rack", "word", "played"))
_WAS_KEPT, _DRAWN_SIZE, _IS_REDRAWN, _TOPS, _CHOSEN, _LAID_SIZE, _PLAYED_SIZE = (
    _FIELDS[name][1] // 8
    for name in ("kept_size", "size", "redrawn", "tops", "chosen", "word_size", "played_size")
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


class KernelRound:
    """A round as the kernels wrote it down."""

    def __init__(self, log: bytes, found: list[int], tables: Tables) -> None:
        self._log, self._found, self._tables = log, found, tables
        self._numbers = memoryview(log).cast("q")

    @property
    def board(self) -> Board:
        """The board before the move."""
        return Board(self._log[_BEFORE : _BEFORE + SQUARES])

    @property
    def rack(self) -> RackRecord:
        rack, redrawn = self._tiles(_DRAWN, _DRAWN_SIZE), self._numbers[_IS_REDRAWN] != 0
        kept = 0 if redrawn else self._numbers[_WAS_KEPT]
        return RackRecord(rack[:kept], rack[kept:], redrawn)

    def tops(self, board: Board) -> Moves:
        return moves_of(self._found, self._tables, board)

    def placed(self, tops: Moves) -> ScoredMove:
        """Return that one of the isotops which was placed."""
        word, played = self._tiles(_LAID, _LAID_SIZE), self._tiles(_PLAYED, _PLAYED_SIZE)
        return tops.spelled(self._numbers[_CHOSEN], word, played)

    def _tiles(self, start: int, size: int) -> tuple[int, ...]:
        return tuple(self._log[start : start + self._numbers[size]])


class KernelGame:
    """The position of a game. A thread may play a round and another one the next."""

    def __init__(self, seed: str, lexicon: Lexicon, tiles: TileSet, rules: RuleSet) -> None:
        self._seed, self._lexicon, self._tiles, self._rules = seed, lexicon, tiles, rules
        memory = bytearray(_start_of(tiles, rules))
        self.record = np.frombuffer(memory, GAME)
        self._address = self.record.ctypes.data
        self._bytes = memoryview(memory)
        self._numbers = self._bytes.cast("q")
        self._validity: Validity | None = None
        self._seeded = range(0)
        # The kernels draw no jokers.
        self._last_round = 0 if rules.rack.blanks == "joker" else rules.end.rounds or MOST_ROUNDS

    @property
    def board(self) -> Board:
        """The board after the rounds played."""
        return Board(bytes(self._bytes[_BOARD : _BOARD + SQUARES]))

    @property
    def kept(self) -> tuple[int, ...]:
        """The tiles that the last move left on the rack."""
        return tuple(self._bytes[_KEPT : _KEPT + self._numbers[_KEPT_SIZE]])

    def start_from(self, now: Placed) -> None:
        """Go on from a position."""
        self._bytes[_BOARD : _BOARD + SQUARES] = now.board.cells
        self.record["unseen"][0, : len(self._tiles.counts)] = unseen(now.board, self._tiles)
        self._bytes[_KEPT : _KEPT + len(now.kept)] = bytes(now.kept)
        self._numbers[_KEPT_SIZE] = len(now.kept)

    def draw_and_play(self, number: int) -> list[KernelRound]:
        """Draw racks from this round on and play them as `play` does; return none if the kernels make no valid rack.

        They stop before a round that has other rules, and after one that nobody can play.
        """
        if number > self._last_round or (number not in self._seeded and not self.seed_from(number)):
            return []
        rules = self._rules.rack
        validity = rules.validity(number)
        if validity is not self._validity:
            self._set_validity(validity)
        self._numbers[_STREAM] = number - self._seeded.start
        end = min(self._last_round + 1, self._seeded.stop)
        if number < rules.late_from_round:
            end = min(end, rules.late_from_round)
        # Blanks that are replaced are taken off the board by other rules.
        return self._run(end - number if rules.blanks == "stay" else 1, has_rack=False)

    def play(self, rack: Sequence[int], *, redrawn: bool) -> KernelRound:
        """Find the isotops with this rack, and lay the chosen one on the board."""
        self._numbers[_REDRAWN] = redrawn
        self._bytes[_RACK : _RACK + len(rack)] = bytes(rack)
        self._numbers[_SIZE] = len(rack)
        (played,) = self._run(1, has_rack=True)
        return played

    def _run(self, asked: int, *, has_rack: bool) -> list[KernelRound]:
        work, tables = prepare(self._lexicon, self._tiles, self._rules.moves.bonuses)
        numbers, work.game_at[0] = self._numbers, self._address
        numbers[_ASKED], numbers[_HAS_RACK], numbers[_LACKING] = asked, has_rack, 0
        count = work.run(PLAY_ROUNDS, tables.address)
        work.reset_room()
        if not count and numbers[_LACKING]:
            work.make_room(moves=numbers[_LACKING])
            return self._run(asked, has_rack=has_rack)
        rounds, first = [], 0
        for start in range(_LOG, _LOG + count * ROUND.itemsize, ROUND.itemsize):
            end = first + numbers[start // 8 + _TOPS]
            log = self._bytes[start : start + ROUND.itemsize].tobytes()
            rounds.append(KernelRound(log, work.found[first:end].tolist(), tables))
            first = end
        return rounds

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
