"""The forms of events, checked for form only."""

from dataclasses import replace
from typing import Any

from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from duplicate.website.archive.format import MOST_BYTES
from tournaments.core.text.folding import tidy
from tournaments.core.time_fields import TimeZoneField
from tournaments.core.time_zones import installation_zone
from tournaments.events.services import EventSettings, categories_of
from tournaments.models import NAME_LENGTH, Event
from tournaments.models.events import GROUP_LENGTH
from tournaments.people.forms import DayField, NameField, PlainForm
from tournaments.standings.category_sets import category_sets, category_text, parse_category
from tournaments.standings.filters import AgeCategory

MOST_GROUPS = 50


class EventForm(PlainForm):
    """The name and the day of an event."""

    name = NameField(label=_("Name of the event"), max_length=NAME_LENGTH)
    date = DayField(label=_("Day"), initial=timezone.localdate)


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
            raise ValidationError(_("This file is too large."))
        return file


class EventSettingsForm(EventForm):
    """The settings of an event, also those on which its standings depend."""

    best_of_team = forms.IntegerField(
        label=_("Team scores counted (blank = all)"),
        min_value=1,
        max_value=100,
        required=False,
        help_text=_("How many players of a team count in each game; empty for all."),
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

    category_set = forms.ChoiceField(
        label=_("Copy the age categories of"),
        choices=lambda: [
            ("", gettext("those above")),
            *((code, one.name) for code, one in category_sets().items()),
        ],
        required=False,
        help_text=_("They replace the lines above. Compare them with your federation’s current rules."),
    )

    name_style = forms.ChoiceField(
        label=_("Names"),
        choices=Event.NameOrder.choices,
        required=False,
        help_text=_(
            "On screens, documents and phones of this event; lists by name are always sorted by last name."
        ),
    )

    language = forms.ChoiceField(
        label=_("Language of the big screens"),
        choices=lambda: [("", gettext("that of the computer that shows them")), *settings.LANGUAGES],
        required=False,
    )

    time_zone = TimeZoneField(
        help_text=_(
            "Times are shown and printed in it, with the reader’s own time beside them where it differs."
        )
    )

    one_device = forms.BooleanField(
        label=_("One device per link"),
        required=False,
        help_text=_(
            "A player’s link works only on the first phone that opens it; another phone needs a new link "
            "from the desk."
        ),
    )

    one_address = forms.BooleanField(
        label=_("Our hall shares one IP address"),
        required=False,
        help_text=_(
            "All phones use one router: 400 players a minute may join from one address, instead of 60."
        ),
    )

    public = forms.BooleanField(
        label=_(
            "Public: the event is listed for everybody, with its games and the codes of those in progress"
        ),
        required=False,
        help_text=_("Standings become visible once released; their names then link to each player’s games."),
    )

    shows_games = forms.BooleanField(
        label=_("Finished games can be viewed round by round: board, moves and everybody’s slips"),
        required=False,
        help_text=_(
            "For everybody who sees the standings, once released. A game that other clubs also play "
            "waits until its results are final, or until you confirm on the page of its envelope that "
            "all clubs have played."
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
                "categories": "\n".join(map(category_text, categories_of(event))),
                "one_device": event.one_device,
                "one_address": event.one_address,
                "public": event.public,
                "shows_games": event.shows_games,
                "language": event.language,
                "name_style": event.name_style,
                "time_zone": event.time_zone or installation_zone(),
            },
        )

    def clean_groups(self) -> tuple[str, ...]:
        groups = tuple(dict.fromkeys(filter(None, map(tidy, self.cleaned_data["groups"].splitlines()))))
        if len(groups) > MOST_GROUPS or any(len(group) > GROUP_LENGTH for group in groups):
            raise ValidationError(gettext("At most 50 groups, of at most 40 characters each."))
        return groups

    def clean_categories(self) -> tuple[AgeCategory, ...]:
        categories, wrong = [], []
        for line in filter(None, map(tidy, self.cleaned_data["categories"].splitlines())):
            try:
                categories.append(_category(line))
            except ValidationError as error:
                wrong.append(error)
        if wrong:
            raise ValidationError(wrong)
        return tuple(categories)

    def settings(self) -> EventSettings:
        data = self.cleaned_data
        chosen = category_sets().get(data["category_set"])
        return EventSettings(
            name=tidy(data["name"]),
            day=data["date"],
            best_of_team=data["best_of_team"],
            groups=data["groups"],
            categories=chosen.categories if chosen else data["categories"],
            name_style=data["name_style"],
            one_device=data["one_device"],
            one_address=data["one_address"],
            public=data["public"],
            shows_games=data["shows_games"],
            language=data["language"],
            time_zone=data["time_zone"],
        )


def _category(line: str) -> AgeCategory:
    """Parse a line of the field.

    Raises:
        ValidationError: it is no age category.
    """
    try:
        one = parse_category(line)
    except ValueError:
        raise ValidationError(
            gettext(
                "“%(line)s” is not an age category: write a name and ages, such as Junior 16-17 or "
                "Diamant 72+."
            ),
            params={"line": line},
        ) from None
    return replace(one, name=one.name[:GROUP_LENGTH])
