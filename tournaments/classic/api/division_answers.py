"""Divisions as plain data for everybody: what each answer has, and how it is built.

Names and keys of people are told as far as the event shows names (`tournaments.names.name_visibility`).
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from operator import attrgetter
from typing import Annotated, Any, TypedDict

from engine.referee import ClassicGame, state_of
from tournaments.answers import answer_from
from tournaments.api.fields import settings_answer
from tournaments.api.schemas import NOTATIONS, RELEASES
from tournaments.classic.columns import ratings, standings
from tournaments.classic.divisions.phone_page import OUTCOMES
from tournaments.classic.divisions.public import divisions_in_play, is_released, may_tell_people
from tournaments.classic.match_records.annotated_boards import lines_with_withdrawn, shown_names, steps_of
from tournaments.classic.match_records.frames import TurnLine
from tournaments.classic.match_records.selectors import live_records
from tournaments.classic.models import Division, DivisionEntry, DivisionRound
from tournaments.classic.rounds.selectors import MatchLine, load_round_view
from tournaments.classic.rounds.values import last_begun
from tournaments.classic.scores.scores import Outcome
from tournaments.classic.standings.ratings import RatedLine, RatingShown
from tournaments.classic.standings.rows import Standings, StandingsRow, is_final
from tournaments.described_settings.setting_columns import settings_data
from tournaments.names import name_visibility
from tournaments.reports.tables import plain_values

DIVISION_STATES = (
    ("waiting", "no round has begun"),
    ("playing", "a round has begun, and results or rounds are still to come"),
    ("finished", "all planned rounds have their results, or the standings are final"),
)
RESULT_KINDS = (
    ("open", "there is no result yet, or results are not released"),
    ("played", "both scores are there"),
    ("first_forfeits", "the first forfeits"),
    ("second_forfeits", "the second forfeits"),
    ("both_forfeit", "both forfeit"),
    ("bye", "the first has no opponent"),
    ("missed", "the first was not there, and it counts as lost"),
)
PLAYER = "Key of the player, for `/api/v1/players/{player_id}/`; null if names are hidden or the event is not public."


class DivisionOfEvent(TypedDict):
    """A division of a classic event."""

    id: Annotated[int, attrgetter("pk"), "Key of the division, for `/api/v1/divisions/{division_id}/`."]
    name: Annotated[str, "Name of the division."]
    state: Annotated[str, DIVISION_STATES, "Whether it goes on."]
    round_count: Annotated[int, "Number of rounds that have begun."]
    planned_count: Annotated[int, attrgetter("rounds_planned"), "Number of rounds that are planned."]
    settings: Annotated[dict[str, Any], settings_answer(Division), "All its settings."]


class ListedAnnotatedGame(TypedDict):
    """An annotated game of a division."""

    code: Annotated[str, "Its code, for `/api/v1/annotated-games/{game_code}/`."]
    names: Annotated[list[str], "Both players; the one who went first is the first."]
    scores: Annotated[list[int], "Points of both at the end."]


class DivisionDetail(DivisionOfEvent):
    """A division with what may be asked of it."""

    event: Annotated[int, attrgetter("event_id"), "Key of the event."]
    event_name: Annotated[str, attrgetter("event.name"), "Name of the event."]
    standings: Annotated[
        str,
        attrgetter("event.released"),
        RELEASES,
        "Whether standings, ratings and results may be asked for; while they are hidden the answer is 404.",
    ]
    annotated_games: Annotated[
        list[ListedAnnotatedGame], "Its annotated games, in the order in which they came."
    ]


class MatchInLine(TypedDict):
    """A round of a player in the standings."""

    outcome: Annotated[str, OUTCOMES, "How it ended for the player."]
    opponent: Annotated[
        int | None, "Number of the opponent in the division; null for a bye or a missed round."
    ]
    own: Annotated[
        int | None, "Own points, overtime taken off; null without a score (open, a bye, a forfeit)."
    ]
    other: Annotated[int | None, "Points of the opponent, overtime taken off; null as the own points are."]
    goes_first: Annotated[bool, attrgetter("first"), "Whether this player went first."]
    forfeit: Annotated[bool, "Whether it was decided by a forfeit."]


class DivisionLine(TypedDict):
    """A player in the standings of a division."""

    rank: Annotated[
        int | None, "Rank; equals share it. Null for who has left a division where those have none."
    ]
    number: Annotated[int, "Number of the player in the division."]
    player: Annotated[int | None, PLAYER]
    name: Annotated[
        str,
        attrgetter("line.contestant.name"),
        "Name; both names of a pair. While names are hidden it says the table instead.",
    ]
    club: Annotated[str, "Name of the club; empty if unknown, or if names are hidden."]
    team: Annotated[str, "Name of their team; empty if they are in none, or if names are hidden."]
    rating: Annotated[int | None, "Rating before the division; null if there is none, or names are hidden."]
    withdrawn: Annotated[bool, "Whether they have dropped out; they keep their points."]
    wins: Annotated[float, "Wins, a draw being half a one."]
    losses: Annotated[float, "Losses, a draw being half a one."]
    spread: Annotated[int, "Own points minus those of opponents, as far as the rules count them."]
    points: Annotated[int, "Own points of all matches."]
    best: Annotated[int, "Best score of a match."]
    matches: Annotated[
        list[MatchInLine | None],
        "The rounds that have begun, in their order; null for one without the player.",
    ]


class DivisionStandings(TypedDict):
    """The standings of a division."""

    division: Annotated[int, "Key of the division."]
    final: Annotated[
        bool, "Whether all planned rounds have their results and the standings are released as final."
    ]
    round_count: Annotated[int, "Number of rounds that count."]
    open_count: Annotated[int, "Number of matches without a result in these rounds."]
    lines: Annotated[list[DivisionLine], "Everybody in the division, best first."]


class PlayerInMatch(TypedDict):
    """One of the two players of a match."""

    number: Annotated[int, "Number of the player in the division."]
    name: Annotated[
        str,
        attrgetter("entry.name"),
        "Name; both names of a pair. While names are hidden it says the table instead.",
    ]
    player: Annotated[int | None, PLAYER]


class MatchOfRound(TypedDict):
    """A match of a round."""

    id: Annotated[int, attrgetter("match.pk"), "Key of the match."]
    table: Annotated[
        int | None, attrgetter("match.table"), "Number of the table; null if the match has none."
    ]
    first: Annotated[PlayerInMatch, "Who goes first, or has no opponent."]
    second: Annotated[PlayerInMatch | None, "The opponent; null for a bye or a missed round."]
    outcome: Annotated[str, RESULT_KINDS, "The kind of its result."]
    first_score: Annotated[int | None, "Points of the first, overtime taken off; null unless it was played."]
    second_score: Annotated[
        int | None, "Points of the second, overtime taken off; null unless it was played."
    ]
    board: Annotated[
        str | None,
        "Code of its board, for `/api/v1/boards/{record_code}/` and, once it is over, "
        "`/api/v1/match-records/{record_code}/`, if it is kept move by move for everybody; "
        "otherwise null.",
    ]


class DivisionRoundDetail(TypedDict):
    """A round that has begun: its pairings, with results once the standings are released."""

    division: Annotated[int, attrgetter("division_id"), "Key of the division."]
    number: Annotated[int, "Number of the round, from 1."]
    matches: Annotated[list[MatchOfRound], "Its matches by table, byes last."]


class RatingOfPlayer(TypedDict):
    """The rating of a player before and after a division."""

    number: Annotated[int, "Number of the player in the division."]
    player: Annotated[int | None, PLAYER]
    name: Annotated[str, "Name of the player."]
    before: Annotated[int | None, "Rating before; null for a newcomer."]
    after: Annotated[int, "Rating after."]
    change: Annotated[int | None, "Points gained or lost; null for a newcomer."]
    performance: Annotated[int, "Performance: the rating that the results alone would give."]
    game_count: Annotated[int, attrgetter("change.games"), "Number of rated games in the division."]
    score: Annotated[float, "Wins in them, a draw being half a one."]
    expected: Annotated[float | None, "Wins that the ratings had promised; null for a newcomer."]
    opponents: Annotated[int, "Mean rating of the opponents."]
    k: Annotated[int | None, "Most points that a game could change; null in a system without."]
    rated_games: Annotated[int, "Number of rated games after the division."]
    provisional: Annotated[
        bool, attrgetter("is_provisional"), "Whether the rating rests on too few games to be sure."
    ]


class DivisionRatings(TypedDict):
    """The ratings that a division gives."""

    division: Annotated[int, "Key of the division."]
    system: Annotated[str, "The rating system, as in the settings of the division."]
    in_force: Annotated[bool, "Whether the division is rated; otherwise the results so far would give this."]
    outdated: Annotated[bool, "Whether results have changed since it was rated."]
    lines: Annotated[list[RatingOfPlayer], "Everybody who has a rated game, the highest rating first."]


@dataclass(frozen=True, slots=True)
class TurnWithRack(TurnLine):
    """A turn of a finished game, with the tiles that were held."""

    rack: Annotated[str, "Tiles that the player held before, as far as they are known; `?` is the blank."] = (
        ""
    )


class GameRecordAnswer(TypedDict):
    """The record of a finished game, move by move."""

    names: Annotated[list[str], "Both players; the one who goes first is the first."]
    scores: Annotated[list[int], "Points of both at the end."]
    tile_set: Annotated[str, "Name of the tile set, such as english."]
    lexicon: Annotated[str, "Name of the lexicon; empty if it is not known."]
    notation: Annotated[str, NOTATIONS, "How references name squares; always `english`."]
    values: Annotated[dict[str, int], "Points of each tile by its text; ? is the blank."]
    board: Annotated[
        list[list[str]],
        "15 rows of 15 squares from the top left at the end: the tile as text, a small letter for a blank, "
        "empty for an empty square.",
    ]
    turns: Annotated[list[Annotated[dict[str, Any], TurnWithRack]], "The turns, the first one first."]
    over: Annotated[bool, "Whether it was played to its end; some annotated games break off."]


def divisions_data(divisions: Iterable[Division]) -> list[DivisionOfEvent]:
    return [answer_from(division, DivisionOfEvent, **_state(division)) for division in divisions]


def division_data(division: Division) -> DivisionDetail:
    games: list[ListedAnnotatedGame] = [
        {"code": game.code, "names": shown_names(game), "scores": [game.first_score, game.second_score]}
        for game in division.annotated_games.defer("text")
    ]
    return answer_from(division, DivisionDetail, **_state(division), annotated_games=games)


def standings_data(division: Division, shown: Standings) -> DivisionStandings:
    people = _people(division)
    return {
        "division": division.pk,
        "final": is_final(division, shown),
        "round_count": shown.rounds,
        "open_count": shown.open,
        "lines": [_division_line(row, people) for row in shown.rows],
    }


def round_data(round_: DivisionRound) -> DivisionRoundDetail:
    """Return a round, selected with its division and event; results only once the event releases them."""
    people, released = _people(round_.division), is_released(round_.division.event)
    boards = dict(live_records(round_).values_list("match", "code"))
    matches = [
        _match_of_round(line, people, boards.get(line.match.pk), released=released)
        for line in load_round_view(round_).lines
    ]
    return answer_from(round_, DivisionRoundDetail, matches=matches)


def ratings_data(division: Division, shown: RatingShown) -> DivisionRatings:
    people = _people(division)
    return {
        "division": division.pk,
        "system": shown.holding.system if shown.holding else division.rating_system,
        "in_force": shown.holding is not None,
        "outdated": shown.outdated,
        "lines": [_rating_of_player(line, people) for line in shown.lines],
    }


def game_data(game: ClassicGame, names: Sequence[str]) -> GameRecordAnswer:
    steps, end = list(steps_of(game)), state_of(game)
    return {
        "names": list(names),
        "scores": list(end.scores),
        "tile_set": game.tiles,
        "lexicon": game.lexicon or "",
        "notation": game.notation,
        "values": end.tiles.values_by_text(),
        "board": end.board.tokens(end.tiles),
        "turns": [
            asdict(line) | {"rack": step.rack}
            for line, step in zip(lines_with_withdrawn(steps), steps, strict=True)
        ],
        "over": end.is_over,
    }


def _state(division: Division) -> dict[str, Any]:
    begun = last_begun(division)
    in_play = divisions_in_play().filter(pk=division.pk).exists()
    return {
        "state": "playing" if in_play else "finished" if begun else "waiting",
        "round_count": begun,
        "settings": settings_data(division),
    }


def _people(division: Division) -> Mapping[int, int]:
    """Return the keys of players by entrant, as far as everybody may know them."""
    return (
        dict(division.entries.values_list("pk", "entry__player")) if may_tell_people(division.event) else {}
    )


def _division_line(row: StandingsRow, people: Mapping[int, int]) -> DivisionLine:
    contestant = row.line.contestant
    values = plain_values(standings.COLUMNS, row) | {"name": contestant.name}
    if name_visibility.are_hidden():
        values |= {"rating": None, "club": "", "team": ""}
    matches = [None if cell is None else answer_from(cell, MatchInLine) for cell in row.cells]
    return answer_from(
        row,
        DivisionLine,
        **values,
        player=people.get(contestant.key),
        withdrawn=not contestant.present,
        matches=matches,
    )


def _match_of_round(
    line: MatchLine, people: Mapping[int, int], board: str | None, *, released: bool
) -> MatchOfRound:
    match, result = line.match, line.result if released else None
    is_played = result is not None and result.outcome == Outcome.PLAYED
    return answer_from(
        line,
        MatchOfRound,
        first=_player_in_match(match.first, people),
        second=_player_in_match(match.second, people) if match.second else None,
        outcome=("missed" if line.is_missed else "bye")
        if match.is_bye
        else result.outcome
        if result
        else "open",
        first_score=result.first_score if result and is_played else None,
        second_score=result.second_score if result and is_played else None,
        board=board,
    )


def _player_in_match(entrant: DivisionEntry, people: Mapping[int, int]) -> PlayerInMatch:
    return answer_from(entrant, PlayerInMatch, player=people.get(entrant.pk))


def _rating_of_player(line: RatedLine, people: Mapping[int, int]) -> RatingOfPlayer:
    values = plain_values(ratings.COLUMNS, line) | {"provisional": line.is_provisional}
    return answer_from(line, RatingOfPlayer, **values, player=people.get(line.entrant.pk))
