"""A position to play on: moves in and out as text, for programs that use the engine as a library.

`Position` keeps a board, racks and scores, the player on turn first as in CGP (`formats.cgp`), and a stack of the
positions before. All it knows of the game is in `scoring`, `movegen` and `formats`; their functions take its
`board`, `tiles` and `words.lexicon`. Moves are `PositionMove`: a move of the engine with the tiles to write it.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Self, TypeVar, overload

from engine import movegen
from engine.board import Board
from engine.errors import MoveError, NotationError, TurnError
from engine.formats.cgp import CgpPosition, lexicon_named
from engine.formats.gcg import GcgGame
from engine.lexicon import BUILTIN
from engine.lexicon.words import Words
from engine.notation import Convention, Move
from engine.racks.draw import unseen
from engine.referee import Exchange, Pass, Place, State, replay
from engine.referee.gcg.reader import from_gcg
from engine.rules import RuleSet, load_rule_set
from engine.scoring import ScoredMove, bad_words, check_played, check_rack, left_over, score_move
from engine.squares import SIZE
from engine.tiles import TileSet

PASS = "-"  # noqa: S105 - a turn, no secret

Opcodes = tuple[tuple[str, str], ...]
_Found = TypeVar("_Found", movegen.Moves, movegen.Top)


@dataclass(frozen=True, slots=True)
class PositionMove:
    """A move with its score; `str` is the text that `Position.push` takes, such as "H4 TRAIN"."""

    scored: ScoredMove
    tiles: TileSet
    convention: Convention = "duplicate"

    @property
    def score(self) -> int:
        return self.scored.score

    @property
    def reference(self) -> str:
        return self.scored.move.reference.text(self.convention)

    @property
    def word(self) -> str:
        """The whole word, blanks in lower case."""
        return self.tiles.decode(self.scored.move.word)

    @property
    def played(self) -> str:
        """The tiles that leave the rack, "?" for a blank."""
        return self.tiles.decode_rack(self.scored.tiles)

    def __str__(self) -> str:
        return f"{self.reference} {self.word}"


class PositionMoves(Sequence[PositionMove]):
    """Moves of a position, the best first; each is decoded when it is accessed."""

    def __init__(self, moves: movegen.Moves, tiles: TileSet, convention: Convention) -> None:
        self._moves = moves
        self._tiles = tiles
        self._convention = convention

    def __len__(self) -> int:
        return len(self._moves)

    @overload
    def __getitem__(self, index: int) -> PositionMove: ...
    @overload
    def __getitem__(self, index: slice) -> "PositionMoves": ...
    def __getitem__(self, index: int | slice) -> "PositionMove | PositionMoves":
        if isinstance(index, slice):
            return PositionMoves(self._moves[index], self._tiles, self._convention)
        return PositionMove(self._moves[index], self._tiles, self._convention)

    def __iter__(self) -> Iterator[PositionMove]:
        return (PositionMove(scored, self._tiles, self._convention) for scored in self._moves)

    def __repr__(self) -> str:
        return f"<{len(self)} moves{f', the best {self[0]} for {self[0].score}' if self else ''}>"


class Position:
    """A board with racks and scores, that moves are pushed on and popped from.

    The player on turn is the first in `racks` and `scores`; a turn makes them the last.
    """

    def __init__(
        self,
        state: CgpPosition,
        words: Words,
        *,
        rules: str | RuleSet = "classic",
        convention: Convention = "duplicate",
    ) -> None:
        self.words = words
        self.rules = load_rule_set(rules) if isinstance(rules, str) else rules
        self.convention: Convention = convention
        self._stack: list[tuple[PositionMove | None, CgpPosition]] = [(None, state)]

    @classmethod
    def start(
        cls,
        lexicon: str | Path = BUILTIN,
        *,
        players: int = 1,
        rules: str | RuleSet = "classic",
        convention: Convention = "duplicate",
    ) -> Self:
        """Return the empty board; one player is what duplicate needs.

        Raises:
            LexiconError: there is no such lexicon.
        """
        state = CgpPosition(Board.empty(), ((),) * players, (0,) * players, 0, _name_lexicon(lexicon))
        return cls(state, Words.load(lexicon), rules=rules, convention=convention)

    @classmethod
    def from_cgp(
        cls,
        text: str,
        lexicon: str | Path | None = None,
        *,
        rules: str | RuleSet = "classic",
        convention: Convention = "duplicate",
    ) -> Self:
        """Read a line of CGP, with the lexicon that it names if none is given.

        Raises:
            EngineError: it cannot be read, or there is no such lexicon.
        """
        words = Words.load(lexicon or lexicon_named(text) or BUILTIN)
        return cls(CgpPosition.parse(text, words.tiles), words, rules=rules, convention=convention)

    @classmethod
    def from_gcg(
        cls, text: str | bytes, lexicon: str | Path = BUILTIN, *, convention: Convention = "english"
    ) -> Self:
        """Read a game; the position is the one after its last turn, and `pop` goes back turn by turn.

        Raises:
            EngineError: a line cannot be read, or breaks the rules; any word is good, as at a table.
        """
        words = Words.load(lexicon)
        data = text.encode() if isinstance(text, str) else text
        game = from_gcg(GcgGame.parse(data, words.tiles), words.tiles)
        opcodes = _name_lexicon(lexicon)
        position = cls(_cgp_of(game.start(), opcodes), words, convention=convention)
        for step in replay(game):
            turn = None
            if isinstance(step.act, Place) and step.after.play:
                turn = PositionMove(step.after.play.scored, words.tiles, convention)
            if isinstance(step.act, (Place, Exchange, Pass)):
                position._stack.append((turn, _cgp_of(step.after, opcodes)))
            else:
                position._stack[-1] = (position._stack[-1][0], _cgp_of(step.after, opcodes))
        return position

    def to_cgp(self) -> str:
        """Return the position as a line of CGP; one player gets an opponent without rack or score."""
        state = self._state
        if len(state.racks) == 1:
            state = replace(state, racks=(*state.racks, ()), scores=(*state.scores, 0))
        return state.text(self.tiles)

    @property
    def tiles(self) -> TileSet:
        return self.words.tiles

    @property
    def board(self) -> Board:
        return self._state.board

    @property
    def scores(self) -> tuple[int, ...]:
        return self._state.scores

    @property
    def racks(self) -> tuple[str, ...]:
        return tuple(map(self.tiles.decode_rack, self._state.racks))

    @property
    def rack(self) -> str:
        """The rack of the player on turn, empty if it is not known; it is set as text, "?" a blank."""
        return self.racks[0]

    @rack.setter
    def rack(self, text: str) -> None:
        racks = (self.tiles.encode_rack(text), *self._state.racks[1:])
        self._stack[-1] = (self._stack[-1][0], replace(self._state, racks=racks))

    @property
    def unseen(self) -> str:
        """The tiles that are neither on the board nor on the rack of the player on turn."""
        counts = list(unseen(self.board, self.tiles))
        for tile in self._state.racks[0]:
            counts[tile] = max(0, counts[tile] - 1)
        return self.tiles.decode_rack([tile for tile, count in enumerate(counts) for _ in range(count)])

    @property
    def history(self) -> list[PositionMove | None]:
        """The turns so far; None is a pass or an exchange."""
        return [move for move, _ in self._stack[1:]]

    def moves(self) -> PositionMoves:
        """Return all moves of the rack, the best first, equal ones in reading order."""
        return self._shown(self._search(movegen.all_moves))

    def top(self) -> PositionMoves:
        """Return the moves of the highest score (the isotops), in reading order."""
        return self._shown(self._search(movegen.top).moves)

    def move(self, text: str) -> PositionMove:
        """Return the move in a text such as "H4 TRAIN", with its score.

        Raises:
            NotationError: the text is no move.
            MoveError: the move does not fit the board, the rack if it is known, or the lexicon.
        """
        return self._check(text, self.convention)

    def push(self, turn: PositionMove | str) -> PositionMove | None:
        """Play a move, or "-" for a pass; return the move. Its tiles leave the rack, if that is known.

        Raises:
            EngineError: as `move`.
        """
        state, move = self._state, None
        racks, scores, scoreless = state.racks, state.scores, state.scoreless_turns + 1
        board = state.board
        if turn != PASS:
            convention = turn.convention if isinstance(turn, PositionMove) else self.convention
            move = self._check(str(turn), convention)
            board = board.place(move.scored.move)
            racks = (tuple(left_over(racks[0], move.scored.tiles)), *racks[1:])
            scores = (scores[0] + move.score, *scores[1:])
            scoreless = 0 if move.score else scoreless
        racks, scores = (*racks[1:], racks[0]), (*scores[1:], scores[0])
        self._stack.append((move, CgpPosition(board, racks, scores, scoreless, state.opcodes)))
        return move

    def pop(self) -> PositionMove | None:
        """Take the latest turn back; return its move.

        Raises:
            TurnError: there is none.
        """
        if len(self._stack) == 1:
            raise TurnError("nothing_to_pop")
        return self._stack.pop()[0]

    def __str__(self) -> str:
        """Draw the board, with the references of the convention, racks and scores."""
        letters, numbers = "ABCDEFGHIJKLMNO", [str(number) for number in range(1, SIZE + 1)]
        heads, sides = (numbers, letters) if self.convention == "duplicate" else (letters, numbers)
        lines = ["   " + "".join(f"{head:>3}" for head in heads)]
        for side, row in zip(sides, self.board.tokens(self.tiles), strict=True):
            lines.append(f"{side:>3}" + "".join(f"{token or '.':>3}" for token in row))
        for rack, score in zip(self.racks, self.scores, strict=True):
            lines.append(f"{rack or '–'}  {score}")
        return "\n".join(lines)

    def __repr__(self) -> str:
        return f"<Position {self.to_cgp()}>"

    @property
    def _state(self) -> CgpPosition:
        return self._stack[-1][1]

    def _check(self, text: str, convention: Convention) -> PositionMove:
        """Return the move in a text of that convention, as `move` does."""
        reference, _, word = text.strip().partition(" ")
        if not word:
            raise NotationError("bad_turn", text=text)
        move = Move.parse(reference, word, self.tiles, convention)
        scored = score_move(
            self.board, move, self.tiles, self.rules.moves.bonuses, convention=self.convention
        )
        check_played(scored, self.tiles, self.rules.moves.most_played)
        if self.rack:
            check_rack(scored, self._state.racks[0], self.tiles)
        bad = bad_words(self.board, scored.move, self.tiles, self.words.lexicon)
        if bad:
            raise MoveError("not_in_lexicon", words=", ".join(self.tiles.decode(one.word) for one in bad))
        return PositionMove(scored, self.tiles, self.convention)

    def _search(self, search: Callable[..., _Found]) -> _Found:
        rack, played = self._state.racks[0], self.rules.moves
        return search(
            self.board, rack, self.words.lexicon, self.tiles, played.bonuses, most_played=played.most_played
        )

    def _shown(self, moves: movegen.Moves) -> PositionMoves:
        return PositionMoves(moves, self.tiles, self.convention)


def _name_lexicon(lexicon: str | Path) -> Opcodes:
    return (("lex", str(lexicon)),)


def _cgp_of(state: State, opcodes: Opcodes) -> CgpPosition:
    """Return a moment of a classic game, the player on turn first."""
    seats = (*state.seats[state.to_move :], *state.seats[: state.to_move])
    racks = tuple(seat.known for seat in seats)
    return CgpPosition(state.board, racks, tuple(seat.score for seat in seats), state.scoreless, opcodes)
