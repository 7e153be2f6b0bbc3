"""Guesses about a word list: its encoding, its language, and whether lines say more than the word.

They fill in a form that shows what they make of the list; a user decides.
"""

import math
import unicodedata
from collections import Counter
from collections.abc import Mapping
from functools import lru_cache

from charset_normalizer import from_bytes

from engine.lexicon.kwg import likely_tile_sets, read_kwg
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
    "dutch": "HET NIET EEN ZIJN VOOR MAAR WORDEN HEBBEN",
    "english": "THE WITH THEY WOULD WHICH THROUGH SHOULD WHEN",
    "french": "AVEC VOUS NOUS ETAIENT TOUJOURS PLUS LEUR CHEZ",
    "german": "UND NICHT EINE DURCH WERDEN ZWISCHEN AUCH HABEN",
    "italian": "CHE ANCHE SONO GLI QUESTO DELLA PERCHE OGNI",
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
_ENOUGH_LETTERS = 3000


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
    """Return the likeliest tile set for the words of a text; where little tells, that of the `language`."""
    lines = _sample(text)
    whole = "\n" + _bare(text).translate(_AT_LINE_ENDS) + "\n"
    letters = Counter(_bare("".join(lines))[:_MOST_LETTERS])
    marks = {sign for sign in set(text) if not sign.isascii()}

    def score(name: str) -> float:
        known = _KNOWN_WORDS[name].split()
        found = sum(f"\n{word}\n" in whole for word in known) / len(known)
        marked = bool(marks & set(_KNOWN_LETTERS.get(name, "")))
        spoken = load_tile_set(name).language == language.partition("-")[0]
        return found + 0.05 * marked + _OF_INTERFACE * spoken + _likeness(letters, name)

    names = [name for name in tile_set_names() if name in _KNOWN_WORDS]
    return max(names, key=lambda name: (score(name), name == "english"))


def guess_kwg_tile_set(data: bytes, language: str = "") -> str:
    """Return the likeliest tile set of a KWG file: by its letters, then by its words.

    Raises:
        LexiconError: the file is damaged.
    """
    names = likely_tile_sets(data, guess_tile_set("", language))
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
    return likeness * min(1, letters.total() / _ENOUGH_LETTERS)


@lru_cache
def _frequencies(name: str) -> dict[str, float]:
    tiles = load_tile_set(name)
    counts: Counter[str] = Counter()
    for letter, count in zip(tiles.letters, tiles.counts[1:], strict=True):
        for sign in _bare(letter):
            counts[sign] += count
    length = math.sqrt(sum(counts.values()))
    return {letter: math.sqrt(count) / length for letter, count in counts.items()}
