"""`make chaos KILLS=50`: a game is played while what it runs on is killed, filled up, set wrong and cut off.

Prints a table of what was done and which promises were kept; the exit code is 1 if one was broken. The same seed does
the same things in the same order, as far as processes let it. Ctrl+C ends the acts early, and compares.
"""

import argparse
import random
import re
import shutil
import signal
import sys
import tempfile
import threading
import time
from collections import Counter
from pathlib import Path

from engine.cli.console import whole_number
from tests.chaos import mischief, promises
from tests.chaos.ground import MissingError
from tests.chaos.hall import COLLEAGUE, Arbitrator, PatientDesk, Player, StaleDesk, Told, Watcher
from tests.chaos.programs import EmbeddedProgram, ProductionProgram

PLAYERS = 8
QUIET_SECONDS = 4
# A game of the usual pace is over after about so many acts of mischief: with more of them its rounds are longer.
ACTS_A_GAME = 25
REST_SECONDS = 4


def main():
    options = _options()
    # End on SIGTERM as on Ctrl+C, so that all started processes are ended too.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    folder = Path(tempfile.mkdtemp(prefix="isotop-chaos-"))
    folder.chmod(0o711)  # PostgreSQL may run as another user
    seed = options.seed if options.seed is not None else random.SystemRandom().randrange(10**6)
    print(f"seed {seed}, folder {folder}", flush=True)
    try:
        broken = run(folder, seed, options.kills, embedded=options.embedded, games=options.games)
    except (MissingError, KeyboardInterrupt) as error:
        shutil.rmtree(folder)
        sys.exit(str(error) or "Ended: nothing was compared.")
    if broken:
        sys.exit(f"{broken} promises are broken; the logs are in {folder}")
    shutil.rmtree(folder)


def run(folder, seed, kills, *, embedded, games=1, rest=REST_SECONDS):
    """Run the games and the acts, with up to `rest` seconds between them; return the number of broken promises.
    Without a number of acts each is done once.
    """
    chance = random.Random(seed)
    with (EmbeddedProgram if embedded else ProductionProgram)(folder) as program:
        program.start()
        done, skipped, seconds, ledger = _play(program, chance, kills, games, rest)
        outcome = list(promises.kept(ledger))
    print(_table(embedded, done, skipped, seconds, ledger, outcome), flush=True)
    for promise, _count, broken in outcome:
        for case in broken[:5]:
            print(f"BROKEN {promise}\n    {case}", flush=True)
    return sum(bool(broken) for _promise, _count, broken in outcome)


def _play(program, chance, kills, games, rest):
    told, stop = Told(), threading.Event()
    desk, done = program.desk(), Counter()
    acts = mischief.acts(program)
    kills = kills or sum(not isinstance(act, str) for act in acts.values())
    pace = max(1, kills / games / ACTS_A_GAME)
    arbitrator = Arbitrator(
        told,
        stop,
        desk,
        random.Random(chance.random()),
        pace,
        games=lambda: 1 + done.total() * games // (kills + 1),
    )
    sites = (program.site, program.far_site)
    welcome = arbitrator.begin(new="1").text
    colleague = PatientDesk(program.site).enter(re.search(r"/welcome/[^\s<\"]+", welcome)[0], COLLEAGUE)
    colleague.site = program.far_site
    stale = StaleDesk(told, stop, colleague, arbitrator, random.Random(chance.random()))
    players = [
        Player(told, stop, arbitrator, sites[number % 2], f"Player {number}", random.Random(chance.random()))
        for number in range(PLAYERS)
    ]
    people = [arbitrator, stale, *players, *(Watcher(told, stop, arbitrator, site) for site in sites)]
    started = time.monotonic()
    for person in people:
        person.thread.start()
    try:
        _do_mischief(acts, chance, kills, done, rest)
        time.sleep(QUIET_SECONDS)
    finally:
        stop.set()
        for person in people:
            person.thread.join(60)
    program.revive()
    stop.clear()  # for the last acts
    arbitrator.finish()
    ledger = promises.Ledger(program, desk, players, told, arbitrator.codes)
    skipped = {name: act for name, act in acts.items() if isinstance(act, str)}
    return done, skipped, time.monotonic() - started, ledger


def _do_mischief(acts, chance, kills, done, rest):
    """Do one act after another until the number is reached, and count them in `done`; each once before any repeats."""
    names, waiting = [name for name, act in acts.items() if not isinstance(act, str)], []
    enough = threading.Event()
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGINT, lambda *_: _say_enough(enough))
    while done.total() < kills and not enough.is_set():
        if not waiting:
            waiting = chance.sample(names, len(names))
        name = waiting.pop()
        time.sleep(chance.uniform(rest / 8, rest))
        print(f"{done.total() + 1:3} {name}", flush=True)
        acts[name](chance)
        done[name] += 1


def _say_enough(enough):
    print("Ctrl+C: no further act; the rows are compared now.", flush=True)
    enough.set()


def _table(embedded, done, skipped, seconds, ledger, outcome):
    summary = (
        f"{'Embedded' if embedded else 'Production'} setting, {done.total()} acts in {seconds:.0f} s, games:"
        f" {len(ledger.codes)}, rounds: {len(ledger.rounds)};"
        f" {ledger.told.unanswered} requests without an answer, tried again;"
        f" {len(ledger.told.stale)} acts of stale pages, {ledger.told.stale_refused} of them refused."
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
    parser.add_argument("--kills", type=whole_number, default=50, help="how many acts of mischief")
    parser.add_argument("--games", type=whole_number, default=1, help="how many games at least")
    parser.add_argument("--seed", type=int, help="what decides when and which; printed if left out")
    parser.add_argument("--embedded", action="store_true", help="the one process with SQLite")
    return parser.parse_args()


if __name__ == "__main__":
    main()
