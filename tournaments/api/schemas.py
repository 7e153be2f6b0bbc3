"""Error responses of the API, for the OpenAPI schema."""

from typing import Any

from drf_spectacular.utils import OpenApiResponse
from rest_framework import serializers


class Failure(serializers.Serializer[Any]):
    code = serializers.CharField(help_text="For programs.")
    detail = serializers.CharField(help_text="For people, in their language.")
    rule = serializers.CharField(
        required=False, help_text="The rule of the game that it breaks, by its id in docs/rules.md."
    )


# Errors of the request's data: sentences by field, or a Failure if it cannot be read at all.
MISTAKES = {
    "type": "object",
    "additionalProperties": {"oneOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]},
}

UNREADABLE = {400: OpenApiResponse(MISTAKES, description="It cannot be read: sentences by field")}
FAILURES = dict.fromkeys((401, 403, 404, 409, 429), Failure)
