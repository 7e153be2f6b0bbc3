"""Seating. Finished games keep their tables (`tournaments.events.game_seating`)."""

from typing import Any, TypeVar

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.db.models.functions import Coalesce

from duplicate.models import Game, Question, Slip
from tournaments.events import game_seating
from tournaments.models import Entry

S = TypeVar("S", Slip, Question)


def entries_of(game: Game) -> QuerySet[Any]:
    """Return the entries that play the game, by `seat`, which is the `table` of each that is read.

    Those who skip it by choice are left out, unless a slip shows that they play after all.
    """
    skips = Q(skips_games__contains=f",{game.number},")
    plays = Exists(Slip.objects.handed_in().filter(entry=OuterRef("pk"), round__game=game))
    return game_seating.entries_in(game.event, game.code).exclude(skips & ~plays)


def in_game(game: Game, entry: Entry) -> Entry:
    """Return the same entry, with its table in the game."""
    return game_seating.seat_in(game.code, entry)


def annotate_seat(game: Game, slips: QuerySet[S]) -> QuerySet[S]:
    """Annotate slips or questions with `seat`, which puts their selected `entry` at its table in the game."""
    seat: dict[str, Any] = {"seat": seat_of_slips(game)}
    return slips.annotate(**seat)


def seat_of_slips(game: Game) -> Coalesce:
    """Return the table of a slip's player, for queries."""
    return game_seating.seat_of("entry", "entry__table", game.code)


def tables_with(game: Game, slips: QuerySet[Slip]) -> set[int]:
    """Return the tables of these slips."""
    return set(slips.order_by().values_list(seat_of_slips(game), flat=True))
