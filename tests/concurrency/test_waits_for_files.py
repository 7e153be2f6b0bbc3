"""No slip waits over a second while a file comes in: how long SQLite's write lock cannot be had, file by file.

A slip needs the lock for as long as this test does: it begins a transaction that writes, and ends it again.
"""

import pytest

from tests.factories.hall_archive import hall_archive
from tests.http_client import Desk, Phone
from tests.load.file_waits import FILES, Given, LockWaits
from tests.server import Embedded

pytestmark = [pytest.mark.server, pytest.mark.slow]

LONGEST_WAIT = 1.0
# Several chunks of an import; how long a list's pages take is not asked here.
PEOPLE = 3_000
PATIENCE = 120


@pytest.fixture(scope="module")
def archive():
    return hall_archive(300, 20)


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    started = Embedded(tmp_path_factory.mktemp("files"))
    started.start()
    yield started
    started.stop()


@pytest.fixture(scope="module")
def desk(server):
    desk = Desk(server.site).enter(server.welcome, "ann")
    desk.patience = PATIENCE
    return desk


@pytest.mark.parametrize("name", FILES)
def test_the_lock_is_free_within_a_second(server, desk, archive, tmp_path, name):
    code = desk.new_game(name)
    phone = Phone(server.site, code, f"Mona of {name}").join()
    desk.do(code, "draw", "open")
    with LockWaits(server.database) as waits:
        FILES[name](desk, Given(archive, tmp_path, PEOPLE))
    # A busy machine stops whoever holds the lock as well.
    assert max(waits.seconds) < LONGEST_WAIT * waits.slowness, sorted(waits.seconds)[-5:]
    assert phone.send(1, "AA", "H8", 2).status == 201
