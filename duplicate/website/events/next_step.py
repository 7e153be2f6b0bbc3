"""What comes next in an event: pure, from plain facts."""

from collections.abc import Sequence

from django.db import models
from django.utils.translation import gettext_lazy as _


class EventStep(models.TextChoices):
    """The steps of an event, in their order."""

    ENTER = "enter", _("Enter the players")
    CHECK_IN = "check_in", _("Check them in")
    PLAY = "play", _("Play")
    RELEASE = "release", _("Release the standings")
    PRINT = "print", _("Print")


def find_next_step(
    *, over: Sequence[bool], entries: int, expected: int, begun: bool, is_final: bool
) -> EventStep | None:
    """Return the step that comes next; None while there is nothing to play.

    `over` says of each game and division whether it is over, `begun` whether one of them has begun. Of so many
    `entries` some are `expected`, and `is_final` says that the standings are released as final.
    """
    if not over:
        return None
    if all(over):
        return EventStep.PRINT if is_final else EventStep.RELEASE
    if begun:
        return EventStep.PLAY
    if not entries:
        return EventStep.ENTER
    return EventStep.CHECK_IN if expected else EventStep.PLAY
