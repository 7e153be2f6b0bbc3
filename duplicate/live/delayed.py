"""The broadcast: frames of games as they were some seconds ago, for those who follow a game from elsewhere.

The clock loop records the frame of each game that is broadcast when it has changed, with the moment after it was
read. An answer is the newest frame that was recorded as long ago as the delay.

Invariant: no answer says anything that the hall has known for less than the delay; in a frame there is nothing of a top
before its announcement. Addresses and frames of a broadcast have no code of the game: with the code anybody follows it
without the delay.
"""

import json
import logging
from datetime import timedelta
from typing import Final

from django.db.models import F, OuterRef, Q, QuerySet, Subquery
from django.utils.crypto import constant_time_compare, salted_hmac

from duplicate.live.frame import make_frame
from duplicate.models import DelayedFrame, Game
from duplicate.visibility.public_games import played_elsewhere
from tournaments.models import Event
from tournaments.time import clock

logger = logging.getLogger(__name__)

# All that a viewer is told of a frame.
TOLD: Final = (
    *("version", "state", "name", "notation", "players", "ranked", "values", "board", "round"),
    *("cancelled", "last", "leaders", "top_total", "rounds"),
)
KEPT_AFTER: Final = timedelta(hours=1)
_KEY_SIGNS: Final = 20


def broadcast_games() -> QuerySet[Game]:
    """Return the games that may be followed: not those whose racks other clubs still play."""
    games = Game.objects.filter(event__broadcast=True, event__whole=True)
    return games.exclude(played_elsewhere()).select_related("event")


def key_of(game: Game) -> str:
    """Return the key of the game's broadcast in addresses: nobody makes it from the code, nor the code from it."""
    return f"{game.pk}-{salted_hmac('isotop.broadcast', str(game.pk)).hexdigest()[:_KEY_SIGNS]}"


def broadcast_game(key: str) -> Game | None:
    """Return the game that is broadcast by this key; None if there is none."""
    number = key.partition("-")[0]
    if not (number.isascii() and number.isdigit() and len(number) < 16):
        return None
    game = broadcast_games().filter(pk=int(number)).first()
    return game if game and constant_time_compare(key, key_of(game)) else None


def delay_of(event: Event) -> timedelta:
    return timedelta(seconds=event.broadcast_delay)


def delayed_frame(game: Game) -> DelayedFrame | None:
    """Return the frame that viewers may see now; None if the broadcast has not gone on for as long as its delay."""
    return DelayedFrame.objects.filter(game=game, at__lte=clock.now() - delay_of(game.event)).last()


def record_frames() -> None:
    """Record the frames of games that are broadcast and have changed."""
    newest = DelayedFrame.objects.filter(game=OuterRef("pk")).order_by("-version").values("version")[:1]
    unrecorded = Q(recorded=None, state=Game.State.PLAYING) | Q(recorded__lt=F("version"))
    for game in broadcast_games().annotate(recorded=Subquery(newest)).filter(unrecorded):
        try:
            _record(game)
        except Exception:
            # The clock goes on for all halls.
            logger.exception("The broadcast of game %s cannot be recorded", game.code)


def _record(game: Game) -> None:
    values = json.loads(make_frame(game).body)
    body = json.dumps({name: values[name] for name in TOLD}, ensure_ascii=False, separators=(",", ":"))
    # After reading: the hall has known this for as long, or longer. Two loops record the same once.
    row = DelayedFrame(game=game, version=game.version, at=clock.now(), body=body)
    DelayedFrame.objects.bulk_create([row], ignore_conflicts=True)
    if seen := delayed_frame(game):
        DelayedFrame.objects.filter(game=game, version__lt=seen.version).delete()


def forget_frames() -> None:
    """Delete the frames of games that are no longer broadcast, and of those that have been over for an hour."""
    ended = Q(game__state=Game.State.FINISHED, at__lt=clock.now() - KEPT_AFTER)
    DelayedFrame.objects.filter(Q(game__event__broadcast=False) | ended).delete()
