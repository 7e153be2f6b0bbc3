"""Archives of events as no program of ours writes them: ten thousand users in a small file, names that read backwards,
a moment in year 1; and a helper who brings one in.
"""

import hashlib
import io
import json
import re
import uuid
import zipfile

from tests.attacks.ground import send_file, unique_name

PAGE = "/events/import/"
MANY = 10_000
MOST_BYTES = 100_000


def attack(ground):
    code = ground.desk.new_game("Archived")
    ground.phones(code, "Mona")
    members = saved(ground, code)
    helper = ground.person(code, "helper", unique_name("helper"))
    assert helper.get(PAGE).status == 403, "a helper may bring an event in"
    users = ground.rows("SELECT count(*) FROM auth_user")
    false = {
        "many users": with_rows(members, users=[{"username": f"u{number}"} for number in range(MANY)]),
        "a name that reads backwards": with_rows(members, event=[_event(members, name="gnp\u202e.exe")]),
        "a name of two lines": with_rows(members, event=[_event(members, name="Open\nhall")]),
        "year 1": with_rows(members, saved_at="0001-01-01T00:00:00+14:00"),
    }
    for name, archive in false.items():
        assert len(archive) < MOST_BYTES
        answer = send_file(ground.desk, PAGE, {}, {"file": ("e.zip", archive)})
        assert answer.status == 422, f"an archive with {name} gave {answer.status}"
        assert "errorlist" in answer.text, f"an archive with {name} is refused without a reason"
    assert ground.rows("SELECT count(*) FROM auth_user") == users, "users of a refused archive stayed"
    whole = send_file(ground.desk, PAGE, {}, {"file": ("e.zip", with_rows(members))})
    assert whole.status == 302, "an honest archive is refused"
    return f"{len(false)} archives were refused and left nothing; a helper got 403"


def saved(ground, code):
    """Return the members of the event's archive, by name."""
    page = ground.desk.get(f"/desk/{code}/").text + ground.desk.get("/events/").text
    event = max(int(key) for key in re.findall(r"/events/(\d+)/", page))
    answer = ground.desk.get(f"/events/{event}/archive.zip")
    assert answer.status == 200, answer.status
    with zipfile.ZipFile(io.BytesIO(answer.body)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def _event(members, **values):
    return json.loads(members["tables/event.jsonl"]) | values


def with_rows(members, saved_at=None, **tables):
    """Return an archive of another event with other rows in these tables, with hashes that fit."""
    tables = {"event": [_event(members)]} | tables
    tables["event"] = [row | {"uid": str(uuid.uuid4())} for row in tables["event"]]
    about = json.loads(members["about.json"])
    changed = dict(members)
    for name, rows in tables.items():
        data = b"".join(json.dumps(row).encode() + b"\n" for row in rows)
        changed[f"tables/{name}.jsonl"] = data
        about["tables"][name] = {"rows": len(rows), "sha256": hashlib.sha256(data).hexdigest()}
    told = "".join(f"{name} {one['rows']} {one['sha256']}\n" for name, one in sorted(about["tables"].items()))
    about["sha256"] = hashlib.sha256(told.encode()).hexdigest()
    about["saved_at"] = saved_at or about["saved_at"]
    changed["about.json"] = json.dumps(about).encode()
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in changed.items():
            archive.writestr(name, data)
    return file.getvalue()
