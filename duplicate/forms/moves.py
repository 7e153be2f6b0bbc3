"""The form for searching the moves of a round."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from engine.errors import EngineError
from engine.notation import Convention, Reference
from engine.positions.move_search import MoveQuery, Range
from tournaments.people.forms import PlainForm
from tournaments.wording.engine_messages import message_for

BEGINS = "begins"
THROUGH = "through"


class MoveSearchForm(PlainForm):
    """One line for a word, a move or a slip (see `duplicate.desk.move_check`), and further conditions of the
    moves.
    """

    q = forms.CharField(
        label=_("Word or move"),
        max_length=60,
        required=False,
        widget=forms.TextInput(
            attrs={"autofocus": True, "autocapitalize": "none", "aria-describedby": "moves-hint"}
        ),
    )
    points = forms.CharField(
        label=_("Points"),
        max_length=12,
        required=False,
        widget=forms.TextInput(attrs={"placeholder": "30+"}),
    )
    length = forms.CharField(
        label=_("Letters"), max_length=12, required=False, widget=forms.TextInput(attrs={"placeholder": "7+"})
    )
    square = forms.CharField(
        label=_("Square"), max_length=4, required=False, widget=forms.TextInput(attrs={"placeholder": "H8"})
    )
    where = forms.ChoiceField(
        label=_("Direction"),
        choices=((THROUGH, _("through it")), (BEGINS, _("from there"))),
        required=False,
    )
    number = forms.IntegerField(
        label=_("Round"), min_value=1, required=False, widget=forms.TextInput(attrs={"inputmode": "numeric"})
    )
    bonus = forms.BooleanField(label=_("Bonus"), required=False)
    blank = forms.BooleanField(label=_("Blank"), required=False)

    def __init__(self, *args: Any, convention: Convention, **kwargs: Any) -> None:
        kwargs.setdefault("auto_id", "moves-%s")
        super().__init__(*args, **kwargs)
        self.convention = convention
        for field in self.fields.values():
            if isinstance(field.widget, forms.TextInput):
                field.widget.attrs |= {"autocomplete": "off", "spellcheck": "false"}

    def conditions(self) -> list[forms.BoundField]:
        return [self[name] for name in ("points", "length", "square", "where", "number")]

    def checks(self) -> list[forms.BoundField]:
        return [self["bonus"], self["blank"]]

    def clean_points(self) -> Range | None:
        return self._range("points")

    def clean_length(self) -> Range | None:
        return self._range("length")

    def clean_square(self) -> Reference | None:
        text = self.cleaned_data["square"]
        try:
            return Reference.parse(text, self.convention) if text else None
        except EngineError as error:
            raise ValidationError(message_for(error)) from error

    def query(self) -> MoveQuery:
        """Return the conditions beside the line."""
        data = self.cleaned_data
        begins = data["where"] == BEGINS
        return MoveQuery(
            points=data["points"],
            length=data["length"],
            begins=data["square"] if begins else None,
            through=None if begins else data["square"],
            bonus=data["bonus"],
            blank=data["blank"],
        )

    def _range(self, name: str) -> Range | None:
        text = self.cleaned_data[name]
        try:
            return Range.parse(text) if text else None
        except EngineError as error:
            raise ValidationError(message_for(error)) from error
