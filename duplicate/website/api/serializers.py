"""Public events, seasons and players as plain data; `duplicate.website.api.schemas` has the shapes."""

from typing import Any

from django.core.paginator import Page

from duplicate.printing.data.event_standings import AskedStandings
from duplicate.website.api import schemas as shapes
from duplicate.website.events.season_index import ShownIndex
from duplicate.website.public.visibility import is_released, public_games
from tournaments.described_settings.setting_columns import settings_data
from tournaments.models import Event, Player
from tournaments.seasons.history import PlayerGames
from tournaments.standings.filters import category_of
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
    return {
        "id": event.pk,
        "name": event.name,
        "date": event.date,
        "time_zone": event.zone.key,
        "standings": event.released,
        "games": games,
        "divisions": divisions,
    }


def standings_data(shown: AskedStandings) -> dict[str, Any]:
    standings, event = shown.standings, shown.event
    return {
        "event": event.pk,
        "final": standings.final and event.released == Event.Released.FINAL,
        "top_total": standings.top_total,
        "games": shapes.StandingsGame(standings.games, many=True).data,
        "lines": [_standings_line(line, shown) for line in standings.lines],
    }


def page_data(page: Page[Any]) -> dict[str, Any]:
    """Return the facts that every answer with a page of a list has."""
    return {"count": page.paginator.count, "page": page.number, "pages": page.paginator.num_pages}


def index_data(shown: ShownIndex, page: Page[Any]) -> dict[str, Any]:
    """Return one page of the lines of players, or of clubs if these are asked for."""
    of_clubs = shown.form.clubs
    return page_data(page) | {
        "season": shapes.ListedSeason(shown.season).data,
        "players": [] if of_clubs else shapes.PlayerInSeason(page, many=True).data,
        "clubs": shapes.ClubInSeason(page, many=True).data if of_clubs else [],
    }


def history_data(player: Player, history: PlayerGames) -> dict[str, Any]:
    return {
        "player": player.pk,
        "name": player.name,
        "club": player.club.name if player.club else "",
        "series": player.series,
        "games": shapes.GameOfPlayer(history.lines, many=True).data,
        "seasons": shapes.SeasonOfPlayer(history.seasons, many=True).data,
    }


def _standings_line(line: EventLine, shown: AskedStandings) -> dict[str, Any]:
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
