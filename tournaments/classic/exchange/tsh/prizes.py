"""The `prize` lines of `config.tsh` as prizes of a division. Pure.

`prize TYPE SUBTYPE DIVISION VALUE KEY=VALUE …`: the subtype is the place among those who are eligible. A prize that
has no exact equivalent is a remark: types that we do not have; prizes of some rounds or some members; those that
exclude each other, unless all of the division do.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.classic.exchange.values import Problems
from tournaments.classic.models import DivisionPrize
from tournaments.classic.rules.prizes import Prize, PrizeKind
from tournaments.errors import RuleViolation
from tournaments.events.prizes import MOST_PLACE, MOST_PRIZES
from tournaments.models import NAME_LENGTH
from tournaments.names.folding import tidy

_KINDS: Final[dict[str, PrizeKind]] = {
    "rank": "rank",
    "highwin": "high_game",
    "highroundwin": "high_game",
    "highloss": "high_loss",
    "highroundloss": "high_loss",
    "highratingchange": "rating_gain",
}
_TYPES: Final[dict[PrizeKind, str]] = {
    "rank": "rank",
    "high_game": "highwin",
    "high_loss": "highloss",
    "rating_gain": "highratingchange",
}
# Lines that are no prizes but say how tsh prints the list.
_LAYOUT: Final = frozenset(["note", "title", "separator", "break"])
_READ: Final = frozenset(["class", "exclusive", "prizename", "groupname", "order", "norank"])
_LONGEST_CLASS: Final = 40
# Why a prize is not read, for `unread_violation`.
_NO_TYPE: Final = _("Prize not read, as there is none of the type “{type}” here: {line}")
_NO_PLACE: Final = _("Prize not read, as “{place}” is no place from 1 to {most_place}: {line}")
_NO_KEYS: Final = _("Prize not read, as prizes have no “{keys}” here: {line}")
_LONG_CLASS: Final = _("Prize not read, as the name of its class is too long: {line}")
_ONE_HIGHEST: Final = _(
    "Prize not read, as the highest score has one prize here, without places or classes: {line}"
)
_EXCLUSIVE: Final = _(
    "Prize not read, as here either all prizes of a division exclude each other or none does: {line}"
)
_TOO_MANY: Final = _("Prize not read, as a division has {most} prizes at most: {line}")
NO_DIVISION: Final = _("Prize not read, as there is no division “{division}” in these files: {line}")
_NO_PRIZE: Final = _(
    "Prize not read, as its type, place, division or value is missing, as in “prize rank 1 A 100”: {line}"
)
_TOO_LONG: Final = _("Prize not read, as its line is too long: {line}")
# Quotes without an end take time by the square of the length.
_LONGEST: Final = 1_000
_TOKEN: Final = re.compile(r"""\s*(?:(\w+)=)?(?:"((?:\\.|[^"\\])*)"|'((?:\\.|[^'\\])*)'|(\S+))""")


@dataclass(frozen=True, slots=True)
class PrizeLine:
    """A `prize` line, and its number in the file."""

    number: int
    text: str
    type: str
    place: str
    division: str
    worth: str
    keys: dict[str, str]


def read_prize(text: str, number: int) -> PrizeLine | None:
    """Return the parts of a `prize` line; None if it is none, is far too long, or only says how the list is printed."""
    if len(text) > _LONGEST:
        return None
    tokens = [
        (found[1], next(part for part in (found[2], found[3], found[4]) if part is not None))
        for found in _TOKEN.finditer(text)
    ]
    tokens = [(key, re.sub(r"\\(.)", r"\1", value)) for key, value in tokens]
    words = [value for key, value in tokens if not key]
    if len(words) < 5 or words[1].lower() in _LAYOUT:
        return None
    keys = {key.lower(): value for key, value in tokens if key}
    return PrizeLine(number, text, words[1].lower(), words[2], words[3].upper(), words[4], keys)


