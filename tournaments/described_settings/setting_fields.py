"""Form fields for settings, built from the settings' descriptions (`engine.rules.setting_kinds`).

The kind of a setting decides which values are right; this module only decides how each kind is written in a
form.
"""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from engine.rules.setting_kinds import (
    Countdown,
    DistinctWords,
    Flag,
    Numbers,
    OneLine,
    OneOf,
    Points,
    Setting,
    SettingKind,
    Several,
    Text,
    Whole,
)

# Options this short fit beside their label in a select list, whose options are read when it is opened.
SHORT = 20
ONE_LINE = 100


class SettingField(forms.Field):
    """A form field of a setting; the setting's kind reports wrong values."""

    def __init__(self, setting: Setting, **options: Any) -> None:
        widget, self.parse = _parts_of(setting.kind)
        label, help_text, hint = translate(setting.label), translate(setting.help), _hint(setting.kind)
        if hint:
            help_text = " ".join(filter(None, (help_text, hint)))
        super().__init__(label=label, help_text=help_text, widget=widget, required=False, **options)
        self.setting = setting

    def prepare_value(self, value: Any) -> Any:
        """Return the value as text for the form; text that was typed stays unchanged."""
        if isinstance(value, Mapping):
            return ", ".join(f"{tiles} = {points}" for tiles, points in sorted(value.items()))
        if isinstance(value, tuple | list) and isinstance(self.setting.kind, Numbers):
            return ", ".join(map(str, value))
        if isinstance(value, tuple) and isinstance(self.setting.kind, DistinctWords):
            return " ".join(value)
        return value

    def clean(self, value: Any) -> Any:
        value = self.parse(value)
        problem = self.setting.kind.problem(value)
        if problem and isinstance(self.setting.kind, Several):
            raise ValidationError(_("Each at most once."))
        if problem:
            raise ValidationError(sentence(gettext(problem.text).format(**problem.values)))
        return value


class OrderWidget(forms.MultiWidget):
    """Several options in order: one select list for each place, which needs no script."""

    def __init__(self, options: Mapping[str, str]) -> None:
        labels = {"": "–"} | {value: gettext(label) for value, label in options.items()}
        super().__init__(
            [
                forms.Select(
                    choices=[(value, f"{number}. {label}") for value, label in labels.items()],
                    attrs={"aria-label": gettext("Place {number}").format(number=number)},
                )
                for number in range(1, len(options) + 1)
            ]
        )

    def decompress(self, value: Any) -> list[str]:
        return list(value or ())


def translate(text: Any) -> Any:
    """Return the text of a description in the active language; a lazy one stays lazy, for forms made beforehand."""
    return text if isinstance(text, Promise) or not text else gettext(text)


def sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."


FieldParts = tuple[forms.Widget, Callable[[Any], Any]]


def _parts_of(kind: SettingKind) -> FieldParts:
    """Return the widget for a kind of value, and the function that reads its text; unreadable text stays
    unchanged.
    """
    return _WRITTEN[type(kind)](kind)


def _one_of(kind: OneOf) -> FieldParts:
    choices = [(value, gettext(label)) for value, label in kind.options.items()]
    short = all(len(label) <= SHORT for _value, label in choices)
    widget = forms.Select(choices=choices) if short else forms.RadioSelect(choices=choices)
    return widget, lambda text: text


def _text(kind: Text) -> FieldParts:
    return _text_widget(kind), lambda text: str(text or "").replace("\r\n", "\n")


def _numbers(kind: Numbers) -> FieldParts:
    read = _read_countdown if isinstance(kind, Countdown) else _read_numbers
    return forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}), read


_WRITTEN: dict[type[Any], Callable[[Any], FieldParts]] = {
    Flag: lambda _kind: (forms.CheckboxInput(), bool),
    OneOf: _one_of,
    Several: lambda kind: (OrderWidget(kind.options), lambda places: tuple(filter(None, places))),
    Numbers: _numbers,
    Countdown: _numbers,
    Points: lambda kind: (forms.TextInput(attrs={"autocomplete": "off"}), partial(_read_points, kind)),
    Text: _text,
    OneLine: lambda kind: (
        forms.TextInput(attrs={"maxlength": kind.most, "autocomplete": "off"}),
        _read_line,
    ),
    DistinctWords: lambda _kind: (forms.Textarea(attrs={"rows": 3, "autocomplete": "off"}), _read_words),
    Whole: lambda kind: (forms.NumberInput(attrs={"min": kind.least, "max": kind.most}), _read_number),
}


def _text_widget(kind: Text) -> forms.Widget:
    if kind.most > ONE_LINE:
        return forms.Textarea(attrs={"rows": 5, "spellcheck": "false", "maxlength": kind.most})
    return forms.TextInput(attrs={"maxlength": kind.most})


def _hint(kind: SettingKind) -> str:
    if isinstance(kind, Countdown):
        return gettext("Such as 60, 30, 5; empty for no call.")
    if isinstance(kind, DistinctWords):
        return gettext("Words with spaces or commas between them.")
    if isinstance(kind, Points):
        return gettext("Tiles = points, such as 7 = 50, 8 = 75.")
    return ""


def _read_number(text: object) -> object:
    """Return the number, None for empty text, or the text itself if it is no number."""
    written = str("" if text is None else text).strip()
    if not written:
        return None
    return int(written) if written.isascii() and written.lstrip("-").isdigit() and len(written) < 10 else text


def _read_numbers(text: object) -> tuple[Any, ...]:
    """Return what is written with commas or blanks between: numbers, and what is none as it is."""
    return tuple(_read_number(part) for part in str(text or "").replace(",", " ").split())


def _read_countdown(text: object) -> object:
    """Return seconds that are written in any order, each once, the most first."""
    numbers = _read_numbers(text)
    if all(isinstance(number, int) for number in numbers):
        return tuple(sorted(set(numbers), reverse=True))
    return text


def _read_line(text: object) -> str:
    return str(text or "").strip()


def _read_words(text: object) -> tuple[str, ...]:
    """Return the words in capitals without duplicates."""
    return tuple(dict.fromkeys(str(text or "").replace(",", " ").upper().split()))


def _read_points(kind: Points, text: object) -> object:
    """Return pairs such as "7 = 50" with commas between them."""
    pairs = [part.partition("=") for part in str(text or "").split(",") if part.strip()]
    return kind.read({tiles.strip(): _read_number(points) for tiles, _is, points in pairs})
