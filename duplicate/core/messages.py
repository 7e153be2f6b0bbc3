"""The sentences for verdicts, ends of game and rows of the log, in the language in force."""

from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from duplicate.core.actions import ACTIONS
from duplicate.judging import REASONS
from duplicate.models.screens import OnScreens
from duplicate.standings.ranking import Average, Solo
from engine.rules import all_settings
from tournaments.core import name_visibility
from tournaments.core.engine_messages import ENGINE_MESSAGES, engine_message
from tournaments.models import Arbitrator

# The reasons of `judging.REASONS` that are not the engine's.
VERDICTS: dict[str, Promise | str] = {
    "good": "",
    "score_corrected": _("The stated score was {stated}; the true score, {score}, counts."),
    "score_wrong": _("The stated score was {stated}, the true one is {score}."),
    "score_understated": _(
        "The stated score was {stated}, below the true score of {score}; it counts as stated."
    ),
    "score_overstated": _(
        "The stated score was {stated}, above the true score of {score}: twice the excess is deducted, "
        "{kept} counts."
    ),
    "score_missing": _("No score was stated; the true one is {score}."),
    "blank_not_marked": _("The blank was not marked: read as {word}."),
    "blank_wrong_letter": _("The wrong letter was marked as the blank: read as {word}."),
    "best_place": _("The first word counts at its best place: {word} {reference}, {score}."),
    "located_by_word": _("The whole word shows its place: {word} {reference}."),
    "reference_missing": _("The reference is missing; the stated score fits {word} {reference}."),
    "reference_wrong": _("The reference is wrong; the stated score fits {word} {reference}."),
    "one_square_off": _("The reference is one square off; the stated score fits {word} {reference}."),
    "wrong_direction": _(
        "The reference is in the wrong direction: the stated score would fit {word} {reference}."
    ),
    "no_place_fits": _("The reference is missing, and the stated score fits no place for {word}."),
    "last_letter_missing": _("The last letter, which lies on the board, was left out: read as {word}."),
    "last_letter_altered": _("The last letter was not the one that lies on the board: read as {word}."),
    "illegible": _("Hard to read."),
    "late": _("Received after time."),
    "several_slips": _("Several different slips were handed in."),
    "several_on_paper": _("Several different slips were handed in."),
    "no_slip": _("No slip."),
}

# The reasons that arbitrators give by a key, without a rule of their own; beside the sanction.
BY_HAND: dict[str, Promise] = {
    "warning_given": _("Warning for conduct."),
    "warning_taken_back": _("Warning withdrawn by the arbitrator."),
    "penalty_given": _("Given by the arbitrator."),
    "penalty_taken_back": _("Penalty withdrawn by the arbitrator."),
    "zero_given": _("Given by the arbitrator."),
    "overruled": _("Decided by the arbitrator."),
}

# The rules of docs/rules.md that reasons name, as the fault against them; other reasons name a setting.
RULES: dict[str, Promise] = {
    "B1": _("word off the board"),
    "B2": _("letter that the set lacks"),
    "B3": _("placement on the board"),
    "B4": _("word not properly formed"),
    "B8": _("word not in the lexicon"),
    "D1": _("tiles that the rack lacks"),
    "D4": _("slip after time"),
    "D5": _("reference not valid"),
    "D6": _("everybody scores their own move"),
    "D7": _("no slip, or no word on it"),
}

SANCTIONS: dict[str, Promise] = {
    "penalty": _("Penalty"),
    "zero": _("Zero"),
    "zero_averaged": _("Zero, averaged"),
}

END_REASONS: dict[str, Promise] = {
    "all_tiles_played": _("All tiles have been played."),
    "no_vowels": _("No vowels are left to make a valid rack."),
    "no_consonants": _("No consonants are left to make a valid rack."),
    "no_valid_rack": _("No valid rack can be drawn."),
    "rounds_played": _("The planned number of rounds has been played."),
    "prepared_played": _("The prepared game has been played to its end."),
    "no_move": _("Nobody can play the last tiles."),
    "arbitrator": _("Ended by the arbitrator."),
}


def verdict_text(code: str, params: dict[str, object]) -> str:
    """Return why a slip got its score; empty for a slip that was good as written."""
    if code in ENGINE_MESSAGES:
        return engine_message(code, params)
    return str((VERDICTS | BY_HAND)[code]).format(**params)


def ruling_text(code: str, params: dict[str, object], *, conduct: bool) -> str:
    """Return why a ruling is as it is: the reason of the verdict, and the warning for conduct beside it."""
    said = [verdict_text(code, params), str(BY_HAND["warning_given"]) if conduct else ""]
    return " ".join(filter(None, said))


def rule_text(code: str) -> str:
    """Return the rule that a reason comes from, in words: one of `RULES`, or the label of the setting; empty for what
    an arbitrator ruled.
    """
    if code in BY_HAND:
        return ""
    rule = REASONS[code]
    return str(RULES[rule]) if rule in RULES else gettext(dict(all_settings())[rule].label)


def sanction_text(sanction: str, warnings: int) -> str:
    """Return the sanction of a slip in words, with all its warnings; empty without any."""
    heavier = str(SANCTIONS.get(sanction, ""))
    if not warnings:
        return heavier
    said = ngettext("Warning", "%(count)s warnings", warnings) % {"count": warnings}
    return gettext("{sanction}, {warnings}").format(sanction=heavier, warnings=said) if heavier else said


def solo_text(solo: Solo) -> str:
    """Return the name of the player who alone had the best score of a round, and the points for it."""
    if not solo.points:
        return solo.name
    return gettext("{name}, +{points}").format(name=solo.name, points=solo.points)


AVERAGES: dict[str, tuple[Promise, str]] = {
    "arbitrated": (
        _("The average of the players, for the arbitrator of the round: {points}."),
        "standings.arbitrators_averaged",
    ),
    "second_zero": (
        _(
            "The same fault before the first zero was announced: the average of this arbitrator’s "
            "players, {points}."
        ),
        "sanctions.second_zero_averaged",
    ),
}


def average_text(average: Average) -> str:
    """Return why a round counts the average."""
    return str(AVERAGES[average.why][0]).format(points=average.points)


def average_rule(average: Average) -> str:
    """Return the label of the setting that an average comes from."""
    return gettext(dict(all_settings())[AVERAGES[average.why][1]].label)


def act_text(act: str, params: dict[str, object], *, inside: bool = False) -> str:
    """Return a log entry as a sentence for its reader, with the reason that somebody gave for it; `inside` another
    sentence as its part.
    """
    params = name_visibility.visible_params(params)
    if act == "game_ended":
        params = {"reason": END_REASONS[str(params["reason"])]}
    if act in {"undone", "done_again"}:
        of: Any = params["of"]
        params = {"what": act_text(of["act"], of["params"], inside=True)}
    if params.get("says_top"):
        params = params | {"word": gettext("top"), "reference": ""}
    if "mode" in params:
        params = params | {"mode": OnScreens.Mode(str(params["mode"])).label}
    if "role" in params:
        params = params | {"role": Arbitrator.Role(str(params["role"])).label}
    if act not in ACTIONS:  # during an upgrade a newer release may write into the same log
        return gettext("An act of a newer release: {act}").format(act=act)
    # A slip may have no reference.
    words = ACTIONS[act].phrase if inside else ACTIONS[act].sentence
    sentence = words(params).replace("  ", " ")
    return (
        gettext("{sentence}: {why}").format(sentence=sentence, why=params["why"])
        if params.get("why")
        else sentence
    )
