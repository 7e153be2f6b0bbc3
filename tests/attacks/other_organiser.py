"""The administrator of another organiser, while a game plays: altered envelopes, results and clubs for the hall's
simultaneous game, prepared games that are none, and organisers' archives with altered bytes.

Nothing of the hall changes or is told, nothing fails, and slips get their receipts.
"""

import json
import random
import subprocess
import sys
from collections import Counter

from tests.attacks.ground import send_file, time_slip, unique_name
from tests.factories.simultaneous_games import envelope_of, send_out
from tests.http_client import Desk

ALTERED, ANSWERS = 40, {200, 302, 403, 404, 413, 422}
LONGEST = 3.0
SECRET = "Envelope of the hall"


def attack(ground):
    _prepared, page = send_out(ground.desk, "http://127.0.0.1:9", 1)
    envelope, _code = envelope_of(ground.desk, page)
    hall = ground.desk.new_game(SECRET)
    (honest,) = ground.phones(hall, unique_name("Honest"))
    ground.desk.do(hall, "draw", "open", "start")
    before = _rows(ground)
    archive = ground.folder / "organiser.isotop"
    saved = _manage(ground, "export_organiser", "", archive)
    assert saved.returncode == 0, saved.stderr
    stranger = _enter(ground)
    waits, answers = [], Counter()
    for act in _acts(stranger, page, hall, envelope):
        answer = act()
        answers[answer.status] += 1
        assert answer.status in ANSWERS, f"{answer.status}: {answer.text[:300]}"
        assert SECRET.encode() not in answer.body, "a page of another organiser tells of the hall"
        if answers.total() % 10 == 0:
            waits.append(time_slip(honest, hall))
    for number, data in enumerate(_altered_archives(archive.read_bytes())):
        file = ground.folder / f"altered-{number}"
        file.write_bytes(data)
        refused = _manage(ground, "import_organiser", file, "ann", "--name", f"Altered {number}")
        assert (refused.returncode, "Traceback" in refused.stderr) == (1, False), (
            f"{number}: {refused.stderr}"
        )
        waits.append(time_slip(honest, hall))
    assert max(waits) < LONGEST, f"a receipt took {max(waits):.1f} s"
    assert _rows(ground) == before, "something of the hall has changed"
    return (
        f"{answers.total()} acts of another organiser were refused or stayed there, as {dict(answers)} and its altered"
        f" archives; the slowest receipt took {max(waits):.2f} s"
    )


def _enter(ground):
    """Make another organiser, and return the browser of its administrator."""
    name = unique_name("Others")
    said = _manage(ground, "create_organiser", name, "--site", ground.site).stdout
    link = next(word for word in said.split() if "/invitation/" in word)
    return Desk(ground.site).enter(link, unique_name("otto"))


def _acts(stranger, page, hall, envelope):
    """Yield requests that are to do no harm."""
    random.seed(20261129)
    for _each in range(ALTERED):
        altered = bytearray(envelope)
        for _byte in range(random.choice((1, 1, 3, 40))):
            altered[random.randrange(len(altered))] = random.randrange(256)
        yield lambda data=bytes(altered): _send(stranger, "/desk/envelopes/new/", data)
    yield lambda: _send(stranger, "/desk/envelopes/new/", envelope)
    yield lambda: _send(stranger, "/desk/envelopes/new/", envelope[:-20])
    for number in range(1, 4):
        yield lambda number=number: stranger.get(f"/desk/envelopes/{number}/")
        yield lambda number=number: stranger.post_form(
            f"/desk/envelopes/{number}/", {"code": "AAAA-AAAA-AAAA-AAAA-AA4K"}
        )
        yield lambda number=number: stranger.get(f"/desk/prepared/{number}/")
    for record in (
        b"\x00" * 1000,
        b"{" * 5000,
        json.dumps({"rounds": [{"rack": "A" * 9999}]}).encode(),
        b"A" * 49_000,
    ):
        fields = {"name": "Mine", "lexicon": "english", "rules": "classic", "notation": "duplicate"}
        yield lambda record=record, fields=fields: _send(
            stranger, "/desk/prepared/import/", record, "record", **fields
        )
    for path in ("", "envelope/", "standings/", "results/"):
        yield lambda path=path: stranger.get(f"{page}{path}")
    for data in (b"[]", b"1;Ann;9999", b"\xff\xfe" * 100, b"{}"):
        yield lambda data=data: _send(stranger, f"{page}results/", data)
        yield lambda data=data: _send(stranger, f"{page}clubs/add/", data)
    for path in ("", "log/", "record.json", "result/"):
        yield lambda path=path: stranger.get(f"/desk/{hall}/{path}")
    yield lambda: _send(stranger, "/events/import/", envelope)
    yield lambda: stranger.get("/organiser/archive.zip")


def _altered_archives(archive):
    """Yield an organiser's archive that breaks off, has other bytes in its middle, or names of members."""
    yield archive[: len(archive) // 2]
    middle = len(archive) // 2
    yield archive[:middle] + bytes(64) + archive[middle + 64 :]
    yield archive.replace(b"about.json", b"../abo.txt")
    yield b"PK\x03\x04" + bytes(1000)


def _send(stranger, path, data, field="file", **fields):
    return send_file(stranger, path, fields, {field: ("x", data)})


def _rows(ground):
    """Return what there is of games, sent games and results of the first organiser."""
    return [
        ground.rows("SELECT count(*), sum(version) FROM duplicate_game"),
        ground.rows("SELECT count(*) FROM duplicate_simultaneous"),
        ground.rows("SELECT count(*) FROM duplicate_resultversion"),
        ground.rows("SELECT count(*) FROM duplicate_round"),
        ground.rows("SELECT count(*) FROM tournaments_event"),
    ]


def _manage(ground, *arguments):
    return subprocess.run(
        [sys.executable, "manage.py", *map(str, arguments)],
        env=ground.program.environment | {"DJANGO_SETTINGS_MODULE": "deploy.settings"},
        check=False,
        capture_output=True,
        text=True,
    )
