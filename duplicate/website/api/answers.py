"""Public events, seasons and players as plain data: what each answer has, and how it is built."""

import datetime as dt
from collections.abc import Sequence
from operator import attrgetter
from typing import Annotated, Any, TypedDict

from django.core.paginator import Page

from duplicate.printing.data.event_standings import AskedStandings
from duplicate.website.events.season_index import ShownIndex
from duplicate.website.public.visibility import is_released, public_games
from tournaments.answers import answer_from, answers_from
from tournaments.api.schemas import GAME_STATES, RELEASES
from tournaments.classic.api.division_answers import DivisionOfEvent, divisions_data
from tournaments.classic.divisions.phone_page import OUTCOMES
from tournaments.classic.rounds.selectors import MatchLine
from tournaments.classic.standings.rows import Cell
from tournaments.models import Event, Player, Season
from tournaments.seasons.history import PlayerGames
from tournaments.standings.filters import category_of
from tournaments.standings.ranking import EventLine


class ListedEvent(TypedDict):
    """A public event in the list."""

    id: Annotated[int, "Key of the event."]
    name: Annotated[str, "Name of the event."]
    date: Annotated[dt.date, "Day of the event."]
    time_zone: Annotated[
        str, attrgetter("zone.key"), "IANA name of the zone of the date, such as Europe/Paris."
    ]
    standings: Annotated[str, attrgetter("released"), RELEASES, "Whether its standings may be asked for."]
    game_count: Annotated[int, "Number of its duplicate games."]
    division_count: Annotated[int, "Number of its divisions of classic matches."]
    running: Annotated[bool, "Whether one of its games or divisions is in progress."]


class ListPage(TypedDict):
    """A page of a list."""

    count: Annotated[int, "Number of entries on all pages."]
    page: Annotated[int, "Number of this page, from 1."]
    pages: Annotated[int, "Number of pages, at least 1."]


class EventPage(ListPage):
    """A page of the list of public events."""

    events: Annotated[list[ListedEvent], "The events of this page, the newest first."]


class GameOfEvent(TypedDict):
    """A duplicate game of an event."""

    number: Annotated[int, "Its number in the event, from 1."]
    name: Annotated[str, "Name of the game."]
    state: Annotated[str, GAME_STATES, "Whether it goes on."]
    code: Annotated[
        str | None,
        "Its code while it is in progress in a public event, for `/api/v1/games/{code}/`; otherwise null.",
    ]
    rounds: Annotated[int, "Number of announced rounds."]


class EventDetail(TypedDict):
    """An event with its games and divisions."""

    id: Annotated[int, "Key of the event."]
    name: Annotated[str, "Name of the event."]
    date: Annotated[dt.date, "Day of the event."]
    time_zone: Annotated[
        str, attrgetter("zone.key"), "IANA name of the zone of the date, such as Europe/Paris."
    ]
    standings: Annotated[
        str,
        attrgetter("released"),
        RELEASES,
        "Whether standings may be asked for, those of its games together and those of each division; while they are "
        "hidden, or if it has no game, the answer is 404.",
    ]
    games: Annotated[
        list[GameOfEvent], "Its duplicate games in their order; empty for an event of divisions."
    ]
    divisions: Annotated[
        list[DivisionOfEvent], "Its divisions of classic matches; empty for an event of duplicate games."
    ]


class PersonInLine(TypedDict):
    """A player as selections see them."""

    player: Annotated[
        int | None, "Key of the player, for `/api/v1/players/{player_id}/`; null if the event is not public."
    ]
    club: Annotated[str, "Name of the club; empty if unknown."]
    country: Annotated[str, "Country by two or three letters, such as BEL; empty if unknown."]
    series: Annotated[str, "Series, such as 3B; empty if unknown."]
    category: Annotated[str, "Name of the age category in the year of the event; empty if unknown."]


class StandingsLine(TypedDict):
    """A player, pair or team in the standings of an event."""

    rank: Annotated[int, "Rank among those that were asked for; equals share it."]
    overall: Annotated[int, "Rank among all."]
    name: Annotated[
        str,
        attrgetter("competitor.name"),
        "Name; both names of a pair. While names are hidden it says the table instead.",
    ]
    table: Annotated[int, attrgetter("competitor.table"), "Table number; 0 for a team."]
    persons: Annotated[list[PersonInLine], "The player, both of a pair, or all of a team."]
    team: Annotated[str, attrgetter("competitor.team"), "Name of their team; empty if they are in none."]
    group: Annotated[str, attrgetter("competitor.group"), "Name of their group; empty if they are in none."]
    room: Annotated[
        str, attrgetter("competitor.room"), "Name of the room of their table; empty if it is in none."
    ]
    withdrawn: Annotated[
        bool, attrgetter("competitor.withdrawn"), "Whether they have dropped out; they keep their points."
    ]
    total: Annotated[int, "Points of all games together."]
    negative: Annotated[int, "Points missing to the sum of the tops: 0 or less, above 0 only by solos."]
    percent: Annotated[float | None, "The total in per cent of the sum of the tops; null while that is 0."]
    tops: Annotated[int, "In how many rounds they found the top."]
    solo_points: Annotated[int, "Points for solos, part of the total."]
    points: Annotated[
        list[int | None],
        "Points of each game, in the order of `games` above; null for a game in which they were absent.",
    ]


