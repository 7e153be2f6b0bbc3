"""Forms for the prizes of a division: one line a prize; a line without a name is none."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.classic.models import Division, DivisionPrize
from tournaments.classic.rules.prizes import Prize
from tournaments.classic.standings.prizes import PrizeSet
from tournaments.events.prize_forms import OneEachForm, PrizeLineForm, prize_lines
from tournaments.people.forms import NameField


class PrizeForm(PrizeLineForm):
    """One line, for one prize."""

    written = ("worth", "class_name")

    kind = forms.ChoiceField(label=_("For"), choices=DivisionPrize.Kind.choices, required=False)
    class_name = NameField(
        label=_("Class"), max_length=40, required=False, widget=forms.TextInput(attrs={"list": "among"})
    )

    def prize(self) -> PrizeSet | None:
        data = self.cleaned_data
        if not (name := data.get("name")):
            return None
        prize = Prize(
            name,
            data["kind"] or "rank",
            data["place"] or 1,
            data["class_name"],
            data["out_of_the_money"],
        )
        return PrizeSet(prize, data["worth"])


PrizeFormSet = prize_lines(PrizeForm)


class PrizesForm:
    """All prize lines, with the setting for all of them."""

    def __init__(self, division: Division, data: Any = None) -> None:
        names = list(PrizeForm.base_fields)
        # Django drops a further line that is equal to the initial one: somebody else may have saved it.
        initial = [] if data else list(division.prizes.values(*names))
        self.lines = PrizeFormSet(data, prefix="prize", initial=initial)
        self.each = OneEachForm(data, initial={"one_each": division.one_prize_each})

    def is_valid(self) -> bool:
        return self.lines.is_valid() and self.each.is_valid()

    def prizes(self) -> list[PrizeSet]:
        return [prize for form in self.lines if (prize := form.prize()) is not None]

    @property
    def one_each(self) -> bool:
        return bool(self.each.cleaned_data["one_each"])
