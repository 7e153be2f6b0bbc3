"""Joins without end from one address, and requests that join nobody from many: others get in, a closed door lets
nobody in, and the flood is removed.
"""

import json
import re
import time

from tests.attacks.ground import flood
from tests.http_client import wait_until

THREADS, STRANGER, HALL = 6, "127.0.0.77", "127.0.0.78"
HONEST = 5
# Sixty a minute in each process that serves pages, of which there are few on a machine for tests.
MOST_IN = 4 * 60
# Together they ask more often than all may join in a minute.
IN_VAIN, EACH_IN_VAIN = [f"127.0.0.{number}" for number in range(80, 90)], 70


def attack(ground):
    code = ground.desk.new_game("Many joins")
    (player,) = ground.phones(code, "Early")
    in_vain = [_join(ground, code, "", source) for source in IN_VAIN for _each in range(EACH_IN_VAIN)]
    assert set(in_vain) <= {400, 429}, f"names that are empty gave {sorted(set(in_vain))}"
    with _flood(ground, code) as statuses:
        wait_until(lambda: 429 in statuses, 60, "a join is refused")
        honest = [_join(ground, code, f"Honest {number}", HALL) for number in range(HONEST)]
    flooded = statuses.count(201)
    assert honest == [201] * HONEST, f"honest joins from another address got {honest}"
    assert flooded <= MOST_IN, f"{flooded} joined from one address"
    assert "Our hall shares one IP address" in ground.desk.panel(code), "the desk is not told"
    assert _count(ground, code) == flooded + HONEST + 1

    ground.desk.do(code, "close-door")
    with _flood(ground, code) as again:
        wait_until(lambda: len(again) > HONEST, 10, "joins are answered")
        behind = _join(ground, code, "Behind", HALL)
    assert {behind, *again} <= {409, 429}, f"a closed door gave {behind} and {sorted(set(again))}"
    sheet = player.get(f"{player.api}me/", Authorization=f"Bearer {player.token}")
    assert sheet.status == 200, "who has joined is shut out"

    _remove(ground, code, flooded + HONEST + 1)
    assert _count(ground, code) == HONEST + 1, "the flood was not taken out"
    ground.desk.do(code, "open-door")
    assert _join(ground, code, "Late", HALL) == 201, "the door does not open again"
    return (
        f"{len(in_vain)} requests with which nobody joins took no turns; "
        f"{flooded} of {len(statuses)} joins got in, and all {HONEST} from another address; "
        f"none of {len(again)} through the closed door; {flooded} were removed"
    )


def _remove(ground, code, shown):
    """Remove who joined within five minutes, but for the honest ones."""
    address = f"/desk/{code}/joining/"
    page = ground.desk.get(f"{address}?minutes=5").text
    assert f"Remove {shown} players" in page, "the page does not say how many"
    keep = re.findall(r'name="keep" value="(\d+)" aria-label="(?:Honest \d|Early) stays"', page)
    until = re.search(r'name="until" value="([^"]+)"', page)[1]
    ground.desk.post_form(address, {"minutes": 5, "until": until, "keep": keep})


def _flood(ground, code):
    """Join again and again under new names."""
    return flood(
        THREADS, lambda number: _join(ground, code, f"Flood {number} {time.monotonic_ns()}", STRANGER)
    )


def _join(ground, code, name, source):
    # The program must not trust a phone's own value of this header.
    forwarded = f"198.51.100.{time.monotonic_ns() % 250}"
    headers = {"Content-Type": "application/json", "X-Forwarded-For": forwarded}
    return ground.ask_from(
        source, "POST", f"/api/v1/games/{code}/entries/", json.dumps({"name": name}), headers
    )


def _count(ground, code):
    games = f"SELECT event_id FROM duplicate_game WHERE code = '{code}'"
    return ground.rows(f"SELECT count(*) FROM tournaments_entry WHERE event_id = ({games})")[0][0]
