"""The form by which a match is kept move by move."""

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.forms import PlainForm
from tournaments.models import MatchRecord


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
