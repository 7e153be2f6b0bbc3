"""The line that arbitrators type at the desk: a table, then one key or a whole slip. Pure; the page
`templates/duplicate/desk/dialogs.html` explains the grammar.

    5T  5W  5P  5S  5 0     the top, a warning, a penalty, the solo, zero
    5 HOUSE H8 24           a slip: word, reference, score; a ? at the end says that it is hard to read
    5 =18 misread           decided by the arbitrator: the score, and why
    *  or  A                all the rest have the top
"""

import re
from dataclasses import dataclass
from typing import Literal

from django.utils.translation import gettext_lazy as _

from duplicate.models.slip import LARGEST_SCORE, LONGEST_REFERENCE, LONGEST_WORD
from engine.tiles import TileSet
from tournaments.errors import RuleViolation

Key = Literal["T", "0", "W", "P", "S", "=", "*", "slip"]
KEYS: dict[str, Key] = {"T": "T", "0": "0", "W": "W", "P": "P", "S": "S"}
REST = {"*", "A"}

_TABLE = re.compile(r"(?P<table>[0-9]{1,6})\s*(?P<what>.*)")
_NAME = re.compile(r"(?P<table>\S{2,})\s+(?P<what>.*)")
_DECIDED = re.compile(r"=\s*(?P<score>[0-9]{1,4})\s*(?P<reason>.*)")
_SCORE = re.compile(r"[0-9]{1,4}")


@dataclass(frozen=True, slots=True)
class KeyedLine:
    """A parsed line; `table` is a number, or the beginning of a name."""

    key: Key
    table: str = ""
    word: str = ""
    reference: str = ""
    score: int | None = None
    illegible: bool = False
    reason: str = ""


def parse_line(text: str, tiles: TileSet) -> KeyedLine:
    """Return the meaning of a line typed in a game with these tiles.

    Raises:
        RuleViolation: the line has no meaning; the message says what is missing.
    """
    text = text.strip()
    if text.upper() in REST:
        return KeyedLine("*")
    match = _TABLE.fullmatch(text) or _NAME.fullmatch(text)
    if match is None:
        raise RuleViolation("line_table", _("Type the table number first, such as 5T."))
    table, what = match["table"], match["what"].strip()
    if not what:
        raise RuleViolation(
            "line_what", _("Type what table {table} has: T for the top, 0, W, P, S, or a word."), table=table
        )
    if key := KEYS.get(what.upper()):
        return KeyedLine(key, table)
    if what.startswith("="):
        return _parse_decision(table, what)
    return _slip(table, what, tiles)


def _parse_decision(table: str, what: str) -> KeyedLine:
    match = _DECIDED.fullmatch(what)
    if match is None:
        raise RuleViolation("line_decided", _("Type the score and the reason, such as =18 misread."))
    return KeyedLine("=", table, score=int(match["score"]), reason=match["reason"].strip())


def _slip(table: str, what: str, tiles: TileSet) -> KeyedLine:
    illegible = what.endswith("?")
    word, *rest = what.removesuffix("?").split() or [""]
    score = int(rest.pop()) if rest and _SCORE.fullmatch(rest[-1]) else None
    reference = rest.pop(0) if rest else ""
    too_long = len(word) > LONGEST_WORD or len(reference) > LONGEST_REFERENCE
    if rest or not word or too_long:
        raise RuleViolation(
            "line_slip",
            _("“{text}” is not a slip: type word, reference and score, such as HOUSE H8 24."),
            text=what,
        )
    if (score or 0) > LARGEST_SCORE:
        raise RuleViolation(
            "line_score",
            _("{score} is too high: a slip states at most {most} points."),
            score=score,
            most=LARGEST_SCORE,
        )
    return KeyedLine("slip", table, tiles.raise_small_word(word), reference, score, illegible)
