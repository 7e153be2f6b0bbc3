"""Acts on an event that its games must know of: nobody changes tables while a round is in progress, and the screens of
the games in progress learn who sits where. The use cases themselves are in `tournaments`.
"""

from collections.abc import Collection, Mapping, Sequence

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from duplicate.event_results import record_if_over, standings_for_event
from duplicate.holding import hold_games
from duplicate.models import Game
from duplicate.presence import slips_shown
from duplicate.publishing import publish, show_again
from tournaments import arrivals, events, seating
from tournaments.arrivals import expected_entries
from tournaments.errors import RuleViolation
from tournaments.events import EventSettings
from tournaments.models import Event, GameResult
from tournaments.seating import Place


@transaction.atomic
def draw_tables(*, event: Event, by: User) -> str:
    """Seat everybody by lot, between rounds; the seed.

    Raises:
        RuleViolation: a round is in progress.
    """
    games = _between_rounds(event)
    seed = seating.draw_tables(event=event, by=by)
    _publish(games)
    return seed


@transaction.atomic
def seat_by_rank(*, event: Event, by: User) -> None:
    """Seat everybody by the standings as they are, between rounds."""
    games = _between_rounds(event)
    ranking = [line.competitor.key for line in standings_for_event(event).lines]
    seating.seat_by_rank(event=event, ranking=ranking, by=by)
    _publish(games)


@transaction.atomic
def place_entries(
    *, event: Event, places: Mapping[int, Place], by: User, seen: Mapping[int, Place] | None = None
) -> None:
    """Give entries tables, teams and groups; tables change between rounds only."""
    games = _hold_playing(event)
    if seating.place_entries(event=event, places=places, by=by, seen=seen):
        _check_between_rounds(games)
    _publish(games)


@transaction.atomic
def enter_people(*, event: Event, players: Collection[int], by: User) -> int:
    games = _hold_playing(event)
    count = arrivals.enter_people(event=event, players=players, by=by)
    _publish(games)
    return count


@transaction.atomic
def check_in(*, event: Event, entries: Sequence[int], by: User) -> int:
    """Expected players have come to the desk."""
    games = hold_games(event)
    count = arrivals.check_in(event=event, entries=entries, by=by)
    _publish(games)
    _record_anew(games, entries)
    return count


@transaction.atomic
def leave_out_absent(*, event: Event, by: User) -> int:
    """Nobody waits any longer for those who have not come, and of whom there is no slip in any game."""
    games = hold_games(event)
    expected = list(expected_entries(event).order_by("pk").values_list("pk", flat=True))
    there = set(slips_shown().filter(entry__in=expected).values_list("entry", flat=True))
    count = arrivals.leave_out_absent(event=event, by=by, there=there)
    _publish(games)
    _record_anew(games, expected)
    return count


@transaction.atomic
def release_standings(*, event: Event, released: Event.Released, by: User) -> Event:
    """Say whether everybody may see the standings, and as what.

    Raises:
        RuleViolation: as final, and a game is not over.
    """
    games = hold_games(event)
    playing = [game.name for game in games if game.state != Game.State.FINISHED]
    if released == Event.Released.FINAL and playing:
        raise RuleViolation(
            "games_not_over",
            _("Standings are final when every game is over. Not over: {games}."),
            games=", ".join(playing),
        )
    event = events.release_standings(event=event, released=released, by=by)
    _link_to_public_pages(games)
    return event


@transaction.atomic
def change_settings(*, event: Event, settings: EventSettings, by: User) -> Event:
    """Set what an event is called, what its standings go by, and who may look at it."""
    games = hold_games(event)
    event = events.change_settings(event=event, settings=settings, by=by)
    _link_to_public_pages(games)
    return event


@transaction.atomic
def show_to_everybody(*, event: Event, by: User) -> Event:
    """In one step: the event is public, its games can be looked at, and its standings are released, as provisional if
    they were hidden.
    """
    games = hold_games(event)
    event = events.show_games(event=event, by=by)
    if event.released == Event.Released.HIDDEN:
        event = events.release_standings(event=event, released=Event.Released.PROVISIONAL, by=by)
    _link_to_public_pages(games)
    return event


def _link_to_public_pages(games: Sequence[Game]) -> None:
    """Phones of a game that is over lead to the page that everybody may see of it, if there is one now."""
    for game in games:
        if game.state == Game.State.FINISHED:
            show_again(game)


def _hold_playing(event: Event) -> list[Game]:
    """The games in progress, held before anything else, in the order in which everybody holds them."""
    playing = Game.objects.select_for_update(no_key=True, of=("self",)).filter(event=event)
    return list(playing.filter(state=Game.State.PLAYING).select_related("event").order_by("pk"))


def _between_rounds(event: Event) -> list[Game]:
    games = _hold_playing(event)
    _check_between_rounds(games)
    return games


def _check_between_rounds(games: Sequence[Game]) -> None:
    for game in games:
        if game.rounds.in_progress().exists():
            raise RuleViolation(
                "round_in_progress_in",
                _("A round of {game} is in progress: tables stay as they are."),
                game=game.name,
            )


def _publish(games: Sequence[Game]) -> None:
    """Of those that are held the ones in progress: nothing else is on screens."""
    for game in games:
        if game.state == Game.State.PLAYING:
            publish(game)


def _record_anew(games: Sequence[Game], entries: Collection[int]) -> None:
    """What is on record of games that are over, where it speaks of these entries."""
    told = GameResult.objects.filter(lines__entry__in=entries, game__in=[game.code for game in games])
    codes = set(told.values_list("game", flat=True))
    for game in games:
        if game.code in codes:
            record_if_over(game)
