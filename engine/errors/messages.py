"""The sentences of all errors, by code, and the rules of the game that they are about."""

from engine.errors.mode_messages import MODE_MESSAGES, MODE_RULES

MESSAGES: dict[str, str] = {
    # tiles
    "unknown_letter": "“{letter}” in “{text}” is not a letter of this tile set.",
    "unknown_tile_set": "There is no tile set “{name}”.",
    "bad_tile_set": "Tile set “{name}”: {problem}.",
    # references, words, boards, racks as text
    "bad_turn": (
        "“{text}” is not a turn: write a reference and a word, such as 8D RETAINS; - for a pass, -ABC "
        "for an exchange."
    ),
    "bad_reference": "“{text}” is not a reference: write a letter and a number, such as H8 or 8H.",
    "bad_convention": "“{text}” is no convention of references: choose duplicate or english.",
    "reference_off_board": "Reference {text} is off the board: letters go from A to O, numbers from 1 to 15.",
    "bad_rack": "“{text}” is not a rack: there is no tile “{letter}”.",
    "bad_board": "Row {row} of the board: {problem}.",
    "bad_pattern": (
        "“{text}” is not a pattern: use letters, ? * @ #, and brackets with letters, such as [AEI] or [A-C]."
    ),
    "bad_range": "“{text}” is neither a number nor a range: write 30, 30+ or 20-30.",
    "bad_cgp": "CGP position: {problem}.",
    # moves
    "empty_word": "There is no word.",
    "word_too_short": "{word} is one letter: a word has at least two.",
    "off_board": "{word} at {reference} runs off the board.",
    "square_taken": "{square} holds {letter}, where the move wants {wanted}.",
    "nothing_lies_there": "No letter lies on {square} that the word could go through.",
    "incomplete_word": "{word} is not the whole word: with the letters on the board it reads {whole}.",
    "no_tile_played": "{word} is on the board already: no tile would be played.",
    "not_connected": "{word} at {reference} touches nothing on the board.",
    "not_on_centre": "{word} does not cover the centre square, as the first word must.",
    "first_move_too_short": "{word} is one tile: the first move has at least two.",
    "not_in_rack": "Not on the rack: {letters}.",
    "too_many_played": "{word} plays {played} tiles; the most is {most}.",
    "not_in_lexicon": "Not in the lexicon: {words}.",
    "move_missing": "A move can be played with this rack: enter the move placed.",
    # racks and the bag
    "rack_too_long": "The rack has {given} tiles, the most is {most}.",
    "rack_not_in_bag": "Not enough left in the bag: {letters}.",
    "rack_keeps_tiles": "Left-over tiles are missing from the rack: {letters}.",
    "rack_too_short": "The rack has {given} tiles, and must have {needed}.",
    "rack_read_short": (
        "The rack has {given} tiles, and must have {needed}. It was read as {letters}; letters apart are written in"
        " brackets: {apart}."
    ),
    "rack_not_valid": (
        "The rack has {vowels} vowels and {consonants} consonants; it must have at least {minimum} of each."
    ),
    "rack_one_sided": (
        "The rack has {vowels} vowels and {consonants} consonants; it may have at most {maximum} of either."
    ),
    "rack_blanks": "Blanks on this rack: {given}; there must be {needed}.",
    "no_valid_rack": "No valid rack can be drawn any more: the game is over.",
    # classic games
    "players_number": "A game has {fewest} to {most} players, not {given}.",
    "no_such_player": "There is no player number {number}.",
    "start_too_late": "The starter is drawn before the first turn.",
    "start_wrong_players": "A tile each for the start is drawn by: {players}.",
    "start_tied": "Equal letters were drawn for the start: {players} draw again, before the first turn.",
    "not_your_turn": "It is the turn of {player}.",
    "turn_after_out": "{player} is out of tiles and the bag is empty: there are no more turns.",
    "turn_after_passes": "All players have passed in succession: there are no more turns.",
    "turn_after_zeros": "Too many scoreless turns in a row: there are no more turns.",
    "game_over": "The game is over.",
    "nothing_to_pop": "There is no turn to undo.",
    "exchange_nothing": "An exchange is of one tile at least.",
    "exchange_restricted": (
        "Exchanges are not allowed now: the bag has {bag} tiles and must have {minimum}."
    ),
    "exchange_more_than_held": "{given} tiles cannot be exchanged: the rack has {held}.",
    "exchange_more_than_bag": "{given} tiles cannot be exchanged: the bag has {bag}.",
    "challenge_void": "There are no challenges in this game: words are looked up when they are placed.",
    "challenge_nothing": "There is no play to challenge: it can be challenged until the next turn.",
    "challenge_own": "{player} cannot challenge a play of their own.",
    "challenge_judged": "This play has been challenged already, and its words are good.",
    "challenge_words": "{given} words cannot be challenged: the play makes {made}.",
    "challenge_must_succeed": "The challenge succeeds, for these are not in the lexicon: {words}.",
    "challenge_must_fail": "The challenge fails, for all words are in the lexicon.",
    "rack_unknown": "The rack of {player} is not known: say what tiles are left on it.",
    "end_not_yet": "The game is not at its end: nobody is out of tiles, and not all have passed in succession.",
    "end_may_exchange": "The game is not at its end: tiles can be exchanged, for the bag has {bag}.",
    "overtime_without_points": "Overtime costs points.",
    "overtime_by_the_minute": "Overtime costs {points} points for each minute begun, which cannot come to {given}.",
    # lexicons
    "lexicon_unknown": "There is no lexicon “{name}”.",
    "lexicon_changed": "The lexicon “{name}” has other words now than when this was begun.",
    "lexicon_damaged": "Lexicon “{name}” cannot be used: {problem}.",
    "lexicon_unreadable": "Lexicon “{name}” cannot be used: it cannot be read.",
    "lexicon_foreign": "Lexicon “{name}” cannot be used: it is not a lexicon file.",
    "lexicon_version": (
        "Lexicon “{name}” cannot be used: it is of version {version}, this program reads version {known};"
        " build it anew."
    ),
    "lexicon_cut_off": "Lexicon “{name}” cannot be used: it is cut off or too long.",
    "lexicon_checksum": "Lexicon “{name}” cannot be used: its checksum is wrong.",
    "lexicon_nonsense": "Lexicon “{name}” cannot be used: its word graph makes no sense.",
    "lexicon_empty": "The word list has no word.",
    "letters_unlike": (
        "The letters do not fit the {tiles} tiles. The words read {sample}. Letters against tiles: {letters}. Nothing"
        " was loaded: choose other tiles, or say that these are the words."
    ),
    "bad_word_length": "“{word}” is no word: it must have {least} to {most} tiles.",
    "lexicon_too_big": "These are {count} words; a lexicon has {most} at most.",
    "hunspell_damaged": "These are not the two files of a hunspell dictionary: {problem}.",
    "hunspell_too_big": "This hunspell dictionary has more than {most} forms, too many for a lexicon.",
    "kwg_length": "This KWG file cannot be used: its length is not that of a KWG file.",
    "kwg_start": "This KWG file cannot be used: it does not begin as a KWG file does.",
    "kwg_cut_off": "This KWG file cannot be used: it is cut off, or an entry of it leads out of the file.",
    "kwg_too_long": "This KWG file cannot be used: it has a word of more than {most} tiles, or a circle.",
    "kwg_one_tile": "This KWG file cannot be used: it has a word of one tile.",
    "kwg_dead_end": "This KWG file cannot be used: a branch of it ends without a word.",
    "kwg_letter": (
        "This KWG file cannot be used: it has a letter number {number}, the {tiles} tiles have {letters}."
    ),
    "kwg_order": "This KWG file cannot be used: its letters are not in order.",
    "kwg_tile_set": "There is no order of the {tiles} letters for KWG files: use a word list.",
    "kwg_too_big": "These are more words than a KWG file can hold.",
    # records and settings
    "bad_record": "{where}: {problem}.",
    "bad_gcg": "Line {line}: {problem}.",
    "gcg_tiles": "Line {line}: “{letter}” in “{text}” is not a letter of this tile set ({tiles}). All letters of the"
    " file are in: {fitting}.",
    "gcg_score": "The score is {found}, not {said}.",
    "gcg_total": "The total is {found}, not {said}.",
    "gcg_unwritten": "The line with {points} for {player} is missing, for the tiles left.",
    "gcg_begun": "A game in GCG begins with the empty board: this position does not.",
    "gcg_no_withdrawn_move": "There is no move of this player to withdraw.",
    "gcg_no_challenged_move": "There is no move to challenge.",
    "bad_rules": "Rule setting {setting}: {problem}.",
    **MODE_MESSAGES,
}


