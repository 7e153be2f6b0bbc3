"""The engine's messages in the user's language, by code (`engine.errors.MESSAGES` has the English)."""

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from engine.errors import EngineError
from engine.errors.mode_messages import MODE_MESSAGES
from engine.formats.text_games import PublishedError
from engine.lexicon.word_list import LineError, WordList
from engine.referee.settings import all_settings as classic_settings
from engine.rules import (
    all_settings,
)
from engine.tiles import TileSet
from tournaments.errors import RuleViolation

# The engine has one code for a reference that is missing and one that cannot be read.
REFERENCE_MISSING = _("The reference is missing: write a letter and a number, such as H8 or 8H.")
ENGINE_MESSAGES: dict[str, Promise] = {
    "unknown_letter": _("“{letter}” in “{text}” is not a letter of this tile set."),
    "unknown_tile_set": _("There is no tile set “{name}”."),
    "bad_tile_set": _("Tile set “{name}”: {problem}."),
    "bad_turn": _(
        "“{text}” is not a turn: write a reference and a word, such as 8D RETAINS; - for a pass, -ABC "
        "for an exchange."
    ),
    "bad_reference": _("“{text}” is not a reference: write a letter and a number, such as H8 or 8H."),
    "bad_convention": _("“{text}” is no convention of references: choose duplicate or english."),
    "reference_off_board": _(
        "Reference {text} is off the board: letters go from A to O, numbers from 1 to 15."
    ),
    "bad_rack": _("“{text}” is not a rack: there is no tile “{letter}”."),
    "bad_board": _("Row {row} of the board: {problem}."),
    "bad_pattern": _(
        "“{text}” is not a pattern: use letters, ? * @ #, and brackets with letters, such as [AEI] or [A-C]."
    ),
    "bad_range": _("“{text}” is neither a number nor a range: write 30, 30+ or 20-30."),
    "bad_cgp": _("CGP position: {problem}."),
    "empty_word": _("There is no word."),
    "word_too_short": _("{word} is one letter: a word has at least two."),
    "off_board": _("{word} at {reference} runs off the board."),
    "square_taken": _("{square} holds {letter}, where the move wants {wanted}."),
    "nothing_lies_there": _("No letter lies on {square} that the word could go through."),
    "incomplete_word": _("{word} is not the whole word: with the letters on the board it reads {whole}."),
    "no_tile_played": _("{word} is on the board already: no tile would be played."),
    "not_connected": _("{word} at {reference} touches nothing on the board."),
    "not_on_centre": _("{word} does not cover the centre square, as the first word must."),
    "first_move_too_short": _("{word} is one tile: the first move has at least two."),
    "not_in_rack": _("Not on the rack: {letters}."),
    "too_many_played": _("{word} plays {played} tiles; the most is {most}."),
    "not_in_lexicon": _("Not in the lexicon: {words}."),
    "move_missing": _("A move can be played with this rack: enter the move placed."),
    "rack_too_long": _("The rack has {given} tiles, the most is {most}."),
    "rack_not_in_bag": _("Not enough left in the bag: {letters}."),
    "rack_keeps_tiles": _("Left-over tiles are missing from the rack: {letters}."),
    "rack_too_short": _("The rack has {given} tiles, and must have {needed}."),
    "rack_read_short": _(
        "The rack has {given} tiles, and must have {needed}. It was read as {letters}; letters apart are written in"
        " brackets: {apart}."
    ),
    "rack_not_valid": _(
        "The rack has {vowels} vowels and {consonants} consonants; it must have at least {minimum} of each."
    ),
    "rack_one_sided": _(
        "The rack has {vowels} vowels and {consonants} consonants; it may have at most {maximum} of either."
    ),
    "rack_blanks": _("Blanks on this rack: {given}; there must be {needed}."),
    "no_valid_rack": _("No valid rack can be drawn any more: the game is over."),
    "players_number": _("A game has {fewest} to {most} players, not {given}."),
    "no_such_player": _("There is no player number {number}."),
    "start_too_late": _("The starter is drawn before the first turn."),
    "start_wrong_players": _("A tile each for the start is drawn by: {players}."),
    "start_tied": _("Equal letters were drawn for the start: {players} draw again, before the first turn."),
    "not_your_turn": _("It is the turn of {player}."),
    "turn_after_out": _("{player} is out of tiles and the bag is empty: there are no more turns."),
    "turn_after_passes": _("All players have passed in succession: there are no more turns."),
    "turn_after_zeros": _("Too many scoreless turns in a row: there are no more turns."),
    "nothing_to_pop": _("There is no turn to undo."),
    "game_over": _("The game is over."),
    "exchange_nothing": _("An exchange is of one tile at least."),
    "exchange_restricted": _(
        "Exchanges are not allowed now: the bag has {bag} tiles and must have {minimum}."
    ),
    "exchange_more_than_held": _("{given} tiles cannot be exchanged: the rack has {held}."),
    "exchange_more_than_bag": _("{given} tiles cannot be exchanged: the bag has {bag}."),
    "challenge_void": _("There are no challenges in this game: words are looked up when they are placed."),
    "challenge_nothing": _("There is no play to challenge: it can be challenged until the next turn."),
    "challenge_own": _("{player} cannot challenge a play of their own."),
    "challenge_judged": _("This play has been challenged already, and its words are good."),
    "challenge_words": _("{given} words cannot be challenged: the play makes {made}."),
    "challenge_must_succeed": _("The challenge succeeds, for these are not in the lexicon: {words}."),
    "challenge_must_fail": _("The challenge fails, for all words are in the lexicon."),
    "rack_unknown": _("The rack of {player} is not known: say what tiles are left on it."),
    "end_not_yet": _(
        "The game is not at its end: nobody is out of tiles, and not all have passed in succession."
    ),
    "end_may_exchange": _("The game is not at its end: tiles can be exchanged, for the bag has {bag}."),
    "overtime_without_points": _("Overtime costs points."),
    "overtime_by_the_minute": _(
        "Overtime costs {points} points for each minute begun, which cannot come to {given}."
    ),
    "lexicon_unknown": _("There is no lexicon “{name}”."),
    "lexicon_changed": _("The lexicon “{name}” has other words now than when this was begun."),
    "lexicon_damaged": _("Lexicon “{name}” cannot be used: {problem}."),
    "lexicon_unreadable": _("Lexicon “{name}” cannot be used: it cannot be read."),
    "lexicon_foreign": _("Lexicon “{name}” cannot be used: it is not a lexicon file."),
    "lexicon_version": _(
        "Lexicon “{name}” cannot be used: it is of version {version}, this program reads version {known};"
        " build it anew."
    ),
    "lexicon_cut_off": _("Lexicon “{name}” cannot be used: it is cut off or too long."),
    "lexicon_checksum": _("Lexicon “{name}” cannot be used: its checksum is wrong."),
    "lexicon_nonsense": _("Lexicon “{name}” cannot be used: its word graph makes no sense."),
    "lexicon_empty": _("The word list has no word."),
    "letters_unlike": _(
        "The letters do not fit the {tiles} tiles. The words read {sample}. Letters against tiles: {letters}. Nothing"
        " was loaded: choose other tiles, or say that these are the words."
    ),
    "bad_word_length": _("“{word}” is no word: it must have {least} to {most} tiles."),
    "lexicon_too_big": _("These are {count} words; a lexicon has {most} at most."),
    "hunspell_damaged": _("These are not the two files of a hunspell dictionary: {problem}."),
    "hunspell_too_big": _("This hunspell dictionary has more than {most} forms, too many for a lexicon."),
    "kwg_length": _("This KWG file cannot be used: its length is not that of a KWG file."),
    "kwg_start": _("This KWG file cannot be used: it does not begin as a KWG file does."),
    "kwg_cut_off": _("This KWG file cannot be used: it is cut off, or an entry of it leads out of the file."),
    "kwg_too_long": _("This KWG file cannot be used: it has a word of more than {most} tiles, or a circle."),
    "kwg_one_tile": _("This KWG file cannot be used: it has a word of one tile."),
    "kwg_dead_end": _("This KWG file cannot be used: a branch of it ends without a word."),
    "kwg_letter": _(
        "This KWG file cannot be used: it has a letter number {number}, the {tiles} tiles have {letters}."
    ),
    "kwg_order": _("This KWG file cannot be used: its letters are not in order."),
    "kwg_tile_set": _("There is no order of the {tiles} letters for KWG files: use a word list."),
    "kwg_too_big": _("These are more words than a KWG file can hold."),
    "bad_record": _("{where}: {problem}."),
    "bad_gcg": _("Line {line}: {problem}."),
    "gcg_tiles": _(
        "Line {line}: “{letter}” in “{text}” is not a letter of this tile set ({tiles}). All letters of the file are"
        " in: {fitting}."
    ),
    "gcg_score": _("The score is {found}, not {said}."),
    "gcg_total": _("The total is {found}, not {said}."),
    "gcg_unwritten": _("The line with {points} for {player} is missing, for the tiles left."),
    "gcg_begun": _("A game in GCG begins with the empty board: this position does not."),
    "gcg_no_withdrawn_move": _("There is no move of this player to withdraw."),
    "gcg_no_challenged_move": _("There is no move to challenge."),
    "bad_rules": _("Rule setting {setting}: {problem}."),
    **{code: _(text) for code, text in MODE_MESSAGES.items()},
}

