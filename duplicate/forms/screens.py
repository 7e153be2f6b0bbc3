"""The form for the big screens, checked for form only."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from duplicate.models import Game
from duplicate.models.screens import OnScreens
from duplicate.rounds.screens import LONGEST_BREAK
from tournaments.models import Room
from tournaments.people.forms import PlainForm


class ScreensForm(PlainForm):
    """One of the modes, on all screens or on those of a room; for a break, its length."""

    mode = forms.ChoiceField(choices=OnScreens.Mode.choices)
    room = forms.ModelChoiceField(Room.objects.none(), required=False)
    minutes = forms.IntegerField(
        label=_("Minutes"), min_value=1, max_value=LONGEST_BREAK, required=False, initial=15
    )

    def __init__(self, data: Any, game: Game) -> None:
        super().__init__(data, auto_id="screens-%s")
        rooms = self.fields["room"]
        assert isinstance(rooms, forms.ModelChoiceField)
        rooms.queryset = game.event.rooms.all()
