"""Games as clubs publish them: one line per round, with rack, word, reference and points.

     1  AEINRST      RETAINS    H4   70
     2  -BCDEFGH     (F)LECHED  4H   92   162
     3  G+AILOPU     -          -     0
    Total: 162

The parser accepts the usual variants of programs and people: columns separated by blanks, tabs, "|" or ";";
rounds with or without numbers; the reference before or after the word; a running total beside the points or
none. The points may have "pts" or a mark such as "*" behind them, and the reference parentheses. Where
headings name the points, further columns are left out. A rack is left over + drawn, with "-" in front if all
of it was drawn anew. A blank is "?" (or * or _) in a rack, and a small letter or one in parentheses in a
word. Some texts print the placed word one line further down, beside the next rack: then the first line is a
rack alone, and the last one a move alone. Titles and headings precede the first round.

Racks and words of the result are those of the tile set. All faulty lines are reported, with their numbers.
Totals, beside the points or on a line of their own, are checked against the points.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from engine.duplicate_games.records import RecordRound
from engine.errors import EngineError
from engine.notation import RackRecord, Reference
from engine.tiles import TileSet

# The errors of a line; `params` fill the placeholders.
PUBLISHED_MESSAGES: Final = {
    "published_round": "“{text}” is not a round: write number, rack, word, reference and points.",
    "published_rack": "“{text}” is not a rack of these tiles.",
    "published_word": "“{text}” is not a word of these tiles.",
    "published_number": "this is round {expected}, not {number}.",
    "published_total": "the total is {found}, not {said}.",
    "published_half": "a move needs a word and a reference.",
    "published_no_rack": "the rack of this move is missing.",
}
_NUMBER = re.compile(r"(?:n[°ºo]\s*)?(\d{1,2})\s*[.):°]?\s+", re.IGNORECASE)
_POINTS = re.compile(r"\+?(\d{1,4})(?:\*|pts?\.?|p\.?)?", re.IGNORECASE)
_UNIT = re.compile(r"p|pt[so]?|pkt|po?i?n[ct][eosi]?s?|punt[oie]n?s?|punkte?|puncte", re.IGNORECASE)
_TO_DATE = re.compile(r"tot|cum|sum|som", re.IGNORECASE)  # headings of running totals
_CELL_END = re.compile(r"[\t|;]")
_REFERENCE = re.compile(r"[A-O]\d{1,2}|\d{1,2}[A-O]", re.IGNORECASE)
_NOTHING = re.compile(r"\(?[-–—_]+\)?")
_APART = re.compile(r"[\s|;]+")
_PLUS = re.compile(
    r"(?<=[^\W\d_?*])\s*\+\s*(?=[^\W\d_?*\[(])|(?<=[?*\])])\s*\+\s*(?=[^\W\d])|\s+\+(?=[^\W\d])"
)
_PLUS_ALONE = re.compile(r"\s+\+(?=\s)")
_REDRAW = re.compile(r"(^|\s)[-–—]\s+(?=[^\W\d_]{5})")
_TOTAL = re.compile(r"[\W_]*(?:(?:sub|sous)[\s-]*)?tot(?:a+l\w{0,2}|aux)?(?![^\W\d_])", re.IGNORECASE)
_DIGITS = re.compile(r"\d{1,6}")
_GROUPED = re.compile(r"\d{1,3}(?:[\s.,'\N{RIGHT SINGLE QUOTATION MARK}]\d{3})+")
# The signs for a blank, and for a rack that was drawn anew as a whole.
_SIGNS = str.maketrans("*_#–—−", "???---")


@dataclass(frozen=True, slots=True)
class PublishedError:
    """An error of one line: `code` of `PUBLISHED_MESSAGES` and `params` are for translation."""

    line: int
    code: str
    params: dict[str, object]

    def __str__(self) -> str:
        return f"line {self.line}: {PUBLISHED_MESSAGES[self.code].format(**self.params)}"


@dataclass(frozen=True, slots=True)
class PublishedRound:
    """A round with the line number of its rack; `scored` is true if points were stated for its move."""

    line: int
    round: RecordRound
    scored: bool


@dataclass(frozen=True, slots=True)
class PublishedTotal:
    """A stated total after so many rounds: one of these numbers, by default the last."""

    line: int
    rounds: int
    said: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PublishedGame:
    """The game in a text: its `rounds`, up to the first line that could not be read.

    `errors` are the lines that are wrong whatever was played. `points` are the stated points of all rounds,
    None if not stated.
    """

    rounds: tuple[PublishedRound, ...]
    errors: tuple[PublishedError, ...]
    points: tuple[int | None, ...]
    totals: tuple[PublishedTotal, ...]

    def problems(self, scores: Sequence[int] = ()) -> tuple[PublishedError, ...]:
        """List all errors, by line. `scores` are the true scores of the first rounds, if known."""
        points = (*scores, *self.points[len(scores) :])
        return tuple(
            sorted([*self.errors, *_total_problems(points, self.totals)], key=lambda error: error.line)
        )


@dataclass(frozen=True, slots=True)
class _Line:
    """The fields of one line; empty or None if missing. `nothing`: it says that nobody could play."""

    line: int
    number: int | None
    rack: str
    word: str
    ref: str
    points: tuple[int, ...]
    nothing: bool = False

    @property
    def is_rack_alone(self) -> bool:
        return bool(self.rack) and not self.word and not self.ref and not self.nothing

    @property
    def scored(self) -> int | None:
        """The points of the move; None if there is a move without points."""
        return self.points[0] if self.points else None if self.word else 0


@dataclass(frozen=True, slots=True)
class _Sum:
    """A line that has only a total, as one of these numbers."""

    line: int
    said: tuple[int, ...]


_Row: TypeAlias = _Line | _Sum | PublishedError


def read_published(text: str, tiles: TileSet) -> PublishedGame:
    """Read the game as far as possible, and all lines that cannot be read."""
    rows = list(_rows(text, tiles))
    read = [row for row in rows if isinstance(row, _Line)]
    moved = len(read) > 1 and read[0].is_rack_alone and not any(one.is_rack_alone for one in read[1:])
    whole = list(_join_racks_with_moves(read)) if moved else read
    errors = [row for row in rows if isinstance(row, PublishedError)]
    errors += [PublishedError(one.line, "published_no_rack", {}) for one in whole if not one.rack]
    rounds = whole
    if errors:
        first = min(error.line for error in errors)
        rounds = [one for one in whole if one.line < first]
        if rounds and (moved or rounds[-1].is_rack_alone):
            del rounds[-1]  # its move may be in the unreadable line
    if not read and not errors:
        errors.append(PublishedError(1, "published_round", {"text": text.strip().partition("\n")[0][:60]}))
    told = [row for row in rows if not isinstance(row, _Sum)][int(moved) :]
    return PublishedGame(
        tuple(
            PublishedRound(
                one.line, RecordRound(one.rack, one.word, one.ref, one.scored or 0), bool(one.points)
            )
            for one in rounds
        ),
        (*errors, *_number_problems(rows)),
        tuple(row.scored if isinstance(row, _Line) else None for row in told),
        tuple(_totals(rows, moved=moved)),
    )


def _rows(text: str, tiles: TileSet) -> Iterator[_Row]:
    begun, extra = False, frozenset[int]()
    for number, line in enumerate(text.removeprefix("\N{BYTE ORDER MARK}").splitlines(), start=1):
        if not any(map(str.isalnum, line)) or line.startswith("#"):
            continue
        extra = extra if begun else _extra_columns(line) or extra
        read = _sum(number, line) if _is_sum(line) else _read_line(number, _drop_cells(line, extra), tiles)
        if isinstance(read, _Line):
            begun = True
            yield read
        elif begun or (isinstance(read, PublishedError) and _NUMBER.match(line.lstrip())):
            yield read


def _extra_columns(headings: str) -> frozenset[int]:
    """Return the places of the cells behind the points that have no total; none if no heading names the points."""
    cells = [cell.strip(" .") for cell in _CELL_END.split(headings)]
    points = next((place for place, cell in enumerate(cells) if _UNIT.fullmatch(cell)), len(cells))
    return frozenset(place for place in range(points + 1, len(cells)) if not _TO_DATE.match(cells[place]))


def _drop_cells(line: str, extra: frozenset[int]) -> str:
    """Return the line without these cells, but for the reference, which may stand there."""
    if not extra:
        return line
    cells = enumerate(_CELL_END.split(line))
    return "|".join(cell for place, cell in cells if place not in extra or _find_reference(cell.strip()))


def _is_sum(line: str) -> bool:
    """Tell whether a line is a total. A rack may begin with these letters, but then a reference follows."""
    return bool(_TOTAL.match(line)) and not any(map(_REFERENCE.fullmatch, _APART.split(line)))


def _sum(number: int, line: str) -> _Sum:
    """Return the numbers of a total: a long one may be written in groups, and others may stand beside it."""
    grouped = [int(re.sub(r"\D", "", found)) for found in _GROUPED.findall(line)]
    return _Sum(number, (*map(int, _DIGITS.findall(line)), *grouped))


def _read_line(number: int, line: str, tiles: TileSet) -> _Line | PublishedError:
    """Parse a line as a round, or return its error."""
    written = line.strip(" \t|;")
    match = _NUMBER.match(_APART.sub(" ", written) + " ")
    said = int(match[1]) if match else None
    rest = (_APART.sub(" ", written) + " ")[match.end() if match else 0 :]
    letters, ref, points, nothing = told = _split_line(_PLUS.sub("+", rest))
    if "+" in rest and (len(letters) < 2 or not ref):  # perhaps nothing was drawn, and "+" ends the rack
        again = _split_line(_PLUS_ALONE.sub("+", rest))
        letters, ref, points, nothing = again if len(again[0]) == 2 and again[1] else told
    if len(letters) > 2 or len(points) > 2 or not letters or (len(letters) == 2 and not ref):
        return _wrong(number, line)
    rack, word = letters if len(letters) == 2 else ("", letters[0]) if ref else (letters[0], "")
    if ref and not word:
        return PublishedError(number, "published_half", {})
    rack, word = rack.translate(_SIGNS), tiles.raise_small_word(word)
    return _check(_Line(number, said, rack, word, ref, tuple(points), nothing and not word), tiles)


def _split_line(text: str) -> tuple[list[str], str, list[int], bool]:
    """Split a line into letters (rack and word), reference, points, and whether nobody could play."""
    letters: list[str] = []
    ref, points, nothing = "", list[int](), False
    pieces = _REDRAW.sub(r"\1-", text).split()
    for before, piece in zip(["", *pieces], pieces, strict=False):
        if _NOTHING.fullmatch(piece):
            nothing = True
        elif (reference := _find_reference(piece)) and not ref:
            ref = reference.upper()
        elif (ref or points) and not any(map(str.isalnum, piece)) and piece != "?":
            continue  # a mark
        elif _UNIT.fullmatch(piece.rstrip(".")) and _POINTS.fullmatch(before):
            continue
        elif found := _POINTS.fullmatch(piece):
            points.append(int(found[1]))
        else:
            letters.append(piece)
    return letters, ref, points, nothing


def _find_reference(piece: str) -> str:
    """Return the reference, which may stand in parentheses; empty if it is none."""
    bare = piece[1:-1] if piece.startswith("(") and piece.endswith(")") else piece
    return bare if _REFERENCE.fullmatch(bare) else ""


def _check(read: _Line, tiles: TileSet) -> _Line | PublishedError:
    try:
        if read.rack:
            RackRecord.parse(read.rack, tiles)
    except EngineError:
        return PublishedError(read.line, "published_rack", {"text": read.rack[:60]})
    try:
        if read.word:
            tiles.encode(read.word)
            Reference.parse(read.ref)
    except EngineError:
        return PublishedError(read.line, "published_word", {"text": f"{read.word} {read.ref}"[:60]})
    return read


def _wrong(number: int, line: str) -> PublishedError:
    return PublishedError(number, "published_round", {"text": line.strip()[:60]})


def _number_problems(rows: Iterable[_Row]) -> Iterator[PublishedError]:
    """Check that numbered rounds are consecutive; a move alone may have the number of a rack that never came.

    A number is right if it fits the count, or follows the last number, which was reported if it was wrong.
    After a line without a rack, or an unreadable one, any number is right.
    """
    expected: int | None = 1
    last = 0
    for row in rows:
        if isinstance(row, PublishedError) or (isinstance(row, _Line) and not row.rack):
            expected = None
        elif isinstance(row, _Line) and row.number is not None:
            if expected is not None and row.number not in {expected, last + 1}:
                params: dict[str, object] = {"expected": expected, "number": row.number}
                yield PublishedError(row.line, "published_number", params)
            last = row.number
            expected = row.number + 1 if expected is None else expected + 1


def _totals(rows: Sequence[_Row], *, moved: bool) -> Iterator[PublishedTotal]:
    """Yield the stated totals, beside the points or on a line of their own."""
    rounds = -int(moved)
    for row in rows:
        if isinstance(row, _Sum):
            if row.said:
                yield PublishedTotal(row.line, rounds, row.said)
            continue
        rounds += 1
        if isinstance(row, _Line) and len(row.points) == 2:
            yield PublishedTotal(row.line, rounds, row.points[1:])


def _total_problems(
    points: Sequence[int | None], totals: Iterable[PublishedTotal]
) -> Iterator[PublishedError]:
    """Check that each total is the sum of the points so far, or follows from the last one.

    If the last one was wrong it has been reported.
    """
    rounds = last = 0
    for total in totals:
        since = _sum_known(points[rounds : total.rounds])
        sums = [_sum_known(points[: total.rounds]), None if since is None else last + since]
        known = [one for one in sums if one is not None]
        fitting = [one for one in total.said if one in known]
        if known and not fitting:
            yield PublishedError(total.line, "published_total", {"found": known[0], "said": total.said[-1]})
        rounds, last = total.rounds, (fitting or total.said)[-1]


def _sum_known(points: Sequence[int | None]) -> int | None:
    known = [one for one in points if one is not None]
    return sum(known) if len(known) == len(points) else None


def _join_racks_with_moves(lines: Sequence[_Line]) -> Iterator[_Line]:
    """Join each rack with the move of the line after it."""
    for one, after in zip(lines, [*lines[1:], None], strict=True):
        if after is not None:
            yield _Line(one.line, one.number, one.rack, after.word, after.ref, after.points, after.nothing)
        elif one.rack:
            yield _Line(one.line, one.number, one.rack, "", "", ())
