"""The forms of events, checked for form only."""

from copy import copy
from dataclasses import replace
from typing import Any

from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from duplicate.website.archive.format import MOST_BYTES
from tournaments.described_settings.setting_columns import (
    defaults_of,
    setting_field_of,
    settings_data,
    settings_in,
)
from tournaments.events.services import categories_of, stored_categories
from tournaments.http.file_fields import SmallFileField
from tournaments.models import NAME_LENGTH, Event
from tournaments.models.events import GROUP_LENGTH
from tournaments.names.folding import tidy
from tournaments.people.forms import DayField, NameField, PlainForm
from tournaments.standings.category_sets import category_sets, category_text, parse_category
from tournaments.standings.filters import AgeCategory
from tournaments.time.time_fields import TimeZoneField
from tournaments.time.time_zones import installation_zone

MOST_GROUPS = 50
_SETTINGS = settings_in(Event)


class EventForm(PlainForm):
    """The name and the day of an event."""

    name = NameField(label=_("Name of the event"), max_length=NAME_LENGTH)
    date = DayField(label=_("Day"), initial=timezone.localdate)


class ArchiveForm(PlainForm):
    """A whole event as one file."""

    file = SmallFileField(
        most=MOST_BYTES,
        label=_("File"),
        help_text=_("It ends in .isotop.zip."),
        widget=forms.FileInput(attrs={"accept": ".zip"}),
    )


class EventSettingsForm(EventForm):
    """The settings of an event, also those on which its standings depend."""

    best_of_team = setting_field_of(Event, "best_of_team")
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

    name_style = setting_field_of(Event, "name_style")
    language = forms.ChoiceField(
        label=_SETTINGS["language"].label,
        choices=lambda: [("", gettext("that of the computer that shows them")), *settings.LANGUAGES],
        required=False,
    )

    time_zone = TimeZoneField(help_text=_SETTINGS["time_zone"].help)
    one_device = setting_field_of(Event, "one_device")
    one_address = setting_field_of(Event, "one_address")
    public = setting_field_of(Event, "public")
    shows_games = setting_field_of(Event, "shows_games")
    broadcast = setting_field_of(Event, "broadcast")
    broadcast_delay = setting_field_of(Event, "broadcast_delay", required=False)

    @classmethod
    def of(cls, event: Event, data: Any = None) -> "EventSettingsForm":
        """Return the form filled with the event's settings."""
        return cls(
            data,
            initial={
                "name": event.name,
                "date": event.date,
                "groups": "\n".join(event.groups),
                "categories": "\n".join(map(category_text, categories_of(event))),
                **settings_data(event),
                "time_zone": event.time_zone or installation_zone(),
            },
        )

    def clean_broadcast_delay(self) -> int:
        """Return the usual delay if none is written."""
        delay: int | None = self.cleaned_data["broadcast_delay"]
        return defaults_of(Event)["broadcast_delay"] if delay is None else delay

    def clean_groups(self) -> list[str]:
        groups = list(dict.fromkeys(filter(None, map(tidy, self.cleaned_data["groups"].splitlines()))))
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

    def settings(self, event: Event) -> Event:
        """Return a copy of the event with the settings of the form."""
        data, changed = self.cleaned_data, copy(event)
        for name in ("name", "date", "groups", *_SETTINGS):
            setattr(changed, name, data[name])
        chosen = category_sets().get(data["category_set"])
        changed.age_categories = stored_categories(chosen.categories if chosen else data["categories"])
        return changed


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
