"""Forms of the desk, checked for form only; the use cases check what the game allows."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any, cast

from django import forms
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils import formats, timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from duplicate.arbitration import questions
from duplicate.core.seating import entries_of
from duplicate.games.rule_presets import chosen_rules, rule_set_choices
from duplicate.models import Game, Slip
from duplicate.models.prepared import PreparedGame
from duplicate.prepared.services import prepared_for
from engine.errors import RuleSetError
from engine.rules import CLASSIC, RuleSet
from engine.rules.groups import TimeRules
from tournaments.core import clock
from tournaments.core.engine_messages import message_for
from tournaments.models import NAME_LENGTH, Entry, Lexicon
from tournaments.people.forms import LexiconField, NameField, PlainForm

OWN_TIME = "own"
ROUND_TIMES = (
    ("", _("as the rules say")),
    ("180", _("3 minutes")),
    ("150", _("2 minutes 30")),
    ("120", _("2 minutes")),
    ("90", _("1 minute 30")),
    ("60", _("1 minute")),
    (OWN_TIME, _("another length")),
)


class DeskForm(PlainForm):
    """A form of the desk."""

    def problems(self) -> list[str]:
        """Every error as one line, for answers that do not show the form again."""
        return [str(error) for errors in self.errors.values() for error in errors]


class NewGameForm(DeskForm):
    """A game with its rules: a rule set, and the settings that differ in this game. The defaults are enough."""

    name = NameField(label=_("Name"), max_length=80, widget=forms.TextInput(attrs={"autofocus": True}))
    lexicon = LexiconField(
        Lexicon.objects.all(),
        label=_("Lexicon"),
        to_field_name="name",
        empty_label=None,
        help_text=_("The tiles are those of its language."),
    )
    rule_set = forms.ChoiceField(label=_("Rules"), choices=rule_set_choices, initial=CLASSIC)
    round_time = forms.ChoiceField(label=_("Time of a round"), choices=ROUND_TIMES, required=False)
    own_time = forms.IntegerField(
        label=_("Another length, in seconds"), min_value=10, max_value=3600, required=False
    )
    notation = forms.ChoiceField(
        label=_("References"),
        choices=Game.Notation.choices,
        initial=Game.Notation.DUPLICATE,
        widget=forms.RadioSelect,
        help_text=_("How squares are written on slips; all boards are labelled to match."),
    )
    prepared = forms.ModelChoiceField(
        PreparedGame.objects.none(),
        label=_("Prepared game"),
        required=False,
        empty_label=_("none: racks are drawn"),
        help_text=_("It brings its own lexicon, and what its rules say of racks, moves and the end."),
    )
    calls = forms.CharField(
        label=_("Calls, in seconds"),
        max_length=40,
        required=False,
        help_text=_("All screens call when so much time is left, such as 60, 30, 5; 0 for no call."),
    )
    grace_seconds = forms.IntegerField(
        label=_("Grace, in seconds"),
        min_value=0,
        max_value=60,
        required=False,
        help_text=_("A slip that was on its way when time was up still counts."),
    )
    minimum_early = forms.IntegerField(
        label=_("Valid rack at first"),
        min_value=0,
        max_value=3,
        required=False,
        help_text=_("So many vowels, and as many consonants; otherwise it is drawn again."),
    )
    minimum_late = forms.IntegerField(
        label=_("Valid rack later"),
        min_value=0,
        max_value=3,
        required=False,
        help_text=_("The same for the later rounds."),
    )
    late_from_round = forms.IntegerField(
        label=_("Later: from round"),
        min_value=1,
        max_value=1000,
        required=False,
        help_text=_("The first round with the later rule."),
    )

    double_arbitration = forms.BooleanField(
        label=_("Double arbitration"),
        required=False,
        help_text=_("Every paper slip is keyed by two arbitrators; the chief settles what differs."),
    )
    names_hidden = forms.BooleanField(
        label=_("Names hidden"),
        required=False,
        help_text=_(
            "Arbitrators see table numbers only, and so does the hall until the game is over; the chief sees names."
        ),
    )

    def __init__(self, *args: Any, by: User | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if by:
            prepared = cast("forms.ModelChoiceField[PreparedGame]", self.fields["prepared"])
            prepared.queryset = prepared_for(by)
        today = formats.date_format(timezone.localdate(), "l j F")
        self.fields["name"].initial = today[:1].upper() + today[1:]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if data.get("round_time") == OWN_TIME and "own_time" not in self.errors and not data.get("own_time"):
            self.add_error("own_time", _("How many seconds?"))
        if self.errors:
            return data
        rules, data["club_rules"] = chosen_rules(data["rule_set"])
        time = self._time(data, rules.time)
        if time.calls and time.calls[0] >= time.round_seconds:
            self.add_error("calls", _("The call must come after the start of the round."))
            return data
        try:
            data["rules"] = self._rules(data, rules, time)
        except RuleSetError as error:
            raise ValidationError(message_for(error)) from error
        return data

    def clean_calls(self) -> tuple[int, ...] | None:
        """Return the seconds of the calls, in the order of the calls; None to take those of the rules."""
        written = self.cleaned_data["calls"].replace(",", " ").split()
        if not all(part.isascii() and part.isdigit() and len(part) < 6 for part in written):
            raise ValidationError(_("Write seconds, such as 30 or 60, 30, 5."))
        calls = {int(part) for part in written} - {0}
        return tuple(sorted(calls, reverse=True)) if written else None

    def rule_fields(self) -> list[forms.BoundField]:
        """List the settings that a club evening rarely touches."""
        return [
            self[name]
            for name in (
                "calls",
                "grace_seconds",
                "minimum_early",
                "minimum_late",
                "late_from_round",
            )
        ]

    def rule_errors(self) -> bool:
        return any(field.errors for field in self.rule_fields())

    @staticmethod
    def _time(data: dict[str, Any], time: TimeRules) -> TimeRules:
        """Return the clock of the rules with this game's settings; calls too early for a shorter round are
        dropped.
        """
        given = data["own_time"] if data["round_time"] == OWN_TIME else data["round_time"]
        seconds = int(given or time.round_seconds)
        calls = data["calls"]
        if calls is None:
            calls = tuple(call for call in time.calls if call < seconds)
        grace = data["grace_seconds"]
        return replace(
            time,
            round_seconds=seconds,
            calls=calls,
            grace_seconds=time.grace_seconds if grace is None else grace,
        )

    @staticmethod
    def _rules(data: dict[str, Any], rules: RuleSet, time: TimeRules) -> RuleSet:
        """Return the rules with the settings for this game."""
        names = ("minimum_early", "minimum_late", "late_from_round")
        given = {name: data[name] for name in names if data[name] is not None}
        return replace(rules, time=time, rack=replace(rules.rack, **given))


class TypeRackForm(DeskForm):
    """The rack that was drawn from a real bag."""

    rack = forms.CharField(
        label=_("Tiles drawn"),
        max_length=60,
        widget=forms.TextInput(
            attrs={
                "autocomplete": "off",
                "autocapitalize": "characters",
                "spellcheck": "false",
                "data-shortcut": "t",
                "aria-describedby": "rack-hint type-rack-problems",
            }
        ),
    )


class AnnounceForm(DeskForm):
    """The isotop that goes on the board; `number` is the round that the arbitrator was looking at."""

    number = forms.IntegerField()
    move = forms.CharField(required=False)

    def clean_move(self) -> tuple[str, str]:
        """Return reference and word, both empty if nobody can play; a missing field is no choice."""
        if "move" not in self.data:
            raise ValidationError(_("Choose the move to announce."))
        reference, _space, word = self.cleaned_data["move"].partition(" ")
        return reference, word


class AnswerForm(DeskForm):
    """The answer to the question whose button was pressed; each question has a field of its own on the page."""

    question = forms.IntegerField()
    answer = forms.CharField(max_length=questions.LONGEST, required=False)

    def __init__(self, data: QueryDict) -> None:
        question = data.get("question", "")
        super().__init__({"question": question, "answer": data.get(f"answer-{question}", "")})


class ChooseSlipForm(DeskForm):
    """The slip whose button was pressed, at a table with a slip that came after a decision. The button names
    the line of the page, which has fields of its own.
    """

    slip = forms.ModelChoiceField(
        Slip.objects.all(),
        error_messages={
            "required": _("Choose the slip that counts."),
            "invalid_choice": _("This conflict has been settled."),
        },
    )
    reason = forms.CharField(max_length=200, required=False)
    seen = forms.CharField(max_length=40, required=False)

    def __init__(self, data: QueryDict) -> None:
        line, _space, slip = data.get("choose", "").rpartition(" ")
        said = {name: data.get(f"{name}-{line}", "") for name in ("reason", "seen")}
        super().__init__({"slip": slip} | said)


class PartnerForm(DeskForm):
    """The partner in a pair; left empty, a player plays alone."""

    partner = forms.CharField(
        label=_("Partner"),
        max_length=NAME_LENGTH,
        required=False,
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "autocapitalize": "words", "spellcheck": "false"}
        ),
        help_text=_("The other one of a pair, who play with one slip. Left empty: plays alone."),
    )


class AddPlayersForm(DeskForm):
    """Names, one in each line, with an optional table number in front."""

    names = forms.CharField(
        label=_("Names, one a line"),
        max_length=20_000,
        widget=forms.Textarea(attrs={"rows": 5, "spellcheck": "false"}),
        help_text=_(
            "A number in front is the table: “12 Ann Marsh”. Without, the next free table is given. "
            "Two names with & are a pair: “Ann Marsh & Bob Ek”."
        ),
    )

    def lines(self) -> list[tuple[int | None, str]]:
        """List the table (if given) and the name of each line that is not empty."""
        return [split_table(line) for line in self.cleaned_data["names"].splitlines() if line.strip()]


class PlayingArbitratorsForm(DeskForm):
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
                "Empty: from the round in progress on. Earlier rounds keep their arbitrators, unless you name one here."
            ),
        )
        self.fields["reason"] = forms.CharField(
            label=_("Why, for an earlier round"), max_length=200, required=False
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


def split_table(line: str) -> tuple[int | None, str]:
    """Split the table number, if there is one, from the name after it."""
    first, _space, rest = line.strip().partition(" ")
    digits = first.rstrip(".,;:)")
    if rest.strip() and digits.isascii() and digits.isdigit() and len(digits) < 7:
        return int(digits), rest.strip()
    return None, line.strip()


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
            found = _named(found, name.casefold())
    else:
        found = _named(entries, name.casefold())
    if not found:
        raise ValidationError(gettext("There is no player “%(text)s”."), params={"text": text})
    if len(found) > 1:
        names = ", ".join(f"{entry.name} ({entry.table})" for entry in found[:5])
        raise ValidationError(gettext("Which of them: %(names)s?"), params={"names": names})
    return found[0]


def _named(entries: list[Entry], name: str) -> list[Entry]:
    whole = [entry for entry in entries if entry.name.casefold() == name]
    return whole or [
        entry
        for entry in entries
        if any(part.startswith(name) for part in (entry.name.casefold(), *entry.name.casefold().split()))
    ]


class JoinedForm(PlainForm):
    """The minutes before `until`, the moment at which the page was made; the page lists who joined in them."""

    minutes = forms.IntegerField(label=_("Minutes"), min_value=1, max_value=1440)
    until = forms.DateTimeField(required=False, widget=forms.HiddenInput)

    def clean_until(self) -> datetime | None:
        until: datetime | None = self.cleaned_data["until"]
        if until is not None and abs(until - clock.now()) > timedelta(days=1):
            raise ValidationError(gettext("This page is too old: look again."))
        return until
