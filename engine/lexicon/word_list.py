"""Word lists: a reader for the text files in which clubs keep their words.

A list has one word a line, in upper or lower case, with line ends of Unix, Windows or old Macs. Empty lines
and lines that begin with "#" are skipped. If lines hold more than the word, the caller must say so
(`definitions`): then the word ends at the first space, tab, comma, semicolon, colon, equals sign or bar, and
the rest is its definition; quotes around either, as in CSV, and a first line of headings are left out.

Encodings are never guessed. A byte order mark decides (UTF-8 or UTF-16); without one a list is UTF-8, unless
the caller names another of `ENCODINGS`. Accents fold as the tile set says (`tiles`).

Bad lines don't stop the reading: all are reported with their number, and the caller decides whether to refuse
the list. A list with more different lines than a lexicon has words is refused before any is read.
"""

import codecs
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial

from engine.errors import LexiconError, TileError
from engine.lexicon.capitals import has_capital_in_front, is_abbreviation
from engine.lexicon.graph import MOST_WORDS
from engine.lexicon.letter_fit import likeness
from engine.squares import SIZE
from engine.tiles import TileSet, load_tile_set, tile_set_names

SHORTEST, LONGEST = 2, SIZE
DEFAULT_ENCODING = "utf-8"
# Names of the IANA. Besides UTF-8: western Windows, ISO 8859 (15 has the Œ that 1 lacks), central European
# Windows and ISO (Romanian), and the old encodings of Macs and DOS.
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

# The errors of a line of a word list, besides a letter that the tile set lacks (`unknown_letter`).
LINE_MESSAGES = {
    "line_encoding": "“{text}” is not encoded in {encoding}.",
    "line_too_short": "“{text}” is one tile: a word has at least two.",
    "line_too_long": "“{text}” is {length} tiles: a word has at most fifteen.",
    "line_capital": "“{text}” has a capital in front, as names have.",
    "line_abbreviation": "“{text}” has capitals as abbreviations have.",
}

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_LINE_END = re.compile(r"\r\n|\r|\n")
_WORD_END = re.compile(r"[\s,;:=|]")
_HEADINGS = re.compile(
    r"(words?|mots?|palabras?|w[oö]rt(er)?|woord(en)?|parol[ae]|cuvânt|cuvinte|paraul(a|es))"
    r"[\t,;|](definition(en|s)?|définitions?|definici(ón|ones)|bedeutung(en)?|definities?|betekenis(sen)?"
    r"|definizion[ei]|significat[oi]|definiți[ei]|definicions?|meanings?)",
    re.IGNORECASE,
)
# Bytes that cannot be decoded, as they stand in the text of `_lines`.
_UNDECODED = re.compile("[\udc80-\udcff]")
MOST_ERRORS = 1000  # told with their lines: a list read with other tiles may have millions
_MOST_SHOWN = 60
_MOST_STRANGERS = 30
_MOST_FITTING = 4


@dataclass(frozen=True, slots=True)
class LineError:
    """An error in one line: `code` and `params` are for translation, `message` is English.

    `says_more`: the line would be good if only its first word counted.
    """

    line: int
    text: str
    code: str
    params: dict[str, object]
    message: str
    says_more: bool = False


@dataclass(frozen=True, slots=True)
class WordList:
    """The words of a list as tile numbers, each once and in the list's order, and the first faulty lines.

    `error_count` is the number of all, and `codes` are those of their errors. `definitions` has the words that have a
    definition; the definitions of a word on several lines are joined into one text. `strangers` are letters that the
    tile set lacks (the first thirty), and `fitting` then the tile sets that have all letters of the list.
    """

    # A third of the memory of tuples, of which a list of millions has no more than it needs.
    words: list[bytes]
    errors: list[LineError]
    doubles: int
    error_count: int
    codes: frozenset[str]
    definitions: dict[tuple[int, ...], str] = field(default_factory=dict)
    strangers: tuple[str, ...] = ()
    fitting: tuple[str, ...] = ()

    @property
    def misread(self) -> bool:
        """True if lines could not be decoded: the list is in another encoding."""
        return "line_encoding" in self.codes

    @property
    def says_more(self) -> bool:
        """True if there are faulty lines that would be words if only their first word counted."""
        return any(error.says_more for error in self.errors)


