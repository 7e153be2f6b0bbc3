"""Standings of teams: pure, from the standings of their members.

In each game a team has the points of all its members, or of its best ones in that game. The points missing to
the top, and the share of it, are those of the members who were counted; an absent member counts as 0, but is
counted after a present one with 0.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

from tournaments.standings.ranking import Competitor, EventLine, EventStandings, GameScore, Sum, rank_sums


def rank_teams(standings: EventStandings, best_of: int | None = None) -> EventStandings:
    """Rank the teams of the competitors by the total of their members, or of the best so many in each game.

    The tie-breaks of the last game separate equals, except those by its rounds, which a team does not have.
    """
    members: dict[str, list[EventLine]] = defaultdict(list)
    for line in standings.lines:
        if line.competitor.team:
            members[line.competitor.team].append(line)
    breaks = standings.games[-1].tie_breaks if standings.games else ()
    sums = [_sum_of(key, name, members[name], standings, best_of) for key, name in enumerate(sorted(members))]
    return replace(standings, lines=rank_sums(sums, breaks, standings.top_total), of_teams=True)


def rank_clubs(standings: EventStandings, best_of: int | None = None) -> EventStandings:
    """Rank the clubs of the competitors as teams; a pair of two clubs counts for neither."""
    lines = tuple(
        replace(line, competitor=replace(line.competitor, team=_club_of(line.competitor)))
        for line in standings.lines
    )
    return rank_teams(replace(standings, lines=lines), best_of)


def _club_of(one: Competitor) -> str:
    clubs = {person.club for person in one.persons}
    return clubs.pop() if len(clubs) == 1 else ""


def _sum_of(
    key: int, name: str, members: Sequence[EventLine], standings: EventStandings, best_of: int | None
) -> Sum:
    scores = [
        _score([line.scores[number] for line in members], best_of) for number in range(len(standings.games))
    ]
    counted = len(members) if best_of is None else min(best_of, len(members))
    persons = tuple(person for line in members for person in line.competitor.persons)
    team = Competitor(key, name, persons=persons)
    return Sum(team, tuple(scores), possible=counted * standings.top_total)


def _score(scores: Sequence[GameScore], best_of: int | None) -> GameScore:
    """Return the score of a team in one game."""
    best = sorted(scores, key=lambda score: (-score.total, score.absent))[:best_of]
    return GameScore(
        total=sum(score.total for score in best),
        negative=sum(score.negative for score in best),
        solo_points=sum(score.solo_points for score in best),
        warnings=sum(score.warnings for score in best),
        penalties=sum(score.penalties for score in best),
        zeros=sum(score.zeros for score in best),
        tops=sum(score.tops for score in best),
        best_move=max((score.best_move for score in best), default=0),
        absent=all(score.absent for score in scores),
    )
