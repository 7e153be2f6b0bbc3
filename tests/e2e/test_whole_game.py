"""A whole game over HTTP with the running program: twelve phones, two arbitrators, until RULES D8 ends it.

Final results are computed a second time, from the game record, the slips that each player remembers having
sent, and a scorer that shares nothing with the engine.
"""

import json
import random
import re
import sqlite3
import subprocess
import sys
import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from io import BytesIO

import pytest
from pypdf import PdfReader

from engine.board import Board
from engine.movegen import all_moves
from engine.tiles import load_tile_set
from tests.http_client import PASSWORD, Desk, Phone, Stream
from tests.oracles import scorer
from tests.server import ROOT, Embedded

pytestmark = [pytest.mark.server, pytest.mark.slow]

# The seed of the game that is played each time: long, with both blanks and several isotops on the way.
SEED = "twelve phones"
RACE_ROUNDS = {2, 7, 12}
RECEIPT_KEYS = {"id", "round_id", "round", "word", "ref", "score", "received_at", "late"}


@dataclass(frozen=True)
class TypedSlip:
    """A slip as a player writes it."""

    word: str
    reference: str
    stated: int | None


@dataclass
class Player:
    """A phone in the hands of somebody with a habit: what they hand in, given all moves, best first."""

    phone: Phone
    habit: callable
    slips: dict[int, TypedSlip] = field(default_factory=dict)  # the one that counts, by round

    def play(self, number, moves, rack):
        for written in self.habit(number, moves, rack):
            self.hand_in(number, written)
            self.slips[number] = written

    def hand_in(self, number, written):
        """Hand in a slip and look at its receipt; sent again it is the same receipt."""
        answer = self.phone.send(number, written.word, written.reference, written.stated)
        assert answer.status == 201, answer.text
        receipt = answer.json()
        assert receipt.keys() == RECEIPT_KEYS
        said = (receipt["round"], receipt["word"], receipt["ref"], receipt["score"], receipt["late"])
        assert said == (number, written.word, written.reference, written.stated, False)
        if self.habit is twice and number % 2:
            again = self.phone.send(
                number, written.word, written.reference, written.stated, slip_id=receipt["id"]
            )
            assert (again.status, again.json()) == (200, receipt)


# --- Habits ----------------------------------------------------------------------------------------------------


def written(scored, stated=None):
    reference, word = scored.move.text(TILES)
    return TypedSlip(word, reference, scored.score if stated is None else stated)


def nth(place):
    """Write the move at that place of the list, or the last one."""

    def habit(_number, moves, _rack):
        return [written(moves[min(place, len(moves) - 1)])] if moves else []

    return habit


def miscounts(number, moves, _rack):
    return [written(moves[0], stated=moves[0].score + number)] if moves else []


def leaves_the_score_out(_number, moves, _rack):
    return [TypedSlip(written(moves[0]).word.upper(), written(moves[0]).reference, None)] if moves else []


def invents_words(number, moves, _rack):
    """Write the right letters in the right place, in an order that is (mostly) no word."""
    if not moves:
        return []
    move = written(moves[0])
    letters = sorted(move.word)
    random.Random(number).shuffle(letters)
    return [TypedSlip("".join(letters), move.reference, move.stated)]


def plays_what_is_not_there(_number, moves, rack):
    """Write a good word at a good place, from letters that the rack lacks."""
    reference = written(moves[0]).reference if moves else "H4"
    return [TypedSlip("QUIZZED" if "Q" not in rack else "JUKEBOX", reference, 120)]


def slips_by_a_square(number, moves, _rack):
    if not moves:
        return []
    move = written(moves[0])
    row, column = re.search(r"[A-O]", move.reference)[0], int(re.search(r"\d+", move.reference)[0])
    column = column % 15 + 1
    across = move.reference[0].isalpha()
    return [TypedSlip(move.word, f"{row}{column}" if across else f"{column}{row}", move.stated)]


def often_silent(number, moves, rack):
    return nth(3)(number, moves, rack) if number % 3 == 0 else []


def thinks_again(number, moves, _rack):
    """Write the top in the end, sometimes after a low move and some nonsense."""
    if not moves:
        return []
    earlier = [written(moves[-1]), TypedSlip("ZZ", "A1", None)] if number % 3 == 1 else []
    return [*earlier, written(moves[0])]


def twice(number, moves, rack):
    return nth(number % 20)(number, moves, rack)


