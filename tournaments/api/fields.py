"""Serializer fields for data from devices."""

from typing import Annotated, Any, TypedDict, cast

from django.db import models
from django.utils.translation import override
from rest_framework import serializers

from engine.rules.setting_kinds import Flag, Numbers, OneOf, Setting, SettingKind, Whole
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


def settings_answer(model: type[models.Model]) -> type:
    """Return the type of the settings of a model as `settings_data` gives them, a field for each."""
    with override("en"):
        fields = {name: _type_of(setting) for name, setting in settings_in(model).items()}
    answer: type = cast("Any", TypedDict)(f"{model.__name__}Settings", fields)
    answer.__doc__ = "Settings, as the page of settings has them."
    return answer


def _type_of(setting: Setting) -> Any:
    kinds = {Flag: bool, Whole: int, Numbers: list[int]}
    kind: Any = kinds.get(type(setting.kind), str)
    if isinstance(setting.kind, Whole) and setting.kind.optional:
        kind |= None
    text = ": ".join(filter(None, (str(setting.label), str(setting.help), _values_of(setting.kind))))
    return Annotated[kind, text]


def _values_of(kind: SettingKind) -> str:
    """Return the values in words; those of a choice may grow, so they are no part of the schema."""
    return ", ".join(f"`{value}`" for value in kind.options if value) if isinstance(kind, OneOf) else ""
