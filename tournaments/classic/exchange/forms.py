"""Forms for the files of other programs."""

from collections.abc import Mapping, Sequence
from pathlib import PurePosixPath
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.classic.exchange.files import MOST_BYTES
from tournaments.classic.exchange.review import FilesReview
from tournaments.classic.exchange.services import Answers
from tournaments.classic.models import Division
from tournaments.classic.rating import SYSTEMS
from tournaments.classic.scores.match_rules import TITLES, fields_of_rules, find_rules_name
from tournaments.described_settings.setting_columns import setting_field_of
from tournaments.http.file_fields import FilesField, FilesInput
from tournaments.lexicons.fields import LexiconField
from tournaments.models import NAME_LENGTH, Event, Player
from tournaments.names.folding import key
from tournaments.people.forms import DayField, NamedForm, PlainForm

NEW = "new"


class TournamentFilesForm(PlainForm):
    """The files of an event that another program ran."""

    uploads = FilesField(
        label=_("Files"),
        widget=FilesInput(attrs={"accept": ".zip,.tsh,.t,.tou,.txt,.csv,.xlsx"}),
        help_text=_(
            "From tsh: the folder of the event as a ZIP file, or config.tsh and its .t files. From Woogles: the "
            "results as tsh or TOU files. Or a table of results (CSV, Excel) with round, both players and both scores."
        ),
    )

    def clean_uploads(self) -> list[Any]:
        files: list[Any] = self.cleaned_data["uploads"]
        if sum(file.size or 0 for file in files) > MOST_BYTES:
            raise ValidationError(
                gettext("These files are too large together: at most %(most)s MB.")
                % {"most": MOST_BYTES // 1_000_000}
            )
        return files

    def contents(self) -> list[tuple[str, bytes]]:
        return [(file.name, file.read()) for file in self.cleaned_data["uploads"]]


class TournamentReviewForm(NamedForm):
    """The answers that files lack: the event's name and day, rules of a match, the people whom unclear names mean."""

    name = forms.CharField(label=_("Name of the event"), max_length=NAME_LENGTH)
    day = DayField(label=_("Day"))
    lexicon = LexiconField(label=_("Lexicon"), empty_label=None)
    match_rules = forms.ChoiceField(label=_("Rules of a match"), choices=[*TITLES.items()])
    rating_system = setting_field_of(Division, "rating_system")
    mark = forms.CharField(widget=forms.HiddenInput)

    def __init__(
        self, data: Any, *, review: FilesReview, file_name: str, mark: str, event: Event | None = None
    ) -> None:
        """Ask about files of a new event, or of divisions that are added to an event, which has its name and day."""
        # Answers to another review may be about other people; the rest is kept.
        kept = {name: data[name] for name in self.base_fields if name in data} if data else {}
        self.is_overtaken = data is not None and data.get("mark") != mark
        if self.is_overtaken:
            data = None
        initial = {
            "name": review.event.name or PurePosixPath(file_name).stem[:NAME_LENGTH],
            "day": review.event.day or timezone.localdate(),
            "match_rules": review.event.federation or next(iter(TITLES)),
            "rating_system": review.event.federation or next(iter(SYSTEMS)),
            **(_settings_in(event) if event and not review.event.federation else {}),
            **kept,
            "mark": mark,
        }
        super().__init__(data, initial=initial)
        if event is not None:
            del self.fields["name"], self.fields["day"]
        self.names = {f"person-{place}": name for place, name in enumerate(review.unclear)}
        for field, name in self.names.items():
            self.fields[field] = _person_field(name, review)

    def people(self) -> Sequence[forms.BoundField]:
        return [self[name] for name in self.names]

    def answers(self) -> Answers:
        data = self.cleaned_data
        people: Mapping[str, int | None] = {
            name: None if data[field] == NEW else int(data[field]) for field, name in self.names.items()
        }
        rules = {**fields_of_rules(data["match_rules"]), "rating_system": data["rating_system"]}
        return Answers(data["lexicon"], rules, people, data.get("name", ""), data.get("day"))


def _settings_in(event: Event) -> dict[str, Any]:
    """Return the settings of the first division of an event, as far as the review asks about them."""
    division = event.divisions.order_by("pk").first()
    if division is None:
        return {}
    told: dict[str, Any] = {"lexicon": division.lexicon_id, "rating_system": division.rating_system}
    rules = find_rules_name(vars(division))
    return {**told, "match_rules": rules} if rules else told


def _person_field(name: str, review: FilesReview) -> forms.ChoiceField:
    """Return the question whom a name means; beforehand a name that is likely new is new, and another one means the one
    person who may be meant.
    """
    people = review.unclear[name]
    told = [(str(player.pk), _person_in_words(player)) for player in people]
    # A name without a licence is one person.
    may_be_new = not any(player.key == key(name) and not player.licence for player in people)
    new = [(NEW, gettext("new person"))] if may_be_new else []
    one = str(people[0].pk) if len(people) == 1 else ""
    initial = NEW if name in review.likely_new else one
    return forms.ChoiceField(label=name, choices=[("", gettext("Choose …")), *told, *new], initial=initial)


def _person_in_words(player: Player) -> str:
    """Return a person of the list with what tells namesakes apart."""
    facts = (player.name, player.licence, str(player.rating or ""), str(player.club or ""))
    return ", ".join(filter(None, facts))
