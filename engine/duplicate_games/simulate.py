"""Whole duplicate games by the top: in every round the best move of the rack goes on the board.

Seed, lexicon, tile set and rules alone determine a game. It ends if the supply of tiles has a reason to
(`draw.Supply`), or after `draw.MOST_EMPTY_ROUNDS` rounds in a row that nobody could play: a lexicon of a few words
may never fit again, and an arbitrator would not draw for ever either.

The kernels play many rounds in one call (`kernel_game`) where the rules of the draw are met for certain. All else is
left to those rules in `engine.racks.draw`: the end of a game, racks thrown back, jokers, and blanks that are replaced.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from engine import movegen
from engine.board import Board
from engine.duplicate_games.kernel_game import KernelGame, KernelRound
from engine.duplicate_games.records import GameRecord, RecordRound
from engine.lexicon import Lexicon
from engine.movegen import Moves
from engine.notation import RackRecord
from engine.racks.draw import MOST_EMPTY_ROUNDS, Placed, Supply, place
from engine.rules import (
    RuleSet,
)
from engine.scoring import ScoredMove
from engine.tiles import TileSet


@dataclass(frozen=True)
class PlayedRound:
    """A round of a simulated game: the board before it, the rack, the isotops and which of them was placed.

    If nobody can play there are no tops, and `placed` is None.
    """

    board: Board
    rack: RackRecord
    tops: Sequence[ScoredMove]
    placed: ScoredMove | None

    @property
    def score(self) -> int:
        return self.placed.score if self.placed else 0


class _KernelRound(PlayedRound):
    """A round that the kernels played: its values are made when somebody asks for them."""

    _written: KernelRound

    def __init__(self, written: KernelRound) -> None:
        self.__dict__["_written"] = written

    @cached_property
    def board(self) -> Board:
        return self._written.board

    @cached_property
    def rack(self) -> RackRecord:
        return self._written.rack

    @cached_property
    def tops(self) -> Moves:
        return self._written.tops(self.board)

    @cached_property
    def placed(self) -> ScoredMove | None:
        return self._written.placed(self.tops) if self.tops else None


def play_rounds(*, seed: str, lexicon: Lexicon, tiles: TileSet, rules: RuleSet) -> Iterator[PlayedRound]:
    """Yield the rounds of the game that belongs to the seed, until it is over."""
    game, number, empty = KernelGame(seed, lexicon, tiles, rules), 1, 0
    while empty < MOST_EMPTY_ROUNDS:
        # After a round that nobody could play, the game may be over though tiles are left.
        written = [] if empty else game.draw_and_play(number)
        if not written:
            supply = Supply.of(game.board, tiles, rules)
            if supply.end_reason(number, nobody_could_play=empty > 0):
                return
            drawn = supply.draw(game.kept, number, seed)
            written = [game.play(drawn.rack, redrawn=bool(drawn.rejected) or empty > 0)]
        rounds = [_KernelRound(each) for each in written]
        yield from rounds
        played = rounds[-1]
        if not played.placed:
            game.start_from(Placed(game.board, ()))
        elif played.placed.blanks and rules.rack.blanks != "stay":
            game.start_from(
                place(
                    board=played.board, rack=played.rack.tiles, scored=played.placed, tiles=tiles, rules=rules
                )
            )
        number, empty = number + len(rounds), 0 if played.placed else empty + 1


def find_top(
    board: Board, rack: tuple[int, ...], lexicon: Lexicon, tiles: TileSet, rules: RuleSet
) -> movegen.Top:
    """Find the best moves that the rules allow with that rack."""
    moves = rules.moves
    return movegen.top(board, rack, lexicon, tiles, moves.bonuses, most_played=moves.most_played)


def record_of(
    rounds: Iterable[PlayedRound], *, seed: str, lexicon: Lexicon, tiles: TileSet, rules: RuleSet
) -> GameRecord:
    """Return played rounds as a record that replays."""
    written = []
    for played in rounds:
        ref, word = played.placed.move.text(tiles) if played.placed else ("", "")
        written.append(RecordRound(rack=played.rack.text(tiles), word=word, ref=ref, score=played.score))
    return GameRecord(
        tiles=tiles.name,
        notation="duplicate",
        rounds=tuple(written),
        lexicon=lexicon.name,
        seed=seed,
        rules=rules,
    )
