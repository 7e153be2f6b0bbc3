"""The rule sets that a new game can start from, in the language in force; their settings are the engine's."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

# By preset: its name, and what sets it apart.
PRESETS: dict[str, tuple[Promise, Promise]] = {
    "classic": (_("Classic"), _("three minutes, the true score counts, no sanctions")),
    "fisf": (_("FISF, normal"), _("three minutes; warnings, penalties, solos from 16 players")),
    "fisf_semi_normal": (_("FISF, semi-normal"), _("2 minutes 30 a round, called at 30 seconds")),
    "fisf_semi_rapid": (_("FISF, semi-rapid"), _("2 minutes a round, called at 30 seconds")),
    "fisf_semi_blitz": (_("FISF, semi-blitz"), _("1 minute 30 a round, called at 20 seconds")),
    "fisf_blitz": (_("FISF, blitz"), _("1 minute a round, called at 20 seconds; five free warnings")),
    "fise": (_("FISE"), _("at most five vowels or consonants; three calls; solos from 10 players")),
    "nasc": (_("NASC"), _("a score stated too low counts, one too high loses twice the excess")),
    "ntsv": (_("NTSV"), _("a fresh rack each round; played blanks are swapped for the letter")),
    "romanian": (_("Romanian"), _("a rack needs one vowel and one consonant; the last one is free")),
}


def rule_set_choices() -> list[tuple[str, str]]:
    """The presets for a form, each with a line that explains it."""
    return [(name, f"{title} – {line}") for name, (title, line) in PRESETS.items()]


def rule_set_title(name: str) -> str:
    """What people call a rule set."""
    return str(PRESETS[name][0]) if name in PRESETS else name
