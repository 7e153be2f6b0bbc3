"""Row locks of games and rounds until the end of a transaction, so that simultaneous acts queue.

The order is always that of `tournaments.locks`: games, the round, the event, entries, and then what
belongs to them.

Strength: an act at the desk locks the game, so that all acts on one game queue. A slip or a question does not
lock the game: it takes a *share* lock on its round, as any number of phones may at once, and locks its own
entry. Judging, announcing, cancelling and adding time need all slips of a round before them and none while
they last, so they lock the round *fully* (FOR UPDATE). Nothing else is locked fully: while a row is, no row
that refers to it can be stored.
"""

from django.contrib.auth.models import User
from django.db import connection
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from duplicate.models import Game, PreparedGame, Round, RoundQuerySet
from tournaments.errors import RuleViolation
from tournaments.events.game_seating import entries_in
from tournaments.locks import lock_events
from tournaments.models import Entry, Event


def lock_all_games(event: Event) -> list[Game]:
    """Lock all games of an event, before anything else, in the one order that all transactions use."""
    games = Game.objects.select_for_update(no_key=True, of=("self",)).filter(event=event)
    return list(games.select_related("event").order_by("pk"))


def lock_games_at_desk(game: Game) -> list[Game]:
    """Lock the games that an event's desk shows: those that are played, and the one in which an act is done."""
    playing = Q(event=game.event_id, state=Game.State.PLAYING)
    games = Game.objects.select_for_update(no_key=True, of=("self",)).filter(playing | Q(pk=game.pk))
    held = list(games.select_related("event").order_by("pk"))
    _lock_if_final(game.event)
    return held


def lock_game(game: Game) -> Game:
    """Lock a game and return it as it stands, with its event."""
    rows = Game.objects.select_for_update(no_key=True, of=("self",)).select_related("event")
    held = rows.get(pk=game.pk)
    _lock_if_final(held.event)
    return held


def _lock_if_final(event: Event) -> None:
    """Lock the event before entries if its standings are final. An act that changes a result makes them
    provisional, which writes the event (`take_back_final`) when entries are locked already.
    """
    if event.released == Event.Released.FINAL:
        lock_events([event.pk])


def lock_playing_game(game: Game) -> Game:
    """Lock the game and return it as it stands.

    Raises:
        RuleViolation: it is over.
    """
    game = lock_game(game)
    check_playing(game)
    return game


def check_playing(game: Game) -> None:
    """Check that the game is not over.

    Raises:
        RuleViolation: it is.
    """
    if game.state == Game.State.FINISHED:
        raise RuleViolation("game_finished", _("This game is over."))


def lock_round(game: Game, number: int, *, fully: bool = False) -> Round | None:
    """Lock the round of that number in a locked game."""
    return _lock_round_among(game.rounds.standing().filter(number=number), game, fully=fully)


def lock_round_in_progress(game: Game) -> Round | None:
    """Lock the round of a locked game that is drawn, open or closed."""
    return _lock_round_among(game.rounds.in_progress(), game)


def _lock_round_among(rounds: RoundQuerySet, game: Game, *, fully: bool = False) -> Round | None:
    round_ = rounds.select_for_update(no_key=not fully).first()
    if round_:
        round_.game = game
    return round_


def share_round(round_id: int) -> Round | None:
    """Lock a round in share mode and return it as it stands. It may close or have its clock changed
    meanwhile, but it is not judged, announced or cancelled before the transactions that share it end.
    """
    query = "SELECT * FROM duplicate_round WHERE id = %s"
    # Only PostgreSQL has share locks; in SQLite one transaction writes at a time.
    if connection.features.has_select_for_no_key_update:
        query += " FOR KEY SHARE"
    return next(iter(Round.objects.raw(query, [round_id])), None)


def lock_entry(game: Game, entry: Entry | int) -> Entry:
    """Lock an entry of the game's event, or the one at a table, and return it as it stands, at its table in
    this game.

    Raises:
        RuleViolation: it was taken out in the meantime; there is no such table.
    """
    seated = entries_in(game.event, game.code).select_for_update(no_key=True, of=("self",)).order_by()
    # A partner, whom few have, is read when needed: the columns cost more than the rest of the query.
    seated = seated.select_related("player")
    found = seated.filter(seat=entry) if isinstance(entry, int) else seated.filter(pk=entry.pk)
    # A merge that was waited for gave the entry another player: the joined row is dropped, so look again.
    held: Entry | None = found.first() or found.first()
    if held is None:
        raise no_table(entry) if isinstance(entry, int) else entry_gone(entry)
    held.seated_in = game.code
    return held


def no_table(table: int) -> RuleViolation:
    return RuleViolation("no_table", _("There is no table {table}."), table=table)


def entry_gone(entry: Entry) -> RuleViolation:
    return RuleViolation("player_gone", _("{name} has been removed from the game."), name=entry.name)


def lock_prepared(prepared: PreparedGame, by: User) -> PreparedGame:
    """Lock a prepared game and return it as it stands.

    Raises:
        RuleViolation: somebody else prepared it, or it has been deleted.
    """
    if prepared.made_by_id != by.pk:
        raise RuleViolation("not_prepared_by_you", _("Somebody else has prepared this game."))
    locked = PreparedGame.objects.select_for_update(no_key=True).filter(pk=prepared.pk).first()
    if locked is None:
        raise RuleViolation("prepared_gone", _("“{name}” has been deleted."), name=prepared.name)
    return locked


def lock_playable(prepared: PreparedGame, by: User) -> PreparedGame:
    """Lock a prepared game until a game has been made of it; refuse one that cannot be opened."""
    prepared = lock_prepared(prepared, by)
    prepared.open_record()
    return prepared
