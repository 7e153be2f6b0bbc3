"""Form for a new table: a field for each setting of the way to play."""

from collections.abc import Iterator, Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from engine.errors import RuleSetError
from engine.modes import Mode
from engine.modes.bingo.mode import BINGO
from engine.modes.solitaire.mode import SOLITAIRE
from engine.rules.game_settings import read_settings, settings_data
from engine.rules.setting_kinds import Setting, settings_in
from tournaments.club_tables.models import ClubTable
from tournaments.club_tables.variants import CLASSIC
from tournaments.described_settings.setting_fields import SettingField, sentence
from tournaments.lexicons.fields import LexiconField
from tournaments.people.forms import PlainForm
from tournaments.wording.engine_messages import rule_problem

# Settings of the variants of the classic game.
VARIANTS = {name for way in CLASSIC for name in way.settings if way.rule.startswith("V")}
# Up to this many settings need not be folded.
FEW = 6


class BingoCardsForm(PlainForm):
    """The choice of bingo cards to print."""

    number = forms.IntegerField(label=_("Cards"), min_value=1, max_value=BINGO.most, initial=BINGO.most // 5)
    words = forms.ChoiceField(
        label=_("Words"),
        choices=[("random", _("picked at random")), ("", _("to be filled in"))],
        required=False,
        initial="random",
    )


class TableForm(PlainForm):
    """A table for one way to play. The defaults can be sent; settings are checked together.

    `chosen` has initial values.
    """

    lexicon = LexiconField(
        label=_("Lexicon"),
        to_field_name="name",
        empty_label=None,
        help_text=_("The tiles are those of its language."),
    )
    way = forms.ChoiceField(label=_("Played on"), widget=forms.RadioSelect)

    def __init__(
        self, *args: Any, mode: Mode, chosen: Mapping[str, Any] | None = None, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.mode = mode
        self.chosen = chosen or {}
        way = self.fields["way"]
        assert isinstance(way, forms.ChoiceField)
        way.choices = [choice for choice in ClubTable.Way.choices if choice[0] in mode.ways]
        way.initial = mode.ways[0]
        usual = mode.settings()
        for name, setting in self.settings():
            self.fields[name] = SettingField(setting, initial=self.chosen.get(name, getattr(usual, name)))
        if mode is SOLITAIRE:
            self.fields["record"].widget.attrs["list"] = "own-records"

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if not self.errors:
            values = {name: data[name] for name, _setting in self.settings() if data[name] is not None}
            try:
                data["settings"] = settings_data(read_settings(self.mode.settings, values))
            except RuleSetError as error:
                for one in (error, *error.others):
                    self.add_error(str(one.params["setting"]), sentence(rule_problem(one.params)))
        return data

    def settings(self) -> Iterator[tuple[str, Setting]]:
        """Return the settings of the way to play that matter at a table, in its order."""
        for name, setting in settings_in(self.mode.settings):
            if name not in self.mode.says_nothing:
                yield name, setting

    def groups(self) -> Iterator[tuple[str, list[forms.BoundField], bool]]:
        """Return the groups of fields on the page: name, fields, and whether they are shown unfolded."""
        names = [name for name, _setting in self.settings()]
        variants = [name for name in names if name in VARIANTS]
        usual = [name for name in names if name not in VARIANTS]
        if variants:
            yield gettext("Variants"), [self[name] for name in variants], bool(self.chosen or self.errors)
        if usual:
            few = len(usual) <= FEW
            yield gettext("What is agreed"), [self[name] for name in usual], few or bool(self.errors)
