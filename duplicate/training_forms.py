"""What a trainee chooses, checked for form only: whether it can be played, the use cases say."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from duplicate.models import Game
from duplicate.prepared_forms import ImportGameForm, RulesForm
from tournaments.forms import PlainForm

TIMES = (
    ("", _("no clock")),
    ("180", _("3 minutes")),
    ("120", _("2 minutes")),
    ("90", _("1 minute 30")),
    ("60", _("1 minute")),
    ("30", _("30 seconds")),
)
# As long as a written slip may be.
MOST_WORD, MOST_REFERENCE, MOST_SCORE = 40, 10, 9999


class WithClock(PlainForm):
    """How long a round lasts, if not as long as one likes."""

    seconds = forms.TypedChoiceField(
        label=_("Time of a round"), choices=TIMES, coerce=int, empty_value=None, required=False
    )


class AtRandomForm(WithClock, RulesForm):
    """Racks drawn at random."""

    notation = forms.ChoiceField(
        label=_("References"),
        choices=Game.Notation.choices,
        initial=Game.Notation.DUPLICATE,
        widget=forms.RadioSelect,
    )

    field_order = ("lexicon", "rule_set", "seconds", "notation")


class BringGameForm(WithClock, ImportGameForm):
    """A game brought along: a record, or a text as clubs publish it."""

    field_order = ("name", "file", "text", "lexicon", "rule_set", "notation", "seconds")


class AnswerForm(PlainForm):
    """A slip as it was written; all of it is empty for who gives up."""

    word = forms.CharField(max_length=MOST_WORD, required=False)
    reference = forms.CharField(max_length=MOST_REFERENCE, required=False)
    score = forms.IntegerField(min_value=0, max_value=MOST_SCORE, required=False)

    def slip(self) -> dict[str, Any]:
        """As the use case takes it."""
        data = self.cleaned_data
        return {"word": data["word"], "reference": data["reference"], "stated_score": data["score"]}
