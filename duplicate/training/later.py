"""Games that are over, played later against the field of the evening: who may, and who has.

Invariants: a game that may not be viewed is neither begun nor gone on with, and nothing of its field is told.
People who were there, as far as the program can know, do not play it later; a name or a device plays it once.
A later game never touches a row of the real one.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from duplicate.models import Game
from duplicate.models.training import Trainee, Training, TrainingRound
from duplicate.standings.rows.game_scores import ranked_entries
from duplicate.standings.rows.game_standings import standings_for_game
from duplicate.standings.rules.later import (
    LaterPlace,
    LaterRound,
    LaterSums,
    add_up,
    place_in_field,
    rows_with_later,
)
from duplicate.standings.tables.game_table import NOT_PUBLIC, game_table
from duplicate.training.names import name_key
from duplicate.visibility.public_games import games_to_look_at
from tournaments.errors import RuleViolation
from tournaments.models import Event, Season
from tournaments.names.name_visibility import hidden, names_are_hidden_in
from tournaments.reports.tables import DataTable
from tournaments.tokens import hash_token

MOST_OF_MONTH = 10


@dataclass(frozen=True, slots=True)
class LaterLine:
    """A later game in the club's list; without a place it is not over, or its game may not be viewed."""

    training: Training
    answered: int
    place: LaterPlace | None


@dataclass(frozen=True, slots=True)
class MonthGame:
    """A game of a month with what this device has made of it."""

    game: Game
    training: Training | None
    place: LaterPlace | None


def check_may_play_later(
    *, trainee: Trainee, game: Game, name: str, tokens: Collection[str] = (), by: User | None = None
) -> None:
    """Refuse somebody who knows the racks of a game already.

    Raises:
        RuleViolation: names are hidden at the moment; the name or the phone played that evening, the user
            worked there, the device has trained on the game, or the name has played it later.
    """
    if names_are_hidden_in(game.event):
        raise RuleViolation(
            "names_hidden_now",
            _("A game of this event is in progress without names: play this one when it is over."),
        )
    if _was_there(game, name, tokens):
        raise RuleViolation(
            "was_there", _("{name} played this game that evening: it counts there."), name=name
        )
    if by is not None and game.event.posts.filter(user=by).exists():
        raise RuleViolation("worked_there", _("You worked at this event, so you may know its racks."))
    mine = trainee.trainings.filter(game=game).exclude(source=Training.Source.LATER)
    if mine.filter(rounds__isnull=False).exists():
        raise RuleViolation(
            "trained_before", _("This device has trained on this game, so you know its racks.")
        )
    check_name_is_new(game=game, name=name)


def check_name_is_new(*, game: Game, name: str) -> None:
    """Refuse a name under which the game was played later already.

    Raises:
        RuleViolation: it was.
    """
    if Training.objects.filter(source=Training.Source.LATER, game=game, player_key=name_key(name)).exists():
        raise RuleViolation("played_later", _("{name} has played this game already."), name=name)


def is_shown(training: Training) -> bool:
    """Tell whether everybody may look at the game that is played later."""
    return training.game_id is not None and games_to_look_at().filter(pk=training.game_id).exists()


def check_is_shown(training: Training) -> None:
    """Refuse to go on with a game that may not be viewed any more.

    Raises:
        RuleViolation: it may not.
    """
    if training.is_later and not is_shown(training):
        raise RuleViolation("game_not_shown", _("This game cannot be viewed yet."))


def place_so_far(training: Training) -> LaterPlace | None:
    """Return the place after the last answered round; None if there is none, or the game may not be viewed."""
    if not training.is_later or training.game is None or not is_shown(training):
        return None
    return _place(training, training.rounds.all())


def field_table(training: Training) -> DataTable | None:
    """Return the standings of the evening with the line of the later game; None as long as it is not over."""
    game = training.game
    if training.ended_at is None or game is None or (place := place_so_far(training)) is None:
        return None
    with hidden(names_are_hidden_in(game.event), game.event):
        standings = standings_for_game(game)
        rows = rows_with_later(standings, place, mark_played_later(training.player_name or gettext("You")))
        return game_table(standings, NOT_PUBLIC, rows)


