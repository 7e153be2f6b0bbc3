"""Forms for keeping a match move by move."""

from collections.abc import Collection, Sequence
from typing import Any, cast

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.classic.match_records.gcg_import import MOST_BYTES
from tournaments.classic.models import MatchRecord
from tournaments.http.file_fields import SmallFileField
from tournaments.people.forms import PlainForm

NOBODY = "nobody"
RULES = [("match", _("the rules of the division")), ("file", _("the rules of the file"))]


class GcgForm(PlainForm):
    """A GCG file of a match that was kept elsewhere."""

    file = SmallFileField(
        most=MOST_BYTES,
        too_large=_("This file is too large for one game record."),
        label=_("GCG file"),
        widget=forms.FileInput(attrs={"accept": ".gcg"}),
    )


class GcgRulesForm(PlainForm):
    """The rules of the game in a GCG file, as far as there is a choice."""

    rules = forms.ChoiceField(label=_("Rules of the record"), choices=RULES, widget=forms.RadioSelect)
    mark = forms.CharField(widget=forms.HiddenInput)

    def __init__(self, *args: Any, rules: Collection[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offered = [(value, label) for value, label in RULES if value in rules]
        cast("forms.ChoiceField", self.fields["rules"]).choices = offered
        if len(offered) == 1:
            self.fields["rules"].widget = forms.HiddenInput()


class GcgReviewForm(GcgRulesForm):
    """The choices of the review of a match's GCG file."""

    field_order = ("players", "rules")
    players = forms.ChoiceField(label=_("Players"), widget=forms.RadioSelect)

    def __init__(self, *args: Any, players: list[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        cast("forms.ChoiceField", self.fields["players"]).choices = players


class DivisionGcgForm(GcgRulesForm):
    """The choices of the review of a division's GCG file: `first` and `second` are players of the division, by
    key, or `NOBODY`.
    """

    field_order = ("first", "second", "rules")
    first = forms.ChoiceField()
    second = forms.ChoiceField()

    def __init__(
        self, *args: Any, names: Sequence[str], entrants: Sequence[tuple[str, str]], **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        for field, name in zip(("first", "second"), names, strict=True):
            chosen = cast("forms.ChoiceField", self.fields[field])
            label = _("“{name}” of the file is")
            chosen.label = str(label).format(name=name)
            empty = [] if self.initial.get(field) else [("", "–")]
            chosen.choices = [*empty, (NOBODY, _("nobody of this division")), *entrants]


class RecordForm(PlainForm):
    keeper = forms.ChoiceField(label=_("Kept by"), choices=MatchRecord.Keeper)
    live = forms.BooleanField(
        label=_("Live"),
        required=False,
        initial=True,
        help_text=_("Anyone with the address can watch the board, on the big screen or at home."),
    )
    advice = forms.BooleanField(
        label=_("Show what the engine would have played"),
        required=False,
        initial=True,
        help_text=_("After each turn with known tiles; never on the phones of the players."),
    )
