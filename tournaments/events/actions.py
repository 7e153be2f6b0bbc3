"""The acts of an event's audit log, with those that kinds of play register for their part of the event.

A new act on an event is one more line here. `events.services.write_act` refuses a code that is not registered.
"""

from collections.abc import Iterable, Mapping
from typing import Final

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.acts import Action
from tournaments.models import EventAct
from tournaments.names import name_visibility


class EntryAction(Action):
    """An act on entries: its sentence has the name if it is one entry, and otherwise how many they are."""

    def sentence(self, params: Mapping[str, object]) -> str:
        """Return the act as its reader may see it."""
        name = params.get("name")
        if name and name_visibility.are_hidden():
            name = gettext("…")
        return str(self.text).format(who=name or params["count"])


# In an event with games these are acts of a game (`duplicate.log.actions`).
DOOR: Final = (
    Action("door_closed", _("Joining closed")),
    Action("door_opened", _("Joining opened")),
    Action("one_address_on", _("Hall set to share one IP address")),
    Action("one_address_off", _("Our hall does not share one IP address")),
)
EVENT_ACTIONS: Final = (
    Action("event_changed", _("Settings changed: {name}")),
    Action("names_restyled", _("Names are written in another way")),
    Action("event_renamed", _("Name or day changed: {name}")),
    Action("standings_hidden", _("Standings hidden")),
    Action("standings_provisional", _("Standings released as provisional")),
    Action("standings_final", _("Standings released as final")),
    Action("standings_changed", _("{game} has changed: the standings are provisional again")),
    Action("games_kept_back", _("Games and sheets are not shown to everybody")),
    Action("tables_drawn", _("Tables drawn, seed {seed}")),
    Action("rooms_set", _("Rooms: {rooms}")),
    Action("tables_by_rank", _("Tables by rank")),
    Action("entries_placed", _("Tables, teams and groups written ({moved} moved)")),
    Action("people_entered", _("Entered from the list of people: {count}")),
    Action("list_entered", _("Entered from the file {file}: {count}")),
    EntryAction("entry_removed", _("Removed from the event: {who}")),
    EntryAction("checked_in", _("Checked in at the desk: {who}")),
    EntryAction("check_in_undone", _("Check-in undone: {who}")),
    EntryAction("entry_paid", _("Has paid: {who}")),
    EntryAction("entry_unpaid", _("Has not paid: {who}")),
    Action("archive_read", _("Imported from an archive of {saved}")),
    Action("event_word_accepted", _("{word} accepted for the games with {lexicon}")),
    Action("event_word_refused", _("{word} refused for the games with {lexicon}")),
    Action("event_word_taken_back", _("{word} no longer accepted or refused for the games with {lexicon}")),
    *DOOR,
    Action("event_prizes_set", _("Prizes set ({count})")),
    Action("absent_left_out", _("Absent players removed: {count}")),
)
_actions: Final[dict[str, Action]] = {}


def add_actions(actions: Iterable[Action]) -> None:
    """Register acts that a part of the program puts on record in the event's log."""
    _actions.update((action.code, action) for action in actions)


add_actions(EVENT_ACTIONS)


def is_action(code: str) -> bool:
    return code in _actions


def act_text(act: EventAct) -> str:
    """Return the act as a sentence."""
    return _actions[act.act].sentence(act.params)
