"""Guesses about a word list: its encoding, its language, and whether lines say more than the word.

They fill in a form that shows what they make of the list; a user decides.
"""

import math
import unicodedata
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import lru_cache

from engine.errors import TileError
from engine.lexicon.kwg import find_likely_tile_sets, read_kwg
from engine.lexicon.letter_fit import ENOUGH_LETTERS, count_letters, likeness
from engine.lexicon.word_list import DEFAULT_ENCODING, split_mark
from engine.tiles import load_tile_set, tile_set_names

# Names of charset-normalizer, and ours.
_WESTERN = {"cp1252": "windows-1252", "mac_roman": "mac-roman", "cp850": "cp850"}
_CENTRAL = {"cp1250": "windows-1250", "iso8859_2": "iso-8859-2"}
# Letters of the languages with tiles. Another one tells that the encoding is wrong.
_LETTERS = frozenset("àâäáãæçèéêëíìîïĳñóòôöœßúùûüÿăşţșțÀÂÄÁÃÆÇÈÉÊËÍÌÎÏĲÑÓÒÔÖŒẞÚÙÛÜŸĂŞŢȘȚ")
# Read as a western language's, Romanian ş and ţ are these.
_ROMANIAN = frozenset("ºªþÞ")
# Œ, œ and Ÿ in ISO 8859-15, which are fractions in windows-1252; and bytes that are letters there alone.
_LATIN_9 = frozenset(b"\xbc\xbd\xbe")
_WINDOWS = frozenset(range(0x80, 0xA0))
_MOST_SAMPLED = 2000
_MOST_LETTERS = 400_000
_SEPARATORS = frozenset("\t ;,:=|")
_AT_LINE_ENDS = {ord(sign): "\n" for sign in (*_SEPARATORS, "/", "\r")}

# Words that nearly every list of the language has, and hardly a list of another one.
_KNOWN_WORDS = {
    "danish": "HVAD UDEN NOGET NOGLE LIGE HAVDE GIVE TAGE",
    "dutch": "HET NIET EEN ZIJN VOOR MAAR WORDEN HEBBEN",
    "english": "THE WITH THEY WOULD WHICH THROUGH SHOULD WHEN",
    "french": "AVEC VOUS NOUS ETAIENT TOUJOURS PLUS LEUR CHEZ",
    "german": "UND NICHT EINE DURCH WERDEN ZWISCHEN AUCH HABEN",
    "italian": "CHE ANCHE SONO GLI QUESTO DELLA PERCHE OGNI",
    "norwegian": "DEG MEG BLI MYE GJENNOM UTEN OPP SEG",
    "romanian": "ESTE PENTRU CARE SUNT FARA DUPA ACUM CAND",
    "spanish": "COMO PERO CUANDO PORQUE MUY TAMBIEN SIEMPRE HASTA",
}
_LONGEST_KNOWN = max(len(word) for words in _KNOWN_WORDS.values() for word in words.split())
# Letters with marks that one language alone writes, among those with tiles.
_KNOWN_LETTERS = {
    "dutch": "ĳĲ",
    "french": "êèçœæûîÊÈÇŒÆÛÎ",
    "german": "ßẞäÄ",
    "italian": "òìÒÌ",
    "romanian": "ăşţșțĂŞŢȘȚ",
    "spanish": "ñÑíóÍÓ",
}
_OF_INTERFACE = 0.02
_MOST_KNOWN = 0.75
_MOST_FITTED = 600  # words
_NEARLY_ALIKE = 0.01
_NEARLY_ALL = 0.02  # some words of a list in the right language have letters of another one


def guess_encoding(data: bytes) -> str:
    """Return the likeliest encoding of a list; a byte order mark decides."""
    encoding, text = split_mark(data, DEFAULT_ENCODING)
    if encoding != DEFAULT_ENCODING or text is not data:
        return encoding
    try:
        data.decode(DEFAULT_ENCODING)
    except UnicodeDecodeError:
        return _guess_single_byte(data)
    return DEFAULT_ENCODING


