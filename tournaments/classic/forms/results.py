"""The form of a corrected result."""

from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.classic.exchange.values import MOST_POINTS
from tournaments.classic.scores.scores import LEAST_SCORE, MOST_SCORE, Outcome, Score
from tournaments.people.forms import PlainForm


class ScoreCorrectionForm(PlainForm):
    """A correction of a result: the scores on the sheets, the overtime in points, and the reason."""

    outcome = forms.ChoiceField(label=_("Outcome"))
    first = forms.IntegerField(min_value=LEAST_SCORE, max_value=MOST_SCORE, required=False)
    second = forms.IntegerField(min_value=LEAST_SCORE, max_value=MOST_SCORE, required=False)
    first_overtime = forms.IntegerField(min_value=0, max_value=MOST_POINTS, required=False)
    second_overtime = forms.IntegerField(min_value=0, max_value=MOST_POINTS, required=False)
    reason = forms.CharField(label=_("Why"), max_length=200)
    seen = forms.IntegerField(widget=forms.HiddenInput, min_value=1)

    def __init__(self, *args: Any, first_name: str, second_name: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        names = {"first": first_name, "second": second_name}
        for side, name in names.items():
            self.fields[side].label = gettext("Score of %(name)s") % {"name": name}
            self.fields[f"{side}_overtime"].label = gettext("Overtime of %(name)s, in points") % {
                "name": name
            }
        outcome = self.fields["outcome"]
        assert isinstance(outcome, forms.ChoiceField)
        outcome.choices = [
            (Outcome.PLAYED, gettext("played")),
            (Outcome.FIRST_FORFEITS, gettext("%(name)s forfeits") % {"name": first_name}),
            (Outcome.SECOND_FORFEITS, gettext("%(name)s forfeits") % {"name": second_name}),
            (Outcome.BOTH_FORFEIT, gettext("both forfeit")),
        ]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if data.get("outcome") == Outcome.PLAYED:
            for side in ("first", "second"):
                if data.get(side) is None and side not in self.errors:
                    self.add_error(side, gettext("Enter the score."))
        return data

    def score(self) -> Score:
        data = self.cleaned_data
        if data["outcome"] != Outcome.PLAYED:
            return Score(outcome=Outcome(data["outcome"]))
        return Score(data["first"], data["second"]).less(
            data["first_overtime"] or 0, data["second_overtime"] or 0
        )
