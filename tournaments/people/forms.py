"""Forms about people. They check the format only; the use cases check the rules."""

from typing import Any, cast

from django import forms
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.utils.text import format_lazy
from django.utils.translation import gettext, pgettext
from django.utils.translation import gettext_lazy as _
from django_scopes.forms import SafeModelChoiceField

from tournaments.described_settings.setting_columns import setting_field, settings_in
from tournaments.http.file_fields import SmallFileField
from tournaments.models import CLUB_LENGTH, NAME_LENGTH, Club, Event, Letterhead, Player
from tournaments.names.folding import fold_words, series_key, sort_key, tidy
from tournaments.names.name_parts import NameParts, NameStyle
from tournaments.people.imports.dates import possible_years
from tournaments.people.imports.files import MOST_BYTES, too_big
from tournaments.people.services import Person

LATEST_EVENTS = 20


class PlainForm(forms.Form):
    """A form whose fields refer to their own errors and hints, for users who cannot see them."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kwargs.setdefault("label_suffix", "")
        super().__init__(*args, **kwargs)

    def problems(self) -> list[str]:
        """Return every error as one line, for answers that do not show the form again."""
        return [str(error) for errors in self.errors.values() for error in errors]


class NameField(forms.CharField):
    """A name as it is stored: no invisible characters, which exported files could not hold."""

    def to_python(self, value: Any) -> Any:
        return tidy(super().to_python(value) or "")


class DayField(forms.DateField):
    """A day, typed in the browser's own date field."""

    def __init__(self, **kwargs: Any) -> None:
        widget = forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"})
        super().__init__(widget=widget, localize=False, **kwargs)


class NamedForm(PlainForm):
    """A form with a field `name` that must be visible."""

    def clean_name(self) -> str:
        name = tidy(self.cleaned_data["name"])
        if not name:
            raise ValidationError(gettext("Enter a name."))
        return name


class LetterheadForm(PlainForm):
    """The letterhead of every paper."""

    club = NameField(label=_("Club"), max_length=NAME_LENGTH, required=False)
    size = forms.ChoiceField(label=_("Paper"), choices=Letterhead.Size.choices)
    logo = forms.FileField(
        label=_("Logo"),
        required=False,
        help_text=_("A picture, PNG or JPEG; it is printed up to 45 mm wide."),
    )
    no_logo = forms.BooleanField(label=_("Without a logo"), required=False)


class PersonForm(NamedForm, forms.ModelForm):  # type: ignore[type-arg] # generic in the stubs alone
    """One player."""

    class Meta:
        model = Player
        fields = tuple(settings_in(Player))
        formfield_callback = setting_field

    name = forms.CharField(
        label=_("Name as written"),
        max_length=NAME_LENGTH,
        required=False,
        help_text=_("If empty, the first name and the last name. An event may write names in its own way."),
    )
    club = forms.CharField(
        label=_("Club"),
        max_length=CLUB_LENGTH,
        required=False,
        widget=forms.TextInput(attrs={"list": "clubs"}),
        help_text=_("A new name creates a club."),
    )
    birth_year = forms.IntegerField(label=_("Year of birth"), required=False, localize=False)
    # The values that the page showed, so that changes by somebody else since then are not undone.
    seen = forms.JSONField(required=False, widget=forms.HiddenInput)

    def clean_name(self) -> str:
        return tidy(self.cleaned_data["name"])

    def clean(self) -> dict[str, Any]:
        """Make the name agree with its parts: of the two the one that was changed holds."""
        data = self.cleaned_data
        parts = NameParts(*(tidy(data.get(name, "")) for name in ("given_name", "family_name")))
        if "name" in self.errors:
            return data
        seen = data.get("seen") or {}
        name, family_first = data.get("name", ""), False
        if isinstance(seen, dict) and name == seen.get("name") and not parts.spell(name):
            family = fold_words(str(seen.get("family_name", "")))
            family_first = bool(family) and fold_words(name)[: len(family)] == family
            name = ""
        elif seen and (parts.given, parts.family) == (seen.get("given_name"), seen.get("family_name")):
            parts = parts if parts.spell(name) else NameParts()
        if not name:
            name = parts.whole(NameStyle.FAMILY_FIRST if family_first else NameStyle.GIVEN_FIRST)
        if not name:
            self.add_error("name", gettext("Enter a name."))
        elif parts.joined and not parts.spell(name):
            self.add_error(
                "family_name", gettext("The first and the last name are not “%(name)s”.") % {"name": name}
            )
        data["name"], data["given_name"], data["family_name"] = name, parts.given, parts.family
        return data

    def clean_country(self) -> str:
        country = tidy(self.cleaned_data["country"]).upper()
        if len(country) > 3:
            raise ValidationError(self.fields["country"].help_text)
        return country

    def clean_birth_year(self) -> int | None:
        year: int | None = self.cleaned_data["birth_year"]
        first, last = possible_years()
        if year is not None and not first <= year <= last:
            raise ValidationError(gettext("Between %(first)s and %(last)s.") % {"first": first, "last": last})
        return year

    def person(self) -> Person:
        data: dict[str, Any] = {
            name: tidy(value) if isinstance(value, str) else value
            for name, value in self.cleaned_data.items()
            if name != "seen"
        }
        return Person(**data)


