"""Serializer fields for data from devices."""

from typing import Any

from rest_framework import serializers


class TextField(serializers.CharField):
    """A JSON string. A number is no text: 1e999 would become the name "inf"."""

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        return super().to_internal_value(data)


class ClientIdField(serializers.UUIDField):
    """The id that a client makes for what it sends, so that sending again does nothing (`tournaments.core.repeats`)."""

    def __init__(self) -> None:
        super().__init__(
            help_text="Made by the device, a random UUID. The same content sent again with it is stored once, and "
            "answered again; other content is refused with what is on record (`key_taken`, of a slip `slip_id_used`)."
        )