def guesses(number, moves, _rack):
    return [written(random.Random(number).choice(moves))] if moves else []


TILES = load_tile_set("english")
HABITS = {
    "Ada": nth(0),
    "Ben": nth(1),
    "Cleo": nth(25),
    "Dan": miscounts,
    "Eve": leaves_the_score_out,
    "Finn": invents_words,
    "Gwen": plays_what_is_not_there,
    "Hugo": slips_by_a_square,
    "Ines": often_silent,
    "Jon": thinks_again,
    "Kim": twice,
    "Léa": guesses,
}


# --- The evening -----------------------------------------------------------------------------------------------


@dataclass
class Evening:
    server: Embedded
    desks: list[Desk]
    code: str
    players: list[Player]
    stream: Stream
    racks: list[str] = field(default_factory=list)
    placed: list[str] = field(default_factory=list)  # "H4 TRAIN", or "" where nobody could play

    @property
    def desk(self):
        return self.desks[0]

    def query(self, sql, *values):
        connection = sqlite3.connect(self.server.database)
        try:
            return connection.execute(sql, values).fetchall()
        finally:
            connection.close()


@pytest.fixture
def evening(tmp_path):
    server = Embedded(tmp_path)
    server.start()
    try:
        first = Desk(server.site).enter(server.welcome, "ann")
        code = first.new_game("Whole game", round_time="own", own_time=600)
        fix_seed(server)
        second = let_in_a_second_arbitrator(first, code)
        players = [Player(Phone(server.site, code, name), habit) for name, habit in HABITS.items()]
        for player in players:
            player.phone.join()
        with Stream(server.site, code) as stream:
            yield Evening(server, [first, second], code, players, stream)
    finally:
        assert server.stop()
    assert "Traceback" not in server.output()


def fix_seed(server):
    """Draw the same racks each time, so that the test keeps its length and failures can be repeated."""
    connection = sqlite3.connect(server.database)
    with connection:
        connection.execute("UPDATE duplicate_game SET seed = ?", [SEED])
    connection.close()


def let_in_a_second_arbitrator(desk, code):
    """Make an account at the support desk, give it a post at the game's desk, and log in."""
    desk.get("/admin/auth/user/add/")
    account = {"username": "bob", "usable_password": "true", "password1": PASSWORD, "password2": PASSWORD}
    assert desk.post_form("/admin/auth/user/add/", account).status == 302
    answer = desk.post_form(f"/desk/{code}/arbitrators/new/", {"user_name": "bob", "role": "arbitrator"})
    assert answer.status == 302, answer.text
    return Desk(desk.site).log_in("bob")


def test_a_whole_game_over_http(evening):
    number = 0
    while evening.players[0].phone.frame()["state"] == "playing":
        number += 1
        play_round(evening, number)
    assert number >= 20
    check_the_end(evening)
    check_record(evening)
    scores = scores_by_hand(evening)
    check_phones(evening, scores)
    check_standings(evening, scores)
    check_sheet(evening)
    check_screens(evening)


def play_round(evening, number):
    code, desk = evening.code, evening.desks[number % 2]
    before = evening.players[0].phone.frame()
    desk.do(code, "draw")
    assert evening.players[0].phone.frame() == before, "a rack that is only drawn is nobody's business"
    desk.do(code, *(["open", "start"] if number % 2 else ["open-and-start"]))
    frame = evening.players[0].phone.frame()
    evening.racks.append(frame["round"]["rack_text"])
    moves = moves_on(frame)
    with ThreadPoolExecutor(len(evening.players)) as pool:
        list(pool.map(lambda player: player.play(number, moves, frame["round"]["rack"]), evening.players))
    desk.do(code, "end-round")
    evening.stream.wait_for_phase(number, "closed")
    desk.wait_for_step(code, "announce")
    hand_in_late(evening, number, moves)
    if number == 1:
        check_nothing_is_told(evening, moves)
    announce(evening, number, desk)
    evening.stream.wait_for_phase(number, "announced")


def moves_on(frame):
    rows = ["".join(token or "." for token in row) for row in frame["board"]]
    rack = TILES.encode_rack("".join(frame["round"]["rack"]))
    from engine.lexicon import ensure_builtin, load_lexicon

    return all_moves(Board.from_rows(rows, TILES), rack, load_lexicon(ensure_builtin()), TILES)


