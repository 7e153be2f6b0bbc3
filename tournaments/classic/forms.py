"""Forms for what directors type about divisions; they check the form only."""

import json
from collections.abc import Iterable
from dataclasses import fields
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from tournaments.classic.core.match_rules import (
    RULE_FIELDS,
    TITLES,
    fields_of_rules,
    find_rules_name,
    match_rules_choices,
)
from tournaments.classic.core.rating_field import RatingSystemField
from tournaments.classic.divisions.entrants import TURN_SECONDS
from tournaments.classic.divisions.numbering import MOST_ROUNDS
from tournaments.classic.divisions.services import MOST_POINTS, DivisionSettings
from tournaments.classic.field_groups import FieldGroup, group_fields
from tournaments.classic.models import Division, DivisionEntry
from tournaments.classic.pairing import method_choices
from tournaments.classic.pairing.methods.round_robin import MOST_CYCLES
from tournaments.classic.rounds.tables import MOST_TABLE
from tournaments.classic.standings.ratings import MOST_GAMES
from tournaments.core.text.folding import tidy
from tournaments.lexicons.fields import LexiconField
from tournaments.models import NAME_LENGTH
from tournaments.people.forms import DayField, NamedForm, PlainForm

MOST_LINES = 500
MOST_PLACES = 100
FEWEST_OF_GROUP, MOST_OF_GROUP = 3, 100
OR_NONE = [("", "–"), *Division.TieBreak.choices]


class MatchRulesSelect(forms.Select):
    """A choice of match rules; `match_rules.js` sets the fields below to the values in `data-rules`."""

    def get_context(self, name: str, value: Any, attrs: dict[str, Any] | None) -> dict[str, Any]:
        rules = {title: fields_of_rules(title) for title in TITLES}
        return super().get_context(name, value, {**(attrs or {}), "data-rules": json.dumps(rules)})


class GroupSizeField(forms.IntegerField):
    """The size of the groups of a round robin."""

    def __init__(self) -> None:
        super().__init__(
            label=_("Round robin: players of a group"),
            min_value=FEWEST_OF_GROUP,
            max_value=MOST_OF_GROUP,
            required=False,
            help_text=_("Empty: everybody plays everybody. Groups are as close to this size as possible."),
        )


class GroupsByField(forms.ChoiceField):
    """The order that is cut into groups."""

    def __init__(self) -> None:
        super().__init__(
            label=_("Round robin: groups"), choices=Division.Groups.choices, initial=Division.Groups.NUMBER
        )


class SpreadCapsField(forms.CharField):
    """Caps on the spread of a match, round by round: numbers with commas between them."""

    def __init__(self) -> None:
        super().__init__(
            label=_("Maximum spread per match"),
            max_length=5 * MOST_ROUNDS,
            required=False,
            help_text=_(
                "Any more does not count in the standings; empty for no limit. Several, such as “200, 700”, are those "
                "of rounds 1, 2 and so on; the last one is that of all later rounds."
            ),
        )

    def prepare_value(self, value: Any) -> Any:
        """Return caps as text; text that was typed stays unchanged."""
        return ", ".join(map(str, value)) if isinstance(value, list) else value

    def clean(self, value: Any) -> tuple[int, ...]:
        written = super().clean(value).replace(",", " ").split()
        caps = tuple(int(one) for one in written if one.isdecimal() and 1 <= int(one) <= MOST_POINTS)
        if len(caps) < len(written):
            raise ValidationError(
                gettext("Enter numbers from 1 to %(most)s, with commas between them.") % {"most": MOST_POINTS}
            )
        return caps


