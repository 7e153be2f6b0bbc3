"""The rooms of an event, which follow one draw and judge their own tables."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _


class Room(models.Model):
    """A room of an event with a range of tables, from the first to the last.

    No two rooms of an event share a table (`tournaments.events.rooms` enforces this, since not every database
    has a constraint for it).
    """

    event = models.ForeignKey("tournaments.Event", on_delete=models.CASCADE, related_name="rooms")
    name = models.CharField(_("name"), max_length=40)
    key = models.CharField(max_length=160, editable=False)
    first_table = models.PositiveIntegerField(_("first table"))
    last_table = models.PositiveIntegerField(_("last table"))

    class Meta:
        verbose_name = _("room")
        verbose_name_plural = _("rooms")
        ordering = ["first_table"]
        constraints = [
            models.UniqueConstraint(fields=["event", "key"], name="room_once_an_event"),
            models.CheckConstraint(
                condition=Q(first_table__gte=1, first_table__lte=F("last_table")), name="room_range_of_tables"
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def tables(self) -> range:
        return range(self.first_table, self.last_table + 1)