def clubs_by_name() -> list[Club]:
    """Return all clubs in the order in which people look for them."""
    return sorted(Club.objects.all(), key=lambda club: sort_key(club.name))


class FormOfOrganiser(PlainForm):
    """A form with choices among rows of the organiser in scope, which is not known before a request."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for field in self.fields.values():
            if isinstance(field, SafeModelChoiceField):
                field.queryset = field.queryset.model.objects.all()


class PeopleFilterForm(FormOfOrganiser):
    """A search for people; invalid values are ignored."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        clubs = [(club.pk, club.name) for club in clubs_by_name()]
        self.fields["club"].widget.choices = [("", _("all")), *clubs]

    text = forms.CharField(
        label=_("Name or licence"),
        max_length=NAME_LENGTH,
        required=False,
        widget=forms.TextInput(attrs={"type": "search"}),
    )
    club = SafeModelChoiceField(Club.objects.none(), label=_("Club"), empty_label=_("all"), required=False)


class EnterFilterForm(PeopleFilterForm):
    """A search for people to enter in an event: also by series, and by an earlier event that they were in."""

    series = forms.CharField(label=_("Series"), required=False, widget=forms.Select)
    event = SafeModelChoiceField(Event.objects.none(), label=_("Was in"), empty_label="–", required=False)

    def __init__(self, *args: Any, events: QuerySet[Event], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        known = Player.objects.exclude(series="").order_by().values_list("series", flat=True).distinct()
        series = sorted(known, key=series_key)
        self.fields["series"].widget.choices = [
            ("", pgettext("series", "all")),
            *((one, one) for one in series),
        ]
        latest = events.order_by("-date", "-pk")[:LATEST_EVENTS]
        chosen = cast("forms.ModelChoiceField[Event]", self.fields["event"])
        chosen.queryset = Event.objects.filter(pk__in=[one.pk for one in latest])
        self.fields["event"].widget.choices = [("", "–"), *((one.pk, one.name) for one in latest)]


class MergeForm(FormOfOrganiser):
    """Two players who are one person; the row of `keep` stays."""

    keep = SafeModelChoiceField(Player.objects.none())
    other = SafeModelChoiceField(Player.objects.none())


class ClubMergeForm(FormOfOrganiser):
    """Two clubs that are one; the name of `keep` stays."""

    keep = SafeModelChoiceField(Club.objects.none(), label=_("Keep"))
    other = SafeModelChoiceField(Club.objects.none(), label=_("is the same as"))


class PeopleFileForm(PlainForm):
    """A list of people as a file."""

    file = SmallFileField(
        most=MOST_BYTES,
        too_large=format_lazy("{}", too_big()),
        label=_("File"),
        help_text=_(
            "CSV or Excel (.xlsx), such as a federation's list. One line names the columns: Name (or First name and"
            " Last name), Licence, Club, Club code, Committee, Country, Series, Age category, Year of birth, Sex,"
            " Rating. Nothing is changed before you have seen what would be."
        ),
        widget=forms.FileInput(attrs={"accept": ".csv,.txt,.tsv,.xlsx"}),
    )
