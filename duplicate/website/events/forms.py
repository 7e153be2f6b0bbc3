"""The forms of events and their standings, checked for form only."""

from typing import Any

from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from duplicate.website.archive.format import MOST_BYTES
from tournaments.core.text.folding import tidied
from tournaments.events.results import categories_of
from tournaments.events.services import EventSettings
from tournaments.models import NAME_LENGTH, Event
from tournaments.people.forms import NameField, PlainForm
from tournaments.standings.filters import AgeCategory, Selection
from tournaments.standings.ranking import Competitor

GROUP_LENGTH = 40
MOST_GROUPS = 50


class EventForm(PlainForm):
    """The name and the day of an event."""

    name = NameField(label=_("Name of the event"), max_length=NAME_LENGTH)
    date = forms.DateField(
        label=_("Day"), widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"}), localize=False
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["date"].initial = timezone.localdate


class ArchiveForm(PlainForm):
    """A whole event as one file."""

    file = forms.FileField(
        label=_("File"),
        help_text=_("It ends in .isotop.zip."),
        widget=forms.FileInput(attrs={"accept": ".zip"}),
    )

    def clean_file(self) -> Any:
        file = self.cleaned_data["file"]
        if (file.size or 0) > MOST_BYTES:
            raise ValidationError(_("This file is too big."))
        return file


class EventSettingsForm(EventForm):
    """The settings of an event, also those on which its standings depend."""

    best_of_team = forms.IntegerField(
        label=_("Best of a team"),
        min_value=1,
        max_value=100,
        required=False,
        help_text=_("So many of a team count in each game; empty for all."),
    )
    groups = forms.CharField(
        label=_("Groups"),
        required=False,
        max_length=3000,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=_("One a line, such as Beginners. Each entry may be in one of them."),
    )
    categories = forms.CharField(
        label=_("Age categories"),
        required=False,
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 6}),
        help_text=_(
            "One a line with its ages in the year of the event, such as Junior 16-17 or Diamant 72+."
        ),
    )

    language = forms.ChoiceField(
        label=_("Language of the big screens"),
        choices=lambda: [("", gettext("that of the machine they are on")), *settings.LANGUAGES],
        required=False,
    )

    one_device = forms.BooleanField(
        label=_("A link opens one device"),
        required=False,
        help_text=_(
            "A player's link works on the first phone that opens it; any other needs a new link from the desk."
        ),
    )

    one_address = forms.BooleanField(
        label=_("Our hall is on one address"),
        required=False,
        help_text=_(
            "All phones reach the server through one router: 400 may join in a minute from one address, not 60."
        ),
    )

    public = forms.BooleanField(
        label=_(
            "Public: everybody finds the event in the list, with its games and the codes of those in progress"
        ),
        required=False,
        help_text=_(
            "Standings are seen once they are released; names in them then lead to what the players did."
        ),
    )

    shows_games = forms.BooleanField(
        label=_("Games that are over can be looked at round by round: board, moves, and everybody's slips"),
        required=False,
        help_text=_(
            "By whoever sees the standings, once they are released. One that other clubs play as well waits until the"
            " results are final, or until you say on the page of its envelope that all have played."
        ),
    )

    @classmethod
    def of(cls, event: Event, data: Any = None) -> "EventSettingsForm":
        """Return the form filled with the event's settings."""
        return cls(
            data,
            initial={
                "name": event.name,
                "date": event.date,
                "best_of_team": event.best_of_team,
                "groups": "\n".join(event.groups),
                "categories": "\n".join(map(_category_text, categories_of(event))),
                "one_device": event.one_device,
                "one_address": event.one_address,
                "public": event.public,
                "shows_games": event.shows_games,
                "language": event.language,
            },
        )

    def clean_groups(self) -> tuple[str, ...]:
        groups = tuple(dict.fromkeys(filter(None, map(tidied, self.cleaned_data["groups"].splitlines()))))
        if len(groups) > MOST_GROUPS or any(len(group) > GROUP_LENGTH for group in groups):
            raise ValidationError(gettext("At most 50 groups, of 40 letters each."))
        return groups

    def clean_categories(self) -> tuple[AgeCategory, ...]:
        categories, wrong = [], []
        for line in filter(None, map(tidied, self.cleaned_data["categories"].splitlines())):
            try:
                categories.append(_category(line))
            except ValidationError as error:
                wrong.append(error)
        if wrong:
            raise ValidationError(wrong)
        return tuple(categories)

    def settings(self) -> EventSettings:
        data = self.cleaned_data
        return EventSettings(
            name=tidied(data["name"]),
            day=data["date"],
            best_of_team=data["best_of_team"],
            groups=data["groups"],
            categories=data["categories"],
            one_device=data["one_device"],
            one_address=data["one_address"],
            public=data["public"],
            shows_games=data["shows_games"],
            language=data["language"],
        )