LINE_MESSAGES: dict[str, Promise] = {
    "line_encoding": _("“{text}” is not encoded in {encoding}."),
    "line_too_short": _("“{text}” is one tile: a word has at least two."),
    "line_too_long": _("“{text}” is {length} tiles: a word has at most fifteen."),
    "line_capital": _("“{text}” has a capital in front, as names have."),
    "line_abbreviation": _("“{text}” has capitals as abbreviations have."),
    "unknown_letter": ENGINE_MESSAGES["unknown_letter"],
}


PUBLISHED_MESSAGES: dict[str, Promise] = {
    "published_round": _("“{text}” is not a round: write number, rack, word, reference and points."),
    "published_rack": _("“{text}” is not a rack of these tiles."),
    "published_word": _("“{text}” is not a word of these tiles."),
    "published_number": _("this is round {expected}, not {number}."),
    "published_total": _("the total is {found}, not {said}."),
    "published_half": _("a move needs a word and a reference."),
    "published_no_rack": _("the rack of this move is missing."),
}


TILE_SETS: dict[str, Promise] = {
    "afrikaans": _("Afrikaans tiles"),
    "arabic": _("Arabic tiles"),
    "basque": _("Basque tiles"),
    "bulgarian": _("Bulgarian tiles"),
    "catalan": _("Catalan tiles"),
    "croatian": _("Croatian tiles"),
    "czech": _("Czech tiles"),
    "danish": _("Danish tiles"),
    "dutch": _("Dutch tiles"),
    "english": _("English tiles"),
    "esperanto": _("Esperanto tiles"),
    "estonian": _("Estonian tiles"),
    "faroese": _("Faroese tiles"),
    "finnish": _("Finnish tiles"),
    "french": _("French tiles"),
    "german": _("German tiles"),
    "greek": _("Greek tiles"),
    "hebrew": _("Hebrew tiles"),
    "hungarian": _("Hungarian tiles"),
    "icelandic": _("Icelandic tiles"),
    "indonesian": _("Indonesian tiles"),
    "irish": _("Irish tiles"),
    "italian": _("Italian tiles"),
    "latvian": _("Latvian tiles"),
    "lithuanian": _("Lithuanian tiles"),
    "malay": _("Malay tiles"),
    "norwegian": _("Norwegian tiles"),
    "polish": _("Polish tiles"),
    "portuguese": _("Portuguese tiles"),
    "romanian": _("Romanian tiles"),
    "russian": _("Russian tiles"),
    "slovak": _("Slovak tiles"),
    "slovene": _("Slovene tiles"),
    "spanish": _("Spanish tiles"),
    "swedish": _("Swedish tiles"),
    "turkish": _("Turkish tiles"),
    "ukrainian": _("Ukrainian tiles"),
    "welsh": _("Welsh tiles"),
}


