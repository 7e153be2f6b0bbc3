"""A simultaneous game of five installations, each a process with a database of its own, merged at one of them.

Two clubs send their results by their servers, two by files, and the organiser plays as well; one club corrects. Files
that are old, edited, of another game or not signed are dropped together with good ones. The merged table is worked out
again here from what was keyed, and from nothing that the program says.
"""

import csv
import io
import json
import re
import uuid
import zipfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import pytest

from tests.attacks.ground import send_file
from tests.factories.simultaneous_clubs import short_record
from tests.factories.simultaneous_games import (
    envelope_of,
    fill_in,
    open_envelope,
    play_prepared,
    result_of,
    send_out,
)
from tests.http_client import Desk, problems_in
from tests.server import Embedded

pytestmark = [pytest.mark.server, pytest.mark.slow]

ROUNDS = 2
# Each club's players with the rounds in which they have the top. Players without one score nothing.
CLUBS = {
    "Paris": {"Ada": {1, 2}, "Ben": {1}},
    "Namur": {"Cleo": {2}, "Dora": {1, 2}},
    "Genève": {"Eva": {1}, "Finn": set()},
    "Dakar": {"Gil": {2}, "Hana": {1}},
    "Tunis": {"Ida": set(), "Jan": {1}},
}
SLUGS = {"Paris": "paris", "Namur": "namur", "Genève": "geneve", "Dakar": "dakar", "Tunis": "tunis"}
BY_SERVER = ("Namur", "Genève")
BY_FILE = ("Dakar", "Tunis", "Paris")
# Afterwards Jan of Tunis turns out to have had the top of the second round.
CORRECTED = ("Tunis", "Jan", 2)


@dataclass
class Club:
    name: str
    server: Embedded
    desk: Desk | None = None
    code: str = ""

    def post_file(self, path, name, data):
        """Post one file as a page's form does."""
        self.desk.get(path if path.endswith("new/") else path.rpartition("results/")[0])
        boundary = uuid.uuid4().hex
        token = next(cookie.value for cookie in self.desk.cookies if cookie.name == "csrftoken")
        parts = [
            f'--{boundary}\r\nContent-Disposition: form-data; name="csrfmiddlewaretoken"\r\n\r\n{token}\r\n',
            f'--{boundary}\r\nContent-Disposition: form-data; name="file"; filename="{name}"\r\n\r\n',
        ]
        body = "".join(parts).encode() + data + f"\r\n--{boundary}--\r\n".encode()
        headers = {"Content-Type": f"multipart/form-data; boundary={boundary}", "Referer": self.desk.site}
        return self.desk.request("POST", path, body=body, headers=headers)

    def form(self, path, **fields):
        return fill_in(self.desk, path, **fields)

    def play(self, prepared):
        self.code = play_prepared(self.desk, prepared, CLUBS[self.name], ROUNDS)

    def result(self):
        return result_of(self.desk, self.code, self.name)

    def signed(self):
        """Return the club's result, signed with the token that its file brought."""
        answer = fill_in(self.desk, f"/desk/{self.code}/result/", arbitrator="Ann", save="yes")
        assert answer.headers["Content-Type"] == "application/json"
        assert json.loads(answer.body)["club"] == self.name
        return answer.body

    def send(self, token):
        fields = {"club": self.name, "arbitrator": "Ann", "token": token, "send": "yes"}
        return self.desk.post_form(f"/desk/{self.code}/result/", fields)


@pytest.fixture
def clubs(tmp_path):
    """Start five programs side by side, as each takes seconds; yield them."""
    made = {}
    for name in CLUBS:
        (tmp_path / name).mkdir()
        made[name] = Club(name, Embedded(tmp_path / name))
    try:
        with ThreadPoolExecutor(len(made)) as pool:
            list(pool.map(lambda club: club.server.start(), made.values()))
        for club in made.values():
            club.desk = Desk(club.server.site).enter(club.server.welcome, "ann")
        yield made
    finally:
        stopped = [club.server.stop() for club in made.values()]
    assert all(stopped)
    for club in made.values():
        assert "Traceback" not in club.server.output(), club.name


