"""How long judging and standings take in a hall of 1,500; on a database of its own, gone afterwards.

The slips are those of a hall: most for one of the better moves, a fifth with something wrong. Goals: a round judged
in a second, standings after 20 rounds in 150 ms, with the same number of queries whatever the number of players, and
a slip keyed at the desk answered in 50 ms, from the request that comes in to the answer that goes out.
"""

import random
import statistics
import time
import uuid
from collections.abc import Callable, Sequence
from typing import Any

from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandError
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext, setup_databases, teardown_databases
from django.urls import reverse

from duplicate import closing, games, search
from duplicate.judging import Position, WrittenSlip, judge, judge_slips
from duplicate.models import Game, Round, Ruling, Slip
from duplicate.positions import position_of
from duplicate.selectors import standings_for_game
from duplicate.sheets import sheet_for_entry
from engine import movegen, simulate
from engine.board import Board
from engine.lexicon import Lexicon, load_lexicon
from engine.rules import RuleSet, load_rule_set
from engine.scoring import ScoredMove
from engine.tiles import TileSet, load_tile_set
from tournaments import clock
from tournaments.lexicons import register_built_in
from tournaments.models import Entry, Player

PLAYERS, ROUNDS, TIMES = 1500, 20, 5
KEYED = 200
FIRST, SECOND = ("H4", "TRAINER", 66), "BOTHSEA"


class Command(BaseCommand):
    help = "Measure judging and standings with 1,500 players."

    def handle(self, *_args: Any, **_options: Any) -> None:
        before = setup_databases(verbosity=0, interactive=False)
        try:
            self._measure()
        finally:
            teardown_databases(before, verbosity=0)

    def _measure(self) -> None:
        game, entries = _hall()
        round_ = Round.objects.create(game=game, number=2, rack=SECOND, state=Round.State.CLOSED)
        position, rules = position_of(round_), game.rule_set
        slips = _slips_of_a_hall(position, random.Random(4))  # noqa: S311 - a measurement, no secret
        _hand_in(round_, entries, slips)
        self._report("judge 1,500 slips", lambda: judge_slips(slips, position, rules))
        self._report("  each by itself", lambda: [judge(slip, position, rules) for slip in slips])
        self._report("  and store the rulings", lambda: closing.judge_round(round_.pk), times=1)
        given = list(Ruling.objects.values_list("sanction", flat=True))
        self.stdout.write(", ".join(f"{name}: {given.count(name)}" for name in Ruling.Sanction.values))
        _play_on(round_, entries, slips)
        game = Game.objects.select_related("event").get(pk=game.pk)
        with transaction.atomic():  # where nothing is kept
            self._report(f"standings after {ROUNDS} rounds", lambda: standings_for_game(game))
            with CaptureQueriesContext(connection) as queries:
                standings_for_game(game)
        self.stdout.write(f"  in {len(queries)} queries")
        self._report("1,500 phones ask for their sheets", lambda: _ask_for_sheets(game), times=1)
        self._key_slips(game)

    def _key_slips(self, game: Game) -> None:
        """In a round after all those, most slips of which have come in by phone."""
        round_ = Round.objects.create(
            game=game,
            number=ROUNDS + 1,
            rack=_lay_out_a_game(game),
            state=Round.State.OPEN,
            remaining_ms=180_000,
        )
        search.find_top(round_.pk)
        moves = movegen.all_moves(*_searched(position_of(round_)))[:200]
        entries = list(game.event.entries.order_by("table"))
        chance = random.Random(5)  # noqa: S311
        written = [_written(chance.choice(moves)) for _entry in entries]
        _hand_in(round_, entries[:-KEYED], written[:-KEYED])
        desk, path = Client(headers={"Accept": "application/json"}), reverse("tables", args=[game.code])
        desk.force_login(User.objects.get(username="bench"))
        took = []
        for entry, slip in zip(entries[-KEYED:], written[-KEYED:], strict=True):
            line = f"{entry.table} {slip.word} {slip.reference} {slip.stated_score}"
            started = time.perf_counter()
            answer = desk.post(path, {"line": line, "number": round_.number, "seen": "0"})
            took.append(1000 * (time.perf_counter() - started))
            if answer.status_code != 200:
                raise CommandError(answer.content.decode())
        quantiles = statistics.quantiles(took, n=20)
        self.stdout.write(
            f"a keyed slip, at the server: median {statistics.median(took):.0f} ms, "
            f"95 of 100 within {quantiles[18]:.0f} ms, at most {max(took):.0f} ms"
        )
        self._report("  what changed since, for another desk", lambda: desk.get(path, {"since": _now()}))
        self._report("  all 1,500 rows", lambda: desk.get(path), times=3)
        self._report("  the rest of the page", lambda: desk.get(_panel(game)), times=3)

    def _report(self, name: str, work: Callable[[], object], times: int = TIMES) -> None:
        took = []
        for _ in range(times):
            started = time.perf_counter()
            work()
            took.append(1000 * (time.perf_counter() - started))
        self.stdout.write(f"{name}: {min(took):.0f} ms, at most {max(took):.0f} ms")


