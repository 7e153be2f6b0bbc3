"""The OpenAPI schema: operations by audience, and the meanings that operations share.

A view names its audience (`audience`, a key of `AUDIENCES`). Answers and parts of addresses that a view does not
describe itself are described here. The components of answers follow from their types (`tournaments.answers`).
"""

import inspect
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import is_dataclass
from types import NoneType
from typing import Annotated, Any, NotRequired, cast, get_args, get_origin, get_type_hints, is_typeddict

from django.db.models.enums import Choices
from drf_spectacular.extensions import OpenApiSerializerExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.plumbing import (
    append_meta,
    build_array_type,
    build_choice_field,
    build_object_type,
    is_serializer,
    resolve_type_hint,
)
from rest_framework.serializers import ChoiceField

from tournaments.answers import AnswerLimits
from tournaments.api.schemas import PROBLEM

Schema = dict[str, Any]
AUDIENCES = {
    "Public": "What everybody may read, without login or token. Pages of other sites may read it with `fetch`.",
    "Phones": "A player's phone in a duplicate game or a classic event, and the device that keeps a match.",
    "Clocks": "The clock of a match at its table, and all clocks on a wall.",
    "Club tables": "Players and tablets at a club table.",
    "Simultaneous games": "Results of a club's players in a game that many clubs play, sent to its organiser.",
}
ANSWERS = {
    "200": "The answer.",
    "201": "It is stored.",
    "204": "It is done; the answer is empty.",
    "400": "It cannot be read: `errors` says what is wrong with which field.",
    "401": "The token is missing, or is worth nothing any more.",
    "403": "The token does not open this.",
    "404": "There is no such thing, or it is not for everybody.",
    "408": "The body took too long to arrive: send it again.",
    "409": "A rule or the state of play refuses it: `code` says why. Nothing has changed.",
    "413": "The body is too large.",
    "415": "The body is not JSON, or does not say so in `Content-Type`.",
    "429": "Too many requests: wait for the seconds in `Retry-After`.",
    "503": "Too much at once: nothing is stored, send it again after the seconds in `Retry-After`.",
}
PARTS = {
    "clock_id": "Key of the clock.",
    "code": "Code of the game, in capital or small letters.",
    "digest": "SHA-256 of the envelope, in hexadecimal.",
    "division_id": "Key of the division.",
    "event_id": "Key of the event.",
    "game_code": "Code of the annotated game.",
    "number": "Number of the round, from 1.",
    "player_id": "Key of the player.",
    "question_id": "The id that the phone gave the question.",
    "record_code": "Code of the match's board.",
    "season_id": "Key of the season.",
    "table_code": "Code of the table, in capital letters.",
}


class AudienceSchema(AutoSchema):
    """The schema of a view, whose operations have the audience of the view as their tag."""

    def get_tags(self) -> list[str]:
        audience: str = cast("Any", self.view).audience
        assert audience in AUDIENCES, f"{audience} is in no list of tags"
        return [audience]

    def get_operation_id(self) -> str:
        """Return the method and the view's name: `get_standings_table`."""
        words = re.sub(r"\B(?=[A-Z])", "_", type(self.view).__name__.removesuffix("View")).lower()
        return f"{self.method.lower()}_{words}"

    def get_override_parameters(self) -> list[Any]:
        return [*getattr(self.view, "parameters", ())]


def describe_what_is_shared(result: dict[str, Any], **_given: object) -> dict[str, Any]:
    """Add tags and the descriptions of answers and parameters that have none: a hook of drf-spectacular."""
    result["tags"] = [{"name": name, "description": text} for name, text in AUDIENCES.items()]
    for path in result["paths"].values():
        for operation in path.values():
            for status, answer in operation["responses"].items():
                answer["description"] = answer.get("description") or ANSWERS[status]
                if status >= "400" and (content := answer.get("content")):
                    content[PROBLEM] = content.pop("application/json")
            for parameter in operation.get("parameters", ()):
                if parameter["in"] == "path":
                    parameter.setdefault("description", PARTS[parameter["name"]])
    return result


class AnswerExtension(OpenApiSerializerExtension):  # type: ignore[no-untyped-call] # the library has no types here
    """The component of an answer, from its type."""

    @classmethod
    def _matches(cls, target: Any) -> bool:
        return is_typeddict(target) or (inspect.isclass(target) and is_dataclass(target))

    def get_name(self, auto_schema: AutoSchema, direction: Any) -> str:  # noqa: ARG002 - the signature is the library's
        return cast("str", self.target.__name__)

    def map_serializer(self, auto_schema: AutoSchema, direction: Any) -> Schema:
        def refer(answer: Any) -> Schema:
            return auto_schema.resolve_serializer(answer, direction).ref

        hints = get_type_hints(self.target, include_extras=True)
        properties = {name: _schema_of(hint, refer) for name, hint in hints.items()}
        needed = getattr(self.target, "__required_keys__", properties)
        return build_object_type(properties, needed, inspect.getdoc(self.target))


def _schema_of(hint: Any, refer: Callable[[Any], Schema]) -> Schema:
    """Return the schema of a type; `refer` returns the reference to the component of an answer."""
    origin, parts = get_origin(hint), get_args(hint)
    schema: Schema
    if origin is NotRequired:
        schema = _schema_of(parts[0], refer)
    elif origin is Annotated:
        schema = _annotated_schema(*parts, refer=refer)
    elif NoneType in parts:
        schema = append_meta(_schema_of(parts[0], refer), {"nullable": True})
    elif origin in {list, tuple, Sequence}:
        schema = build_array_type(_schema_of(parts[0], refer))
    elif origin in {dict, Mapping} and parts[1] is not Any:
        schema = build_object_type(additionalProperties=_schema_of(parts[1], refer))
    elif is_serializer(hint):
        schema = refer(hint)
    else:
        schema = resolve_type_hint(hint)  # type: ignore[no-untyped-call] # it has no types
    return schema


def _annotated_schema(hint: Any, *notes: Any, refer: Callable[[Any], Schema]) -> Schema:
    forms = [note for note in notes if isinstance(note, type) and not issubclass(note, Choices)]
    form = forms[0] if forms else hint
    schema = _schema_of(form | None if NoneType in get_args(hint) else form, refer)
    for note in sorted(notes, key=lambda each: isinstance(each, str)):
        if isinstance(note, str):
            text = "\n\n".join(filter(None, (note, schema.get("description"))))
            schema = append_meta(schema, {"description": text})
        elif isinstance(note, AnswerLimits):
            schema |= _bounds_schema(note, schema["type"])
        elif isinstance(note, tuple | type(Choices)):
            pairs: Any = note if isinstance(note, tuple) else cast("Any", note).choices
            schema |= build_choice_field(ChoiceField(pairs, allow_null="nullable" in schema))
    return schema


def _bounds_schema(bounds: AnswerLimits, kind: str) -> Schema:
    what = {"integer": "imum", "string": "Length", "array": "Items"}[kind]
    both = {f"min{what}": bounds.least, f"max{what}": bounds.most}
    return {name: value for name, value in both.items() if value is not None}
