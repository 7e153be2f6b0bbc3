"""The door of an event: how phones join its games, and the hall's address.

Both belong to the event: any of its desks sets them, and joining one game is joining all.
"""

from django.contrib.auth.models import User
from django.db import transaction

from duplicate.acts.locks import lock_game
from duplicate.log import audit_log
from duplicate.models import AuditLogEntry, Game
from tournaments.events.door import SETS, apply_act
from tournaments.events.staff import check_may_judge
from tournaments.locks import lock_events


@transaction.atomic
def set_at_door(*, game: Game, act: str, by: User, undoes: AuditLogEntry | None = None) -> bool:
    """Do one of the acts of `SETS`; return whether it changed anything."""
    game = lock_game(game)
    check_may_judge(game.event, by)
    (event,) = lock_events([game.event_id])
    if not apply_act(event, act):
        return False
    audit_log.write(game, act, by=by, undoes=undoes)
    return True


def opposite_of(act: str) -> str:
    field, value = SETS[act]
    return next(each for each, set_to in SETS.items() if set_to == (field, not value))
