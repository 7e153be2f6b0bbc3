"""Errors that people are told when an act cannot be done. Any other exception is a bug."""

from collections.abc import Sequence
from typing import Any, cast

from django.utils.functional import Promise


class RuleViolation(ValueError):
    """An act that the rules or the current state forbid. `str()` is the sentence, in the language in force.

    `code` is for programs; `message` is a (lazily translated) template that names the thing to mend.
    """

    def __init__(self, code: str, message: str | Promise, **params: object) -> None:
        super().__init__(code)
        self.code = code
        self.message = message
        self.params = params

    def __str__(self) -> str:
        # The template itself is filled in, as a lazy plural chooses its form only then.
        return cast("str", self.message).format(**self.params)

    def __reduce__(self) -> tuple[object, ...]:
        return rebuild_error, (type(self), self.args, self.__dict__)


def rebuild_error(kind: type[Exception], args: tuple[Any, ...], values: dict[str, Any]) -> Exception:
    """Return an error of another process as it was there: pickle would call `__init__`, which has other arguments."""
    error = kind.__new__(kind, *args)
    error.__dict__.update(values)
    return error


class LinesRefused(RuleViolation):
    """A form of several lines or rows. Nothing of it is written, as some lines are wrong; each comes with its
    violation.

    `code` and `params` are those of the first violation.
    """

    def __init__(self, refused: Sequence[tuple[str, RuleViolation]]) -> None:
        first = refused[0][1]
        super().__init__(first.code, first.message, **first.params)
        self.refused = tuple(refused)

    def __str__(self) -> str:
        return " ".join(dict.fromkeys(str(error) for _line, error in self.refused))


class ContentRefused(ValueError):
    """A text or file that was not taken in; `errors` are sentences."""

    def __init__(self, errors: list[str]) -> None:
        super().__init__("\n".join(errors))
        self.errors = errors


class WordListErrors(ContentRefused):
    """A word list that was not loaded; `errors` are sentences, one for a faulty line (the first hundred).

    `codes` are those of all its errors. `says_more`: lines have more text after their word. `tile_sets`: a sentence
    on the tile set if it lacks letters of the list, else empty.
    """

    def __init__(
        self, errors: list[str], count: int, *, codes: frozenset[str], says_more: bool, tile_sets: str
    ) -> None:
        super().__init__(errors)
        self.count = count
        self.codes = codes
        self.says_more = says_more
        self.tile_sets = tile_sets

    @property
    def misread(self) -> bool:
        """True if some of it cannot be read in the named encoding."""
        return "line_encoding" in self.codes
