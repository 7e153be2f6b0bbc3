"""`python -m tests.load`: thousands of phones in one game, and a table of how they fared.

It starts the program on a folder of its own (or goes to `--url`), has players join with real tokens, hold a live
stream each, and send their slips in the last ten seconds of each round; the arbitrator works over HTTP as well.
In the end receipts are compared with rows. The exit status is 1 if a promise or a bound was broken.
"""

import argparse
import asyncio
import gc
import os
import signal
import sys
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")

from engine.cli.console import whole_number
from tests.load.evening import play_evening, say
from tests.load.programs import Elsewhere, ManyProcesses, OneProcess, troubles_in
from tests.load.receipts import compare
from tests.load.table import markdown


def arguments(given=None):
    parser = argparse.ArgumentParser(prog="python -m tests.load", description=__doc__.partition("\n\n")[0])
    parser.add_argument("--players", type=whole_number, default=300)
    parser.add_argument("--rounds", type=whole_number, default=2)
    parser.add_argument("--seconds", type=whole_number, default=30, help="the time of a round")
    parser.add_argument(
        "--joins", type=int, default=50, help="how many join by phone; the others are entered"
    )
    parser.add_argument(
        "--join-seconds", type=whole_number, help="these join within so many seconds, not one after the other"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--embedded", action="store_true", help="one process and SQLite, not the production setting"
    )
    parser.add_argument("--no-bounds", action="store_true", help="on a busy machine: keep the promises alone")
    parser.add_argument("--url", help="an installation that runs already; all players join by phone")
    return parser.parse_args(given)


@contextmanager
def program_for(options):
    with tempfile.TemporaryDirectory(prefix="isotop-load-") as folder:
        started = OneProcess if options.embedded else ManyProcesses
        made = Elsewhere(options.url) if options.url else started(Path(folder))
        with made as program:
            yield program


def main(given=None):
    options = arguments(given)
    load = os.getloadavg()[0]
    say("the program starts")
    with program_for(options) as program:
        began = time.monotonic()
        gc.freeze()
        hall, rows, broken = _run(play_evening(program, options))
        found = compare(program, hall.code, hall.receipts) or {}
        troubles = troubles_in(program.log())
    rows += found.items()
    rows.append(("the whole run, without the start", f"{time.monotonic() - began:.0f} s"))
    rows.append(("load average before", f"{load:.1f}"))
    print(markdown(rows))
    promised = {name: count for name, count in found.items() if name not in {"rows", "receipts"}}
    errors = [*hall.errors, *troubles]
    for error in sorted(set(errors))[:20]:
        print(f"- {errors.count(error)} × {error}")
    broken = [] if options.no_bounds else broken
    for bound in broken:
        print(f"- {bound}")
    return int(bool(errors or broken or any(promised.values())))


def _run(evening):
    try:
        import uvloop
    except ImportError:
        return asyncio.run(evening)
    return uvloop.run(evening)


if __name__ == "__main__":
    # Ended from outside it ends what it has started, too.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    sys.exit(main())
