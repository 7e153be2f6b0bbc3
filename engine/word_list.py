"""Word lists: reading the text files that clubs keep their words in.

A list has a word a line, in capitals or not; lines may end as Unix, Windows or old Macs end them. Empty lines
and lines that begin with "#" are left out. If lines say more than the word, the reader must be told
(`definitions`): then the word ends at the first space, tab, comma, semicolon, colon, equals sign or bar.

Encodings are never guessed. A byte order mark says what it is (UTF-8 or UTF-16); without one a list is
UTF-8, unless whoever hands it in names another of `ENCODINGS`. Accents fold as the tile set says (`tiles`).

Bad lines don't stop the reading: all are reported with their number, and it is for the caller to refuse the
list.
"""

import codecs
import re
from collections.abc import Iterator
from dataclasses import dataclass

from engine.board import SIZE
from engine.errors import TileError
from engine.tiles import TileSet

SHORTEST, LONGEST = 2, SIZE
DEFAULT_ENCODING = "utf-8"
# By the names of the IANA. Besides UTF-8: western Windows, ISO 8859 (15 has the Œ that 1 lacks), central
# European Windows and ISO (Romanian), and what Macs and DOS wrote in their time.
ENCODINGS = (
    DEFAULT_ENCODING,
    "windows-1252",
    "iso-8859-1",
    "iso-8859-15",
    "windows-1250",
    "iso-8859-2",
    "mac-roman",
    "cp850",
)

# What can be wrong with a line of a word list, besides a letter that the tile set lacks (`unknown_letter`).
LINE_MESSAGES = {
    "line_encoding": "“{text}” is not encoded in {encoding}.",
    "line_too_short": "“{text}” is one tile: a word has at least two.",
    "line_too_long": "“{text}” is {length} tiles: a word has at most fifteen.",
}

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_LINE_END = re.compile(r"\r\n|\r|\n")
_WORD_END = re.compile(r"[\s,;:=|]")
# How bytes that cannot be decoded stand in the text of `_lines`.
_UNDECODED = re.compile("[\udc80-\udcff]")
_MOST_SHOWN = 60


@dataclass(frozen=True, slots=True)
class LineError:
    """What is wrong with one line: `code` and `params` are for translation, `message` is English."""

    line: int
    text: str
    code: str
    params: dict[str, object]
    message: str


@dataclass(frozen=True, slots=True)
class WordList:
    """The words of a list, each once and in the list's order, and the lines that are no words."""

    words: list[tuple[int, ...]]
    errors: list[LineError]
    doubles: int

    @property
    def misread(self) -> bool:
        """Whether the list is in another encoding than the one it was read in."""
        return any(error.code == "line_encoding" for error in self.errors)


def read_word_list(
    data: bytes, tiles: TileSet, encoding: str | None = None, *, definitions: bool = False
) -> WordList:
    """The words in the content of a file; `encoding` is one of `ENCODINGS`, and UTF-8 if left out."""
    words: dict[tuple[int, ...], None] = {}
    errors: list[LineError] = []
    count = 0
    encoding, data = _encoding(data, encoding or DEFAULT_ENCODING)
    for number, raw in enumerate(_lines(data, encoding), start=1):
        line = raw.strip()
        if not line or line.startswith("#"):
            continue
        if definitions:
            line = _WORD_END.split(line, maxsplit=1)[0]
        word = _read_line(number, line, tiles, encoding)
        if isinstance(word, LineError):
            errors.append(word)
        else:
            words[word] = None
            count += 1
    return WordList(list(words), errors, count - len(words))


def _encoding(data: bytes, encoding: str) -> tuple[str, bytes]:
    """The encoding that counts, and the content without its byte order mark."""
    for mark, marked in _MARKS:
        if data.startswith(mark):
            return marked, data[len(mark) :]
    return encoding, data


def _lines(data: bytes, encoding: str) -> Iterator[str]:
    # In UTF-16, what cannot be decoded becomes a replacement mark, which is no letter of any tile set.
    text = data.decode(encoding, "replace" if encoding.startswith("utf-16") else "surrogateescape")
    start = 0
    for end in _LINE_END.finditer(text):
        yield text[start : end.start()]
        start = end.end()
    yield text[start:]


def _read_line(number: int, text: str, tiles: TileSet, encoding: str) -> tuple[int, ...] | LineError:
    if not text.isascii() and _UNDECODED.search(text):
        return _line_error(number, text, "line_encoding", encoding=encoding)
    try:
        word = tiles.encode_plain(text)
    except TileError as error:
        params: dict[str, object] = {"letter": _shown(str(error.params["letter"])), "text": _shown(text)}
        message = str(TileError(error.code, **params))
        return LineError(number, _shown(text), error.code, params, message)
    if len(word) < SHORTEST:
        return _line_error(number, text, "line_too_short")
    if len(word) > LONGEST:
        return _line_error(number, text, "line_too_long", length=len(word))
    return word


def _line_error(number: int, text: str, code: str, **params: object) -> LineError:
    shown = _shown(text)
    params["text"] = shown
    return LineError(number, shown, code, params, LINE_MESSAGES[code].format(**params))


def _shown(text: str) -> str:
    """A text for a message: not too much of it, and nothing that a terminal would obey."""
    cut = text[:_MOST_SHOWN] + "…" * (len(text) > _MOST_SHOWN)
    return "".join(character if character.isprintable() else _escaped(character) for character in cut)


def _escaped(character: str) -> str:
    byte = ord(character) - 0xDC00
    return f"\\x{byte:02x}" if 0x80 <= byte <= 0xFF else repr(character)[1:-1]
