"""The plan of a division's rounds, as its director lays it out."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.classic.models.divisions import Division


class PlannedStage(models.Model):
    """A stage of the plan: the rounds from `first_round` on, up to the next stage, and how they are paired.

    The other fields are those of `Division`, for these rounds; without `hill_rematches` its own holds.
    """

    division = models.ForeignKey(Division, on_delete=models.CASCADE, related_name="stages")
    first_round = models.PositiveSmallIntegerField(_("from round"))
    method = models.CharField(_("pairings"), max_length=20)
    rounds_ahead = models.PositiveSmallIntegerField(_("paired ahead of results"), default=0)
    group_size = models.PositiveSmallIntegerField(_("players of a group"), null=True, blank=True)
    groups_by = models.CharField(
        _("groups"), max_length=6, choices=Division.Groups, default=Division.Groups.NUMBER
    )
    hill_rematches = models.BooleanField(_("king of the hill repeats matches"), null=True, blank=True)

    class Meta:
        verbose_name = _("stage of a division")
        verbose_name_plural = _("stages of a division")
        ordering = ["first_round"]
        constraints = [
            models.UniqueConstraint(fields=["division", "first_round"], name="division_stage_once"),
            models.CheckConstraint(condition=Q(first_round__gte=1), name="division_stage_round"),
        ]

    def __str__(self) -> str:
        return str(self.first_round)
