"""Acts on an event that its games must know of: tables never change while a round is in progress, and the
screens of games in progress show the new seating. The use cases themselves are in `tournaments`.
"""

from collections.abc import Collection, Mapping, Sequence

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from duplicate.acts.locks import lock_all_games
from duplicate.acts.publish import publish, show_again
from duplicate.attendance.absences import is_shown
from duplicate.models import Game, Slip
from duplicate.standings.rows.event_results import record_if_over, standings_for_event
from tournaments.errors import RuleViolation
from tournaments.events import check_in as event_check_in
from tournaments.events import seating
from tournaments.events import services as event_services
from tournaments.events.check_in import list_expected
from tournaments.events.kinds_of_play import present_among
from tournaments.events.registration import entry_lists
from tournaments.events.registration.entry_lists import NewEntry
from tournaments.events.seating import SeatLine
from tournaments.locks import lock_entries, lock_events
from tournaments.models import Entry, Event, GameResult


@transaction.atomic
def draw_tables(*, event: Event, by: User) -> str:
    """Seat everybody by lot, between rounds; return the seed.

    Raises:
        RuleViolation: a round is in progress.
    """
    games = _lock_games_between_rounds(event)
    seed = seating.draw_tables(event=event, by=by)
    _publish(games)
    return seed


@transaction.atomic
def seat_by_rank(*, event: Event, by: User) -> None:
    """Seat everybody by the current standings, between rounds."""
    games = _lock_games_between_rounds(event)
    ranking = [line.competitor.key for line in standings_for_event(event).lines]
    seating.seat_by_rank(event=event, ranking=ranking, by=by)
    _publish(games)


@transaction.atomic
def place_entries(
    *, event: Event, places: Mapping[int, SeatLine], by: User, seen: Mapping[int, SeatLine] | None = None
) -> None:
    """Give entries tables, teams and groups; tables change between rounds only."""
    games = _lock_playing_games(event)
    if seating.place_entries(event=event, places=places, by=by, seen=seen):
        _check_between_rounds(games)
    _publish(games)


@transaction.atomic
def enter_people(*, event: Event, players: Collection[int], by: User) -> int:
    games = _lock_playing_games(event)
    count = event_check_in.enter_people(event=event, players=players, by=by)
    _publish(games)
    return count


@transaction.atomic
def enter_list(*, event: Event, entries: Sequence[NewEntry], by: User, file: str = "") -> list[Entry]:
    """Enter a whole list; return the entries in its order."""
    games = _lock_playing_games(event)
    made = entry_lists.enter_list(event=event, entries=entries, by=by, file=file)
    _publish(games)
    return made


@transaction.atomic
def check_in(*, event: Event, entries: Sequence[int], by: User) -> int:
    """Check in expected players at the desk; return how many."""
    games = lock_all_games(event)
    count = event_check_in.check_in(event=event, entries=entries, by=by)
    _publish(games)
    _record_anew(games, entries)
    return count


@transaction.atomic
def undo_check_in(*, event: Event, entry: int, by: User) -> bool:
    """Expect an entry again that was checked in by mistake; return whether it had been there.

    Raises:
        RuleViolation: a slip, a result or a phone shows that they are there.
    """
    games = lock_all_games(event)
    # Locked before it is looked at: a slip that is being stored comes first.
    lock_events([event.pk])
    lock_entries(event.entries.filter(pk=entry))
    held = event.entries.select_related("player", "partner").filter(pk=entry).first()
    if held is not None and (is_shown(held) or present_among([entry])):
        raise RuleViolation(
            "is_there", _("{name} has a phone, a slip or a result, so has arrived."), name=held.name
        )
    count = event_check_in.undo_check_in(event=event, entries=[entry], by=by)
    _publish(games)
    _record_anew(games, [entry])
    return bool(count)


@transaction.atomic
def leave_out_absent(*, event: Event, by: User) -> int:
    """Leave out expected players who have not come and have neither a slip in a game nor a result in a
    division; return how many.
    """
    games = lock_all_games(event)
    expected = list(list_expected(event).order_by("pk").values_list("pk", flat=True))
    there = set(Slip.objects.showing_presence().filter(entry__in=expected).values_list("entry", flat=True))
    there |= present_among(expected)
    count = event_check_in.leave_out_absent(event=event, by=by, there=there)
    _publish(games)
    _record_anew(games, expected)
    return count


@transaction.atomic
def release_standings(*, event: Event, released: Event.Released, by: User) -> Event:
    """Set whether everybody may see the standings, and as what.

    Raises:
        RuleViolation: `released` is final, and a game is not over.
    """
    games = lock_all_games(event)
    playing = [game.name for game in games if game.state != Game.State.FINISHED]
    if released == Event.Released.FINAL and playing:
        raise RuleViolation(
            "games_not_over",
            _("Standings can be final only when every game is over. Not over: {games}."),
            games=", ".join(playing),
        )
    event = event_services.release_standings(event=event, released=released, by=by)
    _link_to_public_pages(games)
    return event


@transaction.atomic
def change_settings(*, event: Event, settings: Event, by: User) -> Event:
    """Set an event's name, how its standings count, and who may look at it."""
    games = lock_all_games(event)
    event = event_services.change_settings(event=event, settings=settings, by=by)
    _link_to_public_pages(games)
    return event


@transaction.atomic
def show_to_everybody(*, event: Event, by: User) -> Event:
    """Make the event public, its games visible and its standings released, in one step. Hidden standings are
    released as provisional.
    """
    games = lock_all_games(event)
    event = event_services.show_games(event=event, by=by)
    if event.released == Event.Released.HIDDEN:
        event = event_services.release_standings(event=event, released=Event.Released.PROVISIONAL, by=by)
    _link_to_public_pages(games)
    return event


def _link_to_public_pages(games: Sequence[Game]) -> None:
    """Refresh phones of finished games: they link to the game's public page, if there is one now."""
    for game in games:
        if game.state == Game.State.FINISHED:
            show_again(game)


def _lock_playing_games(event: Event) -> list[Game]:
    """Lock the games in progress before anything else, in the order that every act uses; return them."""
    playing = Game.objects.select_for_update(no_key=True, of=("self",)).filter(event=event)
    return list(playing.filter(state=Game.State.PLAYING).select_related("event").order_by("pk"))


def _lock_games_between_rounds(event: Event) -> list[Game]:
    games = _lock_playing_games(event)
    _check_between_rounds(games)
    return games


def _check_between_rounds(games: Sequence[Game]) -> None:
    for game in games:
        if game.rounds.in_progress().exists():
            raise RuleViolation(
                "round_in_progress_in",
                _("A round of {game} is in progress: tables cannot change now."),
                game=game.name,
            )


def _publish(games: Sequence[Game]) -> None:
    """Publish those of the locked games that are in progress: no screens follow the others."""
    for game in games:
        if game.state == Game.State.PLAYING:
            publish(game)


def _record_anew(games: Sequence[Game], entries: Collection[int]) -> None:
    """Record the results of finished games again, where they contain these entries."""
    told = GameResult.objects.filter(lines__entry__in=entries, game__in=[game.code for game in games])
    codes = set(told.values_list("game", flat=True))
    for game in games:
        if game.code in codes:
            record_if_over(game)
