"""The records and medals of a season, as its pages show them."""

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from duplicate.website.events.season_index import events_with_hidden_names
from tournaments.models import Season
from tournaments.names.folding import sort_key
from tournaments.seasons.records import games_of_season
from tournaments.standings.medals import MEDALS, MOST_IMPROVED, Medal, WonMedal, medals_of_season
from tournaments.standings.records import Record, records_of

MOST_HOLDERS = 12


@dataclass(frozen=True, slots=True)
class Holder:
    """A player with the number of times that they won a medal."""

    player: int
    name: str
    count: int


@dataclass(frozen=True, slots=True)
class MedalHolders:
    """A medal and its holders, the most frequent first; `more` are left out."""

    medal: Medal
    holders: tuple[Holder, ...]
    more: int


@dataclass(frozen=True, slots=True)
class SeasonRecords:
    """The records and medals of a season's games; medals that nobody won are left out."""

    season: Season
    games: int
    records: tuple[Record, ...]
    medals: tuple[MedalHolders, ...]


def read_records(
    season: Season, *, public_only: bool = False, except_events: Collection[int] | None = None
) -> SeasonRecords:
    """Return the records of the games that the season's index counts. It takes four database queries, five if
    the hidden events are not given.
    """
    hidden = events_with_hidden_names() if except_events is None else except_events
    played, before = games_of_season(season, public_only=public_only, except_events=hidden)
    won = medals_of_season(played, before)
    held = [_holders_of(medal, won) for medal in (*MEDALS, MOST_IMPROVED)]
    return SeasonRecords(
        season,
        len({game.place for game in played}),
        records_of(played),
        tuple(one for one in held if one.holders),
    )


def _holders_of(medal: Medal, won: Iterable[WonMedal]) -> MedalHolders:
    counts = Counter((one.game.player, one.game.name) for one in won if one.medal is medal)
    ordered = sorted(counts.items(), key=lambda held: (-held[1], sort_key(held[0][1])))
    holders = tuple(Holder(player, name, count) for (player, name), count in ordered)
    return MedalHolders(medal, holders[:MOST_HOLDERS], max(0, len(holders) - MOST_HOLDERS))
