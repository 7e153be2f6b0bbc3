"""Permissions: every address requested by every kind of person, compared with the table of
docs/security.md.
"""

import asyncio
from copy import copy
from functools import reduce

import pytest
from django.contrib.auth.models import User
from django.db import transaction
from django.urls import reverse

from deploy.asgi import application
from duplicate.games import services as game_services
from duplicate.games.players import services as player_services
from duplicate.views.permissions import ACTS_OF_CHIEF
from engine.rules import RuleSet
from tests.factories.staff import log_in
from tests.permissions.matrix import BEFORE, OUTSIDE, covers, routes, table
from tests.permissions.world import PEOPLE, World, club_table, make_world, match_with_clock

pytestmark = pytest.mark.django_db

TABLE = table()
METHODS = ("GET", "POST", "PUT", "DELETE")
LET_IN = {200, 201, 204, 302, 304, 400, 409, 422}
REFUSED = {401: "no token", 403: "no", 404: "not there", 405: "never"}
# Bodies without which a request is refused before its permissions are checked.
BODIES = {"/desk/rules/copy/": "of=classic"}
# Django's own addresses: they answer any method in the same way.
ANY_METHOD = {"/i18n/setlang/", "/login/", "/admin/login/", "/admin/logout/", *BEFORE}


@pytest.fixture
def world(game, players, arbitrator, hands, open_round, close_round, announce_top):
    """A game with an announced round and an open one."""
    open_round("TRAINER")
    close_round()
    announce_top(1)
    open_round("SATIRES")
    return make_world(game, players, arbitrator)


def row_for(route, method):
    """The row that says most of the route, if it names the method."""
    longest = max((row.route for row in TABLE if covers(row.route, route)), key=len, default=None)
    return next((row for row in TABLE if row.route == longest and method in row.methods), None)


