"""A sample event, one click away and one click gone: a short game that is over, and one that waits for its next rack.

It is made by the use cases of a real evening, with players whose names say that they are none. What always holds:
taking it away deletes the event with all that belongs to it, and the players who were made for it and have played
nowhere else; nothing else.
"""

from collections.abc import Iterable, Sequence

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
    """Make the sample of a user, and play it as far as it is played; the one that is there already if there is one.

    Raises:
        RuleViolation, EngineError: it cannot be made, or not be played with this lexicon; then nothing of it is left.
    """
    event, made = _made(by)
    try:
        for game, rounds in zip(made, (ROUNDS_OVER, ROUNDS_GOING_ON), strict=False):
            _play(game, rounds, by)
        if made:
            _end(made[0], by)
            events.release_standings(event=event, released=Event.Released.PROVISIONAL, by=by)
    except Exception:
        remove_sample(event=event, by=by)
        raise
    return event


@transaction.atomic
def remove_sample(*, event: Event, by: User) -> None:
    """Take a sample away, and nothing else.

    Raises:
        RuleViolation: it is somebody else's, it is no sample, or something was added to it that is not to be lost.
    """
    check_chief(event, by)
    # All are held: two that have a player in common, taken away at once, would each leave them to the other.
    samples = {sample.event_id: sample for sample in SampleEvent.objects.select_for_update().order_by("pk")}
    sample = samples.pop(event.pk, None)
    if sample is None:
        raise RuleViolation("no_sample", _("This event is no sample."))
    try:
        event.delete()
    except ProtectedError:
        raise RuleViolation(
            "sample_in_use", _("A classic division was made in the sample event, and stays with it.")
        ) from None
    alone = Player.objects.filter(pk__in=sample.players, entries=None, partner_entries=None)
    gone = list(alone.values_list("pk", flat=True))
    alone.delete()
    Player.history.filter(id__in=gone).delete()
    _hand_on(sample.players, samples.values())


def _hand_on(keys: Sequence[int], samples: Iterable[SampleEvent]) -> None:
    """Players who are in other samples as well go with the last of those."""
    for sample in samples:
        there = set(sample.event.entries.filter(player__in=keys).values_list("player_id", flat=True))
        if new := sorted(there.difference(sample.players)):
            sample.players = [*sample.players, *new]
            sample.save(update_fields=["players"])


@transaction.atomic
def _made(by: User) -> tuple[Event, Sequence[Game]]:
    """The event with its games and players, known as a sample from the start; the one that is there, and no games to
    play. The user is held: nobody gets two by clicking twice.
    """
    User.objects.select_for_update().get(pk=by.pk)
    sample = SampleEvent.objects.select_related("event").filter(made_by=by).first()
    if sample is not None:
        return sample.event, ()
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
    return event, made


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
        game.refresh_from_db()
        if game.state == Game.State.PLAYING:
            demo.play_round(game, by)


def _end(game: Game, by: User) -> None:
    """A short list of words may have ended it already."""
    game.refresh_from_db()
    if game.state == Game.State.PLAYING:
        games.end_game(game=game, by=by)