class StandingsForm(PlainForm):
    """The selection and order of standings; choices are the values that occur.

    A field with a single choice is not offered.
    """

    show = forms.ChoiceField(label=_("Standings of"), required=False)
    series = forms.ChoiceField(label=_("Series"), required=False)
    category = forms.ChoiceField(label=_("Age category"), required=False)
    club = forms.ChoiceField(label=_("Club"), required=False)
    country = forms.ChoiceField(label=_("Country"), required=False)
    group = forms.ChoiceField(label=_("Group"), required=False)
    room = forms.ChoiceField(label=_("Room"), required=False)
    sort = forms.ChoiceField(
        label=_("Sorted by"), required=False, choices=[("", _("rank")), ("name", _("name"))]
    )
    columns = forms.ChoiceField(
        label=_("Columns"), required=False, choices=[("", _("points")), ("all", _("all"))]
    )

    def __init__(self, data: Any, competitors: list[Competitor], categories: tuple[AgeCategory, ...]) -> None:
        super().__init__(data)
        self.categories = {one.name: one for one in categories}
        persons = [person for one in competitors for person in one.persons]
        found = {
            "series": {person.series for person in persons},
            "category": {each.name for each in categories if any(each.has(one.age) for one in persons)},
            "club": {person.club for person in persons},
            "country": {person.country for person in persons},
            "group": {one.group for one in competitors},
            "room": {one.room for one in competitors},
        }
        self._offer("show", self.kinds(competitors))
        for name, values in found.items():
            known = (
                [name for name in self.categories if name in values] if name == "category" else sorted(values)
            )
            self._offer(name, [("", gettext("all")), *((value, value) for value in known if value)])
        self.is_valid()

    def kinds(self, competitors: list[Competitor]) -> list[tuple[str, str]]:
        """Return the choices of the kinds of standings."""
        kinds = [("", gettext("everybody"))]
        if any(len(one.persons) > 1 for one in competitors):
            kinds += [("single", gettext("single players")), ("pair", gettext("pairs"))]
        if any(one.team for one in competitors):
            kinds.append(("teams", gettext("teams")))
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
    def by_name(self) -> bool:
        return self.cleaned_data.get("sort") == "name"

    @property
    def all_columns(self) -> bool:
        return self.cleaned_data.get("columns") == "all"

    def selection(self) -> Selection:
        asked = {
            name: self.cleaned_data.get(name) or "" for name in ("series", "club", "country", "group", "room")
        }
        show = self.cleaned_data.get("show")
        return Selection(
            **asked,
            category=self.categories.get(self.cleaned_data.get("category") or ""),
            kind=show if show in {"single", "pair"} else "",
        )

    def said(self) -> str:
        """Return the selection in words, for the heads of papers."""
        chosen = []
        for bound in self.offered():
            value = self.cleaned_data.get(bound.name)
            if value and bound.name not in {"sort", "columns"}:
                chosen.append(str(dict(bound.field.choices)[value]))  # type: ignore[attr-defined] # a choice
        return " · ".join(chosen)


def _category(line: str) -> AgeCategory:
    """Parse a line such as `Junior 16-17`, `Diamant 72+` or `Senior -61`.

    Raises:
        ValidationError: it is no age category.
    """
    name, _blank, ages = line.rpartition(" ")
    least, dash, most = ages.replace("–", "-").partition("-")
    if ages.endswith("+") and not dash:
        least, most = ages[:-1], ""
    elif not dash:
        least = most = "?"
    parts = (least, most)
    if not name or any(part and not (part.isascii() and part.isdigit() and len(part) < 4) for part in parts):
        raise ValidationError(
            gettext(
                "“%(line)s” is no age category: write a name and ages, such as Junior 16-17 or Diamant 72+."
            ),
            params={"line": line},
        )
    return AgeCategory(name[:GROUP_LENGTH], *(int(part) if part else None for part in parts))


def _category_text(one: AgeCategory) -> str:
    if one.most is None:
        return f"{one.name} {one.least or 0}+"
    return f"{one.name} {'' if one.least is None else one.least}-{one.most}"
