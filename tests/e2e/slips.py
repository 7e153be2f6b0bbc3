"""Slips as people write them, right and wrong in every way that the French rule knows, made from all moves of
a round.

The score of a wrong slip follows from the way it was made wrong: nothing here asks the judge.
"""

import re
from dataclasses import dataclass

from tests.oracles import scorer

FITS_NOTHING = 998


@dataclass(frozen=True)
class PaperSlip:
    """A slip, the reason that its ruling must give, and what its move brings before a penalty."""

    word: str
    reference: str
    stated: int | None
    code: str = "good"
    worth: int = 0
    illegible: bool = False

    @property
    def line(self):
        stated = "" if self.stated is None else str(self.stated)
        return f"{self.word} {self.reference} {stated}{' ?' if self.illegible else ''}"


@dataclass(frozen=True)
class Spot:
    """The position that all players have: all moves, best first, as (word, reference, score)."""

    moves: list
    board: dict
    rack: str
    edition: scorer.Edition = scorer.ENGLISH

    @property
    def top(self):
        return self.moves[0][2]

    def laid(self, word, reference):
        squares = scorer.squares_of(word, reference)
        return [place for place, square in enumerate(squares) if square not in self.board]

    def worth(self, word, reference):
        """Return the points of a slip, or None if it is not admissible."""
        return scorer.worth(self.board, scorer.letters_of(self.rack), word, reference, self.edition)

    def plain(self, least=12):
        """Yield moves without a blank that cross one tile at most: they extend nothing."""
        for word, reference, score in self.moves:
            crossed = len(word) - len(self.laid(word, reference))
            if score >= least and crossed <= 1 and word.isupper():
                yield word, reference, score

    def elsewhere(self, word, reference):
        """Yield references in the same direction with nothing around, far from the right one."""
        own = scorer.squares_of(word, reference)[0]
        for row in range(15):
            for column in range(15):
                other = _reference(row, column, across=reference[0].isalpha())
                squares = scorer.squares_of(f"{word}X", other)
                far = abs(row - own[0]) + abs(column - own[1]) > 4
                if (
                    far
                    and squares
                    and not any(square in self.board for square in squares)
                    and not self.worth(word, other)
                ):
                    yield other


def good(move):
    word, reference, score = move
    return PaperSlip(word, reference, score, "good", score)


def miscounted(spot):
    word, reference, score = spot.moves[0]
    return PaperSlip(word, reference, score + 3, "score_corrected", score)


def without_score(spot):
    word, reference, score = spot.moves[1]
    return PaperSlip(word, reference, None, "score_missing", score)


def hard_to_read(spot):
    word, reference, score = spot.moves[0]
    return PaperSlip(word, reference, score, "illegible", score, illegible=True)


def blank_not_marked(spot):
    for word, reference, score in _with_a_blank(spot):
        return PaperSlip(word.upper(), reference, score, "blank_not_marked", score)
    return None


def blank_wrong_letter(spot):
    """Return a slip with another letter marked, which the rack has only once."""
    for word, reference, score in _with_a_blank(spot):
        for place in spot.laid(word, reference):
            letter = word[place]
            if letter.isupper() and word.upper().count(letter) == 1 and spot.rack.count(letter) == 1:
                marked = word.upper()[:place] + letter.lower() + word.upper()[place + 1 :]
                return PaperSlip(marked, reference, score, "blank_wrong_letter", score)
    return None


def wrong_reference(spot):
    for word, reference, score in spot.plain():
        for other in spot.elsewhere(word, reference):
            return PaperSlip(word, other, score, "reference_wrong", score)
    return None


def top_at_wrong_reference(spot):
    tops = [move for move in spot.plain() if move[2] == spot.top]
    for word, reference, score in tops:
        for other in spot.elsewhere(word, reference):
            return PaperSlip(word, other, score, "reference_wrong", score)
    return None


def without_reference(spot):
    for word, _reference, score in spot.plain():
        return PaperSlip(word, "", score, "reference_missing", score)
    return None


def small_without_reference(spot):
    for word, _reference, score in spot.plain(least=1):
        if score <= 4:
            return PaperSlip(word, "", score, "reference_missing", score)
    return None


def last_letter_altered(spot):
    for word, reference, score in spot.moves:
        if score > 10 and len(word) - 1 not in spot.laid(word, reference):
            altered = word[:-1] + ("E" if word[-1].upper() != "E" else "S")
            return PaperSlip(altered, reference, score, "last_letter_altered", score)
    return None


def not_in_rack(spot):
    foreign = next(letter for letter in "QZXJKV" if letter not in spot.rack)
    if "?" in spot.rack:
        return None
    for word, reference, score in spot.plain():
        place = spot.laid(word, reference)[0]
        return PaperSlip(word[:place] + foreign + word[place + 1 :], reference, score, "not_in_rack")
    return None


def no_word(spot):
    for word, reference in misspelt(spot):
        return PaperSlip(word, reference, FITS_NOTHING, "not_in_lexicon")
    return None


def misspelt(spot):
    """Yield places with words in which two letters from the rack have changed places, and that are in no list."""
    for word, reference, _score in spot.plain():
        first, second, *_rest = [*spot.laid(word, reference), 0, 0]
        letters = list(word)
        letters[first], letters[second] = letters[second], letters[first]
        mixed = "".join(letters)
        if second and mixed not in spot.edition.words():
            yield mixed, reference


def take_errands(errands, spot, planned):
    """Add to `planned` the errands that rack and board allow, one a table; take them off the list."""
    for errand in list(errands):
        table, how = errand
        if table not in planned and (slip := how(spot)):
            planned[table] = slip
            errands.remove(errand)
    return planned


def not_in_full(spot):
    """Return a slip without its first letter, which lies on the board."""
    for word, reference, _score in spot.moves:
        if len(word) > 4 and 0 not in spot.laid(word, reference):
            row, column = scorer.squares_of(word, reference)[1]
            after = _reference(row, column, across=reference[0].isalpha())
            return PaperSlip(word[1:], after, FITS_NOTHING, "incomplete_word")
    return None


def nowhere(spot):
    """Return a slip without a reference whose score fits no place."""
    for word, _reference, _score in spot.plain():
        return PaperSlip(word, "", FITS_NOTHING, "no_place_fits")
    return None


def _with_a_blank(spot):
    """Yield moves with a blank for a letter that the rack lacks."""
    if spot.rack.count("?") != 1:
        return
    for word, reference, score in spot.moves:
        small = [word[place] for place in spot.laid(word, reference) if word[place].islower()]
        if len(small) == 1 and small[0].upper() not in spot.rack:
            yield word, reference, score


def _reference(row, column, *, across):
    letter = scorer.ROWS[row]
    return f"{letter}{column + 1}" if across else f"{column + 1}{letter}"


def tidy_rack(text):
    return re.sub(r"[+-]", "", text)
