"""Judging a slip: pure, from the slip as written and the position it was written for (RULES D5 to D7).

An admissible slip scores what the move is worth; anything else scores zero, and the verdict's *code* says why:
one of the engine's reasons, or one of those here. Codes of a slip that scores:

- `good`: as written;
- `score_corrected`: the stated score is wrong, the true one counts;
- `blank_not_marked`: a letter is missing from the rack and a blank can stand for it. Where the slip leaves
  open which of two equal letters is the blank, the one that scores least counts.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import combinations

from engine.board import Board
from engine.errors import EngineError, MoveError
from engine.lexicon import Lexicon
from engine.notation import Convention, Move
from engine.scoring import ScoredMove, bad_words, check_played, check_rack, score_move
from engine.tiles import BLANK, BLANK_FLAG, TileSet


@dataclass(frozen=True, slots=True)
class Position:
    """What everybody has in front of them in a round."""

    board: Board
    rack: tuple[int, ...]
    tiles: TileSet
    lexicon: Lexicon
    convention: Convention
    bonuses: Mapping[int, int]
    most_played: int | None = None


@dataclass(frozen=True, slots=True)
class WrittenSlip:
    """A slip as the player wrote it."""

    word: str
    reference: str
    stated_score: int | None


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a slip is worth and why; `params` fill the sentence that belongs to `code`."""

    score: int
    code: str
    params: dict[str, object] = field(default_factory=dict)


def judge(slip: WrittenSlip, position: Position) -> Verdict:
    """The verdict on a slip that was handed in in time."""
    try:
        move = Move.parse(slip.reference, slip.word, position.tiles, position.convention)
        scored, blank_assumed = _fit(move, position)
        check_played(scored, position.tiles, position.most_played)
    except EngineError as error:
        return Verdict(0, error.code, error.params)
    wrong = bad_words(scored, position.lexicon)
    if wrong:
        words = ", ".join(position.tiles.decode(formed.word) for formed in wrong)
        return Verdict(0, "not_in_lexicon", {"words": words})
    if blank_assumed:
        return Verdict(scored.score, "blank_not_marked", {"word": position.tiles.decode(scored.move.word)})
    if slip.stated_score is not None and slip.stated_score != scored.score:
        return Verdict(scored.score, "score_corrected", {"stated": slip.stated_score, "score": scored.score})
    return Verdict(scored.score, "good")


def _fit(move: Move, position: Position) -> tuple[ScoredMove, bool]:
    """The move on the board and from the rack, and whether a blank had to be assumed.

    Raises:
        MoveError: it does not fit the board, or the rack has not its letters.
    """
    scored = _score(move, position)
    try:
        check_rack(scored, position.rack, position.tiles)
    except MoveError:
        readings = list(_with_blanks(scored, position))
        if not readings:
            raise
        return min(readings, key=lambda reading: reading.score), True
    return scored, False


def _with_blanks(scored: ScoredMove, position: Position) -> Iterator[ScoredMove]:
    """The ways to let blanks of the rack stand for exactly the letters that it lacks."""
    missing = Counter(scored.tiles) - Counter(position.rack)
    blanks = position.rack.count(BLANK) - scored.tiles.count(BLANK)
    if missing.total() > blanks:
        return
    word = scored.move.word
    for places in combinations(range(len(word)), missing.total()):
        if Counter(word[place] for place in places) != missing:
            continue
        marked = tuple(cell | BLANK_FLAG if place in places else cell for place, cell in enumerate(word))
        reading = _score(Move(scored.move.reference, marked), position)
        # A letter that lies on the board stays what it is: marking it changes nothing.
        if not Counter(reading.tiles) - Counter(position.rack):
            yield reading


def _score(move: Move, position: Position) -> ScoredMove:
    return score_move(position.board, move, position.tiles, position.bonuses, convention=position.convention)
