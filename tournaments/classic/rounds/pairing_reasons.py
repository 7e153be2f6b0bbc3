"""Texts for the reasons of pairings."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.classic.models import Match
from tournaments.classic.pairing import Reason, sentence

REASONS: dict[str, Promise] = {
    "by_hand": _("The director paired these two by hand."),
}


def reasons_in_words(match: Match) -> list[str]:
    """Return why two meet, or why somebody has the bye; the caller selects the entries and their players."""
    shown = {one.pk: one.entry.name for one in (match.first, match.second) if one is not None}
    return [
        str(REASONS[code]) if code in REASONS else sentence(Reason(code, values), shown)
        for code, values in match.reasons
    ]
