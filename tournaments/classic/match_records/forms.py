"""Forms for keeping a match move by move."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from tournaments.classic.match_records.gcg_import import MOST_BYTES
from tournaments.classic.models import MatchRecord
from tournaments.people.forms import PlainForm


class GcgForm(PlainForm):
    """A GCG file of a match that was kept elsewhere."""

    file = forms.FileField(label=_("GCG file"), widget=forms.FileInput(attrs={"accept": ".gcg"}))

    def clean_file(self) -> Any:
        file = self.cleaned_data["file"]
        if (file.size or 0) > MOST_BYTES:
            raise ValidationError(_("This file is too big for the record of one game."))
        return file


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
