"""Forms about the players of a game, and how a player is found by what was typed."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from duplicate.attendance.seating import entries_of
from duplicate.models import Game
from tournaments.models import NAME_LENGTH, Entry
from tournaments.names.folding import fold, fold_words
from tournaments.names.name_parts import plain_name
from tournaments.people.forms import PlainForm
from tournaments.people.imports.lines import split_table
from tournaments.time import clock


class PartnerForm(PlainForm):
    """The partner in a pair; left empty, a player plays alone."""

    partner = forms.CharField(
        label=_("Partner"),
        max_length=NAME_LENGTH,
        required=False,
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "autocapitalize": "words", "spellcheck": "false"}
        ),
        help_text=_("The other player of a pair with one shared slip. Empty: plays alone."),
    )


class AddPlayersForm(PlainForm):
    """Names, one in each line, with an optional table number in front."""

    names = forms.CharField(
        label=_("Names, one a line"),
        max_length=20_000,
        widget=forms.Textarea(attrs={"rows": 5, "spellcheck": "false"}),
        help_text=_(
            "Put the table number first: “12 Ann Marsh”. Without it, the next free table is assigned. "
            "Write a pair with &: “Ann Marsh & Bob Ek”. You can also paste a list with licences: you review it "
            "before anybody is entered."
        ),
    )


class PlayingArbitratorsForm(PlainForm):
    """The player that each arbitrator of the event is, by table or name; empty for none. Once rounds have
    been announced, also an earlier round from which this holds.
    """

    def __init__(self, *args: Any, game: Game, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.game = game
        self.posts = {
            f"post-{post.pk}": post
            for post in game.event.posts.select_related("user", "entry__player", "entry__partner")
        }
        for name, post in self.posts.items():
            self.fields[name] = forms.CharField(
                label=post.user.get_username(),
                max_length=2 * NAME_LENGTH + 10,
                required=False,
                initial=str(post.entry) if post.entry else "",
                widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
            )
        if game.rounds.announced().exists():
            self._ask_since()

    def _ask_since(self) -> None:
        self.fields["since"] = forms.IntegerField(
            label=_("From round"),
            required=False,
            min_value=1,
            help_text=_(
                "Empty: from the current round on. Earlier rounds keep their arbitrators, unless you "
                "enter one here."
            ),
        )
        self.fields["reason"] = forms.CharField(
            label=_("Reason, for an earlier round"), max_length=200, required=False
        )

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        entries = list(entries_of(self.game).select_related("player", "partner"))
        for name in self.posts:
            try:
                data[name] = find_entry(entries, data[name]) if data.get(name) else None
            except ValidationError as error:
                self.add_error(name, error)
        return data

    def players(self) -> dict[int, Entry | None]:
        """Return the players by the key of the post."""
        return {post.pk: self.cleaned_data[name] for name, post in self.posts.items()}


def find_entry(entries: Iterable[Entry], text: str) -> Entry:
    """Find the player meant by a table number, a name, or the beginning of a name or of one of its parts.

    Raises:
        ValidationError: nobody, or more than one, naming them.
    """
    entries = list(entries)
    table, name = split_table(text)
    if table is None and name.isascii() and name.isdigit():
        table = int(name[:9])
    if table is not None:
        found = [entry for entry in entries if entry.table == table]
        if name != text.strip():
            found = _find_named(found, name.casefold())
    else:
        found = _find_named(entries, name.casefold())
    if not found:
        raise ValidationError(gettext("There is no player “%(text)s”."), params={"text": text})
    if len(found) > 1:
        names = ", ".join(f"{entry.name} ({entry.table})" for entry in found[:5])
        raise ValidationError(
            gettext("Several players match: %(names)s. Which one?"), params={"names": names}
        )
    return found[0]


def _find_named(entries: list[Entry], name: str) -> list[Entry]:
    """Return the entries with this name, or else those of which it begins the name or one of its parts. The order of
    the words and accents make no difference, except between names that differ in them alone.
    """
    plain = " ".join(fold_words(name))
    for is_meant in (
        lambda entry: entry.name.casefold() == plain_name(name),
        lambda entry: fold(entry.name) == fold(name),
        lambda entry: _has_beginning(entry.name.casefold(), name),
    ):
        if found := [entry for entry in entries if is_meant(entry)]:
            return found
    return [entry for entry in entries if plain and _has_beginning(" ".join(fold_words(entry.name)), plain)]


def _has_beginning(name: str, begins: str) -> bool:
    return any(part.startswith(begins) for part in (name, *name.split()))


class JoinedForm(PlainForm):
    """The minutes before `until`, the moment at which the page was made; the page lists who joined in them."""

    minutes = forms.IntegerField(label=_("Minutes"), min_value=1, max_value=1440)
    until = forms.DateTimeField(
        required=False,
        widget=forms.HiddenInput,
        error_messages={"invalid": _("This page is out of date: reload it.")},
    )

    def clean_until(self) -> datetime | None:
        until: datetime | None = self.cleaned_data["until"]
        if until is not None and abs(until - clock.now()) > timedelta(days=1):
            raise ValidationError(gettext("This page is out of date: reload it."))
        return until
