"""The values that a column accepts from an archive: exactly as they were written, and valid for the model."""

from collections.abc import Iterator
from typing import Any, Final

from django.core.exceptions import ValidationError
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from duplicate.website.archive.exporter import plain
from tournaments.names.folding import is_visible

UNSEEN: Final = _("an invisible character or a line break in a name.")
# Columns, and parameters of acts, with free text; all other text is names and codes.
_OWN_WORDS: Final = {"reason", "why", "text", "answer", "rules", "settings"}


def value_of(field: "models.Field[Any, Any]", told: Any) -> Any:
    """Return the value of a field that refers to no row.

    Raises:
        ValidationError: the field cannot hold such a value.
    """
    if told is None:
        if field.null:
            return None
        raise ValidationError(_("{field}: empty.").format(field=field.name))
    if field.name not in _OWN_WORDS and not all(map(is_visible, _texts(told))):
        raise ValidationError(UNSEEN)
    if isinstance(field, models.JSONField):
        return told
    try:
        value = field.to_python(told)
    except (TypeError, OverflowError):
        raise _value_violation(field, told) from None
    written = plain(value)
    # No archive writes a value that is read as a different one, such as "07" for 7.
    if written != told or type(written) is not type(told):
        raise _value_violation(field, told)
    if isinstance(field, models.DateTimeField) and timezone.is_naive(value):
        raise _value_violation(field, told)
    if field.choices and value not in dict(field.flatchoices) and (value or not field.blank):
        raise _value_violation(field, told)
    field.run_validators(value)
    return value


def _texts(told: Any) -> Iterator[str]:
    """Yield all texts in a value, at any depth, except free text."""
    if isinstance(told, str):
        yield told
    elif isinstance(told, list):
        for each in told:
            yield from _texts(each)
    elif isinstance(told, dict):
        for name, value in told.items():
            if name not in _OWN_WORDS:
                yield from _texts(value)


def _value_violation(field: "models.Field[Any, Any]", told: object) -> ValidationError:
    shown = str(told)[:40]
    return ValidationError(_("{field}: “{value}” is not valid.").format(field=field.name, value=shown))
