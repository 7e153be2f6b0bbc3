"""Excel files of a few kilobytes that took gigabytes and minutes to read, sent as lists of people."""

import time

from tests.attacks.ground import send_file
from tests.factories.hostile_excel import hostile_files

SENT = ("cells", "merged", "shared texts")
MOST_SECONDS = 10
MOST_MB = 200


def attack(ground):
    before, longest = ground.memory(), 0.0
    for name in SENT:
        make, _code = hostile_files()[name]
        data = make()
        began = time.monotonic()
        answer = send_file(ground.desk, "/people/import/", {}, {"file": (f"{name}.xlsx", data)})
        longest = max(longest, time.monotonic() - began)
        assert answer.status == 422, f"the file of {name} gave {answer.status}"
        assert "Excel" in answer.text, f"the file of {name} is refused without a reason"
    grown = ground.memory() - before
    assert longest < MOST_SECONDS, f"one file took {longest:.1f} s"
    assert grown < MOST_MB, f"the files took {grown:.0f} MB"
    return f"{len(SENT)} files were refused, the slowest in {longest:.1f} s, with {grown:.0f} MB"
