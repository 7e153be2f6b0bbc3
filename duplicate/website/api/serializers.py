"""Public events, seasons and players as plain data; `duplicate.website.api.schemas` has the shapes."""

from typing import Any

from django.core.paginator import Page

from duplicate.printing.data.event_standings import Shown
from duplicate.website.events.season_index import ShownIndex
from duplicate.website.public.visibility import is_released, public_games
from tournaments.core.setting_columns import settings_data
from tournaments.models import Event, Player, Season
from tournaments.seasons.history import HistoryLine, PlayerGames
from tournaments.standings.filters import USUAL_CATEGORIES, category_of
from tournaments.standings.performance_index import IndexLine
from tournaments.standings.ranking import EventLine


def event_data(event: Event) -> dict[str, Any]:
    games = [
        {
            "number": game.number,
            "name": game.name,
            "state": game.state.value,
            "code": game.code or None,
            "rounds": game.rounds,
        }
        for game in public_games(event)
    ]
    divisions = [
        {"id": division.pk, "settings": settings_data(division)}
        for division in event.divisions.select_related("lexicon")
    ]
    return _name_data(event) | {"games": games, "divisions": divisions}


def listed_data(event: Any) -> dict[str, Any]:
    """Return one event of `listed_events` as plain data."""
    return _name_data(event) | {"games": event.game_count, "running": event.running}


def standings_data(shown: Shown) -> dict[str, Any]:
    standings, event = shown.standings, shown.event
    return {
        "event": event.pk,
        "final": standings.final and event.released == Event.Released.FINAL,
        "top_total": standings.top_total,
        "games": [
            {
                "number": game.number,
                "name": game.name,
                "top_total": game.top_total,
                "final": game.final,
            }
            for game in standings.games
        ],
        "lines": [_standings_line(line, shown) for line in standings.lines],
    }


def season_data(season: Season) -> dict[str, Any]:
    return {
        "id": season.pk,
        "name": season.name,
        "first_day": season.first_day,
        "last_day": season.last_day,
        "least_games": season.least_games,
        "best_games": season.best_games,
        "club_players": season.club_players,
    }


def page_data(page: Page[Any]) -> dict[str, Any]:
    """Return the facts that every answer with a page of a list has."""
    return {"count": page.paginator.count, "page": page.number, "pages": page.paginator.num_pages}


def index_data(shown: ShownIndex, page: Page[Any]) -> dict[str, Any]:
    """Return one page of the lines of players, or of clubs if these are asked for."""
    return page_data(page) | {
        "season": season_data(shown.season),
        "players": [] if shown.form.clubs else [_index_line(line) for line in page],
        "clubs": [
            {
                "rank": line.rank,
                "name": line.name,
                "index": line.index,
                "players": line.players,
                "games": line.games,
            }
            for line in (page if shown.form.clubs else ())
        ],
    }


def history_data(player: Player, history: PlayerGames) -> dict[str, Any]:
    return {
        "player": player.pk,
        "name": player.name,
        "club": player.club.name if player.club else "",
        "series": player.series,
        "games": [_history_line(line) for line in history.lines],
        "seasons": [
            {"season": one.season.pk, "name": one.season.name, "games": one.games, "index": one.index}
            for one in history.seasons
        ],
    }


def _name_data(event: Event) -> dict[str, Any]:
    return {
        "id": event.pk,
        "name": event.name,
        "date": event.date,
        "time_zone": event.zone.key,
        "standings": event.released,
    }


def _standings_line(line: EventLine, shown: Shown) -> dict[str, Any]:
    one = line.competitor
    open_event = shown.event.public and is_released(shown.event)
    return {
        "rank": line.rank,
        "overall": line.overall,
        "name": one.name,
        "table": one.table,
        "persons": [
            {
                "player": person.player if open_event else None,
                "club": person.club,
                "country": person.country,
                "series": person.series,
                "category": category_of(person, shown.categories),
            }
            for person in one.persons
        ],
        "team": one.team,
        "group": one.group,
        "room": one.room,
        "withdrawn": one.withdrawn,
        "total": line.total,
        "negative": line.negative,
        "percent": line.percent,
        "tops": line.tops,
        "solo_points": line.solo_points,
        "games": [None if score.absent else score.total for score in line.scores],
    }


def _index_line(line: IndexLine) -> dict[str, Any]:
    who = line.competitor.persons[0]
    return {
        "rank": line.rank,
        "overall": line.overall,
        "player": line.competitor.key,
        "name": line.competitor.name,
        "club": who.club,
        "country": who.country,
        "series": who.series,
        "category": category_of(who, USUAL_CATEGORIES),
        "index": line.index,
        "games": line.games,
        "counted": line.counted,
        "total": line.total,
        "negative": line.negative,
        "top_total": line.top_total,
        "tops": line.tops,
    }


def _history_line(line: HistoryLine) -> dict[str, Any]:
    return {
        "date": line.day,
        "event": line.event_id,
        "event_name": line.event,
        "game": line.game,
        "rank": line.rank,
        "players": line.players,
        "partner": line.partner,
        "total": line.played.total,
        "negative": line.played.negative,
        "top_total": line.played.top_total,
        "percent": line.percent,
        "tops": line.played.tops,
    }
