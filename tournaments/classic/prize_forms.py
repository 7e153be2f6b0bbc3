"""Forms for the prizes of a division: one line a prize; a line without a name is none."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from tournaments.classic.models import Division, DivisionPrize
from tournaments.classic.rules.prizes import Prize
from tournaments.classic.standings.prizes import MOST_PLACE, MOST_PRIZES, PrizeSet
from tournaments.core.text.folding import tidy
from tournaments.people.forms import PlainForm

FREE_LINES = 4


class PrizeForm(PlainForm):
    """One line, for one prize."""

    name = forms.CharField(label=_("Prize"), max_length=80, required=False)
    worth = forms.CharField(label=_("Amount or text"), max_length=80, required=False)
    kind = forms.ChoiceField(label=_("For"), choices=DivisionPrize.Kind.choices, required=False)
    place = forms.IntegerField(
        label=pgettext_lazy("prize", "Place"),
        min_value=1,
        max_value=MOST_PLACE,
        required=False,
        widget=forms.NumberInput(attrs={"placeholder": "1"}),
    )
    class_name = forms.CharField(
        label=_("Class"), max_length=40, required=False, widget=forms.TextInput(attrs={"list": "classes"})
    )
    out_of_the_money = forms.BooleanField(label=_("Without another prize"), required=False)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        written = any(tidy(data.get(name) or "") for name in ("worth", "class_name"))
        if written and not tidy(data.get("name") or "") and "name" not in self.errors:
            raise ValidationError(gettext("Every prize needs a name."))
        return data

    def prize(self) -> PrizeSet | None:
        data = self.cleaned_data
        if not (name := tidy(data.get("name") or "")):
            return None
        prize = Prize(
            name,
            data["kind"] or "rank",
            data["place"] or 1,
            tidy(data["class_name"]),
            data["out_of_the_money"],
        )
        return PrizeSet(prize, tidy(data["worth"]))


class EachForm(PlainForm):
    one_each = forms.BooleanField(
        label=_("Nobody gets two prizes"),
        required=False,
        help_text=_("What would be a second one passes on to whoever comes next for it."),
    )


PrizeFormSet = forms.formset_factory(
    PrizeForm, extra=FREE_LINES, max_num=MOST_PRIZES, absolute_max=MOST_PRIZES + 1, validate_max=True
)


class PrizesForm:
    """All prize lines, with the setting for all of them."""

    def __init__(self, division: Division, data: Any = None) -> None:
        names = list(PrizeForm.base_fields)
        self.lines = PrizeFormSet(data, prefix="prize", initial=list(division.prizes.values(*names)))
        self.each = EachForm(data, initial={"one_each": division.one_prize_each})

    def is_valid(self) -> bool:
        return self.lines.is_valid() and self.each.is_valid()

    def prizes(self) -> list[PrizeSet]:
        return [prize for form in self.lines if (prize := form.prize()) is not None]

    @property
    def one_each(self) -> bool:
        return bool(self.each.cleaned_data["one_each"])
