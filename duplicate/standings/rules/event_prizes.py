"""Winners of the prizes of an event over its games: pure, from the standings.

`rank` is the place in the standings, `high_game` the highest score of one game, `solos` the most points from solos.
`tournaments.standings.prizes` says how equals share, and how prizes pass on.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from tournaments.standings.prizes import Award, Equals, give_prizes, highest_first, rank_anew
from tournaments.standings.ranking import Competitor, EventLine, EventStandings, GameScore, ScoredGame


@dataclass(frozen=True, slots=True)
class EventPrizeRule:
    """One prize. `number` is that of its row, `within` the kind of group to which it is restricted, `among` its
    name.
    """

    number: int
    kind: str = "rank"
    place: int = 1
    within: str = ""
    among: str = ""
    out_of_the_money: bool = False

    @property
    def series(self) -> tuple[str, str, str, bool]:
        return self.kind, self.within, self.among, self.out_of_the_money


# Tells whether a competitor is in the group of that kind and name.
IsIn = Callable[[Competitor, str, str], bool]


def award_event_prizes(
    standings: EventStandings,
    prizes: Sequence[EventPrizeRule],
    groups: Mapping[str, Sequence[str]],
    is_in: IsIn,
    *,
    one_each: bool = False,
) -> tuple[Award[EventPrizeRule], ...]:
    """Award every prize in the order of the list; one of each series, category, club or group for each of them.

    `groups` are the names that occur, by kind. Nobody who was in no game has a prize.
    """
    lines = [line for line in standings.lines if not all(score.absent for score in line.scores)]

    def contest(prize: EventPrizeRule, taken: Collection[int]) -> Sequence[Equals]:
        return _contest(
            prize.kind,
            [
                line
                for line in lines
                if line.competitor.key not in taken
                and (not prize.within or is_in(line.competitor, prize.within, prize.among))
            ],
        )

    return give_prizes(_for_each_group(prizes, groups), contest, one_each=one_each)


def highest_game(line: EventLine, games: Sequence[ScoredGame]) -> ScoredGame:
    """Return the game with the highest score of a competitor who was in one; the first of equals."""
    return games[_highest(line)[0]]


def _highest(line: EventLine) -> tuple[int, GameScore]:
    """Return the place of the game with the highest score among those that the competitor was in, and its score."""
    played = [(place, score) for place, score in enumerate(line.scores) if not score.absent]
    return max(played, key=lambda one: one[1].total)


def _for_each_group(
    prizes: Sequence[EventPrizeRule], groups: Mapping[str, Sequence[str]]
) -> list[EventPrizeRule]:
    each = []
    for prize in prizes:
        if prize.within and not prize.among:
            each += [replace(prize, among=name) for name in groups.get(prize.within, ())]
        else:
            each.append(prize)
    return each


def _contest(kind: str, lines: Sequence[EventLine]) -> list[Equals]:
    """Return the eligible competitors, best first, as groups of equals."""
    if kind == "rank":
        return rank_anew((line.rank, line.competitor.key) for line in lines)
    if kind == "high_game":
        return highest_first({line.competitor.key: _highest(line)[1].total for line in lines})
    return highest_first({line.competitor.key: line.solo_points for line in lines if line.solo_points > 0})