def tile_set_title(name: str) -> str:
    """Return the name of a tile set that pages show: in words for one that comes with the program."""
    return str(TILE_SETS[name]) if name in TILE_SETS else name.partition("~")[0]


# The lexicons that come with the program, by name.
LEXICONS: dict[str, Promise] = {
    "dutch": _("Dutch (free list)"),
    "english": _("English (free list)"),
    "french": _("French (free list)"),
    "german": _("German (free list)"),
    "italian": _("Italian (free list)"),
    "romanian": _("Romanian (free list)"),
    "spanish": _("Spanish (free list)"),
}


def lexicon_title(name: str) -> str:
    """Return the name of a lexicon that pages show: in words for one that comes with the program."""
    return str(LEXICONS.get(name, name))


def line_message(error: LineError) -> str:
    """Return the problem of one line of a word list, with its number."""
    return gettext("Line {line}: {problem}").format(
        line=error.line, problem=str(LINE_MESSAGES[error.code]).format(**error.params)
    )


def message_for_published(error: PublishedError) -> str:
    """Return the problem of one line of a published game, with its number."""
    return gettext("Line {line}: {problem}").format(
        line=error.line, problem=str(PUBLISHED_MESSAGES[error.code]).format(**error.params)
    )


def tile_sets_message(words: WordList, tiles: TileSet) -> str:
    """Return the letters of a word list that its tile set lacks, and the tile sets that have them; empty if
    none is missing.
    """
    if not words.strangers:
        return ""
    lacking = gettext("The {tiles} tiles have no {letters}.").format(
        tiles=tiles.name, letters=" ".join(words.strangers)
    )
    if not words.fitting:
        return lacking
    fitting = gettext("Tile sets with all letters of the list: {names}.")
    return f"{lacking} {fitting.format(names=', '.join(words.fitting))}"


