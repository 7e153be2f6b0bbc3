"""Seasons: periods over which players are ranked by their index."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.models.organisers import OfOrganiser
from tournaments.standings.performance_index import IndexRules


class Season(OfOrganiser):
    """A period of the club, usually a year, and the rules of its index
    (`tournaments.standings.performance_index`).
    """

    name = models.CharField(_("name"), max_length=40)
    first_day = models.DateField(_("first day"))
    last_day = models.DateField(_("last day"))
    least_games = models.PositiveSmallIntegerField(_("least number of games"), default=1)
    best_games = models.PositiveSmallIntegerField(_("best games"), null=True, blank=True)
    club_players = models.PositiveSmallIntegerField(_("players of a club"), default=5)
    public = models.BooleanField(pgettext_lazy("a season", "public"), default=False)

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
