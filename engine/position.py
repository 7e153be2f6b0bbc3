"""A position to play on: moves in and out as text, for programs that use the engine as a library.

`Position` keeps a board, racks and scores, the player on turn first as in CGP (`formats.cgp`), and a stack of the
positions before. All it knows of the game is in `scoring`, `movegen` and `formats`; their functions take its
`board`, `tiles` and `words.lexicon`. Turns are those of `positions.turns`.
"""

import codecs
from collections import Counter
from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import replace
from pathlib import Path
from typing import Self, TypeVar

from engine import movegen
from engine.board import Board
from engine.errors import MoveError, NotationError, RackError, TurnError
from engine.formats.cgp import CgpPosition, lexicon_named
from engine.formats.gcg import GcgGame, lexicon_in
from engine.lexicon import BUILTIN, Lexicon
from engine.lexicon.words import Words
from engine.notation import CONVENTIONS, Convention, Move
from engine.positions.turns import PositionExchange, PositionMove, PositionMoves, Turn
from engine.racks.draw import unseen
from engine.referee import Act, Exchange, Pass, Place, State, replay
from engine.referee.gcg.position_record import Played, PositionRecord, build_rules, split_by_turn
from engine.referee.gcg.reader import read_game
from engine.referee.notation import parse_turn
from engine.referee.settings import MOST_PLAYERS
from engine.rules import (
    RuleSet,
    load_rule_set,
)
from engine.scoring import ScoredMove, check_played, check_rack, check_words, left_over, score_move
from engine.squares import LONGEST_RACK, SIZE
from engine.tiles import TileSet

