"""Forms for times of a clock as the director writes them."""

import re
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from tournaments.classic.models.clocks import REASON_LENGTH
from tournaments.classic.rules.match_clock import MINUTE_MS
from tournaments.people.forms import PlainForm

# Minutes and seconds; a negative time is overtime. A minus may be typed as a hyphen.
WRITTEN = re.compile(r"([-−])?\s*([0-9]{1,4}):([0-5][0-9])")


class TimeField(forms.CharField):
    """A time in milliseconds."""

    def clean(self, value: Any) -> int:
        text = str(super().clean(value))
        found = WRITTEN.fullmatch(text.strip())
        if found is None:
            raise ValidationError(_("Write minutes and seconds, such as 24:30, or -1:05 for overtime."))
        milliseconds = int(found[2]) * MINUTE_MS + int(found[3]) * 1000
        return -milliseconds if found[1] else milliseconds


class TimeCorrectionForm(PlainForm):
    """The time that each player has left, and why it is corrected; `seen` is the version of the clock on the
    page.
    """

    first = TimeField(max_length=12)
    second = TimeField(max_length=12)
    reason = forms.CharField(label=_("Why"), max_length=REASON_LENGTH)
    seen = forms.IntegerField(widget=forms.HiddenInput)
