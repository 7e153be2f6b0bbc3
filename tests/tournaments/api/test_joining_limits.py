"""How many join within a minute, from one address and in all: no address takes the others' turns."""

import pytest
from django.core.cache import cache
from django.urls import reverse

from tests.factories.divisions import make_division
from tournaments.accounts import rate_limit
from tournaments.api import joining_limits
from tournaments.classic.divisions.phones import join_code
from tournaments.club_tables.api.views import SittingThrottle
from tournaments.http.addresses import hash_address, network_of

pytestmark = pytest.mark.django_db

HALL, ELSEWHERE, THIRD, FOURTH = "192.0.2.1", "192.0.2.2", "192.0.2.3", "192.0.2.4"


@pytest.fixture(autouse=True)
def nothing_counted():
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def join(client, game):
    """Return a function that joins the game under new names, and returns the last answer."""
    names = (f"Player {number}" for number in range(1, 10_000))

    def join_it(address, times=1):
        for _each in range(times):
            answer = client.post(
                f"/api/v1/games/{game.code}/entries/",
                {"name": next(names)},
                content_type="application/json",
                REMOTE_ADDR=address,
            )
        return answer

    return join_it


@pytest.fixture
def few(monkeypatch):
    """Set low limits."""
    monkeypatch.setattr(joining_limits, "MOST_OF_ADDRESS", 2)
    monkeypatch.setattr(joining_limits, "OF_HALL", 4)
    monkeypatch.setattr(joining_limits, "MOST_IN_ALL", 6)
    monkeypatch.setattr(joining_limits, "MOST_TRIES", 5)
    monkeypatch.setattr(joining_limits, "KEPT_FOR_HALL", 2)


@pytest.fixture
def try_to_join(client, game):
    """Return a function that sends an invalid join, and returns the status of the last answer."""

    def try_it(address, body="{}", times=1):
        for _each in range(times):
            answer = client.post(
                f"/api/v1/games/{game.code}/entries/",
                body,
                content_type="application/json",
                REMOTE_ADDR=address,
            )
        return answer.status_code

    return try_it


@pytest.fixture
def hall(game):
    """Record that our hall is on one address, from the desk in it."""
    game.event.one_address, game.event.hall_address = True, hash_address(HALL)
    game.event.save()


def test_one_address_is_refused_after_so_many_and_the_others_get_in(join, game, few):
    assert join(HALL, joining_limits.MOST_OF_ADDRESS).status_code == 201
    refused = join(HALL)
    assert (refused.status_code, refused.json()["code"]) == (429, "throttled")
    assert 0 < int(refused["Retry-After"]) <= 60
    assert refused.json()["detail"] == (
        f"Too many players are joining right now. Try again in {refused['Retry-After']} seconds."
    )
    assert join(ELSEWHERE).status_code == 201
    assert game.event.entries.count() == joining_limits.MOST_OF_ADDRESS + 1


@pytest.mark.slow
def test_a_club_of_forty_behind_one_router_gets_in(join):
    assert join(HALL, 40).status_code == 201


def test_what_an_address_is_refused_is_not_taken_from_the_others(join, few):
    assert join(HALL, 20).status_code == 429
    assert [join(ELSEWHERE, 2).status_code, join(THIRD, 2).status_code] == [201, 201]
    assert join("192.0.2.4").status_code == 429, "the limit of the game"


def test_a_hall_on_one_address_gets_in_and_leaves_room(join, game, few):
    game.event.one_address = True
    game.event.save()
    assert join(HALL, 4).status_code == 201
    assert join(HALL).status_code == 429
    assert join(ELSEWHERE, 2).status_code == 201


def test_the_setting_counts_at_once_either_way(join, game, few):
    assert join(HALL, 3).status_code == 429
    game.event.one_address = True
    game.event.save()
    assert join(HALL, 2).status_code == 201
    game.event.one_address = False
    game.event.save()
    assert join(HALL).status_code == 429


def test_addresses_of_one_network_count_together(join, few):
    assert join("2001:db8:1:2::1", 2).status_code == 201
    assert join("2001:db8:1:2:aaaa::2").status_code == 429
    assert join("2001:db8:1:3::1").status_code == 201


@pytest.mark.parametrize("body", ["{}", "no JSON", '{"name": "Ann & Bob & Cleo"}'])
def test_requests_with_which_nobody_joins_take_no_turns_of_the_others(try_to_join, join, few, body):
    for number in range(10):
        assert try_to_join(f"198.51.100.{number}", body, 2) == 400
    assert join(HALL, 2).status_code == 201
    assert join(ELSEWHERE, 2).status_code == 201


def test_requests_with_which_nobody_joins_are_limited_by_address(try_to_join, join, few):
    assert try_to_join(HALL, times=5) == 400
    assert try_to_join(HALL) == 429
    assert join(HALL).status_code == 429
    assert join(ELSEWHERE).status_code == 201


def test_a_game_that_is_not_there_counts_as_a_try_of_the_address(client, join, few):
    for _each in range(5):
        client.post("/api/v1/games/AAAAAA/entries/", {"name": "Ann"}, REMOTE_ADDR=HALL)
    assert join(HALL).status_code == 429


def test_joins_that_were_refused_for_a_limit_are_no_tries(join, few):
    assert join(HALL, 2).status_code == 201
    assert join(HALL, 20).status_code == 429
    assert len(joining_limits.Count(f"tries-{hash_address(HALL)}")) == 0


