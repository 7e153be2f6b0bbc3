"""Files of results for federations: one module a format, and one registry. Pure.

A federation rates what was played, so a file needs every result. Names are written in plain letters, which all
programs of federations read.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext_lazy as _

from tournaments.classic.exchange.federations import naspa, wespa
from tournaments.classic.exchange.names import write_plain
from tournaments.classic.exchange.values import FileEvent
from tournaments.errors import RuleViolation


@dataclass(frozen=True, slots=True)
class Format:
    """A format: what it is called, how its files end, and its writer."""

    title: str
    ending: str
    write: Callable[[FileEvent], str]


FORMATS: Final = {
    "naspa": Format("NASPA", "txt", naspa.write_naspa),
    "wespa": Format("WESPA", "tou", wespa.write_tou),
}


def federation_file(code: str, event: FileEvent) -> bytes:
    """Return the file of results for a federation.

    Raises:
        RuleViolation: nothing has been played, or a result is missing.
    """
    if not any(division.begun for division in event.divisions):
        raise RuleViolation("nothing_played", _("No round has begun yet."))
    for name, number, missing in _missing_results(event):
        raise RuleViolation(
            "results_missing_in",
            _("{division}: results of round {number} are missing: {missing}."),
            division=name,
            number=number,
            missing=missing,
        )
    return write_plain(FORMATS[code].write(event)).encode("ascii")


def _missing_results(event: FileEvent) -> Iterator[tuple[str, int, int]]:
    """Yield division, round and number of the results that are missing."""
    for division in event.divisions:
        open_ = [
            match.facts.round
            for match in division.matches
            if match.facts.outcome == "open" and match.facts.second is not None
        ]
        for number in range(1, division.begun + 1):
            if missing := open_.count(number):
                yield division.name, number, missing
