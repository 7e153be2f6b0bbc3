"""Every legal move of a position, found by trying every word at every place: the oracle of the search.

Nothing here is shared with the engine: words, boards and racks are text, the premium squares and the letters'
values are written down anew, a move is scored from its words. Boards are 15 texts, "." an empty square, a small
letter a blank; racks have "?" for a blank. A move is (reference, word, score), the reference in the duplicate
convention.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, reduce
from itertools import combinations
from operator import or_
from typing import Any

import numpy as np

Found = tuple[str, str, int]

VALUES = {
    letter: value
    for value, letters in {1: "AEILNORSTU", 2: "DG", 3: "BCMP", 4: "FHVWY", 5: "K", 8: "JX", 10: "QZ"}.items()
    for letter in letters
}
ROWS = "ABCDEFGHIJKLMNO"
# One eighth of the board; the rest is its mirror images.
TRIPLE_WORDS = ("A1", "A8")
DOUBLE_WORDS = ("B2", "C3", "D4", "E5", "H8")
TRIPLE_LETTERS = ("B6", "F6")
DOUBLE_LETTERS = ("A4", "C7", "D8", "G7")


def mirrored(names: Iterable[str]) -> set[tuple[int, int]]:
    squares = set()
    for name in names:
        row, column = ROWS.index(name[0]), int(name[1:]) - 1
        for a, b in ((row, column), (column, row)):
            squares |= {(a, b), (14 - a, b), (a, 14 - b), (14 - a, 14 - b)}
    return squares


LETTER_FACTORS = dict.fromkeys(mirrored(TRIPLE_LETTERS), 3) | dict.fromkeys(mirrored(DOUBLE_LETTERS), 2)
WORD_FACTORS = dict.fromkeys(mirrored(TRIPLE_WORDS), 3) | dict.fromkeys(mirrored(DOUBLE_WORDS), 2)


class WordList:
    """Words, sorted so that those which fit a pattern are found without trying them all."""

    def __init__(self, words: Iterable[str]) -> None:
        self.words = sorted(words)
        self.known = frozenset(self.words)
        self.counts = np.zeros((26, len(self.words)), np.int8)
        self.with_letter: dict[tuple[int, int, str], set[str]] = defaultdict(set)
        for number, word in enumerate(self.words):
            for place, letter in enumerate(word):
                self.counts[ord(letter) - 65, number] += 1
                self.with_letter[len(word), place, letter].add(word)

    def spelt_with(self, letters: str, blanks: int, among: np.ndarray | None = None) -> np.ndarray:
        """The numbers of the words (all, or some) that these letters and blanks can spell."""
        have = Counter(letters)
        missing = np.zeros(len(self.words) if among is None else len(among), np.int8)
        for row, letter in zip(self.counts, "ABCDEFGHIJKLMNOPQRSTUVWXYZ", strict=True):
            count = row if among is None else row[among]
            missing += np.maximum(count - np.int8(min(have[letter], 15)), 0)
        fitting = np.flatnonzero(missing <= blanks)
        return fitting if among is None else among[fitting]


@dataclass(frozen=True)
class Position:
    words: WordList
    rows: list[str]
    rack: str
    bonuses: dict[int, int]

    @cached_property
    def is_bare(self) -> bool:
        return set("".join(self.rows)) == {"."}

    def letter_at(self, row: int, column: int) -> str:
        on_board = 0 <= row < 15 and 0 <= column < 15
        return self.rows[row][column] if on_board else "."

    @cached_property
    def words_through(self) -> dict[tuple[Any, ...], tuple[str, int]]:
        """What `word_through` has found before: the same squares are asked about again and again."""
        return {}

    def word_through(self, *crossing: Any) -> tuple[str, int]:
        if crossing not in self.words_through:
            self.words_through[crossing] = self.find_word_through(*crossing)
        return self.words_through[crossing]

    def find_word_through(self, row: int, column: int, letter: str, step: tuple[int, int]) -> tuple[str, int]:
        """The word that a new letter forms in one direction, and its points."""
        before, after = "", ""
        r, c = row - step[0], column - step[1]
        while self.letter_at(r, c) != ".":
            before = self.letter_at(r, c) + before
            r, c = r - step[0], c - step[1]
        r, c = row + step[0], column + step[1]
        while self.letter_at(r, c) != ".":
            after += self.letter_at(r, c)
            r, c = r + step[0], c + step[1]
        points = sum(VALUES.get(other, 0) for other in before + after)
        points += VALUES.get(letter, 0) * LETTER_FACTORS.get((row, column), 1)
        return before + letter + after, points * WORD_FACTORS.get((row, column), 1)


@dataclass(frozen=True)
class Place:
    """Where a main word may lie; its letters are numbered from 0."""

    position: Position
    squares: list[tuple[int, int]]
    pattern: str
    step: tuple[int, int]

    @cached_property
    def open(self) -> list[int]:
        return [number for number, letter in enumerate(self.pattern) if letter == "."]

    @cached_property
    def crossed(self) -> list[int]:
        """The open squares where a letter forms another word."""
        return [number for number in self.open if len(self.crossing(number, "?")[0]) > 1]

    def crossing(self, number: int, letter: str) -> tuple[str, int]:
        return self.position.word_through(*self.squares[number], letter, (self.step[1], self.step[0]))

    @property
    def is_playable(self) -> bool:
        if not 0 < len(self.open) <= len(self.position.rack):
            return False
        if self.position.is_bare:
            return (7, 7) in self.squares
        if self.step == (1, 0) and len(self.open) == 1 and self.crossed:
            return False  # the same play is a move across
        return len(self.open) < len(self.squares) or bool(self.crossed)

    @property
    def name(self) -> str:
        row, column = self.squares[0]
        return f"{column + 1}{ROWS[row]}" if self.step == (1, 0) else f"{ROWS[row]}{column + 1}"


def all_moves(
    words: WordList, rows: list[str], rack: str, bonuses: dict[int, int] | None = None
) -> set[Found]:
    position = Position(words, rows, rack, {7: 50} if bonuses is None else bonuses)
    across, down = (0, 1), (1, 0)
    moves = set(moves_along(position, across))
    if not position.is_bare:
        moves |= set(moves_along(position, down))
    return moves


def moves_along(position: Position, step: tuple[int, int]) -> Iterator[Found]:
    down = step == (1, 0)
    lines = ["".join(column) for column in zip(*position.rows, strict=True)] if down else position.rows
    letters, blanks = position.rack.replace("?", ""), position.rack.count("?")
    letters_of_lines = [line.upper().replace(".", "") for line in lines]
    most = reduce(or_, map(Counter, letters_of_lines))
    spellable = position.words.spelt_with(letters + "".join(most.elements()), blanks)
    for number, line in enumerate(lines):
        candidates = position.words.spelt_with(letters + letters_of_lines[number], blanks, spellable)
        by_length = defaultdict(set)
        for candidate in candidates:
            word = position.words.words[candidate]
            by_length[len(word)].add(word)
        for start in range(15):
            squares = [(start + i, number) if down else (number, start + i) for i in range(15 - start)]
            for length in range(2, 16 - start):
                place = Place(position, squares[:length], line[start : start + length], step)
                is_whole_run = f".{line}"[start] == "." == f"{line}."[start + length]
                if is_whole_run and place.is_playable:
                    yield from moves_at(place, by_length[length])


def moves_at(place: Place, candidates: set[str]) -> Iterator[Found]:
    """The moves whose main word lies on exactly the squares of the place."""
    for number, letter in enumerate(place.pattern):
        if letter != ".":
            fitting = place.position.words.with_letter.get(
                (len(place.squares), number, letter.upper()), set()
            )
            candidates = candidates & fitting
    for word in candidates:
        formed = (place.crossing(number, word[number])[0] for number in place.crossed)
        if all(other.upper() in place.position.words.known for other in formed):
            yield from with_blanks(place, word)


def with_blanks(place: Place, word: str) -> Iterator[Found]:
    """The move, in each way in which blanks may stand for its letters."""
    rack = place.position.rack
    have = Counter(rack.replace("?", ""))
    for used in range(min(rack.count("?"), len(place.open)) + 1):
        for small in combinations(place.open, used):
            if Counter(word[number] for number in place.open if number not in small) - have:
                continue
            spelt = "".join(
                letter if letter != "." else word[number].lower() if number in small else word[number]
                for number, letter in enumerate(place.pattern)
            )
            yield place.name, spelt, score(place, spelt)


def score(place: Place, spelt: str) -> int:
    total, factor = 0, 1
    for number, letter in enumerate(spelt):
        points = VALUES.get(letter, 0)
        if number in place.open:
            points *= LETTER_FACTORS.get(place.squares[number], 1)
            factor *= WORD_FACTORS.get(place.squares[number], 1)
        total += points
    crossing = sum(place.crossing(number, spelt[number])[1] for number in place.crossed)
    return total * factor + crossing + place.position.bonuses.get(len(place.open), 0)
