"""Permissions: every address requested by every kind of person, compared with the table of
docs/permissions.md.
"""

from copy import copy
from functools import cache

import pytest
from django.db import transaction
from django.urls import reverse

from duplicate.rounds import services as round_services
from duplicate.views.permissions import ACTS_OF_CHIEF
from tests.lanes import quick
from tests.permissions.matrix import BEFORE, OUTSIDE, PAGE, REFUSED, covers, in_text, routes, table
from tests.permissions.world import PEOPLE, World, announce_top

pytestmark = pytest.mark.django_db

TABLE = table()
METHODS = ("GET", "POST", "PUT", "DELETE")
LET_IN = {200, 201, 204, 302, 304, 400, 409, 422}
# Bodies without which a request is refused before its permissions are checked.
BODIES = {"/desk/rules/copy/": "of=classic"}
# Django's own addresses: they answer any method in the same way.
ANY_METHOD = {"/i18n/setlang/", "/login/", "/admin/login/", "/admin/logout/", *BEFORE}


@cache
def row_for(route, method):
    """Return the most specific row of the route that names the method."""
    longest = max((row.route for row in TABLE if covers(row.route, route)), key=len, default=None)
    return next((row for row in TABLE if row.route == longest and method in row.methods), None)


def ask(world: World, person, route, method, *, untouched):
    """Return the route's answer to the person, in the table's words; its changes are rolled back.

    A refusal must leave the world's traces `untouched`.
    """
    kind = "application/json" if route.startswith("/api/") else "application/x-www-form-urlencoded"
    client = world.client_of(person)
    cookies = copy(client.cookies)
    with transaction.atomic():
        answer = client.generic(method, world.address(route), BODIES.get(route, ""), content_type=kind)
        said = in_words(answer, world)
        if said not in {"yes", "players' page"}:
            assert world.traces() == untouched, (
                f"{method} {route}: “{said}” to the {person}, yet something changed"
            )
        transaction.set_rollback(True)
    client.cookies = cookies
    return said


def in_words(answer, world):
    if answer.status_code == 302:
        page = answer.url.partition("?")[0]
        if page in {reverse("login"), reverse("admin:login")}:
            return "log in"
        if answer.wsgi_request.path == reverse("dashboard", args=[world.game.code]):
            return "players' page" if page == reverse("players", args=[world.game.code]) else page
    return "yes" if answer.status_code in LET_IN else REFUSED.get(answer.status_code, str(answer.status_code))


def fits(said, row, person):
    """Compare an answer with its row. A row for many addresses covers only access: the answers behind it
    differ.
    """
    expected = row.answers[person]
    return said == expected or (row.route.endswith("…") and expected == "yes" and said != "log in")


def test_the_table_knows_everybody():
    assert all(tuple(row.answers) == PEOPLE for row in TABLE)


def test_the_table_is_as_make_permissions_writes_it():
    assert PAGE.read_text().endswith(f"\n\n{in_text(TABLE)}")


def test_every_address_has_its_row():
    missing = [route for route in sorted(routes()) if not any(covers(row.route, route) for row in TABLE)]
    assert not missing, f"no row in the table of docs/permissions.md: {', '.join(missing)}"


def test_every_row_has_its_address():
    known = routes()
    idle = [row.route for row in TABLE if not any(covers(row.route, route) for route in known)]
    assert not idle, f"rows in docs/permissions.md that are no address: {', '.join(idle)}"


@pytest.mark.sweep
@pytest.mark.parametrize("person", quick(PEOPLE, "stranger", "helper", "other game's chief"))
@pytest.mark.parametrize("answers", quick(["refused", "answered"], "refused"))
def test_every_address_answers_as_the_table_says(world, person, answers):
    """Every change asks what each person is refused; what everybody is answered takes longer."""
    wrong, untouched = [], world.traces()
    for route in sorted(routes() - OUTSIDE):
        for method in METHODS:
            row = row_for(route, method)
            if row and (row.answers[person] == "yes") != (answers == "answered"):
                continue
            said = ask(world, person, route, method, untouched=untouched) if row else None
            if row and not fits(said, row, person):
                expected = row.answers[person]
                wrong.append(f"{method} {route} to the {person}: “{expected}” says the table, “{said}” it is")
    assert not wrong, "\n".join(wrong)


@pytest.mark.sweep
@pytest.mark.parametrize("person", quick(["player", "chief", "administrator"], "player"))
def test_an_address_takes_no_other_method(world, person):
    """Nobody with access can change something through an unplanned method."""
    wrong, untouched = [], world.traces()
    for route in sorted(routes() - OUTSIDE - ANY_METHOD):
        known = {method for method in METHODS if row_for(route, method)}
        if any(row_for(route, method).route.endswith("…") for method in known):
            continue
        for method in set(METHODS) - known:
            said = ask(world, person, route, method, untouched=untouched)
            if said not in {"never", "log in", "no token"}:
                wrong.append(f"{method} {route} to the {person}: “{said}”")
    assert not wrong, "\n".join(wrong)


def test_the_chiefs_acts_are_those_of_the_table():
    chiefs = {
        row.route.rstrip("/").rpartition("/")[2]
        for row in TABLE
        if row.answers["arbitrator"] == "no" and row.answers["chief"] == "yes"
    }
    assert chiefs >= ACTS_OF_CHIEF


@pytest.mark.slow
def test_a_helper_sees_no_rack_before_the_hall_does(world, close_round):
    close_round()
    announce_top(world.game, 2, world.chief)
    round_services.type_rack(game=world.game, rack="-RETINAS", by=world.chief)
    assert b"RETINAS" in world.client_of("chief").get(reverse("panel", args=[world.game.code])).content
    for row in TABLE:
        if (
            "GET" in row.methods
            and row.answers["helper"] in {"yes", "players' page"}
            and row.route not in OUTSIDE
        ):
            answer = world.client_of("helper").get(world.address(row.route))
            assert b"RETINAS" not in answer.content, row.route
