"""Forms for the people at the desk: their role and tables, and how they arbitrate."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.events.staff import JUDGES
from tournaments.models import Arbitrator, Event, Room
from tournaments.people.forms import PlainForm

Role = Arbitrator.Role

ROLE_CHOICES = (
    (Role.ARBITRATOR, _("Arbitrator: runs the rounds, judges the slips")),
    (Role.CHIEF, _("Chief arbitrator: does everything, and has the final say")),
    (Role.HELPER, _("Helper: enters players; does not see racks ahead, tops or slips")),
    (Role.PRINTER, _("Prints: sees players and standings, prints documents")),
    (Role.OBSERVER, _("View only: sees players and standings, changes nothing")),
)
MOST_TABLES = 99_999


class PostForm(PlainForm):
    """A role, and tables if not all: those of one of the event's rooms, or a range."""

    role = forms.ChoiceField(
        label=_("Role"), choices=ROLE_CHOICES, initial=Role.ARBITRATOR, widget=forms.RadioSelect
    )
    room = forms.ModelChoiceField(
        label=_("Room"),
        queryset=Room.objects.none(),
        required=False,
        empty_label=pgettext_lazy("a room", "none"),
    )
    first_table = forms.IntegerField(
        label=_("from table"), min_value=1, max_value=MOST_TABLES, required=False
    )
    last_table = forms.IntegerField(label=_("to table"), min_value=1, max_value=MOST_TABLES, required=False)

    def __init__(self, *args: Any, event: Event | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        rooms = self.fields["room"]
        assert isinstance(rooms, forms.ModelChoiceField)
        if event is not None and event.rooms.exists():
            rooms.queryset = event.rooms.all()
        else:
            del self.fields["room"]

    def clean(self) -> dict[str, Any]:
        """Make `tables` from the two ends: both or neither, and none for who does not judge."""
        data = super().clean() or {}
        first, last = data.get("first_table"), data.get("last_table")
        if self.errors:
            return data
        if (first is None) != (last is None):
            missing = "first_table" if first is None else "last_table"
            self.add_error(missing, ValidationError(_("Enter both tables, or neither for all.")))
        elif first is not None and last is not None and last < first:
            self.add_error("last_table", ValidationError(_("The last table must come after the first.")))
        if data.get("room") and (first, last) != (None, None):
            self.add_error("room", ValidationError(_("Enter a room or a range of tables, not both.")))
        judges = data["role"] in JUDGES
        data["room"] = data.get("room") if judges else None
        data["tables"] = None if not judges or first is None or last is None else range(first, last + 1)
        return data

    @staticmethod
    def values_of(post: Arbitrator) -> dict[str, Any]:
        """Return the form's values for a post as it stands."""
        return {
            "role": post.role,
            "room": post.room_id,
            "first_table": post.first_table,
            "last_table": post.last_table,
        }


class LetInForm(PostForm):
    """A new person at the desk, by the name of their account."""

    user_name = forms.CharField(
        label=_("User name"),
        max_length=150,
        help_text=_("The name that they log in with."),
        widget=forms.TextInput(
            attrs={
                "autocomplete": "off",
                "autocapitalize": "none",
                "spellcheck": "false",
                "list": "colleagues",
            }
        ),
    )
    field_order = ("user_name",)


class ArbitrationForm(PlainForm):
    """The two settings of a game about the people who judge it."""

    double_arbitration = forms.BooleanField(
        label=_("Double arbitration"),
        required=False,
        help_text=_(
            "Every paper slip is keyed by two arbitrators; the chief settles what differs. Changed between rounds."
        ),
    )
    names_hidden = forms.BooleanField(
        label=_("Names hidden"),
        required=False,
        help_text=_(
            "Arbitrators see table numbers only, and so does the room until the game is over; the chief "
            "sees names."
        ),
    )
