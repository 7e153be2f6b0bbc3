"""The form field with the rating systems, which divisions and the files of other programs share."""

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.classic.rating import system_choices


class RatingSystemField(forms.ChoiceField):
    """The system by which new ratings are calculated."""

    def __init__(self) -> None:
        super().__init__(
            label=_("Rating system"),
            choices=system_choices,
            initial="elo",
            help_text=_(
                "How new ratings are calculated; the ratings page explains it. ABSP publishes no weights of older "
                "games: here they are a guess."
            ),
        )
