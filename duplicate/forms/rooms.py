"""Forms for the rooms of an event, and for the late slips of a room."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from duplicate.forms.staff import MOST_TABLES
from tournaments.events.rooms import RoomPlan, plan_of
from tournaments.models import Event, Room
from tournaments.people.forms import PlainForm

NEW_ROOMS = 3
WRITTEN = ("name", "first_table", "last_table")


class RoomForm(PlainForm):
    """One room; left empty, there is none."""

    name = forms.CharField(label=_("Name"), max_length=40, required=False)
    first_table = forms.IntegerField(
        label=_("from table"), min_value=1, max_value=MOST_TABLES, required=False
    )
    last_table = forms.IntegerField(label=_("to table"), min_value=1, max_value=MOST_TABLES, required=False)

    was = forms.CharField(max_length=80, required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, room: Room | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.room = room

    def clean(self) -> dict[str, Any]:
        """Check that all of a room is filled in, or nothing."""
        data = super().clean() or {}
        if self.errors:
            return data
        for name in WRITTEN:
            if any(data.get(each) for each in WRITTEN) and not data.get(name):
                self.add_error(name, ValidationError(_("Enter a name and both tables, or leave all empty.")))
        return data

    def plan(self) -> RoomPlan | None:
        """Return the room as it was typed, if it was."""
        data = self.cleaned_data
        if not data["name"]:
            return None
        tables = range(data["first_table"], data["last_table"] + 1)
        return RoomPlan(data["name"], tables, self.room.pk if self.room else None)

    def seen(self) -> RoomPlan:
        """Return the room as the page showed it."""
        assert self.room is not None
        first, _blank, rest = self.cleaned_data.get("was", "").partition(" ")
        last, _blank, name = rest.partition(" ")
        if not (first.isdecimal() and last.isdecimal()):
            return plan_of(self.room)
        return RoomPlan(name, range(int(first), int(last) + 1), self.room.pk)


def room_forms(event: Event, data: Any = None) -> list[RoomForm]:
    """Return a form for each existing or submitted room, and some for new ones."""
    there = [
        RoomForm(
            data,
            prefix=f"room-{room.pk}",
            room=room,
            initial={
                "name": room.name,
                "first_table": room.first_table,
                "last_table": room.last_table,
                "was": f"{room.first_table} {room.last_table} {room.name}",
            },
        )
        for room in event.rooms.all()
        if data is None or f"room-{room.pk}-name" in data
    ]
    return there + [RoomForm(data, prefix=f"new-{number}") for number in range(NEW_ROOMS)]


def read_seen_rooms(forms: Iterable[RoomForm]) -> list[RoomPlan]:
    """Return the rooms as the page showed them, or as they are now if the page does not say."""
    return [form.seen() for form in forms if form.room]


def plans_of(forms: Iterable[RoomForm]) -> list[RoomPlan]:
    """Return the rooms of valid forms."""
    return [plan for form in forms if (plan := form.plan()) is not None]


class LineCutForm(PlainForm):
    """The reason why late slips of a room count: in which round, and at which table if not at all."""

    number = forms.IntegerField(min_value=1, max_value=999, required=False, widget=forms.HiddenInput)
    reason = forms.CharField(label=_("Reason"), max_length=200, required=False)
    table = forms.IntegerField(
        label=_("Table"),
        min_value=1,
        max_value=MOST_TABLES,
        required=False,
        help_text=_("Empty for all."),
    )
