"""Remote control of the big screens: their content is stored with the game, and sent in its frame.

Invariant: a new rack switches every screen back to the game, or to the large board where that is set: the
hall needs the clock then.
"""

from datetime import timedelta

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext_lazy as _

from duplicate.acts.locks import lock_game
from duplicate.acts.publish import publish
from duplicate.log import audit_log
from duplicate.models import Game, Round
from duplicate.models.screens import OnScreens
from tournaments.errors import RuleViolation
from tournaments.events.staff import check_may_judge
from tournaments.models import Room
from tournaments.time import clock

Mode = OnScreens.Mode
LONGEST_BREAK = 240
# Settings that a new rack leaves: the large board, and a room that follows the game beside it.
LASTING = (Mode.BOARD, Mode.AUTOMATIC)


@transaction.atomic
def show_on_screens(
    *, game: Game, mode: OnScreens.Mode, by: User, room: Room | None = None, minutes: int | None = None
) -> None:
    """Show something on all big screens of the game, or on those of one room. `minutes` is the length of a
    break, if known.

    Raises:
        RuleViolation: `by` is a helper; the room belongs to another event; a break is longer than four hours.
    """
    game = lock_game(game)
    check_may_judge(game.event, by)
    if room is not None and room.event_id != game.event_id:
        raise RuleViolation("room_gone", _("The room “{room}” no longer exists."), room=room.name)
    if mode != Mode.BREAK:
        minutes = None
    elif minutes is not None and not 1 <= minutes <= LONGEST_BREAK:
        raise RuleViolation(
            "break_too_long", _("A break lasts 1 to {minutes} minutes."), minutes=LONGEST_BREAK
        )
    before = game.on_screens.all() if room is None else game.on_screens.filter(room=room)
    before.delete()
    if room is not None or mode != Mode.AUTOMATIC:
        until = clock.now() + timedelta(minutes=minutes) if minutes else None
        OnScreens.objects.create(game=game, room=room, mode=mode, until=until)
    if room is None:
        audit_log.write(game, "screens_set", by=by, mode=mode.value)
    else:
        audit_log.write(game, "screens_of_room", by=by, mode=mode.value, room=room.name)
    publish(game)


@transaction.atomic
def set_speaking(*, game: Game, speaks: bool, by: User) -> None:
    """Turn the spoken announcements of all big screens of the game on or off; each screen can change its own
    until the desk does so again.

    Raises:
        RuleViolation: `by` is a helper.
    """
    game = lock_game(game)
    check_may_judge(game.event, by)
    if game.speaks == speaks:
        return
    game.speaks = speaks
    game.save(update_fields=["speaks"])
    audit_log.write(game, "screens_speak" if speaks else "screens_silent", by=by)
    publish(game)


def back_to_the_game(game: Game) -> None:
    """Switch all screens back to the game, or to the large board: call it in the transaction that opens a
    round, before the game is published.
    """
    game.on_screens.exclude(mode__in=LASTING).delete()
    if not game.on_screens.filter(mode=Mode.BOARD).exists():
        game.on_screens.all().delete()


def on_screens(game: Game) -> list[OnScreens]:
    """Return the content set for screens, first that for all rooms."""
    return list(
        game.on_screens.select_related("room").order_by(F("room__first_table").asc(nulls_first=True), "pk")
    )


def is_shown(game: Game, mode: OnScreens.Mode) -> bool:
    """Tell whether the desk shows this to the hall, even if only in one room."""
    return game.on_screens.filter(mode=mode).exists()


def names_are_shown(game: Game) -> bool:
    """Tell whether screens show who has come: before the first rack, and where the desk shows the way in."""
    begun = game.rounds.exclude(state=Round.State.DRAWN).exists()
    return is_shown(game, Mode.WELCOME) or (not begun and game.state == Game.State.PLAYING)