def read_word_list(
    data: bytes,
    tiles: TileSet,
    encoding: str | None = None,
    *,
    definitions: bool = False,
    without_capitals: bool = False,
    without_abbreviations: bool = False,
) -> WordList:
    """Read the words in the content of a file; `encoding` is one of `ENCODINGS`, or None for UTF-8.

    Words with a capital in front are faulty `without_capitals`, words with a capital behind another letter
    `without_abbreviations`.

    Raises:
        LexiconError: it has too many lines for a lexicon.
    """
    words: dict[bytes, None] = {}
    texts: dict[tuple[int, ...], str] = {}
    errors: list[LineError] = []
    codes: Counter[str] = Counter()
    count = 0
    encoding, data = split_mark(data, encoding or DEFAULT_ENCODING)
    for number, line, text in _entries(data, encoding, definitions=definitions):
        word = _read_line(number, line, tiles, encoding)
        if isinstance(word, tuple) and without_capitals and has_capital_in_front(line):
            word = _line_error(number, line, "line_capital")
        elif isinstance(word, tuple) and without_abbreviations and is_abbreviation(line):
            word = _line_error(number, line, "line_abbreviation")
        elif isinstance(word, LineError) and len(errors) < MOST_ERRORS:
            word = replace(word, says_more=_begins_with_word(line, tiles, encoding))
        if isinstance(word, LineError):
            codes[word.code] += 1
            if len(errors) < MOST_ERRORS:
                errors.append(word)
            continue
        words[bytes(word)] = None
        count += 1
        if text:
            texts[word] = f"{texts[word]} · {text}" if word in texts else text
    read = WordList(list(words), errors, count - len(words), codes.total(), frozenset(codes), texts)
    if "unknown_letter" not in codes:
        return read
    words_alone = partial(_entries, data, encoding, definitions=definitions or read.says_more)
    letters = _letters_of((line for _, line, _ in words_alone()), tiles)
    strangers = tuple(letter for letter in sorted(letters) if _cells_of(tiles, letter) is None)
    if not strangers:
        return read
    fitting = _find_fitting_sets(_letters_of(line for _, line, _ in words_alone()))
    return replace(read, strangers=strangers[:_MOST_STRANGERS], fitting=fitting)


def read_lines(
    data: bytes, tiles: TileSet, encoding: str | None = None, *, definitions: bool = False
) -> Iterator[tuple[int, str, tuple[int, ...] | LineError, str]]:
    """Yield number, text, word or error, and definition of each line that is neither empty nor a comment.

    Raises:
        LexiconError: as `read_word_list`.
    """
    encoding, data = split_mark(data, encoding or DEFAULT_ENCODING)
    for number, line, text in _entries(data, encoding, definitions=definitions):
        yield number, line, _read_line(number, line, tiles, encoding), text


def split_mark(data: bytes, encoding: str) -> tuple[str, bytes]:
    """Return the encoding that counts, and the content without its byte order mark."""
    for mark, marked in _MARKS:
        if data.startswith(mark):
            return marked, data[len(mark) :]
    return encoding, data


def _check_count(data: bytes) -> None:
    """Refuse a list of too many lines: in seconds, while reading them takes minutes."""
    if data.count(b"\n") + data.count(b"\r") >= MOST_WORDS:
        count = len(set(data.splitlines()))
        if count > MOST_WORDS:
            raise LexiconError("lexicon_too_big", count=count, most=MOST_WORDS)


def _lines(data: bytes, encoding: str) -> Iterator[str]:
    # In UTF-16, an undecodable byte becomes a replacement mark, which is no letter of any tile set.
    text = data.decode(encoding, "replace" if encoding.startswith("utf-16") else "surrogateescape")
    start = 0
    for end in _LINE_END.finditer(text):
        yield text[start : end.start()]
        start = end.end()
    yield text[start:]


