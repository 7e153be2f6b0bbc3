"""Every way to play, explained in the program's own words: what the pages of them say.

What is decided where the rule book is silent stands in docs/rules.md; here is what people at a table need to know.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from engine.referee.settings import NINE_TILES

Words = str | Promise


@dataclass(frozen=True, slots=True)
class WayToPlay:
    """A way to play: in a sentence, then point by point. `rule` is its id in docs/rules.md, `mode` the way to play that
    a table is opened with, where there is one; `settings` what is then agreed, and `how` where it is set.
    """

    code: str
    rule: str
    name: Words
    lead: Words
    points: tuple[Words, ...]
    how: Words = ""
    mode: str = ""
    settings: Mapping[str, Any] = field(default_factory=dict)


AT_A_TABLE = _("It is agreed when a table for a classic game is opened.")

DUPLICATE = (
    WayToPlay(
        "duplicate",
        "D",
        _("Duplicate"),
        _("Everybody has the same letters and the same board: only what one finds counts."),
        (
            _("The arbitrator draws seven letters, and all of the room have three minutes."),
            _("Everybody writes one word with its square, on a phone or on paper."),
            _("Then the top, the best-scoring move, is announced and put on every board."),
            _("Everybody keeps the points of the move that they wrote, and the next letters are drawn."),
        ),
        _("The arbitrator makes a game at the desk and tells its code."),
    ),
    WayToPlay(
        "training",
        "V12",
        _("Training"),
        _("Duplicate alone against the top, whenever one likes."),
        (
            _("Each round brings a rack; one’s own move is judged as in a real game, then the top is told."),
            _("The racks are drawn at random, or are those of a game that was played."),
            _("Hints come in steps: how many tops there are, how long they are, where they begin, the word."),
            _("The tops found, and how much of the top one makes, are kept over time on this device."),
        ),
    ),
)

CLASSIC = (
    WayToPlay(
        "classic",
        "C",
        _("Classic"),
        _("Two to four players at one board, each with a rack of seven of their own."),
        (
            _("Who draws the letter nearest to A begins; a blank comes before A."),
            _("In a turn one places a word, exchanges tiles, or passes."),
            _(
                "A word may be challenged before the next turn: if it is not good it comes off, and its turn is lost."
            ),
            _("The game ends when the bag and a rack are empty, or all have passed twice running."),
            _("Tiles left cost their value, and who went out gains them. The highest total wins."),
        ),
        mode="classic",
    ),
    WayToPlay(
        "nine-tiles",
        "V1",
        _("Nine tiles"),
        _("Racks of nine instead of seven: longer words, and more of them."),
        (
            _("Everybody has nine tiles."),
            _("Seven, eight or nine tiles played at once bring 50 points."),
        ),
        AT_A_TABLE,
        "classic",
        {"rack_size": 9, "bonuses": NINE_TILES.bonuses},
    ),
    WayToPlay(
        "finish-line",
        "V2",
        _("Finish line"),
        _("Who first reaches the goal has won, however many tiles are left."),
        (
            _("For two players the goal is 70, 120 or 200 points, for beginners, the practised and experts."),
            _("With three it is 60, 100 or 180, with four 50, 90 or 160."),
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
            _("Who has no such word passes or exchanges, and the next one tries."),
            _(
                "“Jacks to open” begins with five letters: if nobody can, four are enough, then three, and so on."
            ),
        ),
        AT_A_TABLE,
        "classic",
        {"opening_length": 5, "opening_fallback": True},
    ),
    WayToPlay(
        "rearranging",
        "V4",
        _("Rearranging"),
        _("The letters of a word on the board may change places before new tiles are added to it."),
        (
            _("The tiles of one word are put in another order on the same squares."),
            _("Then a word is placed as usual that uses them."),
            _("All words on the board must be good in the end, those across as well."),
            _("What lay there before brings no premium squares again."),
        ),
        AT_A_TABLE,
        "classic",
        {"rearranging": True},
    ),
    WayToPlay(
        "recycling-letters",
        "V5",
        _("Recycling letters"),
        _("Before playing, single letters on the board may be swapped for letters of one’s own."),
        (
            _("Each swap must leave good words, across and down."),
            _("Swaps bring no points; as many as one likes may be made, and then the turn is played."),
        ),
        AT_A_TABLE,
        "classic",
        {"recycling_letters": True},
    ),
    WayToPlay(
        "recycling-blanks",
        "V6",
        _("Recycling blanks"),
        _("Who has the real letter takes the blank that stands for it off the board."),
        (
            _("It is done at the beginning of one’s turn, with both blanks if one can."),
            _("It brings no points; the blank is then on one’s rack and may be played at once."),
        ),
        AT_A_TABLE,
        "classic",
        {"recycling_blanks": True},
    ),
    WayToPlay(
        "open-dictionary",
        "V7",
        _("Open dictionary"),
        _("Words may be looked up before they are played, and it costs nothing."),
        (
            _("The page of the table has a field to look words up."),
            _("A good way to begin, and for players of very different strength."),
        ),
        AT_A_TABLE,
        "classic",
        {"open_dictionary": True},
    ),
    WayToPlay(
        "thematic",
        "V8",
        _("Thematic"),
        _("Words on a theme bring five points more: animals, the kitchen, Christmas …"),
        (
            _("The table agrees on a theme, with a list of its words or without."),
            _("Without a list the table decides of each word whether it is on the theme."),
            _("Each word on the theme that a play makes brings the points; they go if it comes off."),
        ),
        AT_A_TABLE,
        "classic",
        {"theme": "", "theme_points": 5, "theme_words": ()},
    ),
    WayToPlay(
        "double-bag",
        "V9",
        _("Double bag"),
        _("Vowels and consonants are in two bags, and everybody chooses from which to draw."),
        (
            _("After each play one says how many of the new tiles are to be vowels."),
            _("If a bag has too few left, the others come from the other one."),
            _("The blanks are in one of the bags, as was agreed."),
        ),
        AT_A_TABLE,
        "classic",
        {"double_bag": True, "blank_bag": "vowels"},
    ),
    WayToPlay(
        "challenges",
        "C4",
        _("What a challenge costs"),
        _("Whoever challenges words that are good may have to pay for it."),
        (
            _("It may cost nothing, the next turn, or points for each word or for the play."),
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
            _("The page of the table shows the time that is left."),
            _("Each player may have a time of their own, as a handicap."),
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
            _("In a turn one takes one to six tiles of one word off the board."),
            _("What stays must be good words that hold together."),
            _("The tiles taken bring their face value, blanks nothing."),
            _("It ends when the board is empty, or when nothing can be taken off. The highest total wins."),
        ),
        mode="unscrabble",
    ),
    WayToPlay(
        "bingo",
        "V11",
        _("Bingo"),
        _("For the whole room: tiles are called, and everybody strikes letters of two long words."),
        (
            _("Everybody chooses two words of seven letters that the tiles of the set can spell together."),
            _("The caller draws tiles one by one. Each tile called strikes one of one’s letters."),
            _("Who has struck all fourteen first calls out, is checked, and has won."),
        ),
        mode="bingo",
    ),
    WayToPlay(
        "solitaire",
        "V12",
        _("Solitaire"),
        _("Alone at the board, in three forms."),
        (
            _("With one rack, against one’s own record."),
            _("With two racks, one’s own and that of somebody imagined."),
            _("With all tiles face up: the highest score that can be built on one board."),
        ),
        mode="solitaire",
    ),
    WayToPlay(
        "scrabble-me",
        "V13",
        _("Scrabble Me"),
        _("Two to four players, each with a board of their own, and all play at the same time."),
        (
            _("In a round everybody plays a word on their own board; nobody sees it before all have played."),
            _("Face-up tiles lie on the podium. Who scored least in the round picks first, tile by tile."),
            _("Who used a blank swaps boards with an opponent."),
            _("When the bag is out, one last round is played, and who scores least in it has one more turn."),
        ),
        mode="scrabble_me",
    ),
)

GROUPS: tuple[tuple[Words, tuple[WayToPlay, ...]], ...] = (
    (_("The same letters for all"), DUPLICATE),
    (_("Two to four at one board"), CLASSIC),
    (_("Other games with the same tiles"), OTHERS),
)
BY_CODE: Mapping[str, WayToPlay] = {way.code: way for _name, ways in GROUPS for way in ways}


def way_of_mode(mode_code: str) -> WayToPlay:
    """The explanation of what a table is opened with."""
    return next(way for way in BY_CODE.values() if way.mode == mode_code and not way.settings)
