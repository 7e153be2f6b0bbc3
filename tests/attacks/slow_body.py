"""A slip whose head comes in time and whose body comes once the round is closed: its sender may have heard the top."""

import time

from tests.attacks.ground import read_answer, request_head, slip_body

LONGER_THAN_ALLOWED = 3
SIZE = 200


def attack(ground):
    code = ground.desk.new_game("Slow body")
    (cheat,) = ground.phones(code, "Cheat")
    connections = {}

    def send_head(moment):
        connections[moment] = ground.connect()
        head = request_head("POST", f"/api/v1/games/{code}/slips/", SIZE, cheat.token)
        connections[moment].sendall(head)

    send_head("before the draw")
    ground.desk.do(code, "draw", "open", "start")
    send_head("before the end")
    time.sleep(LONGER_THAN_ALLOWED)
    ground.desk.do(code, "end-round")
    send_head("after time")
    ground.desk.wait_for_step(code, "announce")
    top = ground.desk.tops(code)[0].value
    early = [_finish(connections.pop(moment), top) for moment in list(connections)]
    ground.desk.announce(code, 1, top)
    send_head("after the announcement")
    after = _finish(connections.pop("after the announcement"), top)
    for status, said in early:
        assert status == 408 or b'"late":true' in said, f"a body after time gave {status} {said!r}"
    assert after[0] in {408, 409}, f"a body after the announcement gave {after}"
    total = cheat.me()["total"]
    assert not total, f"the cheat has {total} points"
    return f"bodies after time gave {[status for status, _said in [*early, after]]}"


def _finish(connection, top):
    """Send the body, with the top in it; the answer."""
    reference, word = top.split(" ", 1)
    with connection:
        try:
            connection.sendall(slip_body(1, word, reference, 0, SIZE))
            return read_answer(connection)
        except OSError:  # refused and closed before the body came
            return 408, b""
