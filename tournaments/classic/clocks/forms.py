"""Forms for times of a clock as the director writes them."""

import re
from collections.abc import Mapping
from typing import Any, Self

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from tournaments.classic.models.clocks import REASON_LENGTH
from tournaments.classic.rules.match_clock import MINUTE_MS
from tournaments.people.forms import PlainForm

# Minutes and seconds; a negative time is overtime. A minus may be typed as a hyphen.
WRITTEN = re.compile(r"([-−])?\s*([0-9]{1,4}):([0-5][0-9])")


# The fields that a director types.
TYPED = ("first", "second", "reason")


class TimeField(forms.CharField):
    """A time in milliseconds."""

    def clean(self, value: Any) -> int:
        text = str(super().clean(value))
        found = WRITTEN.fullmatch(text.strip())
        if found is None:
            raise ValidationError(_("Enter minutes and seconds, such as 24:30, or -1:05 for overtime."))
        milliseconds = int(found[2]) * MINUTE_MS + int(found[3]) * 1000
        return -milliseconds if found[1] else milliseconds


class TimeCorrectionForm(PlainForm):
    """The time that each player has left, and why it is corrected; `seen` is the version of the clock on the
    page. An act on the clock takes with it what was typed and is not stored yet.
    """

    first = TimeField(max_length=12, show_hidden_initial=True)
    second = TimeField(max_length=12, show_hidden_initial=True)
    reason = forms.CharField(label=_("Why"), max_length=REASON_LENGTH, show_hidden_initial=True)
    seen = forms.IntegerField(widget=forms.HiddenInput)

    @classmethod
    def with_typed(cls, shown: Mapping[str, object], typed: Mapping[str, str]) -> Self:
        """Return a form of the clock as it is `shown`, with what was typed.

        Its hidden initials stay those of the clock: what was typed differs from them at the next act too.
        """
        form = cls(initial={**shown, **typed})
        form.data = QueryDict(mutable=True)
        form.data.update({form.add_initial_prefix(name): str(shown.get(name, "")) for name in TYPED})
        return form

    @property
    def typed(self) -> dict[str, str]:
        """Return the fields that differ from the page as it was shown."""
        return {
            name: str(self.data[name]) for name in TYPED if name in self.data and name in self.changed_data
        }
