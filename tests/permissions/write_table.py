"""Asks every address as everybody, and writes docs/permissions.md: `make permissions`.

Pytest runs this file only by its name. It writes whatever the program answers: a person judges what has changed.
"""

from collections import defaultdict

import pytest
from django.core.cache import cache
from django.urls import resolve

from tests.permissions.conftest import begin_world
from tests.permissions.matrix import BEFORE, OUTSIDE, Row, routes, write
from tests.permissions.test_permission_matrix import ANY_METHOD, METHODS, ask
from tests.permissions.test_stream_permissions import ask_stream
from tests.permissions.world import PEOPLE
from tests.worlds.images import enter, image_of

# The support desk: one row for all of it but its login.
ADMIN = "/admin/"


@pytest.mark.timeout(3600)  # it writes, and waits for a busy machine
@pytest.mark.django_db(transaction=True)
def test_write_the_table(english, hands):
    world, hands.now = enter(image_of(begin_world))
    pages = [route for route in routes() - OUTSIDE if route in ANY_METHOD or not route.startswith(ADMIN)]
    rows = [row for route in pages for row in rows_of(world, route)]
    rows += [Row(f"{ADMIN}…", row.methods, row.answers) for row in rows_of(world, ADMIN)]
    rows += [
        Row(route, frozenset({"GET"}), {person: ask_stream(world, person, route) for person in PEOPLE})
        for route in OUTSIDE
    ]
    write(rows)


def rows_of(world, route):
    """Return the rows of a route: those of its methods that are answered alike are one."""
    cache.clear()  # no limit of an address or a phone is reached
    methods = defaultdict(set)
    for method in methods_of(route, world.address(route)):
        if answers := answers_to(world, route, method):
            methods[tuple(answers.items())].add(method)
    return [Row(route, frozenset(named), dict(answers)) for answers, named in methods.items()]


def methods_of(route, address):
    """Return the methods of a route as far as the program tells them; otherwise all."""
    if route in BEFORE:
        return {"GET"}
    if route in {ADMIN, *ANY_METHOD}:
        return {"GET", "POST"}
    view = getattr(resolve(address).func, "cls", None)
    return set(METHODS).intersection(view().allowed_methods) if view else set(METHODS)


def answers_to(world, route, method):
    """Return what everybody is answered; nothing where the route does not have the method."""
    untouched, answers = world.traces(), {}
    for person in reversed(PEOPLE):
        answers[person] = ask(world, person, route, method, untouched=untouched)
        if answers[person] == "never":
            return {}
    return {person: answers[person] for person in PEOPLE}
