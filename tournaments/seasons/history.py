"""The history of a player: every finished game with rank and per cent, the best of them, and the seasons'
indexes.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from django.db.models import Count, IntegerField, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils.translation import gettext

from tournaments.models import Event, Player, ResultLine, Season
from tournaments.organisers.federations import clubs_sending_results
from tournaments.seasons.services import lines_played, sent_by
from tournaments.standings.performance_index import PlayedGame, index_of

BEST = 5
_PEOPLE = (
    "entry__player__federation_player",
    "entry__partner__federation_player",
)


@dataclass(frozen=True, slots=True)
class HistoryLine:
    """One game: `rank` by points among the `players` who were there, where equals share theirs; `partner` in
    a pair. A federation is not told the names of a club's guests.
    """

    day: date
    event_id: int
    event: str
    game: str
    rank: int
    players: int
    partner: str
    played: PlayedGame

    @property
    def percent(self) -> float:
        return float(100 * self.played.share)


@dataclass(frozen=True, slots=True)
class PlayedSeason:
    """A player's season so far: the number of games, and the index; None without any."""

    season: Season
    games: int
    index: float | None


@dataclass(frozen=True, slots=True)
class PlayerGames:
    """A player's games from the first to the last, the best by per cent, and the seasons, the newest first."""

    lines: tuple[HistoryLine, ...]
    best: tuple[HistoryLine, ...]
    seasons: tuple[PlayedSeason, ...]

    @property
    def played(self) -> PlayedGame:
        """The sum of all games."""
        games = [line.played for line in self.lines]
        return PlayedGame(
            sum(game.total for game in games),
            sum(game.negative for game in games),
            sum(game.tops for game in games),
            sum(game.top_total for game in games),
        )

    @property
    def percent(self) -> float | None:
        played = self.played
        return float(100 * played.share) if played.top_total else None


def history_of(
    player: Player, *, public_only: bool = False, except_events: Collection[int] = ()
) -> PlayerGames:
    """Return the history of a player, with `public_only` only its public part; it takes three queries.

    `except_events` are events whose names are hidden at the moment.
    """
    of_player = Q(entry__player=player) | Q(entry__partner=player)
    if clubs := clubs_sending_results(player.organiser_id):
        at_clubs = Q(entry__player__federation_player=player) | Q(entry__partner__federation_player=player)
        of_player |= at_clubs & sent_by(clubs)
    rows = (
        lines_played(public_only=public_only, except_events=except_events)
        .filter(of_player)
        .select_related("result__event", *_PEOPLE)
        .annotate(ahead=_count_lines(total__gt=OuterRef("total")), there=_count_lines())
        .order_by("result__event__date", "result__event_id", "result__number")
    )
    lines = tuple(_line(row, player) for row in rows)
    seasons = Season.objects.filter(organiser=player.organiser_id)
    if public_only:
        seasons = seasons.filter(public=True)
    return PlayerGames(lines, best_lines(lines), tuple(_season(season, lines) for season in seasons))


def best_lines(lines: Iterable[HistoryLine], most: int = BEST) -> tuple[HistoryLine, ...]:
    """Return the lines with the highest per cent; equals are ordered by day, the newest first."""
    newest_first = sorted(lines, key=lambda line: line.day, reverse=True)
    return tuple(sorted(newest_first, key=lambda line: line.played.share, reverse=True)[:most])


def public_players(except_events: Collection[int] = ()) -> QuerySet[Player]:
    """Return the players who are entered in a public event with released standings."""
    events = Event.objects.filter(public=True).exclude(released=Event.Released.HIDDEN)
    events = events.exclude(pk__in=list(except_events))
    return Player.objects.filter(
        Q(entries__event__in=events) | Q(partner_entries__event__in=events)
    ).distinct()


def _count_lines(**which: object) -> Coalesce:
    """Count the lines of the same result that match, absent players left out."""
    others = ResultLine.objects.filter(result=OuterRef("result"), absent=False, **which).order_by()
    counted = others.values("result").annotate(count=Count("pk")).values("count")
    return Coalesce(Subquery(counted, output_field=IntegerField()), 0)


def _line(row: ResultLine, player: Player) -> HistoryLine:
    result, entry = row.result, row.entry
    return HistoryLine(
        day=result.event.date,
        event_id=result.event_id,
        event=result.event.name,
        game=result.name,
        rank=row.ahead + 1,  # type: ignore[attr-defined] # annotated
        players=row.there,  # type: ignore[attr-defined] # annotated
        partner=_partner_of(player, (entry.player, entry.partner)) if entry.partner else "",
        played=PlayedGame(row.total, row.negative, row.tops, result.top_total),
    )


def _partner_of(player: Player, pair: Iterable[Player]) -> str:
    """Return the name of the other one of a pair, as far as the list of the player's organiser has it."""
    (other,) = (one for one in pair if player.pk not in {one.pk, one.federation_player_id})
    source = other.federation_player
    is_listed = player.organiser_id in {other.organiser_id, source and source.organiser_id}
    return other.name if is_listed else gettext("a guest")


def _season(season: Season, lines: Sequence[HistoryLine]) -> PlayedSeason:
    """Return a player's season. Only games played alone count, as in the index of all."""
    games = [
        line.played for line in lines if not line.partner and season.first_day <= line.day <= season.last_day
    ]
    return PlayedSeason(season, len(games), index_of(games, season.rules))
