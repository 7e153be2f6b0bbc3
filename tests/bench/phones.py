"""Measurement of the requests with which a hall of phones begins, on a database of its own, gone afterwards.

The figures are CPU of the program for each request, fifty at once, without the server that reads them from the
network. Goal: no page or state costs a millisecond, so that 6,000 phones are in within 30 s on two cores.
"""

import asyncio
import json
import time
from argparse import ArgumentParser
from collections.abc import Awaitable, Callable
from typing import Any
from unittest.mock import patch

from django.contrib.auth.models import User
from django.core.management.base import BaseCommand
from django.db import connections, transaction

from deploy.asgi import application
from duplicate.acts.publish import publish
from duplicate.games import services as game_services
from engine.rules import (
    RuleSet,
)
from tests.bench.measuring import own_database
from tournaments.api import joining_limits
from tournaments.events.registration.services import register_player
from tournaments.lexicons.services import register_built_in

AT_ONCE = 50
JSON = [(b"content-type", b"application/json")]
GZIP = [(b"accept-encoding", b"gzip")]


class Command(BaseCommand):
    help = "Measure the requests of phones that come into a hall."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--phones", type=int, default=1500)

    def handle(self, *_args: Any, phones: int, **_options: Any) -> None:
        # Nobody of this measurement is refused.
        with own_database(), patch.multiple(joining_limits, MOST_OF_ADDRESS=10**6, MOST_IN_ALL=10**6):
            code, tokens = _enter(phones)
            asyncio.run(self._measure(code, tokens))

    async def _measure(self, code: str, tokens: list[str]) -> None:
        api = f"/api/v1/games/{code}/"
        shown = [[(b"authorization", f"Bearer {token}".encode())] for token in tokens]
        asked: dict[str, Callable[[int], Awaitable[None]]] = {
            "page to join": lambda _nth: _ask("GET", f"/join/{code}/", GZIP),
            "page to play": lambda _nth: _ask("GET", f"/play/{code}/", GZIP),
            "state of the game": lambda _nth: _ask("GET", api, GZIP),
            "own sheet": lambda nth: _ask("GET", f"{api}me/", shown[nth]),
            "stream with its first frame": lambda nth: _ask("GET", f"/live/{code}/", shown[nth]),
            "joining": lambda nth: _ask(
                "POST", f"{api}entries/", JSON, json.dumps({"name": f"Joined {nth}x"}).encode()
            ),
        }
        for name, ask in asked.items():
            await ask(0)
            began = time.process_time()
            await _ask_all(ask, len(tokens))
            each = 1000 * (time.process_time() - began) / len(tokens)
            self.stdout.write(f"{name}: {each:.2f} ms of CPU")
        await asyncio.get_running_loop().shutdown_default_executor()


def _enter(count: int) -> tuple[str, list[str]]:
    register_built_in()
    by = User.objects.create_user("bench")
    game = game_services.create_game(
        name="Bench", by=by, lexicon="english", notation="duplicate", rules=RuleSet()
    )
    with transaction.atomic():
        entered = [
            register_player(event=game.event, name=f"Entered {nth}x", phone=True) for nth in range(count)
        ]
        publish(game)
    connections.close_all()
    return game.code, [str(one.token) for one in entered]


async def _ask_all(ask: Callable[[int], Awaitable[None]], count: int) -> None:
    places = asyncio.Semaphore(AT_ONCE)

    async def ask_in_turn(nth: int) -> None:
        async with places:
            await ask(nth)

    await asyncio.gather(*(ask_in_turn(nth) for nth in range(1, count)))


async def _ask(method: str, path: str, headers: list[tuple[bytes, bytes]], body: bytes = b"") -> None:
    """Send one request to the whole application; the phone leaves with the first bytes of the answer's body."""
    requests, told, left = [{"type": "http.request", "body": body}], [], asyncio.Event()

    async def receive() -> dict[str, Any]:
        if requests:
            return requests.pop()
        await left.wait()
        return {"type": "http.disconnect"}

    async def send(message: Any) -> None:
        told.append(message)
        if message["type"] == "http.response.body":
            left.set()

    usual = [(b"host", b"localhost"), (b"accept", b"*/*"), (b"accept-language", b"en")]
    scope = {"type": "http", "method": method, "path": path, "raw_path": path.encode(), "query_string": b""}
    scope |= {"scheme": "http", "client": ("127.0.0.1", 1), "server": ("127.0.0.1", 80)}
    await application(scope | {"headers": [*usual, *headers]}, receive, send)
    assert told[0]["status"] in {200, 201}, told
