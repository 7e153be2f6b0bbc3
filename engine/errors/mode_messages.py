"""The error messages of the variants, by the broken rule (RULES V); `engine.errors` includes them all.

The sentences are marked for translation here.
"""

from engine.translation import gettext_noop as _

BY_RULE: dict[str, dict[str, str]] = {
    "V": {
        "unknown_mode": _("There is no way to play that is called “{mode}”."),
        "act_unknown": _("“{act}” is nothing that can be done in {mode}."),
        "act_unreadable": _("“{key}” must be {wanted}."),
        "act_not_now": _("That cannot be done now: {players} can act."),
        "way_unknown": _("{mode} cannot be played that way."),
        "mode_version_unknown": _(
            "This game was begun by version {version} of {mode}; this program knows the versions 1 to {newest}."
        ),
    },
    "C1": {
        "start_is_drawn": _("Who starts is drawn by the program at this table."),
    },
    "C2": {
        "rack_is_dealt": _("Racks are dealt by the program at this table."),
    },
    "C4": {
        "accept_not_now": _("There is no play to accept: that is asked of the opponents after the last one."),
    },
    "C6": {
        "left_over_some": _("{player} has {held} tiles left: write them all, not {given}."),
    },
    "C7": {
        "turn_without_limit": _("{player} has no limit for a turn."),
    },
    "V2": {
        "turn_after_target": _("{player} is at the finish line: there is no turn any more."),
    },
    "V3": {
        "opening_too_short": _("{word} is too short: the first word must have {length} letters."),
    },
    "V4": {
        "rearranging_off": _("Words on the board may not be rearranged in this game."),
        "rearranged_no_word": _("{word} at {reference} does not cover one whole word of the board."),
        "rearranged_tiles": _("{word} is not {old} with its letters in another order."),
        "rearranged_unused": _("The move must use {word}, which was rearranged."),
    },
    "V5": {
        "recycling_letters_off": _("Letters on the board may not be swapped in this game."),
        "recycle_nothing": _("No tile lies on {square} that could be swapped."),
        "recycle_twice": _("The tile on {square} has been swapped in this turn already."),
        "recycle_with_blank": _("A letter is swapped for another letter, not for a blank."),
        "recycle_same": _("{square} holds {letter} already."),
        "recycle_not_good": _("A swap must leave good words. Not in the lexicon: {words}."),
    },
    "V6": {
        "recycling_blanks_off": _("Blanks on the board may not be swapped in this game."),
        "recycle_other_letter": _("The blank on {square} is swapped for {letter}, which it stands for."),
    },
    "V7": {
        "look_up_closed": _("Words may not be looked up while this game is played."),
    },
    "V8": {
        "theme_none": _("This game has no theme."),
        "theme_listed": _("The words on the theme are listed in this game: they count by themselves."),
        "theme_no_play": _(
            "There is no play whose words could be on the theme: they count until the next turn."
        ),
        "theme_other_player": _("The latest play is one of {player}."),
        "theme_own_play": _("Whether the words of a play are on the theme, the other players say."),
        "theme_no_word": _("Say which words are on the theme."),
        "theme_not_made": _("The play has not made these words, or they have counted already: {words}."),
    },
    "V9": {
        "vowels_one_bag": _("There is one bag in this game: nobody asks for vowels."),
        "vowels_not_said": _("Say how many tiles come from the bag of vowels."),
        "vowels_number": _("{given} tiles of the bag of vowels do not fit: a rack has {most}."),
        "draw_not_now": _("{player} has a rack already."),
        "racks_not_drawn": _("First these players draw their tiles: {players}."),
    },
    "V10": {
        "unscrabble_over": _("The game is over: nothing can be removed any more."),
        "unscrabble_turn": _("It is the turn of {player} to remove tiles."),
        "unscrabble_no_pass": _("Nobody passes in this game: there are tiles that can be removed."),
        "removal_nothing": _("Choose the tiles that you remove: one at least."),
        "removal_too_many": _("{given} tiles cannot be removed at once; the most is {most}."),
        "removal_square_twice": _("A square is named twice: {squares}."),
        "removal_square_empty": _("No tile lies on {squares}."),
        "removal_not_one_word": _("These tiles are not all of one word: {squares}."),
        "removal_bad_words": _("What would be left is not in the lexicon: {words}."),
        "removal_one_left": _("One tile would be left, which is no word."),
        "removal_not_connected": _("The words left would not be connected."),
    },
    "V11": {
        "bingo_two_words": _("Two words are picked, not {given}."),
        "bingo_word_length": _("{word} has {given} letters: a word of bingo has {wanted}."),
        "bingo_not_in_lexicon": _("Not in the lexicon: {words}."),
        "bingo_same_word": _("{word} is there twice: pick two different words."),
        "bingo_not_spelled": _(
            "The tiles cannot spell both words together: there are not enough of {letters}."
        ),
        "bingo_no_pair": _(
            "The lexicon has no two words of {letters} letters that the tiles can spell together."
        ),
        "bingo_calling_begun": _("Words are picked before the first tile is called."),
        "bingo_started": _("Everybody has picked already."),
        "bingo_not_picked": _("Not picked yet: the words of {players}."),
        "bingo_words_known": _("The words of {player} are known already: they do not change."),
        "bingo_caller": _("“{act}” is for the caller, not for a player."),
        "bingo_bag_empty": _("All tiles have been called."),
        "bingo_tile_drawn": _("Tiles are drawn by the program at this table, not named."),
        "bingo_one_tile": _("One tile is called at a time, not {given}."),
        "bingo_tile_called": _("The bag has no {tile} any more."),
        "bingo_on_paper": _("On paper letters are struck on the cards."),
        "bingo_no_letter": _("There is no letter {place} in word {word}."),
        "bingo_struck": _("This {letter} is struck already."),
        "bingo_not_struck": _("This {letter} is not struck."),
        "bingo_not_called": _("No tile was called for this {letter}: each strikes one letter only."),
        "bingo_claim_wrong": _("{player} has not won yet. Still missing: {letters}."),
        "bingo_not_over": _("The game goes on: {left} tiles have not been called."),
        "bingo_over": _("The game of bingo is over."),
    },
    "V12": {
        "solitaire_no_pass": _("With one rack there is nobody to pass to: place, exchange, or end the game."),
        "solitaire_own_turn": _("In the open construction tiles are placed and taken back, nothing else."),
        "solitaire_not_open": _("A play is taken back only in the open construction."),
        "solitaire_nothing_back": _("There is no play number {number} to take back."),
        "solitaire_leans_on": _("That play cannot come off alone, for {word} at {reference} needs it."),
        "solitaire_not_left": _("Not left of the tiles: {letters}."),
        "solitaire_racks_left": _("Say what is left on {racks} racks, as a text each."),
        "solitaire_over": _("The game of solitaire is over."),
    },
    "V13": {
        "scrabble_me_over": _("The game is over: there is no further round."),
        "scrabble_me_phase": _("That is not what this part of the round is for; it waits for {players}."),
        "scrabble_me_swap_self": _("Boards are swapped with an opponent."),
        "scrabble_me_not_on_podium": _("There is no tile “{tile}” on the podium."),
        "scrabble_me_bag_out": _("The bag is empty: pick from the podium."),
    },
}

MODE_MESSAGES: dict[str, str] = {code: text for texts in BY_RULE.values() for code, text in texts.items()}
# The rule "V" stands for errors that all variants share: it is no rule of its own that could be looked up.
MODE_RULES: dict[str, str] = {code: rule for rule, texts in BY_RULE.items() if rule != "V" for code in texts}
