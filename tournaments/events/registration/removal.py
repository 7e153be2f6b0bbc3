"""Removing an entry from an event, and its person from the list of people if nothing else refers to them.

Entries with slips, results or a division stay: their rows refer to the entry.
"""

from django.contrib.auth.models import User
from django.db.models import ProtectedError, Q, RestrictedError
from django.dispatch import Signal
from django.utils.translation import gettext_lazy as _

from tournaments.errors import RuleViolation
from tournaments.events.services import write_act
from tournaments.models import Entry, Player, organiser_in_scope
from tournaments.organisers.rights import Right, has_right
from tournaments.people.services import remove_unused_players

# Sent with `event` in the transaction that removed one of its entries; its games were locked before.
entry_removed = Signal()


def may_leave_list(entry: Entry, by: User) -> bool:
    """Tell whether the person of an entry may be removed from the list of people with it: they are in nothing
    else, and the user may change the list.
    """
    if entry.partner_id is not None:
        return False
    others = Entry.objects.exclude(pk=entry.pk).filter(Q(player=entry.player_id) | Q(partner=entry.player_id))
    copies = Player.objects.filter(federation_player=entry.player_id)
    return (
        not others.exists()
        and not copies.exists()
        and has_right(by, organiser_in_scope(), Right.ENTER_PEOPLE)
    )


def remove_entry(*, entry: Entry, by: User, from_list: bool = False) -> None:
    """Remove an entry; its games, event and division are locked. `from_list` removes its person, too.

    Raises:
        RuleViolation: slips or results refer to the entry, or something else refers to its person.
    """
    if from_list and not may_leave_list(entry, by):
        raise RuleViolation(
            "person_in_use",
            _("{name} stays in the list of people, as other data refer to this person."),
            name=entry.name,
        )
    name, event, player = entry.full_name, entry.event, entry.player_id
    try:
        entry.delete()
    except (ProtectedError, RestrictedError) as error:
        raise RuleViolation(
            "entry_in_use",
            _("{name} has slips or results in the event and cannot be removed."),
            name=entry.name,
        ) from error
    if from_list:
        remove_unused_players([player])
    write_act(event, "entry_removed", by=by, name=name)
    entry_removed.send(Entry, event=event)