# The rule of the game that an act breaks, by its id in docs/rules.md.
RULES: dict[str, str] = {
    **dict.fromkeys(("not_connected", "not_on_centre", "first_move_too_short"), "B3"),
    **dict.fromkeys(
        (
            *("empty_word", "word_too_short", "off_board", "square_taken", "nothing_lies_there"),
            *("incomplete_word", "no_tile_played", "not_in_lexicon"),
        ),
        "B4",
    ),
    "rack_not_in_bag": "B2",
    **dict.fromkeys(("start_too_late", "start_wrong_players", "start_tied"), "C1"),
    **dict.fromkeys(
        (
            "players_number",
            "no_such_player",
            "not_your_turn",
            "not_in_rack",
            "rack_too_long",
            "rack_keeps_tiles",
        ),
        "C2",
    ),
    **dict.fromkeys(
        ("exchange_nothing", "exchange_restricted", "exchange_more_than_held", "exchange_more_than_bag"), "C3"
    ),
    **dict.fromkeys(
        (
            *("challenge_void", "challenge_nothing", "challenge_own", "challenge_judged", "challenge_words"),
            *("challenge_must_succeed", "challenge_must_fail"),
        ),
        "C4",
    ),
    **dict.fromkeys(
        (
            *("turn_after_out", "turn_after_passes", "turn_after_zeros", "game_over"),
            *("end_not_yet", "end_may_exchange"),
        ),
        "C5",
    ),
    "rack_unknown": "C6",
    **dict.fromkeys(("overtime_without_points", "overtime_by_the_minute"), "T1"),
    **MODE_RULES,
}
