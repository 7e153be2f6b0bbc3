"""The sentences for verdicts, in the language in force."""

from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from duplicate.judging import REASONS
from engine.rules import (
    all_settings,
)
from tournaments.wording.engine_messages import ENGINE_MESSAGES, engine_message

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

SANCTION_MEANINGS = (
    ("none", "no sanction"),
    ("warning", "a warning"),
    ("penalty", "points are taken off"),
    ("zero", "the round scores 0"),
)
SANCTIONS: dict[str, Promise] = {
    "penalty": _("Penalty"),
    "zero": _("Zero"),
    "zero_averaged": _("Zero, averaged"),
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
