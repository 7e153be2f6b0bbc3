"""Scripts of pages on other sites read the public addresses of the API, and nothing else of the program."""

from functools import cache

import pytest
from drf_spectacular.generators import SchemaGenerator

from tests.permissions.matrix import BEFORE, OUTSIDE, table

pytestmark = pytest.mark.django_db

ELSEWHERE = "https://club.example.org"


@cache
def public_addresses():
    return {
        path.replace("{", "<").replace("}", ">")
        for path, operations in SchemaGenerator().get_schema(request=None, public=True)["paths"].items()
        if {} in operations.get("get", {}).get("security", ())
    }


def preflight(client, address, method, header=""):
    headers = {"Origin": ELSEWHERE, "Access-Control-Request-Method": method}
    return client.options(
        address, headers=headers | ({"Access-Control-Request-Headers": header} if header else {})
    )


@pytest.mark.slow
def test_every_public_address_and_no_other_is_open_to_other_origins(world):
    """Ask each address of the program as a browser would, from a page of another site."""
    client, found = world.client_of("stranger"), set()
    for row in table():
        if row.route not in OUTSIDE | BEFORE:
            address = world.address(row.route.rstrip("…"))
            answers = [client.get(address, headers={"Origin": ELSEWHERE}), preflight(client, address, "POST")]
            origins = {answer.headers.get("Access-Control-Allow-Origin") for answer in answers}
            assert origins in ({"*"}, {None}), row.route
            assert not any("Access-Control-Allow-Credentials" in answer.headers for answer in answers)
            found |= {row.route} if origins == {"*"} else set()
    assert found == public_addresses()


def test_only_reading_without_a_token_is_allowed(world):
    client = world.client_of("stranger")
    for route in public_addresses():
        answer = preflight(client, world.address(route), "GET", "if-none-match")
        assert answer.headers["Access-Control-Allow-Methods"] == "GET"
        assert answer.headers["Access-Control-Allow-Headers"] == "if-none-match"


def test_a_page_elsewhere_reads_the_version_and_asks_with_it(world):
    client, address = world.client_of("stranger"), world.address("/api/v1/events/<event_id>/")
    answer = client.get(address, headers={"Origin": ELSEWHERE})
    assert "ETag" in answer.headers["Access-Control-Expose-Headers"]
    again = client.get(address, headers={"Origin": ELSEWHERE, "If-None-Match": answer.headers["ETag"]})
    assert (again.status_code, again.headers["Access-Control-Allow-Origin"]) == (304, "*")


def test_an_answer_to_the_own_site_has_no_headers_for_others(world):
    answer = world.client_of("stranger").get(world.address("/api/v1/events/<event_id>/"))
    assert "Access-Control-Allow-Origin" not in answer.headers
