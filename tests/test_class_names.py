"""A public class has a name of its own: who reads `Line` need not ask which of six it is."""

import re
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# Django looks for the first two by name; the others are a row, and what the API or the engine knows of it.
MAY_SHARE = {"Command", "Migration", "Standings", "Lexicon", "Player"}


def test_each_public_class_has_a_name_of_its_own():
    homes = defaultdict(list)
    for package in ("engine", "tournaments", "duplicate", "deploy"):
        for path in (ROOT / package).rglob("*.py"):
            for name in re.findall(r"^class ([A-Z]\w*)", path.read_text(encoding="utf-8"), re.MULTILINE):
                homes[name].append(str(path.relative_to(ROOT)))
    shared = {name: paths for name, paths in homes.items() if len(paths) > 1 and name not in MAY_SHARE}
    assert not shared
