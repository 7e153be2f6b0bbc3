"""Strings of the scripts of Scrabble Me (RULES V13)."""

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.views.board_strings import held_forms, slip_hints


def scrabble_me_strings() -> dict[str, object]:
    """Return the strings of scrabble_me.js and its modules."""
    return {**slip_hints(), **_round_strings(), **_board_strings()}


def _round_strings() -> dict[str, object]:
    return {
        "mine": {
            "play": _("Play a word on your board"),
            "challenge": _("Do you challenge a play?"),
            "swap": _("Swap boards"),
            "refill": _("Pick a tile"),
        },
        "theirs": {
            "play": _("Waiting for the play of {names}"),
            "challenge": _("Waiting for {names}"),
            "swap": _("{names} swaps boards"),
            "refill": _("{names} picks a tile"),
        },
        "rounds": {
            "usual": pgettext("of Scrabble Me", "Round {round}"),
            "last": _("The last round"),
            "extra": _("One more turn"),
        },
        "kinds": {
            "place": _("{ref} {word}"),
            "pass": _("passes"),
            "sits_out": _("sits this round out"),
        },
        "verdicts": {
            "good": _("{name} challenged: it is good"),
            "taken_back": _("{name} challenged: it came off"),
        },
        "ended": {
            "played_out": _("The last turn has been played."),
            "stuck": _("Nobody can form a word any more."),
            "passes": _("Everybody has passed."),
        },
        "laid": _("You played {word} at {ref} for {points}. Nobody else sees it before all have played."),
        "passed": _("You passed. Nobody else knows before all have played."),
        "passSure": _("Pass?"),
        "toPlay": _("to play"),
        "hasPlayed": _("has played"),
        "sitsOut": _("sits this round out"),
        "youSitOut": _("You sit this round out"),
        "mayChallenge": _("Plays can be challenged"),
        "youAreOut": _("You are not involved"),
        "accepts": _("challenges nothing"),
        "roundsLost": _("Rounds to sit out: {rounds}"),
        "challenge": _("Challenge"),
        "challengeOf": _("Challenge {word} of {name}"),
        "challengeSure": _("Challenge {name}? If all is good, you sit the next round out: {words}"),
    }


def _board_strings() -> dict[str, object]:
    return {
        "blank": _("Blank"),
        "across": _("across"),
        "down": _("down"),
        "held": held_forms(),
        "bag": _("In the bag: {bag}"),
        "take": _("Take {tile}"),
        "fromBag": _("One from the bag, unseen ({bag} left)"),
        "bagOut": _("The bag is empty"),
        "podiumOut": _("No tile is left on the podium."),
        "pick": _("{name}, take a tile from the podium or the bag."),
        "picks": _("{name} picks."),
        "thenPick": _("Then: {names}."),
        "around": _("Around the table, each on the left of the one before: {names}."),
        "swapWith": _("Swap with {name}"),
        "swapped": _("{name} and {other} swapped boards"),
        "boardOf": _("The board of {name}"),
        "openBoard": _("Open the board of {name}"),
        "allBoards": _("The boards"),
        "otherBoards": _("The boards of the others"),
    }
