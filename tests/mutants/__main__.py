"""`make mutants`: 300 mutants of the program, each against the tests that reach it.

Writes var/mutants/SEED.json and prints the mutants that no test caught. COMPARE names such a file of before: the exit
code is 1 if a mutant was caught then and is not caught now. AGAIN=1 takes from the last run which tests reach what.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
from collections import Counter, defaultdict
from dataclasses import asdict
from pathlib import Path

import pytest

from tests.mutants.mutations import ROOT, choose_mutants, list_mutants
from tests.mutants.runs import Runs

LANE = "not (server or slow or browser)"
PYTEST = ("-p", "no:cacheprovider", "-m")
CAUGHT = {"caught", "endless", "crashed"}


def main():
    options = _options()
    old = {row["key"]: row for row in json.loads(options.compare.read_text())} if options.compare else {}
    mutants = choose_mutants(list(list_mutants()), options.count, options.seed, old)
    folder = ROOT / "var/mutants"
    folder.mkdir(parents=True, exist_ok=True)
    working = folder / f"{options.seed}-reach"
    if not options.again:
        measure_reach(mutants, working, options)
    tests, costs = read_reach(working)
    rows = run(mutants, tests, costs, old, options)
    file = folder / f"{options.seed}.json"
    file.write_text(json.dumps(rows, indent=1, ensure_ascii=False))
    show(rows)
    print(f"\nWritten: {file}")
    sys.exit(1 if old and compare(old, rows) else 0)


def _options():
    parser = argparse.ArgumentParser(prog="make mutants")
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument(
        "--seconds", type=float, default=40, help="of tests for a mutant, unless it was caught before"
    )
    parser.add_argument("--compare", type=Path)
    parser.add_argument("--again", action="store_true", help="do not measure again which tests reach what")
    parser.add_argument("--lane", default=LANE, help="which tests")
    parser.add_argument("tests", nargs="*", default=["tests"], help="folders or files of tests")
    return parser.parse_args()


def measure_reach(mutants, folder, options):
    """Run all tests of the lane once, with a call at the place of each mutant."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    (folder / "mutants.json").write_text(json.dumps([asdict(mutant) for mutant in mutants]))
    command = [sys.executable, "-m", "pytest", "-p", "tests.mutants.reach", "-n", str(options.workers)]
    command += ["--dist", "loadfile", "--no-loadscope-reorder", *PYTEST, options.lane, *options.tests]
    code = subprocess.run(
        command, cwd=ROOT, env=os.environ | {"ISOTOP_MUTANTS": str(folder)}, check=False
    ).returncode
    if code not in {pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED}:
        sys.exit(code)


def read_reach(folder):
    """Return the tests that reach each mutant, and the seconds of each test and of what each file makes for all."""
    keys = [mutant["key"] for mutant in json.loads((folder / "mutants.json").read_text())]
    lines = [json.loads(line) for file in folder.glob("*.jsonl") for line in file.read_text().splitlines()]
    tests, costs, files, of_file = defaultdict(set), Counter(), defaultdict(set), defaultdict(set)
    for line in lines:
        if line["failed"]:
            print(f"Left out, as it fails: {line['test']}")
            continue
        file = file_of(line["test"])
        costs[line["test"]] += line["seconds"]
        costs[file] += line["file_seconds"]
        files[file].add(line["test"])
        for number in line["mutants"]:
            tests[keys[number]].add(line["test"])
        for number in line["file_mutants"]:
            of_file[keys[number]].add(file)
    for mutant, places in of_file.items():
        tests[mutant].update(*(files[file] for file in places))
    return tests, costs


def file_of(test):
    return test.partition("::")[0]


def choose_tests(path, tests, costs, seconds):
    """Return tests of so many seconds, file by file: for half of the time those nearest to the mutated file, then
    the cheapest of each file, then the second cheapest of each.
    """
    ranks = Counter()
    order = []
    for test in sorted(tests, key=lambda test: (costs[test], test)):
        file = file_of(test)
        apart = os.path.commonpath([f"tests/{path}", file]).count("/")
        order.append((-apart, ranks[file], costs[test], test))
        ranks[file] += 1
    chosen, spent = defaultdict(list), 0.0
    for bound, ordered in ((seconds / 2, sorted(order)), (seconds, sorted(order, key=lambda row: row[1:]))):
        for _apart, _rank, cost, test in ordered:
            file = file_of(test)
            more = cost + (0 if file in chosen else costs[file])
            if test not in chosen.get(file, ()) and (spent + more <= bound or not chosen):
                chosen[file].append(test)
                spent += more
    return [test for file_tests in chosen.values() for test in file_tests]


def run(mutants, tests, costs, old, options):
    """Run the mutants that a test reaches; return a row of each."""
    chosen = []
    for mutant in mutants:
        before = old.get(mutant.key, {})
        # A mutant that was caught before runs against all its tests. The test that caught it comes first.
        seconds = float("inf") if before.get("outcome") in CAUGHT else options.seconds
        names = choose_tests(mutant.path, tests[mutant.key], costs, seconds)
        chosen.append((mutant, sorted(names, key=lambda name: name != before.get("by"))))
    runs = Runs([pair for pair in chosen if pair[1]], costs, workers=options.workers, seconds=30)
    files = sorted({file_of(test) for _mutant, names in chosen for test in names})
    pytest.main(["--capture=sys", *PYTEST, options.lane, *files], plugins=[runs])
    finished = {run.mutant: run for run in runs.finished}
    for test in sorted(runs.unsound):
        print(f"Fails without a mutant, beside few others: {test}")
    rows = []
    for mutant, names in chosen:
        row = {
            "key": mutant.key,
            "package": mutant.package,
            "mutant": str(mutant),
            "reached_by": len(tests[mutant.key]),
        }
        if names:
            done = finished[mutant]
            row |= {
                "outcome": done.outcome,
                "by": done.by,
                "tests": len(done.tests),
                "seconds": round(done.seconds, 2),
            }
        else:
            row["outcome"] = "not reached"
        rows.append(row)
    return rows


def show(rows):
    packages = defaultdict(Counter)
    for row in rows:
        packages[row["package"]][row["outcome"]] += 1
        packages["together"][row["outcome"]] += 1
    # The sum comes last.
    packages["together"] = packages.pop("together")
    outcomes = ("caught", "endless", "crashed", "survived", "not reached", "broken")
    print("".join(f"{title:>12}" for title in ("", "", *outcomes)))
    for package, counts in packages.items():
        print(f"{package:24}" + "".join(f"{counts[outcome]:12}" for outcome in outcomes))
    print(f"Processor time: {sum(row.get('seconds', 0) for row in rows):.0f} s")
    for outcome in ("not reached", "survived"):
        print(f"\n{outcome.capitalize()}:")
        print(*sorted(row["mutant"] for row in rows if row["outcome"] == outcome), sep="\n")


def compare(old, rows):
    """Print what has changed since; return the mutants that were caught and are not."""
    both = [(old[row["key"]], row) for row in rows if row["key"] in old]
    lost = [
        (before, row) for before, row in both if before["outcome"] in CAUGHT and row["outcome"] not in CAUGHT
    ]
    survivors = [sum(row["outcome"] == "survived" for row in run) for run in zip(*both, strict=True)]
    print(f"\nIn both runs: {len(both)} mutants; {len(old) - len(both)} are no longer in the program.")
    print("Survivors: {} before, {} now.".format(*survivors or (0, 0)))
    print(f"Caught before and not now: {len(lost)}")
    for before, row in lost:
        print(f"{row['mutant']} (before by {before['by'] or before['outcome']})")
    return lost


if __name__ == "__main__":
    main()
