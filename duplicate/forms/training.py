"""Forms of trainees, checked for form only; the use cases check that it can be played."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from duplicate.models import Game
from duplicate.models.slip import LARGEST_SCORE, LONGEST_REFERENCE, LONGEST_WORD
from duplicate.prepared_games.drawing.forms import ImportGameForm, PreparedRulesForm
from tournaments.models import NAME_LENGTH
from tournaments.people.forms import NamedForm, PlainForm

TIMES = (
    ("", _("no clock")),
    ("180", _("3 minutes")),
    ("120", _("2 minutes")),
    ("90", _("1 minute 30")),
    ("60", _("1 minute")),
    ("30", _("30 seconds")),
)
# The games of one event in which a device may have played.
MOST_TOKENS = 30


class WithClock(PlainForm):
    """The length of a round; empty for no clock."""

    seconds = forms.TypedChoiceField(
        label=_("Time of a round"), choices=TIMES, coerce=int, empty_value=None, required=False
    )


class AtRandomForm(WithClock, PreparedRulesForm):
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


class LaterForm(NamedForm):
    """The name under which a game is played later; a script adds the tokens of players that the device has."""

    name = forms.CharField(
        label=_("Your name"),
        max_length=NAME_LENGTH,
        help_text=_("As it stands in the standings of your club. The club sees it, with your result."),
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
    )
    played_with = forms.CharField(required=False, max_length=MOST_TOKENS * 100, widget=forms.HiddenInput)

    def tokens(self) -> list[str]:
        """Return the tokens of players with which this device was in games of the event."""
        tokens: list[str] = self.cleaned_data["played_with"].split()
        return tokens[:MOST_TOKENS]


class TrainingAnswerForm(PlainForm):
    """A slip as it was written; a trainee who gives up leaves all of it empty."""

    word = forms.CharField(max_length=LONGEST_WORD, required=False)
    reference = forms.CharField(max_length=LONGEST_REFERENCE, required=False)
    score = forms.IntegerField(min_value=0, max_value=LARGEST_SCORE, required=False)

    def slip(self) -> dict[str, Any]:
        """Return the slip in the form that the use case takes."""
        data = self.cleaned_data
        return {"word": data["word"], "reference": data["reference"], "stated_score": data["score"]}
