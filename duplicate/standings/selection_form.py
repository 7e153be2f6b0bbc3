"""The form that selects and sorts standings."""

from typing import Any, Final

from django import forms
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from tournaments.names.folding import series_key, sort_key
from tournaments.people.forms import PlainForm
from tournaments.standings.filters import AgeCategory, Selection, with_given
from tournaments.standings.ranking import Competitor

# French writes it in the gender of the noun.
ALL: Final = {
    "series": pgettext_lazy("series", "all"),
    "category": pgettext_lazy("age categories", "all"),
    "room": pgettext_lazy("rooms", "all"),
}


def all_of(field: str) -> str:
    """Return the choice of all values of a field of the selection."""
    return str(ALL.get(field, gettext("all")))


class StandingsForm(PlainForm):
    """The selection and order of standings; choices are the values that occur.

    A field with a single choice is not offered.
    """

    show = forms.ChoiceField(label=_("Standings of"), required=False)
    series = forms.ChoiceField(label=_("Series"), required=False)
    category = forms.ChoiceField(label=_("Age category"), required=False)
    club = forms.ChoiceField(label=_("Club"), required=False)
    country = forms.ChoiceField(label=_("Country"), required=False)
    committee = forms.ChoiceField(label=_("Committee"), required=False)
    group = forms.ChoiceField(label=_("Group"), required=False)
    room = forms.ChoiceField(label=_("Room"), required=False)
    sort = forms.ChoiceField(
        label=_("Sorted by"), required=False, choices=[("", _("rank")), ("name", _("name"))]
    )
    columns = forms.ChoiceField(
        label=_("Columns"),
        required=False,
        choices=[("", _("points")), ("all", pgettext_lazy("columns", "all"))],
    )

    def __init__(self, data: Any, competitors: list[Competitor], categories: tuple[AgeCategory, ...]) -> None:
        super().__init__(data)
        persons = [person for competitor in competitors for person in competitor.persons]
        categories = with_given(categories, persons)
        self.categories = {category.name: category for category in categories}
        found = {
            "series": {person.series for person in persons},
            "category": {each.name for each in categories if any(map(each.includes, persons))},
            "club": {person.club for person in persons},
            "country": {person.country for person in persons},
            "committee": {person.committee for person in persons},
            "group": {competitor.group for competitor in competitors},
            "room": {competitor.room for competitor in competitors},
        }
        self._offer("show", self.kinds(competitors))
        for name, values in found.items():
            known = (
                [name for name in self.categories if name in values]
                if name == "category"
                else sorted(values, key=series_key if name == "series" else sort_key)
            )
            self._offer(name, [("", all_of(name)), *((value, value) for value in known if value)])
        self.is_valid()

    def kinds(self, competitors: list[Competitor]) -> list[tuple[str, str]]:
        """Return the choices of the kinds of standings."""
        kinds = [("", gettext("everybody"))]
        if any(len(competitor.persons) > 1 for competitor in competitors):
            kinds += [("single", gettext("single players")), ("pair", gettext("pairs"))]
        if any(competitor.team for competitor in competitors):
            kinds.append(("teams", gettext("teams")))
        if len({person.club for competitor in competitors for person in competitor.persons} - {""}) > 1:
            kinds.append(("clubs", gettext("clubs")))
        return kinds

    def _offer(self, name: str, choices: list[tuple[str, str]]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices

    def offered(self) -> list[forms.BoundField]:
        """Return the fields that have more than one choice."""
        return [bound for bound in self if len(bound.field.choices) > 1]  # type: ignore[attr-defined] # all are choices

    @property
    def teams(self) -> bool:
        return self.cleaned_data.get("show") == "teams"

    @property
    def clubs(self) -> bool:
        return self.cleaned_data.get("show") == "clubs"

    @property
    def by_name(self) -> bool:
        return self.cleaned_data.get("sort") == "name"

    @property
    def all_columns(self) -> bool:
        return self.cleaned_data.get("columns") == "all"

    def selection(self) -> Selection:
        asked = {
            name: self.cleaned_data.get(name) or ""
            for name in ("series", "club", "country", "committee", "group", "room")
        }
        show = self.cleaned_data.get("show")
        return Selection(
            **asked,
            category=self.categories.get(self.cleaned_data.get("category") or ""),
            kind=show if show in {"single", "pair"} else "",
        )

    def describe_selection(self) -> str:
        """Return the selection in words, for the heads of papers."""
        chosen = []
        for bound in self.offered():
            value = self.cleaned_data.get(bound.name)
            if value and bound.name not in {"sort", "columns"}:
                chosen.append(str(dict(bound.field.choices)[value]))  # type: ignore[attr-defined] # a choice
        return " · ".join(chosen)
