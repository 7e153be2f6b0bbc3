"""The archive of a big event, made on a data folder of its own.

`python -m tests.factories.hall_archive PLAYERS ROUNDS FILE`
"""

import random
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.server import ROOT, environment_for, prepare_data, prepare_database


def hall_archive(players, rounds):
    """Return the archive of a game of so many players and rounds, each with a slip of everybody."""
    with tempfile.TemporaryDirectory(prefix="isotop-hall-") as folder:
        data = prepare_data(Path(folder, "data"))
        prepare_database(data)
        file = Path(folder, "hall.zip")
        subprocess.run(
            [sys.executable, "-m", "tests.factories.hall_archive", str(players), str(rounds), str(file)],
            cwd=ROOT,
            env=environment_for(data, DJANGO_SETTINGS_MODULE="deploy.settings"),
            check=True,
        )
        return file.read_bytes()


def main(players, rounds, path):
    import django

    django.setup()

    from duplicate.models import Slip
    from duplicate.positions.board_state import position_of
    from duplicate.rounds import closing
    from duplicate.website.archive.exporter import write_archive
    from tests.bench import hall
    from tournaments.models import FIRST_ORGANISER, Event
    from tournaments.organisers.scope import scope_to_organiser

    hall.PLAYERS, hall.ROUNDS = players, rounds
    with scope_to_organiser(FIRST_ORGANISER):
        made = hall.Hall()
        second = made.close_round(hall.SECOND)
        slips = made.slips_like_those_of_people(position_of(second), random.Random(1))
        made.hand_in(second, slips)
        closing.judge_round(second.pk)
        made.play_on(second, slips)
        made.open_round()
        Slip.objects.update(source=Slip.Source.PHONE)
        with Path(path).open("wb") as file:
            write_archive(Event.objects.get(pk=made.game.event_id), file)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3])
