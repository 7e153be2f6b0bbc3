"""Each kind of act once in each setting; `make chaos` goes on for as long as you like."""

import random
import shutil
import tempfile
from pathlib import Path

import pytest

from tests.chaos.__main__ import run
from tests.chaos.ground import MissingError

pytestmark = [pytest.mark.server, pytest.mark.slow]


@pytest.fixture
def folder():
    """Yield a folder outside of pytest's own: PostgreSQL may run as another user, without access to those."""
    found = Path(tempfile.mkdtemp(prefix="isotop-chaos-"))
    found.chmod(0o711)
    yield found
    shutil.rmtree(found)


@pytest.mark.parametrize("embedded", [True, False], ids=["embedded", "production"])
def test_promises_are_kept(folder, embedded):
    try:
        broken = run(folder, random.randrange(1000), None, embedded=embedded, rest=2)
    except MissingError as error:
        pytest.skip(str(error))
    assert not broken
