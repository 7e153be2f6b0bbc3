"""Strings of the scripts of club tables: those of every way to play, and those of each."""

from collections.abc import Callable

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from tournaments.views.board_strings import board_strings, held_forms, slip_hints, translate_reading
from tournaments.wording.plural_forms import plural_forms


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


Strings = dict[str, object]


def table_strings(mode_code: str) -> Strings:
    """Return the strings of table.js and of the mode's script."""
    own = OF_MODES.get(mode_code)
    return {
        "table": _table_strings(),
        "board": board_strings(),
        "mode": {} if own is None else own(),
    }


def _table_strings() -> Strings:
    return {
        "network": _("No connection. Your entry is kept here: try again."),
        "rule": _("{problem} (rule {rule})"),
        "yourTurn": _("Your turn"),
        "theirTurn": _("{names} to play"),
        "waiting": _("Waiting for {names}"),
        "over": _("The game is over"),
        "won": _("{names} won"),
        "youWon": _("You won"),
        "drawn": _("It is a draw"),
        "closed": _("This table is closed"),
        "notBegun": _("Not begun yet"),
        "needs": plural_forms(
            lambda n: ngettext(
                "{fewest} to {most} players; {here} is here.",
                "{fewest} to {most} players; {here} are here.",
                n,
            )
        ),
        "full": _("All {most} seats of this table are taken. You can look on."),
        "undoAsked": _("{name} asks to undo the last action."),
        "undoMine": _("You asked to undo the last action: the others are being asked."),
        "undoRefused": _("Not all agreed: the last action stands."),
        "next": _("The next game is open: table {code}"),
        "handTo": _("Hand the tablet to {name}"),
        "showRack": _("I am {name}: show my rack"),
        "readAs": translate_reading(),
        "remove": _("Remove {name}"),
        "level": _("level {level}"),
        "youAre": _("You are {name}"),
        "watching": _("You are watching"),
    }


def _classic_strings() -> Strings:
    return {
        **slip_hints(),
        "blank": _("Blank"),
        "across": _("across"),
        "down": _("down"),
        "bag": _("In the bag: {bag}"),
        "bags": _("In the bags: {vowels} vowels, {consonants} consonants"),
        "opening": _("The first word must have at least {length} letters"),
        "rearranged": _("{word} at {ref}, rearranged"),
        "theme": _("On the theme “{theme}”:"),
        "held": held_forms(),
        "target": _("Goal: {target}"),
        "turnsLost": _("Turns to sit out: {turns}"),
        "agrees": _("agrees to end the game"),
        "exchange": _("Exchange {count}"),
        "exchangeNone": _("Choose tiles"),
        "passSure": _("Pass?"),
        "challengeSure": _("Challenge {ref} {word}? If its words are good: {price}."),
        "prices": _challenge_prices(),
        "drew": _("{name} {letter}"),
        "rackOf": _("Tiles that {name} has left"),
        "goneOut": _("{name} has gone out with {ref} {word}"),
        "lastWord": _("{name} has played the last word, {ref} {word}"),
        "doYouAccept": _("Do you accept it?"),
        "waitingToAccept": _("Waiting for {names} to accept"),
        "drawFirst": _("Draw your first rack"),
        "waitingToDraw": _("Waiting for {names} to draw"),
        "good": _("{word} is good"),
        "bad": _("{word} is not in the lexicon"),
        "kinds": {
            "place": _("{ref} {word}"),
            "exchange": _("exchanges {count}"),
            "pass": _("passes"),
            "start": _("{letters}: {name} begins"),
            "tied": _("{letters}: equal letters draw again"),
            "challenge": _("challenges {word}; the challenge fails: {price}"),
            "upheld": _("challenges {word}; the challenge succeeds, the word comes off"),
            "end": _("Tiles left"),
            "time": _("time is up"),
            "recycle": _("swaps {tile} at {square}"),
            "thematic": _("on the theme: {list}"),
        },
    }


def _challenge_prices() -> Strings:
    return {
        "this": _("{name} loses this turn"),
        "next": _("{name} loses the next turn"),
        "lost": plural_forms(
            lambda n: ngettext("{name} loses {points} point", "{name} loses {points} points", n)
        ),
        "gained": plural_forms(
            lambda n: ngettext("{name} gains {points} point", "{name} gains {points} points", n)
        ),
        "free": _("it costs nothing"),
    }


def _unscrabble_strings() -> Strings:
    return {
        "remove": _("Take {letters} off: {points}"),
        "removeNone": _("Choose tiles"),
        "passes": _("passes"),
    }


def _bingo_strings() -> Strings:
    return {
        "blank": _("Blank"),
        "seconds": _("{seconds} s"),
        "run": _("Call automatically"),
        "stop": _("Stop"),
        "inBag": _("{calls} called, {bag} in the bag"),
        "lastCalled": _("Called: {tile}"),
        "pick": _("Pick your two words"),
        "havePicked": _("{picked} of {players} have picked"),
        "beforeCalls": _("Before the first call"),
        "ready": pgettext("a player of bingo", "ready"),
        "picking": pgettext("a player of bingo", "picking"),
        "openCard": _("{name}: my card"),
        "blankSure": _("No called {letter} is free. Strike it with a called blank?"),
    }


def _solitaire_strings() -> Strings:
    return {
        **slip_hints(),
        "blank": _("Blank"),
        "across": _("across"),
        "down": _("down"),
        "stack": _("{tile}, {left} left"),
        "bag": _("In the bag: {bag}"),
        "left": _("{left} tiles left, {most} in a play at most"),
        "record": _("Record to beat: {record}"),
        "points": _("Points: {score}"),
        "openHint": _("All tiles are face up: build the highest score."),
        "ownRack": _("Play your own rack"),
        "opponentsRack": _("Play the opponent’s rack"),
        "won": _("You won"),
        "opponentWon": _("The opponent won"),
        "drawn": _("Draw"),
        "newRecord": _("{score}: a new record, after {record}"),
        "notBeaten": _("{score}: the record of {record} stands"),
        "opponent": _("Opponent"),
        "takeBack": _("Remove {word} at {ref}"),
        "finishOpen": _("The construction is final and its score counts."),
        "finishRacks": _("Tiles left on a rack are taken off its points."),
        "bestKnown": _("Best known scores"),
        "ownBest": _("{name}’s best scores"),
        "thisGame": _("this game"),
        "exchange": _("Exchange {count}"),
        "exchangeNone": _("Choose tiles"),
    }


OF_MODES: dict[str, Callable[[], Strings]] = {
    "classic": _classic_strings,
    "unscrabble": _unscrabble_strings,
    "bingo": _bingo_strings,
    "solitaire": _solitaire_strings,
    "scrabble_me": scrabble_me_strings,
}
