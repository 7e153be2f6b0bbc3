"""The OpenAPI schema explains itself: every schema, field, parameter and answer says what it is."""

import pytest
from drf_spectacular.generators import SchemaGenerator

from duplicate.api import result_schema, schemas
from duplicate.models import Game, OnScreens
from duplicate.prepared_games.results.file_format import SANCTIONS
from duplicate.website.api.schemas import RELEASES
from tournaments.api.openapi import AUDIENCES
from tournaments.api.schemas import GAME_STATES, NOTATIONS
from tournaments.classic.api import clocks
from tournaments.classic.models.clocks import MatchClock
from tournaments.club_tables.api.schemas import WAYS
from tournaments.club_tables.models import ClubTable
from tournaments.models import Event


@pytest.fixture(scope="module")
def schema():
    return SchemaGenerator().get_schema(request=None, public=True)


def operations(schema):
    for path, methods in schema["paths"].items():
        for method, operation in methods.items():
            yield f"{method} {path}", operation


def test_every_schema_and_each_of_its_fields_is_described(schema):
    described = {}
    for name, component in schema["components"]["schemas"].items():
        described[name] = component.get("description")
        for field, values in component.get("properties", {}).items():
            described[f"{name}.{field}"] = values.get("description")
    assert [name for name, description in described.items() if not description] == []
    assert len(described) > 400


def test_values_of_an_enumeration_are_explained_and_not_repeated(schema):
    for name, component in schema["components"]["schemas"].items():
        for value in component.get("enum", ()):
            assert f"* `{value}` - " in component["description"], f"{name}: {value}"
    assert not [name for name in schema["components"]["schemas"] if name.endswith("Enum")]


def test_every_operation_has_a_summary_and_one_audience(schema):
    for name, operation in operations(schema):
        assert operation["summary"], name
        assert operation["tags"][0] in AUDIENCES, name
        assert len(operation["tags"]) == 1, name
    assert [tag["name"] for tag in schema["tags"]] == [*AUDIENCES]


def test_what_needs_no_token_is_of_the_public(schema):
    for name, operation in operations(schema):
        if name.startswith("get ") and {} in operation["security"]:
            assert operation["tags"] == ["Public"], name
        elif operation["tags"] == ["Public"]:
            pytest.fail(f"{name} needs a token")


def test_every_answer_and_parameter_is_described(schema):
    for name, operation in operations(schema):
        for status, answer in operation["responses"].items():
            assert answer["description"], f"{name}: {status}"
        for parameter in operation.get("parameters", ()):
            assert parameter.get("description"), f"{name}: {parameter['name']}"


@pytest.mark.parametrize(
    ("told", "values"),
    [
        (GAME_STATES, Game.State.values),
        (NOTATIONS, Game.Notation.values),
        (RELEASES, Event.Released.values),
        (schemas.SANCTIONS, SANCTIONS),
        (schemas.SCREENS, OnScreens.Mode.values),
        (clocks.STATES, MatchClock.State.values),
        (WAYS, ClubTable.Way.values),
    ],
)
def test_values_are_those_of_the_program(told, values):
    assert [value for value, _meaning in told] == [*values]


def test_the_example_of_a_result_is_in_the_schema(schema):
    body = schema["paths"]["/api/v1/simultaneous/{digest}/results/"]["post"]["requestBody"]
    (example,) = body["content"]["application/json"]["examples"].values()
    assert example["value"] == result_schema.EXAMPLE.value
    fields = schema["components"]["schemas"]["SentResult"]
    assert [*example["value"]] == [name for name in fields["properties"] if name in fields["required"]]