# Params with English text of the engine, which is marked for translation there.
IN_WORDS = ("wanted", "mode")


def engine_message(code: str, params: dict[str, object]) -> str:
    if code == "bad_rules":
        params = params | {"setting": _setting(str(params["setting"])), "problem": rule_problem(params)}
    if code == "bad_reference" and not str(params["text"]).strip():
        return str(REFERENCE_MISSING)
    if code == "gcg_tiles":
        titles = ", ".join(map(tile_set_title, str(params["fitting"]).split(", ")))
        params = params | {"tiles": tile_set_title(str(params["tiles"])), "fitting": titles}
    words = {name: gettext(str(params[name])) for name in IN_WORDS if name in params}
    return str(ENGINE_MESSAGES[code]).format(**params | words)


def rule_problem(params: dict[str, object]) -> str:
    """Return the problem of a setting without its name, from the params of a `RuleSetError`."""
    return gettext(str(params["template"])).format(**params)


def _setting(path: str) -> str:
    setting = dict(all_settings()).get(path) or classic_settings().get(path)
    return (
        gettext("“{setting}” ({path})").format(setting=gettext(setting.label), path=path) if setting else path
    )


def message_for(error: RuleViolation | EngineError) -> str:
    """Return the sentence that tells a user what is wrong, in the language in force."""
    if isinstance(error, EngineError):
        return engine_message(error.code, error.params)
    return str(error)
