"""Measurement of the desk's pages in a hall of 1,500, in time and size; on a database of its own, gone
afterwards.

Goals: a slip keyed at the desk answered in 50 ms, from the request that comes in to the answer that goes out;
pages, and what they ask for every two seconds, of a size that does not grow with the hall.
"""

import random
import statistics
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.test import Client
from django.urls import reverse

from duplicate.models import Game, Round
from duplicate.positions.board_state import position_of
from duplicate.rounds import closing
from tests.bench.hall import SECOND, Hall
from tests.bench.measuring import milliseconds, own_database
from tournaments.time import clock

KEYED, TIMES = 200, 5


class Command(BaseCommand):
    help = "Measure the pages of the desk with 1,500 players: milliseconds at the server, and kilobytes."

    def handle(self, *_args: Any, **_options: Any) -> None:
        with own_database():
            hall = _hall_after_twenty_rounds()
            self.code = hall.game.code
            self.desk = Client()
            self.desk.force_login(hall.by)
            self._key_slips(hall)
            self._look(hall.game)

    def _key_slips(self, hall: Hall) -> None:
        """Key the slips of the last tables of a round in which the other slips have come in by phone."""
        round_, slips = hall.open_round()
        hall.hand_in(round_, slips[:-KEYED])
        sizes: list[int] = []
        took = []
        for entry, slip in zip(hall.entries[-KEYED:], slips[-KEYED:], strict=True):
            line = f"{entry.table} {slip.word} {slip.reference} {slip.stated_score}"
            took.append(milliseconds(lambda: sizes.append(self._key_in(line, round_))))  # noqa: B023 - called at once
        quantiles = statistics.quantiles(took, n=20)
        self.stdout.write(
            f"a keyed slip: median {statistics.median(took):.0f} ms, 95 of 100 within {quantiles[18]:.0f} ms, "
            f"at most {max(took):.0f} ms, {max(sizes) / 1000:.1f} kB"
        )

    def _key_in(self, line: str, round_: Round) -> int:
        sent = {"line": line, "number": round_.number, "seen": "0"}
        answer = self.desk.post(
            reverse("tables", args=[self.code]), sent, headers={"Accept": "application/json"}
        )
        if answer.status_code != 200:
            raise CommandError(answer.content.decode())
        return len(answer.content)

    def _look(self, game: Game) -> None:
        version = Game.objects.values_list("version", flat=True).get(pk=game.pk)
        self._report("the desk", "dashboard")
        self._report("  its regions, every two seconds", "panel", version=version)
        self._report("  its regions after an announcement", "panel")
        self._report("  its tables, anew", "tables")
        self._report("  its tables that changed, every two seconds", "tables", since=_now())
        self._report("players", "players")
        self._report("a round", "round", 2)

    def _report(self, name: str, view: str, *args: object, **asked: int) -> None:
        address = reverse(view, args=[self.code, *args])
        sizes: list[int] = []
        took = [
            milliseconds(lambda: sizes.append(len(self.desk.get(address, asked).content)))
            for _ in range(TIMES)
        ]
        self.stdout.write(f"{name}: {min(took):.0f} ms, {max(sizes) / 1000:.0f} kB")


def _hall_after_twenty_rounds() -> Hall:
    hall = Hall()
    round_ = hall.close_round(SECOND)
    slips = hall.slips_like_those_of_people(position_of(round_), random.Random(4))
    hall.hand_in(round_, slips)
    closing.judge_round(round_.pk)
    hall.play_on(round_, slips)
    return hall


def _now() -> int:
    return clock.milliseconds(clock.now())
