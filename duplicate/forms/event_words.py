"""Form for a word of an event, checked for form only."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from duplicate.models import Game
from tournaments.lexicons.selectors import lexicons_offered
from tournaments.models import WORD_TEXT_LENGTH, Event, Lexicon
from tournaments.people.forms import PlainForm

ACCEPT, REFUSE = "accept", "refuse"


class EventWordForm(PlainForm):
    """A word to accept or refuse in the games of an event with one lexicon."""

    word = forms.CharField(
        label=_("Word"),
        max_length=WORD_TEXT_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "characters"}),
    )
    decision = forms.ChoiceField(
        label=_("Decision"), choices=((ACCEPT, _("Accept")), (REFUSE, _("Refuse"))), widget=forms.RadioSelect
    )
    lexicon = forms.ModelChoiceField(Lexicon.objects.none(), label=_("Lexicon"), to_field_name="name")
    reason = forms.CharField(label=_("Why"), max_length=200, help_text=_("Goes into the log."))

    def __init__(self, data: Any, *, event: Event) -> None:
        last = Game.objects.filter(event=event).order_by("number").values_list("lexicon", flat=True).last()
        super().__init__(data, initial={"lexicon": last, "decision": ACCEPT})
        field = self.fields["lexicon"]
        assert isinstance(field, forms.ModelChoiceField)
        field.queryset = lexicons_offered()
