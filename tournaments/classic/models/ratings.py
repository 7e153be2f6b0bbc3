"""Ratings of divisions: an event rated as a whole, and the changes of everybody's rating."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class DivisionRating(models.Model):
    """The rating of a division by a `system`, or its taking back: the highest `version` holds, earlier ones stay
    as history.
    """

    division = models.ForeignKey("classic.Division", on_delete=models.PROTECT, related_name="ratings")
    version = models.PositiveSmallIntegerField(_("version"))
    taken_back = models.BooleanField(_("taken back"), default=False)
    system = models.CharField(_("rating system"), max_length=20, default="elo", db_default="elo")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("rating of a division")
        verbose_name_plural = _("ratings of divisions")
        ordering = ["version"]
        constraints = [
            models.UniqueConstraint(fields=["division", "version"], name="division_rating_version_once")
        ]

    def __str__(self) -> str:
        return str(self.version)


class RatingChange(models.Model):
    """A change of one player's rating by a division: the fields of
    `tournaments.classic.rating.RatingLine`. Only added.

    `deviation` and `volatility` are those after the division, by a system that has them.

    `before` is empty for a newcomer. The player is found through the entry, so that the change stays with a
    merged player.
    """

    rating = models.ForeignKey(DivisionRating, on_delete=models.PROTECT, related_name="changes")
    entrant = models.ForeignKey(
        "classic.DivisionEntry", on_delete=models.PROTECT, related_name="rating_changes"
    )
    how = models.CharField(max_length=12)
    before = models.PositiveIntegerField(_("before"), null=True)
    after = models.PositiveIntegerField(_("after"))
    games_before = models.PositiveIntegerField(_("rated games before"), null=True)
    games = models.PositiveSmallIntegerField(_("rated games"))
    score = models.FloatField()
    expected = models.FloatField()
    k = models.PositiveSmallIntegerField()
    opponents = models.FloatField()
    performance = models.PositiveIntegerField(_("performance"))
    deviation = models.FloatField(_("rating deviation"), null=True)
    volatility = models.FloatField(_("rating volatility"), null=True)

    class Meta:
        verbose_name = _("change of a rating")
        verbose_name_plural = _("changes of ratings")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["rating", "entrant"], name="rating_change_once"),
            models.CheckConstraint(condition=models.Q(games__gte=1), name="rating_change_of_games"),
        ]

    def __str__(self) -> str:
        return f"{self.before or '–'} → {self.after}"

    @property
    def games_after(self) -> int:
        return (self.games_before or 0) + self.games
