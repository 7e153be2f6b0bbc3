"""Forms for the prizes of a division: one line a prize; a line without a name is none."""

from collections.abc import Sequence

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.classic.models import DivisionPrize
from tournaments.events.prize_forms import Preset, PrizeLineForm, first_places
from tournaments.people.forms import NameField


class PrizeForm(PrizeLineForm):
    """One line, for one prize."""

    class Meta:
        model = DivisionPrize
        fields = ("name", "worth", "kind", "place", "class_name", "out_of_the_money")

    written = ("worth", "class_name")

    kind = forms.ChoiceField(label=_("For"), choices=DivisionPrize.Kind.choices, required=False)
    class_name = NameField(
        label=_("Class"), max_length=40, required=False, widget=forms.TextInput(attrs={"list": "among"})
    )


def division_presets(classes: Sequence[str]) -> list[Preset]:
    """Return what the prizes of a division with such classes may begin with."""
    best = gettext("Best of class %(name)s")
    presets = [
        first_places(),
        Preset(
            "score", _("Highest score"), [{"name": _("Highest score"), "kind": DivisionPrize.Kind.HIGH_GAME}]
        ),
    ]
    if classes:
        lines = [{"name": best % {"name": name}, "class_name": name} for name in classes]
        presets.append(Preset("classes", _("Each class"), lines))
    return presets