def test_five_clubs_play_and_are_merged(clubs, english):
    organiser = clubs["Paris"]
    prepared, page = send_out(organiser.desk, organiser.server.site, ROUNDS)
    envelope = organiser.desk.get(f"{page}envelope/").body
    code = re.search(r"(?:[A-Z2-9]{4}-){4}[A-Z2-9]{4}(?=</p>)", organiser.desk.get(page).text)[0]
    for club in clubs.values():
        club.play(prepared if club is organiser else receive(club, envelope, code))
    for name in BY_SERVER:
        invited = organiser.form(f"{page}clubs/", name=name).text
        token = re.search(r'role="status">.*?<p class="typed-game code-told">(\S+)</p>', invited, re.DOTALL)[
            1
        ]
        for _again in range(2):
            answer = clubs[name].send(token)
            assert answer.status == 302, problems_in(answer.text)
        assert "already has this result" in clubs[name].desk.get(f"/desk/{clubs[name].code}/result/").text
        assert clubs["Dakar"].send(token).status == 422, "a token is of one club alone"
    for name in BY_FILE:
        take_in(organiser, page, clubs[name].result())
    assert merged(organiser, page) == recounted(CLUBS)
    name, player, number = CORRECTED
    correct(clubs[name], player, number)
    assert merged(organiser, page) == recounted(CLUBS), "nothing changes until the club says so"
    take_in(organiser, page, clubs[name].result())
    assert "correction, 2" in organiser.desk.get(page).text
    put_right = CLUBS[name] | {player: CLUBS[name][player] | {number}}
    assert merged(organiser, page) == recounted(CLUBS | {name: put_right})
    assert merged(organiser, page, "?club=Tunis") == [
        line for line in recounted({name: put_right}) if line[2] == name
    ]


def test_dropped_files_are_told_apart(clubs, english):
    """Each club plays from the file that was made for it; then the organiser drops what the clubs have mailed."""
    organiser = clubs["Paris"]
    prepared, page = send_out(organiser.desk, organiser.server.site, ROUNDS)
    code = envelope_of(organiser.desk, page)[1]
    organiser.form(f"{page}clubs/add/", names="\n".join(CLUBS))
    folder = zipfile.ZipFile(io.BytesIO(organiser.desk.get(f"{page}clubs/folder.zip").body))
    files = {name: folder.read(f"clubs/world-game-{SLUGS[name]}.isotop") for name in CLUBS}
    for name, club in clubs.items():
        club.play(prepared if club is organiser else receive(club, files[name], code))
    tunis, dakar, namur = clubs["Tunis"], clubs["Dakar"], clubs["Namur"]
    old = tunis.signed()
    correct(tunis, CORRECTED[1], CORRECTED[2])
    edited = json.loads(dakar.signed())
    gain = edited["tops"][1]
    edited["entries"][1]["total"] += gain
    edited["entries"][1]["negative"] += gain
    _other, elsewhere = send_out(namur.desk, namur.server.site, ROUNDS)
    another = play_other(namur, elsewhere)
    dropped = {
        "old.json": old,
        "tunis.json": tunis.signed(),
        "edited.json": json.dumps(edited).encode(),
        "another.json": another,
        "namur.json": namur.signed(),
        "paris.json": result_of(organiser.desk, organiser.code, "Paris"),
    }
    answer = send_file(organiser.desk, f"{page}results/", {"batch": "yes"}, {"file": list(dropped.items())})
    assert answer.status == 302, problems_in(answer.text)
    assert outcomes(organiser, page) == {
        "old.json": "older",
        "tunis.json": "new result",
        "edited.json": "edited",
        "another.json": "another game’s",
        "namur.json": "new result",
        "paris.json": "not signed",
    }
    shown = organiser.desk.get(f"{page}results/").text
    assert "The signature does not fit: Hana at table 2." in shown
    seen = re.search(r'name="seen" value="(\w+)"', shown)[1]
    assert organiser.form(f"{page}results/accept/", accept="yes", seen=seen).status == 302
    name, player, number = CORRECTED
    put_right = {player: CLUBS[name][player] | {number}}
    assert merged(organiser, page) == recounted({"Namur": CLUBS["Namur"], name: CLUBS[name] | put_right})
    assert "Still missing (3): Dakar, Genève, Paris." in organiser.desk.get(f"{page}clubs/").text
    answer = organiser.post_file(f"{page}results/", "old.json", old)
    assert "has already arrived" in organiser.desk.get(answer.headers["Location"]).text
    assert organiser.desk.post_form(answer.headers["Location"], {"version": "1"}).status == 200
    assert "version 2" not in organiser.desk.get(page).text


