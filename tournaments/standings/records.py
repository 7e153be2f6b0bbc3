"""The records of a season: pure, from each player's games.

A record has the best `MOST` of its kind; equals share a rank, the earlier game first. Nothing below the least of
a kind is a record.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.reports.tables import WHOLE, NumberFormat, cell_text
from tournaments.standings.columns import TWO_DECIMALS

MOST = 3


@dataclass(frozen=True, slots=True)
class PlayerGame:
    """One player's game, played alone: `top_total`, at least 1, is the sum of its tops, `top_run` the longest run
    of tops, `climb` the ranks won in the second half. Games of one player are in the order of their `place`.
    """

    player: int
    name: str
    place: tuple[date, int, int]
    event: str
    game: str
    total: int
    top_total: int
    tops: int = 0
    solos: int = 0
    solo_points: int = 0
    top_run: int = 0
    climb: int = 0

    @property
    def day(self) -> date:
        return self.place[0]

    @property
    def event_id(self) -> int:
        return self.place[1]

    @property
    def percent(self) -> float:
        return 100 * self.total / self.top_total


@dataclass(frozen=True, slots=True)
class RecordLine:
    """A line of a record; without a game it is a sum over the season."""

    rank: int
    player: int
    name: str
    value: float
    format: NumberFormat
    game: PlayerGame | None = None

    @property
    def text(self) -> str:
        """The value in the active language."""
        return cell_text(self.format.cell(self.value))


@dataclass(frozen=True, slots=True)
class Record:
    """A record with its lines, the best first."""

    code: str
    title: str | Promise
    lines: tuple[RecordLine, ...]


@dataclass(frozen=True, slots=True)
class _Kind:
    code: str
    title: str | Promise
    measure: Callable[[PlayerGame], float]
    least: float = 1
    format: NumberFormat = WHOLE


_OF_A_GAME: Sequence[_Kind] = (
    _Kind("percent", _("Highest share of the tops"), lambda game: game.percent, format=TWO_DECIMALS),
    _Kind("total", _("Most points"), lambda game: game.total),
    _Kind("top_run", _("Longest run of tops"), lambda game: game.top_run, least=2),
    _Kind("solos", _("Most solos in a game"), lambda game: game.solos),
    _Kind("climb", _("Best comeback: ranks won in the second half"), lambda game: game.climb, least=2),
)
_OF_ALL_GAMES: Sequence[_Kind] = (
    _Kind("season_solos", _("Most solos in the season"), lambda game: game.solos),
    _Kind("season_tops", _("Most tops in the season"), lambda game: game.tops),
)


def records_of(games: Iterable[PlayerGame]) -> tuple[Record, ...]:
    """Return the records; a kind that nobody reached is left out."""
    ordered = sorted(games, key=lambda game: game.place)
    found = [_make_record(kind, _best_games(kind, ordered)) for kind in _OF_A_GAME]
    found += [_make_record(kind, _best_sums(kind, ordered)) for kind in _OF_ALL_GAMES]
    return tuple(record for record in found if record.lines)


def _make_record(kind: _Kind, lines: Iterable[RecordLine]) -> Record:
    """Return the record with the first lines, ranked."""
    ordered = sorted((line for line in lines if line.value >= kind.least), key=lambda line: -line.value)
    ranks = {line.value: place for place, line in reversed(list(enumerate(ordered, start=1)))}
    ranked = tuple(replace(line, rank=ranks[line.value]) for line in ordered[:MOST])
    return Record(kind.code, kind.title, ranked)


def _best_games(kind: _Kind, games: Iterable[PlayerGame]) -> Iterable[RecordLine]:
    for game in games:
        yield RecordLine(0, game.player, game.name, kind.measure(game), kind.format, game)


def _best_sums(kind: _Kind, games: Iterable[PlayerGame]) -> Iterable[RecordLine]:
    sums: dict[int, float] = {}
    names: dict[int, str] = {}
    for game in games:
        sums[game.player] = sums.get(game.player, 0) + kind.measure(game)
        names[game.player] = game.name
    for player, value in sums.items():
        yield RecordLine(0, player, names[player], value, kind.format)
