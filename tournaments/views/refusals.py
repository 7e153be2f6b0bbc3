"""Refusals of use cases, shown to the user who asked: as a message of the next page, or in the form."""

from collections.abc import Callable, Mapping

from django.contrib import messages
from django.forms import BaseForm
from django.http import HttpRequest

from engine.errors import EngineError
from tournaments.errors import RuleViolation
from tournaments.wording.engine_messages import message_for

Refusal = RuleViolation | EngineError


class Refusals:
    """A block that ends when a use case refuses; the view goes on after it."""

    def __init__(self, show: Callable[[Refusal], None]) -> None:
        self._show = show

    def __enter__(self) -> None:
        """Begin the block."""

    def __exit__(self, _kind: object, error: BaseException | None, _trace: object) -> bool:
        if isinstance(error, Refusal):
            self._show(error)
            return True
        return False


def refusals_told(request: HttpRequest) -> Refusals:
    """Tell a refusal of the block as a message."""
    return Refusals(lambda error: messages.error(request, message_for(error)))


def refusals_in(
    form: BaseForm, field: str | None = None, *, fields: Mapping[str, str] | None = None
) -> Refusals:
    """Show a refusal of the block in the form, at the field, or at the one that `fields` has for its code."""
    return Refusals(lambda error: form.add_error((fields or {}).get(error.code, field), message_for(error)))
