"""A sample event, one click away and one click gone: a short game that is over, and one that waits for its next rack.

It is made by the use cases of a real evening, with players whose names say that they are none. What always holds:
taking it away deletes the event with all that belongs to it, and the players who were made for it and have played
nowhere else; nothing else.
"""

from collections.abc import Sequence

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import ProtectedError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from duplicate import demo, games
from duplicate.models import Game
from duplicate.sample_models import SampleEvent
from duplicate.selectors import usual_lexicon
from engine.rule_groups import TimeRules
from engine.rules import RuleSet
from tournaments import events
from tournaments.errors import RuleViolation
from tournaments.models import Event, Player
from tournaments.posts import check_chief

PLAYERS = 6
ROUNDS_OVER, ROUNDS_GOING_ON = 6, 2


def make_sample(*, by: User) -> Event:
    """Make the sample of a user, and play it as far as it is played; the one that is there already if there is one."""
    sample = SampleEvent.objects.select_related("event").filter(made_by=by).first()
    if sample is not None:
        return sample.event
    event, first, second = _made(by)
    _play(first, ROUNDS_OVER, by)
    games.end_game(game=first, by=by)
    _play(second, ROUNDS_GOING_ON, by)
    events.release_standings(event=event, released=Event.Released.PROVISIONAL, by=by)
    return event


@transaction.atomic
def remove_sample(*, event: Event, by: User) -> None:
    """Take a sample away, and nothing else.

    Raises:
        RuleViolation: it is somebody else's, it is no sample, or something was added to it that is not to be lost.
    """
    check_chief(event, by)
    sample = SampleEvent.objects.select_for_update().filter(event=event).first()
    if sample is None:
        raise RuleViolation("no_sample", _("This event is no sample."))
    keys = sample.players
    try:
        event.delete()
    except ProtectedError:
        raise RuleViolation(
            "sample_in_use", _("A classic division was made in the sample event, and stays with it.")
        ) from None
    alone = Player.objects.filter(pk__in=keys, entries=None, partner_entries=None)
    gone = list(alone.values_list("pk", flat=True))
    alone.delete()
    Player.history.filter(id__in=gone).delete()


@transaction.atomic
def _made(by: User) -> tuple[Event, Game, Game]:
    """The event with its games and players, known as a sample from the start."""
    lexicon = usual_lexicon(by)
    if lexicon is None:
        raise RuleViolation("no_lexicon", _("There is no lexicon yet."))
    event = events.create_event(name=gettext("Sample event"), by=by, made_up=True)
    settings = events.EventSettings(name=event.name, day=event.date, shows_games=True)
    event = events.change_settings(event=event, settings=settings, by=by)
    made = [
        games.create_game(
            name=name,
            by=by,
            lexicon=lexicon.name,
            notation=Game.Notation.DUPLICATE,
            rules=RuleSet(time=TimeRules(grace_seconds=0)),
            event=event,
        )
        for name in (gettext("A game that is over"), gettext("A game in progress"))
    ]
    SampleEvent.objects.create(event=event, players=_players(made[0], by), made_by=by)
    return event, made[0], made[1]


def _players(game: Game, by: User) -> Sequence[int]:
    """Enter them; the keys of those whom nobody knew before."""
    known = set(Player.objects.values_list("pk", flat=True))
    entered = []
    for name in demo.NAMES[:PLAYERS]:
        full_name = gettext("{name} Example").format(name=name)
        entered.append(games.add_player(game=game, name=full_name, by=by).entry.player_id)
    return [key for key in entered if key not in known]


def _play(game: Game, rounds: int, by: User) -> None:
    for _round in range(rounds):
        demo.play_round(game, by)
