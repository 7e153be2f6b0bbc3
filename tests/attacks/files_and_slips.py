"""Files that come in while a round is open: a long list of people, merged cells, a picture, rules, an archive. Slips
must not wait for any of them.
"""

import io
import re
import time
import uuid
from concurrent.futures import ThreadPoolExecutor

from PIL import Image

from tests.attacks.false_archives import saved, with_rows
from tests.attacks.ground import send_file
from tests.factories.hostile_excel import hostile_files

PEOPLE = 19_000
LONGEST_RECEIPT = 3.0  # of a busy machine: tests/concurrency/test_waits_for_files.py looks at the lock itself
IMPORT_SECONDS = 120


def attack(ground):
    waits = {name: measure_receipts(ground, send) for name, send in files(ground.desk, ground).items()}
    for name, seconds in waits.items():
        assert max(seconds) < LONGEST_RECEIPT, f"a receipt took {max(seconds):.1f} s while {name} came in"
    slowest = max(waits, key=lambda name: max(waits[name]))
    return f"{len(waits)} files came in, the slowest receipt {max(waits[slowest]):.2f} s ({slowest})"


def files(desk, ground):
    """Return what sends each file, by its name."""
    merged, _code = hostile_files()["merged"]
    code = desk.new_game("To be archived")
    ground.phones(code, *(f"Player {number}" for number in range(30)))
    archive = with_rows(saved(ground, code))
    return {
        "a list of people": lambda: import_people(desk),
        "merged cells": lambda: _send(desk, "/people/import/", merged(), 422),
        "a picture": lambda: _send(
            desk, "/letterhead/", picture(), 302, field="logo", club="Lyon", size="A4"
        ),
        "an archive": lambda: _send(desk, "/events/import/", archive, 302),
    }


def measure_receipts(ground, send):
    """Send a file, and slips of one player until it is in; how long each slip waited for its receipt."""
    code = ground.desk.new_game("Slips")
    (phone,) = ground.phones(code, f"Honest {uuid.uuid4().hex[:6]}")
    ground.desk.do(code, "draw", "open", "start")
    sending = ThreadPoolExecutor(1).submit(send)
    seconds = []
    while not sending.done() or not seconds:
        began = time.monotonic()
        status = phone.send(1, "AA", "H8", 2).status
        seconds.append(time.monotonic() - began)
        assert status == 201, f"an honest slip got {status}"
        time.sleep(1.1)  # sixty a minute for a player
    sending.result()
    return seconds


def list_of_people(count=PEOPLE):
    """Return a list of people who are new."""
    mark = uuid.uuid4().hex[:8]
    lines = [f"Person {number} {mark};Club {number % 40}" for number in range(count)]
    return "\n".join(["Name;Club", *lines]).encode()


def import_people(desk, data=None):
    """Import a list of people, until all are there."""
    page = _send(desk, "/people/import/", data or list_of_people(), 302).headers["Location"]
    told = re.search(r'name="mark" value="([^"]*)"', desk.get(page).text)
    assert told, "the list cannot be imported"
    asked = desk.post_form(page, {"mark": told[1]})
    assert asked.status == 302, asked.status
    end = time.monotonic() + IMPORT_SECONDS
    while 'id="under-way"' in desk.get(page).text:
        assert time.monotonic() < end, "the list did not come in"
        time.sleep(1)


def picture():
    out = io.BytesIO()
    Image.effect_noise((2000, 1500), 60).save(out, "PNG")
    return out.getvalue()


def _send(desk, path, data, status, field="file", **fields):
    answer = send_file(desk, path, fields, {field: ("x.png" if field == "logo" else _name(data), data)})
    assert answer.status == status, f"{path}: {answer.status}"
    return answer


def _name(data):
    return "x.xlsx" if data[:2] == b"PK" else "x.csv"