class DivisionForm(NamedForm):
    """The settings of a division; rarely changed ones come last."""

    name = forms.CharField(label=_("Name of the division"), max_length=NAME_LENGTH)
    rounds_planned = forms.IntegerField(
        label=pgettext_lazy("match", "Rounds"), min_value=1, max_value=MOST_ROUNDS, initial=7
    )
    method = forms.ChoiceField(
        label=_("Pairings"),
        choices=method_choices,
        help_text=_("The default method; each round can use another."),
    )
    lexicon = LexiconField(label=_("Lexicon"), empty_label=None)
    match_rules = forms.ChoiceField(
        label=_("Rules of a match"),
        choices=match_rules_choices,
        initial="championship",
        required=False,
        widget=MatchRulesSelect,
        help_text=_(
            "Challenges, exchanges, tiles left, overtime. To change one below, choose “As set below”."
        ),
    )
    rounds_ahead = forms.IntegerField(
        label=_("Paired ahead of results"),
        min_value=0,
        max_value=MOST_ROUNDS,
        initial=0,
        help_text=_("How many rounds may still lack results when the next round is paired."),
    )
    opponents = forms.ChoiceField(
        label=_("Swiss: opponents"),
        choices=Division.Opponents.choices,
        initial=Division.Opponents.HALVES,
        help_text=_("Among players with equal wins."),
    )
    apart_teams = forms.BooleanField(
        label=_("Keep teams apart"),
        required=False,
        help_text=_("Swiss: unless it costs a rematch. You are asked when pairing by hand."),
    )
    apart_clubs = forms.BooleanField(
        label=_("Keep clubs apart"),
        required=False,
        help_text=_("Swiss: unless it costs a rematch. You are asked when pairing by hand."),
    )
    hill_rematches = forms.BooleanField(
        label=_("King of the hill: allow rematches"),
        required=False,
        initial=True,
        help_text=_("Otherwise the nearest opponents who have not met."),
    )
    gibson = forms.BooleanField(
        label=_("Gibson rule"),
        required=False,
        help_text=_(
            "Players certain of a prize place do not meet anyone who can still win one. For Swiss, king "
            "of the hill and Australian draw; contenders and COP always apply it."
        ),
    )
    prize_places = forms.IntegerField(
        label=_("Prize places"),
        min_value=1,
        max_value=MOST_PLACES,
        initial=1,
        help_text=_("For these places players are in contention: contenders, COP and the Gibson rule."),
    )
    quarters = forms.ChoiceField(
        label=_("Quartiles: order of quarters"),
        choices=Division.Quarters.choices,
        initial=Division.Quarters.Q324,
        help_text=_("Round by round, then again from the beginning."),
    )
    cycles = forms.IntegerField(
        label=_("Round robin: number of cycles"),
        min_value=1,
        max_value=MOST_CYCLES,
        initial=1,
        help_text=_("Two cycles need twice the rounds, with first moves swapped."),
    )
    group_size = GroupSizeField()
    groups_by = GroupsByField()
    legs = forms.IntegerField(
        label=_("Teams: rounds against each other"),
        min_value=1,
        max_value=MOST_ROUNDS,
        initial=1,
        help_text=_("As many as a team has players let all of both teams meet."),
    )
    first_table = forms.IntegerField(
        label=_("First table"),
        min_value=1,
        max_value=MOST_TABLE,
        initial=1,
        help_text=_("Tables are numbered from this one; a round can have its own first table."),
    )
    tie_break = forms.ChoiceField(
        label=_("Tie-break"),
        choices=Division.TieBreak.choices,
        initial=Division.TieBreak.SPREAD,
        help_text=_("Ranks players with equal wins."),
    )
    second_tie_break = forms.ChoiceField(label=_("Second tie-break"), choices=OR_NONE, required=False)
    third_tie_break = forms.ChoiceField(label=_("Third tie-break"), choices=OR_NONE, required=False)
    spread_caps = SpreadCapsField()
    bye_spread = forms.IntegerField(
        label=_("Spread of a bye"), min_value=0, max_value=MOST_POINTS, initial=50
    )
    forfeit_spread = forms.IntegerField(
        label=_("Spread of a forfeit"), min_value=0, max_value=MOST_POINTS, initial=50
    )
    leavers_unranked = forms.BooleanField(
        label=_("No rank for players who left"),
        required=False,
        help_text=_("From the round after they left they are listed last, and win no prize by rank."),
    )
    missed_late = forms.ChoiceField(
        label=_("Rounds missed before arrival"),
        choices=Division.Missed.choices,
        initial=Division.Missed.NOTHING,
        help_text=_("For each round missed by a latecomer or a returning player."),
    )
    missed_left = forms.ChoiceField(
        label=_("Rounds missed after leaving"),
        choices=Division.Missed.choices,
        initial=Division.Missed.NOTHING,
    )
    challenge = forms.ChoiceField(
        label=_("Challenges"),
        choices=Division.Challenge.choices,
        initial=Division.Challenge.DOUBLE,
        required=False,
    )
    challenge_points_for = forms.ChoiceField(
        label=_("Points of a challenge are"),
        choices=Division.PointsFor.choices,
        initial=Division.PointsFor.WORD,
        required=False,
    )
    challenge_points_go = forms.ChoiceField(
        label=_("Points of a challenge go"),
        choices=Division.PointsGo.choices,
        initial=Division.PointsGo.LOST,
        required=False,
        help_text=_("Where a challenge that fails costs points."),
    )
    final_adjustment = forms.ChoiceField(
        label=_("Tiles left at the end"),
        choices=Division.FinalAdjustment.choices,
        initial=Division.FinalAdjustment.EACH,
        required=False,
    )
    passes_each = forms.IntegerField(
        label=_("Passes per player that end a match"), min_value=1, max_value=10, initial=2, required=False
    )
    scoreless_turns = forms.IntegerField(
        label=_("Turns without a score that end a match"),
        min_value=2,
        max_value=100,
        required=False,
        help_text=_("In succession, by both players together. Empty: only passes end it."),
    )
    exchange_minimum = forms.IntegerField(
        label=_("Tiles in the bag for an exchange"), min_value=0, max_value=7, initial=7, required=False
    )
    clock_minutes = forms.IntegerField(label=_("Minutes per player"), min_value=1, max_value=180, initial=25)
    overtime_points = forms.IntegerField(
        label=_("Points per minute of overtime"), min_value=0, max_value=100, initial=10, required=False
    )
    turn_seconds = forms.IntegerField(
        label=_("Seconds per turn"),
        min_value=TURN_SECONDS[0],
        max_value=TURN_SECONDS[1],
        required=False,
        help_text=_("Empty for no limit."),
    )
    clocks_given = forms.BooleanField(
        label=_("Clocks with each round"),
        required=False,
        help_text=_(
            "Every match gets a clock when its round begins; the links for the tables can then be printed."
        ),
    )

    rating_system = RatingSystemField()

    FIRST = ("name", "rounds_planned", "method", "lexicon", "match_rules")

    @classmethod
    def of(cls, division: Division, data: Any = None) -> "DivisionForm":
        """Return the form with a division's current settings."""
        values = {name: getattr(division, name) for name in cls.base_fields if name != "match_rules"}
        return cls(data, initial=values | {"match_rules": find_rules_name(values)})

    def clean(self) -> dict[str, Any]:
        """Take the rules of a match from the federation that is chosen, else from their fields."""
        data = super().clean() or {}
        name = data.get("match_rules")
        if name:
            for field in RULE_FIELDS:
                self.errors.pop(field, None)
            return data | fields_of_rules(name)
        for field in RULE_FIELDS:
            if field not in self.errors and field != "scoreless_turns" and data.get(field) in {None, ""}:
                self.add_error(field, self.fields[field].error_messages["required"])
        return data

    def usual(self) -> list[forms.BoundField]:
        return [self[name] for name in self.FIRST]

    def groups(self) -> list[FieldGroup]:
        return group_fields(self)

    def further_groups(self) -> list[FieldGroup]:
        """Return the groups without the usual fields."""
        return group_fields(self, without=self.FIRST)

    @property
    def further_wrong(self) -> bool:
        """True if the folded fields must be shown, since one of them has an error."""
        return any(name in self.errors for name in self.base_fields if name not in self.FIRST)

    def settings(self) -> DivisionSettings:
        return DivisionSettings(
            **{field.name: self.cleaned_data[field.name] for field in fields(DivisionSettings)}
        )


