"""Results of an event in a `.tou` file of AUPAIR, which Woogles writes too. Pure.

`federations.wespa` says what is in its columns. Woogles has the thousands of a win or draw and the score apart
(`2 50`), and columns of one more for more than 99 players (`exportToTOU` in https://github.com/woogles-io/liwords). The
lines become those of tsh, which has the same rounds.

Against oneself, a win is a bye with its spread, and a score below 0 the spread of a missed round that counts as lost;
Woogles writes 2150 for the winner of a forfeit. A guess, as programs differ: a draw or 50 points are a bye, 0 is no
match, and anything else a missed round; ours has 1 for a spread of 0. A remark says how many rounds were read so.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from typing import Final

from django.utils.translation import gettext_lazy as _

from tournaments.classic.exchange.federations.wespa import MISSED_FOR_0
from tournaments.classic.exchange.tsh.config import Config
from tournaments.classic.exchange.tsh.free_rounds import BYE, FIELD, MISSED, NOTHING
from tournaments.classic.exchange.tsh.lines import TshLine
from tournaments.classic.exchange.tsh.reader import DivisionReader
from tournaments.classic.exchange.values import (
    MOST_PLAYERS,
    USUAL_SPREAD,
    FileDivision,
    FileEvent,
    FilePart,
    Problems,
    division_full,
    find_usual_spread,
)
from tournaments.errors import RuleViolation
from tournaments.names.folding import tidy

TOU: Final = ".tou"
_NAME_LENGTH: Final = 20
_MOST_DIVISIONS: Final = 100
_HEAD: Final = re.compile(r"\*M(\d{2})\.(\d{2})\.(\d{4})\s*(.*)", re.ASCII)
_ROUND: Final = re.compile(r" ([ 12][ \d]{2}\d| {2}-\d| -\d\d|-\d{3})[ ]*(\+?)(\d{1,4})", re.ASCII)
_WIDTHS: Final = (9, 10)
_FORFEIT_WON: Final = 150  # as Woogles writes it; its spread is the usual one

Round = tuple[str, int, bool, int]


def read_tou(files: Sequence[tuple[str, FilePart]], problems: Problems) -> FileEvent:
    """Read the divisions of `.tou` files; name and day are those of the first line that has them."""
    title, day = "", None
    divisions: list[FileDivision] = []
    for file, part in files:
        name, lines = "", list[tuple[int, str]]()
        for number, line in enumerate(part.text.splitlines(), start=part.first_line):
            if found := _HEAD.fullmatch(line.rstrip()):
                title, day = title or found[4].strip(), day or _day(found)
            elif line.startswith("*"):
                divisions += _division(name, lines, file, problems)
                if len(divisions) > _MOST_DIVISIONS:
                    break
                name, lines = line.strip("* \t"), []
            elif line[:_NAME_LENGTH].strip():
                lines.append((number, line.rstrip()))
        else:
            divisions += _division(name, lines, file, problems)
        if len(divisions) > _MOST_DIVISIONS:
            error = RuleViolation(
                "too_many_divisions", _("An event has at most {most} divisions."), most=_MOST_DIVISIONS
            )
            problems.fault(file, None, error)
            break
    return FileEvent(tuple(divisions[:_MOST_DIVISIONS]), title[:80], day)


def _division(
    name: str, lines: Sequence[tuple[int, str]], file: str, problems: Problems
) -> Iterator[FileDivision]:
    """Yield the division of these lines, if there are any."""
    if len(lines) > MOST_PLAYERS:
        problems.fault(file, None, division_full())
    elif lines:
        name = name[:80] or "A"
        read = list(_player_lines(lines, file, problems))
        spreads = find_usual_spread(_spreads(read, BYE)), find_usual_spread(_spreads(read, MISSED))
        yield DivisionReader(file, read, problems).read(name, Config(spreads={name: spreads}), ())


def _spreads(lines: Iterable[TshLine], word: str) -> list[int]:
    """Return the sizes of the spreads of all byes, or of all missed rounds."""
    rounds = (each for line in lines for each in zip(line.scores, line.fields.get(FIELD, ()), strict=False))
    return [abs(spread or 0) for spread, each in rounds if each == word]


def _player_lines(lines: Sequence[tuple[int, str]], file: str, problems: Problems) -> Iterator[TshLine]:
    """Yield the lines as tsh has them; a line that cannot be read is a fault."""
    width = next(
        (width for width in _WIDTHS if all(_rounds(line, width) is not None for _at, line in lines)), 9
    )
    free = 0
    for place, (number, line) in enumerate(lines, start=1):
        rounds = _rounds(line, width)
        if rounds is None:
            error = RuleViolation(
                "tou_line_unread",
                _("“{line}” cannot be read: a line has 20 columns for the name, and 9 for each round."),
                line=line[:60],
            )
            problems.fault(file, number, error)
            yield TshLine(number, "", 0, (), (), is_read=False)
            continue
        own = [_free_round(round_) if round_[3] == place else None for round_ in rounds]
        free += sum(each is not None for each in own)
        yield TshLine(
            number,
            tidy(line[:_NAME_LENGTH]),
            0,
            tuple(0 if each else round_[3] for round_, each in zip(rounds, own, strict=True)),
            tuple(each[0] if each else round_[1] for round_, each in zip(rounds, own, strict=True)),
            {
                "p12": tuple("1" if is_first else "2" for _mark, _score, is_first, _opponent in rounds),
                FIELD: tuple(each[1] if each else NOTHING for each in own),
            },
        )
    if free:
        error = RuleViolation(
            "tou_free_rounds",
            _("Rounds against oneself are read as byes and missed rounds ({count}): compare the standings."),
            count=free,
        )
        problems.remark(file, None, error)


def _rounds(line: str, width: int) -> list[Round] | None:
    """Return the rounds of a line: the mark of a win or draw, the score, whether they went first, the opponent's line;
    None if the columns are others.
    """
    rest = line[_NAME_LENGTH:]
    rounds: list[Round] = []
    for at in range(0, len(rest), width):
        found = _ROUND.fullmatch(rest[at : at + width])
        if found is None or not (opponent := int(found[3])):
            return None
        mark = found[1][0] if found[1][0] in "12" else ""
        score = int(found[1][len(mark) :].replace(" ", ""))
        rounds.append((mark, score, bool(found[2]), opponent))
    return rounds


def _free_round(one: Round) -> tuple[int, str]:
    """Return the spread of a round against oneself, and the word for it in `free_rounds`."""
    mark, score, _is_first, _opponent = one
    if mark == "2" and score != _FORFEIT_WON:
        return score, BYE
    if mark or score == USUAL_SPREAD:
        return USUAL_SPREAD, BYE
    if score > MISSED_FOR_0:
        return -USUAL_SPREAD, MISSED
    return (score, MISSED) if score < 0 else (0, MISSED if score else NOTHING)


def _day(found: re.Match[str]) -> date | None:
    """Return the day of a file's first line; AUPAIR writes 1900 if it knows none."""
    day, month, year = map(int, found.groups()[:3])
    try:
        return date(year, month, day) if year > 1900 else None
    except ValueError:
        return None
