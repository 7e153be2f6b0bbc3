"""The acts of an organiser's audit log."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from tournaments.core.actions import Action
from tournaments.models import OrganiserAct

ACTIONS: Final = {
    action.code: action
    for action in (
        Action("organiser_made", _("Made: {name}")),
        Action("organiser_imported", _("Imported from an archive of {saved}")),
        Action("organiser_renamed", _("Renamed: {name}")),
        Action("team_made", _("Team made: {team}")),
        Action("team_changed", _("Team changed: {team}")),
        Action("team_removed", _("Team removed: {team}")),
        Action("user_added", _("{user} is in the team {team}")),
        Action("user_removed", _("{user} is no longer in the team {team}")),
        Action("user_invited", _("Invitation into the team {team}")),
        Action("invitation_removed", _("Invitation into the team {team} taken back")),
    )
}


def act_text(act: OrganiserAct) -> str:
    """Return the act as a sentence."""
    return ACTIONS[act.act].sentence(act.params)
