"""The open construction (RULES V12 c): all tiles face up; the goal is the highest score built of them on a
board.

A *play* is a move that fits the board after the plays before it, made of tiles that are left, at most as many
as a rack holds; it scores as in any game. The construction is its plays in order. One can be taken back from
among them if the others still fit without it; they are scored again, because premiums may have become free.

Invariants: the tiles of the plays and those left are the tile set; the score is the sum of the plays.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace

from engine.board import Board
from engine.errors import EngineError, TurnError
from engine.lexicon import Lexicon
from engine.notation import Convention, Move
from engine.scoring import ScoredMove, check_played, check_words, score_move
from engine.tiles import TileSet


@dataclass(frozen=True, slots=True, kw_only=True)
class Construction:
    """The plays so far, with their board. `most_played` is the most tiles in a play."""

    tiles: TileSet
    lexicon: Lexicon
    bonuses: Mapping[int, int]
    most_played: int
    convention: Convention
    board: Board
    plays: tuple[ScoredMove, ...] = ()

    @property
    def left(self) -> Counter[int]:
        """The count of each tile beside the board."""
        played = Counter(tile for play in self.plays for tile in play.tiles)
        return Counter(dict(enumerate(self.tiles.counts))) - played

    @property
    def score(self) -> int:
        return sum(play.score for play in self.plays)

    def add_play(self, move: Move) -> "Construction":
        """Return the construction with one more play.

        Raises:
            MoveError: it does not fit the board, has a word that is not good, or too many tiles (B3 to B6).
            TurnError: these tiles are not left.
        """
        scored = score_move(self.board, move, self.tiles, self.bonuses, convention=self.convention)
        check_played(scored, self.tiles, self.most_played)
        missing = Counter(scored.tiles) - self.left
        if missing:
            letters = self.tiles.list_tiles(sorted(missing.elements()))
            raise TurnError("solitaire_not_left", letters=letters)
        check_words(self.board, scored.move, self.tiles, self.lexicon)
        return replace(self, board=self.board.place(scored.move), plays=(*self.plays, scored))

    def remove_play(self, number: int) -> "Construction":
        """Return the construction without the play of that number, from 0.

        Raises:
            TurnError: there is none, or a later play does not fit without it.
        """
        if not 0 <= number < len(self.plays):
            raise TurnError("solitaire_nothing_back", number=number + 1)
        rest = (*self.plays[:number], *self.plays[number + 1 :])
        built = replace(self, board=Board.empty(), plays=())
        for play in rest:
            built = built.repeat_play(play)
        return built

    def repeat_play(self, play: ScoredMove) -> "Construction":
        """Add an earlier play again; it must lay the same tiles, and no others in place of letters it went
        through.

        Raises:
            TurnError: it does not fit.
        """
        reference, word = play.move.text(self.tiles, self.convention)
        refused = TurnError("solitaire_leans_on", word=word, reference=reference)
        try:
            built = self.add_play(play.move)
        except EngineError as error:
            raise refused from error
        if built.plays[-1].tiles != play.tiles:
            raise refused
        return built
