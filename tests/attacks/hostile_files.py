"""Small files that take minutes or gigabytes to read, all together: a hunspell pair of five million forms, half a
million Excel cells in a date format of brackets, a picture of 13,000 scans, merged cells, lines without end, zeros.

Login, desk, projector and slips go on meanwhile, at twice their quiet time at most.
"""

import io
import statistics
import struct
import time
import zipfile
from concurrent.futures import ThreadPoolExecutor
from itertools import product
from string import ascii_lowercase

from tests.attacks.ground import send_file, time_desk, time_slip, unique_name
from tests.factories.hostile_excel import MAIN, hostile_files, sheet_of, workbook
from tests.http_client import Desk, Session

QUIET_TIMES = 8
# Seconds that count as quiet on any machine, and that no request takes.
NO_WAIT, LONGEST = 0.1, 3.0
BUSY = ("still being read", "are being read")
TIMES = 2  # for which each sender sends its files


def attack(ground):
    code = ground.desk.new_game("Hostile files")
    (phone,) = ground.phones(code, unique_name("Honest"))
    other = ground.person(code, "chief", unique_name("chief"))
    ground.desk.do(code, "draw", "open", "start")
    asked = {
        "a slip": lambda: time_slip(phone, code),
        "the desk": lambda: time_desk(ground, code),
        "the projector": lambda: time_page(ground, f"/screen/{code}/"),
        "the login": lambda: time_page(ground, "/login/"),
        "/healthz": lambda: time_page(ground, "/healthz"),
    }
    quiet = measure(asked, QUIET_TIMES)
    files = hostile()
    senders = [ground.desk, Desk(ground.site).log_in("ann"), other]
    with ThreadPoolExecutor(len(senders)) as pool:
        sending = [pool.submit(send_all, sender, files) for sender in senders]
        during = measure(asked, QUIET_TIMES, lambda: all(each.done() for each in sending))
    answers = [answer for each in sending for answer in each.result()]
    for name, seconds in during.items():
        most = 2 * max(NO_WAIT, statistics.median(quiet[name]))
        assert statistics.median(seconds) < most, f"{name} took {statistics.median(seconds):.2f} s"
        assert max(seconds) < LONGEST, f"{name} took {max(seconds):.1f} s"
    assert any(busy in answer.text for answer in answers for busy in BUSY), "nobody was told to wait"
    slowest = max(during, key=lambda name: statistics.median(during[name]))
    return (
        f"{len(answers)} files came in, {slowest} took {statistics.median(during[slowest]):.2f} s"
        f" (quiet {statistics.median(quiet[slowest]):.2f} s), at worst {max(during[slowest]):.2f} s"
    )


def measure(asked, times, is_over=lambda: True):
    """Ask for everything again and again, until it is over; return the seconds of each by its name."""
    seconds = {name: [] for name in asked}
    while not is_over() or len(seconds["a slip"]) < times:
        for name, ask in asked.items():
            seconds[name].append(ask())
        time.sleep(1.1)  # sixty slips a minute for a player
    return seconds


def time_page(ground, path):
    began = time.monotonic()
    status = Session(ground.site).get(path).status
    assert status == 200, f"{path} got {status}"
    return time.monotonic() - began


def send_all(sender, files):
    """Send every file some times; return the answers. None of them is an error of the server."""
    answers = []
    for _ in range(TIMES):
        for path, fields, sent in files:
            answers.append(send_file(sender, path, fields, sent))
            assert answers[-1].status in {302, 403, 422}, f"{path} got {answers[-1].status}"
    return answers


def hostile():
    """Return address, fields and files of each."""
    merged, _code = hostile_files()["merged"]
    brackets = f'<numFmts><numFmt numFmtId="200" formatCode="{"[" * 255}"/></numFmts>'
    row = "<row>" + 50 * '<c s="0"><v>1</v></c>' + "</row>"
    formats = workbook(
        sheet_of(row * 11_700),
        styles=f'<styleSheet {MAIN}>{brackets}<cellXfs><xf numFmtId="200"/></cellXfs></styleSheet>',
    )
    return [
        ("/people/import/", {}, {"file": ("x.xlsx", formats)}),
        ("/people/import/", {}, {"file": ("x.xlsx", merged())}),
        ("/lexicons/load/", {}, {"file": hunspell_pair()}),
        ("/lexicons/load/", {}, {"file": ("x.txt", b"\n" * (8 << 20))}),
        ("/letterhead/", {"club": "", "size": "A4"}, {"logo": ("x.jpg", picture())}),
        ("/events/new-tournament/files/", {}, {"uploads": ("x.zip", zipped(b"\0" * 49_000_000))}),
        ("/events/new-tournament/files/", {}, {"uploads": ("x.t", b"A 1 " + b"0 " * 1_400_000)}),
    ]


def hunspell_pair():
    """Return a list of one word, and affixes that make five million long forms of it."""
    names = ["".join(letters) for letters in product(ascii_lowercase, repeat=3)]
    first, second = names[:2900], names[:1700]
    lines = ["SET UTF-8", f"SFX A Y {len(first)}", *(f"SFX A 0 {name}/B ." for name in first)]
    lines += [f"SFX B Y {len(second)}", *(f"SFX B 0 {name}{'𐐀' * 50} ." for name in second)]
    return [("x.dic", b"1\nabc/A\n"), ("x.aff", "\n".join(lines).encode())]


def picture(width=4000, height=3000, most_bytes=390_000):
    """Return a progressive JPEG whose scans say again and again that nothing follows."""
    blocks = (width // 8) * (height // 8)
    table = bytes([1] + [0] * 15)
    data = b"\xff\xd8" + _segment(0xDB, bytes([0, *[1] * 64]))
    data += _segment(0xC2, struct.pack(">BHHB3B", 8, height, width, 1, 1, 0x11, 0))
    data += _segment(0xC4, b"\0" + table + b"\0") + _segment(0xC4, b"\x10" + table + b"\xe0")
    data += _segment(0xDA, bytes([1, 1, 0, 0, 0, 0])) + bytes(-(-blocks // 8))
    # The longest run of empty blocks, 0 and fourteen ones, as often as it takes.
    bits = ("0" + "1" * 14) * -(-blocks // 32_767)
    bits += "1" * (-len(bits) % 8)
    ends = int(bits, 2).to_bytes(len(bits) // 8).replace(b"\xff", b"\xff\0")
    scan = _segment(0xDA, bytes([1, 1, 0, 1, 63, 0])) + ends
    return data + scan * ((most_bytes - len(data)) // len(scan)) + b"\xff\xd9"


def zipped(content):
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a.t", content)
    return data.getvalue()


def _segment(mark, content):
    return bytes([0xFF, mark]) + struct.pack(">H", len(content) + 2) + content
