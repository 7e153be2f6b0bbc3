"""Refusals of the API have one shape (RFC 9457), whoever refuses: a rule, the framework, or the list of addresses."""

import pytest
from django.urls import reverse

pytestmark = pytest.mark.django_db


def refused(answer, status, code):
    assert answer.headers["Content-Type"] == "application/problem+json"
    failure = answer.json()
    assert (answer.status_code, failure["status"], failure["code"]) == (status, status, code)
    return failure


@pytest.mark.parametrize("address", ["/api/", "/api/v1/nothing/", "/api/v2/events/", "/api/v1/events/x/"])
def test_unknown_addresses_are_refused_as_json_in_the_language_of_the_reader(client, address):
    failure = refused(client.get(address, headers={"Accept-Language": "de"}), 404, "not_found")
    assert (failure["title"], failure["detail"]) == ("Not Found", "Nicht gefunden.")


def test_other_addresses_are_refused_as_pages(client):
    assert client.get("/nothing/").headers["Content-Type"].startswith("text/html")


def test_each_wrong_field_has_a_code(client, game):
    body = {"name": "x" * 81, "partner": 3}
    answer = client.post(reverse("api-entries", args=[game.code]), body, content_type="application/json")
    failure = refused(answer, 400, "invalid")
    codes = {error["field"]: error["code"] for error in failure["errors"]}
    assert codes == {"name": "max_length", "partner": "invalid"}
    assert all(error["detail"] in failure["detail"] for error in failure["errors"])


def test_the_code_of_a_rule_is_that_of_the_field(client, game, players):
    answer = client.post(
        reverse("api-entries", args=[game.code]), {"name": "mona"}, content_type="application/json"
    )
    [error] = refused(answer, 400, "invalid")["errors"]
    assert (error["field"], error["code"]) == ("name", "name_taken")


def test_a_wrong_method_and_a_missing_token(client, game):
    refused(client.put(reverse("api-game", args=[game.code])), 405, "method_not_allowed")
    refused(client.get(reverse("api-me", args=[game.code])), 401, "not_authenticated")