def guess_tile_set(text: str, language: str = "") -> str:
    """Return the likeliest tile set for the words of a text; where little tells, that of the `language`.

    It is one of those with known words if most of these are there, or if its letters fit about as well as any others;
    or else the one that fits.
    """
    lines = _sample(text)
    guess, found = _guess_known(text, lines, language)
    words = [word for line in lines if (word := line.translate(_AT_LINE_ENDS).partition("\n")[0]).isalpha()]
    words = words[:: max(1, len(words) // _MOST_FITTED)]
    if found >= _MOST_KNOWN or sum(map(len, words)) < ENOUGH_LETTERS:
        return guess
    fits = {name: _measure_fit(words, name) for name in tile_set_names()}
    most = max(read for read, _ in fits.values())
    alike = {name: alike for name, (read, alike) in fits.items() if read >= most - _NEARLY_ALL}
    best = max(alike.values())
    likely = [name for name in alike if alike[name] >= best - _NEARLY_ALIKE]
    marks = {sign for sign in "".join(words).upper() if not sign.isascii()}
    if guess in likely:
        return guess
    return max(likely, key=lambda name: (_count_own_letters(marks, name), alike[name]))


def _count_own_letters(marks: set[str], name: str) -> int:
    """Count the letters with marks that a tile set has tiles for: other sets read them as their bare letters."""
    return len(marks.intersection(load_tile_set(name).letters))


def _measure_fit(words: Sequence[str], name: str) -> tuple[float, float]:
    """Return the share of words that have all their letters in a tile set, and how well the letters fit.

    A letter that is read as another one counts as one without a tile.
    """
    tiles = load_tile_set(name)
    read: list[tuple[int, ...]] = []
    for word in words:
        with suppress(TileError):
            read.append(tiles.encode_plain(word))
    signs = Counter("".join(words))
    own = 1 - sum(count for sign, count in signs.items() if sign in tiles.folds) / (signs.total() or 1)
    return len(read) / (len(words) or 1), likeness(count_letters(read), tiles) * math.sqrt(own)


def _guess_known(text: str, lines: list[str], language: str) -> tuple[str, float]:
    """Return the likeliest of the tile sets with known words, and the share of these that were found."""
    whole = "\n" + _bare(text).translate(_AT_LINE_ENDS) + "\n"
    letters = Counter(_bare("".join(lines))[:_MOST_LETTERS])
    marks = {sign for sign in set(text) if not sign.isascii()}

    def share(name: str) -> float:
        known = _KNOWN_WORDS[name].split()
        return sum(f"\n{word}\n" in whole for word in known) / len(known)

    def score(name: str) -> float:
        marked = bool(marks & set(_KNOWN_LETTERS.get(name, "")))
        spoken = load_tile_set(name).language == language.partition("-")[0]
        return share(name) + 0.05 * marked + _OF_INTERFACE * spoken + _likeness(letters, name)

    names = [name for name in tile_set_names() if name in _KNOWN_WORDS]
    guess = max(names, key=lambda name: (score(name), name == "english"))
    return guess, share(guess)


def guess_kwg_tile_set(data: bytes, language: str = "") -> str:
    """Return the likeliest tile set of a KWG file: by its letters, then by its words.

    Raises:
        LexiconError: the file is damaged.
    """
    names = find_likely_tile_sets(data, guess_tile_set("", language))
    tiles = load_tile_set(names[0])
    if len(names) == 1:
        return tiles.name
    words = read_kwg(data, tiles, "").lexicon.words()
    guess = guess_tile_set(
        "\n".join(tiles.decode(word) for word in words if len(word) <= _LONGEST_KNOWN), language
    )
    return guess if guess in names else tiles.name


def guess_definitions(text: str) -> bool:
    """Tell whether most lines have more text behind a first word."""
    lines = _sample(text)
    return sum(bool(_SEPARATORS.intersection(line)) for line in lines) * 2 > len(lines)


def _guess_single_byte(data: bytes) -> str:
    lines = [line for line in data.splitlines() if not line.isascii()]
    sample = b"\n".join(lines[:: max(1, len(lines) // _MOST_SAMPLED)])
    encoding = _likeliest(sample, _WESTERN)
    if encoding == "windows-1252":
        if _ROMANIAN.intersection(sample.decode(encoding, "replace")):
            return _likeliest(sample, _CENTRAL)
        if _LATIN_9.intersection(data) and not _WINDOWS.intersection(data):
            return "iso-8859-15"
    return encoding


def _likeliest(sample: bytes, encodings: Mapping[str, str]) -> str:
    """Return the encoding that gives the fewest strange letters; among equals, that of the library."""
    from charset_normalizer import from_bytes  # noqa: PLC0415 - only old word lists need it

    best = from_bytes(sample, cp_isolation=list(encodings)).best()
    library = encodings.get(best.encoding, "") if best else ""

    def strangeness(encoding: str) -> tuple[int, bool]:
        text = sample.decode(encoding, "replace")
        return sum(not sign.isascii() and sign not in _LETTERS for sign in text), encoding != library

    return min(encodings.values(), key=strangeness)


def _sample(text: str) -> list[str]:
    lines = [line.strip() for line in text.splitlines() if line.strip() and not line.startswith("#")]
    return lines[:: max(1, len(lines) // _MOST_SAMPLED)]


def _bare(text: str) -> str:
    """Return the letters A to Z of a text, without their marks."""
    if text.isascii():
        return text.upper()
    return unicodedata.normalize("NFD", text.upper()).encode("ascii", "ignore").decode()


def _likeness(letters: Counter[str], name: str) -> float:
    """Return how much the letters are as frequent as the tiles: 1 if they are in the same proportions.

    Roots keep the commonest letters from deciding alone. A few letters tell little.
    """
    tiles = _frequencies(name)
    given = {letter: math.sqrt(count) for letter, count in letters.items() if letter.isalpha()}
    length = math.sqrt(sum(value * value for value in given.values())) or 1
    likeness = sum(value * tiles.get(letter, 0) for letter, value in given.items()) / length
    return likeness * min(1, letters.total() / ENOUGH_LETTERS)


@lru_cache
def _frequencies(name: str) -> dict[str, float]:
    tiles = load_tile_set(name)
    counts: Counter[str] = Counter()
    for letter, count in zip(tiles.letters, tiles.counts[1:], strict=True):
        for sign in _bare(letter):
            counts[sign] += count
    length = math.sqrt(sum(counts.values()))
    return {letter: math.sqrt(count) / length for letter, count in counts.items()}