def ask(world: World, person, route, method):
    """Return the route's answer to the person, in the table's words; its changes are rolled back."""
    kind = "application/json" if route.startswith("/api/") else "application/x-www-form-urlencoded"
    client = world.client_of(person)
    cookies = copy(client.cookies)
    with transaction.atomic():
        before = world.traces()
        answer = client.generic(method, world.address(route), BODIES.get(route, ""), content_type=kind)
        said = in_words(answer, world)
        if said not in {"yes", "players' page"}:
            assert world.traces() == before, (
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
    """A row for many addresses says who gets past the door: the answers behind it differ."""
    expected = row.answers[person]
    return said == expected or (row.route.endswith("…") and expected == "yes" and said != "log in")


def test_the_table_knows_everybody():
    assert all(tuple(row.answers) == PEOPLE for row in TABLE)


def test_every_address_has_its_row():
    missing = [route for route in sorted(routes()) if not any(covers(row.route, route) for row in TABLE)]
    assert not missing, f"no row in the table of docs/security.md: {', '.join(missing)}"


def test_every_row_has_its_address():
    idle = [row.route for row in TABLE if not any(covers(row.route, route) for route in routes())]
    assert not idle, f"rows in docs/security.md that are no address: {', '.join(idle)}"


@pytest.mark.parametrize("person", PEOPLE)
def test_every_address_answers_as_the_table_says(world, person):
    wrong = []
    for route in sorted(routes() - OUTSIDE):
        for method in METHODS:
            row = row_for(route, method)
            said = ask(world, person, route, method) if row else None
            if row and not fits(said, row, person):
                expected = row.answers[person]
                wrong.append(f"{method} {route} to the {person}: “{expected}” says the table, “{said}” it is")
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("person", ["player", "chief", "administrator"])
def test_an_address_takes_no_other_method(world, person):
    """Nobody with access can change something through an unplanned method."""
    wrong = []
    for route in sorted(routes() - OUTSIDE - ANY_METHOD):
        known = {method for method in METHODS if row_for(route, method)}
        if any(row_for(route, method).route.endswith("…") for method in known):
            continue
        for method in set(METHODS) - known:
            said = ask(world, person, route, method)
            if said not in {"never", "log in", "no token"}:
                wrong.append(f"{method} {route} to the {person}: “{said}”")
    assert not wrong, "\n".join(wrong)


@pytest.mark.django_db(transaction=True)
def test_the_live_streams_answer_as_the_table_says(game, players, arbitrator):
    """They know no logins, so that everybody but who shows a token is a stranger to them."""
    other = game_services.create_game(
        name="Other",
        by=User.objects.create_user("the-other"),
        lexicon="english",
        notation="duplicate",
        rules=RuleSet(),
    )
    tokens = {
        "player": players[0][1],
        "other game's player": player_services.join_game(game=other, name="Vera").token,
    }
    made = match_with_clock(game.event, players, arbitrator)
    keys = {f"<{name}>": str(made[name]) for name in ("clock_id", "record_code")}
    table_code = club_table(game, arbitrator).code
    parts = {
        "<code>": game.code,
        "<event_id>": str(game.event_id),
        "<table_code>": table_code,
        **keys,
    }
    for row in [row for row in TABLE if row.route in OUTSIDE]:
        address = reduce(lambda route, part: route.replace(part, parts[part]), parts, row.route)
        for person in ("stranger", *tokens):
            headers = {"Authorization": f"Bearer {tokens[person]}"} if person in tokens else {}
            status = asyncio.run(_status_of_stream(address, headers))
            said = "yes" if status == 200 else REFUSED[status]
            assert said == row.answers[person], f"{address} to the {person}"


async def _status_of_stream(address, headers):
    """The application is asked itself, by whoever goes away as soon as there is an answer."""
    told = []
    answered = asyncio.Event()
    sent = [(name.lower().encode(), value.encode()) for name, value in headers.items()]

    async def receive():
        await answered.wait()
        return {"type": "http.disconnect"}

    async def send(message):
        told.append(message)
        answered.set()

    scope = {"type": "http", "method": "GET", "path": address, "headers": sent, "query_string": b""}
    await application(scope, receive, send)
    return told[0]["status"]


def test_the_chiefs_acts_are_those_of_the_table():
    chiefs = {
        row.route.rstrip("/").rpartition("/")[2]
        for row in TABLE
        if row.answers["arbitrator"] == "no" and row.answers["chief"] == "yes"
    }
    assert chiefs >= ACTS_OF_CHIEF


def test_a_helper_has_the_players_page_and_no_way_to_the_desk(client, game, players, open_round):
    open_round("TRAINER")
    client = log_in(client, game, "helper")
    page = client.get(reverse("dashboard", args=[game.code]), follow=True).content.decode()
    assert "Mona" in page
    assert reverse("let-in-arbitrator", args=[game.code]) not in page
    for name in ("dashboard", "arbitrators", "record-json"):
        assert f'href="{reverse(name, args=[game.code])}"' not in page
    assert client.post(reverse("players", args=[game.code]), {"names": "Pia"}).status_code == 302
    assert game.event.entries.filter(player__name="Pia").exists()


def test_a_helper_sees_no_rack_before_the_hall_does(world, arbitrator, close_round, announce_top):
    from duplicate.rounds import services as round_services

    close_round()
    announce_top(2)
    round_services.type_rack(game=world.game, rack="-RETINAS", by=arbitrator)
    assert b"RETINAS" in world.client_of("chief").get(reverse("panel", args=[world.game.code])).content
    for row in TABLE:
        if (
            "GET" in row.methods
            and row.answers["helper"] in {"yes", "players' page"}
            and row.route not in OUTSIDE
        ):
            answer = world.client_of("helper").get(world.address(row.route))
            assert b"RETINAS" not in answer.content, row.route


def test_the_page_of_an_arbitrator_offers_nothing_that_is_the_chiefs(client, game, players):
    client = log_in(client, game, "arbitrator")
    page = client.get(reverse("dashboard", args=[game.code])).content.decode()
    assert reverse("act", args=[game.code, "draw"]) in page
    for act in ACTS_OF_CHIEF:
        assert reverse("act", args=[game.code, act]) not in page
    people = client.get(reverse("arbitrators", args=[game.code])).content.decode()
    assert reverse("let-in-arbitrator", args=[game.code]) not in people
    assert reverse("arbitration-settings", args=[game.code]) not in people


def test_a_screen_that_is_refused_is_sent_to_what_is_left(client, game, players):
    """Requests by the desk's script are refused with 403 or 404, and the script then reloads the page."""
    from tournaments.models import Arbitrator

    client = log_in(client, game, "arbitrator")
    panel = reverse("panel", args=[game.code])
    assert client.get(panel).status_code == 200
    game.event.posts.exclude(role="chief").update(role=Arbitrator.Role.HELPER)
    assert client.get(panel, headers={"HX-Request": "true"}).status_code == 403
    game.event.posts.exclude(role="chief").delete()
    assert client.get(panel, headers={"HX-Request": "true"}).status_code == 404
