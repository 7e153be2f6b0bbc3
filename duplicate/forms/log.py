"""The filter of a game's log."""

from typing import Any

from django import forms
from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from duplicate.attendance.seating import entries_of
from duplicate.log.log_view import log_of
from duplicate.models import AuditLogEntry, Game
from tournaments.people.forms import PlainForm


class LogFilterForm(PlainForm):
    """The filter, with the values that occur; any other value is ignored."""

    def __init__(self, *args: Any, game: Game, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.game = game
        numbers = game.log.exclude(number=None).order_by("number").values_list("number", flat=True).distinct()
        self.fields["number"] = forms.TypedChoiceField(
            label=_("Round"),
            choices=[("", _("all")), *((number, number) for number in numbers)],
            coerce=int,
            empty_value=None,
            required=False,
        )
        self.fields["entry"] = forms.ModelChoiceField(
            entries_of(game).select_related("player", "partner"),
            label=_("Player"),
            empty_label=_("all"),
            required=False,
        )
        self.fields["by"] = forms.ModelChoiceField(
            User.objects.filter(pk__in=game.log.order_by().values("by")),
            label=_("Arbitrator"),
            empty_label=_("all"),
            required=False,
        )

    def find_rows(self) -> QuerySet[AuditLogEntry]:
        self.is_valid()
        asked = self.cleaned_data
        entry, by = asked.get("entry"), asked.get("by")
        return log_of(self.game, number=asked.get("number"), entry=entry and entry.pk, by=by and by.pk)
