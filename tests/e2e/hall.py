"""A hall of 40 players under the French rule: phones, paper keyed by two arbitrators, and the rounds."""

import json
import uuid
from dataclasses import dataclass, field
from datetime import timedelta
from random import Random

from django.test import Client
from django.urls import reverse

from duplicate.arbitration import undo
from duplicate.games.players import services as player_services
from duplicate.models import Game, Round, Ruling
from duplicate.positions.board_state import position_of
from duplicate.rounds import closing
from duplicate.rounds import services as round_services
from duplicate.rounds.confirmations import EVERYTHING
from duplicate.slips import services as slip_services
from engine.movegen import all_moves
from tests.e2e.slips import PaperSlip, Spot, good, tidy_rack
from tests.oracles import scorer
from tournaments.time import clock

PHONES = range(1, 21)
MOVES_KNOWN = 25


class Ticking:
    """A clock that never returns the same time twice, so that all records have an order."""

    def __init__(self):
        self.time = clock.now()

    def __call__(self):
        self.time += timedelta(milliseconds=1)
        return self.time

    def pass_seconds(self, seconds):
        self.time += timedelta(seconds=seconds)


@dataclass
class Hall:
    """`expected` are the slips that count, by round and table, as they were written."""

    game: Game
    clock: Ticking
    chief: object
    second: object
    tokens: dict = field(default_factory=dict)
    entries: dict = field(default_factory=dict)
    expected: dict = field(default_factory=dict)
    browsers: dict = field(default_factory=dict)
    board: dict = field(default_factory=dict)
    absent: set = field(default_factory=set)
    anybody: Client = field(default_factory=Client)

    # --- At the desk -------------------------------------------------------------------------------------------

    def post(self, who, name, *args, **data):
        if who not in self.browsers:
            self.browsers[who] = Client(headers={"Accept": "application/json"})
            self.browsers[who].force_login(who)
        return self.browsers[who].post(reverse(name, args=[self.game.code, *args]), data)

    def type_line(self, who, text, data):
        """Type a line for the round in progress, unless it is said to be of another one."""
        number = self.game.rounds.in_progress().values_list("number", flat=True).first() or ""
        return self.post(who, "tables", **{"line": text, "number": number} | data)

    def line(self, who, text, **data):
        """Type a line, which is done."""
        answer = self.type_line(who, text, data)
        assert answer.status_code == 200, f"{text}: {answer.content.decode()[:500]}"
        return answer.json()

    def refused(self, who, text, **data):
        """Type a line, which is not done; why."""
        answer = self.type_line(who, text, data)
        assert answer.status_code == 422, text
        return answer.json()["problem"]

    def undo(self, who):
        back, _again = undo.next_steps(self.game, who)
        assert self.post(who, "undo", act=back.act.pk).status_code == 200

    def redo(self, who):
        _back, again = undo.next_steps(self.game, who)
        assert self.post(who, "redo", act=again.act.pk).status_code == 200

    def both(self, text):
        """Key the same by two arbitrators."""
        self.line(self.second, text)
        self.line(self.chief, text)

    # --- Players -------------------------------------------------------------------------------------------------

    def join(self, table, name):
        registered = player_services.add_player(
            game=self.game, name=name, table=table, by=self.chief, phone=True
        )
        self.entries[table], self.tokens[table] = registered.entry, registered.token

    def phone(self, table, number, written):
        """Hand in by phone: every tenth over the API, the others by its use case."""
        if table % 10 == 0:
            said = {"id": str(uuid.uuid4()), "round": number, "word": written.word, "ref": written.reference}
            answer = self.anybody.post(
                reverse("api-slips", args=[self.game.code]),
                json.dumps(said | {"score": written.stated}),
                content_type="application/json",
                headers={"Authorization": f"Bearer {self.tokens[table]}"},
            )
            assert answer.status_code == 201, answer.content
            return
        slip_services.submit_slip(
            game=self.game,
            entry=self.entries[table],
            client_id=uuid.uuid4(),
            number=number,
            word=written.word,
            reference=written.reference,
            score=written.stated,
            received_at=clock.now(),
        )

    # --- Rounds --------------------------------------------------------------------------------------------------

    def open(self):
        """Open the next round and start its clock; return its number, and its moves, board and rack."""
        round_ = round_services.draw_rack(game=self.game, by=self.chief)
        round_services.open_round(game=self.game, by=self.chief)
        round_services.start_clock(game=self.game, by=self.chief)
        position = position_of(round_)
        found = all_moves(position.board, position.rack, position.lexicon, position.tiles)
        moves = []
        for scored in found:
            reference, word = scored.move.text(position.tiles)
            moves.append((word, reference, scored.score))
        return round_.number, Spot(moves, dict(self.board), tidy_rack(round_.rack))

    def slips_for(self, number, spot, planned, alone):
        """Return the slip of each table: a planned one, or else a move that the player finds, the top now and
        then.
        """
        written = {}
        below = next(place for place, move in enumerate(spot.moves) if move[2] < spot.top)
        for table in self.entries:
            chance = Random(f"{number} {table}")
            least = below if alone else 0
            place = 0 if chance.random() < 0.25 and not alone else chance.randrange(least, MOVES_KNOWN)
            written[table] = good(spot.moves[min(place, len(spot.moves) - 1)])
        written |= {alone: good(spot.moves[0])} if alone else {}
        written |= {table: slip for table, slip in planned.items() if table in written}
        return {table: slip for table, slip in written.items() if table not in self.absent}

    def hand_in(self, number, written, *, checker=None):
        """Hand in slips: phones send, both arbitrators key paper."""
        for table, slip in written.items():
            if table in PHONES:
                self.phone(table, number, slip)
        for who in (checker or self.second, self.chief):
            for table, slip in written.items():
                if table not in PHONES:
                    self.line(who, f"{table} {slip.line}")
        self.expected |= {(number, table): slip for table, slip in written.items()}

    def close(self):
        self.clock.pass_seconds(10_000)
        assert closing.close_overdue_rounds() == 1

    def announce(self, number):
        """Announce the top that the program prefers."""
        from duplicate.rounds import top_search

        round_ = self.game.rounds.standing().get(number=number)
        top_search.find_top(round_.pk)
        round_.refresh_from_db()
        top = next(top for top in round_.tops if top["preferred"])
        round_services.announce(
            game=self.game,
            number=number,
            reference=top["reference"],
            word=top["word"],
            by=self.chief,
            confirmed=EVERYTHING,
        )
        self.clock.pass_seconds(5)
        self.board = scorer.place(self.board, top["word"], top["reference"])

    def ruling(self, number, table):
        """Return the last ruling on the slip that counts."""
        rounds = Round.objects.standing().filter(game=self.game, number=number)
        counting = Ruling.objects.filter(
            slip__round__in=rounds, slip__effective=True, slip__entry__table=table
        )
        return counting.order_by("pk").last()

    def decided(self, number, table):
        """Drop the expected score of a slip: an arbitrator ruled otherwise than it says."""
        self.expected.pop((number, table), None)


def nothing():
    return PaperSlip("", "", None)
