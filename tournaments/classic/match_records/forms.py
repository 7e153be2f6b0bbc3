"""Forms for keeping a match move by move."""

from collections.abc import Collection
from typing import Any, cast

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from tournaments.classic.match_records.gcg_import import MOST_BYTES
from tournaments.classic.models import MatchRecord
from tournaments.people.forms import PlainForm

RULES = [("match", _("the rules of the division")), ("file", _("the rules of the file"))]


class GcgForm(PlainForm):
    """A GCG file of a match that was kept elsewhere."""

    file = forms.FileField(label=_("GCG file"), widget=forms.FileInput(attrs={"accept": ".gcg"}))

    def clean_file(self) -> Any:
        file = self.cleaned_data["file"]
        if (file.size or 0) > MOST_BYTES:
            raise ValidationError(_("This file is too big for the record of one game."))
        return file


class GcgReviewForm(PlainForm):
    """The choices of the review of a GCG file: its players and its rules, as far as there is a choice."""

    players = forms.ChoiceField(label=_("Players"), widget=forms.RadioSelect)
    rules = forms.ChoiceField(label=_("Keep the record by"), choices=RULES, widget=forms.RadioSelect)
    mark = forms.CharField(widget=forms.HiddenInput)

    def __init__(
        self, *args: Any, players: list[tuple[str, str]], rules: Collection[str], **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        cast("forms.ChoiceField", self.fields["players"]).choices = players
        offered = [(value, label) for value, label in RULES if value in rules]
        cast("forms.ChoiceField", self.fields["rules"]).choices = offered
        if len(offered) == 1:
            self.fields["rules"].widget = forms.HiddenInput()


class RecordForm(PlainForm):
    keeper = forms.ChoiceField(label=_("Kept by"), choices=MatchRecord.Keeper)
    live = forms.BooleanField(
        label=_("Live"),
        required=False,
        initial=True,
        help_text=_("Everybody who has its address may look at the board, on the big screen or at home."),
    )
    advice = forms.BooleanField(
        label=_("Show what the engine would have played"),
        required=False,
        initial=True,
        help_text=_("After each turn whose tiles were known; never on the phone of who plays the match."),
    )
