"""Forms for the prizes of an event over its games."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from tournaments.events.prize_forms import OneEachForm, PrizeLineForm, prize_lines
from tournaments.models import CLUB_LENGTH, Event, EventPrize
from tournaments.people.forms import NameField


class EventPrizeForm(PrizeLineForm):
    """One line, for one prize."""

    written = ("worth", "among")

    within = forms.ChoiceField(
        label=pgettext_lazy("prize", "Within"), choices=EventPrize.Within.choices, required=False
    )
    among = NameField(
        label=_("Which series, category, club or group"),
        max_length=CLUB_LENGTH,
        required=False,
        widget=forms.TextInput(attrs={"list": "among"}),
        help_text=_("Empty: one prize for each of them."),
    )

    def clean(self) -> dict[str, Any]:
        data = super().clean()
        if data.get("among") and not data.get("within"):
            raise ValidationError(
                gettext("Choose whether it is a series, an age category, a club or a group.")
            )
        return data

    def prize(self) -> EventPrize | None:
        data = self.cleaned_data
        if not (name := data.get("name")):
            return None
        return EventPrize(
            name=name,
            worth=data["worth"],
            kind=data["kind"] or EventPrize.Kind.RANK,
            place=data["place"] or 1,
            within=data["within"],
            among=data["among"],
            out_of_the_money=data["out_of_the_money"],
        )


EventPrizeFormSet = prize_lines(EventPrizeForm)


class EventPrizesForm:
    """All prize lines, with the setting for all of them."""

    def __init__(self, event: Event, data: Any = None) -> None:
        names = list(EventPrizeForm.base_fields)
        # Django drops a further line that is equal to the initial one: somebody else may have saved it.
        initial = [] if data else list(event.prizes.values(*names))
        self.lines = EventPrizeFormSet(data, prefix="prize", initial=initial)
        self.each = OneEachForm(data, initial={"one_each": event.one_prize_each})

    def is_valid(self) -> bool:
        return self.lines.is_valid() and self.each.is_valid()

    def prizes(self) -> list[EventPrize]:
        return [prize for form in self.lines if (prize := form.prize()) is not None]

    @property
    def one_each(self) -> bool:
        return bool(self.each.cleaned_data["one_each"])
