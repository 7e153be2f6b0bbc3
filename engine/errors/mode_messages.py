"""The error messages of the variants, by the broken rule (RULES V); `engine.errors` includes them all.

The sentences are marked for translation here.
"""

from engine.translation import gettext_noop as _

BY_RULE: dict[str, dict[str, str]] = {
    "V": {
        "unknown_mode": _("There is no way to play called “{mode}”."),
        "act_unknown": _("“{act}” is not an action of {mode}."),
        "act_unreadable": _("“{key}” must be {wanted}."),
        "act_not_now": _("This is not possible now: it is the turn of {players}."),
        "way_unknown": _("{mode} cannot be played with these settings."),
        "mode_version_unknown": _(
            "This game uses version {version} of {mode}; this program knows versions 1 to {newest}."
        ),
    },
    "C1": {
        "start_is_drawn": _("The program draws the starter at this table."),
    },
    "C2": {
        "rack_is_dealt": _("The program deals the racks at this table."),
    },
    "C4": {
        "accept_not_now": _("There is no play to accept: opponents are asked only after the last play."),
    },
    "C6": {
        "left_over_some": _("{player} has {held} tiles left: write them all, not {given}."),
    },
    "C7": {
        "turn_without_limit": _("{player} has no limit for a turn."),
    },
    "V2": {
        "turn_after_target": _("{player} has reached the finish line: there are no more turns."),
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
        "recycle_not_good": _("A swap must leave valid words. Not in the lexicon: {words}."),
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
        "theme_listed": _("This game has a list of theme words: they count automatically."),
        "theme_no_play": _(
            "There is no play to check for the theme: this is possible only until the next turn."
        ),
        "theme_other_player": _("The latest play is one of {player}."),
        "theme_own_play": _("The other players decide whether words are on the theme."),
        "theme_no_word": _("Say which words are on the theme."),
        "theme_not_made": _("The play has not made these words, or they have counted already: {words}."),
    },
    "V9": {
        "vowels_one_bag": _("This game has one bag: vowels cannot be chosen."),
        "vowels_not_said": _("Say how many tiles come from the bag of vowels."),
        "vowels_number": _("{given} tiles from the vowel bag are too many: a rack has {most}."),
        "draw_not_now": _("{player} already has a rack."),
        "racks_not_drawn": _("These players must draw their tiles first: {players}."),
    },
    "V10": {
        "unscrabble_over": _("The game is over: no more tiles can be removed."),
        "unscrabble_turn": _("It is the turn of {player} to remove tiles."),
        "unscrabble_no_pass": _("You cannot pass: there are tiles to remove."),
        "removal_nothing": _("Choose at least one tile to remove."),
        "removal_too_many": _("{given} tiles are too many: remove at most {most} at once."),
        "removal_square_twice": _("A square is named twice: {squares}."),
        "removal_square_empty": _("No tile lies on {squares}."),
        "removal_not_one_word": _("These tiles are not all in one word: {squares}."),
        "removal_bad_words": _("The remaining words are not in the lexicon: {words}."),
        "removal_one_left": _("One tile would be left, which is not a word."),
        "removal_not_connected": _("The words left would not be connected."),
    },
    "V11": {
        "bingo_two_words": _("Choose two words, not {given}."),
        "bingo_word_length": _("{word} has {given} letters: bingo words have {wanted}."),
        "bingo_not_in_lexicon": _("Not in the lexicon: {words}."),
        "bingo_same_word": _("{word} appears twice: pick two different words."),
        "bingo_not_spelled": _(
            "The set cannot spell both words together without blanks: there are not enough of {letters}."
        ),
        "bingo_no_pair": _(
            "The lexicon has no two words of {letters} letters that the tiles can spell together."
        ),
        "bingo_calling_begun": _("Words are picked before the first tile is called."),
        "bingo_started": _("Everybody has already picked."),
        "bingo_not_picked": _("These players have not picked their words yet: {players}."),
        "bingo_words_known": _("The words of {player} are already known and cannot be changed."),
        "bingo_caller": _("“{act}” is for the caller, not for a player."),
        "bingo_bag_empty": _("All tiles have been called."),
        "bingo_tile_drawn": _("Tiles are drawn by the program at this table, not named."),
        "bingo_one_tile": _("One tile is called at a time, not {given}."),
        "bingo_tile_called": _("The bag has no more {tile}."),
        "bingo_on_paper": _("If cards are on paper, letters are struck there."),
        "bingo_no_letter": _("There is no letter {place} in word {word}."),
        "bingo_struck": _("This {letter} is already struck."),
        "bingo_not_struck": _("This {letter} is not struck."),
        "bingo_not_called": _("No tile was called for this {letter}: each strikes one letter only."),
        "bingo_claim_wrong": _("{player} has not won yet. Still missing: {letters}."),
        "bingo_not_over": _("The game goes on: {left} tiles have not been called."),
        "bingo_over": _("The game of bingo is over."),
    },
    "V12": {
        "solitaire_no_pass": _("You cannot pass with one rack: place, exchange, or end the game."),
        "solitaire_own_turn": _("In the open construction you can only place and remove tiles."),
        "solitaire_not_open": _("A play can be removed only in the open construction."),
        "solitaire_nothing_back": _("There is no play number {number} to remove."),
        "solitaire_leans_on": _("This play cannot be removed: {word} at {reference} needs it."),
        "solitaire_not_left": _("Not left of the tiles: {letters}."),
        "solitaire_racks_left": _("Say what is left on {racks} racks, as a text each."),
        "solitaire_over": _("The game of solitaire is over."),
    },
    "V13": {
        "scrabble_me_over": _("The game is over: there are no more rounds."),
        "scrabble_me_phase": _("This is not possible in this part of the round. Waiting for {players}."),
        "scrabble_me_swap_self": _("Choose an opponent to swap boards with."),
        "scrabble_me_not_on_podium": _("There is no tile “{tile}” on the podium."),
        "scrabble_me_bag_out": _("The bag is empty: pick from the podium."),
    },
}

MODE_MESSAGES: dict[str, str] = {code: text for texts in BY_RULE.values() for code, text in texts.items()}
# The rule "V" stands for errors that all variants share: it is no rule of its own that could be looked up.
MODE_RULES: dict[str, str] = {code: rule for rule, texts in BY_RULE.items() if rule != "V" for code in texts}
