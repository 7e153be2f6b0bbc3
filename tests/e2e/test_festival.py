"""A festival over HTTP with the running program: three games, sixty players with pairs and teams among them,
two rooms.

The pairs and latecomers play in the second room, whose arbitrator keys their slips and says when it is ready.
Final results are computed a second time: from the moves that were written, a scorer that shares nothing with
the engine, and sums made here.
"""

import csv
import html
import io
import re

import pytest

from engine.lexicon import load_lexicon
from tests.e2e.rooms import make_rooms, moves_in, post_to_room, say
from tests.http_client import Desk, Phone, problems_in
from tests.oracles import scorer

pytestmark = [pytest.mark.server, pytest.mark.slow]

SINGLES, PAIRS, PHONES, LATE = 40, 10, 6, 3
ROUNDS = 2
TEAM_OF = {table: f"Team {table % 5}" for table in range(1, 31)}
BEST = 3
ROOMS = {"Lyon": (1, 30), "Bern": (31, 60)}
# The rules of the second and third game give 10 points for a solo.
GAMES = (("Morning", "classic", 0), ("Noon", "fisf", 10), ("Evening", "fisf", 10))


class Festival:
    """The desk, the phones, and what was written: `points` by game, round and table."""

    def __init__(self, program):
        self.site = program.site
        self.desk = Desk(program.site).enter(program.welcome, "Ann")
        self.words = load_lexicon("english")
        self.phones = {}
        self.codes, self.points, self.tops = [], [], []
        self.tables = list(range(1, SINGLES + PAIRS + 1))

    def post(self, path, fields):
        answer = self.desk.post_form(path, fields)
        assert answer.status == 302, problems_in(answer.text)
        return answer.headers["Location"]

    def begin(self):
        self.desk.get("/events/new/")
        name, rules, _solo = GAMES[0]
        where = self.post(
            "/events/new/", {"event-name": "Festival", "event-date": "2026-05-01"} | _game(name, rules)
        )
        self.event = where.rstrip("/")
        self.codes.append(self._code(name))
        self._enter()

    def _code(self, name):
        page = self.desk.get(f"{self.event}/").text
        return re.search(rf'/desk/(\w+)/">{name}<', page)[1]

    def _enter(self):
        """Enter phones first, then names at the desk: forty players, and ten pairs."""
        for number in range(1, PHONES + 1):
            self.phones[number] = Phone(self.site, self.codes[0], f"Player {number:02}").join()
        names = [f"Player {number:02}" for number in range(PHONES + 1, SINGLES + 1)]
        names += [f"Left {number} & Right {number}" for number in range(1, PAIRS + 1)]
        self.post(f"/desk/{self.codes[0]}/players/", {"names": "\n".join(names)})
        page = self.desk.get(f"{self.event}/entries/").text
        keys = re.findall(r'name="table-(\d+)" value="(\d+)"', page)
        assert len(keys) == SINGLES + PAIRS
        self.post(
            f"{self.event}/entries/", {f"team-{key}": TEAM_OF.get(int(table), "") for key, table in keys}
        )
        self.rooms = make_rooms(self.desk, self.event, ROOMS)
        self.far_desk = post_to_room(self.desk, self.codes[0], self.rooms["Bern"], site=self.site, name="Bea")
        settings = {"name": "Festival", "date": "2026-05-01", "best_of_team": BEST}
        self.post(f"{self.event}/settings/", settings)

    def next_game(self, number):
        name, rules, _solo = GAMES[number]
        self.post(f"{self.event}/games/new/", _game(name, rules))
        code = self._code(name)
        self.codes.append(code)
        for phone in self.phones.values():
            # The same phone is known in every game of the event.
            phone.api = f"/api/v1/games/{code}/"
            assert phone.me()["table"] == phone.table

    def come_late(self, number):
        """Enter players who come for a later game."""
        names = "\n".join(f"Late {each}" for each in range(1, LATE + 1))
        self.post(f"/desk/{self.codes[number]}/players/", {"names": names})
        self.tables += range(self.tables[-1] + 1, self.tables[-1] + LATE + 1)

    def play(self, number):
        code = self.codes[number]
        self.points.append([])
        self.tops.append([])
        for round_number in range(1, ROUNDS + 1):
            self._round(code, number, round_number)
        self.desk.do(code, "end-game")

    def _round(self, code, number, round_number):
        self.desk.do(code, "draw", "open", "start")
        frame = next(iter(self.phones.values())).frame()
        moves, board, rack = moves_in(frame, self.words)
        worth = {}
        for table in self.tables:
            reference, word = moves[self._choice(number, round_number, table, len(moves))]
            points = scorer.worth(board, rack, word, reference)
            assert points is not None
            worth[table] = points
            if GAMES[number][1] == "fisf" and round_number == 1:
                # The French rule puts a word of the first round at its best place, wherever it was written.
                worth[table] = max(
                    scorer.worth(board, rack, other, place)
                    for place, other in moves
                    if other.upper() == word.upper()
                )
            if table in self.phones:
                assert self.phones[table].send(round_number, word, reference, points).status == 201
            else:
                desk = self.desk if table <= ROOMS["Lyon"][1] else self.far_desk
                desk.key(code, f"{table} {word} {reference} {points}")
        top = scorer.worth(board, rack, moves[0][1], moves[0][0])
        self.desk.act(code, "end-round")
        self.desk.wait_for_step(code, "announce")
        self._both_rooms_ready(code, round_number)
        self.desk.announce_preferred(code, round_number)
        self.points[number].append(worth)
        self.tops[number].append(top)

    def _both_rooms_ready(self, code, round_number):
        """Say that both rooms are ready; in between check that announcing is refused."""
        say(self.far_desk, code, self.rooms["Bern"], "ready")
        move = next(top.value for top in self.desk.tops(code) if top.preferred)
        refused = self.desk.announce(code, round_number, move)
        assert refused.status == 422
        assert "not ready yet: Lyon" in html.unescape(refused.text)
        say(self.desk, code, self.rooms["Lyon"], "ready")

    @staticmethod
    def _choice(number, round_number, table, count):
        """Return the place of a table's move in the list, computed without chance: some are equal, one may be
        alone.
        """
        return min((table * 7 + round_number * 13 + number * 5) % 23, count - 1)

    # --- Expected results, computed here --------------------------------------------------------------------

    def rounds_of(self, number, table):
        """Return the points of each round of a game, or None for an absent player."""
        if table not in self.points[number][0]:
            return None
        bonus = GAMES[number][2]
        kept = []
        for worth in self.points[number]:
            best = max(worth.values())
            alone = best > 0 and list(worth.values()).count(best) == 1
            kept.append(worth[table] + (bonus if alone and worth[table] == best else 0))
        return kept

    def totals(self, table):
        rounds = [self.rounds_of(number, table) for number in range(len(GAMES))]
        return [None if each is None else sum(each) for each in rounds]

    def strength(self, table):
        """Return the sort key: total, then the last game, then its rounds backwards, as the last game's rules
        say.
        """
        last = self.rounds_of(len(GAMES) - 1, table)
        return (sum(total or 0 for total in self.totals(table)), sum(last), last[::-1])

    def team_totals(self):
        teams = {}
        for name in set(TEAM_OF.values()):
            members = [table for table in TEAM_OF if TEAM_OF[table] == name]
            each_game = [
                sorted((self.totals(table)[number] or 0 for table in members), reverse=True)[:BEST]
                for number in range(len(GAMES))
            ]
            teams[name] = sum(map(sum, each_game))
        return teams

    def exported(self, query=""):
        text = self.desk.get(f"{self.event}/standings.csv{query}").body.decode("utf-8-sig")
        return list(csv.DictReader(io.StringIO(text)))