def write_prizes(code: str, prizes: Sequence[Prize], *, one_each: bool) -> tuple[list[str], list[Prize]]:
    """Return the lines of a division's prizes, and those that tsh does not have."""
    lines: list[str] = []
    left: list[Prize] = []
    for prize in prizes:
        is_second_best = prize.kind == "high_game" and (prize.place > 1 or prize.class_name)
        if prize.kind not in _TYPES or prize.out_of_the_money or is_second_best:
            left.append(prize)
            continue
        keys = {"class": prize.class_name, "exclusive": code if one_each else "", "prizename": prize.name}
        words = [f"prize {_TYPES[prize.kind]} {prize.place} {code} {_quote(prize.worth)}"]
        lines.append(" ".join([*words, *(f"{key}={_quote(value)}" for key, value in keys.items() if value)]))
    return lines, left


def _quote(text: str) -> str:
    return '"' + re.sub(r'([\\"])', r"\\\1", text) + '"'


def is_layout(text: str) -> bool:
    """Tell whether a line is only about how tsh prints its list of prizes."""
    return " ".join(text.split()[1:2]).lower() in _LAYOUT


def prizes_of_lines(
    lines: Sequence[PrizeLine], file: str, problems: Problems
) -> tuple[tuple[Prize, ...], bool]:
    """Return the prizes of a division, and whether nobody gets two."""
    groups = {line.keys.get("exclusive", "") for line in lines}
    one_each = len(groups) == 1 and "" not in groups and "," not in next(iter(groups))
    prizes: list[Prize] = []
    for line in lines:
        kind = _KINDS.get(line.type)
        why = _why_not(line, kind)
        if why is None and not one_each and "exclusive" in line.keys:
            why = _EXCLUSIVE
        if why is None and len(prizes) >= MOST_PRIZES:
            why = _TOO_MANY
        if why is not None:
            problems.remark(file, line.number, unread_violation(line, why))
        elif kind is not None:
            prizes.append(_prize(line, kind))
    return tuple(prizes), one_each


def remark_on_line(text: str, number: int, file: str, problems: Problems) -> None:
    """Remark on a line that begins as a prize and is none."""
    problems.remark(
        file, number, _violation(_NO_PRIZE if len(text) <= _LONGEST else _TOO_LONG, line=text[:80])
    )


def unread_violation(line: PrizeLine, why: Promise) -> RuleViolation:
    keys = ", ".join(sorted(line.keys.keys() - _READ))[:80]
    values = {"type": line.type[:40], "place": line.place[:20], "division": line.division[:40], "keys": keys}
    return _violation(why, line=line.text[:80], most=MOST_PRIZES, most_place=MOST_PLACE, **values)


def _violation(why: Promise, **values: object) -> RuleViolation:
    return RuleViolation("prize_not_read", why, **values)


def _why_not(line: PrizeLine, kind: PrizeKind | None) -> Promise | None:
    """Return why we have no prize that is just so, or None if we have."""
    class_name = tidy(line.keys.get("class", ""))
    if kind is None:
        return _NO_TYPE
    if not 1 <= _place(line) <= MOST_PLACE:
        return _NO_PLACE
    if line.keys.keys() - _READ:
        return _NO_KEYS
    if len(class_name) > _LONGEST_CLASS:
        return _LONG_CLASS
    # The highest score of all has won or drawn, but not the second highest, nor that of a class.
    return _ONE_HIGHEST if kind == "high_game" and (_place(line) > 1 or class_name) else None


def _place(line: PrizeLine) -> int:
    return int(line.place) if re.fullmatch(r"\d{1,3}", line.place, re.ASCII) else 0


def _prize(line: PrizeLine, kind: PrizeKind) -> Prize:
    class_name, place = tidy(line.keys.get("class", "")), _place(line)
    name = tidy(line.keys.get("prizename", "")) or _name(line, kind, place, class_name)
    return Prize(name[:NAME_LENGTH], kind, place, class_name, worth=tidy(line.worth)[:NAME_LENGTH])


def _name(line: PrizeLine, kind: PrizeKind, place: int, class_name: str) -> str:
    group = tidy(line.keys.get("groupname", "")) or class_name
    named = capfirst(str(DivisionPrize.Kind(kind).label)) + (
        f" {place}" if kind == "rank" or place > 1 else ""
    )
    return gettext("{group}: {prize}").format(group=group, prize=named) if group else named
