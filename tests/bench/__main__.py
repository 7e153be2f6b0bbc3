"""`python -m tests.bench NAME`: one benchmark, on a temporary database; `make bench NAME=desk` runs it.

Each module beside this one is a benchmark and says what it measures; `--help` after the name lists its options.
"""

import os
import sys
from importlib import import_module
from pathlib import Path

import django

NOT_RUN = {"__main__", "hall", "measuring", "real_division", "years"}


def main(arguments):
    names = sorted(path.stem for path in Path(__file__).parent.glob("*.py") if path.stem not in NOT_RUN)
    if not arguments or arguments[0] not in names:
        sys.exit(f"Which benchmark? One of: {', '.join(names)}")
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")
    django.setup()
    from tournaments.models import FIRST_ORGANISER
    from tournaments.organisers.scope import scope_to_organiser

    with scope_to_organiser(FIRST_ORGANISER):
        import_module(f"tests.bench.{arguments[0]}").Command().run_from_argv(["tests.bench", *arguments])


if __name__ == "__main__":
    main(sys.argv[1:])
