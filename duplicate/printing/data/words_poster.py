"""The tops that fewest players of some games found, for a poster."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Count, Exists, F, OuterRef, QuerySet

from duplicate.models import Game, Round, RoundArbitrator, Ruling
from duplicate.positions.tops import top_of
from duplicate.printing.values.games import HardTop
from duplicate.visibility.public_games import released_games
from tournaments.models import ResultLine, Season
from tournaments.seasons.services import final_results

MOST = 10
# A word that two players missed says little of a club.
LEAST_PLAYERS = 3


@dataclass(frozen=True, slots=True)
class _Missed:
    """A round with the number of its game's players, and of those who had the top."""

    round_id: int
    score: int
    found: int
    players: int

    @property
    def strength(self) -> tuple[float, int, int]:
        """Return the sort key: the top that the smallest part found, then the highest one."""
        return self.found / self.players, -self.score, self.round_id


def hardest_tops_of(season: Season) -> list[HardTop]:
    """Return the tops of a season that fewest players found, each word once, those found least first."""
    return hardest_tops(
        released_games().filter(
            event__organiser=season.organiser_id,
            event__whole=True,
            event__made_up=False,
            event__date__range=(season.first_day, season.last_day),
        )
    )


def hardest_tops(games: QuerySet[Game], most: int = MOST) -> list[HardTop]:
    """Return the tops of released games that fewest players found. It takes four queries."""
    codes = dict(games.values_list("pk", "code"))
    there = ResultLine.objects.filter(
        result__in=final_results(), result__game__in=codes.values(), absent=False
    )
    players = dict(there.order_by().values_list("result__game").annotate(Count("pk")))
    rounds = Round.objects.announced().filter(game__in=codes, top_score__gt=0)
    found = _count_found(rounds)
    missed = sorted(
        (
            _Missed(pk, score or 0, found.get(pk, 0), players[codes[game]])
            for pk, game, score in rounds.order_by().values_list("pk", "game_id", "top_score")
            if players.get(codes[game], 0) >= LEAST_PLAYERS
        ),
        key=lambda one: one.strength,
    )
    return list(_read_tops(missed, most))


def _count_found(rounds: QuerySet[Round]) -> dict[int, int]:
    """Return how many players had the top of each round, without those who arbitrated it."""
    later = Ruling.objects.filter(slip=OuterRef("slip"), pk__gt=OuterRef("pk"))
    arbitrated = RoundArbitrator.objects.filter(entry=OuterRef("slip__entry"), round=OuterRef("slip__round"))
    hits = Ruling.objects.of_counting().filter(
        ~Exists(later),
        ~Exists(arbitrated),
        slip__round__in=rounds.order_by().values("pk"),
        worth=F("slip__round__top_score"),
    )
    return dict(hits.order_by().values_list("slip__round").annotate(Count("pk")))


def _read_tops(missed: Iterable[_Missed], most: int) -> Iterable[HardTop]:
    # Some tops have the same word: more are read than are shown.
    read = list(missed)[: 3 * most]
    rounds = Round.objects.select_related("game__event").in_bulk([one.round_id for one in read])
    words: set[str] = set()
    for one in read:
        round_ = rounds[one.round_id]
        top = top_of(round_)
        if top.word and top.word.upper() not in words and len(words) < most:
            words.add(top.word.upper())
            yield HardTop(
                word=top.word,
                reference=top.reference,
                rack=round_.rack.removeprefix("-").replace("+", ""),
                score=top.score,
                found=one.found,
                players=one.players,
                day=round_.game.event.date,
                game=round_.game.name,
            )
