"""The sentences for verdicts, ends of game and acts of the log, in the language in force."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.messages import ENGINE_MESSAGES, engine_message

VERDICTS: dict[str, Promise | str] = {
    "good": "",
    "score_corrected": _("The stated score was {stated}; the true score, {score}, counts."),
    "blank_not_marked": _("The blank was not marked: read as {word}."),
    "late": _("Received after time."),
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


def act_text(act: str, params: dict[str, object]) -> str:
    if act == "game_ended":
        params = {"reason": END_REASONS[str(params["reason"])]}
    return str(ACTS[act]).format(**params)
