"""Forms of results and merged standings, checked for form only; the use cases check the rest."""

from dataclasses import fields
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from duplicate.prepared_games.results.batch import MOST_BYTES
from duplicate.prepared_games.results.standings import FieldSelection
from duplicate.prepared_games.results.tables import BEST, MOST_BEST
from tournaments.http.file_fields import FilesField, FilesInput
from tournaments.models import CATEGORY_LENGTH, COMMITTEE_LENGTH, NAME_LENGTH
from tournaments.people.forms import NameField, PlainForm


class SeenForm(PlainForm):
    """The version number that was looked at beside a file; text that is no number matches no version."""

    version = forms.IntegerField(min_value=0, max_value=32_767)

    def seen(self) -> int | None:
        """Return the version that was looked at; None if the request has none, −1 if it is invalid."""
        if "version" not in self.data:
            return None
        return int(self.cleaned_data["version"]) if self.is_valid() else -1


class ResultFileForm(PlainForm):
    """Clubs' results as files."""

    file = FilesField(
        label=_("Files with results"),
        help_text=_(
            "One or several files, or a ZIP file: drop them here together. You review them before "
            "anything is accepted."
        ),
        widget=FilesInput(attrs={"accept": ".json,.csv,.txt,.zip"}),
    )
    club = NameField(
        label=_("Club"),
        max_length=NAME_LENGTH,
        required=False,
        help_text=_("Only for a text with lines of table, name and score."),
    )

    def clean_file(self) -> Any:
        files = self.cleaned_data["file"]
        if sum(file.size or 0 for file in files) > MOST_BYTES:
            raise ValidationError(_("These files are too large together: drop fewer at once."))
        return files


class ResultForm(PlainForm):
    """The facts that a club states about itself with its result; name and token may come from its envelope."""

    club = forms.CharField(
        label=_("Club"),
        max_length=NAME_LENGTH,
        help_text=_("The organiser knows you by this name: always write it the same way."),
    )
    arbitrator = forms.CharField(label=_("Arbitrator"), max_length=NAME_LENGTH)
    token = forms.CharField(
        label=_("Token"),
        max_length=100,
        required=False,
        widget=forms.TextInput({"autocomplete": "off", "spellcheck": "false"}),
        help_text=_(
            "The organiser gave it to your club. It signs the file; without it, the organiser must check "
            "the file first."
        ),
    )

    def __init__(
        self, *args: Any, known_club: str = "", known_token: str = "", sends: bool = False, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.known = {"club": known_club, "token": known_token}
        for name, value in self.known.items():
            if value:
                del self.fields[name]
        if sends and "token" in self.fields:
            self.fields["token"].required = True

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or self.cleaned_data
        return data | {name: value for name, value in self.known.items() if value}


class SelectionForm(PlainForm):
    """The selection from the merged standings; an impossible one shows nobody."""

    club = forms.CharField(label=_("Club"), max_length=NAME_LENGTH, required=False)
    series = forms.CharField(label=_("Series"), max_length=10, required=False)
    category = forms.CharField(label=_("Category"), max_length=CATEGORY_LENGTH, required=False)
    committee = forms.CharField(label=_("Committee"), max_length=COMMITTEE_LENGTH, required=False)
    country = forms.CharField(label=_("Country"), max_length=3, required=False)
    by = forms.ChoiceField(choices=[("clubs", "clubs")], required=False)
    best = forms.IntegerField(min_value=1, max_value=MOST_BEST, required=False)

    def chosen(self) -> FieldSelection:
        self.is_valid()
        kept = {each.name: self.cleaned_data.get(each.name, "") for each in fields(FieldSelection)}
        return FieldSelection(**kept)

    def best_of(self) -> int:
        """Return how many players of each club count; 0 for the standings of players."""
        self.is_valid()
        return (self.cleaned_data.get("best") or BEST) if self.cleaned_data.get("by") else 0
