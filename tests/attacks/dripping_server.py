"""An envelope that names a server which answers a byte a second for ever: sending results there ends within its
deadline, and slips get their receipts meanwhile.
"""

import contextlib
import socket
import threading
import time

from tests.attacks.ground import time_slip, unique_name
from tests.factories.simultaneous_games import envelope_of, open_envelope, play_prepared, send_out
from tests.http_client import Desk

SENDERS = 6
LONGEST_RECEIPT = 3.0
# Fifteen seconds for an answer, and what a busy machine needs.
LONGEST_SENDING = 30.0


def attack(ground):
    with _dripping_server() as address:
        _sent, page = send_out(ground.desk, address, 1)
        prepared = open_envelope(ground.desk, *envelope_of(ground.desk, page))
        code = play_prepared(ground.desk, prepared, {unique_name("Ada"): {1}}, 1)
        hall = ground.desk.new_game("Beside the drip")
        (honest,) = ground.phones(hall, "Honest")
        ground.desk.do(hall, "draw", "open", "start")
        times, receipts = [], []
        desks = [Desk(ground.site).log_in("ann") for _ in range(SENDERS)]
        threads = [threading.Thread(target=_send_result, args=(desk, code, times)) for desk in desks]
        for thread in threads:
            thread.start()
        while any(thread.is_alive() for thread in threads):
            receipts.append(time_slip(honest, hall))
            time.sleep(1.1)  # sixty slips a minute for a player
    assert len(times) == SENDERS, (
        f"{SENDERS - len(times)} of {SENDERS} results were not refused as they should"
    )
    assert max(times) < LONGEST_SENDING, f"sending a result took {max(times):.0f} s"
    assert max(receipts) < LONGEST_RECEIPT, f"a receipt took {max(receipts):.1f} s"
    return f"sending took {max(times):.0f} s at most; the slowest of {len(receipts)} receipts {max(receipts):.2f} s"


@contextlib.contextmanager
def _dripping_server():
    """Answer whoever connects with a head that does not end."""
    ended = threading.Event()
    server = socket.create_server(("127.0.0.1", 0))

    def drip(connection):
        with connection, contextlib.suppress(OSError):
            connection.sendall(b"HTTP/1.1 200 OK\r\nX: ")
            while not ended.wait(1):
                connection.sendall(b"x")

    def run():
        with contextlib.suppress(OSError):
            while True:
                threading.Thread(target=drip, args=(server.accept()[0],), daemon=True).start()

    threading.Thread(target=run, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.getsockname()[1]}"
    finally:
        ended.set()
        server.close()


def _send_result(desk, code, times):
    """Send the club's result, and note how long its refusal took."""
    desk.get(f"/desk/{code}/result/")
    began = time.monotonic()
    fields = {"club": "Namur", "arbitrator": "Ann", "token": "secret", "send": "yes"}
    answer = desk.post_form(f"/desk/{code}/result/", fields)
    if answer.status == 422 and "does not answer" in answer.text:
        times.append(time.monotonic() - began)
