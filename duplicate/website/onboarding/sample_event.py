"""The sample event, made and removed with one click: a short finished game, and one that waits for its next
rack.

The use cases of a real evening make it, with players whose names show that they are examples. Invariants:
removing it deletes the event with all that belongs to it, and the players who were made for it and have
played nowhere else; nothing else.
"""

from collections.abc import Iterable, Sequence
from copy import copy

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from duplicate.games import services as game_services
from duplicate.games.players import services as player_services
from duplicate.games.selectors import usual_lexicon
from duplicate.models import Game
from duplicate.website.archive.removal import delete_event, lock_whole_event
from duplicate.website.models import SampleEvent
from duplicate.website.onboarding import demo
from engine.rules import (
    RuleSet,
)
from engine.rules.rule_settings import TimeRules
from tournaments.errors import RuleViolation
from tournaments.events import services as event_services
from tournaments.events.selectors import events_for
from tournaments.events.staff import check_chief
from tournaments.locks import lock_user
from tournaments.models import Event, Player
from tournaments.organisers.scope import scope_to_event

PLAYERS = 6
ROUNDS_OVER, ROUNDS_GOING_ON = 6, 2


def make_sample(*, by: User) -> Event:
    """Make the sample of a user and play its rounds; return the existing sample if there is one.

    Raises:
        RuleViolation, EngineError: it cannot be made, or not be played with this lexicon; then nothing of it
            is left.
    """
    event, made = _create_event(by)
    try:
        for game, rounds in zip(made, (ROUNDS_OVER, ROUNDS_GOING_ON), strict=False):
            _play(game, rounds, by)
        if made:
            _end(made[0], by)
            event_services.release_standings(event=event, released=Event.Released.PROVISIONAL, by=by)
    except Exception:
        remove_sample(event=event, by=by)
        raise
    return event


def sample_of(user: User) -> Event | None:
    """Return the sample event that the user made and can remove, if it is there."""
    return events_for(user).filter(sample__made_by=user).first()


@transaction.atomic
def remove_sample(*, event: Event, by: User) -> None:
    """Remove a sample, and nothing else.

    Raises:
        RuleViolation: it is somebody else's, it is no sample, or something was added to it that must not be
            lost.
    """
    check_chief(event, by)
    # Lock all samples: two with a common player, removed at once, would each leave that player to the other.
    samples = {sample.event_id: sample for sample in SampleEvent.objects.select_for_update().order_by("pk")}
    sample = samples.pop(event.pk, None)
    if sample is None:
        raise RuleViolation("no_sample", _("This is not the sample event."))
    lock_whole_event(event)
    if event.divisions.exists():
        raise RuleViolation(
            "sample_in_use", _("The sample event has a classic division and cannot be removed.")
        )
    delete_event(event)
    with scope_to_event(event):
        alone = Player.objects.filter(pk__in=sample.players, entries=None, partner_entries=None)
    gone = list(alone.values_list("pk", flat=True))
    alone.delete()
    Player.history.filter(id__in=gone).delete()
    _hand_on(sample.players, samples.values())


def _hand_on(keys: Sequence[int], samples: Iterable[SampleEvent]) -> None:
    """Note players who are in other samples as well there: the last of these to be removed deletes them."""
    for sample in samples:
        there = set(sample.event.entries.filter(player__in=keys).values_list("player_id", flat=True))
        if new := sorted(there.difference(sample.players)):
            sample.players = [*sample.players, *new]
            sample.save(update_fields=["players"])


@transaction.atomic
def _create_event(by: User) -> tuple[Event, Sequence[Game]]:
    """Make the event with its games and players, marked as a sample from the start.

    Return the existing sample, and no games to play, if there is one. A lock on the user's row prevents that
    a double click makes two.
    """
    lock_user(by)
    sample = SampleEvent.objects.select_related("event").filter(made_by=by).first()
    if sample is not None:
        return sample.event, ()
    lexicon = usual_lexicon(by)
    if lexicon is None:
        raise RuleViolation("no_lexicon", _("There is no lexicon yet."))
    event = event_services.create_event(name=gettext("Sample event"), by=by, made_up=True)
    settings = copy(event)
    settings.shows_games = True
    event = event_services.change_settings(event=event, settings=settings, by=by)
    made = [
        game_services.create_game(
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
    """Enter the players; return the keys of those who are new here."""
    known = set(Player.objects.values_list("pk", flat=True))
    entered = []
    for name in demo.NAMES[:PLAYERS]:
        full_name = gettext("{name} Example").format(name=name)
        entered.append(player_services.add_player(game=game, name=full_name, by=by).entry.player_id)
    return [key for key in entered if key not in known]


def _play(game: Game, rounds: int, by: User) -> None:
    for _round in range(rounds):
        game.refresh_from_db()
        if game.state == Game.State.PLAYING:
            demo.play_round(game, by)


def _end(game: Game, by: User) -> None:
    """End the game, unless a small lexicon has ended it already."""
    game.refresh_from_db()
    if game.state == Game.State.PLAYING:
        game_services.end_game(game=game, by=by)
