"""Holding rows until the end of a transaction, so that acts at the same moment come one after the other.

The order, always: the game, its round, entries (several by their key), and then what belongs to them. Two acts that
took them in different orders could wait for each other for ever.

How firmly: an act at the desk holds the game, so that all acts on one game queue. A slip or a question does not: it
has a *share* of its round, as any number of phones may at once, and holds its own entry. What must have all slips of
a round before it, and none while it lasts (judging, announcing, cancelling), holds the round *fully*. Nothing else is
held fully: while a row is, no row that refers to it can be stored.
"""

from django.db import connection
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from duplicate.models import Game, Round
from tournaments.errors import RuleViolation
from tournaments.game_tables import seat_in
from tournaments.models import Entry, Event


def hold_games(event: Event) -> list[Game]:
    """All games of an event, held before anything else, in the order in which everybody holds them."""
    games = Game.objects.select_for_update(no_key=True, of=("self",)).filter(event=event)
    return list(games.select_related("event").order_by("pk"))


def hold_game(game: Game) -> Game:
    """The game as it stands, with its event."""
    held = Game.objects.select_for_update(no_key=True, of=("self",)).select_related("event")
    return held.get(pk=game.pk)


def hold_round(game: Game, number: int, *, fully: bool = False) -> Round | None:
    """The round of that number in a game that is held."""
    rounds = game.rounds.standing().select_for_update(no_key=not fully).filter(number=number)
    round_ = rounds.first()
    if round_:
        round_.game = game
    return round_


def share_round(round_id: int) -> Round | None:
    """The round as it stands. It may close or have its clock changed meanwhile, but it is not judged, announced or
    cancelled before whoever has a share of it is done.
    """
    query = "SELECT * FROM duplicate_round WHERE id = %s"
    # A share is PostgreSQL's; in SQLite one transaction writes at a time.
    if connection.features.has_select_for_no_key_update:
        query += " FOR KEY SHARE"
    return next(iter(Round.objects.raw(query, [round_id])), None)


def hold_entry(game: Game, entry: Entry) -> Entry:
    """An entry of the game's event as it stands, with its players, at its table in this game.

    Raises:
        RuleViolation: it was taken out in the meantime.
    """
    entries = Entry.objects.select_for_update(no_key=True, of=("self",)).select_related("player", "partner")
    held = entries.filter(pk=entry.pk, event=game.event_id).first()
    if held is None:
        raise entry_gone(entry)
    return seat_in(game.code, held)


def entry_gone(entry: Entry) -> RuleViolation:
    return RuleViolation("player_gone", _("{name} has been taken out of the game."), name=entry.name)


def hold_entries(entries: QuerySet[Entry]) -> list[Entry]:
    """Several entries, in the order in which everybody holds them."""
    return list(entries.order_by("pk").select_for_update(no_key=True, of=("self",)))
