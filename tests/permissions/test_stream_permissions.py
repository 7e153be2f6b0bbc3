"""Permissions of the live streams, compared with the table of docs/permissions.md."""

import asyncio

import pytest

from deploy.asgi import application
from tests.permissions.conftest import begin_world
from tests.permissions.matrix import OUTSIDE, REFUSED, table
from tests.permissions.world import PEOPLE
from tests.worlds.images import enter, image_of


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_the_live_streams_answer_as_the_table_says(english, hands):
    world, hands.now = enter(image_of(begin_world))
    for row in [row for row in table() if row.route in OUTSIDE]:
        assert {person: ask_stream(world, person, row.route) for person in PEOPLE} == row.answers, row.route


def ask_stream(world, person, route):
    """Return a stream's answer to the person, in the table's words. Streams know tokens and no logins."""
    token = world.tokens.get(person)
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    status = asyncio.run(_status_of_stream(world.address(route), headers))
    return "yes" if status == 200 else REFUSED[status]


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