def test_a_hall_on_one_address_mistypes_more_often(try_to_join, hall, monkeypatch):
    monkeypatch.setattr(joining_limits, "MOST_TRIES", 3)
    monkeypatch.setattr(joining_limits, "OF_HALL", 5)
    assert try_to_join(HALL, times=5) == 400
    assert try_to_join(HALL) == 429


def test_strangers_leave_a_part_for_the_hall(join, hall, few):
    assert join(ELSEWHERE, 2).status_code == 201
    assert join(THIRD, 2).status_code == 201
    assert join(FOURTH).status_code == 429, "strangers have four of six"
    assert join(HALL, 2).status_code == 201
    assert join(HALL).status_code == 429, "the limit of the game"


def test_a_hall_that_has_had_its_part_leaves_all_the_rest(join, hall, few):
    assert join(HALL, 2).status_code == 201
    assert join(ELSEWHERE, 2).status_code == 201
    assert join(THIRD, 2).status_code == 201


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("", ""),
    ],
)
def test_networks(address, network):
    assert network_of(address) == network


def test_a_header_that_a_phone_writes_itself_gives_it_no_other_address(client, game, few):
    statuses = [
        client.post(
            f"/api/v1/games/{game.code}/entries/",
            {"name": f"Player {number}"},
            content_type="application/json",
            REMOTE_ADDR=HALL,
            headers={"X-Forwarded-For": f"198.51.100.{number}"},
        ).status_code
        for number in range(3)
    ]
    assert statuses == [201, 201, 429]


def test_joining_a_classic_event_has_the_same_limits(client, arbitrator, few):
    event = make_division(arbitrator, ["Mona", "Noah"]).event

    def join(name, address):
        return client.post(
            f"/api/v1/matches/{event.pk}/entries/",
            {"name": name, "code": join_code(event)},
            content_type="application/json",
            REMOTE_ADDR=address,
        ).status_code

    names = [("Ann", HALL), ("Bob", HALL), ("Cleo", HALL), ("Dora", ELSEWHERE)]
    assert [join(name, address) for name, address in names] == [201, 201, 429, 201]


def test_a_hall_joins_a_classic_event_while_somebody_in_it_tries_codes_out(client, arbitrator):
    event = make_division(arbitrator, ["Mona", "Noah"]).event
    code = join_code(event)

    def join(name, code):
        return client.post(
            f"/api/v1/matches/{event.pk}/entries/",
            {"name": name, "code": code},
            content_type="application/json",
            REMOTE_ADDR=HALL,
        ).status_code

    assert join("Ann", code) == 201
    for number in range(rate_limit.GuessKind.CODE.value):
        rate_limit.note(rate_limit.GuessKind.CODE, HALL, f"0000{number}", right=False)
    assert [join("Bob", code), join("Cleo", "WRONG")] == [201, 429]


def test_a_hall_joins_a_classic_event_once_its_desk_was_open_there(client, arbitrator):
    division = make_division(arbitrator, ["Mona", "Noah"])
    for number in range(rate_limit.GuessKind.CODE.value):
        rate_limit.note(rate_limit.GuessKind.CODE, HALL, f"0000{number}", right=False)

    def join():
        return client.post(
            f"/api/v1/matches/{division.event_id}/entries/",
            {"name": "Ann", "code": join_code(division.event)},
            content_type="application/json",
            REMOTE_ADDR=HALL,
        ).status_code

    assert join() == 429
    client.force_login(arbitrator)
    page = reverse("division-players", args=[division.event_id, division.pk])
    assert client.get(page, REMOTE_ADDR=HALL).status_code == 200
    client.logout()
    assert join() == 201
    typed = client.get(reverse("home"), {"code": join_code(division.event)}, REMOTE_ADDR=HALL)
    assert typed.status_code == 302


def test_one_address_gives_more_turns_to_the_hall_alone(join, hall, few):
    assert join(ELSEWHERE, joining_limits.MOST_OF_ADDRESS).status_code == 201
    assert join(ELSEWHERE).status_code == 429
    assert join(HALL, joining_limits.MOST_OF_ADDRESS + 1).status_code == 201


def test_wrong_codes_and_refused_names_take_no_turns_in_a_classic_event(client, arbitrator, few):
    event = make_division(arbitrator, ["Mona", "Noah"]).event

    def join(name, code, address):
        return client.post(
            f"/api/v1/matches/{event.pk}/entries/",
            {"name": name, "code": code},
            content_type="application/json",
            REMOTE_ADDR=address,
        ).status_code

    code = join_code(event)
    for number in range(10):
        assert join("Ann", f"WRONG{number}", f"198.51.100.{number}") == 409
        assert join("Ann & Bob & Cleo", code, f"198.51.100.{number}") == 400
    assert [join("Ann", code, HALL), join("Bob", code, HALL)] == [201, 201]
    assert [join("Ann", "WRONG", ELSEWHERE) for _each in range(6)] == [409] * 5 + [429]


def test_sitting_down_at_a_club_table_does_not_believe_the_header_either(client, monkeypatch):
    monkeypatch.setattr(SittingThrottle, "rate", "2/min")

    def sit(number):
        return client.post(
            "/api/v1/tables/AAAA/seats/",
            {"name": f"Player {number}"},
            content_type="application/json",
            REMOTE_ADDR=HALL,
            headers={"X-Forwarded-For": f"198.51.100.{number}"},
        ).status_code

    assert [sit(number) for number in range(3)] == [404, 404, 429]