def hand_in_late(evening, number, moves):
    """Send the top after time for a player who often sends nothing: it is received, and scores zero."""
    late = next(player for player in evening.players if player.habit is often_silent)
    if moves:
        top = written(moves[0])
        answer = late.phone.send(number, top.word, top.reference, top.stated)
        assert (answer.status, answer.json()["late"]) == (201, True)


def announce(evening, number, desk):
    if number not in RACE_ROUNDS:
        evening.placed.append(desk.announce_preferred(evening.code, number))
        return
    move = next(top.value for top in desk.tops(evening.code) if top.preferred)
    together = threading.Barrier(2)

    def press(desk):
        together.wait()
        return desk.announce(evening.code, number, move)

    with ThreadPoolExecutor(2) as pool:
        done, refused = sorted(pool.map(press, evening.desks), key=lambda answer: answer.status)
    assert (done.status, refused.status) == (302, 422)
    assert f"Round {number} has been announced." in refused.text
    evening.placed.append(move)


# --- Expected results ---------------------------------------------------------------------------------------


def check_nothing_is_told(evening, moves):
    """Check a closed, searched and judged round before its announcement: only the desk knows the top."""
    tops = [written(scored) for scored in moves if scored.score == moves[0].score]
    assert evening.query("SELECT top_score FROM duplicate_round") == [(moves[0].score,)]
    assert evening.query("SELECT count(*) FROM duplicate_ruling") != [(0,)]
    stranger = Phone(evening.server.site, evening.code, "Zoe")
    answers = [
        stranger.get(path).text
        for path in (stranger.api, f"/play/{evening.code}/", f"/screen/{evening.code}/")
    ]
    answers += [event.data for event in evening.stream.events]
    answers.append(evening.players[0].phone.send(1, "", "H44").text)
    for player in evening.players:
        sheet = player.phone.me()
        assert (sheet["rounds"], sheet["total"], sheet["rank"], sheet["percent"]) == ([], 0, None, None)
        slip = sheet.pop("slip")
        assert slip is None or slip.keys() == RECEIPT_KEYS
        answers.append(json.dumps(sheet))
    for top in tops:
        assert not any(top.word.upper() in answer.upper() for answer in answers)
    for frame in map(json.loads, (answers[0], *(event.data for event in evening.stream.frames()))):
        assert (frame["last"], frame["leaders"][0]["total"], frame["top_total"]) == (None, 0, 0)
        assert not any(map(any, frame["board"]))


def scores_by_hand(evening):
    """Return the score of each player in each round, from the slips they sent, and the tops, computed the
    same way.
    """
    board, scores = {}, []
    for number, (rack_text, move) in enumerate(zip(evening.racks, evening.placed, strict=True), start=1):
        rack = scorer.letters_of(rack_text)
        line = {}
        for player in evening.players:
            slip = player.slips.get(number)
            line[player.phone.name] = scorer.worth(board, rack, slip.word, slip.reference) or 0 if slip else 0
        reference, _space, word = move.partition(" ")
        line["Top"] = scorer.worth(board, rack, word, reference) if word else 0
        scores.append(line)
        board = scorer.place(board, word, reference) if word else board
    return scores


def check_the_end(evening):
    frame = evening.desk.get(f"/api/v1/games/{evening.code}/").json()
    assert frame["state"] == "finished"
    placed = Counter("?" if token.islower() else token for row in frame["board"] for token in row if token)
    left = Counter(dict(zip(("?", *TILES.letters), TILES.counts, strict=True))) - placed
    vowels, consonants = (
        sum(left[letter] for letter in "AEIOU"),
        sum(left[letter] for letter in "BCDFGHJKLMNPQRSTVWXZ"),
    )
    if frame["end_reason"] == "all_tiles_played":
        assert not left
    else:
        assert frame["end_reason"] in {"no_vowels", "no_consonants", "no_valid_rack", "no_move"}
        assert min(vowels, consonants) <= 1
    refused = evening.desk.act(evening.code, "draw")
    assert (refused.status, "This game is over." in refused.text) == (422, True)
    acts = dict(evening.query("SELECT act, count(*) FROM duplicate_auditlogentry GROUP BY act"))
    rounds = len(evening.placed)
    assert (acts["rack_drawn"], acts["round_opened"], acts["round_closed"]) == (rounds, rounds, rounds)
    assert (acts["move_announced"] + acts.get("no_move_announced", 0), acts["game_ended"]) == (rounds, 1)


