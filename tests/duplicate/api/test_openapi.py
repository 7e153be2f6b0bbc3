"""The OpenAPI schema explains itself: every schema, field, parameter and answer says what it is."""

from collections import defaultdict
from datetime import date
from operator import attrgetter
from types import SimpleNamespace, UnionType
from typing import Annotated, TypedDict, get_origin, get_type_hints, is_typeddict
from zoneinfo import ZoneInfo

import pytest
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.openapi import AutoSchema

from deploy.schema import render_schema
from duplicate.api.results import EXAMPLE
from duplicate.judging.words import SANCTION_MEANINGS
from duplicate.models import Game, Ruling
from duplicate.website.api import answers
from tournaments.answers import answer_from
from tournaments.api.openapi import AUDIENCES, AnswerExtension
from tournaments.api.schemas import GAME_STATES, NOTATIONS, PROBLEM, RELEASES
from tournaments.classic.clocks import frames as clocks
from tournaments.classic.models.clocks import MatchClock
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


def test_a_field_of_the_results_has_one_type():
    types = defaultdict(set)
    for answer in vars(answers).values():
        if is_typeddict(answer) and answer.__module__ == answers.__name__:
            for name, hint in get_type_hints(answer).items():
                types[name].add(get_origin(hint) or hint)
    several = {name for name, kinds in types.items() if len(kinds - {UnionType}) > 1}
    assert (several, types["games"]) == (set(), {list})


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


def test_every_refusal_has_one_shape(schema):
    for name, operation in operations(schema):
        for status, answer in operation["responses"].items():
            if status >= "400":
                [(kind, content)] = answer["content"].items()
                assert (kind, content["schema"]["$ref"].rpartition("/")[2]) == (PROBLEM, "Failure"), name


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
        (SANCTION_MEANINGS, Ruling.Sanction.values),
        (clocks.STATES, MatchClock.State.values),
    ],
)
def test_values_are_those_of_the_program(told, values):
    assert [value for value, _meaning in told] == [*values]


def test_the_schema_is_that_of_the_first_asker_in_no_language(client):
    render_schema.cache_clear()
    text = client.get("/api/schema/", headers={"Accept-Language": "fr"}).content.decode()
    assert "`annotator` - an annotator" in text
    render_schema.cache_clear()


def test_a_field_of_an_answer_is_one_line():
    class Before(TypedDict):
        name: Annotated[str, "Name of the event."]

    class After(Before):
        zone: Annotated[str, attrgetter("time_zone.key"), "Its zone."]
        day: Annotated[str | None, date, "Its day; null if unknown."]
        state: Annotated[str | None, (("open", "entries are taken"),), "How far it is; null before."]

    event = SimpleNamespace(name="Open", time_zone=ZoneInfo("Europe/Paris"), state=None)
    assert answer_from(event, After, day="2026-03-03") == {
        "name": "Open",
        "zone": "Europe/Paris",
        "day": "2026-03-03",
        "state": None,
    }
    properties = AnswerExtension(After).map_serializer(AutoSchema(), "response")["properties"]
    described = {"type": "string", "description": "Name of the event."}
    assert properties["name"] == described
    assert properties["day"] == {"type": "string", "format": "date", "nullable": True} | {
        "description": "Its day; null if unknown."
    }
    assert properties["state"]["enum"] == ["open", None]


def test_the_example_of_a_result_is_in_the_schema(schema):
    body = schema["paths"]["/api/v1/simultaneous/{digest}/results/"]["post"]["requestBody"]
    (example,) = body["content"]["application/json"]["examples"].values()
    assert example["value"] == EXAMPLE.value
    fields = schema["components"]["schemas"]["SentResult"]
    assert [*example["value"]] == [name for name in fields["properties"] if name in fields["required"]]
