"""Games as clubs publish them: a line a round, with rack, word, reference and points.

     1  AEINRST      RETAINS    H4   70
     2  -BCDEFGH     (F)LECHED  4H   92   162
     3  G+AILOPU     -          -     0
    Total: 162

Read are the ways in which programs and people write this: columns apart by blanks, tabs, "|" or ";"; with numbers of
rounds or without; the reference before the word or behind it; a total that runs beside the points or not. A rack is
left over + drawn, with "-" in front where all of it was drawn anew. A blank is "?" (or * or _) in a rack, and a small
letter or one in parentheses in a word. Some print what was placed a line further down, beside the next rack: then the
first line is a rack alone, and the last one a move alone. Titles and headings come before the first round.

Racks and words are those of the tile set when this is done. All lines that are wrong are told, with their numbers.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from engine.errors import EngineError
from engine.notation import RackRecord, Reference
from engine.records import RecordRound
from engine.tiles import TileSet

# What can be wrong with a line; `params` fill it in.
PUBLISHED_MESSAGES: Final = {
    "published_round": "“{text}” is no round: write number, rack, word, reference and points.",
    "published_rack": "“{text}” is no rack of these tiles.",
    "published_word": "“{text}” is no word of these tiles.",
    "published_number": "this is round {expected}, not {number}.",
    "published_total": "the total is {found}, not {said}.",
    "published_half": "a move needs a word and a reference.",
    "published_no_rack": "the rack of this move is missing.",
}
_NUMBER = re.compile(r"(?:n[°ºo]\s*)?(\d{1,2})\s*[.):°]?\s+", re.IGNORECASE)
_POINTS = re.compile(r"\+?(\d{1,4})(?:\*|pts?\.?|p\.?)?", re.IGNORECASE)
_REFERENCE = re.compile(r"[A-O]\d{1,2}|\d{1,2}[A-O]", re.IGNORECASE)
_NOTHING = re.compile(r"\(?[-–—_]+\)?")
_APART = re.compile(r"[\s|;]+")
_PLUS = re.compile(
    r"(?<=[^\W\d_?*])\s*\+\s*(?=[^\W\d_?*\[(])|(?<=[?*\])])\s*\+\s*(?=[^\W\d])|\s+\+(?=[^\W\d])"
)
_REDRAW = re.compile(r"(^|\s)[-–—]\s+(?=[^\W\d_]{5})")
_TOTAL = re.compile(r"\s*(?:sub)?tot", re.IGNORECASE)
# Blanks, and the ways to write that all of a rack was drawn anew.
_SIGNS = str.maketrans("*_#–—−", "???---")


@dataclass(frozen=True, slots=True)
class PublishedError:
    """What is wrong with one line: `code` of `PUBLISHED_MESSAGES` and `params` are for translation."""

    line: int
    code: str
    params: dict[str, object]


class PublishedErrors(ValueError):
    """A game that cannot be read."""

    def __init__(self, errors: Sequence[PublishedError]) -> None:
        super().__init__(
            "; ".join(
                f"line {one.line}: {PUBLISHED_MESSAGES[one.code].format(**one.params)}" for one in errors
            )
        )
        self.errors = tuple(errors)


@dataclass(frozen=True, slots=True)
class PublishedRound:
    """A round and the line that its rack was read in; whether points were said for its move."""

    line: int
    round: RecordRound
    scored: bool


@dataclass(frozen=True, slots=True)
class _Line:
    """What one line has; empty and None for what it has not. `nothing`: it says that nobody could play."""

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
    def is_move_alone(self) -> bool:
        return not self.rack and bool(self.word) and bool(self.ref)


def read_published(text: str, tiles: TileSet) -> tuple[PublishedRound, ...]:
    """The rounds of a game.

    Raises:
        PublishedErrors: lines that cannot be read, each with its number.
    """
    errors: list[PublishedError] = []
    lines = list(_lines(text, tiles, errors))
    if errors:
        raise PublishedErrors(errors)
    errors += _number_problems(lines)
    errors += _total_problems(lines)
    if len(lines) > 1 and lines[0].is_rack_alone and not any(one.is_rack_alone for one in lines[1:]):
        lines = list(_moved_up(lines))
    errors += [PublishedError(one.line, "published_no_rack", {}) for one in lines if not one.rack]
    if errors:
        raise PublishedErrors(sorted(errors, key=lambda error: error.line))
    return tuple(
        PublishedRound(
            one.line,
            RecordRound(one.rack, one.word, one.ref, one.points[0] if one.points else 0),
            bool(one.points),
        )
        for one in lines
    )


def _lines(text: str, tiles: TileSet, errors: list[PublishedError]) -> Iterator[_Line]:
    begun = False
    for number, line in enumerate(text.removeprefix("\N{BYTE ORDER MARK}").splitlines(), start=1):
        if not any(map(str.isalnum, line)) or line.startswith("#") or _TOTAL.match(line):
            continue
        read = _read(number, line, tiles)
        if isinstance(read, _Line):
            begun = True
            yield read
        elif begun or _NUMBER.match(line.lstrip()):
            errors.append(read)
    if not begun and not errors:
        errors.append(PublishedError(1, "published_round", {"text": text.strip().partition("\n")[0][:60]}))


def _read(number: int, line: str, tiles: TileSet) -> _Line | PublishedError:
    """A line as a round, or what is wrong with it."""
    written = line.strip(" \t|;")
    match = _NUMBER.match(_APART.sub(" ", written) + " ")
    said = int(match[1]) if match else None
    rest = (_APART.sub(" ", written) + " ")[match.end() if match else 0 :]
    letters: list[str] = []
    ref, points, nothing = "", list[int](), False
    for piece in _REDRAW.sub(r"\1-", _PLUS.sub("+", rest)).split():
        if _NOTHING.fullmatch(piece):
            nothing = True
        elif _REFERENCE.fullmatch(piece) and not ref:
            ref = piece.upper()
        elif found := _POINTS.fullmatch(piece):
            points.append(int(found[1]))
        else:
            letters.append(piece)
    if len(letters) > 2 or len(points) > 2 or not letters or (len(letters) == 2 and not ref):
        return _wrong(number, line)
    rack, word = letters if len(letters) == 2 else ("", letters[0]) if ref else (letters[0], "")
    if ref and not word:
        return PublishedError(number, "published_half", {})
    rack, word = rack.translate(_SIGNS), word.upper() if word.islower() else word
    return _check(_Line(number, said, rack, word, ref, tuple(points), nothing and not word), tiles)


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


def _number_problems(lines: Sequence[_Line]) -> Iterator[PublishedError]:
    """Rounds that are numbered come one after the other; a move alone may have the number of a rack that never came."""
    numbered = [one for one in lines if one.number is not None and one.rack]
    for expected, one in enumerate(numbered, start=1):
        if one.number != expected:
            yield PublishedError(one.line, "published_number", {"expected": expected, "number": one.number})
            return


def _total_problems(lines: Iterable[_Line]) -> Iterator[PublishedError]:
    """A total that runs beside the points is that of the points so far."""
    total = 0
    for one in lines:
        total += one.points[0] if one.points else 0
        if len(one.points) == 2 and one.points[1] != total:
            yield PublishedError(one.line, "published_total", {"found": total, "said": one.points[1]})
            return


def _moved_up(lines: Sequence[_Line]) -> Iterator[_Line]:
    """Each rack with the move that the line after it has."""
    for one, after in zip(lines, [*lines[1:], None], strict=True):
        if after is not None:
            yield _Line(one.line, one.number, one.rack, after.word, after.ref, after.points, after.nothing)
        elif one.rack:
            yield _Line(one.line, one.number, one.rack, "", "", ())
