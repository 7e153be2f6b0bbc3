"""Files in which clubs have their words: text, Excel, and KWG. How one is read, and what comes of it."""

import re
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, fields, replace
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

from django.utils.translation import gettext_lazy as _

from engine.lexicon import Lexicon, build_lexicon, kwg
from engine.lexicon.capitals import most_are_capitals, most_have_capitals
from engine.lexicon.graph import MOST_WORDS
from engine.lexicon.list_guesses import guess_definitions, guess_encoding, guess_kwg_tile_set, guess_tile_set
from engine.lexicon.list_review import LeftOut, LineKind, ListReview, review_list
from engine.lexicon.word_list import DEFAULT_ENCODING, split_mark
from engine.tiles import load_tile_set
from tournaments.errors import RuleViolation
from tournaments.models import WordListFile

if TYPE_CHECKING:
    from engine.lexicon.hunspell import HunspellForms

MOST_COLUMNS: Final = 20
MOST_ROWS: Final = 1_048_576
MOST_CELLS: Final = 2_500_000
# Bytes. A line of megabytes would be searched for seconds, while nobody else is answered.
LONGEST_LINE: Final = 1 << 16
SHOWN_OF_COLUMN: Final = 4
SAMPLED: Final = 2000
# Characters by which a reading is guessed, and in how many pieces they are taken.
MOST_SAMPLE: Final = 4 << 20
PIECES: Final = 256
# A hunspell dictionary is kept as the length of its list, the list, and its affix file.
LENGTH_BYTES: Final = 4
# An entry of a hunspell dictionary: the stem, a slash, its flags.
_HUNSPELL_ENTRY = re.compile(r"^[^\s/]+/[^\s/]+", re.MULTILINE)

FileKind = WordListFile.Kind
Word = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ListFile:
    """The content of a file; an Excel file is text with tabs between its columns."""

    kind: str
    data: bytes

    def pack(self) -> bytes:
        return zlib.compress(self.data, 6)


@dataclass(frozen=True, slots=True)
class ListReading:
    """How a file is read: its tiles, and for text its encoding, the column, and what else its lines say."""

    tile_set: str
    encoding: str = DEFAULT_ENCODING
    column: int = 0
    definitions: bool = False
    without_capitals: bool = False
    without_abbreviations: bool = False


def open_source(data: bytes, file_name: str, affixes: bytes | None = None) -> ListFile:
    """Return the content of a file; with `affixes`, the .aff file of a hunspell dictionary, both files.

    Raises:
        RuleViolation: it is nothing that has words.
        EngineError: a pair of files that is no hunspell dictionary.
    """
    if affixes is not None:
        _read_pair(data, affixes)
        return ListFile(FileKind.PAIR, len(data).to_bytes(LENGTH_BYTES) + data + affixes)
    name = file_name.lower()
    if name.endswith(kwg.SUFFIX):
        return ListFile(FileKind.KWG, data)
    if data.startswith(b"PK") or name.endswith((".xlsx", ".xls")):
        return ListFile(FileKind.TABLE, _excel_text(data))
    has_zeros = b"\0" in split_mark(data, "")[1][:1000] and split_mark(data, "")[0] == ""
    if has_zeros or max(map(len, data.splitlines()), default=0) > LONGEST_LINE:
        raise RuleViolation("not_words", _("This file is not text, Excel (.xlsx) or KWG (.kwg)."))
    _refuse_hunspell(data, name)
    return ListFile(FileKind.TEXT, data)


def list_forms(source: ListFile) -> ListFile:
    """Return the forms of a hunspell dictionary as a text, one a line. This takes seconds.

    Raises:
        EngineError: it has too many forms, or an entry cannot be read.
    """
    length = int.from_bytes(source.data[:LENGTH_BYTES])
    data = source.data[LENGTH_BYTES:]
    forms = _read_pair(data[:length], data[length:]).forms()
    return ListFile(FileKind.TEXT, "\n".join(sorted(forms)).encode(errors="replace"))


