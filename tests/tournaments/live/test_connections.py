"""Streams of a process that stops."""

import asyncio
import re

import pytest

from tournaments.live import connections
from tournaments.live.connections import StreamRefused, following


def test_a_process_that_stops_has_its_screens_come_back_elsewhere(monkeypatch):
    monkeypatch.setattr(connections, "_stopping", False)

    async def stop_with_one_stream():
        with following("game:ABCDE", phone=None, address="10.0.0.1") as stream:
            connections.end_all()
            with (
                pytest.raises(StreamRefused) as refused,
                following("game:ABCDE", phone=None, address="10.0.0.1"),
            ):
                pass
        return stream.ended.result(), refused.value.status

    farewell, status = asyncio.run(stop_with_one_stream())
    least, most = connections.RETRY_WHEN_STOPPED
    assert least <= int(re.fullmatch(rb"retry: (\d+)\n\n", farewell)[1]) <= most
    assert status == 503
