"""What arbitrators type at the desk, checked for form only: whether the game allows it, the use cases say."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, cast

from django import forms
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils import formats, timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from duplicate import questions
from duplicate.models import Game
from duplicate.prepared_models import PreparedGame
from duplicate.preparing import prepared_for
from duplicate.presets import chosen_rules, rule_set_choices
from duplicate.seats import entries_of
from engine.errors import RuleSetError
from engine.rule_groups import TimeRules
from engine.rules import CLASSIC, RuleSet
from tournaments.forms import LexiconField, NameField, PlainForm
from tournaments.messages import message_for
from tournaments.models import NAME_LENGTH, Entry, Lexicon

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
    """A game with its rules: a rule set, and what is otherwise in this game. Enter is enough."""

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
        """The seconds, the first call first; None where the rules say."""
        written = self.cleaned_data["calls"].replace(",", " ").split()
        if not all(part.isascii() and part.isdigit() and len(part) < 6 for part in written):
            raise ValidationError(_("Write seconds, such as 30 or 60, 30, 5."))
        calls = {int(part) for part in written} - {0}
        return tuple(sorted(calls, reverse=True)) if written else None

    def rule_fields(self) -> list[forms.BoundField]:
        """The settings that a club evening rarely touches."""
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
        """The clock of the rules with what was set otherwise; calls too early for a shorter round fall away."""
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
        """The rules with what was set otherwise for this game."""
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
    """Which isotop goes on the board; `number` is the round that the arbitrator was looking at."""

    number = forms.IntegerField()
    move = forms.CharField(required=False)

    def clean_move(self) -> tuple[str, str]:
        """Reference and word, both empty where nobody can play; nothing at all is no choice."""
        if "move" not in self.data:
            raise ValidationError(_("Choose the move to announce."))
        reference, _space, word = self.cleaned_data["move"].partition(" ")
        return reference, word


class AnswerForm(DeskForm):
    """The answer to the question whose button was pressed; each one has a field of its own on the page."""

    question = forms.IntegerField()
    answer = forms.CharField(max_length=questions.LONGEST, required=False)

    def __init__(self, data: QueryDict) -> None:
        question = data.get("question", "")
        super().__init__({"question": question, "answer": data.get(f"answer-{question}", "")})


class PartnerForm(DeskForm):
    """The other one of a pair; left empty, a player plays alone."""

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
    """Names one a line, a table number in front if wished."""

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
        """Table (if given) and name of each line that is not empty."""
        return [split_table(line) for line in self.cleaned_data["names"].splitlines() if line.strip()]


class PlayingArbitratorsForm(DeskForm):
    """For each arbitrator of the event the player that they are, by table or name; empty for none."""

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
        """By the key of the post."""
        return {post.pk: self.cleaned_data[name] for name, post in self.posts.items()}


def split_table(line: str) -> tuple[int | None, str]:
    """The table number in front of a name, if there is one."""
    first, _space, rest = line.strip().partition(" ")
    digits = first.rstrip(".,;:)")
    if rest.strip() and digits.isascii() and digits.isdigit() and len(digits) < 7:
        return int(digits), rest.strip()
    return None, line.strip()


def find_entry(entries: Iterable[Entry], text: str) -> Entry:
    """The player meant by a table number, a name, or the beginning of a name or of one of its parts.

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