def play_other(club, page):
    """Play another simultaneous game at a club, and return its result, signed with a token of that game."""
    envelope, code = envelope_of(club.desk, page)
    token = re.search(
        r'role="status">.*?code-told">(\S+)</p>', club.form(f"{page}clubs/", name=club.name).text, re.DOTALL
    )[1]
    played = play_prepared(club.desk, open_envelope(club.desk, envelope, code), CLUBS[club.name], ROUNDS)
    fields = {"club": club.name, "arbitrator": "Ann", "token": token, "save": "yes"}
    return fill_in(club.desk, f"/desk/{played}/result/", **fields).body


def outcomes(organiser, page):
    """Return what the page says of each file."""
    shown = organiser.desk.get(f"{page}results/").text
    rows = re.findall(
        r'<td>\s*<span class="chip \w*">([^<]+)<.*?class="file-name">(\S+?)</td>', shown, re.DOTALL
    )
    assert len(rows) == shown.count('class="file-name"')
    return {name: state for state, name in rows}


def receive(club, envelope, code):
    """Import the envelope; return the number of its prepared game."""
    answer = club.post_file("/desk/envelopes/new/", "world-game.isotop", envelope)
    assert answer.status == 302, problems_in(answer.text)
    shut = answer.headers["Location"]
    assert club.desk.post_form(shut, {"code": "AAAA-AAAA-AAAA-AAAA-AA4K"}).status == 422
    return club.form(shut, code=code).headers["Location"].strip("/").split("/")[-1]


def take_in(organiser, page, data):
    answer = organiser.post_file(f"{page}results/", "result.json", data)
    assert answer.status == 302, problems_in(answer.text)
    assert organiser.form(answer.headers["Location"]).status == 302


def correct(club, player, number):
    table = list(CLUBS[club.name]).index(player) + 1
    fields = {"line": f"{table}T", "reason": "The slip was found."}
    assert club.desk.post_form(f"/desk/{club.code}/rounds/{number}/slip/", fields).status == 302


def merged(organiser, page, asked=""):
    """Return the table as the organiser saves it: rank, name, club, total, negative, per cent, tops."""
    text = organiser.desk.get(f"{page}standings.csv{asked}").body.decode("utf-8-sig")
    return [
        (
            int(row["Rank"]),
            row["Name"],
            row["Club"],
            int(row["Total"]),
            int(row["Negative"]),
            float(row["%"]),
            int(row["Tops"]),
        )
        for row in csv.DictReader(io.StringIO(text))
        if row["Name"] != "Top"
    ]


def recounted(clubs):
    """Compute the same from the tops that each player had."""
    tops = [line.score for line in short_record(rounds=ROUNDS).rounds]
    players = [
        (sum(tops[number - 1] for number in found), name, club, len(found))
        for club, names in clubs.items()
        for name, found in names.items()
    ]
    players.sort(key=lambda one: (-one[0], one[1]))
    best = sum(tops)
    return [
        (
            1 + sum(other > total for other, *_rest in players),
            name,
            club,
            total,
            total - best,
            round(100 * total / best, 2),
            found,
        )
        for total, name, club, found in players
    ]
