"""Every attack of the catalogue in its short form, on one installation a setting."""

import pytest

from tests.attacks.catalogue import ATTACKS, BOTH
from tests.attacks.ground import open_ground

pytestmark = [pytest.mark.server, pytest.mark.slow]


@pytest.fixture(scope="module", params=BOTH)
def ground(request, tmp_path_factory):
    with open_ground(request.param, tmp_path_factory.mktemp(request.param)) as opened:
        yield opened


# One of each family: requests that stay open, files, games, names.
OF_EACH_FAMILY = {"slow_body", "false_archives", "own_game", "false_name"}
CASES = [
    pytest.param(each, id=each.name, marks=pytest.mark.smoke if each.name in OF_EACH_FAMILY else ())
    for each in ATTACKS
]


@pytest.mark.parametrize("each", CASES)
def test_the_attack_fails(ground, each):
    if ground.setting in each.settings:
        each.run(ground)
