"""One account that sends files without end to a laptop with a small disk, some of which never end: slips are stored all
the while, and nothing temporary stays when files are refused or broken off.
"""

import os
import shutil
import subprocess
import time
from contextlib import contextmanager, suppress

from tests.attacks.ground import build_multipart, open_ground, send_file, time_slip

DISK = 400 << 20
PAGE = "/lexicons/load/"
# Megabytes of files that are held, until there is no room at all; and the files that come in whole.
HELD = (60, 60, 60, 60, 60, 30, 15, 8, 4, 2, 1, 1, 1)
WORDS, ROUNDS = 10 << 20, 12


def attack(ground):
    if os.geteuid():
        return "not tried: a small disk needs root"
    with (
        _small_disk(ground.folder / "small") as folder,
        _temporary_files_in(folder / "tmp") as temporary,
        open_ground(ground.setting, folder) as small,
    ):
        code = small.desk.new_game("Small disk")
        (honest,) = small.phones(code, "Honest")
        small.desk.do(code, "draw", "open", "start")
        held, free, taken = _hold(small), [], 0
        for number in range(ROUNDS):
            if number == ROUNDS // 2:
                for connection in held:
                    connection.close()
            taken += _send(small, number)
            free.append(shutil.disk_usage(folder).free)
            time_slip(honest, code)
            time.sleep(1.1)  # sixty slips a minute for a player
        files = [each.name for each in temporary.rglob("*.upload*")]
    assert min(free) > DISK / 20, f"{min(free)} bytes were free"
    assert not files, f"temporary files stayed: {files}"
    return (
        f"{taken} files of {ROUNDS} were taken beside {len(HELD)} without an end;"
        f" {min(free) >> 20} MB of {DISK >> 20} stayed free, and slips were stored"
    )


def _send(small, number):
    """Send a word list; return whether it was taken."""
    words = os.urandom(WORDS).hex().encode()
    with suppress(ConnectionError):
        return send_file(small.desk, PAGE, {}, {"file": (f"{number}.txt", words)}).status != 507
    return False


def _hold(small):
    """Send all but the end of files, from one account, and leave them so."""
    small.desk.get(PAGE)
    cookies = "; ".join(f"{each.name}={each.value}" for each in small.desk.cookies)
    held = []
    for size in HELD:
        body, headers = build_multipart(small.desk, {}, {"file": ("x.txt", bytes(size << 20))})
        lines = [
            f"POST {PAGE} HTTP/1.1",
            "Host: 127.0.0.1",
            f"Content-Length: {len(body)}",
            f"Cookie: {cookies}",
        ]
        lines += [f"{name}: {value}" for name, value in headers.items()]
        connection = small.connect()
        connection.settimeout(10)
        with suppress(OSError):
            connection.sendall("\r\n".join([*lines, "", ""]).encode() + body[:-100])
        held.append(connection)
    return held


@contextmanager
def _small_disk(folder):
    folder.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={DISK}", "tmpfs", folder], check=True)
    try:
        yield folder
    finally:
        subprocess.run(["umount", folder], check=True)


@contextmanager
def _temporary_files_in(folder):
    """Let programs that are started keep their temporary files there."""
    folder.mkdir()
    os.environ["TMPDIR"] = str(folder)
    try:
        yield folder
    finally:
        del os.environ["TMPDIR"]