def _entries(data: bytes, encoding: str, *, definitions: bool) -> Iterator[tuple[int, str, str]]:
    """Yield line number, word and definition of each line that is neither empty nor a comment."""
    _check_count(data)
    is_first = True
    for number, raw in enumerate(_lines(data, encoding), start=1):
        line = raw.strip()
        if not line or line.startswith("#"):
            continue
        was_first, is_first = is_first, False
        if not definitions:
            yield number, line, ""
        elif not (was_first and _HEADINGS.fullmatch(re.sub(r"[\" ]", "", line))):
            yield number, *_split(line)


def _split(line: str) -> tuple[str, str]:
    """Split a line into word and definition; undecodable bytes in the definition are replaced."""
    word, *rest = _WORD_END.split(line, maxsplit=1)
    text = rest[0].lstrip(" \t,;:=|") if rest else ""
    if len(text) > 1 and text.startswith('"') and text.endswith('"'):
        text = text[1:-1].replace('""', '"').strip()
    if len(word) > 1 and word.startswith('"') and word.endswith('"'):
        word = word[1:-1]
    return word, _UNDECODED.sub("\N{REPLACEMENT CHARACTER}", text)


def _letters_of(lines: Iterable[str], tiles: TileSet | None = None) -> Counter[str]:
    """Count the letters of lines, without those on tiles of several letters (QU, NY); other characters are left
    out.
    """
    several = [re.escape(letter) for letter in (tiles.letters if tiles else ()) if len(letter) > 1]
    joined = re.compile("|".join(several)) if several else None
    written: Counter[str] = Counter()
    for line in lines:
        written.update(joined.sub("", line.upper()) if joined else line.upper())
    return Counter({sign: count for sign, count in written.items() if sign.isalpha()})


def _find_fitting_sets(letters: Counter[str]) -> tuple[str, ...]:
    """Return the tile sets that have all letters, the likeliest first."""
    fits: dict[str, float] = {}
    for tiles in map(load_tile_set, tile_set_names()):
        counts: Counter[int] = Counter()
        for letter, count in letters.items():
            if (cells := _cells_of(tiles, letter)) is None:
                break
            counts.update(dict.fromkeys(cells, count))
        else:
            fits[tiles.name] = likeness(counts, tiles)
    return tuple(sorted(fits, key=lambda name: fits[name], reverse=True)[:_MOST_FITTING])


def _cells_of(tiles: TileSet, letter: str) -> tuple[int, ...] | None:
    try:
        return tiles.encode_plain(letter)
    except TileError:
        return None


def _read_line(number: int, text: str, tiles: TileSet, encoding: str) -> tuple[int, ...] | LineError:
    if not text.isascii() and _UNDECODED.search(text):
        return _line_error(number, text, "line_encoding", encoding=encoding)
    try:
        word = tiles.encode_plain(text)
    except TileError as error:
        params: dict[str, object] = {"letter": _escape(str(error.params["letter"])), "text": _escape(text)}
        message = str(TileError(error.code, **params))
        return LineError(number, _escape(text), error.code, params, message)
    if len(word) < SHORTEST:
        return _line_error(number, text, "line_too_short")
    if len(word) > LONGEST:
        return _line_error(number, text, "line_too_long", length=len(word))
    return word


def _begins_with_word(text: str, tiles: TileSet, encoding: str) -> bool:
    first = _WORD_END.split(text, maxsplit=1)[0]
    return first != text and not isinstance(_read_line(0, first, tiles, encoding), LineError)


def _line_error(number: int, text: str, code: str, **params: object) -> LineError:
    shown = _escape(text)
    params["text"] = shown
    return LineError(number, shown, code, params, LINE_MESSAGES[code].format(**params))


def _escape(text: str) -> str:
    """Shorten a text for a message, and escape everything that a terminal would interpret."""
    cut = text[:_MOST_SHOWN] + "…" * (len(text) > _MOST_SHOWN)
    return "".join(
        character if character.isprintable() else _escape_character(character) for character in cut
    )


def _escape_character(character: str) -> str:
    byte = ord(character) - 0xDC00
    return f"\\x{byte:02x}" if 0x80 <= byte <= 0xFF else repr(character)[1:-1]
