"""Forms for lists of prizes: one line a prize; a line without a name is none."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.functional import Promise
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from tournaments.events.prizes import MOST_PLACE, MOST_PRIZES
from tournaments.models import EventPrize
from tournaments.models.prizes import PRIZE_LENGTH
from tournaments.people.forms import NameField, PlainForm

FREE_LINES = 3
PREFIX = "prize"


class PrizeLineForm(PlainForm, forms.ModelForm):  # type: ignore[type-arg] # generic in the stubs alone
    """One line, for one prize: `instance`. `written` are the fields that mean nothing without a name."""

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

    def clean_kind(self) -> str:
        return self.cleaned_data["kind"] or EventPrize.Kind.RANK

    def clean_place(self) -> int:
        return self.cleaned_data["place"] or 1

    def clean(self) -> dict[str, Any]:
        data = self.cleaned_data
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


@dataclass(frozen=True, slots=True)
class Preset:
    """Prizes that many lists have, as the values of their lines."""

    name: str
    label: str | Promise
    lines: Sequence[Mapping[str, Any]]


def first_places() -> Preset:
    names = (_("1st prize"), _("2nd prize"), _("3rd prize"))
    lines = [{"name": name, "place": place} for place, name in enumerate(names, start=1)]
    return Preset("places", _("1st, 2nd, 3rd"), lines)


class PrizeListForm:
    """All lines of a list of prizes, of an event or a division, with the setting for all of them.

    The lines of a chosen preset come below those that are written.
    """

    def __init__(
        self, line_form: type[PrizeLineForm], owner: Any, data: QueryDict | None, preset: Preset | None
    ) -> None:
        added = preset.lines if preset else ()
        lines = forms.formset_factory(
            line_form, extra=FREE_LINES, max_num=MOST_PRIZES, absolute_max=MOST_PRIZES + 1, validate_max=True
        )
        # Django drops a further line that is equal to the initial one: somebody else may have saved it.
        initial = [] if data else [*owner.prizes.values(*line_form.base_fields), *added]
        self.lines: Any = lines(data, prefix=PREFIX, initial=initial)
        if data and added:
            self.lines = lines(_with_lines(self.lines, added), prefix=PREFIX)
        self.each = OneEachForm(data, initial={"one_each": owner.one_prize_each})

    def is_valid(self) -> bool:
        return self.lines.is_valid() and self.each.is_valid()

    def prizes(self) -> list[Any]:
        return [line.instance for line in self.lines if line.cleaned_data.get("name")]

    @property
    def one_each(self) -> bool:
        return bool(self.each.cleaned_data["one_each"])


def _with_lines(lines: Any, added: Sequence[Mapping[str, Any]]) -> QueryDict:
    """Return the data of the lines with further ones below the last that has a name or what needs one."""
    data: QueryDict = lines.data.copy()
    count = lines.total_form_count()
    free = 0
    for number in range(count):
        if any(data.get(f"{PREFIX}-{number}-{field}") for field in ("name", *lines.form.written)):
            free = number + 1
    for number, line in enumerate(added, start=free):
        for field in lines.form.base_fields:
            data[f"{PREFIX}-{number}-{field}"] = str(line.get(field, ""))
    data[f"{PREFIX}-TOTAL_FORMS"] = str(max(count, free + len(added)))
    return data