class TournamentForm(PlainForm):
    """The name and day of a new tournament's event."""

    name = forms.CharField(
        label=_("Name of the event"),
        max_length=NAME_LENGTH,
        widget=forms.TextInput(attrs={"autofocus": True}),
    )
    date = DayField(label=_("Day"), initial=timezone.localdate)


class NamesForm(PlainForm):
    """Players to enter by name, one a line."""

    names = forms.CharField(
        label=_("Names"),
        max_length=40_000,
        widget=forms.Textarea(attrs={"rows": 6}),
        help_text=_(
            "One name or licence number per line. Ratings come from the list of people. You can also "
            "paste a list with ratings: you review it before anybody is entered."
        ),
    )

    def lines(self) -> list[str]:
        """Return the typed names; `clean_names` limits their number."""
        return [line for line in map(tidy, self.cleaned_data["names"].splitlines()) if line]

    def clean_names(self) -> str:
        text: str = self.cleaned_data["names"]
        if len(text.splitlines()) > MOST_LINES:
            raise ValidationError(gettext("At most %(most)s lines at once.") % {"most": MOST_LINES})
        return text


class RatedGamesForm(PlainForm):
    """The numbers of rated games that players had played before; an empty one stays unknown."""

    def __init__(self, entrants: Iterable[DivisionEntry], data: Any = None) -> None:
        super().__init__(data)
        for one in entrants:
            self.fields[f"games-{one.pk}"] = forms.IntegerField(
                label=one.entry.name, min_value=0, max_value=MOST_GAMES, required=False
            )

    def games(self) -> dict[int, int]:
        """Return the numbers by entrant."""
        return {
            int(name.removeprefix("games-")): number
            for name, number in self.cleaned_data.items()
            if number is not None
        }
