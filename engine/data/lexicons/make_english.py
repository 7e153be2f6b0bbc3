"""The script that makes the built-in English word list, english.txt.gz, from Debian's package `scowl`.

    python engine/data/lexicons/make_english.py /usr/share/dict/scowl

- It takes all spelling categories (American, British with -ise and -ize, Canadian, Australian, and the
  variants 1 to 3), sizes 10 to 80. SCOWL says that size 80 holds "all the strange and unusual words people
  like to use in word games". It is the first size that takes in the ENABLE list: size 70 has 62 % of it, size
  80 all but 0.04 %.
- The only sub-category is `words`; names, upper-case words, abbreviations and contractions are out. Words
  with an apostrophe, a hyphen or a capital are left out; accents are removed (café is CAFE); words have 2 to
  15 letters.
- Short words decide games, and the large sizes contain names of letters and units (cs, lm, hhd). So a word
  without A, E, I, O, U or Y is in only if it stands in `WITHOUT_VOWEL` below.
- Some short words are in `abbreviations` although they are common words as well (ab, bio, bro). Those that
  are in ENABLE, one of SCOWL's sources and in the public domain, stand in `ALSO_ABBREVIATIONS` below.

The result depends only on the lists: sorted, one word a line, compressed without a date. The copyright
notices of SCOWL and of its sources are in NOTICE.
"""

import argparse
import gzip
import re
import sys
import unicodedata
from collections.abc import Iterator
from pathlib import Path

SIZES = (10, 20, 35, 40, 50, 55, 60, 70, 80)
SPELLINGS = (
    *("english", "american", "british", "british_z", "canadian", "australian"),
    *("variant_1", "variant_2", "variant_3"),
)
WITHOUT_VOWEL = """
brr brrr crwth crwths cwm cwms hm hmm mm nth pfft phpht pht psst pssts pst psts pwn pwns sh shh ssh tsk tsks
tsktsk tsktsks zzz
"""
ALSO_ABBREVIATIONS = """
aa ab abamp abs ae aff al alt ar att ave aw bal bio bo bot bro bros col comp consol cor cos cosec cotan cum
dag dal del dev dol dom dup ed eff el emf eng fas fem gen guar hist hm hon hyp incog intro jun jus lang lat
lav lex li lin ling litho mach mag maths max med mem mixt mm mo mol mon mor morph mos mun mus nom nos oe op
os pam para ped pend phon phot photog plat prelim prog pseud psi rad rec reg rem res ret rom sae scot sculp
sec sel sen ser soph stat syn tel therm tinct trans trop var vert vis
"""
OUTPUT = Path(__file__).with_name("english.txt.gz")


def words_in(folder: Path, category: str) -> Iterator[str]:
    """Yield the words of one sub-category in all spellings and sizes, unchanged but for removed accents."""
    for spelling in SPELLINGS:
        for size in SIZES:
            path = folder / f"{spelling}-{category}.{size}"
            if path.exists():
                for line in path.read_text(encoding="utf-8").splitlines():
                    letters = unicodedata.normalize("NFKD", line.strip())
                    yield "".join(letter for letter in letters if not unicodedata.combining(letter))


def english_words(folder: Path) -> list[str]:
    words = set(words_in(folder, "words"))
    words |= set(ALSO_ABBREVIATIONS.split()) & set(words_in(folder, "abbreviations"))
    plain = {word for word in words if re.fullmatch("[a-z]{2,15}", word)}
    without_vowel = {word for word in plain if not re.search("[aeiouy]", word)}
    return sorted(word.upper() for word in plain - without_vowel | plain & set(WITHOUT_VOWEL.split()))


def main() -> int:
    parser = argparse.ArgumentParser(description="Make english.txt.gz from the lists of SCOWL.")
    parser.add_argument("folder", type=Path, help="where the lists are, such as /usr/share/dict/scowl")
    folder: Path = parser.parse_args().folder
    words = english_words(folder)
    if len(words) < 160_000:
        sys.stderr.write(f"{folder} gives {len(words)} words only: is it the folder of SCOWL's lists?\n")
        return 1
    text = "".join(f"{word}\n" for word in words)
    OUTPUT.write_bytes(gzip.compress(text.encode("ascii"), compresslevel=9, mtime=0))
    sys.stdout.write(f"{OUTPUT.name}: {len(words)} words\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
