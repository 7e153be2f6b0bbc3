"""Rule sets whose keys have thousands of parts: parsing one took gigabytes and many seconds."""

import time

TEXT = "a." * 15_000 + "a = 1"
MOST_SECONDS = 5
MOST_MB = 100


def attack(ground):
    before = ground.memory()
    began = time.monotonic()
    answers = [ground.desk.post_form("/desk/rules/import/", {"text": TEXT}) for _ in range(3)]
    seconds, grown = time.monotonic() - began, ground.memory() - before
    for answer in answers:
        assert answer.status == 422, f"the rule set gave {answer.status}"
        assert "3 parts" in answer.text, "the answer does not say that the key has too many parts"
    assert seconds < MOST_SECONDS, f"three rule sets took {seconds:.1f} s"
    assert grown < MOST_MB, f"three rule sets took {grown:.0f} MB"
    return f"three rule sets were refused in {seconds:.1f} s with {grown:.0f} MB"
