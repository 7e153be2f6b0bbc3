"""Forms for the prizes of an event over its games."""

from collections.abc import Collection, Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from tournaments.events.prize_forms import Preset, PrizeLineForm, first_places
from tournaments.models import CLUB_LENGTH, EventPrize
from tournaments.people.forms import NameField


class EventPrizeForm(PrizeLineForm):
    """One line, for one prize."""

    class Meta:
        model = EventPrize
        fields = ("name", "worth", "kind", "place", "within", "among", "out_of_the_money")

    written = ("worth", "among")

    within = forms.ChoiceField(
        label=pgettext_lazy("prize", "Within"), choices=EventPrize.Within.choices, required=False
    )
    among = NameField(
        label=pgettext_lazy("prize", "Which of them"),
        max_length=CLUB_LENGTH,
        required=False,
        widget=forms.TextInput(attrs={"list": "among"}),
    )

    def clean(self) -> dict[str, Any]:
        data = super().clean()
        if data.get("among") and not data.get("within"):
            self.add_error(
                "within", gettext("Choose whether it is a series, an age category, a club or a group.")
            )
        return data


def event_presets(groups: Mapping[str, Collection[str]]) -> list[Preset]:
    """Return what the prizes of an event with such series and age categories may begin with."""
    presets = [
        first_places(),
        Preset("solos", _("Best solos"), [{"name": _("Best solos"), "kind": EventPrize.Kind.SOLOS}]),
        Preset("series", _("Each series"), [{"name": _("Best of the series"), "within": "series"}]),
        Preset("category", _("Each category"), [{"name": _("Best of the category"), "within": "category"}]),
    ]
    return [preset for preset in presets if preset.name not in groups or groups[preset.name]]
