"""Serializer fields for data from devices."""

from typing import Any

from rest_framework import serializers


class TextField(serializers.CharField):
    """A JSON string. A number is no text: 1e999 would become the name "inf"."""

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        return super().to_internal_value(data)