Opcodes = tuple[tuple[str, str], ...]
LexiconSource = str | Path | Words | Lexicon
_Found = TypeVar("_Found", movegen.Moves, movegen.Top)


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
        if convention not in CONVENTIONS:
            raise NotationError("bad_convention", text=convention)
        self.words = words
        self.rules = rules if isinstance(rules, RuleSet) else load_rule_set(rules)
        self.convention: Convention = convention
        self._start = state
        self._turns: list[Played] = []
        self._record = PositionRecord.of_names([""] * len(state.racks))

    @classmethod
    def start(
        cls,
        lexicon: LexiconSource = BUILTIN,
        *,
        players: int | Sequence[str] = 1,
        rules: str | RuleSet = "classic",
        convention: Convention = "duplicate",
    ) -> Self:
        """Return the empty board for so many players, or those of these names; one is what duplicate needs.

        Raises:
            EngineError: there is no such lexicon, rule set, convention or number of players.
        """
        names = [""] * players if isinstance(players, int) else list(players)
        if len(names) not in range(1, MOST_PLAYERS + 1):
            given = players if isinstance(players, int) else len(names)
            raise TurnError("players_number", fewest=1, most=MOST_PLAYERS, given=given)
        words = _open_words(lexicon)
        opcodes = _name_lexicon(lexicon, words)
        state = CgpPosition(Board.empty(), ((),) * len(names), (0,) * len(names), 0, opcodes)
        position = cls(state, words, rules=rules, convention=convention)
        position._record = PositionRecord.of_names(names)
        return position

    @classmethod
    def from_cgp(
        cls,
        text: str,
        lexicon: LexiconSource | None = None,
        *,
        rules: str | RuleSet = "classic",
        convention: Convention = "duplicate",
    ) -> Self:
        """Read a line of CGP, with the lexicon that it names if none is given.

        Raises:
            EngineError: it cannot be read, or there is no such lexicon.
        """
        words = _open_words(lexicon if lexicon is not None else lexicon_named(text) or BUILTIN)
        return cls(CgpPosition.parse(text, words.tiles), words, rules=rules, convention=convention)

    @classmethod
    def from_gcg(
        cls,
        text: str | bytes,
        lexicon: LexiconSource | None = None,
        *,
        convention: Convention = "english",
    ) -> Self:
        """Read a game, with the lexicon that it names if none is given.

        The position is the one after its last turn, and `pop` goes back turn by turn. Rack size and bonuses are those
        that the file states.

        Raises:
            EngineError: a line cannot be read, or breaks the rules, or there is no such lexicon; any word is good, as
                at a table.
        """
        # A text is decoded already: the encoding that its first line may name says nothing of it.
        data = codecs.BOM_UTF8 + text.encode(errors="replace") if isinstance(text, str) else text
        named = lexicon if lexicon is not None else lexicon_in(data) or BUILTIN
        words = _open_words(named)
        file = GcgGame.parse(data, words.tiles)
        game, checks = read_game(file, words.tiles)
        opcodes = _name_lexicon(named, words)
        rules = build_rules(game.settings)
        position = cls(_cgp_of(game.start(), opcodes), words, rules=rules, convention=convention)
        before, *events = split_by_turn(checks)
        position._record = PositionRecord.of_file(file, game, before)
        for step in replay(game):
            after, to_move = _cgp_of(step.after, opcodes), step.after.to_move
            turn: Turn | None = None
            if isinstance(step.act, Place) and step.after.play:
                turn = PositionMove(step.after.play.scored, words.tiles, convention)
            elif isinstance(step.act, Exchange | Pass):
                turn = _exchange_of(step.act, words.tiles)
            if turn:
                position._turns.append(Played(turn, after, to_move, events[len(position._turns)]))
            else:
                position._replace_state(after, to_move)
        return position

    def to_cgp(self) -> str:
        """Return the position as a line of CGP; one player gets an opponent without rack or score."""
        state = self._state
        if len(state.racks) == 1:
            state = replace(state, racks=(*state.racks, ()), scores=(*state.scores, 0))
        return state.text(self.tiles)

    def to_gcg(self) -> str:
        """Return the game so far as the content of a GCG file, to be encoded in UTF-8.

        The lines of a file that was read stay, with its notes. A position's only player gets an opponent who passes.

        Raises:
            RecordError: the position does not begin with the empty board.
        """
        return self._record.to_gcg(self._start, self._turns, self.rules, self.tiles).text(self.tiles)

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
        rack = self.tiles.encode_rack(text.strip())
        if len(rack) > LONGEST_RACK:
            raise RackError("rack_too_long", given=len(rack), most=LONGEST_RACK)
        self._replace_state(replace(self._state, racks=(rack, *self._state.racks[1:])))

    @property
    def unseen(self) -> str:
        """The tiles that are neither on the board nor on the rack of the player on turn."""
        counts = list(unseen(self.board, self.tiles))
        for tile in self._state.racks[0]:
            counts[tile] = max(0, counts[tile] - 1)
        return self.tiles.decode_rack([tile for tile, count in enumerate(counts) for _ in range(count)])

    @property
    def history(self) -> list[Turn]:
        """The turns so far."""
        return [played.turn for played in self._turns]

    def moves(self) -> PositionMoves:
        """Return all moves of the rack, the best first, equal ones in reading order."""
        return self._shown(self._search(movegen.all_moves))

    def top(self) -> PositionMoves:
        """Return the moves of the highest score (the isotops), in reading order."""
        return self._shown(self._search(movegen.top).moves)

    def move(self, text: str) -> PositionMove:
        """Return the move in a text such as "H4 TRAIN", with its score, without playing it.

        Raises:
            NotationError: the text is no move.
            MoveError: the move does not fit the board, the rack if it is known, or the lexicon.
        """
        move = self._read_turn(text)
        if isinstance(move, PositionExchange):
            raise NotationError("bad_turn", text=text)
        return move

    def push(self, turn: Turn | Move | ScoredMove | str) -> Turn:
        """Play a move as text or as it was found, "-AEI" or "-3" for an exchange, or "-" for a pass; return the turn.

        Its tiles leave the rack, if that is known. After an exchange of so many unknown tiles it is not known any more.

        Raises:
            EngineError: as `move`, or the rack lacks tiles of the exchange.
        """
        state, played = self._state, self._read_turn(turn)
        board, rack, scoreless = state.board, list(state.racks[0]), state.scoreless_turns + 1
        if isinstance(played, PositionMove):
            board = board.place(played.scored.move)
            scoreless = 0 if played.score else scoreless
        rack = left_over(rack, self.tiles.encode_rack(played.played))
        if isinstance(played, PositionExchange) and not played.played and not played.is_pass:
            rack = []
        racks = (*state.racks[1:], tuple(rack))
        scores = (*state.scores[1:], state.scores[0] + played.score)
        event = self._record.turn_event(played, self._to_move, state, self.tiles)
        after = CgpPosition(board, racks, scores, scoreless, state.opcodes)
        self._turns.append(Played(played, after, (self._to_move + 1) % len(racks), (event,)))
        return played

    def pop(self) -> Turn:
        """Take the latest turn back, and return it.

        Raises:
            TurnError: there is none.
        """
        if not self._turns:
            raise TurnError("nothing_to_pop")
        return self._turns.pop().turn

    def copy(self) -> Self:
        """Return the same position with its history, to play on apart from this one."""
        other = copy(self)
        other._turns = self._turns.copy()  # noqa: SLF001 - of this class
        return other

    def __str__(self) -> str:
        """Draw the board, with the references of the convention, racks and scores."""
        letters, numbers = "ABCDEFGHIJKLMNO", [str(number) for number in range(1, SIZE + 1)]
        heads, sides = (numbers, letters) if self.convention == "duplicate" else (letters, numbers)
        lines = ["   " + "".join(f"{head:>3}" for head in heads)]
        for side, row in zip(sides, self.board.tokens(self.tiles), strict=True):
            lines.append(f"{side:>3}" + "".join(f"{token or '.':>3}" for token in row))
        for rack, score in zip(self._state.racks, self.scores, strict=True):
            lines.append(f"{self.tiles.list_tiles(rack) or '–'}  {score}")
        return "\n".join(lines)

    def __repr__(self) -> str:
        return f"<Position {self.to_cgp()}>"

    @property
    def _state(self) -> CgpPosition:
        return self._turns[-1].after if self._turns else self._start

    @property
    def _to_move(self) -> int:
        """The number of the player on turn."""
        return self._turns[-1].to_move if self._turns else self._record.first

    def _replace_state(self, state: CgpPosition, to_move: int | None = None) -> None:
        """Put a state in the place of the current one, after the same turns."""
        if self._turns:
            number = self._to_move if to_move is None else to_move
            self._turns[-1] = self._turns[-1]._replace(after=state, to_move=number)
        else:
            self._start = state

    def _read_turn(self, turn: Turn | Move | ScoredMove | str) -> Turn:
        """Return the turn in a text if it may be played. A move that was found keeps the convention of its search."""
        if isinstance(turn, Move | ScoredMove):
            return self._check(turn if isinstance(turn, Move) else turn.move)
        convention = turn.convention if isinstance(turn, PositionMove) else self.convention
        act = parse_turn(str(turn), 0, self.tiles, convention)
        if isinstance(act, Place):
            return self._check(act.move)
        exchange = _exchange_of(act, self.tiles)
        self._check_exchange(exchange)
        return exchange

    def _check(self, move: Move) -> PositionMove:
        """Return a move with its score if it may be played."""
        scored = score_move(
            self.board, move, self.tiles, self.rules.moves.bonuses, convention=self.convention
        )
        check_played(scored, self.tiles, self.rules.moves.most_played)
        if self.rack:
            check_rack(scored, self._state.racks[0], self.tiles)
        check_words(self.board, scored.move, self.tiles, self.words.lexicon)
        return PositionMove(scored, self.tiles, self.convention)

    def _check_exchange(self, exchange: PositionExchange) -> None:
        """Refuse an exchange of tiles that the rack, if it is known, does not have."""
        rack = self._state.racks[0]
        missing = Counter(self.tiles.encode_rack(exchange.played)) - Counter(rack)
        if rack and missing:
            raise MoveError("not_in_rack", letters=self.tiles.list_tiles(sorted(missing.elements())))
        if rack and exchange.count > len(rack):
            raise MoveError("exchange_more_than_held", given=exchange.count, held=len(rack))

    def _search(self, search: Callable[..., _Found]) -> _Found:
        rack, played = self._state.racks[0], self.rules.moves
        return search(
            self.board, rack, self.words.lexicon, self.tiles, played.bonuses, most_played=played.most_played
        )

    def _shown(self, moves: movegen.Moves) -> PositionMoves:
        return PositionMoves(moves, self.tiles, self.convention)


def _open_words(lexicon: LexiconSource) -> Words:
    """Return the words of a name or file, or those that are given."""
    if isinstance(lexicon, Words):
        return lexicon
    return Words(lexicon) if isinstance(lexicon, Lexicon) else Words.load(lexicon)


def _name_lexicon(lexicon: LexiconSource, words: Words) -> Opcodes:
    return (("lex", str(lexicon) if isinstance(lexicon, str | Path) else words.lexicon.name),)


def _exchange_of(act: Act, tiles: TileSet) -> PositionExchange:
    """Return an exchange or a pass of the referee."""
    if isinstance(act, Exchange):
        return PositionExchange(tiles.decode_rack(act.tiles), act.number)
    return PositionExchange()


def _cgp_of(state: State, opcodes: Opcodes) -> CgpPosition:
    """Return a moment of a classic game, the player on turn first."""
    seats = (*state.seats[state.to_move :], *state.seats[: state.to_move])
    racks = tuple(seat.known for seat in seats)
    return CgpPosition(state.board, racks, tuple(seat.score for seat in seats), state.scoreless, opcodes)
