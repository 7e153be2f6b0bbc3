"""The public view of events: what everybody may see, and the version that tells whether it has changed.

Terms. An event is *visible* when it is public or its standings are released; *listed* when it is public.
Codes of games are told of public events alone that are not broadcast, standings once they are released.

A version is made from counters that every change raises: the versions of games, the rows of results, of acts
and of people's history. A change without a counter (a club renamed at the support desk, a new release of this
program) is seen within the hour, which is part of the version too.
"""

from dataclasses import dataclass

from django.db.models import Count, Max, Q, QuerySet, Sum
from django.utils.crypto import salted_hmac
from django.utils.translation import get_language

from duplicate.live.delayed import broadcast_games, key_of
from duplicate.models import Game
from duplicate.visibility.public_games import games_to_look_at
from tournaments.classic.divisions.public import divisions_in_play
from tournaments.models import Event, EventAct, GameResult, Player
from tournaments.names import name_visibility
from tournaments.time import clock
from tournaments.views.conditional import Freshness

RUNNING_SECONDS = 5
RESTING_SECONDS = 300


@dataclass(frozen=True, slots=True)
class PublicGame:
    """A game as everybody may know it. `rounds` counts the announced ones; it has `begun` when a round was
    opened. `code` is set for a public game that may be joined, unless it is broadcast: then `broadcast` is the key
    of its page, which is later than what the code leads to. `shown` tells whether it is shown round by
    round, as some finished games are (`games_to_look_at`).
    """

    pk: int
    number: int
    name: str
    state: Game.State
    begun: bool
    code: str
    rounds: int
    shown: bool
    broadcast: str


def is_any_running() -> bool:
    """Tell whether a game or a division of a public event is in progress."""
    games = Game.objects.filter(event__public=True, state=Game.State.PLAYING)
    return games.exists() or divisions_in_play().filter(event__public=True).exists()


def visible_events() -> QuerySet[Event]:
    return Event.objects.select_related("organiser").filter(
        Q(public=True) | ~Q(released=Event.Released.HIDDEN)
    )


def is_released(event: Event) -> bool:
    return event.released != Event.Released.HIDDEN


def public_games(event: Event) -> list[PublicGame]:
    """List the games of a visible event, in their order."""
    rows = event.games.annotate(
        played=Game.count_played_rounds(), opened=Game.count_opened_rounds()
    ).order_by("number")
    shown = set(games_to_look_at().filter(event=event).values_list("pk", flat=True))
    broadcast = broadcast_games().filter(event=event) if event.broadcast else Game.objects.none()
    followed = set(broadcast.values_list("pk", flat=True))
    return [
        PublicGame(
            pk=game.pk,
            number=game.number,
            name=game.name,
            state=Game.State(game.state),
            begun=bool(game.opened),
            code=game.code
            if event.public and not event.broadcast and game.state == Game.State.PLAYING
            else "",
            rounds=game.played,
            shown=game.pk in shown,
            broadcast=key_of(game) if game.pk in followed and game.state == Game.State.PLAYING else "",
        )
        for game in rows
    ]


def freshness_of_event(event: Event) -> Freshness:
    """Return the freshness of all that everybody may see of one event."""
    games = list(event.games.order_by("pk").values_list("pk", "version", "state", "names_hidden", "name"))
    shown = list(games_to_look_at().filter(event=event).values_list("pk", flat=True))
    facts = (
        event.pk,
        str(event.organiser),
        event.name,
        event.date,
        event.released,
        event.public,
        event.broadcast,
        shown,
        games,
    )
    known = (event.acts.aggregate(last=Max("pk")), people_version())
    # An event that has no game yet is about to have one.
    running = not games or any(state == Game.State.PLAYING for _pk, _version, state, *_rest in games)
    return Freshness(_version(facts, known), RUNNING_SECONDS if running else RESTING_SECONDS)


def freshness_of_all(*facts: object, running: bool = False) -> Freshness:
    """Return the freshness of pages over many events: lists, seasons, a player's history. `facts` are what
    else they depend on.
    """
    known = (
        Game.objects.aggregate(count=Count("pk"), versions=Sum("version")),
        GameResult.objects.aggregate(count=Count("pk"), last=Max("pk")),
        EventAct.objects.aggregate(last=Max("pk")),
        Event.objects.aggregate(count=Count("pk")),
        people_version(),
    )
    return Freshness(_version(facts, known), RUNNING_SECONDS if running else RESTING_SECONDS)


def freshness_of_game(game: Game, *facts: object) -> Freshness:
    """Return the freshness of a game that everybody may look at; `facts` are what else a page of it depends
    on.
    """
    event = game.event
    told = (game.pk, game.seed, game.version, game.name, event.name, event.date, event.name_style)
    return Freshness(_version(told, name_visibility.are_hidden(), facts, people_version()), RESTING_SECONDS)


def people_version() -> int:
    """Return a number that every change of a person's data raises."""
    last: int | None = Player.history.aggregate(last=Max("history_id"))["last"]
    return last or 0


def _version(*facts: object) -> str:
    told = repr((get_language(), f"{clock.now():%Y-%m-%d %H}", facts))
    return salted_hmac("freshness", told).hexdigest()[:32]  # the numbers in it cannot be found by trying
