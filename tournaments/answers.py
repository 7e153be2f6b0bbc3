"""Answers of the API, each described once, beside the code that builds it.

An answer is a `TypedDict`, or a dataclass of which the builder makes a dict. mypy compares it with the builder, and the
OpenAPI schema follows from it (`tournaments.api.openapi`). Each field is `Annotated`, in any order, with

- a text, which is its description in the schema
- the values that it may have: choices of a model, or pairs of value and meaning
- `AnswerLimits`, if it is a part of a request
- a type, if JSON has the value in the form of that type: `UUID` for a text, or an answer for a dict of any content
- an `attrgetter`, if `answer_from` finds its value elsewhere than in the attribute of its name
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from operator import attrgetter
from typing import Any, TypeVar, cast, get_args, get_type_hints

Answer = TypeVar("Answer")


@dataclass(frozen=True, slots=True)
class AnswerLimits:
    """The least and the most of a number, of the length of a text, or of that of a list."""

    least: int | None = None
    most: int | None = None


def answer_from(source: object, answer: type[Answer], **given: object) -> Answer:
    """Return an answer with the given values; the source has all others."""
    values = {
        name: given[name] if name in given else read(source)
        for name, read in _getters(cast(Any, answer)).items()
    }
    return cast(Answer, values)


def answers_from(sources: Iterable[Any], answer: type[Answer]) -> list[Answer]:
    return [answer_from(source, answer) for source in sources]


@cache
def _getters(answer: Any) -> dict[str, Callable[[object], object]]:
    hints = get_type_hints(answer, include_extras=True)
    return {
        name: next((note for note in get_args(hint) if isinstance(note, attrgetter)), attrgetter(name))
        for name, hint in hints.items()
    }
