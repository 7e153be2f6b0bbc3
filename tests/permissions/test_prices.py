"""What each address that anybody may ask costs: in processor time, asked again, in S (`tests/times.py`)."""

import time

import pytest
from django.db import transaction

from tests.bounds import unit_of_work
from tests.permissions.matrix import BEFORE, OUTSIDE, routes
from tests.permissions.test_permission_matrix import row_for

pytestmark = pytest.mark.django_db

MOST = 0.1
# The first answer of a process may be made for all that follow.
TURNS = 3


def prices(world, methods=("GET", "POST")):
    """Yield each address that a stranger is answered at, with the least of its costs in seconds."""
    client = world.client_of("stranger")
    for route in sorted(routes() - OUTSIDE - BEFORE):
        for method in methods:
            row = row_for(route, method)
            if row is None or row.answers["stranger"] != "yes":
                continue
            spent = []
            for _turn in range(TURNS):
                with transaction.atomic():
                    begun = time.thread_time()
                    client.generic(method, world.address(route))
                    spent.append(time.thread_time() - begun)
                    transaction.set_rollback(True)
            yield f"{method} {route}", min(spent[1:])


@pytest.mark.slow
def test_no_stranger_makes_the_program_work_for_long(world):
    found = dict(prices(world))
    unit = unit_of_work()
    dear = sorted(((spent / unit, address) for address, spent in found.items()), reverse=True)
    listed = "\n".join(f"{units:.3f} S  {address}" for units, address in dear[:20])
    assert dear[0][0] <= MOST, f"cache it, make it ahead, or limit it by address:\n{listed}"
