"""The form of a new game, checked for form only; the use cases check what the game allows."""

from dataclasses import replace
from typing import Any, cast

from django import forms
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.utils import formats, timezone
from django.utils.translation import gettext_lazy as _

from duplicate.games.rules.presets import chosen_rules, rule_set_choices, usual_preset
from duplicate.games.services import GameSettings
from duplicate.models import Game
from duplicate.models.prepared import PreparedGame
from duplicate.prepared_games.drawing.selectors import prepared_choices
from engine.errors import RuleSetError
from engine.rules import (
    RuleSet,
)
from engine.rules.rule_settings import TimeRules
from tournaments.lexicons.fields import LexiconField
from tournaments.people.forms import NameField, PlainForm
from tournaments.wording.engine_messages import message_for

OWN_TIME = "own"
ROUND_TIMES = (
    ("", _("as the rules say")),
    ("180", _("3 minutes")),
    ("150", _("2 minutes 30")),
    ("120", _("2 minutes")),
    ("90", _("1 minute 30")),
    ("60", _("1 minute")),
    (OWN_TIME, _("other time")),
)


class NewGameForm(PlainForm):
    """A game with its rules: a rule set, and the settings that differ in this game. The defaults are enough."""

    name = NameField(label=_("Name"), max_length=80, widget=forms.TextInput(attrs={"autofocus": True}))
    lexicon = LexiconField(
        label=_("Lexicon"),
        to_field_name="name",
        empty_label=None,
        help_text=_("The tiles are those of its language."),
    )
    rule_set = forms.ChoiceField(label=_("Rules"), choices=rule_set_choices, initial=usual_preset)
    round_time = forms.ChoiceField(label=_("Time of a round"), choices=ROUND_TIMES, required=False)
    own_time = forms.IntegerField(
        label=_("Other time, in seconds"), min_value=10, max_value=3600, required=False
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
        help_text=_("It has its own lexicon and its own rules for racks, moves and the end of the game."),
    )
    calls = forms.CharField(
        label=_("Calls, in seconds"),
        max_length=40,
        required=False,
        help_text=_("All screens call when this many seconds are left, such as 60, 30, 5; 0 for no call."),
    )
    grace_seconds = forms.IntegerField(
        label=_("Grace, in seconds"),
        min_value=0,
        max_value=60,
        required=False,
        help_text=_("A slip sent just before time still counts."),
    )
    minimum_early = forms.IntegerField(
        label=_("Valid rack at first"),
        min_value=0,
        max_value=3,
        required=False,
        help_text=_("Minimum number of vowels, and of consonants; otherwise the rack is drawn again."),
    )
    minimum_late = forms.IntegerField(
        label=_("Valid rack later"),
        min_value=0,
        max_value=3,
        required=False,
        help_text=_("The same for later rounds."),
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
            "Arbitrators see table numbers only, and so does the room until the game is over; the chief "
            "sees names."
        ),
    )

    def __init__(self, *args: Any, by: User | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if by:
            prepared = cast("forms.ModelChoiceField[PreparedGame]", self.fields["prepared"])
            prepared.queryset = prepared_choices(by)
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

    def settings(self) -> GameSettings:
        """Return the game that a valid form asks for."""
        data = self.cleaned_data
        return {
            "name": data["name"],
            "lexicon": data["lexicon"].name,
            "notation": data["notation"],
            "rules": data["rules"],
            "club_rules": data["club_rules"],
            "double_arbitration": data["double_arbitration"],
            "names_hidden": data["names_hidden"],
            "prepared": data["prepared"],
        }

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
