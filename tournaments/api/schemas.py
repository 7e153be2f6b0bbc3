"""How the API says no, for the OpenAPI schema."""

from typing import Any

from rest_framework import serializers


class Failure(serializers.Serializer[Any]):
    code = serializers.CharField(help_text="For programs.")
    detail = serializers.CharField(help_text="For people, in their language.")


# What is wrong with what was sent: sentences by field, or a Failure where it cannot be read at all.
MISTAKES = {
    "type": "object",
    "additionalProperties": {"oneOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]},
}
