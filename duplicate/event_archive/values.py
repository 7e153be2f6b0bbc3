"""What a column may hold, as an archive tells it: exactly as it was written, and what the model allows."""

from typing import Any

from django.core.exceptions import ValidationError
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from duplicate.event_archive.writing import plain


def value_of(field: "models.Field[Any, Any]", told: Any) -> Any:
    """The value of a field that refers to no row.

    Raises:
        ValidationError: it can hold no such value.
    """
    if told is None:
        if field.null:
            return None
        raise ValidationError(_("{field}: this is empty.").format(field=field.name))
    if isinstance(field, models.JSONField):
        return told
    try:
        value = field.to_python(told)
    except (TypeError, OverflowError):
        raise _no_such(field, told) from None
    written = plain(value)
    # What is read as something else than it says, such as "07" for 7, was not written by an archive.
    if written != told or type(written) is not type(told):
        raise _no_such(field, told)
    if isinstance(field, models.DateTimeField) and timezone.is_naive(value):
        raise _no_such(field, told)
    if field.choices and value not in dict(field.flatchoices) and (value or not field.blank):
        raise _no_such(field, told)
    field.run_validators(value)
    return value


def _no_such(field: "models.Field[Any, Any]", told: object) -> ValidationError:
    shown = str(told)[:40]
    return ValidationError(_("{field}: “{value}” cannot be.").format(field=field.name, value=shown))
