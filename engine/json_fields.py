"""JSON objects whose keys and types are checked on reading."""

import json
from dataclasses import dataclass
from typing import Any, TypeVar

from engine.errors import RecordError
from engine.notation import CONVENTIONS, Convention

_Kind = TypeVar("_Kind", str, int, bool, list[Any], dict[str, Any])
_KINDS = {
    str: "a text",
    int: "a whole number",
    bool: "true or false",
    list: "a list",
    dict: "an object",
}


@dataclass(frozen=True, slots=True)
class RecordObject:
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

    @property
    def convention(self) -> Convention:
        """The convention of the references of a record."""
        written = self.get("notation", str)
        for convention in CONVENTIONS:
            if written == convention:
                return convention
        raise self.problem(f"“notation” must be {' or '.join(CONVENTIONS)}")

    def problem(self, text: str) -> RecordError:
        return RecordError("bad_record", where=self.where, problem=text)


def parse_record(text: str) -> Any:
    """Parse the JSON of a record; a `RecordError` names the faulty line."""
    try:
        data = json.loads(text)
        # Half a character, written as an escape, could not be told in an answer.
        json.dumps(data, ensure_ascii=False).encode()
    except json.JSONDecodeError as error:
        raise RecordError("bad_record", where=f"line {error.lineno}", problem=error.msg) from error
    except (ValueError, RecursionError) as error:  # a number too large or a nesting too deep
        raise RecordError("bad_record", where="the record", problem="it is no usable JSON") from error
    return data
