"""Standings over several games: pure, from the score of each game; for an event, and for anything else that
adds games up.

Terms. A *competitor* is an entry, of one person or two, or a team. *Total* is the sum of the totals of the
games, *negative* the sum of the points missing to their tops, *percent* the share of the tops. A competitor
who was not in a game has 0 of it. A game that is not over counts as it stands: it is provisional.

Nobody's line depends on the other lines shown. A selection (a series, a club) ranks its competitors anew, in
the order of the whole; `overall` keeps the rank among all. Equals share their rank, unless a tie-break
separates them.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from engine.rules.rule_settings import TieBreak
from tournaments.names.folding import sort_key


@dataclass(frozen=True, slots=True)
class GameScore:
    """One competitor's score in one game; `rounds` has the points of each round, in order.

    `solos` are counted whatever they brought. `top_run` is the longest run of tops (None: recorded before runs
    were counted), `climb` the number of ranks won in the second half by a player who was there throughout.
    """

    total: int
    negative: int
    solo_points: int = 0
    warnings: int = 0
    penalties: int = 0
    zeros: int = 0
    tops: int = 0
    best_move: int = 0
    absent: bool = False
    solos: int = 0
    top_run: int | None = None
    climb: int = 0
    rounds: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class ScoredGame:
    """A game: `scores` by the key of the competitor; a missing competitor was not there. Games come in their
    order.
    """

    number: int
    name: str
    top_total: int
    final: bool
    scores: Mapping[int, GameScore]
    tie_breaks: tuple[TieBreak, ...] = ()
    rounds: int = 0

    def score_of(self, key: int) -> GameScore:
        return self.scores.get(key) or GameScore(0, -self.top_total, absent=True, rounds=(0,) * self.rounds)


@dataclass(frozen=True, slots=True)
class Competitor:
    """The subject of a line. `persons` has the facts of its players, for selections; `table` is 0 if there is
    none.
    """

    key: int
    name: str
    table: int = 0
    persons: tuple["PersonFacts", ...] = ()
    team: str = ""
    group: str = ""
    withdrawn: bool = False
    room: str = ""


@dataclass(frozen=True, slots=True)
class PersonFacts:
    """The facts that selections use.

    `age` is in the year of the event, `player` the key of the person; `category` is the age category that a
    federation gave.
    """

    licence: str = ""
    club: str = ""
    country: str = ""
    series: str = ""
    age: int | None = None
    player: int | None = None
    category: str = ""
    committee: str = ""


@dataclass(frozen=True, slots=True)
class EventLine:
    """One competitor's line. `scores` are in the order of the games; `overall` is the rank among all, before
    a selection.
    """

    rank: int
    overall: int
    competitor: Competitor
    total: int
    negative: int
    percent: float | None
    tops: int
    solo_points: int
    scores: tuple[GameScore, ...]


@dataclass(frozen=True, slots=True)
class EventStandings:
    """The lines over the games, and the sum of their tops.

    The tops are those of one competitor: they mean nothing if the lines are `of_teams`. `final` says whether
    all games are over.
    """

    games: tuple[ScoredGame, ...]
    lines: tuple[EventLine, ...]
    top_total: int
    final: bool
    of_teams: bool = False


class Measured(Protocol):
    """The values that tie-breaks read."""

    @property
    def last_total(self) -> int:
        """Points of the last game."""

    @property
    def tops(self) -> int: ...

    @property
    def best_move(self) -> int: ...

    def rounds_backwards(self) -> tuple[int, ...]:
        """Return the points of the rounds of the last game, negated, the last round first."""


# Sort keys that rank equals; the better one has the lower value.
MEASURES: dict[TieBreak, Callable[[Measured], Any]] = {
    "last_game": lambda one: -one.last_total,
    "last_rounds": lambda one: one.rounds_backwards(),
    "most_tops": lambda one: -one.tops,
    "best_move": lambda one: -one.best_move,
}


def rank_event(
    competitors: Iterable[Competitor],
    games: Sequence[ScoredGame],
    tie_breaks: Sequence[TieBreak] | None = None,
) -> EventStandings:
    """Rank by total, highest first, then by the tie-breaks: those of the last game, unless others are given."""
    breaks = tie_breaks if tie_breaks is not None else (games[-1].tie_breaks if games else ())
    top_total = sum(game.top_total for game in games)
    sums = [
        Sum(competitor, tuple([game.score_of(competitor.key) for game in games]))
        for competitor in competitors
    ]
    return EventStandings(
        games=tuple(games),
        lines=rank_sums(sums, breaks, top_total),
        top_total=top_total,
        final=bool(games) and all(game.final for game in games),
    )


def select_lines(standings: EventStandings, wanted: Callable[[Competitor], bool]) -> EventStandings:
    """Return the lines of the wanted competitors, ranked among themselves: equals of the whole are equals
    here.
    """
    lines: list[EventLine] = []
    for line in standings.lines:
        if wanted(line.competitor):
            same = lines and lines[-1].overall == line.overall
            lines.append(replace(line, rank=lines[-1].rank if same else len(lines) + 1))
    return replace(standings, lines=tuple(lines))


def sort_by_name(standings: EventStandings) -> EventStandings:
    """Return the same lines in the order of names."""
    lines = sorted(standings.lines, key=lambda line: (sort_key(line.competitor.name), line.competitor.table))
    return replace(standings, lines=tuple(lines))


@dataclass(slots=True)
class Sum:
    """One competitor's games added up."""

    competitor: Competitor
    scores: tuple[GameScore, ...]
    # The tops of the games in which it could score; a team adds those of its members.
    possible: int | None = None
    total: int = field(init=False)
    tops: int = field(init=False)

    def __post_init__(self) -> None:
        self.total = sum([score.total for score in self.scores])
        self.tops = sum([score.tops for score in self.scores])

    @property
    def last_total(self) -> int:
        return self.scores[-1].total if self.scores else 0

    @property
    def best_move(self) -> int:
        return max([score.best_move for score in self.scores], default=0)

    def rounds_backwards(self) -> tuple[int, ...]:
        return tuple([-points for points in reversed(self.scores[-1].rounds)]) if self.scores else ()

    def line(self, rank: int, top_total: int) -> EventLine:
        possible = top_total if self.possible is None else self.possible
        return EventLine(
            rank=rank,
            overall=rank,
            competitor=self.competitor,
            total=self.total,
            negative=sum([score.negative for score in self.scores]),
            percent=100 * self.total / possible if possible else None,
            tops=self.tops,
            solo_points=sum([score.solo_points for score in self.scores]),
            scores=self.scores,
        )


def rank_sums(sums: list[Sum], breaks: Sequence[TieBreak], top_total: int) -> tuple[EventLine, ...]:
    """Return the lines of these sums, best first."""
    keys = {id(one): (-one.total, *(MEASURES[name](one) for name in breaks)) for one in sums}
    sums.sort(key=lambda one: (keys[id(one)], sort_key(one.competitor.name), one.competitor.table))
    lines: list[EventLine] = []
    before = None
    for place, one in enumerate(sums, start=1):
        strength = keys[id(one)]
        lines.append(one.line(lines[-1].rank if strength == before else place, top_total))
        before = strength
    return tuple(lines)
