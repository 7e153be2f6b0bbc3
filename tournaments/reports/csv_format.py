"""How CSV files separate columns and write decimals.

Excel reads them as the user's country writes numbers: where the decimal mark is a comma, columns are separated by
semicolons. So the language of the page decides, unless the user chose; the choice is a cookie of the browser.
Programs read commas and points whatever the language.
"""

from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.utils.formats import get_format

COOKIE: Final = "csv_format"


@dataclass(frozen=True, slots=True)
class CsvFormat:
    """The sign between two columns, and the decimal mark."""

    name: str
    separator: str
    decimal: str


FOR_PROGRAMS: Final = CsvFormat("comma", ",", ".")
WITH_SEMICOLONS: Final = CsvFormat("semicolon", ";", ",")
FORMATS: Final = {one.name: one for one in (WITH_SEMICOLONS, FOR_PROGRAMS)}
_chosen: ContextVar[CsvFormat | None] = ContextVar("csv_format", default=None)


def active_format() -> CsvFormat:
    """Return the format that the user chose, or else the usual one of the active language."""
    usual = WITH_SEMICOLONS if get_format("DECIMAL_SEPARATOR") == "," else FOR_PROGRAMS
    return _chosen.get() or usual


class CsvFormatMiddleware:
    """Activate the format that the browser's cookie names, for one request."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        before = _chosen.set(FORMATS.get(request.COOKIES.get(COOKIE, "")))
        try:
            return self.get_response(request)
        finally:
            _chosen.reset(before)
