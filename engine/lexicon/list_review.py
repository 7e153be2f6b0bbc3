"""Review of a word list before it is loaded: its words, and the lines without them, counted by kind.

Lists for other purposes (spelling, crosswords) have names, abbreviations and words with hyphens, which no game
knows. A review sorts these lines out, so that a user can see and leave out all of a kind at once.
"""

from dataclasses import dataclass, field
from enum import StrEnum

from engine.lexicon.capitals import has_capital_in_front, is_abbreviation
from engine.lexicon.letter_fit import LetterMisfit, count_letters, find_misfit
from engine.lexicon.word_list import LineError, read_lines
from engine.tiles import Cells, TileSet

MOST_EXAMPLES = 8
APOSTROPHES = frozenset("'’ʼ`´")
HYPHENS = frozenset("-‐‑–—")


class LineKind(StrEnum):
    """The reason why a line gives no word. The first one in this order counts."""

    ENCODING = "encoding"
    CAPITAL = "capital"
    APOSTROPHE = "apostrophe"
    HYPHEN = "hyphen"
    DIGIT = "digit"
    ABBREVIATION = "abbreviation"
    SPACE = "space"
    LONG = "long"
    SHORT = "short"
    LETTER = "letter"
    SIGN = "sign"


@dataclass(slots=True)
class LeftOut:
    """The lines of one kind: how many, and the first ones with their numbers."""

    kind: LineKind
    count: int = 0
    examples: list[tuple[int, str]] = field(default_factory=list)

    def add(self, number: int, text: str) -> None:
        self.count += 1
        if len(self.examples) < MOST_EXAMPLES:
            self.examples.append((number, text))


@dataclass(frozen=True, slots=True)
class ListReview:
    """The words of a list as tile numbers, each once, and the lines that are left out.

    `folded` are examples of lines with accents, each with its tiles; `joined` of words in which several signs became
    one tile, though each has one of its own. `definitions` has the words that have a definition. `misfit` tells if
    the letters do not fit the tiles.
    """

    words: list[bytes]
    lines: int
    doubles: int
    left_out: list[LeftOut]
    folded: list[tuple[str, str]]
    definitions: dict[Cells, str]
    word_count: int
    misfit: LetterMisfit | None = None
    joined: list[tuple[str, str]] = field(default_factory=list)

    @property
    def bad_lines(self) -> int:
        return sum(one.count for one in self.left_out)


def review_list(
    data: bytes,
    tiles: TileSet,
    encoding: str | None = None,
    *,
    definitions: bool = False,
    without_capitals: bool = False,
    without_abbreviations: bool = False,
) -> ListReview:
    """Read a list and sort its lines; `without_capitals` leaves out words with a capital in front,
    `without_abbreviations` words with a capital behind another letter.
    """
    words: dict[bytes, None] = {}
    texts: dict[Cells, list[str]] = {}
    found = {kind: LeftOut(kind) for kind in LineKind}
    folded: dict[str, str] = {}
    doubtful = {tile for tile, _ in enumerate(tiles.letters, start=1) if tiles.letters_apart(tile)}
    joined: list[tuple[str, str]] = []
    lines = good = 0
    for number, line, word, text in read_lines(data, tiles, encoding, definitions=definitions):
        lines += 1
        unwanted = _unwanted_kind(line, capitals=without_capitals, abbreviations=without_abbreviations)
        if isinstance(word, LineError):
            found[_kind_of(line, word, unwanted)].add(number, word.text)
        elif unwanted:
            found[unwanted].add(number, line)
        else:
            good += 1
            words[bytes(word)] = None
            if text:
                texts.setdefault(word, []).append(text)
            if not line.isascii() and len(folded) < MOST_EXAMPLES:
                _add_example(folded, line, tiles.decode(word))
            if not doubtful.isdisjoint(word):
                joined.append((line, tiles.list_tiles(word)))
                doubtful.difference_update(word)
    return ListReview(
        words=list(words),
        lines=lines,
        doubles=good - len(words),
        left_out=[one for one in found.values() if one.count],
        folded=list(folded.items()),
        word_count=len(words),
        definitions={word: " · ".join(said) for word, said in texts.items()},
        misfit=find_misfit(count_letters(words), tiles, words, len(words)),
        joined=joined,
    )


def _add_example(folded: dict[str, str], line: str, tiles: str) -> None:
    """Add an example, if it has a letter that those before have not."""
    known = set().union(*folded)
    if any(not letter.isascii() and letter not in known for letter in line):
        folded[line] = tiles


def _unwanted_kind(line: str, *, capitals: bool, abbreviations: bool) -> LineKind | None:
    """Return why a line is left out whose word may be good: it is a name or an abbreviation, and these are."""
    if capitals and has_capital_in_front(line):
        return LineKind.CAPITAL
    return LineKind.ABBREVIATION if abbreviations and is_abbreviation(line) else None


def _kind_of(line: str, error: LineError, unwanted: LineKind | None) -> LineKind:
    signs = set(line)
    tests = (
        (LineKind.ENCODING, error.code == "line_encoding"),
        (LineKind.CAPITAL, unwanted is LineKind.CAPITAL),
        (LineKind.APOSTROPHE, bool(signs & APOSTROPHES)),
        (LineKind.HYPHEN, bool(signs & HYPHENS)),
        (LineKind.DIGIT, any(sign.isdigit() for sign in signs)),
        (LineKind.ABBREVIATION, unwanted is LineKind.ABBREVIATION),
        (LineKind.SPACE, any(sign.isspace() for sign in signs)),
        (LineKind.LONG, error.code == "line_too_long"),
        (LineKind.SHORT, error.code == "line_too_short"),
        (LineKind.LETTER, str(error.params.get("letter", "")).isalpha()),
    )
    return next((kind for kind, applies in tests if applies), LineKind.SIGN)
