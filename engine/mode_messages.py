"""What the variants say of what cannot be done, by the rule that it breaks (RULES V); `engine.errors` knows them all.

The sentences are marked for translation where they stand.
"""

from engine.rule_settings import gettext_noop as _

BY_RULE: dict[str, dict[str, str]] = {
    "V": {
        "unknown_mode": _("There is no way to play that is called “{mode}”."),
        "act_unknown": _("“{act}” is nothing that can be done in {mode}."),
        "act_unreadable": _("“{key}” must be {wanted}."),
        "act_not_now": _("That cannot be done now: {players} can act."),
        "way_unknown": _("{mode} cannot be played that way."),
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
    "C7": {
        "turn_without_limit": _("{player} has no limit for a turn."),
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
    "V13": {
        "scrabble_me_over": _("The game is over: there is no further round."),
        "scrabble_me_phase": _("That is not what this part of the round is for; it waits for {players}."),
        "scrabble_me_swap_self": _("Boards are swapped with an opponent."),
        "scrabble_me_not_on_podium": _("There is no tile “{tile}” on the podium."),
        "scrabble_me_bag_out": _("The bag is empty: pick from the podium."),
    },
}

MODE_MESSAGES: dict[str, str] = {code: text for texts in BY_RULE.values() for code, text in texts.items()}
# The rule "V" stands for what all variants have in common: it is no rule of its own that could be looked up.
MODE_RULES: dict[str, str] = {code: rule for rule, texts in BY_RULE.items() if rule != "V" for code in texts}
