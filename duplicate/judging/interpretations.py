"""Reading a slip: as a move at a place, including its blanks, and as every move that its word could be.

A *reading* is an admissible move (on the board, from the rack, of the lexicon) that a slip can be taken for.
Its `blank` says what was wrong with the marks: nothing, a blank not marked, or another letter marked.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Literal

from duplicate.judging.values import RoundPosition
from engine.errors import MoveError
from engine.notation import Move, Reference
from engine.scoring import ScoredMove, check_played, check_rack, check_words, score_move
from engine.tiles import BLANK, BLANK_FLAG, LETTER_MASK

BlankFault = Literal["", "blank_not_marked", "blank_wrong_letter"]


@dataclass(frozen=True, slots=True)
class ReadMove:
    scored: ScoredMove
    blank: BlankFault = ""


def read_move(move: Move, position: RoundPosition, *, forgive_marks: bool) -> ReadMove:
    """Return the reading of a move at the place where it is written.

    If either of two equal letters may be the blank, the reading is the one that scores least. `forgive_marks`
    allows the wrong letter to be marked.

    Raises:
        MoveError: the move is not admissible.
    """
    reading = _read_with_rack(move, position, forgive_marks=forgive_marks)
    check_played(reading.scored, position.tiles, position.most_played)
    check_words(position.board, reading.scored.move, position.tiles, position.lexicon)
    return reading


def read_word(
    word: Sequence[int], position: RoundPosition, *, forgive_marks: bool, any_equal_letter: bool = False
) -> list[ReadMove]:
    """Return every reading of a word, wherever it can lie, in reading order. `any_equal_letter` lets a mark
    stand on any of the letters that are equal.
    """
    # A process that never judges an unusual slip never loads the compiler.
    from engine import movegen  # noqa: PLC0415 - imports the search, which few slips need

    moves = movegen.placements(
        word,
        position.board,
        position.rack,
        position.lexicon,
        position.tiles,
        position.bonuses,
        most_played=position.most_played,
    )
    places: dict[Reference, list[ScoredMove]] = defaultdict(list)
    for scored in moves:
        places[scored.move.reference].append(scored)
    return [
        reading
        for _reference, there in sorted(places.items())
        for reading in _read_by_marks(
            there, word, position, forgive_marks=forgive_marks, any_equal_letter=any_equal_letter
        )
    ]


def find_laid_places(scored: ScoredMove, position: RoundPosition) -> list[int]:
    """Return the indexes of the word's letters that come from the rack."""
    start, step = scored.move.reference.index, scored.move.reference.direction.step
    cells = position.board.cells
    return [place for place in range(len(scored.move.word)) if not cells[start + place * step]]


def is_extension(scored: ScoredMove, position: RoundPosition) -> bool:
    """Tell whether the move makes a word of the board longer, and takes in nothing else along its line."""
    laid = set(find_laid_places(scored, position))
    through = [place for place in range(len(scored.move.word)) if place not in laid]
    return len(through) > 1 and through[-1] - through[0] == len(through) - 1


def _read_by_marks(
    there: list[ScoredMove],
    word: Sequence[int],
    position: RoundPosition,
    *,
    forgive_marks: bool,
    any_equal_letter: bool,
) -> list[ReadMove]:
    """Return the readings of a word at one place: as marked, or else with the blanks that it needs."""
    laid = find_laid_places(there[0], position)
    arranged = sorted if any_equal_letter else list
    wanted = arranged(word[place] for place in laid)
    as_marked = [scored for scored in there if arranged(scored.move.word[place] for place in laid) == wanted]
    if as_marked:
        return [ReadMove(scored) for scored in as_marked]
    marked = any(word[place] & BLANK_FLAG for place in laid)
    if marked and not forgive_marks:
        return []
    fewest = min(scored.blanks for scored in there)
    if not fewest:  # no blank is needed, so what is marked as one is none
        return [ReadMove(scored, "blank_wrong_letter") for scored in there if not scored.blanks]
    fault: BlankFault = "blank_wrong_letter" if marked else "blank_not_marked"
    return [ReadMove(scored, fault) for scored in there if scored.blanks == fewest]


def _read_with_rack(move: Move, position: RoundPosition, *, forgive_marks: bool) -> ReadMove:
    scored = _score(move, position)
    try:
        check_rack(scored, position.rack, position.tiles)
    except MoveError:
        fault: BlankFault = "blank_not_marked"
        readings = list(_vary_blanks(scored, position))
        if not readings and forgive_marks:
            fault = "blank_wrong_letter"
            plain = Move(move.reference, tuple(cell & LETTER_MASK for cell in move.word))
            readings = list(_vary_blanks(_score(plain, position), position))
        if not readings:
            raise
        return ReadMove(min(readings, key=lambda reading: reading.score), fault)
    return ReadMove(scored)


def _vary_blanks(scored: ScoredMove, position: RoundPosition) -> Iterator[ScoredMove]:
    """Yield the ways to let blanks of the rack stand for exactly the letters that it lacks."""
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


def _score(move: Move, position: RoundPosition) -> ScoredMove:
    return score_move(position.board, move, position.tiles, position.bonuses, convention=position.convention)
