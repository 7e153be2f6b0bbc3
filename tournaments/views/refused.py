"""Messages about refused lines of a form; the form keeps the text as it was typed."""

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.core.engine_messages import message_for
from tournaments.core.errors import LinesRefused

NOBODY_ENTERED = _("Nobody has been entered: correct the lines that are named, and send all of them again.")


def lines_refused(refused: LinesRefused) -> list[str]:
    """Return each wrong line, and why it is wrong."""
    return [f"{line} – {message_for(error)}" for line, error in refused.refused]


def show_refused(form: forms.BaseForm, field: str, refused: LinesRefused) -> None:
    for line in lines_refused(refused):
        form.add_error(field, line)