def check_record(evening):
    """Check that the record tells the same game, and that the engine's replay and the plain scorer agree."""
    text = evening.desk.get(f"/desk/{evening.code}/record.json").text
    record = json.loads(text)
    assert record["seed"] == SEED
    played = [
        (rack, *reversed(move.split(" ")))
        for rack, move in zip(evening.racks, evening.placed, strict=True)
        if move
    ]
    assert [(line["rack"], line["word"], line["ref"]) for line in record["rounds"]] == played
    board = {}
    for line in record["rounds"]:
        rack = scorer.letters_of(line["rack"])
        assert scorer.worth(board, rack, line["word"], line["ref"]) == line["score"]
        board = scorer.place(board, line["word"], line["ref"])
    path = evening.server.data / "record.json"
    path.write_text(text)
    replayed = subprocess.run(
        [sys.executable, "-m", "engine", "replay", path],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert replayed.returncode == 0, replayed.stdout + replayed.stderr


def check_phones(evening, scores):
    """Check that each phone shows its own rounds, score by score, beside the tops."""
    for player in evening.players:
        sheet = player.phone.me()
        kept = [line[player.phone.name] for line in scores]
        assert [line["score"] for line in reversed(sheet["rounds"])] == kept
        assert [line["top"]["score"] for line in reversed(sheet["rounds"])] == [
            line["Top"] for line in scores
        ]
        assert sheet["total"] == sum(kept)
        assert sheet["negative"] == sum(kept) - sum(line["Top"] for line in scores)
    by_name = {player.phone.name: player.phone.me() for player in evening.players}
    assert by_name["Ada"]["percent"] == by_name["Dan"]["percent"] == by_name["Jon"]["percent"] == 100
    assert by_name["Gwen"]["total"] == 0
    assert {line["code"] for line in by_name["Dan"]["rounds"]} <= {"score_corrected", "no_slip"}
    assert {line["code"] for line in by_name["Ines"]["rounds"]} <= {"good", "late", "no_slip"}


def check_standings(evening, scores):
    text = printed(evening, "standings.pdf")
    tops = [line["Top"] for line in scores]
    assert f"Top {sum(tops)} 0 100.00 {len(tops)}" in text
    assert f"{len(HABITS)} players · {len(tops)} rounds" in text
    totals = {name: sum(line[name] for line in scores) for name in HABITS}
    for player in evening.players:
        name, total = player.phone.name, totals[player.phone.name]
        rank = 1 + sum(other > total for other in totals.values())
        had_top = sum(line[name] == line["Top"] > 0 for line in scores)
        negative = f"−{sum(tops) - total}" if total < sum(tops) else "0"
        expected = (
            f"{rank} {player.phone.table} {name} {total} {negative} {100 * total / sum(tops):.2f} {had_top}"
        )
        assert expected in text


def check_sheet(evening):
    text = printed(evening, "sheet.pdf")
    lines = json.loads(evening.desk.get(f"/desk/{evening.code}/record.json").text)["rounds"]
    moves = [(number, move) for number, move in enumerate(evening.placed, start=1) if move]
    running = 0
    for (number, move), line in zip(moves, lines, strict=True):
        running += line["score"]
        reference, word = move.split(" ")
        row = f"{number} {evening.racks[number - 1]} {word} {reference} {line['score']} {running} "
        assert row in text
    assert f"{len(evening.placed)} rounds · top total {running}" in text


def check_screens(evening):
    """Check that the stream's last frame is the public state; during a round only its clock and phase
    change.
    """
    evening.stream.wait_for_frame(lambda frame: frame["state"] == "finished")
    last = evening.stream.frames()[-1]
    assert last.data == evening.desk.get(f"/api/v1/games/{evening.code}/").text
    by_round = {}
    for frame in (event.json() for event in evening.stream.frames()):
        if frame["round"] and frame["round"]["phase"] != "announced":
            number = frame["round"]["number"]
            for name in ("phase", "closes_at", "remaining"):
                del frame["round"][name]
            del frame["version"]
            assert by_round.setdefault(number, frame) == frame
    assert by_round.keys() == set(range(1, len(evening.placed) + 1))


def printed(evening, name):
    """Return the text of a document, in reading order, with one blank between words."""
    answer = evening.desk.get(f"/desk/{evening.code}/{name}")
    assert (answer.status, answer.headers["Content-Type"]) == (200, "application/pdf")
    return " ".join(" ".join(page.extract_text() for page in PdfReader(BytesIO(answer.body)).pages).split())
