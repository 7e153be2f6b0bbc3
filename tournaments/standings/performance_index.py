"""The index of a season: pure, from each player's scores in each of their games.

Terms. The *index* is 100 × the points of a player's games / the tops of these games: the per cent of one game
or event, extended over many. The formula is this program's own. Federations rate their players by points of
their own, which need to be known of everybody; the index needs only the club's own games. Games count by
their tops, so a long game counts for more than a short one.

A *best of* limits the games that count to so many, those with the highest per cent. Players with fewer games
than the least number are listed after the others, without a rank. A *club's index* is the mean of the indexes
of so many of its best ranked players; a club that has fewer is listed without a rank.

Nobody's index depends on anybody else. Equal indexes share a rank. A selection ranks the remaining players
anew.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from tournaments.names.folding import sort_key
from tournaments.standings.filters import USUAL_CATEGORIES, category_of
from tournaments.standings.ranking import Competitor, PersonFacts


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """One player's score in one game; `top_total`, at least 1, is the sum of its tops."""

    total: int
    negative: int
    tops: int
    top_total: int

    @property
    def share(self) -> Fraction:
        return Fraction(self.total, self.top_total)


@dataclass(frozen=True, slots=True)
class IndexRules:
    """The rules of the index: the least number of games for a rank, how many games count (None: all), and how
    many players make a club.
    """

    least_games: int = 1
    best_games: int | None = None
    club_players: int = 5


@dataclass(frozen=True, slots=True)
class IndexLine:
    """One player: `games` played, `counted` of them in all other columns; `overall` is the rank before a
    selection.
    """

    rank: int | None
    overall: int | None
    competitor: Competitor
    games: int
    counted: int
    total: int
    negative: int
    tops: int
    top_total: int

    @property
    def person(self) -> PersonFacts:
        return self.competitor.persons[0]

    @property
    def category(self) -> str:
        return category_of(self.person, USUAL_CATEGORIES)

    @property
    def exact(self) -> Fraction:
        return 100 * Fraction(self.total, self.top_total)

    @property
    def index(self) -> float:
        return float(self.exact)


@dataclass(frozen=True, slots=True)
class ClubIndex:
    """One club: `players` is the number of its ranked players; `index` is the mean of its best."""

    rank: int | None
    name: str
    index: float
    players: int
    games: int


def counting(games: Sequence[PlayedGame], best_games: int | None) -> Sequence[PlayedGame]:
    """Return the games that count; of equal ones those with the higher tops."""
    if best_games is None or len(games) <= best_games:
        return games
    return sorted(games, key=lambda game: (game.share, game.top_total), reverse=True)[:best_games]


def rank_season(
    competitors: Iterable[Competitor], played: Mapping[int, Sequence[PlayedGame]], rules: IndexRules
) -> tuple[IndexLine, ...]:
    """Rank everybody who has played, by the keys of competitors; players with too few games come last,
    without a rank.
    """
    return rank_lines(
        (
            _line(competitor, played[competitor.key], rules)
            for competitor in competitors
            if played.get(competitor.key)
        ),
        rules,
    )


def rank_lines(lines: Iterable[IndexLine], rules: IndexRules) -> tuple[IndexLine, ...]:
    """Rank lines whose games have been added up; those with too few games come last, without a rank."""
    # Different quotients of numbers below 2²⁶ are different floating-point numbers, in the same order.
    ordered = sorted(
        lines,
        key=lambda line: (
            line.games < rules.least_games,
            -line.total / line.top_total,
            line.competitor.name.casefold(),
        ),
    )
    ranked: list[IndexLine] = []
    for place, line in enumerate(ordered, start=1):
        if line.games < rules.least_games:
            ranked.append(line)
            continue
        before = ranked[-1] if ranked else None
        same = before and before.total * line.top_total == line.total * before.top_total
        rank = before.rank if before and same else place
        ranked.append(replace(line, rank=rank, overall=rank))
    return tuple(ranked)


def select_index_lines(
    lines: Iterable[IndexLine], wanted: Callable[[Competitor], bool]
) -> tuple[IndexLine, ...]:
    """Return the lines of the wanted competitors, ranked among themselves."""
    chosen: list[IndexLine] = []
    for line in lines:
        if not wanted(line.competitor):
            continue
        if line.overall is None:
            chosen.append(line)
            continue
        same = chosen and chosen[-1].overall == line.overall
        chosen.append(replace(line, rank=chosen[-1].rank if same else len(chosen) + 1))
    return tuple(chosen)


def club_lines(lines: Iterable[IndexLine], rules: IndexRules) -> tuple[ClubIndex, ...]:
    """Rank the clubs of ranked players; a player without a club counts for none."""
    clubs: dict[str, list[IndexLine]] = {}
    for line in lines:
        club = line.competitor.persons[0].club if line.competitor.persons else ""
        if club and line.overall is not None:
            clubs.setdefault(club, []).append(line)
    strength = {name: _club_index(of_club, rules.club_players) for name, of_club in clubs.items()}
    names = sorted(
        clubs, key=lambda name: (len(clubs[name]) < rules.club_players, -strength[name], sort_key(name))
    )
    ranked: list[ClubIndex] = []
    before: Fraction | None = None
    for place, name in enumerate(names, start=1):
        full = len(clubs[name]) >= rules.club_players
        rank = (ranked[-1].rank if strength[name] == before else place) if full else None
        games = sum(line.games for line in clubs[name])
        ranked.append(ClubIndex(rank, name, float(strength[name]), len(clubs[name]), games))
        before = strength[name]
    return tuple(ranked)


def index_of(games: Sequence[PlayedGame], rules: IndexRules) -> float | None:
    """Return one player's index over these games; None without any."""
    counted = counting(games, rules.best_games)
    possible = sum(game.top_total for game in counted)
    return float(100 * Fraction(sum(game.total for game in counted), possible)) if possible else None


def _line(competitor: Competitor, games: Sequence[PlayedGame], rules: IndexRules) -> IndexLine:
    counted = counting(games, rules.best_games)
    return IndexLine(
        rank=None,
        overall=None,
        competitor=competitor,
        games=len(games),
        counted=len(counted),
        total=sum(game.total for game in counted),
        negative=sum(game.negative for game in counted),
        tops=sum(game.tops for game in counted),
        top_total=sum(game.top_total for game in counted),
    )


def _club_index(lines: Sequence[IndexLine], players: int) -> Fraction:
    best = sorted((line.exact for line in lines), reverse=True)[:players]
    return sum(best, Fraction()) / len(best)