def _game(name, rules):
    return {
        "name": name,
        "lexicon": "english",
        "rule_set": rules,
        "round_time": "180",
        "notation": "duplicate",
        "calls": "5",
        "grace_seconds": 0,
    }


def games_of(row):
    """Return the points of each game, from the last columns."""
    return list(row.values())[-len(GAMES) :]


def test_a_festival_of_three_games(program):
    festival = Festival(program)
    festival.begin()
    festival.play(0)
    festival.next_game(1)
    festival.come_late(1)
    festival.play(1)
    festival.next_game(2)
    festival.play(2)

    top, *rows = festival.exported()
    tops = [sum(each) for each in festival.tops]
    assert [int(top["Total"]), *map(int, games_of(top))] == [sum(tops), *tops]
    assert list(top)[-len(GAMES)] == GAMES[0][0]
    assert len(rows) == SINGLES + PAIRS + LATE
    for row in rows:
        table = int(row["Table"])
        totals = festival.totals(table)
        assert games_of(row) == ["" if total is None else str(total) for total in totals]
        total = sum(each or 0 for each in totals)
        assert (int(row["Total"]), int(row["Negative"])) == (total, total - sum(tops))
        assert float(row["%"]) == round(100 * total / sum(tops), 2)
        better = sum(festival.strength(other) > festival.strength(table) for other in festival.tables)
        assert int(row["Rank"]) == better + 1
    for name, (first, last) in ROOMS.items():
        there = festival.exported(f"?room={name}")[1:]
        assert {int(row["Table"]): int(row["Total"]) for row in there} == {
            int(row["Table"]): int(row["Total"]) for row in rows if first <= int(row["Table"]) <= last
        }
    pairs = festival.exported("?show=pair")[1:]
    assert len(pairs) == PAIRS
    assert all(" & " in row["Name"] for row in pairs)

    teams = {row["Name"]: int(row["Total"]) for row in festival.exported("?show=teams")}
    assert teams == festival.team_totals()

    # Seated by rank, the winner is at the first table; the hall sees the standings when they are released.
    anybody = Phone(program.site, festival.codes[0], "anybody")
    public = festival.event.replace("events", "results") + "/"
    assert anybody.get(public).status == 404
    festival.post(f"{festival.event}/release/", {"released": "final"})
    assert rows[0]["Name"].split(" & ")[0] in anybody.get(public).text
    festival.post(f"{festival.event}/seat/rank/", {})
    assert [int(row["Table"]) for row in festival.exported()[1:]] == list(range(1, len(rows) + 1))
