"""Under which headings documents of duplicate games are listed, and for whom some of them are."""

from django.utils.translation import gettext_lazy as _

from tournaments.posts import AtDesk

STANDINGS, GAME, PLAYERS = _("Standings"), _("The game"), _("Players")
TABLES, GAMES = _("For the tables"), _("Games")


def who_judges(who: AtDesk) -> bool:
    """For what tells what everybody wrote."""
    return who.judges


def who_knows_names(who: AtDesk) -> bool:
    """For what is nothing without names."""
    return who.registers
