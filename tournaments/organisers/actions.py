"""The acts of an organiser's audit log, with those that kinds of play register for their part.

`write_organiser_act` refuses a code that is not registered.
"""

from collections.abc import Iterable
from typing import Final

from django.contrib.auth.models import User
from django.utils.translation import gettext_lazy as _

from tournaments.acts import Action
from tournaments.models import Organiser, OrganiserAct
from tournaments.time import clock

ORGANISER_ACTIONS: Final = (
    Action("organiser_made", _("Created: {name}")),
    Action("organiser_imported", _("Imported from an archive of {saved}")),
    Action("organiser_renamed", _("Renamed: {name}")),
    Action("team_made", _("Team created: {team}")),
    Action("team_changed", _("Team changed: {team}")),
    Action("team_removed", _("Team removed: {team}")),
    Action("user_added", _("{user} is in the team {team}")),
    Action("user_removed", _("{user} is no longer in the team {team}")),
    Action("user_invited", _("Invitation into the team {team}")),
    Action("invitation_removed", _("Invitation into the team {team} revoked")),
    Action("club_invited", _("Invitation of a club into the federation")),
    Action("club_invitation_removed", _("Invitation of a club into the federation revoked")),
    Action("club_joined", _("{club} is a club of {federation}")),
    Action("club_left", _("{club} is no longer a club of {federation}")),
    Action("results_sent", _("{club} sends its results to {federation}")),
    Action("results_kept", _("{club} no longer sends its results to {federation}")),
)
_actions: Final[dict[str, Action]] = {}


def add_actions(actions: Iterable[Action]) -> None:
    """Register acts that a part of the program puts on record in the organiser's log."""
    _actions.update((action.code, action) for action in actions)


add_actions(ORGANISER_ACTIONS)


def write_organiser_act(organiser: Organiser, act: str, *, by: User | None, **params: str) -> None:
    """Write an act into the audit log of an organiser; `by` is None for the operator."""
    assert act in _actions, f"{act} is no act: see tournaments/organisers/actions.py"
    OrganiserAct.objects.create(organiser=organiser, at=clock.now(), by=by, act=act, params=params)


def act_text(act: OrganiserAct) -> str:
    """Return the act as a sentence."""
    return _actions[act.act].sentence(act.params)
