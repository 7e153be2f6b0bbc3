"""The prizes of an event over its games, as its chief sets them; winners follow from the standings."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.events import Event
from tournaments.models.people import CLUB_LENGTH

PRIZE_LENGTH = 80


class EventPrize(models.Model):
    """One prize; `number` is its place in the list, the greater first. `worth` is an amount or a text.

    `within` restricts it to the people of one series, category, club or group, named by `among`; without that name
    each of them has such a prize.
    """

    class Kind(models.TextChoices):
        RANK = "rank", _("rank")
        HIGH_GAME = "high_game", _("highest game")
        SOLOS = "solos", _("points from solos")

    class Within(models.TextChoices):
        ALL = "", _("everybody")
        SERIES = "series", _("series")
        CATEGORY = "category", _("age category")
        CLUB = "club", _("club")
        GROUP = "group", _("group")

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="prizes")
    number = models.PositiveSmallIntegerField(_("number"))
    name = models.CharField(_("prize"), max_length=PRIZE_LENGTH)
    worth = models.CharField(_("amount or text"), max_length=PRIZE_LENGTH, blank=True)
    kind = models.CharField(_("for"), max_length=20, choices=Kind, default=Kind.RANK)
    place = models.PositiveSmallIntegerField(_("place"), default=1)
    within = models.CharField(_("within"), max_length=10, choices=Within, blank=True, default=Within.ALL)
    among = models.CharField(_("of"), max_length=CLUB_LENGTH, blank=True)
    out_of_the_money = models.BooleanField(_("without another prize"), default=False)

    class Meta:
        verbose_name = _("prize of an event")
        verbose_name_plural = _("prizes of events")
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="event_prize_number_once"),
            models.CheckConstraint(condition=Q(place__gte=1), name="event_prize_place"),
            models.CheckConstraint(condition=~Q(within="") | Q(among=""), name="event_prize_among_some"),
        ]

    def __str__(self) -> str:
        return self.name
