"""Texts that explain every way to play, for its pages.

docs/rules.md has the decisions where the rule book is silent; these texts have what people at a table need to
know.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from engine.referee.settings import JACKS_TO_OPEN, NINE_TILES

Words = str | Promise


@dataclass(frozen=True, slots=True)
class WayToPlay:
    """A way to play: its lead sentence, then point by point.

    `rule` is its id in docs/rules.md, `mode` the mode that a table is opened with, if there is one;
    `settings` are the settings agreed then, and `how` says where they are set. `seating` says how people sit,
    if that matters.
    """

    code: str
    rule: str
    name: Words
    lead: Words
    points: tuple[Words, ...]
    how: Words = ""
    mode: str = ""
    settings: Mapping[str, Any] = field(default_factory=dict)
    seating: Words = ""


AT_A_TABLE = _("You agree on it when you open a table for a classic game.")

DUPLICATE = (
    WayToPlay(
        "duplicate",
        "D",
        _("Duplicate"),
        _("Everybody has the same letters and the same board: only what you find counts."),
        (
            _("The arbitrator draws seven letters, and everybody in the room has three minutes."),
            _("Everybody writes down one word and its square, on a phone or on paper."),
            _("Then the top, the best-scoring move, is announced and put on every board."),
            _("Everybody scores the move that they wrote, and the next letters are drawn."),
        ),
        _("The arbitrator sets up a game at the desk and gives out its code."),
    ),
    WayToPlay(
        "training",
        "V12",
        _("Training"),
        _("Duplicate on your own against the top, whenever you like."),
        (
            _("Each round brings a rack; your move is judged as in a real game, then you are shown the top."),
            _("The racks are drawn at random, or come from a game that was played."),
            _(
                "Hints come step by step: how many tops there are, how long they are, where they begin, and the word."
            ),
            _("This device remembers how many tops you find, and how much of the top you score."),
        ),
    ),
)

CLASSIC = (
    WayToPlay(
        "classic",
        "C",
        _("Classic"),
        _("Two to four players at one board, each with a rack of seven tiles."),
        (
            _("The player who draws the letter nearest to A begins; a blank comes before A."),
            _("In your turn you place a word, exchange tiles, or pass."),
            _(
                "A word may be challenged before the next turn: if it is not good, it comes off and the turn is lost."
            ),
            _(
                "The game ends when the bag and one rack are empty, or when everybody has passed twice in a row."
            ),
            _(
                "Tiles left on a rack cost their value, which goes to whoever went out. The highest total wins."
            ),
        ),
        mode="classic",
    ),
    WayToPlay(
        "nine-tiles",
        "V1",
        _("Nine tiles"),
        _("Racks of nine tiles instead of seven: longer words, and more of them."),
        (
            _("Everybody has nine tiles."),
            _("Playing seven, eight or nine tiles at once earns 50 extra points."),
        ),
        AT_A_TABLE,
        "classic",
        {"rack_size": 9, "bonuses": NINE_TILES.bonuses},
    ),
    WayToPlay(
        "finish-line",
        "V2",
        _("Finish line"),
        _("The first to reach the goal wins, however many tiles are left."),
        (
            _(
                "The goal for two players is 70, 120 or 200 points: for beginners, intermediate players and experts."
            ),
            _("It is 60, 100 or 180 for three players; for four, 50, 90 or 160."),
            _("Each player may have the goal of their own level, so that a child can beat a champion."),
            _("The winning word can still be challenged."),
        ),
        AT_A_TABLE,
        "classic",
        {"finish_line": "intermediate"},
    ),
    WayToPlay(
        "opening-length",
        "V3",
        _("Opening length"),
        _("The first word must have at least three, four or five letters."),
        (
            _("If you have no such word, you pass or exchange, and the next player tries."),
            _(
                "“Jacks to open” begins with five letters: if nobody has that, four are enough, then three, and so on."
            ),
        ),
        AT_A_TABLE,
        "classic",
        JACKS_TO_OPEN.differences(),
    ),
    WayToPlay(
        "rearranging",
        "V4",
        _("Rearranging"),
        _("The letters of a word on the board may be rearranged before new tiles are added to it."),
        (
            _("The tiles of one word are put in another order on the same squares."),
            _("Then a word that uses them is placed as usual."),
            _("In the end all words on the board must be good, across and down."),
            _("Premium squares that were covered before do not count again."),
        ),
        AT_A_TABLE,
        "classic",
        {"rearranging": True},
    ),
    WayToPlay(
        "recycling-letters",
        "V5",
        _("Recycling letters"),
        _("Before playing, single letters on the board may be swapped for letters of your own."),
        (
            _("Each swap must leave good words, across and down."),
            _("Swaps score nothing; make as many as you like, and then play your turn."),
        ),
        AT_A_TABLE,
        "classic",
        {"recycling_letters": True},
    ),
    WayToPlay(
        "recycling-blanks",
        "V6",
        _("Recycling blanks"),
        _("If you have the letter that a blank on the board stands for, you may swap it for the blank."),
        (
            _("You do it at the beginning of your turn, with both blanks if you can."),
            _("It scores nothing; the blank is then on your rack and may be played at once."),
        ),
        AT_A_TABLE,
        "classic",
        {"recycling_blanks": True},
    ),
    WayToPlay(
        "open-dictionary",
        "V7",
        _("Open dictionary"),
        _("You may look words up before you play them, and it costs nothing."),
        (
            _("The page of the table has a field for looking words up."),
            _("Good for beginners, and for players of very different strength."),
        ),
        AT_A_TABLE,
        "classic",
        {"open_dictionary": True},
    ),
    WayToPlay(
        "thematic",
        "V8",
        _("Thematic"),
        _("Words on a theme earn five extra points: animals, cooking, Christmas …"),
        (
            _("The table agrees on a theme, with or without a list of its words."),
            _("Without a list the table decides whether each word is on the theme."),
            _(
                "Each word on the theme that a play makes earns the points; they are lost if the play comes off."
            ),
        ),
        AT_A_TABLE,
        "classic",
        {"theme": "", "theme_points": 5, "theme_words": ()},
    ),
    WayToPlay(
        "double-bag",
        "V9",
        _("Double bag"),
        _("Vowels and consonants are in two bags, and you choose which to draw from."),
        (
            _("After each play you say how many of your new tiles are to be vowels."),
            _("If one bag has too few left, the rest come from the other."),
            _("The blanks are in one of the two bags, as agreed."),
        ),
        AT_A_TABLE,
        "classic",
        {"double_bag": True, "blank_bag": "vowels"},
    ),
    WayToPlay(
        "challenges",
        "C4",
        _("What a challenge costs"),
        _("A player who challenges good words may have to pay for it."),
        (
            _("It may cost nothing, the next turn, or points: for each word or for the play."),
            _("Or there are no challenges: a word that is not good is refused when it is placed."),
        ),
        AT_A_TABLE,
        "classic",
        {"challenge": "double", "challenge_points": 5},
    ),
    WayToPlay(
        "turn-limit",
        "C7",
        _("Time for a turn"),
        _("A turn that takes too long is lost."),
        (
            _("The page of the table shows the time left."),
            _("Each player may have a time limit of their own, as a handicap."),
        ),
        AT_A_TABLE,
        "classic",
        {"turn_seconds": 120},
    ),
)

OTHERS = (
    WayToPlay(
        "unscrabble",
        "V10",
        _("Un-Scrabble"),
        _("A finished board is taken apart again, word by word."),
        (
            _("In your turn you take one to six tiles of one word off the board."),
            _("The tiles that stay must form good words that hold together."),
            _("The tiles you take score their face value, blanks nothing."),
            _(
                "The game ends when the board is empty, or when nothing can be taken off. The highest total wins."
            ),
        ),
        mode="unscrabble",
    ),
    WayToPlay(
        "bingo",
        "V11",
        _("Bingo"),
        _("For the whole room: tiles are called, and everybody strikes out letters of two long words."),
        (
            _("Everybody chooses two words of seven letters that the set can spell together without blanks."),
            _("The caller draws tiles one by one. Each tile called strikes out one of your letters."),
            _("The first to strike out all fourteen calls out and, after a check, wins."),
        ),
        mode="bingo",
    ),
    WayToPlay(
        "solitaire",
        "V12",
        _("Solitaire"),
        _("Alone at the board, in three forms."),
        (
            _("One rack, against your own record."),
            _("Two racks, yours and that of an imaginary opponent."),
            _("All tiles face up: the highest score that can be built on one board."),
        ),
        mode="solitaire",
    ),
    WayToPlay(
        "scrabble-me",
        "V13",
        _("Scrabble Me"),
        _("Two to four players, each with a board of their own, all playing at the same time."),
        (
            _(
                "In each round everybody plays a word on their own board; nobody else sees it until all have played."
            ),
            _(
                "Face-up tiles lie on the podium. The lowest score of the round picks first, "
                "then the player on the left, and so on around the table, one tile at a time."
            ),
            _("A player who used a blank swaps boards with an opponent."),
            _(
                "When the bag is empty, one last round is played. "
                "The player of the word with the lowest score in it has one more turn; a pass is no word."
            ),
        ),
        mode="scrabble_me",
        seating=_("Sit around the table in the order of the seats, each on the left of the one before."),
    ),
)

GROUPS: tuple[tuple[Words, tuple[WayToPlay, ...]], ...] = (
    (_("The same letters for everybody"), DUPLICATE),
    (_("Two to four at one board"), CLASSIC),
    (_("Other games with the same tiles"), OTHERS),
)
BY_CODE: Mapping[str, WayToPlay] = {way.code: way for _name, ways in GROUPS for way in ways}


def way_of_mode(mode_code: str) -> WayToPlay:
    """Return the explanation of a table's mode."""
    return next(way for way in BY_CODE.values() if way.mode == mode_code and not way.settings)
