"""`make chaos KILLS=50`: a game is played while what it runs on is killed, filled up, set wrong and cut off.

Prints a table of what was done and which promises were kept; the exit code is 1 if one was broken. The same seed does
the same things in the same order, as far as processes let it.
"""

import argparse
import random
import shutil
import signal
import sys
import tempfile
import threading
import time
from collections import Counter
from pathlib import Path

from tests.chaos import mischief, promises
from tests.chaos.ground import MissingError
from tests.chaos.hall import Arbitrator, Player, Told, Watcher
from tests.chaos.programs import EmbeddedProgram, ProductionProgram

PLAYERS = 8
QUIET_SECONDS = 4
# A game of the usual pace is over after about so many acts of mischief: with more of them its rounds are longer.
ACTS_A_GAME = 25


def main():
    options = _options()
    # Exit on SIGTERM, so that all started processes are ended too.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("ended"))
    folder = Path(tempfile.mkdtemp(prefix="isotop-chaos-"))
    folder.chmod(0o711)  # PostgreSQL may run as another user
    seed = options.seed if options.seed is not None else random.SystemRandom().randrange(10**6)
    print(f"seed {seed}, folder {folder}", flush=True)
    try:
        broken = run(folder, seed, options.kills, embedded=options.embedded)
    except MissingError as error:
        sys.exit(str(error))
    if broken:
        sys.exit(f"{broken} promises are broken; the logs are in {folder}")
    shutil.rmtree(folder)


def run(folder, seed, kills, *, embedded):
    """Run the game and the acts; return the number of broken promises."""
    chance = random.Random(seed)
    with (EmbeddedProgram if embedded else ProductionProgram)(folder) as program:
        program.start()
        done, skipped, seconds, ledger = _play(program, chance, kills)
        outcome = list(promises.kept(ledger))
    print(_table(embedded, done, skipped, seconds, ledger, outcome), flush=True)
    for promise, _count, broken in outcome:
        for case in broken[:5]:
            print(f"BROKEN {promise}\n    {case}", flush=True)
    return sum(bool(broken) for _promise, _count, broken in outcome)


def _play(program, chance, kills):
    told, stop = Told(), threading.Event()
    desk = program.desk()
    pace = max(1, kills / ACTS_A_GAME)
    arbitrator = Arbitrator(told, stop, desk, random.Random(chance.random()), pace)
    sites = (program.site, program.far_site)
    players = [
        Player(told, stop, arbitrator, sites[number % 2], f"Player {number}", random.Random(chance.random()))
        for number in range(PLAYERS)
    ]
    people = [arbitrator, *players, *(Watcher(told, stop, arbitrator, site) for site in sites)]
    started = time.monotonic()
    for person in people:
        person.thread.start()
    try:
        done, skipped = _do_mischief(program, chance, kills)
        time.sleep(QUIET_SECONDS)
    finally:
        stop.set()
        for person in people:
            person.thread.join(60)
    program.revive()
    stop.clear()  # for the last acts
    arbitrator.finish()
    ledger = promises.Ledger(program, desk, players, told, arbitrator.codes)
    return done, skipped, time.monotonic() - started, ledger


def _do_mischief(program, chance, kills):
    """Do one act after another until the number is reached; each once before any repeats."""
    acts = mischief.acts(program)
    skipped = {name: act for name, act in acts.items() if isinstance(act, str)}
    names = [name for name in acts if name not in skipped]
    done, waiting = Counter(), []
    while sum(done.values()) < kills:
        if not waiting:
            waiting = chance.sample(names, len(names))
        name = waiting.pop()
        time.sleep(chance.uniform(0.5, 4))
        print(f"{sum(done.values()) + 1:3} {name}", flush=True)
        acts[name](chance)
        done[name] += 1
    return done, skipped


def _table(embedded, done, skipped, seconds, ledger, outcome):
    summary = (
        f"{'Embedded' if embedded else 'Production'} setting, {seconds:.0f} s, {len(ledger.codes)} games,"
        f" {len(ledger.rounds)} rounds; {ledger.told.unanswered} requests without an answer, tried again."
    )
    lines = [
        "| what was done | times |",
        "| --- | --- |",
        *(f"| {name} | {count} |" for name, count in sorted(done.items())),
        *(f"| {name} | skipped: {why} |" for name, why in skipped.items()),
        "",
        summary,
        "",
        "| promise | cases | broken |",
        "| --- | --- | --- |",
        *(f"| {promise} | {count} | {len(broken)} |" for promise, count, broken in outcome),
    ]
    return "\n".join(lines)


def _options():
    parser = argparse.ArgumentParser(prog="python -m tests.chaos", description=__doc__.partition("\n")[0])
    parser.add_argument("--kills", type=int, default=50, help="how many acts of mischief")
    parser.add_argument("--seed", type=int, help="what decides when and which; printed if left out")
    parser.add_argument("--embedded", action="store_true", help="the one process with SQLite")
    return parser.parse_args()


if __name__ == "__main__":
    main()
