"""Players' games for records and medals, read from the recorded results as the index of a season reads them."""

from collections.abc import Collection, Sequence
from typing import Any

from django.db.models import Count, F, FloatField, Max, Q, QuerySet, Sum
from django.db.models.functions import Cast

from tournaments.models import ResultLine, Season
from tournaments.seasons.services import PLAYER, lines_of_organiser, lines_played, names_of
from tournaments.standings.medals import Before
from tournaments.standings.records import PlayerGame

_COLUMNS = (
    "result__event__date",
    "result__event_id",
    "result__number",
    "result__event__name",
    "result__name",
    "total",
    "result__top_total",
    "tops",
    "solos",
    "solo_points",
    "top_run",
    "climb",
)


def games_of_season(
    season: Season, *, public_only: bool = False, except_events: Collection[int] = ()
) -> tuple[list[PlayerGame], dict[int, Before]]:
    """Return the games that count in the index of a season, of players who played alone, and what each of them
    had before it. It takes four queries. `except_events` are events whose names are hidden at the moment.
    """
    played = lines_played(public_only=public_only, except_events=except_events)
    alone = lines_of_organiser(played, season.organiser_id).filter(entry__partner=None)
    of_season = alone.filter(result__event__date__range=(season.first_day, season.last_day))
    rows = list(of_season.values_list(PLAYER, *_COLUMNS))
    names = names_of({row[0] for row in rows})
    before = before_by_player(alone.filter(result__event__date__lt=season.first_day), PLAYER)
    games = [_make_game(player, names[player], values) for player, *values in rows if player in names]
    return games, before


def game_of_line(line: ResultLine) -> tuple[PlayerGame, Q]:
    """Return a player's game from its line, and the condition for lines of games before it."""
    (values,) = ResultLine.objects.filter(pk=line.pk).values_list(*_COLUMNS)
    game = _make_game(line.entry.player_id, "", values)
    day, event, number = game.place
    earlier_day = Q(result__event__date__lt=day)
    same_day = Q(result__event__date=day, result__event__lt=event)
    return game, earlier_day | same_day | Q(result__event=event, result__number__lt=number)


def before_by_player(lines: QuerySet[ResultLine], player: str) -> dict[int, Before]:
    """Return what players had in these lines, by the column that names the player."""
    percent = 100 * Cast(F("total"), FloatField()) / Cast(F("result__top_total"), FloatField())
    rows = lines.values_list(player).annotate(played=Count("pk"), best=Max(percent), won=Sum("solos"))
    return {key: Before(*values) for key, *values in rows}


def _make_game(player: int, name: str, values: Sequence[Any]) -> PlayerGame:
    """Return the game of a row of `_COLUMNS`."""
    day, event_id, number, event, game, *figures = values
    total, top_total, tops, solos, solo_points, top_run, climb = figures
    return PlayerGame(
        player=player,
        name=name,
        place=(day, event_id, number),
        event=event,
        game=game,
        total=total,
        top_total=top_total,
        tops=tops,
        solos=solos,
        solo_points=solo_points,
        top_run=top_run or 0,
        climb=climb,
    )
