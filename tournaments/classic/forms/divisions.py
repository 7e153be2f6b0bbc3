"""Forms for a division, its lists and its ratings."""

import json
from collections.abc import Collection, Iterable, Iterator
from copy import copy
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.classic.divisions.classes import MOST_BANDS, Band
from tournaments.classic.models import Division, DivisionEntry
from tournaments.classic.models.divisions import MATCHES, METHODS
from tournaments.classic.scores.match_rules import (
    RULE_FIELDS,
    TITLES,
    fields_of_rules,
    find_rules_name,
    match_rules_choices,
)
from tournaments.classic.standings.ratings import MOST_GAMES
from tournaments.described_settings.setting_columns import names_by_group, setting_field, settings_in
from tournaments.http.numbers import read_number
from tournaments.lexicons.fields import LexiconField
from tournaments.models import NAME_LENGTH
from tournaments.models.events import GROUP_LENGTH
from tournaments.names.folding import tidy
from tournaments.people.forms import DayField, NamedForm, PlainForm

MOST_LINES = 500


class MatchRulesSelect(forms.Select):
    """A choice of match rules; `match_rules.js` sets the fields below to the values in `data-rules`."""

    def get_context(self, name: str, value: Any, attrs: dict[str, Any] | None) -> dict[str, Any]:
        rules = {title: fields_of_rules(title) for title in TITLES}
        return super().get_context(name, value, {**(attrs or {}), "data-rules": json.dumps(rules)})


@dataclass(frozen=True, slots=True)
class FieldGroup:
    """Fields of a form under a title; `folded` if they are rarely changed and none has an error."""

    title: Promise
    fields: list[forms.BoundField]
    folded: bool


class DivisionForm(NamedForm, forms.ModelForm):  # type: ignore[type-arg] # generic in the stubs alone
    """The settings of a division; rarely changed ones come last. `instance` has the typed ones once they are valid."""

    class Meta:
        model = Division
        fields = tuple(settings_in(Division))
        formfield_callback = setting_field

    lexicon = LexiconField(label=settings_in(Division)["lexicon"].label, empty_label=None)
    match_rules = forms.ChoiceField(
        label=_("Rules of a match"),
        choices=match_rules_choices,
        initial="championship",
        required=False,
        widget=MatchRulesSelect,
        help_text=_(
            "Challenges, exchanges, tiles left, overtime. To change one below, choose “As set below”."
        ),
    )

    FIRST = ("name", "rounds_planned", "method", "lexicon", "match_rules")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in RULE_FIELDS:
            self.fields[name].required = False

    @classmethod
    def of(cls, division: Division, data: Any = None) -> "DivisionForm":
        """Return the form with a division's current settings; what is typed is not written into the division."""
        rules = {name: getattr(division, name) for name in RULE_FIELDS}
        return cls(data, instance=copy(division), initial={"match_rules": find_rules_name(rules)})

    def clean(self) -> dict[str, Any]:
        """Take the rules of a match from the federation that is chosen, else from their fields."""
        data = super().clean() or {}
        name = data.get("match_rules")
        if name:
            for field in RULE_FIELDS:
                self.errors.pop(field, None)
            return data | fields_of_rules(name)
        for field in RULE_FIELDS:
            if field not in self.errors and field != "scoreless_turns" and data.get(field) in {None, ""}:
                self.add_error(field, self.fields[field].error_messages["required"])
        return data

    def usual(self) -> list[forms.BoundField]:
        return [self[name] for name in self.FIRST]

    def groups(self) -> list[FieldGroup]:
        """Return all fields by group; only the last group is ever folded."""
        return list(self._groups(without=(), folding=METHODS))

    def further_groups(self) -> list[FieldGroup]:
        """Return the groups without the usual fields, none folded."""
        return list(self._groups(without=self.FIRST, folding=None))

    def _groups(self, without: Collection[str], folding: Promise | None) -> Iterator[FieldGroup]:
        for title, settings in names_by_group(Division).items():
            names = ["match_rules", *settings] if title is MATCHES else settings
            folded = title is folding and not self.errors.keys() & set(names)
            yield FieldGroup(title, [self[name] for name in names if name not in without], folded)

    @property
    def further_wrong(self) -> bool:
        """True if the folded fields must be shown, since one of them has an error."""
        return any(name in self.errors for name in self.base_fields if name not in self.FIRST)


class TournamentForm(PlainForm):
    """The name and day of a new tournament's event."""

    name = forms.CharField(
        label=_("Name of the event"),
        max_length=NAME_LENGTH,
        widget=forms.TextInput(attrs={"autofocus": True}),
    )
    date = DayField(label=_("Day"), initial=timezone.localdate)


class NamesForm(PlainForm):
    """Players to enter by name, one a line."""

    names = forms.CharField(
        label=_("Names"),
        max_length=40_000,
        widget=forms.Textarea(attrs={"rows": 6}),
        help_text=_(
            "One name or licence number per line. Ratings come from the list of people. You can also "
            "paste a list with ratings: you review it before anybody is entered."
        ),
    )

    def clean_names(self) -> str:
        text: str = self.cleaned_data["names"]
        if len(text.splitlines()) > MOST_LINES:
            raise ValidationError(gettext("At most %(most)s lines at once.") % {"most": MOST_LINES})
        return text


class BandsForm(PlainForm):
    """Classes by bands of ratings, the highest first."""

    bands = forms.CharField(
        label=_("Classes and their least ratings"),
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 5}),
        help_text=_(
            "One a line, the highest first, such as A 1800. A last line without a rating takes everybody below, also "
            "players without a rating."
        ),
    )

    def clean_bands(self) -> list[Band]:
        bands = [
            _read_band(line) for line in filter(None, map(tidy, self.cleaned_data["bands"].splitlines()))
        ]
        bounds = [band.least for band in bands]
        if len(bands) > MOST_BANDS or len({band.name for band in bands}) < len(bands):
            raise ValidationError(gettext("At most %(most)s classes, each once.") % {"most": MOST_BANDS})
        if None in bounds[:-1] or any(
            above is not None and below is not None and below >= above for above, below in pairwise(bounds)
        ):
            raise ValidationError(
                gettext("Each rating must be below the one before; only the last line may have none.")
            )
        return bands


def _read_band(line: str) -> Band:
    """Read a line such as `A 1800`, or a name alone.

    Raises:
        ValidationError: the name is too long.
    """
    name, _blank, written = line.removesuffix("+").rpartition(" ")
    least = read_number(written) if name else None
    band = Band(line if least is None else name, least)
    if len(band.name) > GROUP_LENGTH:
        raise ValidationError(
            gettext("“%(line)s” is not a class with its least rating, such as A 1800."), params={"line": line}
        )
    return band


class RatedGamesForm(PlainForm):
    """The numbers of rated games that players had played before; an empty one stays unknown."""

    def __init__(self, entrants: Iterable[DivisionEntry], data: Any = None) -> None:
        super().__init__(data)
        for entrant in entrants:
            self.fields[f"games-{entrant.pk}"] = forms.IntegerField(
                label=entrant.entry.name, min_value=0, max_value=MOST_GAMES, required=False
            )

    def games(self) -> dict[int, int]:
        """Return the numbers by entrant."""
        return {
            int(name.removeprefix("games-")): number
            for name, number in self.cleaned_data.items()
            if number is not None
        }
