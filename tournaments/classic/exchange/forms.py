"""Forms for the files of other programs."""

from collections.abc import Mapping, Sequence
from pathlib import PurePosixPath
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.classic.core.match_rules import TITLES, fields_of_rules
from tournaments.classic.exchange.files import MOST_BYTES
from tournaments.classic.exchange.review import Review
from tournaments.classic.exchange.services import Answers
from tournaments.core.http.file_fields import FilesField, FilesInput
from tournaments.core.text.folding import key
from tournaments.lexicons.fields import LexiconField
from tournaments.models import NAME_LENGTH, Player
from tournaments.people.forms import DayField, NamedForm, PlainForm

NEW = "new"


class TournamentFilesForm(PlainForm):
    """The files of an event that another program ran."""

    uploads = FilesField(
        label=_("Files"),
        widget=FilesInput(attrs={"accept": ".zip,.tsh,.t,.txt,.csv,.xlsx"}),
        help_text=_(
            "From tsh: the folder of the event as a ZIP file, or config.tsh and its .t files. From Woogles: the "
            "results as tsh has them. Or a table of results (CSV, Excel) with round, both players and both scores."
        ),
    )

    def clean_uploads(self) -> list[Any]:
        files: list[Any] = self.cleaned_data["uploads"]
        if sum(file.size or 0 for file in files) > MOST_BYTES:
            raise ValidationError(
                gettext("Together these files are too big: at most %(most)s MB.")
                % {"most": MOST_BYTES // 1_000_000}
            )
        return files

    def contents(self) -> list[tuple[str, bytes]]:
        return [(file.name, file.read()) for file in self.cleaned_data["uploads"]]


class TournamentReviewForm(NamedForm):
    """What the files do not say: the event's name and day, rules of a match, the people whom unclear names mean."""

    name = forms.CharField(label=_("Name of the event"), max_length=NAME_LENGTH)
    day = DayField(label=_("Day"))
    lexicon = LexiconField(label=_("Lexicon"), empty_label=None)
    match_rules = forms.ChoiceField(label=_("Rules of a match"), choices=[*TITLES.items()])
    mark = forms.CharField(widget=forms.HiddenInput)

    def __init__(self, data: Any, *, review: Review, file_name: str, mark: str) -> None:
        # Answers to another review may be about other people; the rest is kept.
        kept = {name: data[name] for name in self.base_fields if name in data} if data else {}
        self.is_overtaken = data is not None and data.get("mark") != mark
        if self.is_overtaken:
            data = None
        initial = {
            "name": review.event.name or PurePosixPath(file_name).stem[:NAME_LENGTH],
            "day": review.event.day or timezone.localdate(),
            **kept,
            "mark": mark,
        }
        super().__init__(data, initial=initial)
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
        rules = fields_of_rules(data["match_rules"])
        return Answers(data["name"], data["day"], data["lexicon"], rules, people)


def _person_field(name: str, review: Review) -> forms.ChoiceField:
    """Return the question whom a name means; nothing is chosen beforehand but for a name that is likely new."""
    people = review.unclear[name]
    told = [(str(player.pk), _person_in_words(player)) for player in people]
    # A name without a licence is one person.
    may_be_new = not any(player.key == key(name) and not player.licence for player in people)
    new = [(NEW, gettext("somebody new"))] if may_be_new else []
    initial = NEW if name in review.likely_new else ""
    return forms.ChoiceField(label=name, choices=[("", gettext("Choose …")), *told, *new], initial=initial)


def _person_in_words(player: Player) -> str:
    """Return a person of the list with what tells namesakes apart."""
    facts = (player.name, player.licence, str(player.rating or ""), str(player.club or ""))
    return ", ".join(filter(None, facts))
