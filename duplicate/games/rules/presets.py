"""The rule sets that a new game can start from, in the active language: presets, with settings from the
engine, and the club's own. A *choice* names one in a form: a preset by its name, a rule set of the club as
"club-3".
"""

from django.utils.functional import Promise
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _

from duplicate.games.rules.selectors import rules_by_name
from duplicate.models import ClubRules
from engine.rules import (
    CLASSIC,
    RuleSet,
    load_rule_set,
)

CLUB = "club-"

# Title and distinguishing line of each preset.
PRESETS: dict[str, tuple[Promise, Promise]] = {
    "classic": (_("Classic"), _("three minutes, the true score counts, no sanctions")),
    "fisf": (_("FISF, normal"), _("three minutes; warnings, penalties, solos with 16 or more players")),
    "fisf_semi_normal": (_("FISF, semi-normal"), _("2 minutes 30 a round, called at 30 seconds")),
    "fisf_semi_rapid": (_("FISF, semi-rapid"), _("2 minutes a round, called at 30 seconds")),
    "fisf_semi_blitz": (_("FISF, semi-blitz"), _("1 minute 30 a round, called at 20 seconds")),
    "fisf_blitz": (_("FISF, blitz"), _("1 minute a round, called at 20 seconds; five free warnings")),
    "fise": (_("FISE"), _("at most five vowels or consonants; three calls; solos with 10 or more players")),
    "nasc": (_("NASC"), _("a score stated too low counts, one too high loses twice the excess")),
    "ntsv": (_("NTSV"), _("a new rack each round; played blanks are swapped for the letter")),
    "romanian": (_("Romanian"), _("a rack needs one vowel and one consonant; the last one is free")),
}


# The preset of the federation that plays in a language.
BY_LANGUAGE = {"fr": "fisf", "es": "fise"}


def usual_preset() -> str:
    """Return the preset that forms offer first in the active language."""
    return BY_LANGUAGE.get((get_language() or "").partition("-")[0], CLASSIC)


def rule_set_choices() -> list[tuple[str, str] | tuple[Promise, list[tuple[str, str]]]]:
    """Return form choices: the presets, each with a line that explains it, after the club's own rule sets if
    there are any.
    """
    presets = [(name, f"{title} – {line}") for name, (title, line) in PRESETS.items()]
    own = [(f"{CLUB}{key}", name) for key, name in rules_by_name()]
    if not own:
        return [*presets]
    return [(_("The club’s own"), own), (_("Built into Isotop"), presets)]


def chosen_rules(choice: str) -> tuple[RuleSet, ClubRules | None]:
    """Return the rule set of a choice, and the club's row if it is one of the club's."""
    if choice.startswith(CLUB):
        own = ClubRules.objects.get(pk=choice.removeprefix(CLUB))
        return own.rule_set, own
    return load_rule_set(choice), None


def rule_set_title(name: str) -> str:
    """Return the title of a rule set: a preset's title, or else the name itself."""
    return str(PRESETS[name][0]) if name in PRESETS else name


def rules_title(rules: RuleSet) -> str:
    """Return the title of a game's rules; say so if they differ from the preset that they are named after."""
    title = rule_set_title(rules.name)
    if rules.name not in PRESETS or rules == load_rule_set(rules.name):
        return title
    return gettext("{rules} (modified)").format(rules=title)
