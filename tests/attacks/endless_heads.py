"""A dozen sockets of a stranger that send heads without an end: one long header, a thousand of them, or either behind a
stream that is being answered, or behind a body, as trailers. Each is refused or not read any more, and slips get their
receipts beside them.
"""

import select
import time

from tests.attacks.ground import EMBEDDED, time_slip

SOCKETS = 12
PIECE = 65_536
# More than the buffers of both ends of a socket may hold, and than any head of ours.
MOST_BYTES = 16_000_000
LONGEST_RECEIPT = 3.0


def attack(ground):
    code = ground.desk.new_game("Endless heads")
    (honest,) = ground.phones(code, "Honest")
    ground.desk.do(code, "draw", "open", "start")
    slowest = most = 0
    for number in range(SOCKETS):
        began = time.monotonic()
        most = max(most, _send_head(ground, code, number))
        slowest = max(slowest, time_slip(honest, code))
        time.sleep(max(0, began + 1.1 - time.monotonic()))  # sixty slips a minute for a player
    assert most < MOST_BYTES, f"a head of {most:,} bytes was taken"
    assert slowest < LONGEST_RECEIPT, f"a receipt took {slowest:.1f} s"
    return f"at most {most:,} bytes of a head were taken; the slowest receipt took {slowest:.2f} s"


def _send_head(ground, code, number):
    """Send a head until it is refused or not read any more; return how many bytes were taken."""
    stream = f"GET /live/{code}/ HTTP/1.1\r\nHost: 127.0.0.1\r\n".encode()
    one = b"X-A: " + b"a" * 2 * MOST_BYTES
    many = b"".join(b"X-%d: %s\r\n" % (key, b"a" * 60_000) for key in range(2 * MOST_BYTES // 60_000))
    head = stream + (many if number % 4 > 1 else one)
    sent = 0
    with ground.connect() as connection:
        connection.settimeout(1)
        try:
            if number % 2:
                connection.sendall(stream + b"\r\n")
                time.sleep(0.2)
            # nginx drops trailers as they come.
            if number % 3 == 2 and ground.setting == EMBEDDED:
                connection.sendall(stream + b"Transfer-Encoding: chunked\r\n\r\n0\r\n")
                head = head.removeprefix(stream)
            while sent < len(head) and not _is_refused(connection):
                connection.sendall(head[sent : sent + PIECE])
                sent += PIECE
        except OSError:
            return sent
    return sent


def _is_refused(connection):
    """Tell whether the server has answered 400 or closed the connection; a proxy reads on then, and forgets."""
    if not select.select([connection], [], [], 0)[0]:
        return False
    said = connection.recv(PIECE)
    return not said or said.startswith(b"HTTP/1.1 400")
