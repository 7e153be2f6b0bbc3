"""The running program."""

import pytest

from tests.server import Embedded


@pytest.fixture
def program(tmp_path):
    program = Embedded(tmp_path)
    program.start()
    yield program
    program.stop()
