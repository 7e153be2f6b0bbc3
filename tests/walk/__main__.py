"""`make walk MINUTES=30`: random acts at the desk and from phones for as long as one likes, in a database of its own.

Prints the seed of each walk in which something did not add up, with all that was done in it; the exit code is 1 if
there was one. `DATABASE_URL` says which database: a new one is made there and taken away at the end. The same seed does
the same things on each.
"""

import argparse
import sys
import time
from collections import Counter

import django
from django.db import connection
from django.test.utils import setup_test_environment, teardown_test_environment

MOST_FOUND = 20


def main():
    options = _options()
    django.setup()
    setup_test_environment()
    name = connection.settings_dict["NAME"]
    connection.creation.create_test_db(verbosity=0, autoclobber=True, serialize=False)
    try:
        found = run(options)
    finally:
        connection.creation.destroy_test_db(name, verbosity=0)
        teardown_test_environment()
    sys.exit(1 if found else 0)


def run(options):
    """Walk after walk until the time is up or enough was found; how many found something."""
    from tests.walk.walk import walk
    from tournaments.models import FIRST_ORGANISER
    from tournaments.organisers.scope import scope_to_organiser

    end = time.monotonic() + options.minutes * 60
    counts, found, seed = Counter(), 0, options.seed
    while time.monotonic() < end and found < MOST_FOUND:
        with scope_to_organiser(FIRST_ORGANISER):
            what = walk(seed, steps=options.steps, until=lambda: time.monotonic() > end, counts=counts)
        if what is not None:
            found += 1
            print(f"\n{what}\nAgain: make walk SEED={seed}", flush=True)
        seed += 1
    _tell(counts, seed - options.seed, found)
    return found


def _tell(counts, walks, found):
    done = {name: count for name, count in counts.items() if not name.startswith("refused: ")}
    refused = sum(counts.values()) - sum(done.values())
    print(
        f"\n{connection.vendor}: {walks} walks, {sum(done.values())} acts, {refused} refused, {found} found",
        flush=True,
    )
    for name, count in sorted(counts.items()):
        print(f"{count:8} {name}")


def _options():
    parser = argparse.ArgumentParser(prog="python -m tests.walk", description=__doc__.partition("\n")[0])
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--steps", type=int, default=200, help="of each walk")
    return parser.parse_args()


main()
