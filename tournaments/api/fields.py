"""Serializer fields for data from devices."""

from typing import Any

from django.db import models
from django.utils.translation import override
from rest_framework import serializers

from engine.rules.settings import Flag, Numbers, OneOf, Setting, SettingKind, Whole
from tournaments.described_settings.setting_columns import settings_in


class TextField(serializers.CharField):
    """A JSON string. A number is no text: 1e999 would become the name "inf"."""

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        return super().to_internal_value(data)


class ClientIdField(serializers.UUIDField):
    """The id that a client makes for what it sends, so that sending again does nothing (`tournaments.repeats`)."""

    def __init__(self) -> None:
        super().__init__(
            help_text="Made by the device, a random UUID. The same content sent again with it is stored once, and "
            "answered again; other content is refused with what is on record (`key_taken`, of a slip `slip_id_used`)."
        )


def settings_schema(model: type[models.Model]) -> type[serializers.Serializer[Any]]:
    """Return the shape of the settings of a model as `settings_data` gives them, a field for each."""
    with override("en"):
        fields: dict[str, Any] = {name: _shape_of(setting) for name, setting in settings_in(model).items()}
    shape = type(f"{model.__name__}Settings", (serializers.Serializer,), fields)
    shape.__doc__ = "Settings, as the page of settings has them."
    return shape


def _shape_of(setting: Setting) -> serializers.Field[Any, Any, Any, Any]:
    told = ": ".join(filter(None, (str(setting.label), str(setting.help), _values_of(setting.kind))))
    if isinstance(setting.kind, Flag):
        return serializers.BooleanField(help_text=told)
    if isinstance(setting.kind, Whole):
        return serializers.IntegerField(help_text=told, allow_null=setting.kind.optional)
    if isinstance(setting.kind, Numbers):
        return serializers.ListField(child=serializers.IntegerField(), help_text=told)
    return serializers.CharField(help_text=told, allow_blank=True)


def _values_of(kind: SettingKind) -> str:
    """Return the values in words; those of a choice may grow, so they are no part of the schema."""
    return ", ".join(f"`{value}`" for value in kind.options if value) if isinstance(kind, OneOf) else ""
