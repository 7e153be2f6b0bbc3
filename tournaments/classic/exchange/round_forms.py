"""Forms for the pairings and results of a round: typed, pasted, or uploaded as a spreadsheet."""

import re
from collections.abc import Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.classic.exchange.pasted import read_pairs
from tournaments.classic.rounds.result_lines import Firsts, NamedEntrants, TurnedMatch
from tournaments.errors import RuleViolation
from tournaments.people.forms import PlainForm

MOST_BYTES = 1_000_000


class SpreadsheetField(forms.FileField):
    """A file whose rows come into the form's field of text (`views.desk.pasted`)."""

    def __init__(self, **kwargs: Any) -> None:
        widget = forms.FileInput(attrs={"accept": ".csv,.txt,.xlsx"})
        super().__init__(required=False, widget=widget, help_text=_("CSV or Excel."), **kwargs)


class HandForm(PlainForm):
    """Pairings by hand: one table a line, two players by number or name, the player who goes first before the other;
    one alone is a bye.
    """

    pairs = forms.CharField(
        label=_("Pairings"),
        max_length=40_000,
        widget=forms.Textarea(attrs={"rows": 12, "spellcheck": "false"}),
        help_text=_(
            "A line a table: the number of who goes first, a space, the other's. One number alone is a bye. "
            "Or cells of a spreadsheet, with numbers or names."
        ),
    )
    file = SpreadsheetField(label=_("Or a file"))
    confirmed = forms.BooleanField(label=_("Save them all the same"), required=False)

    def __init__(self, *args: Any, named: NamedEntrants, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.named = named

    def clean_pairs(self) -> list[tuple[int, int | None]]:
        pairs: list[tuple[int, int | None]] = []
        wrong = []
        for line, players in read_pairs(self.cleaned_data["pairs"]):
            try:
                first, second = [self._number(player) for player in players or ("", None)]
            except RuleViolation as error:
                wrong.append(
                    ValidationError(gettext("“{line}”: {problem}").format(line=line[:40], problem=error))
                )
            else:
                if first is not None:
                    pairs.append((first, second))
        if wrong:
            raise ValidationError(wrong)
        return pairs

    def _number(self, written: str | None) -> int | None:
        """Return the number of a player; whether it plays in the round is checked when it is paired."""
        if written is None:
            return None
        if not written:
            raise RuleViolation("not_a_pair", _("not a pairing: write two numbers or names."))
        return (
            int(written)
            if re.fullmatch(r"[0-9]{1,5}", written, re.ASCII)
            else self.named.find(written).number
        )


class PastedResultsForm(PlainForm):
    """Results of a round, many at once.

    `firsts` is asked once for all matches whose line has the player first who was paired second; `asked` has the
    tables that the question was about, as an answer counts for these only.
    """

    lines = forms.CharField(
        label=_("Results"),
        max_length=100_000,
        widget=forms.Textarea(attrs={"rows": 12, "spellcheck": "false"}),
        help_text=_(
            "A line a match: table and both scores (12 412 398), or both players with their scores, by number "
            "(9 412 14 398) or name. Or cells of a spreadsheet."
        ),
    )
    file = SpreadsheetField(label=_("Or a file"))
    firsts = forms.ChoiceField(label=_("Who went first"), widget=forms.RadioSelect, required=False)
    asked = forms.CharField(widget=forms.HiddenInput, max_length=50_000, required=False)

    def __init__(self, posted: QueryDict | None, *, is_chief: bool) -> None:
        super().__init__(posted)
        choices = [("paired", _("Keep the paired order"))]
        if is_chief:
            choices.append(("file", _("The first of each line went first")))
        field = self.fields["firsts"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices

    def firsts_for(self, turned: Sequence[TurnedMatch]) -> Firsts | None:
        """Return the answer to the question about these matches, None if it was not asked about just these."""
        was_asked = self.cleaned_data["asked"] == _tables(turned)
        answer: Firsts | None = self.cleaned_data["firsts"] or None
        return answer if was_asked else None

    def ask(self, turned: Sequence[TurnedMatch]) -> None:
        """Ask about these matches; keeping the paired order is chosen beforehand."""
        assert isinstance(self.data, QueryDict)
        self.data["asked"] = _tables(turned)
        self.data.setdefault("firsts", "paired")


def _tables(turned: Sequence[TurnedMatch]) -> str:
    return " ".join(str(each.table) for each in turned)