def mark_played_later(name: str) -> str:
    """Return a name with the mark of a game that was played later."""
    return gettext("{name} (played later)").format(name=name)


def played_later(event: Event) -> list[LaterLine]:
    """Return the later games of an event's games, by game, those that are over first, the best first."""
    found = Training.objects.filter(source=Training.Source.LATER, game__event=event).exclude(player_key="")
    shown = set(games_to_look_at().filter(event=event).values_list("pk", flat=True))
    lines = [
        LaterLine(
            one,
            sum(row.is_answered for row in one.rounds.all()),
            _place_if_over(one) if one.game_id in shown else None,
        )
        for one in found.select_related("game__event").prefetch_related("rounds")
    ]
    return sorted(lines, key=_order)


@transaction.atomic
def take_name_away(*, training: Training) -> None:
    """Take a later game off the club's list; its device keeps it, without the name."""
    training.player_name = training.player_key = ""
    training.save(update_fields=["player_name", "player_key"])


def games_of_month(days: Iterable[tuple[date, int]], most: int = MOST_OF_MONTH) -> list[int]:
    """Return the keys of the latest games of the latest month that has any, in the order of their days."""
    ordered = sorted(days)
    if not ordered:
        return []
    last = ordered[-1][0]
    return [pk for day, pk in ordered if (day.year, day.month) == (last.year, last.month)][-most:]


def month_of_season(season: Season, trainee: Trainee | None) -> list[MonthGame]:
    """Return the games of a season's latest month that everybody may play, with the places of this device."""
    shown = games_to_look_at().filter(
        event__organiser=season.organiser_id,
        event__public=True,
        event__made_up=False,
        event__date__range=(season.first_day, season.last_day),
    )
    chosen = games_of_month(shown.values_list("event__date", "pk"))
    games = {game.pk: game for game in shown.filter(pk__in=chosen)}
    mine = _of_device(trainee, chosen)
    return [
        MonthGame(games[pk], mine.get(pk), _place_if_over(mine[pk]) if pk in mine else None) for pk in chosen
    ]


def sums_of(games: Iterable[MonthGame]) -> LaterSums:
    """Add up the games of a month that were played to the end."""
    return add_up(game.place for game in games if game.place)


# --- Inside -----------------------------------------------------------------------------------------------------------


def _was_there(game: Game, name: str, tokens: Collection[str]) -> bool:
    entries = ranked_entries(game)
    if tokens and entries.filter(token_hash__in=[hash_token(token) for token in tokens]).exists():
        return True
    wanted = name_key(name)
    names = entries.values_list("player__name", "partner__name")
    return any(one and name_key(one) == wanted for pair in names for one in pair)


def _of_device(trainee: Trainee | None, games: Collection[int]) -> dict[int, Training]:
    if trainee is None:
        return {}
    mine = trainee.trainings.filter(source=Training.Source.LATER, game__in=games)
    found = mine.select_related("game__event").prefetch_related("rounds")
    return {one.game_id: one for one in found if one.game_id is not None}


def _place_if_over(training: Training) -> LaterPlace | None:
    """Return the place of a later game that is over; the caller knows that its game may be viewed."""
    return _place(training, training.rounds.all()) if training.ended_at is not None else None


def _place(training: Training, rows: Iterable[TrainingRound]) -> LaterPlace | None:
    assert training.game is not None
    rounds = _later_rounds(rows)
    return place_in_field(standings_for_game(training.game), rounds, training.rule_set.sanctions)


def _later_rounds(rows: Iterable[TrainingRound]) -> Sequence[LaterRound]:
    return [
        LaterRound(
            row.number - 1,
            row.score or 0,
            (row.score or 0) >= row.top_score > 0,
            (row.sanction == "warning") + row.further_warnings,
        )
        for row in rows
        if row.is_answered
    ]


def _order(line: LaterLine) -> tuple[int, bool, int, datetime]:
    game, place = line.training.game, line.place
    return (game.number if game else 0, place is None, place.rank if place else 0, line.training.started_at)
