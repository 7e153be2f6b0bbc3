"""`make attack`: attack a running program, in both settings, as cheats, strangers and senders of files would.

Prints one line an attack; the exit code is 1 if one of them worked.
"""

import argparse
import sys
import tempfile
import time
from pathlib import Path

from tests.attacks.catalogue import ATTACKS, BOTH
from tests.attacks.ground import open_ground


def main():
    options = _options()
    chosen = [each for each in ATTACKS if not options.names or each.name in options.names]
    if not chosen:
        sys.exit(f"No such attack. There are: {', '.join(each.name for each in ATTACKS)}")
    settings = [options.setting] if options.setting else BOTH
    worked = sum(run(setting, [each for each in chosen if setting in each.settings]) for setting in settings)
    sys.exit(f"{worked} attacks worked" if worked else 0)


def run(setting, attacks):
    """Run the attacks on one installation, and return how many worked."""
    worked = 0
    with (
        tempfile.TemporaryDirectory(prefix="isotop-attacks-") as folder,
        open_ground(setting, Path(folder)) as ground,
    ):
        for each in attacks:
            began = time.monotonic()
            try:
                held, said = True, each.run(ground)
            except AssertionError as error:
                held, said = False, str(error)[:500]
            worked += not held
            seconds = time.monotonic() - began
            print(
                f"{setting:10} {'held  ' if held else 'WORKED'} {seconds:5.1f} s  {each.name}: {said}",
                flush=True,
            )
    return worked


def _options():
    parser = argparse.ArgumentParser(prog="python -m tests.attacks", description=__doc__)
    parser.add_argument("names", nargs="*", help="only these attacks")
    parser.add_argument("--setting", choices=BOTH, help="only this setting")
    return parser.parse_args()


if __name__ == "__main__":
    main()
