"""Settings that are columns of a table: the column describes a setting once, as `engine.rules.setting_kinds` does.

`setting` adds the description to a column of a model. Forms, the log, archives, the API and documents go over
`settings_in`: a further setting is a further column, at its place in the form. Label and help are
not of the database: no migration follows when they change.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, TypeVar, cast

from django import forms
from django.core.exceptions import ValidationError
from django.db import models
from django.utils.functional import Promise
from django.utils.translation import gettext, pgettext

from engine.rules.setting_kinds import Flag, OneLine, OneOf, Setting, SettingKind, Whole
from tournaments.described_settings.setting_fields import SettingField, sentence
from tournaments.described_settings.setting_words import value_in_words

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

    C = TypeVar("C", bound=models.Field[Any, Any])
    Text = _StrPromise | str
# A setting's name, its value before and its value since, as JSON has them.
Change = Sequence[Any]
NO_CHOICE: Final = ("", "–")


def setting(
    column: "C",
    label: "Text",
    help_text: "Text" = "",
    kind: SettingKind | None = None,
    *,
    group: Promise | None = None,
    late: bool = False,
) -> "C":
    """Describe the setting in a column of a model, and return the column. Its help is the column's own, unless given.

    `kind` has the limits of numbers; that of other columns follows from the column. `group` is the title of the group
    in the form that begins with the setting; others belong to the group before. The database knows the default of one
    that came `late`: programs of a release before write rows without it.
    """
    column.verbose_name = label
    column.setting = (group, help_text, kind)  # type: ignore[attr-defined] # read in this module alone
    if late:
        column.db_default = column.default
    return column


def flag(
    label: "Text", help_text: "Text" = "", *, default: bool = False, **more: Any
) -> "models.BooleanField[bool, bool]":
    """Return the column of a setting that is on or off."""
    return setting(models.BooleanField(default=default), label, help_text, **more)


def whole(
    default: int, limits: tuple[int, int], label: "Text", help_text: "Text" = "", **more: Any
) -> "models.PositiveSmallIntegerField[int, int]":
    """Return the column of a setting that is a number within these limits."""
    column = models.PositiveSmallIntegerField(default=default)
    return setting(column, label, help_text, Whole(*limits), **more)


def choice(
    default: models.TextChoices, length: int, label: "Text", help_text: "Text" = "", **more: Any
) -> "models.CharField[str, str]":
    """Return the column of a setting that is one of the choices of the default."""
    column = models.CharField(max_length=length, choices=type(default).choices, default=default)
    return setting(column, label, help_text, **more)


def described(column: Any) -> Setting:
    """Return the description of the setting in a column."""
    _group, help_text, kind = column.setting
    return Setting(column.verbose_name, help_text or column.help_text, kind or _kind_of(column))


def columns_in(model: type[models.Model]) -> Iterator[Any]:
    """Yield the columns of a model that are settings, in their order."""
    columns = model._meta.concrete_fields  # noqa: SLF001 - Django's documented way to a model's fields
    return (column for column in columns if hasattr(column, "setting"))


def settings_in(model: type[models.Model]) -> dict[str, Setting]:
    """Return the description of each setting of a model by its name."""
    return {column.name: described(column) for column in columns_in(model)}


def names_by_group(model: type[models.Model]) -> dict[Promise, list[str]]:
    """Return the names of the settings by the titles of their groups."""
    groups: dict[Promise, list[str]] = {}
    names: list[str] = []
    for column in columns_in(model):
        if begins := column.setting[0]:
            names = groups[begins] = []
        names.append(column.name)
    return groups


def defaults_of(model: type[models.Model]) -> dict[str, Any]:
    """Return the value of each setting that nobody has set, of those that may be left unset."""
    return {
        column.name: column.get_default()
        for column in columns_in(model)
        if column.has_default() or column.null or column.blank
    }


def setting_field(column: Any, **options: Any) -> forms.Field | None:
    """Return the form field of a setting; None for one that refers to a row: the form declares its field."""
    setting_ = described(column)
    if isinstance(column, models.ForeignKey):
        return None
    if isinstance(column, models.JSONField):
        return SettingField(setting_, initial=column.get_default)
    if isinstance(setting_.kind, Whole):
        kind = setting_.kind
        limits = {"min_value": kind.least, "max_value": kind.most, "required": not kind.optional}
        options = limits | options
    if column.choices is not None:
        options["choices"] = column.get_choices(include_blank=column.blank, blank_choice=[NO_CHOICE])
    return cast("forms.Field", column.formfield(help_text=setting_.help, **options))


def setting_field_of(model: type[models.Model], name: str, **options: Any) -> Any:
    """Return the form field of the setting with this name, for a form about other things as well."""
    column = model._meta.get_field(name)  # noqa: SLF001 - Django's documented way to a model's fields
    return setting_field(column, **options)


def check_settings(row: models.Model) -> None:
    """Check that each setting of a row has a value of its kind.

    Raises:
        ValidationError: one has not; it is named.
    """
    for column in columns_in(type(row)):
        kind = described(column).kind
        problem = None if column.is_relation else kind.problem(kind.read(getattr(row, column.name)))
        if problem:
            raise ValidationError({column.name: sentence(gettext(problem.text).format(**problem.values))})


def settings_data(row: models.Model) -> dict[str, Any]:
    """Return the settings of a row as JSON has them, by their names; a row that one refers to by its name."""
    return {column.name: _plain(getattr(row, column.name)) for column in columns_in(type(row))}


def settings_read(row: models.Model, names: Iterable[str]) -> dict[str, Any]:
    """Return some settings of a row as values that nobody changes."""
    known = settings_in(type(row))
    return {name: known[name].kind.read(getattr(row, name)) for name in names}


def copy_settings(given: models.Model, row: models.Model) -> list[Change]:
    """Set the settings of a row to those of a given one of the same model; return what has changed."""
    names = [column.name for column in columns_in(type(row))]
    pairs = [(name, _plain(getattr(row, name, None)), _plain(getattr(given, name))) for name in names]
    for name in names:
        setattr(row, name, getattr(given, name))
    return [change for change in pairs if change[1] != change[2]]


def tell_changes(sentence_: str, model: type[models.Model], params: Mapping[str, Any]) -> str:
    """Return the sentence of an act with the changes of settings that its row has as `changes`, if it has any."""
    known = settings_in(model)
    told = gettext("{setting} from {before} to {after}")
    changes = pgettext("between the parts of a list", "; ").join(
        told.format(
            setting=known[name].label if name in known else name,
            before=_in_words(known.get(name), before),
            after=_in_words(known.get(name), after),
        )
        for name, before, after in params.get("changes", ())
    )
    with_changes = gettext("{sentence}: {changes}")
    return with_changes.format(sentence=sentence_, changes=changes) if changes else sentence_


def _in_words(setting_: Setting | None, value: Any) -> str:
    """Return a value of the log in words; one that the setting no longer has as it is stored."""
    if value is None or value in ("", []):
        return pgettext("a setting without a value", "none")
    if setting_ is None or setting_.kind.problem(setting_.kind.read(value)):
        return str(value)
    return value_in_words(setting_, setting_.kind.read(value))


def _plain(value: Any) -> Any:
    if isinstance(value, models.Model):
        return str(value)
    return list(value) if isinstance(value, tuple) else value


def _kind_of(column: Any) -> SettingKind:
    if isinstance(column, models.BooleanField):
        return Flag()
    if column.choices is not None:
        return OneOf({**({"": NO_CHOICE[1]} if column.blank else {}), **dict(column.flatchoices)})
    return OneLine(column.max_length or 80)
