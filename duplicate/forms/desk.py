"""Forms of the desk while a game is played, checked for form only; the use cases check what the game allows."""

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from duplicate.acts.round_shown import RoundShown
from duplicate.arbitration import questions
from duplicate.models import Slip
from tournaments.people.forms import PlainForm


def rack_field(described_by: str) -> forms.CharField:
    """Return the field of tiles that were drawn; `described_by` are the ids of its hints on the page."""
    attrs = {"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false"}
    attrs |= {"data-shortcut": "t", "aria-describedby": described_by}
    return forms.CharField(label=_("Tiles drawn"), max_length=60, widget=forms.TextInput(attrs=attrs))


class ShownForm(PlainForm):
    """The round that the page showed: its number, or that of the next one, and its key once it is drawn."""

    number = forms.IntegerField(min_value=1, required=False)
    round = forms.IntegerField(min_value=1, required=False)

    def shown(self) -> RoundShown:
        return RoundShown(self.cleaned_data["number"], self.cleaned_data["round"])


class TypeRackForm(ShownForm):
    """The rack that was drawn from a real bag."""

    rack = rack_field("rack-hint type-rack-problems")


class AnnounceForm(ShownForm):
    """The isotop that goes on the board, in the round that the arbitrator was looking at."""

    number = forms.IntegerField()
    move = forms.CharField(required=False)

    def clean_move(self) -> tuple[str, str]:
        """Return reference and word, both empty if nobody can play; a missing field is no choice."""
        if "move" not in self.data:
            raise ValidationError(_("Choose the move to announce."))
        reference, _space, word = self.cleaned_data["move"].partition(" ")
        return reference, word


class AnswerForm(PlainForm):
    """The answer to the question whose button was pressed; each question has a field of its own on the page."""

    question = forms.IntegerField()
    answer = forms.CharField(max_length=questions.LONGEST, required=False)

    def __init__(self, data: QueryDict) -> None:
        question = data.get("question", "")
        super().__init__({"question": question, "answer": data.get(f"answer-{question}", "")})


class ChooseSlipForm(PlainForm):
    """The slip whose button was pressed, at a table with a slip that came after a decision. The button names
    the line of the page, which has fields of its own.
    """

    slip = forms.ModelChoiceField(
        Slip.objects.all(),
        error_messages={
            "required": _("Choose the slip that counts."),
            "invalid_choice": _("This conflict is already settled."),
        },
    )
    reason = forms.CharField(max_length=200, required=False)
    seen = forms.CharField(max_length=40, required=False)

    def __init__(self, data: QueryDict) -> None:
        line, _space, slip = data.get("choose", "").rpartition(" ")
        said = {name: data.get(f"{name}-{line}", "") for name in ("reason", "seen")}
        super().__init__({"slip": slip} | said)


class LineForm(PlainForm):
    """The fields of a typed line: the round that the desk showed, the version tag of the table, and a slip
    chosen in a conflict. A `reason` takes the line back to that round, whichever is in progress.
    """

    line = forms.CharField(
        max_length=300,
        error_messages={"required": _("Type a table and its slip or ruling, such as 5T or 5 HOUSE H8 24.")},
    )
    number = forms.IntegerField(min_value=1, required=False)
    round = forms.IntegerField(min_value=1, required=False)
    seen = forms.CharField(max_length=40, required=False)
    slip = forms.ModelChoiceField(Slip.objects.all(), required=False)
    reason = forms.CharField(max_length=200, required=False)
