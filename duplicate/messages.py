"""The sentences for verdicts, ends of game and acts of the log, in the language in force."""

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from duplicate.judging import REASONS
from duplicate.standings import Solo
from engine.rules import all_settings
from tournaments.messages import ENGINE_MESSAGES, engine_message

# The reasons of `judging.REASONS` that are not the engine's.
VERDICTS: dict[str, Promise | str] = {
    "good": "",
    "score_corrected": _("The stated score was {stated}; the true score, {score}, counts."),
    "score_wrong": _("The stated score was {stated}, the true one is {score}."),
    "score_understated": _(
        "The stated score was {stated}, below the true score of {score}; it counts as stated."
    ),
    "score_overstated": _(
        "The stated score was {stated}, above the true score of {score}: twice the excess is lost, {kept} counts."
    ),
    "score_missing": _("No score was stated; the true one is {score}."),
    "blank_not_marked": _("The blank was not marked: read as {word}."),
    "blank_wrong_letter": _("The wrong letter was marked as the blank: read as {word}."),
    "best_place": _("The first word counts at its best place: {word} {reference}, {score}."),
    "located_by_word": _("The whole word says where it lies: {word} {reference}."),
    "reference_missing": _("The reference is missing; the stated score fits {word} {reference}."),
    "reference_wrong": _("The reference is wrong; the stated score fits {word} {reference}."),
    "one_square_off": _("The reference is one square off; the stated score fits {word} {reference}."),
    "wrong_direction": _(
        "The reference is in the wrong direction: the stated score would fit {word} {reference}."
    ),
    "no_place_fits": _("The reference is missing, and the stated score fits no place for {word}."),
    "last_letter_missing": _("The last letter, which lies on the board, was left out: read as {word}."),
    "last_letter_altered": _("The last letter was not the one that lies on the board: read as {word}."),
    "late": _("Received after time."),
    "no_slip": _("No slip."),
}

SANCTIONS: dict[str, Promise] = {
    "warning": _("Warning"),
    "penalty": _("Penalty"),
    "zero": _("Zero"),
}

END_REASONS: dict[str, Promise] = {
    "all_tiles_played": _("All tiles have been played."),
    "no_vowels": _("No vowels are left to make a valid rack."),
    "no_consonants": _("No consonants are left to make a valid rack."),
    "no_valid_rack": _("No valid rack can be drawn any more."),
    "rounds_played": _("The rounds agreed on have been played."),
    "no_move": _("Nobody can play the last tiles."),
    "arbitrator": _("Ended by the arbitrator."),
}

ACTS: dict[str, Promise] = {
    "game_created": _("Game created: {lexicon}, {seconds} s a round"),
    "player_added": _("{name} entered at table {table}"),
    "player_joined": _("{name} joined by phone at table {table}"),
    "player_removed": _("{name} removed from table {table}"),
    "phone_given": _("{name}: new link for a phone"),
    "rack_drawn": _("Round {number}: rack drawn, {rack}"),
    "racks_thrown_back": _("Round {number}: not valid and thrown back, {racks}"),
    "rack_typed": _("Round {number}: rack typed, {rack}"),
    "rack_put_back": _("Round {number}: rack put back, {rack}"),
    "round_opened": _("Round {number}: opened"),
    "clock_started": _("Round {number}: clock started"),
    "clock_resumed": _("Round {number}: clock resumed"),
    "clock_paused": _("Round {number}: clock paused"),
    "clock_extended": _("Round {number}: {seconds} s added"),
    "round_ended": _("Round {number}: ended before time"),
    "round_closed": _("Round {number}: closed"),
    "slip_keyed": _("Round {number}: slip of {name} keyed, {word} {reference}"),
    "move_announced": _("Round {number}: {word} {reference} announced, {score}"),
    "no_move_announced": _("Round {number}: nobody can play"),
    "game_ended": _("Game over. {reason}"),
}


def verdict_text(code: str, params: dict[str, object]) -> str:
    """Why a slip got its score; empty for a slip that was good as written."""
    if code in ENGINE_MESSAGES:
        return engine_message(code, params)
    return str(VERDICTS[code]).format(**params)


def rule_text(code: str) -> str:
    """The rule that a reason comes from: an id of docs/rules.md, or what the setting is called."""
    rule = REASONS[code]
    setting = dict(all_settings()).get(rule)
    return gettext(setting.label) if setting else rule


def sanction_text(sanction: str) -> str:
    return str(SANCTIONS.get(sanction, ""))


def solo_text(solo: Solo) -> str:
    """Who had the best score of a round alone, and what that brings."""
    if not solo.points:
        return solo.name
    return gettext("{name}, +{points}").format(name=solo.name, points=solo.points)


def act_text(act: str, params: dict[str, object]) -> str:
    if act == "game_ended":
        params = {"reason": END_REASONS[str(params["reason"])]}
    return str(ACTS[act]).format(**params)