def guess_reading(source: ListFile, language: str) -> ListReading:
    """Return the likeliest reading; `language` is that of the user."""
    if source.kind == FileKind.KWG:
        return ListReading(guess_kwg_tile_set(source.data, language))
    encoding = guess_encoding(source.data)
    column = _guess_column(source) if source.kind == FileKind.TABLE else 0
    text = _take_sample(_decode(text_of(source, column), encoding))
    definitions = source.kind == FileKind.TEXT and guess_definitions(text)
    tile_set = guess_tile_set(text, language)
    sample = text.splitlines()[:: max(1, len(text) // (SAMPLED * 10))]
    names = tile_set != "german" and not most_have_capitals(sample)
    return ListReading(tile_set, encoding, column, definitions, names, not most_are_capitals(sample))


def _take_sample(text: str) -> str:
    """Return a text, or pieces from everywhere in one that is longer than `MOST_SAMPLE`."""
    if len(text) <= MOST_SAMPLE:
        return text
    size, step = MOST_SAMPLE // PIECES, len(text) // PIECES
    return "\n".join(text[begin : begin + size] for begin in range(0, len(text), step))


def review_source(source: ListFile, reading: ListReading) -> ListReview:
    """Return the words of a file, and the lines without them.

    Raises:
        EngineError: a KWG file that is damaged, or made for other tiles.
    """
    tiles = load_tile_set(reading.tile_set)
    if source.kind == FileKind.KWG:
        read = kwg.read_kwg(source.data, tiles, "")
        count = read.lexicon.word_count
        long = LeftOut(LineKind.LONG, read.too_long, [(0, tiles.decode(word)) for word in read.examples])
        left_out = [long] if read.too_long else []
        return ListReview([], count + read.too_long, 0, left_out, [], {}, count, read.misfit)
    return review_list(
        text_of(source, reading.column),
        tiles,
        reading.encoding,
        definitions=reading.definitions,
        without_capitals=reading.without_capitals,
        without_abbreviations=reading.without_abbreviations,
    )


def compile_source(source: ListFile, reading: ListReading, review: ListReview, name: str) -> Lexicon:
    """Compile the words that a review found.

    Raises:
        EngineError: there is no word, or too many.
    """
    tiles = load_tile_set(reading.tile_set)
    if source.kind == FileKind.KWG:
        return kwg.read_kwg(source.data, tiles, name).lexicon
    return build_lexicon(review.words, tiles, name)


def review_data(review: ListReview) -> dict[str, Any]:
    """Return what a page shows of a review, as JSON."""
    return {
        "words": review.word_count,
        "lines": review.lines,
        "doubles": review.doubles,
        "definitions": len(review.definitions),
        "bad": review.bad_lines,
        "left_out": [asdict(one) for one in review.left_out],
        "folded": review.folded,
        "joined": review.joined,
        "too_many": review.word_count > MOST_WORDS,
        "misfit": asdict(review.misfit) if review.misfit else None,
    }


def columns_of(source: ListFile) -> list[list[str]]:
    """Return the first values of each column of an Excel file."""
    rows = _sampled_rows(source)
    width = max(map(len, rows), default=0)
    return [
        list(islice((row[place] for row in rows if place < len(row) and row[place]), SHOWN_OF_COLUMN))
        for place in range(width)
    ]


def unpack(kept: WordListFile) -> ListFile:
    return ListFile(kept.kind, zlib.decompress(bytes(kept.packed)))


def reading_of(kept: WordListFile) -> ListReading:
    return ListReading(**{field.name: getattr(kept, field.name) for field in fields(ListReading)})


def possible(source: ListFile, reading: ListReading) -> ListReading:
    """Return a reading that the file allows, such as one of a column that it has."""
    if source.kind != FileKind.TABLE:
        return replace(reading, column=0)
    width = len(columns_of(source))
    return replace(reading, column=min(reading.column, max(0, width - 1)), encoding=DEFAULT_ENCODING)


def _decode(data: bytes, encoding: str) -> str:
    encoding, data = split_mark(data, encoding)
    return data.decode(encoding, "replace")


def _excel_text(data: bytes) -> bytes:
    from tournaments.people.imports.excel import read_first_sheet  # noqa: PLC0415 - slow to load, rarely used

    rows = read_first_sheet(data, MOST_ROWS, MOST_COLUMNS, MOST_CELLS)
    return "\n".join("\t".join(" ".join(cell.split()) for cell in row) for row in rows).encode()


def _rows(data: bytes) -> Iterator[list[str]]:
    return (line.split("\t") for line in data.decode().split("\n"))


def _sampled_rows(source: ListFile) -> list[list[str]]:
    """Return the first rows, as far as they are whole."""
    sample = (
        source.data if len(source.data) <= MOST_SAMPLE else source.data[:MOST_SAMPLE].rpartition(b"\n")[0]
    )
    return list(islice(_rows(sample), SAMPLED))


def _guess_column(source: ListFile) -> int:
    """Return the column with the most different single words."""
    rows = _sampled_rows(source)

    def words_in(place: int) -> int:
        cells = (row[place] for row in rows if place < len(row))
        return len({cell for cell in cells if cell.isalpha() and len(cell) > 1})

    return max(range(max(map(len, rows), default=1)), key=words_in, default=0)


def text_of(source: ListFile, column: int) -> bytes:
    if source.kind != FileKind.TABLE:
        return source.data
    return "\n".join(_cell(row, column) for row in _rows(source.data)).encode()


def _cell(row: Sequence[str], column: int) -> str:
    return row[column] if column < len(row) else ""


def _read_pair(dic: bytes, affixes: bytes) -> "HunspellForms":
    from engine.lexicon.hunspell import HunspellForms  # noqa: PLC0415 - slow to load, rarely used

    return HunspellForms(dic, affixes)


def _refuse_hunspell(data: bytes, name: str) -> None:
    head = data[:4000].decode("latin-1").split("\n", 1)
    is_dic = name.endswith(".dic") and head[0].strip("\r\ufeff ï»¿").isdecimal()
    if name.endswith(".aff") or (is_dic and _HUNSPELL_ENTRY.search(head[-1])):
        raise RuleViolation(
            "hunspell",
            _("A hunspell dictionary has two files: choose both together, .dic and .aff."),
        )
