"""Forms for prepared games, checked for form only; the use cases check that a game can be played."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils import formats, timezone
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from duplicate.games.rules.presets import chosen_rules, rule_set_choices, usual_preset
from duplicate.models import Game
from duplicate.prepared_games.drawing.search import MOST_GAMES
from duplicate.prepared_games.drawing.services import is_record
from engine.duplicate_games.game_statistics import LONG_WORD, MEASURES, RANKINGS, SPREAD, Bounds, Criteria
from engine.rules import (
    CLASSIC,
)
from tournaments.http.file_fields import SmallFileField
from tournaments.lexicons.fields import LexiconField
from tournaments.people.forms import PlainForm

MOST_TEXT = 50_000
MOST_VALUE = 100_000

# For each measure of `engine.duplicate_games.game_statistics`: its label, and the hint that explains it.
MEASURE_LABELS: dict[str, tuple[Promise, Promise | str]] = {
    "rounds": (_("Rounds"), ""),
    "total": (_("Total of the tops"), ""),
    "bonuses": (_("Bonus plays"), _("Moves that earn a bonus, such as those of seven tiles.")),
    "unique_tops": (_("Rounds with a unique top"), _("Only one move scores the top.")),
    "lowest_top": (_("Lowest top of all rounds"), _("Such as 15, to avoid dull rounds.")),
    "long_words": (_("Long words"), _("Words on the board with at least this many letters:")),
    "blanks_by": (
        _("Round by which the blanks are played"),
        _("A low number for blanks early, a high one for blanks late."),
    ),
    SPREAD: (
        # Translators: the points between the top and the best move below it, on average over the game.
        _("Spread"),
        _("Mean difference in points between the top and the best move below it. Takes longer."),
    ),
}

RANKING_LABELS: dict[str, Promise] = {
    "fair": _("most unique tops, then no dull round"),
    "lowest_top": _("highest lowest top"),
    "bonuses": _("most bonus plays"),
    "spread": _("widest spread"),
    "total": _("highest total"),
    "short": _("fewest rounds"),
}


class PreparedRulesForm(PlainForm):
    """The lexicon and rules of every game that is made ahead."""

    lexicon = LexiconField(label=_("Lexicon"), to_field_name="name", empty_label=None)
    rule_set = forms.ChoiceField(
        label=_("Rules"),
        choices=rule_set_choices,
        initial=usual_preset,
        help_text=_("Their settings for racks, moves and the end of the game."),
    )

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if "rule_set" in data:
            data["rules"], _own = chosen_rules(data["rule_set"])
        return data


class TypeGameForm(PreparedRulesForm):
    """A game typed by hand."""

    name = forms.CharField(label=_("Name"), max_length=80, widget=forms.TextInput(attrs={"autofocus": True}))
    notation = forms.ChoiceField(
        label=_("References"),
        choices=Game.Notation.choices,
        initial=Game.Notation.DUPLICATE,
        widget=forms.RadioSelect,
    )
    text = forms.CharField(
        label=_("Rounds, one a line"),
        max_length=MOST_TEXT,
        widget=forms.Textarea(
            attrs={"rows": 14, "spellcheck": "false", "autocomplete": "off", "class": "typed-game"}
        ),
        help_text=_(
            "Rack, word and reference: “AEINRST RETAINS H4”. A blank is ? in the rack and a small letter in the "
            "word. The rack alone where nobody can play."
        ),
    )

    field_order = ("name", "lexicon", "rule_set", "notation", "text")


class ImportGameForm(PlainForm):
    """A game from a record, as a file or pasted: JSON, or text as clubs publish it, which names neither
    lexicon nor rules.
    """

    name = forms.CharField(label=_("Name"), max_length=80, widget=forms.TextInput(attrs={"autofocus": True}))
    file = SmallFileField(
        most=MOST_TEXT,
        too_large=_("This file is too large for one game record."),
        label=_("File"),
        required=False,
        max_length=200,
        help_text=_(
            "A record saved at the desk, or a text as clubs publish their games: one line a round, with "
            "rack, word, reference and points."
        ),
    )
    text = forms.CharField(
        label=_("Or the record as text"),
        max_length=MOST_TEXT,
        required=False,
        widget=forms.Textarea(attrs={"rows": 6, "spellcheck": "false", "class": "typed-game"}),
    )
    lexicon = LexiconField(
        label=_("Lexicon"),
        to_field_name="name",
        required=False,
        empty_label=_("as in the record"),
    )
    rule_set = forms.ChoiceField(
        label=_("Rules of a text"), choices=rule_set_choices, initial=usual_preset, required=False
    )
    notation = forms.ChoiceField(
        label=_("References of a text"),
        choices=Game.Notation.choices,
        initial=Game.Notation.DUPLICATE,
        required=False,
        widget=forms.RadioSelect,
    )

    def clean_file(self) -> str:
        file = self.cleaned_data["file"]
        if not file:
            return ""
        content = bytes(file.read())
        try:
            return content.decode("utf-8-sig")
        except UnicodeDecodeError:
            if content.lstrip().startswith(b"{") or b"\0" in content:
                raise ValidationError(_("This file is not UTF-8 text.")) from None
        # The encoding of spreadsheets and older programs.
        return content.decode("windows-1252", errors="replace")

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        data["record"] = data.get("file") or data.get("text")
        if not self.errors and not data["record"]:
            self.add_error("file", _("Choose a file, or paste the record below."))
        elif not self.errors and not is_record(data["record"]) and not data.get("lexicon"):
            self.add_error("lexicon", _("A text has no such setting: choose one."))
        data["rules"], _own = chosen_rules(data.get("rule_set") or CLASSIC)
        return data


class SearchForm(PreparedRulesForm):
    """The conditions of a search: a range for each measure, from and to, either of which may be left out."""

    games = forms.IntegerField(
        label=_("Number of games to try"), min_value=1, max_value=MOST_GAMES, initial=2000
    )
    long_word = forms.IntegerField(
        label=_("Letters of a long word"), min_value=2, max_value=15, initial=LONG_WORD
    )
    ranking = forms.ChoiceField(
        # Translators: a choice of many or few points follows.
        label=_("Rank by"),
        choices=[(ranking, RANKING_LABELS[ranking]) for ranking in RANKINGS],
        initial=RANKINGS[0],
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for measure in MEASURES:
            label = MEASURE_LABELS[measure][0]
            number = forms.FloatField if measure == SPREAD else forms.IntegerField
            for bound, template in (("least", _("{label}: from")), ("most", _("{label}: to"))):
                self.fields[f"{measure}_{bound}"] = number(
                    label=str(template).format(label=label), required=False, min_value=0, max_value=MOST_VALUE
                )
        self.fields["rounds_most"].initial = 24
        self.fields["lowest_top_least"].initial = 12

    def ranges(self) -> list[dict[str, Any]]:
        """List the fields of each measure, for the page."""
        return [
            {
                "measure": measure,
                "label": label,
                "hint": hint,
                "least": self[f"{measure}_least"],
                "most": self[f"{measure}_most"],
            }
            for measure, (label, hint) in MEASURE_LABELS.items()
        ]

    def clean(self) -> dict[str, Any]:
        data = super().clean()
        asked = {}
        for measure in MEASURES:
            least, most = data.get(f"{measure}_least"), data.get(f"{measure}_most")
            if least is not None and most is not None and least > most:
                self.add_error(f"{measure}_most", _("The end of the range is below its start."))
            if least is not None or most is not None:
                asked[measure] = Bounds(least, most)
        if not self.errors:
            data["criteria"] = Criteria(asked, data["long_word"], data["ranking"])
        return data


class PreparedNameForm(PlainForm):
    """A name, for one game or for several that are numbered."""

    name = forms.CharField(label=_("Name"), max_length=70)


def suggest_name() -> str:
    """Suggest a name for games that are found today."""
    today = formats.date_format(timezone.localdate(), "j F")
    return gettext("Game of %(date)s") % {"date": today}


def describe_criteria(criteria: Criteria) -> list[str]:
    """List the conditions of a search, one line for each measure."""
    lines = []
    for measure, asked in criteria.ranges.items():
        label = str(MEASURE_LABELS[measure][0])
        if measure == "long_words":
            label = gettext("Words of {letters} letters or more").format(letters=criteria.long_word)
        lines.append(gettext("{measure}: {asked}").format(measure=label, asked=_bounds_text(asked)))
    return lines


def _bounds_text(asked: Bounds) -> str:
    least, most = (None if bound is None else f"{bound:g}" for bound in (asked.least, asked.most))
    if least == most:
        return str(least)
    if most is None:
        return gettext("{least} or more").format(least=least)
    if least is None:
        return gettext("{most} at most").format(most=most)
    return gettext("{least} to {most}").format(least=least, most=most)