class StandingsGame(TypedDict):
    """A game that the standings count."""

    number: Annotated[int, "Its number in the event, from 1."]
    name: Annotated[str, "Name of the game."]
    top_total: Annotated[int, "Sum of its tops so far, in points."]
    final: Annotated[bool, "Whether the game is over."]


class Standings(TypedDict):
    """The standings of an event."""

    event: Annotated[int, "Key of the event."]
    final: Annotated[bool, "Whether every game is over and the standings are released as final."]
    top_total: Annotated[int, "Sum of the tops of all games, in points."]
    games: Annotated[list[StandingsGame], "The games that count, in their order."]
    lines: Annotated[list[StandingsLine], "The lines that were asked for, best first unless sorted by name."]


class ListedSeason(TypedDict):
    """A public season."""

    id: Annotated[int, "Key of the season."]
    name: Annotated[str, "Name of the season."]
    first_day: Annotated[dt.date, "Its first day."]
    last_day: Annotated[dt.date, "Its last day; games on it count."]
    least_games: Annotated[int, "Number of games from which a player is ranked."]
    best_games: Annotated[int | None, "How many of a player's best games count; null for all."]
    club_players: Annotated[int, "How many of its best ranked players make a club's index."]


class SeasonList(ListPage):
    """A page of the list of public seasons."""

    seasons: Annotated[list[ListedSeason], "The seasons of this page, the newest first."]


class PlayerInSeason(TypedDict):
    """A player in the index of a season."""

    rank: Annotated[
        int | None, "Rank among those that were asked for; null with fewer games than the season asks for."
    ]
    overall: Annotated[int | None, "Rank among all; null as the rank is."]
    player: Annotated[
        int, attrgetter("competitor.key"), "Key of the player, for `/api/v1/players/{player_id}/`."
    ]
    name: Annotated[str, attrgetter("competitor.name"), "Name of the player."]
    club: Annotated[str, attrgetter("person.club"), "Name of the club; empty if unknown."]
    country: Annotated[
        str, attrgetter("person.country"), "Country by two or three letters, such as BEL; empty if unknown."
    ]
    series: Annotated[str, attrgetter("person.series"), "Series, such as 3B; empty if unknown."]
    category: Annotated[str, "Name of the age category; empty if unknown."]
    index: Annotated[float, "100 × total ÷ top_total."]
    game_count: Annotated[int, attrgetter("games"), "Number of games played."]
    counted: Annotated[int, "Number of games that count; the numbers below are of these."]
    total: Annotated[int, "Points of the games that count."]
    negative: Annotated[int, "Points missing to their tops: 0 or less, above 0 only by solos."]
    top_total: Annotated[int, "Sum of the tops of these games, in points."]
    tops: Annotated[int, "In how many of their rounds the player found the top."]


class ClubInSeason(TypedDict):
    """A club in the index of a season."""

    rank: Annotated[int | None, "Rank among clubs; null with fewer ranked players than the season asks for."]
    name: Annotated[str, "Name of the club."]
    index: Annotated[float, "Mean of the indexes of its best ranked players."]
    player_count: Annotated[int, attrgetter("players"), "Number of its ranked players."]
    game_count: Annotated[int, attrgetter("games"), "Number of games that they played."]


class SeasonIndex(ListPage):
    """A page of the index of a season: players, or clubs with `show=clubs`."""

    season: Annotated[ListedSeason, "The season with its rules."]
    players: Annotated[
        list[PlayerInSeason], "The players of this page, best first; empty if clubs were asked for."
    ]
    clubs: Annotated[
        list[ClubInSeason], "The clubs of this page, best first; empty unless they were asked for."
    ]


class GameOfPlayer(TypedDict):
    """A game in a player's history."""

    date: Annotated[dt.date, attrgetter("day"), "Day of the event."]
    event: Annotated[int, attrgetter("event_id"), "Key of the event."]
    event_name: Annotated[str, attrgetter("event"), "Name of the event."]
    game: Annotated[str, "Name of the game."]
    rank: Annotated[int, "Rank by points among those who were there; equals share it."]
    player_count: Annotated[int, attrgetter("players"), "How many players and pairs were there."]
    partner: Annotated[str, "The other one of a pair; empty if the player was alone."]
    total: Annotated[int, attrgetter("played.total"), "Points of the player."]
    negative: Annotated[
        int, attrgetter("played.negative"), "Points missing to the tops: 0 or less, above 0 only by solos."
    ]
    top_total: Annotated[int, attrgetter("played.top_total"), "Sum of the tops of the game, in points."]
    percent: Annotated[float, "The total in per cent of the sum of the tops."]
    tops: Annotated[int, attrgetter("played.tops"), "In how many rounds the player found the top."]


