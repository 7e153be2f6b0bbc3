"""One of everything in the database of a running program, for tests that look at every page: `make_pages.py USER`.

Says in JSON which address stands for each route of the program that answers with a page, and who has to ask: the
account given, a player by the token of their phone, or anybody.
"""

import json
import os
import sys
import time
from pathlib import Path

import django

sys.path.insert(0, str(Path(__file__).parents[2]))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")
django.setup()

from django.contrib.auth.models import User  # noqa: E402 - Django is ready only now

from duplicate.games import services as game_services  # noqa: E402 - needs the apps, which are ready only now
from duplicate.games.players import services as player_services  # noqa: E402 - needs the apps, which are ready only now
from duplicate.models import Round  # noqa: E402 - needs the apps, which are ready only now
from duplicate.rounds import closing, top_search  # noqa: E402 - needs the apps, which are ready only now
from duplicate.rounds import services as round_services  # noqa: E402 - needs the apps, which are ready only now
from duplicate.rounds.confirmations import EVERYTHING  # noqa: E402 - needs the apps, which are ready only now
from engine.rules import RuleSet  # noqa: E402 - needs the apps, which are ready only now
from tests.permissions.matrix import BEFORE, OUTSIDE, routes  # noqa: E402 - needs the apps, which are ready only now
from tests.permissions.world import make_world  # noqa: E402 - needs the apps, which are ready only now
from tournaments.models import FIRST_ORGANISER  # noqa: E402 - needs the apps, which are ready only now
from tournaments.organisers.scope import scope_to_organiser  # noqa: E402 - needs the apps, which are ready only now

NAMES = ("Mona", "Noah", "Olga")


def main(user_name):
    by = User.objects.get(username=user_name)
    game = game_services.create_game(
        name="Tuesday", by=by, lexicon="english", notation="duplicate", rules=RuleSet()
    )
    joined = [player_services.join_game(game=game, name=name) for name in NAMES]
    _play_a_round(game, by, "TRAINER")
    _open(game, by, "SATIRES")
    world = make_world(game, [(one.entry, one.token) for one in joined], by)
    asked = sorted(
        route for route in routes() - OUTSIDE - BEFORE if not route.startswith(("/api/v1/", "/live/"))
    )
    addresses = {route: world.address(route) for route in asked if not route.endswith("…")}
    print(json.dumps({"code": game.code, "token": joined[0].token, "addresses": addresses}))


def _open(game, by, rack):
    round_services.type_rack(game=game, rack=rack, by=by)
    round_services.open_round(game=game, by=by)
    return round_services.start_clock(game=game, by=by)


def _play_a_round(game, by, rack):
    """Play a round without slips: end it at once, and announce it."""
    _open(game, by, rack)
    round_ = game.rounds.get(number=1)
    round_services.end_round(game=game, by=by, confirmed=EVERYTHING)
    # The grace for slips on their way; the running program may be the one that closes it.
    while not game.rounds.filter(number=1, state=Round.State.CLOSED).exists():
        time.sleep(0.1)
        closing.close_overdue_rounds()
    top_search.find_top(round_.pk)
    round_.refresh_from_db()
    top = next(top for top in round_.tops if top["preferred"])
    round_services.announce(
        game=game, number=1, reference=top["reference"], word=top["word"], by=by, confirmed=EVERYTHING
    )


with scope_to_organiser(FIRST_ORGANISER):
    main(*sys.argv[1:])