def _ask_for_sheets(game: Game) -> None:
    for entry in game.event.entries.select_related("player", "partner"):
        sheet_for_entry(game, entry)


def _lay_out_a_game(game: Game) -> str:
    """Give the rounds the racks and moves of a real game, for whoever replays them; the rack that comes next."""
    played = simulate.play_rounds(
        seed="bench", lexicon=load_lexicon(game.lexicon), tiles=game.tiles, rules=RuleSet()
    )
    for round_ in game.rounds.order_by("number"):
        real = next(played)
        assert real.placed is not None
        reference, word = real.placed.move.text(game.tiles)
        Round.objects.filter(pk=round_.pk).update(
            rack=real.rack.text(game.tiles), word=word, reference=reference
        )
    return next(played).rack.text(game.tiles)


def _searched(position: Position) -> tuple[Board, tuple[int, ...], Lexicon, TileSet]:
    return position.board, position.rack, position.lexicon, position.tiles


def _written(scored: ScoredMove) -> WrittenSlip:
    reference, word = scored.move.text(load_tile_set("english"))
    return WrittenSlip(word, reference, scored.score)


def _now() -> int:
    return clock.milliseconds(clock.now())


def _panel(game: Game) -> str:
    version = Game.objects.values_list("version", flat=True).get(pk=game.pk)
    return f"{reverse('panel', args=[game.code])}?version={version}"


def _hall() -> tuple[Game, list[Entry]]:
    """A game by the FISF's rules after its first round."""
    register_built_in()
    by = User.objects.create_user("bench")
    game = games.create_game(
        name="Bench", by=by, lexicon="english", notation="duplicate", rules=load_rule_set("fisf")
    )
    players = Player.objects.bulk_create(Player(name=f"P{n}", key=f"p{n}") for n in range(PLAYERS))
    entries = Entry.objects.bulk_create(
        Entry(event=game.event, player=player, table=table) for table, player in enumerate(players, start=1)
    )
    _announced(game, 1, *FIRST)
    return game, entries


def _play_on(round_: Round, entries: Sequence[Entry], slips: Sequence[WrittenSlip]) -> None:
    """Announce the round, and have others with the same rulings, dealt out anew."""
    Round.objects.filter(pk=round_.pk).update(
        state=Round.State.ANNOUNCED, announced_at=clock.now(), score=80, top_score=80
    )
    rulings = list(Ruling.objects.all())
    for number in range(3, ROUNDS + 1):
        stored = _hand_in(_announced(round_.game, number, "H4", "TRAINER", 80), entries, slips)
        dealt = random.Random(number).sample(rulings, PLAYERS)  # noqa: S311
        Ruling.objects.bulk_create(
            Ruling(
                slip=slip,
                score=old.score,
                worth=old.worth,
                sanction=old.sanction,
                code=old.code,
                params=old.params,
            )
            for slip, old in zip(stored, dealt, strict=True)
        )


def _announced(game: Game, number: int, reference: str, word: str, score: int) -> Round:
    return Round.objects.create(
        game=game,
        number=number,
        rack=word,
        state=Round.State.ANNOUNCED,
        announced_at=clock.now(),
        reference=reference,
        word=word,
        score=score,
        top_score=score,
    )


def _hand_in(round_: Round, entries: Sequence[Entry], slips: Sequence[WrittenSlip]) -> list[Slip]:
    return Slip.objects.bulk_create(
        Slip(
            round=round_,
            entry=entry,
            client_id=uuid.uuid4(),
            word=slip.word,
            reference=slip.reference,
            stated_score=slip.stated_score,
            received_at=clock.now(),
        )
        for entry, slip in zip(entries, slips, strict=True)
    )


def _slips_of_a_hall(position: Position, chance: random.Random) -> list[WrittenSlip]:
    moves = movegen.all_moves(position.board, position.rack, position.lexicon, position.tiles)
    slips = []
    for _player in range(PLAYERS):
        scored = moves[min(int(chance.expovariate(1 / 120)), len(moves) - 1)]
        reference, word = scored.move.text(position.tiles)
        score: int | None = scored.score
        wrong = chance.random()
        if wrong < 0.05:
            score = chance.choice([None, scored.score + 1, scored.score - 1])
        elif wrong < 0.10:
            reference = chance.choice(["", "A1", "H7", "8G", "15A"])
        elif wrong < 0.15:
            word = chance.choice([word[:-1], word[::-1], word + "S"])
        elif wrong < 0.20:
            word, score = word[:-1] + "E", scored.score + 3
        slips.append(WrittenSlip(word, reference, score))
    return slips