class MatchOfPlayer(TypedDict):
    """A match of a division in a player's history."""

    date: Annotated[dt.date, attrgetter("event.date"), "Day of the event."]
    event: Annotated[int, attrgetter("event.pk"), "Key of the event."]
    event_name: Annotated[str, attrgetter("event.name"), "Name of the event."]
    division: Annotated[int, attrgetter("pk"), "Key of the division, for `/api/v1/divisions/{division_id}/`."]
    division_name: Annotated[str, attrgetter("name"), "Name of the division."]
    round: Annotated[int, "Number of the round, from 1."]
    opponent: Annotated[str, "Name of the opponent; empty for a bye or a missed round."]
    outcome: Annotated[str, OUTCOMES, "How it ended for the player."]
    own: Annotated[
        int | None, "Own points, overtime taken off; null without a score (open, a bye, a forfeit)."
    ]
    other: Annotated[int | None, "Points of the opponent, overtime taken off; null as the own points are."]
    goes_first: Annotated[bool, "Whether this player went first."]
    forfeit: Annotated[bool, "Whether it was decided by a forfeit."]


class SeasonOfPlayer(TypedDict):
    """A public season in a player's history."""

    id: Annotated[int, attrgetter("season.pk"), "Key of the season."]
    name: Annotated[str, attrgetter("season.name"), "Name of the season."]
    game_count: Annotated[int, attrgetter("games"), "Number of the player's games in it."]
    index: Annotated[float | None, "100 × points ÷ tops of the games that count; null without a game."]


class PlayerHistory(TypedDict):
    """A player's results in public events whose standings are released."""

    player: Annotated[int, attrgetter("pk"), "Key of the player."]
    name: Annotated[str, "Name of the player."]
    club: Annotated[str, "Name of the club; empty if unknown."]
    series: Annotated[str, "Series, such as 3B; empty if unknown."]
    games: Annotated[list[GameOfPlayer], "The duplicate games, the first one first."]
    matches: Annotated[list[MatchOfPlayer], "The matches of divisions, the first one first."]
    seasons: Annotated[list[SeasonOfPlayer], "The public seasons, the newest first."]


def event_data(event: Event) -> EventDetail:
    divisions = divisions_data(event.divisions.select_related("lexicon"))
    games = [answer_from(game, GameOfEvent, code=game.code or None) for game in public_games(event)]
    return answer_from(event, EventDetail, games=games, divisions=divisions)


def standings_data(shown: AskedStandings) -> Standings:
    standings, event = shown.standings, shown.event
    return {
        "event": event.pk,
        "final": standings.final and event.released == Event.Released.FINAL,
        "top_total": standings.top_total,
        "games": answers_from(standings.games, StandingsGame),
        "lines": [_standings_line(line, shown) for line in standings.lines],
    }


def page_data(page: Page[Any]) -> ListPage:
    """Return the facts that every answer with a page of a list has."""
    return {"count": page.paginator.count, "page": page.number, "pages": page.paginator.num_pages}


def events_data(page: Page[Event]) -> EventPage:
    return {**page_data(page), "events": answers_from(page, ListedEvent)}


def seasons_data(page: Page[Season]) -> SeasonList:
    return {**page_data(page), "seasons": answers_from(page, ListedSeason)}


def index_data(shown: ShownIndex, page: Page[Any]) -> SeasonIndex:
    """Return one page of the lines of players, or of clubs if these are asked for."""
    of_clubs = shown.form.clubs
    return {
        **page_data(page),
        "season": answer_from(shown.season, ListedSeason),
        "players": [] if of_clubs else answers_from(page, PlayerInSeason),
        "clubs": answers_from(page, ClubInSeason) if of_clubs else [],
    }


def history_data(
    player: Player, history: PlayerGames, matches: Sequence[tuple[MatchLine, Cell]]
) -> PlayerHistory:
    return answer_from(
        player,
        PlayerHistory,
        club=player.club.name if player.club else "",
        games=answers_from(history.lines, GameOfPlayer),
        matches=[_match_of_player(line, cell) for line, cell in matches],
        seasons=answers_from(history.seasons, SeasonOfPlayer),
    )


def _match_of_player(line: MatchLine, cell: Cell) -> MatchOfPlayer:
    round_ = line.match.round
    return answer_from(
        round_.division,
        MatchOfPlayer,
        round=round_.number,
        opponent=cell.name,
        **{name: getattr(cell, name) for name in ("outcome", "own", "other", "forfeit")},
        goes_first=cell.first,
    )


def _standings_line(line: EventLine, shown: AskedStandings) -> StandingsLine:
    open_event = shown.event.public and is_released(shown.event)
    persons = [
        answer_from(
            person,
            PersonInLine,
            player=person.player if open_event else None,
            category=category_of(person, shown.categories),
        )
        for person in line.competitor.persons
    ]
    points = [None if score.absent else score.total for score in line.scores]
    return answer_from(line, StandingsLine, persons=persons, points=points)
