"""Every legal move of a position, found by trying every word at every place: the oracle of the search.

Nothing here is shared with the engine: words, boards and racks are text, the premium squares and the letters'
values are written down anew, a move is scored from its words. Boards are 15 texts, "." an empty square, a
small letter a blank; racks have "?" for a blank. A move is (reference, word, score), the reference in the
duplicate convention.

At each place all words of its length are tried at once, as columns of arrays; there is no cleverness beyond
that. `tops` also discards by arrays the words that could not reach the best score seen, even if their blanks
had the value of their letters. The other words are spelt and scored as text, word by word, blank by blank.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations, pairwise
from typing import Any

import numpy as np

Found = tuple[str, str, int]
Square = tuple[int, int]

ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
VALUES = {
    letter: value
    for value, letters in {1: "AEILNORSTU", 2: "DG", 3: "BCMP", 4: "FHVWY", 5: "K", 8: "JX", 10: "QZ"}.items()
    for letter in letters
}
ROWS = "ABCDEFGHIJKLMNO"
ACROSS, DOWN = (0, 1), (1, 0)
FRENCH_VALUES = {
    letter: value
    for value, letters in {1: "AEILNORSTU", 2: "DGM", 3: "BCP", 4: "FHV", 8: "JQ", 10: "KWXYZ"}.items()
    for letter in letters
}
# One eighth of the board; the rest is its mirror images.
TRIPLE_WORDS = ("A1", "A8")
DOUBLE_WORDS = ("B2", "C3", "D4", "E5", "H8")
TRIPLE_LETTERS = ("B6", "F6")
DOUBLE_LETTERS = ("A4", "C7", "D8", "G7")


def mirrored(names: Iterable[str]) -> set[Square]:
    squares = set()
    for name in names:
        row, column = ROWS.index(name[0]), int(name[1:]) - 1
        for a, b in ((row, column), (column, row)):
            squares |= {(a, b), (14 - a, b), (a, 14 - b), (14 - a, 14 - b)}
    return squares


LETTER_FACTORS = dict.fromkeys(mirrored(TRIPLE_LETTERS), 3) | dict.fromkeys(mirrored(DOUBLE_LETTERS), 2)
WORD_FACTORS = dict.fromkeys(mirrored(TRIPLE_WORDS), 3) | dict.fromkeys(mirrored(DOUBLE_WORDS), 2)


def counts_of(text: str) -> np.ndarray:
    """Count each letter of the alphabet."""
    return np.array([text.count(letter) for letter in ALPHABET], np.int8)


class WordList:
    """Words by number, the shortest first; `letters`, `counts` and `has` have a column for each of them."""

    def __init__(self, words: Iterable[str]) -> None:
        self.words = sorted(words, key=lambda word: (len(word), word))
        self.known = frozenset(self.words)
        text = "".join(word.ljust(15, "@") for word in self.words).encode()
        self.letters = np.ascontiguousarray((np.frombuffer(text, np.uint8).reshape(-1, 15) - 65).T)
        self.counts = np.stack([(self.letters == number).sum(0, dtype=np.int8) for number in range(26)])
        self.has = sum((count > 0).astype(np.uint32) << number for number, count in enumerate(self.counts))
        self.first = np.searchsorted([len(word) for word in self.words], np.arange(17))

    def spelt_with(self, counts: np.ndarray, blanks: int) -> np.ndarray:
        """Return the words that these letters and blanks can spell."""
        lacking = sum(1 << number for number, count in enumerate(counts) if not count)
        few_others = np.bitwise_count(self.has & np.uint32(lacking)) <= blanks
        return self.spelt_among(np.flatnonzero(few_others), counts, blanks)

    def spelt_among(self, candidates: np.ndarray, counts: np.ndarray, blanks: int) -> np.ndarray:
        missing = np.maximum(self.counts.take(candidates, 1) - counts[:, np.newaxis], 0)
        return candidates[missing.sum(0, dtype=np.int8) <= blanks]

    def by_length(self, among: np.ndarray) -> dict[int, np.ndarray]:
        bounds = np.searchsorted(among, self.first)
        return {length: among[start:end] for length, (start, end) in enumerate(pairwise(bounds))}


@dataclass(frozen=True)
class Position:
    words: WordList
    rows: list[str]
    rack: str
    bonuses: dict[int, int] = field(default_factory=lambda: {7: 50})
    most_played: int = 15
    values: dict[str, int] = field(default_factory=lambda: VALUES)

    @cached_property
    def letter_values(self) -> np.ndarray:
        return np.array([self.values[letter] for letter in ALPHABET])

    @cached_property
    def is_bare(self) -> bool:
        return set("".join(self.rows)) == {"."}

    @cached_property
    def blanks(self) -> int:
        return self.rack.count("?")

    @cached_property
    def rack_counts(self) -> np.ndarray:
        return counts_of(self.rack)

    def letter_at(self, row: int, column: int) -> str:
        on_board = 0 <= row < 15 and 0 <= column < 15
        return self.rows[row][column] if on_board else "."

    def run_from(self, square: Square, rows: int, columns: int) -> str:
        """Return the letters that follow a square without a gap."""
        letter = self.letter_at(square[0] + rows, square[1] + columns)
        return (
            ""
            if letter == "."
            else letter + self.run_from((square[0] + rows, square[1] + columns), rows, columns)
        )

    @cached_property
    def lines(self) -> list["Line"]:
        across = [Line(self, [(n, i) for i in range(15)], ACROSS) for n in range(15)]
        down = [Line(self, [(i, n) for i in range(15)], DOWN) for n in range(15)]
        return across if self.is_bare else across + down

    def places(self) -> Iterator["Place"]:
        for line in self.lines:
            yield from line.places()


@dataclass(frozen=True)
class Crossing:
    """A square between letters of the other direction: what is put there forms a word with them."""

    square: Square
    before: str
    after: str
    values: dict[str, int]

    def word(self, letter: str) -> str:
        return self.before + letter + self.after

    def points(self, value: Any) -> Any:
        """Return the score of the word with a letter of that value, or with each of several."""
        points = self.others + value * LETTER_FACTORS.get(self.square, 1)
        return points * WORD_FACTORS.get(self.square, 1)

    @cached_property
    def others(self) -> int:
        return sum(self.values.get(other, 0) for other in self.before + self.after)


@dataclass(frozen=True)
class Line:
    """A row or a column, its squares numbered from 0."""

    position: Position
    squares: list[Square]
    step: tuple[int, int]

    @cached_property
    def text(self) -> str:
        return "".join(self.position.letter_at(*square) for square in self.squares)

    @cached_property
    def crossings(self) -> dict[int, Crossing]:
        columns, rows = self.step
        crossings = {}
        for number, letter in enumerate(self.text):
            square = self.squares[number]
            before = self.position.run_from(square, -rows, -columns)[::-1]
            after = self.position.run_from(square, rows, columns)
            if letter == "." and before + after:
                crossings[number] = Crossing(square, before, after, self.position.values)
        return crossings

    @cached_property
    def lets_in(self) -> dict[int, np.ndarray]:
        """For each square that restricts letters: a flag for each letter of the alphabet, true if it may
        stand there.
        """
        known = self.position.words.known
        lets_in = {
            number: [crossing.word(letter).upper() in known for letter in ALPHABET]
            for number, crossing in self.crossings.items()
        }
        for number, letter in enumerate(self.text.upper()):
            if letter != ".":
                lets_in[number] = [other == letter for other in ALPHABET]
        return {number: np.array(letters) for number, letters in lets_in.items()}

    @cached_property
    def points(self) -> np.ndarray:
        """The points of each letter of the alphabet for the main word on each square, before words are
        multiplied.
        """
        points = np.zeros((15, 26), np.int64)
        for number, (square, lying) in enumerate(zip(self.squares, self.text, strict=True)):
            new = self.position.letter_values * LETTER_FACTORS.get(square, 1)
            points[number] = new if lying == "." else self.position.values.get(lying, 0)
        return points

    @cached_property
    def crossing_points(self) -> np.ndarray:
        """The points of each letter of the alphabet for the words across the line."""
        points = np.zeros((15, 26), np.int64)
        for number, crossing in self.crossings.items():
            points[number] = crossing.points(self.position.letter_values)
        return points

    @cached_property
    def words(self) -> dict[int, np.ndarray]:
        """The words that the rack and the letters of this line can spell, by length."""
        position = self.position
        counts = position.rack_counts + counts_of(self.text.upper())
        return position.words.by_length(position.words.spelt_with(counts, position.blanks))

    def places(self) -> Iterator["Place"]:
        bordered, most = f".{self.text}.", min(len(self.position.rack), self.position.most_played)
        if not self.lets_in and not self.position.is_bare:
            return  # nothing lies on the line or beside it
        for start, end in combinations(range(16), 2):
            is_whole_run = bordered[start] == "." == bordered[end + 1]
            if is_whole_run and 0 < self.text.count(".", start, end) <= most and self.words[end - start].size:
                place = Place(self, start, self.text[start:end])
                if place.is_playable:
                    yield place


@dataclass(frozen=True)
class Place:
    """A place for a main word: from a square of the line on; the pattern has the letters that are there."""

    line: Line
    start: int
    pattern: str

    @cached_property
    def numbers(self) -> range:
        """The squares, as the line numbers them."""
        return range(self.start, self.start + len(self.pattern))

    @cached_property
    def open(self) -> list[int]:
        return [number for number in self.numbers if self.line.text[number] == "."]

    @cached_property
    def crossed(self) -> list[int]:
        return [number for number in self.open if number in self.line.crossings]

    @property
    def is_playable(self) -> bool:
        if self.line.position.is_bare:
            return (7, 7) in [self.line.squares[number] for number in self.numbers]
        if self.line.step == DOWN and len(self.open) == 1 and self.crossed:
            return False  # the same play is a move across
        return len(self.open) < len(self.pattern) or bool(self.crossed)

    @property
    def name(self) -> str:
        row, column = self.line.squares[self.start]
        return f"{column + 1}{ROWS[row]}" if self.line.step == DOWN else f"{ROWS[row]}{column + 1}"

    def fitting(self) -> np.ndarray:
        """Return the words that fit here, and for which the rack has the letters."""
        position = self.line.position
        letters = position.words.letters
        candidates = self.line.words[len(self.pattern)]
        for number in self.numbers:
            if number in self.line.lets_in:
                here = letters[number - self.start].take(candidates)
                candidates = candidates[self.line.lets_in[number].take(here)]
        if not candidates.size:
            return candidates
        counts = position.rack_counts + counts_of(self.pattern.upper())
        return position.words.spelt_among(candidates, counts, position.blanks)

    def worth(self, candidates: np.ndarray) -> np.ndarray:
        """Return the score of each of the words here if no blank is used."""
        letters = self.line.position.words.letters[: len(self.pattern), candidates]
        squares = np.array(self.numbers)[:, np.newaxis]
        total = self.line.points[squares, letters].sum(0)
        return total * self.factor + self.line.crossing_points[squares, letters].sum(0) + self.bonus

    @cached_property
    def factor(self) -> int:
        factor = 1
        for number in self.open:
            factor *= WORD_FACTORS.get(self.line.squares[number], 1)
        return factor

    @cached_property
    def bonus(self) -> int:
        return self.line.position.bonuses.get(len(self.open), 0)

    def moves(self, word: str) -> Iterator[Found]:
        """Yield the moves of this word, with every choice of blanks."""
        rack = self.line.position.rack
        for used in range(min(rack.count("?"), len(self.open)) + 1):
            for small in combinations(self.open, used):
                real = [word[number - self.start] for number in self.open if number not in small]
                if all(real.count(letter) <= rack.count(letter) for letter in real):
                    spelt = "".join(
                        letter if letter != "." else word[i].lower() if i + self.start in small else word[i]
                        for i, letter in enumerate(self.pattern)
                    )
                    yield self.name, spelt, self.score(spelt)

    def score(self, spelt: str) -> int:
        values = self.line.position.values
        total, factor, crossing = 0, 1, 0
        for number, letter in zip(self.numbers, spelt, strict=True):
            points = values.get(letter, 0)
            if number in self.open:
                points *= LETTER_FACTORS.get(self.line.squares[number], 1)
                factor *= WORD_FACTORS.get(self.line.squares[number], 1)
            total += points
        for number in self.crossed:
            value = values.get(spelt[number - self.start], 0)
            crossing += self.line.crossings[number].points(value)
        return total * factor + crossing + self.bonus


def all_moves(position: Position) -> set[Found]:
    return {
        move
        for place in position.places()
        for number in place.fitting()
        for move in place.moves(position.words.words[number])
    }


def tops(position: Position) -> tuple[int, set[Found]]:
    """Return the best score and its moves; 0 and none without a move."""
    best, found = 0, set()
    for place in position.places():
        fitting = place.fitting()
        worth = place.worth(fitting) if fitting.size else fitting
        for number in np.argsort(-worth):
            if worth[number] < best:
                break
            for move in place.moves(position.words.words[fitting[number]]):
                if move[2] > best:
                    best, found = move[2], set()
                if move[2] == best:
                    found.add(move)
    return best, found
