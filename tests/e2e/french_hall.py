"""A French evening as the people in the hall know it: the bag, the board, the slips as they are written, and the sums.

Moves come from `oracles.brute_force`; nothing here asks the program.
"""

import unicodedata
from collections import Counter
from dataclasses import dataclass, field, replace
from functools import cache, partial
from random import Random

from tests.e2e import slips as write
from tests.e2e.slips import PaperSlip, Spot
from tests.oracles import brute_force, scorer
from tests.oracles.word_graph import french_words

BAG = "".join(
    letter * count
    for count, letters in ((15, "E"), (9, "A"), (8, "I"), (6, "NORSTU"), (5, "L"), (3, "DM"), (2, "BCFGHPV?"))
    for letter in letters
)
BAG += "JKQWXYZ"
VOWELS, BOTH = "AEIOU", "Y?"
BEST_KNOWN = 25

FREE_WARNINGS, WARNING_POINTS, PENALTY_POINTS, ZERO_UP_TO = 3, 5, 5, 4
SOLO_POINTS, SOLO_PLAYERS = 10, 16
WARNED = {
    *("score_corrected", "score_missing", "blank_not_marked", "blank_wrong_letter", "illegible"),
    "warning_given",
}
PENALIZED = {"reference_wrong", "reference_missing", "last_letter_altered", "penalty_given"}

PHONES = (
    *("Zoé Aubry", "Élise Aubert", "Florian Étienne", "Eugénie Œuvrard", "Ève Brun", "Éric Châtelain"),
    *("François Noël", "Françoise Noël", "Ömer Ünal", "Anaïs Lefèvre", "Jérôme Île", "Nadège Ozouf"),
)
ON_PAPER = (
    *("Édith Zimmer", "Edgar Zola", "Fabien Abbé", "Cécile Çelik", "Hélène Gué", "Helmut Guérin"),
    *("Noémie Roux", "Noël Roux", "Océane Petit", "Odile Petit", "Zacharie Dupré", "Chloé Dupré"),
    *("Gaël Martin", "Gaëlle Martin", "Inès Moulin", "Irène Moulin", "Théo Fabre", "Thérèse Fabre"),
    *("Raphaël Caron", "Raphaëlle Caron", "Léa Picard", "Léo Picard", "Mélanie Huet", "Melchior Huet"),
    *("Yaël Roche", "Yann Roche", "Ugo Être", "Ursule Étrillard"),
)


@cache
def words_with(accepted):
    return french_words() | accepted


@cache
def list_with(accepted):
    return brute_force.WordList(words_with(accepted))


def sort_key(name):
    """Return the key of a French list: family names first, and accents only tell equal names apart."""
    given, _blank, family = name.rpartition(" ")
    return plain(family), plain(given), name


def plain(name):
    letters = unicodedata.normalize("NFD", name.casefold().replace("œ", "oe"))
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def edition_with(accepted):
    return scorer.Edition(scorer.FRENCH_POINTS, partial(words_with, accepted))


class Bag:
    """A real bag of French tiles, drawn from by a seed."""

    def __init__(self, seed):
        self.left, self.random = list(BAG), Random(seed)

    def draw(self, left_over, size=7, *, valid, wanted=""):
        """Return new tiles that make a rack with what is left over: with all `wanted`, and `valid`."""
        wanted = "".join(letter for letter in wanted if letter in self.left)
        rest = list((Counter(self.left) - Counter(wanted)).elements())
        for _attempt in range(2_000):
            new = wanted + "".join(
                self.random.sample(rest, min(size - len(left_over) - len(wanted), len(rest)))
            )
            if valid(left_over + new):
                return new
        return None

    def take(self, tiles):
        self.left = list((Counter(self.left) - Counter(tiles)).elements())


def kinds(rack):
    """Return the number of vowels and of consonants; blanks and Y count as either."""
    both = sum(rack.count(letter) for letter in BOTH)
    vowels = sum(rack.count(letter) for letter in VOWELS)
    return vowels + both, len(rack) - vowels


def has_each(least):
    return lambda rack: min(kinds(rack)) >= least


def has_one_of_a_kind(rack):
    return min(kinds(rack)) == 1


@dataclass
class Sums:
    """The sums that each table must have in the end, counted from the slips as they were handed in.

    `rounds` has the top, the slip of each table, and how many players were there, by number.
    """

    tables: list
    rounds: dict = field(default_factory=dict)

    def in_order(self):
        return [self.rounds[number] for number in sorted(self.rounds)]

    @property
    def top(self):
        return sum(top for top, _slips, _present in self.in_order())

    def of_table(self, table):
        """Return the points of each round, with solos and with points lost by warnings."""
        points, warnings = [], 0
        for _top, slips, present in self.in_order():
            kept, warning = kept_by(slips[table]) if table in slips else (0, False)
            warnings += warning
            kept += SOLO_POINTS if solo_of(slips) == table and present >= SOLO_PLAYERS else 0
            points.append(kept - (WARNING_POINTS if warning and warnings > FREE_WARNINGS else 0))
        return points

    def rows(self):
        """Return (rank, total, negative, percentage) of each table; the last rounds tell equal totals apart."""
        points = {table: self.of_table(table) for table in self.tables}
        keys = {table: (sum(kept), kept[::-1]) for table, kept in points.items()}
        return {
            table: (
                1 + sum(other > key for other in keys.values()),
                key[0],
                key[0] - self.top,
                100 * key[0] / self.top,
            )
            for table, key in keys.items()
        }


