"""The lines of a `.t` file, one a player: read and written. Pure.

A line has the name, the rating, the opponents by round, the scores by round, and further fields, each with its
name: `Marsh, Ann  1540 2 0; 412 50; board 1 0; p12 1 0`. An opponent is the number of a line; 0 is a bye or a
missed round, whose score is its spread. `00` stands where nothing is known.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from django.utils.translation import gettext_lazy as _

from tournaments.classic.exchange.values import MOST_PLAYERS, FilePart, Problems, division_full, read_whole
from tournaments.errors import RuleViolation
from tournaments.names.folding import tidy

_RATING: Final = re.compile(r"\d+(?:[.+]\d+)*")
_SCORE: Final = re.compile(r"-?\d{1,6}")
# Possessive: otherwise each character of a long field takes a hundred bytes.
_FIELD: Final = re.compile(r"(?:\\.|[^;\\]++)++")
_UNKNOWN: Final = "00"

Words = tuple[str, ...]
Numbers = tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class TshLine:
    """A player's line; `number` is the line of the file, `fields` are the further ones by name.

    A line that cannot be read keeps its place, as the players below it are numbered by theirs.
    """

    number: int
    name: str
    rating: int
    opponents: Numbers
    scores: Numbers
    fields: Mapping[str, Words] = field(default_factory=dict)
    is_read: bool = True

    def opponent(self, index: int) -> int | None:
        return self.opponents[index] if index < len(self.opponents) else None

    def score(self, index: int) -> int | None:
        return self.scores[index] if index < len(self.scores) else None

    def round_number(self, name: str, index: int) -> int:
        """Return the number that a field has for a round; 0 if there is none."""
        words = self.fields.get(name, ())
        return read_whole(words[index]) if index < len(words) else 0

    def text(self, name: str) -> str:
        return tidy(" ".join(self.fields.get(name, ())))


def read_lines(part: FilePart, file: str, problems: Problems) -> list[TshLine]:
    """Read the players of a file; a line that cannot be read is a fault, and keeps its number."""
    lines: list[TshLine] = []
    for number, raw in enumerate(part.text.splitlines(), start=part.first_line):
        written = raw.strip()
        if not written or written.startswith("#"):
            continue
        if len(lines) == MOST_PLAYERS:
            problems.fault(file, None, division_full())
            break
        line = _read_line(written, number)
        if line is None:
            problems.fault(file, number, _unread(written))
            line = TshLine(number, "", 0, (), (), is_read=False)
        lines.append(line)
    return lines


def write_line(
    name: str, rating: int, opponents: Numbers, scores: Numbers, fields: Mapping[str, Words]
) -> str:
    """Return the line of a player as tsh writes it."""
    line = f"{name:<22} {rating:>5} {_join(opponents)}; {_join(scores)}"
    for key, words in sorted(fields.items()):
        escaped = (re.sub(r"([\\;])", r"\\\1", word) for word in words)
        line += " ".join(("; " + key, *escaped))
    return line


def _read_line(written: str, number: int) -> TshLine | None:
    head, scores, rest = (*written.split(";", 2), "", "")[:3]
    fields = {}
    for part in _FIELD.findall(rest):
        key, *words = re.sub(r"\\(.)", r"\1", part).split() or [""]
        fields[key] = tuple(words)
    fields.pop("", None)
    try:
        name, rating, opponents = _read_head(head.split())
        return TshLine(number, tidy(name), rating, opponents, _numbers(scores.split()), fields)
    except ValueError:
        return None


def _read_head(words: Sequence[str]) -> tuple[str, int, Numbers]:
    """Return the name, the rating and the opponents: as tsh reads it, the name ends before the numbers.

    Raises:
        ValueError: there is no rating.
    """
    at = len(words)
    while at > 1 and words[at - 1].isdecimal():
        at -= 1
    if at > 1 and _RATING.fullmatch(words[at - 1]):
        at -= 1
    if at == len(words):
        raise ValueError(words)
    rating = re.split(r"[.+]", words[at], maxsplit=1)[0]
    return " ".join(words[:at]), _number(rating), _numbers(words[at + 1 :])


def _numbers(words: Sequence[str]) -> Numbers:
    return tuple(None if word == _UNKNOWN else _number(word) for word in words)


def _number(word: str) -> int:
    if not _SCORE.fullmatch(word):
        raise ValueError(word)
    return int(word)


def _join(numbers: Sequence[int | None]) -> str:
    return " ".join(_UNKNOWN if one is None else str(one) for one in numbers)


def _unread(written: str) -> RuleViolation:
    return RuleViolation(
        "tsh_line_unread",
        _("“{line}” cannot be read: a line has a name, a rating, opponents; scores."),
        line=written[:60],
    )
