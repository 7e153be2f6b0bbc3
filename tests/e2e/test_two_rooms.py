"""One game in two rooms over HTTP with the running program; one of them loses its line and catches up.

Final results are computed a second time, from the moves that were written and a scorer that shares nothing
with the engine.
"""

import csv
import html
import io
import re
from urllib.parse import urlsplit

import pytest

from engine.lexicon import load_lexicon
from tests.e2e.rooms import make_rooms, moves_in, post_to_room, posted, say
from tests.http_client import CONFIRMED, Desk, Phone, Stream
from tests.oracles import scorer
from tests.server import Line

pytestmark = [pytest.mark.server, pytest.mark.slow]

LYON, BERN = (1, 2, 3), (4, 5, 6)


@pytest.fixture
def line(program):
    """Yield the network between Bern and the server."""
    line = Line("127.0.0.1", urlsplit(program.site).port)
    line.mend()
    yield line
    line.cut()


class Multiplex:
    """Both desks, the phones by table, and what the moves that were written are worth by table and round."""

    def __init__(self, program, line):
        self.words = load_lexicon("english")
        self.ann = Desk(program.site).enter(program.welcome, "ann")
        self.code = self.ann.new_game(rule_set="classic")
        page = self.ann.get(f"/desk/{self.code}/").text
        self.event = re.search(r'href="(/events/\d+)/"', page)[1]
        self.far = f"http://127.0.0.1:{line.port}/"
        sites = dict.fromkeys(LYON, program.site) | dict.fromkeys(BERN, self.far)
        self.phones = {
            table: Phone(site, self.code, f"Player {table}").join() for table, site in sites.items()
        }
        assert all(phone.table == table for table, phone in self.phones.items())
        self.rooms = make_rooms(
            self.ann, self.event, {"Lyon": (LYON[0], LYON[-1]), "Bern": (BERN[0], BERN[-1])}
        )
        self.bea = post_to_room(self.ann, self.code, self.rooms["Bern"], site=self.far, name="bea")
        self.totals = dict.fromkeys(self.phones, 0)

    def say(self, desk, room, act, **fields):
        return say(desk, self.code, self.rooms[room], act, **fields)

    def begin(self):
        """Draw, open and start; return the slip of each table (reference, word, points), and the top's
        points.
        """
        self.ann.do(self.code, "draw", "open", "start")
        frame = self.phones[1].frame()
        moves, lying, rack = moves_in(frame, self.words)

        def written(table):
            reference, word = moves[min(table * 3 - 3, len(moves) - 1)]
            return reference, word, scorer.worth(lying, rack, word, reference)

        return {table: written(table) for table in self.phones}

    def send(self, number, slips, tables):
        """Hand in from these phones; the answers."""
        answers = {}
        for table in tables:
            reference, word, points = slips[table]
            answers[table] = self.phones[table].send(number, word, reference, points)
        return answers

    def count(self, slips, tables):
        for table in tables:
            self.totals[table] += slips[table][2]

    def announce(self, number, *confirmed):
        move = next(top.value for top in self.ann.tops(self.code) if top.preferred)
        return self.ann.act(
            self.code, "announce", number=number, move=move, confirmed=[*CONFIRMED, *confirmed]
        )

    def end_round(self):
        self.ann.do(self.code, "end-round")
        self.ann.wait_for_step(self.code, "announce")

    def exported(self, query=""):
        text = self.ann.get(f"{self.event}/standings.csv{query}").body.decode("utf-8-sig")
        return {
            int(row["Table"]): int(row["Total"]) for row in csv.DictReader(io.StringIO(text)) if row["Rank"]
        }


def test_a_room_loses_its_line_and_catches_up(program, line):
    game = Multiplex(program, line)
    with Stream(game.far, game.code) as screen:
        # A round that all follow; it waits for both rooms.
        slips = game.begin()
        screen.wait_for_phase(1, "running")
        assert {answer.status for answer in game.send(1, slips, LYON + BERN).values()} == {201}
        game.end_round()
        game.say(game.bea, "Bern", "ready")
        refused = game.announce(1)
        assert refused.status == 422
        assert "These rooms are not ready yet: Lyon" in html.unescape(refused.text)
        game.say(game.ann, "Lyon", "ready")
        assert game.announce(1).status == 302
        screen.wait_for_phase(1, "announced")
    game.count(slips, LYON + BERN)

    # Bern loses its line in the middle of a round, and has it again before the announcement.
    slips = game.begin()
    assert {answer.status for answer in game.send(2, slips, LYON).values()} == {201}
    line.cut()
    for table in BERN:
        with pytest.raises(ConnectionError):
            game.send(2, slips, [table])
    game.end_round()
    line.mend()
    late = game.send(2, slips, BERN)
    assert all(answer.status == 201 and answer.json()["late"] for answer in late.values())
    page = game.bea.get(f"/desk/{game.code}/rooms/").text
    assert "late only: 4, 5, 6" in page
    game.say(game.bea, "Bern", "line-cut", reason="The router was off", number=2)
    game.say(game.bea, "Bern", "ready")
    game.say(game.ann, "Lyon", "ready")
    assert game.announce(2).status == 302
    game.count(slips, LYON + BERN)

    # It misses the whole of the next one: screens take the newest state, and two slips are keyed afterwards.
    line.cut()
    slips = game.begin()
    game.send(3, slips, LYON)
    game.end_round()
    game.say(game.ann, "Lyon", "ready")
    assert game.announce(3).status == 422
    assert game.announce(3, "confirm_rooms_not_ready").status == 302
    line.mend()
    with Stream(game.far, game.code) as screen:
        frame = screen.wait_for_phase(3, "announced").json()
        assert frame["board"] == game.phones[1].frame()["board"]
    assert game.send(3, slips, BERN[:1])[BERN[0]].status == 409
    for table in BERN[:2]:
        reference, word, points = slips[table]
        said = {"line": f"{table} {word} {reference} {points}", "reason": "The router was off"}
        posted(game.bea, f"/desk/{game.code}/rounds/3/slip/", said)
    game.count(slips, LYON + BERN[:2])

    game.ann.do(game.code, "end-game")
    assert game.exported() == game.totals
    assert game.exported("?room=Bern") == {table: game.totals[table] for table in BERN}
