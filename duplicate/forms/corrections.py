"""Forms for corrections of arbitrators, always with a reason."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from duplicate.forms.desk import rack_field
from duplicate.models.slip import LONGEST_REFERENCE, LONGEST_WORD
from tournaments.models import WORD_TEXT_LENGTH
from tournaments.people.forms import PlainForm


class CorrectionForm(PlainForm):
    """The reason for taking something back."""

    reason = forms.CharField(
        label=_("Why"),
        max_length=200,
        help_text=_("Goes into the log."),
        error_messages={"required": _("Give a reason: it goes into the log.")},
    )


class WordForm(PlainForm):
    """A word of the game, as its page names it."""

    word = forms.CharField(label=_("Word"), max_length=WORD_TEXT_LENGTH)


class DecidedWordForm(CorrectionForm, WordForm):
    """A word to accept or refuse, with the reason."""

    field_order = ("word", "reason")


class RackCorrectionForm(CorrectionForm):
    """Another rack for the one that is drawn."""

    rack = rack_field("change-rack-problems")

    field_order = ("rack", "reason")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for field in self.fields.values():
            field.widget.attrs["placeholder"] = field.label
        self.fields["rack"].widget.attrs["data-letters"] = ""


class PlacedMoveForm(CorrectionForm):
    """Another move for the board."""

    word = forms.CharField(
        label=_("Word"), max_length=LONGEST_WORD, widget=forms.TextInput(attrs={"data-letters": ""})
    )
    reference = forms.CharField(label=_("Reference"), max_length=LONGEST_REFERENCE)
    leaves_prepared = forms.BooleanField(
        label=_("Leave the prepared game"), required=False, widget=forms.HiddenInput
    )

    field_order = ("word", "reference", "reason", "leaves_prepared")

    def ask(self) -> None:
        """Ask to confirm that the prepared game is left."""
        self.fields["leaves_prepared"].widget = forms.CheckboxInput()


class LineCorrectionForm(CorrectionForm):
    """The correction at one table, written as in the line of the desk."""

    line = forms.CharField(
        label=_("Table and ruling"),
        max_length=300,
        error_messages={"required": _("Type a table and its slip or ruling, such as 5T or 5 HOUSE H8 24.")},
        help_text=_("Such as 5 HOUSE H8 24, 5T, 5W, 5 0, or 5 =18 to set the score."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false", "data-letters": "line"}),
    )

    field_order = ("line", "reason")
