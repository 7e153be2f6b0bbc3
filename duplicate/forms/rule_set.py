"""The form of a rule set, made from its settings: a field for each (`tournaments.described_settings.setting_fields`).

The rule set itself checks the values (`engine.rules`).
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from datetime import datetime
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from duplicate.games.rules.services import NAME_LENGTH
from engine.errors import RuleSetError
from engine.rules import (
    RuleSet,
    all_settings,
    group_labels,
)
from engine.rules.toml import MOST_TEXT
from tournaments.described_settings.setting_fields import SettingField, sentence
from tournaments.described_settings.setting_words import value_in_words
from tournaments.http.file_fields import SmallFileField
from tournaments.people.forms import PlainForm
from tournaments.processes.own_process import in_own_process
from tournaments.wording.engine_messages import message_for, rule_problem


class RulesForm(PlainForm):
    """Every setting, with its value in `base` if that differs. Valid only as a whole."""

    name = forms.CharField(label=_("Name"), max_length=NAME_LENGTH)
    seen = forms.CharField(widget=forms.HiddenInput, required=False)

    def __init__(self, *args: Any, rules: RuleSet, base: RuleSet, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.base = base
        self.rules = rules
        self.fields["name"].initial = rules.name
        for path, setting in all_settings():
            self.fields[path] = SettingField(setting, initial=rules.value(path))

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if not self.errors:
            try:
                self.rules = _rule_set(data)
            except RuleSetError as error:
                for one in (error, *error.others):
                    self.add_error(str(one.params["setting"]), sentence(rule_problem(one.params)))
        return data

    def clean_seen(self) -> datetime | None:
        try:
            return datetime.fromisoformat(self.cleaned_data["seen"])
        except ValueError:
            return None

    def show_as_seen(self, changed_at: datetime) -> None:
        """Show the form again after somebody else changed the rules: the user sees the change and may
        overwrite it.
        """
        self.data = {**dict(self.data.items()), "seen": changed_at.isoformat()}

    def groups(self) -> Iterator["RuleGroup"]:
        """Return the settings by group, for the page."""
        for name, label in group_labels().items():
            paths = [path for path, _setting in all_settings() if path.startswith(f"{name}.")]
            yield RuleGroup(name, gettext(label), tuple(self._line(path) for path in paths))

    def _line(self, path: str) -> "FieldLine":
        field = self.fields[path]
        assert isinstance(field, SettingField)
        now = self[path].value() if self.is_bound else self.rules.value(path)
        other = field.parse(now) != self.base.value(path) if self.is_bound else now != self.base.value(path)
        return FieldLine(self[path], value_in_words(field.setting, self.base.value(path)) if other else "")


@dataclass(frozen=True, slots=True)
class FieldLine:
    """A setting on the page; `base` is its value in the rule set compared with, empty if they agree."""

    field: forms.BoundField
    base: str


@dataclass(frozen=True, slots=True)
class RuleGroup:
    name: str
    label: str
    lines: tuple[FieldLine, ...]

    @property
    def errors(self) -> int:
        return sum(bool(line.field.errors) for line in self.lines)


class ImportRulesForm(PlainForm):
    """A rule set as text, pasted or as a file."""

    text = forms.CharField(
        label=_("Text"),
        max_length=MOST_TEXT,
        required=False,
        widget=forms.Textarea(attrs={"rows": 14, "spellcheck": "false", "class": "rules-text"}),
        help_text=_("Missing settings are taken from the rule set in “based_on”, or from the classic one."),
    )
    file = SmallFileField(
        most=MOST_TEXT,
        too_large=_("This file is too large for a rule set."),
        label=_("Or a file"),
        required=False,
        help_text=_("For example, one downloaded here."),
    )
    name = forms.CharField(
        label=_("Name"),
        max_length=NAME_LENGTH,
        required=False,
        help_text=_("Empty to use the name in the text."),
    )

    def clean_file(self) -> str:
        """Return the text of the file, and put it into the text field, so that the user can correct it there."""
        file = self.cleaned_data["file"]
        if file is None:
            return ""
        try:
            text = str(file.read(), "utf-8-sig")
        except UnicodeDecodeError as error:
            raise ValidationError(_("This file is not UTF-8 text.")) from error
        self.data = {**dict(self.data.items()), "text": text}
        return text

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        text = data.get("file") or data.get("text") or ""
        if self.errors:
            return data
        if not text.strip():
            self.add_error("text", _("Paste a rule set, or choose a file."))
            return data
        try:
            data["rules"] = in_own_process()(RuleSet.from_toml)(text.replace("\r\n", "\n"))
        except RuleSetError as error:
            for one in (error, *error.others):
                self.add_error("text", message_for(one))
        return data


def _rule_set(data: Mapping[str, Any]) -> RuleSet:
    groups = {
        item.name: item.type(**{part.name: data[f"{item.name}.{part.name}"] for part in fields(item.type)})  # type: ignore[operator, arg-type] # the groups are dataclasses
        for item in fields(RuleSet)
        if item.name != "name"
    }
    return RuleSet(name=data["name"], **groups)
