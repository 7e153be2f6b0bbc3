"""Permissions of the live streams, compared with the table of docs/security.md."""

import asyncio
from functools import reduce

import pytest
from django.contrib.auth.models import User

from deploy.asgi import application
from duplicate.games import services as game_services
from duplicate.games.players import services as player_services
from engine.rules import RuleSet
from tests.permissions.matrix import OUTSIDE, REFUSED, table
from tests.permissions.world import club_table, match_with_clock

pytestmark = pytest.mark.django_db(transaction=True)


def test_the_live_streams_answer_as_the_table_says(game, players, arbitrator):
    """They know no logins: everybody without a token is a stranger to them."""
    other = game_services.create_game(
        name="Other",
        by=User.objects.create_user("the-other"),
        lexicon="english",
        notation="duplicate",
        rules=RuleSet(),
    )
    tokens = {
        "player": players[0][1],
        "other game's player": player_services.join_game(game=other, name="Vera").token,
    }
    match = match_with_clock(game.event, players, arbitrator)
    parts = {
        "<code>": game.code,
        "<event_id>": str(game.event_id),
        "<table_code>": club_table(game, arbitrator).code,
        **{f"<{name}>": str(match[name]) for name in ("clock_id", "record_code")},
    }
    for row in [row for row in table() if row.route in OUTSIDE]:
        address = reduce(lambda route, part: route.replace(part, parts[part]), parts, row.route)
        for person in ("stranger", *tokens):
            headers = {"Authorization": f"Bearer {tokens[person]}"} if person in tokens else {}
            status = asyncio.run(_status_of_stream(address, headers))
            said = "yes" if status == 200 else REFUSED[status]
            assert said == row.answers[person], f"{address} to the {person}"


async def _status_of_stream(address, headers):
    """Return the application's own answer, to a client that leaves as soon as it has one."""
    told = []
    answered = asyncio.Event()
    sent = [(name.lower().encode(), value.encode()) for name, value in headers.items()]

    async def receive():
        await answered.wait()
        return {"type": "http.disconnect"}

    async def send(message):
        told.append(message)
        answered.set()

    scope = {"type": "http", "method": "GET", "path": address, "headers": sent, "query_string": b""}
    await application(scope, receive, send)
    return told[0]["status"]
