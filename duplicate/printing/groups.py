"""The headings under which documents of duplicate games are listed, and who may print some of them."""

from django.utils.translation import gettext_lazy as _

from tournaments.events.staff import AtDesk

STANDINGS, GAME, PLAYERS = _("Standings"), _("The game"), _("Players")
TABLES, GAMES, PRIZES = _("For the tables"), _("Games"), _("Prizes")


def who_judges(who: AtDesk) -> bool:
    """Permit documents that show what everybody wrote."""
    return who.judges
