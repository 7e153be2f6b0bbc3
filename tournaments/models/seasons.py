"""Seasons: periods over which players are ranked by their index."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from engine.rules.setting_kinds import Whole
from tournaments.described_settings.setting_columns import setting
from tournaments.models.organisers import OfOrganiser
from tournaments.standings.performance_index import IndexRules

MOST_GAMES = 1000


class Season(OfOrganiser):
    """A period of the club, usually a year, and the rules of its index
    (`tournaments.standings.performance_index`).
    """

    name = setting(models.CharField(_("name"), max_length=40), _("Name of the season"))
    first_day = setting(models.DateField(_("first day")), _("First day"))
    last_day = setting(models.DateField(_("last day")), _("Last day"))
    least_games = setting(
        models.PositiveSmallIntegerField(_("least number of games"), default=1),
        _("Minimum number of games"),
        _("Players with fewer games are listed without a rank."),
        Whole(1, MOST_GAMES),
    )
    best_games = setting(
        models.PositiveSmallIntegerField(_("best games"), null=True, blank=True),
        _("Best games"),
        _("How many of each player’s games count, best per cent first; empty for all."),
        Whole(1, MOST_GAMES, optional=True),
    )
    club_players = setting(
        models.PositiveSmallIntegerField(_("players of a club"), default=5),
        _("Players of a club"),
        _("A club’s index is the mean of this many of its best ranked players."),
        Whole(1, MOST_GAMES),
    )
    public = setting(
        models.BooleanField(pgettext_lazy("a season", "public"), default=False),
        _("Public: everybody can see the index over the games of public events"),
    )

    class Meta:
        verbose_name = _("season")
        verbose_name_plural = _("seasons")
        ordering = ["-first_day", "-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["organiser", "name"],
                name="season_name_once",
                violation_error_message=_("There is a season of this name already."),
            ),
            models.CheckConstraint(
                condition=Q(first_day__lte=F("last_day")),
                name="season_in_order",
                violation_error_message=_("The first day comes before the last."),
            ),
            models.CheckConstraint(
                condition=Q(least_games__gte=1, club_players__gte=1)
                & (Q(best_games__isnull=True) | Q(best_games__gte=1)),
                name="season_counts_something",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def rules(self) -> IndexRules:
        return IndexRules(self.least_games, self.best_games, self.club_players)
