"""Stopping the program as the laptop's keyboard does."""

import os
import signal

import pytest

from tests.http_client import wait_until
from tests.server import Embedded


@pytest.mark.smoke
@pytest.mark.server
@pytest.mark.slow
def test_ctrl_c_ends_it_without_a_word(tmp_path):
    server = Embedded(tmp_path)
    server.start()
    try:
        os.kill(server.pid, signal.SIGINT)
        wait_until(lambda: server._process.poll() is not None, 20, "it ends")
        assert "Traceback" not in server.output()
    finally:
        server.stop()
