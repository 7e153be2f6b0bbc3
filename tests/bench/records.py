"""Benchmark of a season's records, medals and poster, on a temporary database: 40 games of 40 players unless
others are asked for. The pages are whole requests; each is asked for often, and the first time is told apart.
"""

from functools import partial
from typing import Any

from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandParser
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from duplicate.printing.data.words_poster import hardest_tops_of
from tests.bench.measuring import distribution, milliseconds, own_database
from tests.factories.past_games import past_game, people
from tournaments.lexicons.services import register_all_built_in
from tournaments.models import Event, Season
from tournaments.seasons.services import save_season, usual_season

TIMES = 20


class Command(BaseCommand):
    help = "Measure a season's records, medals and poster: milliseconds."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--games", type=int, default=40)
        parser.add_argument("--players", type=int, default=40)

    def handle(self, *_args: Any, games: int, players: int, **_options: Any) -> None:
        with own_database():
            season, keeper = make_season(games, players), Client()
            keeper.force_login(User.objects.create_superuser("keeper"))
            for name, client in (("season-records", keeper), ("public-records", Client())):
                self._tell(name, partial(_ask, client, reverse(name, args=[season.pk])))
            self._tell("the words of the poster", lambda: hardest_tops_of(season))
            self._tell("words-poster", partial(_ask, keeper, reverse("words-poster", args=[season.pk])))

    def _tell(self, name: str, work: Any) -> None:
        took = [milliseconds(work) for _time in range(TIMES)]
        self.stdout.write(f"{name}: first {took[0]:.0f} ms; {distribution(took[1:])}")


def make_season(games: int, players: int) -> Season:
    """Make a public season of past games, one a week, with the same players."""
    register_all_built_in()
    by = User.objects.create_superuser("director")
    names = people(players)
    for number in range(games):
        past_game(by, names, seed=str(number), days_ago=7 * (games - number))
    Event.objects.update(public=True)
    season = usual_season(timezone.localdate())
    season.first_day = season.first_day.replace(year=season.first_day.year - games // 52 - 1)
    season.public = True
    return save_season(season)


def _ask(client: Client, address: str) -> None:
    answer = client.get(address)
    if answer.status_code != 200:
        raise AssertionError(answer.content)
