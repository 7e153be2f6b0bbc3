"""JSON objects whose keys and types are checked on reading."""

from dataclasses import dataclass
from typing import Any, TypeVar

from engine.errors import RecordError

_Kind = TypeVar("_Kind", str, int, bool, list[Any], dict[str, Any])
_KINDS = {
    str: "a text",
    int: "a whole number",
    bool: "true or false",
    list: "a list",
    dict: "an object",
}


@dataclass(frozen=True, slots=True)
class Entry:
    """An object of a record; its errors are a `RecordError` that names its place."""

    data: dict[str, Any]
    where: str
    known: tuple[str, ...]

    def __post_init__(self) -> None:
        if not isinstance(self.data, dict):
            raise self.problem("it is no JSON object")
        for key in self.data:
            if key not in self.known:
                raise self.problem(f"there is no key “{key}”")

    def get(self, key: str, kind: type[_Kind]) -> _Kind:
        if key not in self.data:
            raise self.problem(f"“{key}” is missing")
        value = self.data[key]
        if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
            raise self.problem(f"“{key}” must be {_KINDS[kind]}")
        return value

    def problem(self, text: str) -> RecordError:
        return RecordError("bad_record", where=self.where, problem=text)
