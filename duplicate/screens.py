"""Remote control of the big screens: what they show is kept on the game, and told in its frame.

What always holds: a rack that goes out brings every screen back to the game, since the clock is what a hall needs then.
"""

from datetime import timedelta

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext_lazy as _

from duplicate import log
from duplicate.holding import hold_game
from duplicate.models import Game
from duplicate.publishing import publish
from duplicate.screen_models import OnScreens
from tournaments import clock
from tournaments.errors import RuleViolation
from tournaments.models import Room
from tournaments.posts import check_may_judge

Mode = OnScreens.Mode
LONGEST_BREAK = 240


@transaction.atomic
def show_on_screens(
    *, game: Game, mode: OnScreens.Mode, by: User, room: Room | None = None, minutes: int | None = None
) -> None:
    """Put something on all big screens of the game, or on those of one room. `minutes` is how long a break lasts, if
    that is known.

    Raises:
        RuleViolation: a helper asks; the room is none of this event's; a break of more than four hours.
    """
    game = hold_game(game)
    check_may_judge(game.event, by)
    if room is not None and room.event_id != game.event_id:
        raise RuleViolation("room_gone", _("There is no room “{room}” any more."), room=room.name)
    if mode != Mode.BREAK:
        minutes = None
    elif minutes is not None and not 1 <= minutes <= LONGEST_BREAK:
        raise RuleViolation(
            "break_too_long", _("A break takes 1 to {minutes} minutes."), minutes=LONGEST_BREAK
        )
    before = game.on_screens.all() if room is None else game.on_screens.filter(room=room)
    before.delete()
    if room is not None or mode != Mode.AUTOMATIC:
        until = clock.now() + timedelta(minutes=minutes) if minutes else None
        OnScreens.objects.create(game=game, room=room, mode=mode, until=until)
    if room is None:
        log.write(game, "screens_set", by=by, mode=mode.value)
    else:
        log.write(game, "screens_of_room", by=by, mode=mode.value, room=room.name)
    publish(game)


def back_to_the_game(game: Game) -> None:
    """A rack goes out: in the transaction that opens its round, and before the game is published."""
    game.on_screens.all().delete()


def on_screens(game: Game) -> list[OnScreens]:
    """What was put on screens, those of all rooms first."""
    return list(
        game.on_screens.select_related("room").order_by(F("room__first_table").asc(nulls_first=True), "pk")
    )


def standings_are_shown(game: Game) -> bool:
    """Whether the desk shows all standings to the hall, be it in one room."""
    return game.on_screens.filter(mode=Mode.STANDINGS).exists()
