"""Forms for lists of prizes: one line a prize; a line without a name is none."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from tournaments.events.prizes import MOST_PLACE, MOST_PRIZES
from tournaments.models import EventPrize
from tournaments.models.prizes import PRIZE_LENGTH
from tournaments.people.forms import NameField, PlainForm

FREE_LINES = 4


class PrizeLineForm(PlainForm):
    """One line, for one prize. `written` are the fields that mean nothing without a name."""

    written: tuple[str, ...] = ("worth",)
    field_order = ("name", "worth", "kind", "place", "within", "among", "class_name", "out_of_the_money")

    name = NameField(label=_("Prize"), max_length=PRIZE_LENGTH, required=False)
    worth = NameField(label=_("Amount or text"), max_length=PRIZE_LENGTH, required=False)
    kind = forms.ChoiceField(label=_("For"), choices=EventPrize.Kind.choices, required=False)
    place = forms.IntegerField(
        label=pgettext_lazy("prize", "Place"),
        min_value=1,
        max_value=MOST_PLACE,
        required=False,
        widget=forms.NumberInput(attrs={"placeholder": "1"}),
    )
    out_of_the_money = forms.BooleanField(label=_("Only for players without another prize"), required=False)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        written = any(data.get(name) for name in self.written)
        if written and not data.get("name") and "name" not in self.errors:
            raise ValidationError(gettext("Every prize needs a name."))
        return data


class OneEachForm(PlainForm):
    one_each = forms.BooleanField(
        label=_("One prize per player"),
        required=False,
        help_text=_("A second prize goes to the next in line."),
    )


def prize_lines(form: type[PrizeLineForm]) -> Any:
    """Return the set of such lines, with free ones below those that are there."""
    return forms.formset_factory(
        form, extra=FREE_LINES, max_num=MOST_PRIZES, absolute_max=MOST_PRIZES + 1, validate_max=True
    )
