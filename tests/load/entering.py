"""`python -m tests.load.entering CODE COUNT`: enter so many players in the program's own way, but for the limit on how
many may join in a minute; a line of token and table for each. Run in the environment of the installation.
"""

import os
import sys

import django
from django.db import transaction

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")


def main(code, count):
    django.setup()
    from duplicate.acts.publish import publish
    from duplicate.models import Game
    from tournaments.events.registration.services import register_player

    game = Game.objects.select_related("event").get(code=code)
    with transaction.atomic():
        for number in range(count):
            entered = register_player(event=game.event, name=f"Entered {number}", phone=True)
            print(entered.token, entered.entry.table)
        publish(game)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