def solo_of(slips):
    """Return the only table with the best move, before penalties; None if there are several."""
    best = max((slip.worth for slip in slips.values()), default=0)
    alone = [table for table, slip in slips.items() if slip.worth == best > 0]
    return alone[0] if len(alone) == 1 else None


def sanction_of(slip):
    """Return the sanction in French, as files of the desk have it."""
    if slip.code in PENALIZED:
        return "Pénalité"
    if slip.code in WARNED:
        return "Avertissement"
    return "" if slip.worth or slip.code == "overruled" else "Zéro"


def kept_by(slip):
    """Return the points that a slip keeps, before its warning costs something, and whether it is one."""
    if slip.code in PENALIZED:
        return (slip.worth - PENALTY_POINTS if slip.worth > ZERO_UP_TO else 0), False
    return slip.worth, slip.code in WARNED


@dataclass
class Table:
    """The board, the bag and the tiles left over, as on the arbitrator's real board.

    Under the rule `joker` the real letter takes the place of a played blank, which goes back into the bag. `before` is
    what there was before the last move; `drawn` the new tiles of its rack; `accepted` words that the game has
    besides those of the list.
    """

    bag: Bag
    size: int = 7
    most_played: int = 7
    joker: bool = False
    board: dict = field(default_factory=dict)
    left_over: str = ""
    rack: str = ""
    drawn: str = ""
    before: tuple = ()
    accepted: frozenset = frozenset()

    def deal(self, *, valid, wanted=""):
        """Draw the rack; return what is typed at the desk."""
        self.drawn = self.bag.draw(self.left_over, self.size, valid=valid, wanted=wanted)
        assert self.drawn is not None, f"no such rack: {self.left_over} and of {self.bag.left}"
        self.bag.take(self.drawn)
        self.rack = self.left_over + self.drawn
        return f"+{self.drawn}" if self.left_over else self.drawn

    def spot(self):
        """Return all moves of the rack, best first."""
        rows = ["".join(self.board.get((row, column), ".") for column in range(15)) for row in range(15)]
        position = brute_force.Position(
            list_with(self.accepted),
            rows,
            self.rack,
            most_played=self.most_played,
            values=brute_force.FRENCH_VALUES,
        )
        found = sorted(brute_force.all_moves(position), key=lambda move: (-move[2], move[1].upper(), move))
        moves = [(word, reference, score) for reference, word, score in found]
        return Spot(moves, dict(self.board), self.rack, edition_with(self.accepted))

    def put(self, word, reference):
        """Put a move on the board; what it leaves of the rack is left over."""
        self.before = self.board, self.left_over
        squares = scorer.squares_of(word, reference)
        laid = [letter for letter, square in zip(word, squares, strict=True) if square not in self.board]
        played = Counter("?" if letter.islower() else letter for letter in laid)
        self.left_over = "".join((Counter(self.rack) - played).elements())
        if self.joker:
            word = "".join(self.exchange(letter) if letter.islower() else letter for letter in word)
        self.board = scorer.place(self.board, word, reference)

    def exchange(self, letter):
        """Take the letter that a blank stands for out of the bag for the blank, if it is there."""
        if letter.upper() not in self.bag.left:
            return letter
        self.bag.left.remove(letter.upper())
        self.bag.left.append("?")
        return letter.upper()

    def take_off(self):
        """Take the last move off; its rack lies there again."""
        self.board, self.left_over = self.before

    def put_rack_back(self):
        self.bag.left += self.drawn


# --- Slips -----------------------------------------------------------------------------------------------------


def extension_without_reference(spot):
    """Return a slip whose word extends another one, and says by itself where it lies."""
    for word, _reference, score in spot.moves:
        places = spot.laid(word, _reference)
        kept = [place for place in range(len(word)) if place not in places]
        in_one = bool(kept) and kept == list(range(kept[0], kept[-1] + 1))
        if in_one and len(kept) >= 3 and word.isupper() and score < spot.top:
            return PaperSlip(word, "", score, "located_by_word", score)
    return None


def first_word_without_reference(spot):
    word = spot.moves[3][0]
    best = max(move[2] for move in spot.moves if move[0].upper() == word.upper())
    return PaperSlip(word, "", best, "best_place", best)


def in_no_list(spot):
    """Return a slip of a longer word that would lie well, and is in no list."""
    for word, reference in write.misspelt(spot):
        accepting = replace(spot, edition=edition_with(frozenset({word})))
        if len(word) > 5 and (score := accepting.worth(word, reference)):
            return PaperSlip(word, reference, score, "not_in_lexicon")
    return None


def usual_slips(spot, tables, number, *, alone=None):
    """Return a slip for each table: the top now and then, or a move that the player finds."""
    moves = spot.moves
    if not spot.board:  # the first word counts at its best place
        best = {word.upper(): score for word, _reference, score in reversed(moves)}
        moves = [move for move in moves if move[2] == best[move[0].upper()]]
    below = next(place for place, move in enumerate(moves) if move[2] < spot.top)
    written = {}
    for table in tables:
        chance = Random(f"{number} {table}")
        finds_top = chance.random() < 0.25 and not alone
        place = 0 if finds_top else chance.randrange(below if alone else 0, below + BEST_KNOWN)
        written[table] = write.good(moves[min(place, len(moves) - 1)])
    return written | ({alone: write.good(moves[0])} if alone else {})
