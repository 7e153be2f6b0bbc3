"""The acts on a simultaneous game, in the audit log of its organiser."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from tournaments.acts import Action
from tournaments.organisers.actions import add_actions

ACTIONS: Final = (
    Action("simultaneous_final", _("“{game}”: standings released as final")),
    Action("simultaneous_provisional", _("“{game}”: standings provisional again")),
    Action("simultaneous_published", _("“{game}”: standings published")),
    Action("simultaneous_hidden", _("“{game}”: standings no longer published")),
    Action("simultaneous_solos", _("“{game}”: solos count across all clubs")),
    Action("simultaneous_no_solos", _("“{game}”: solos do not count")),
)
add_actions(ACTIONS)
