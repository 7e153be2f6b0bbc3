"""Messages to the desk about lines of a form that were refused, and about names that look like others.

A form keeps refused lines as they were typed.
"""

from django import forms
from django.contrib import messages
from django.db.models import Max
from django.http import HttpRequest
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.errors import LinesRefused
from tournaments.models import Event
from tournaments.people.look_alikes import LookAlikeMark, marks_of
from tournaments.wording.engine_messages import message_for

NOBODY_ENTERED = _("Nobody was entered: correct these lines and send them all again.")
MOST_WARNINGS = 5


def lines_refused(refused: LinesRefused) -> list[str]:
    """Return each wrong line, and why it is wrong."""
    return [f"{line} – {message_for(error)}" for line, error in refused.refused]


def show_refused(form: forms.BaseForm, field: str, refused: LinesRefused) -> None:
    for line in lines_refused(refused):
        form.add_error(field, line)


def last_entry(event: Event) -> int:
    """Return the key of the last entry, which separates it from later ones."""
    return event.entries.aggregate(last=Max("pk"))["last"] or 0


def warn_of_looks(request: HttpRequest, event: Event, after: int) -> None:
    """Add a message for each new name that looks like another one; `after` is the earlier value of
    `last_entry`.
    """
    marks = [mark for key, marks in marks_of(event).items() if key > after for mark in marks]
    for mark in marks[:MOST_WARNINGS]:
        messages.warning(request, _words(mark))
    if len(marks) > MOST_WARNINGS:
        more = gettext("More names look like others: the list of players has them all.")
        messages.warning(request, more)


def _words(mark: LookAlikeMark) -> str:
    values = {"name": mark.person.name, "table": mark.person.table}
    if not mark.others:
        return gettext("%(name)s (table %(table)s) is written with letters of two alphabets.") % values
    values |= {"other": mark.others[0].name, "other_table": mark.others[0].table}
    return gettext("%(name)s (table %(table)s) looks like %(other)s (table %(other_table)s).") % values
