"""Measurement of judging and standings in a hall of 1,500; on a database of its own, gone afterwards.

The slips are those of a hall: most for one of the better moves, a fifth with something wrong. Goals: a round
judged in a second, standings after 20 rounds in 150 ms, with the same number of queries for any number of
players.
"""

import random
from collections.abc import Callable, Sequence
from typing import Any

from django.core.management.base import BaseCommand
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from duplicate.judging import judge, judge_slips
from duplicate.live.own_events import CHUNK, events_for_phones
from duplicate.live.player_sheet import sheet_for_entry
from duplicate.models import Game, Ruling
from duplicate.positions.board_state import position_of
from duplicate.rounds import closing
from duplicate.standings.rows.game_standings import standings_for_game
from tests.bench.hall import ROUNDS, SECOND, Hall
from tests.bench.measuring import milliseconds, own_database

TIMES = 5


class Command(BaseCommand):
    help = "Measure judging and standings with 1,500 players."

    def handle(self, *_args: Any, **_options: Any) -> None:
        with own_database():
            self._measure()

    def _measure(self) -> None:
        hall = Hall()
        round_ = hall.close_round(SECOND)
        position, rules = position_of(round_), hall.game.rule_set
        slips = hall.slips_like_those_of_people(position, random.Random(4))
        hall.hand_in(round_, slips)
        self._report("judge 1,500 slips", lambda: judge_slips(slips, position, rules))
        self._report("  each by itself", lambda: [judge(slip, position, rules) for slip in slips])
        self._report("  and store the rulings", lambda: closing.judge_round(round_.pk), times=1)
        given = list(Ruling.objects.values_list("sanction", flat=True))
        self.stdout.write(", ".join(f"{name}: {given.count(name)}" for name in Ruling.Sanction.values))
        hall.play_on(round_, slips)
        game = Game.objects.select_related("event").get(pk=hall.game.pk)
        with transaction.atomic():  # no cache inside a transaction
            self._report(f"standings after {ROUNDS} rounds", lambda: standings_for_game(game))
            with CaptureQueriesContext(connection) as queries:
                standings_for_game(game)
        self.stdout.write(f"  in {len(queries)} queries")
        self._report("1,500 phones ask for their sheets", lambda: _ask_for_sheets(game), times=1)
        phones = hall.give_phones()
        self._report("1,500 phones are told what is new of them", lambda: _make_own_events(game, phones))

    def _report(self, name: str, work: Callable[[], object], times: int = TIMES) -> None:
        took = [milliseconds(work) for _ in range(times)]
        self.stdout.write(f"{name}: {min(took):.0f} ms, at most {max(took):.0f} ms")


def _make_own_events(game: Game, phones: Sequence[str]) -> None:
    for start in range(0, len(phones), CHUNK):
        languages = dict.fromkeys(phones[start : start + CHUNK], "en")
        assert len(events_for_phones(game.code, ROUNDS, languages)) == len(languages)


def _ask_for_sheets(game: Game) -> None:
    for entry in game.event.entries.select_related("player", "partner"):
        sheet_for_entry(game, entry)
