"""Forms of simultaneous games, checked for form only; the use cases check the rest."""

from collections.abc import Sequence
from typing import Any, cast
from urllib.parse import urlsplit

from django import forms
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.core.validators import MaxLengthValidator
from django.utils.translation import gettext_lazy as _

from duplicate.models.prepared import PreparedGame
from duplicate.prepared_games.clubs.clubs import MOST_BYTES as MOST_OF_CLUBS
from duplicate.prepared_games.clubs.clubs import clubs_in_list, clubs_of_people
from duplicate.prepared_games.clubs.envelope import MOST_BYTES as MOST_OF_ENVELOPE
from duplicate.prepared_games.drawing.selectors import prepared_choices
from tournaments.http.file_fields import SmallFileField
from tournaments.models import NAME_LENGTH
from tournaments.people.forms import NameField, PlainForm
from tournaments.time.time_fields import ReadingField, TimeZoneField, WhichField, clean_moment
from tournaments.time.time_zones import zone_called


class SendForm(PlainForm):
    """A prepared game to be sent to clubs."""

    prepared = forms.ModelChoiceField(
        PreparedGame.objects.none(),
        label=_("Prepared game"),
        empty_label=None,
        help_text=_("Its rules come with it: every club plays by them, whatever it chooses."),
    )
    name = forms.CharField(label=_("Name"), max_length=80)
    organiser = forms.CharField(
        label=_("Organiser"), max_length=NAME_LENGTH, help_text=_("The federation or the club that sends it.")
    )
    opens_at = ReadingField(
        label=_("Not to be opened before"),
        help_text=_(
            "The clubs’ programs check it by their own clocks. Only the code keeps the envelope closed: "
            "give it out at this time, not before."
        ),
    )
    opens_at_which = WhichField()
    time_zone = TimeZoneField(
        label=_("Time zone of this hour"),
        help_text=_("Clubs elsewhere see the same moment in their own zone, with the time here beside it."),
    )
    address = forms.CharField(
        label=_("Address of this server"),
        required=False,
        max_length=200,
        widget=forms.URLInput({"placeholder": "https://isotop.example.org"}),
        help_text=_("Where clubs’ servers send their results; empty for results by file alone."),
    )
    merged_solos = forms.BooleanField(
        label=_("Solos across all clubs"),
        required=False,
        help_text=_("Otherwise solos do not count in the merged standings. Solos within one club never do."),
    )

    def __init__(self, *args: Any, by: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        prepared = cast("forms.ModelChoiceField[PreparedGame]", self.fields["prepared"])
        prepared.queryset = prepared_choices(by).exclude(origin=PreparedGame.Origin.RECEIVED)

    @property
    def asks_which(self) -> bool:
        """True if the typed hour comes twice."""
        return cast("WhichField", self.fields["opens_at_which"]).asked

    def clean(self) -> dict[str, Any]:
        """Make one moment of the hour, the zone, and the answer which of two moments the hour means."""
        data: dict[str, Any] = super().clean() or self.cleaned_data
        if "time_zone" in data:
            data["opens_at"] = clean_moment(self, "opens_at", zone_called(data["time_zone"]))
        data.pop("opens_at_which", None)
        return data

    def clean_address(self) -> str:
        address = str(self.cleaned_data["address"]).strip().rstrip("/")
        if not address:
            return ""
        try:
            parts = urlsplit(address)
            usable = parts.scheme in {"http", "https"} and bool(parts.hostname) and parts.port != 0
        except ValueError:
            usable = False
        if not usable or parts.query or parts.fragment or parts.username is not None:
            raise ValidationError(_("Enter the full address, starting with https or http."))
        return address


class EnvelopeForm(PlainForm):
    """An envelope as a file."""

    file = SmallFileField(
        most=MOST_OF_ENVELOPE,
        label=_("File"),
        help_text=_("The envelope as the organiser sent it. It stays closed until its time."),
        widget=forms.FileInput(attrs={"accept": ".isotop"}),
    )


class CodeForm(PlainForm):
    """The code that opens an envelope."""

    code = forms.CharField(
        label=_("Code"),
        max_length=60,
        widget=forms.TextInput(
            {
                "autocomplete": "off",
                "spellcheck": "false",
                "autocapitalize": "characters",
                "class": "typed-game",
            }
        ),
        help_text=_(
            "Five groups of four characters. Capitals and hyphens do not matter; I, O, 0 and 1 do not occur."
        ),
    )


class ClubForm(PlainForm):
    """A club that gets a token."""

    name = NameField(label=_("Club"), max_length=NAME_LENGTH)


class ClubsForm(PlainForm):
    """The clubs of a list, pasted or in a file, and perhaps those of the people's list."""

    names = forms.CharField(
        label=_("Clubs"),
        required=False,
        # No `max_length`: browsers would cut what is pasted, and say nothing. Requests have 64 kB at most.
        validators=[MaxLengthValidator(20_000)],
        widget=forms.Textarea({"rows": 6}),
        help_text=_(
            "One per line, or lines copied from a spreadsheet with a column “Club”; about 800 at a time, "
            "more as a file."
        ),
    )
    list = SmallFileField(
        most=MOST_OF_CLUBS,
        label=_("Or a file"),
        required=False,
        widget=forms.FileInput(attrs={"accept": ".csv,.txt"}),
        help_text=_("CSV with a column “Club”, or one name per line."),
    )
    people = forms.BooleanField(label=_("All clubs of the list of people"), required=False)

    def club_names(self) -> Sequence[str]:
        """Return the names from all three sources."""
        data = self.cleaned_data
        names = clubs_in_list(data["names"].encode())
        names += clubs_in_list(data["list"].read()) if data["list"] else []
        return [*names, *(clubs_of_people() if data["people"] else [])]
