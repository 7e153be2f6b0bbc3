"""The forms of the words of a hunspell dictionary, from its list (.dic) and its affix file (.aff).

`spylls`, the port of hunspell to Python, reads both files; it can look a form up, but not list the forms.

- A suffix may carry a further suffix, and a prefix its own suffixes, as in hunspell.
- Compounds are left out: nothing is joined, and entries that are only parts of compounds (ONLYINCOMPOUND) give
  no word.
- NEEDAFFIX hides the bare stem, FORBIDDENWORD the form itself. Affixes that count only in pairs (CIRCUMFIX)
  are left out.
"""

import io
import re
from codecs import BOM_UTF8
from collections.abc import Callable, Collection, Iterator

from spylls.hunspell.data.aff import Aff, Affix, Prefix, Suffix
from spylls.hunspell.data.dic import Dic, Word
from spylls.hunspell.readers.aff import read_aff
from spylls.hunspell.readers.dic import read_dic
from spylls.hunspell.readers.file_reader import BaseReader

from engine.errors import LexiconError

SUFFIXES_IN_A_ROW = 2  # hunspell's own limit
# A third or more of the forms are names, or have signs: a lexicon with 2**20 words has room for the rest. Spanish
# has 0.7 million forms from 6 million tries.
MOST_FORMS = 3 << 19
MOST_TRIES = 1 << 25
LONGEST_FORM = 64  # no game has a word of so many letters
# Directives without influence on the forms are not read: some could keep spylls busy for ever.
_READ = re.compile(
    rb"\s*(?:SET|FLAG|AF|IGNORE|LANG|SFX|PFX|NEEDAFFIX|PSEUDOROOT|ONLYINCOMPOUND|FORBIDDENWORD|CIRCUMFIX|FULLSTRIP)\b"
)
_ENCODING_LINE = re.compile(rb"^\s*SET\s+(\S+)", re.MULTILINE)
_ENCODING = re.compile(r"utf-?8|iso-?8859-\d\d?|koi8-[ru]|(?:cp|windows-)125\d", re.IGNORECASE)
# The condition of an affix is letters, dots and sets of letters. Anything else could be a pattern that takes
# for ever.
_CONDITION = re.compile(r"(?:\[\^?[^\[\]\\]+\]|[^\[\]\\(){}*+?|^$])*")


class HunspellForms:
    """A dictionary; `is_left_out` chooses affixes that give no form.

    Raises:
        LexiconError: one of the files is not that of a hunspell dictionary.
    """

    def __init__(
        self, dic: bytes, aff: bytes, is_left_out: Callable[[Affix], bool] = lambda _affix: False
    ) -> None:
        rules, entries = _read(dic, aff)
        self._words: list[Word] = entries.words
        self._only_in_compounds = rules.ONLYINCOMPOUND
        self._hidden = {flag for flag in (rules.NEEDAFFIX, rules.ONLYINCOMPOUND, rules.FORBIDDENWORD) if flag}
        self._full_strip = rules.FULLSTRIP
        self._forbidden = {word.stem for word in self._words if rules.FORBIDDENWORD in word.flags}
        self._tries = 0

        def is_kept(affix: Affix) -> bool:
            return rules.CIRCUMFIX not in affix.flags and not is_left_out(affix)

        self._suffixes = {flag: list(filter(is_kept, affixes)) for flag, affixes in rules.SFX.items()}
        self._prefixes = {flag: list(filter(is_kept, affixes)) for flag, affixes in rules.PFX.items()}
        for affixes in (*self._suffixes.values(), *self._prefixes.values()):
            for affix in affixes:
                if not _CONDITION.fullmatch(affix.condition):
                    raise LexiconError("hunspell_damaged", problem=affix.condition)

    def forms(self, is_word: Callable[[Word], bool] = lambda _word: True) -> set[str]:
        """Return all forms of the entries that `is_word` chooses.

        Raises:
            LexiconError: there are more than `MOST_FORMS`, or the affixes are tried more often than `MOST_TRIES`.
        """
        found: set[str] = set()
        self._tries = 0
        for word in self._words:
            if self._only_in_compounds not in word.flags and is_word(word):
                for form in self._forms_of(word):
                    if len(form) <= LONGEST_FORM:
                        found.add(form)
                    if len(found) > MOST_FORMS:
                        raise LexiconError("hunspell_too_big", most=MOST_FORMS)
        return found - self._forbidden

    def _forms_of(self, word: Word) -> Iterator[str]:
        flags = set(word.flags)
        for form, own in self._with_suffixes(word.stem, flags, SUFFIXES_IN_A_ROW, cross=False):
            if not own & self._hidden:
                yield form
        for flag in flags:
            for prefix in self._prefixes.get(flag, ()):
                yield from self._with_prefix(word, prefix, flags)

    def _with_prefix(self, word: Word, prefix: Prefix, flags: set[str]) -> Iterator[str]:
        self._count_tries(1)
        if not prefix.cond_regexp.search(word.stem) or prefix.flags & self._hidden:
            return
        begin = len(prefix.strip)
        # The prefix itself is the affix that NEEDAFFIX asks for, so the bare stem is good here.
        yield prefix.add + word.stem[begin:]
        if prefix.crossproduct:
            wanted = flags | prefix.flags
            for form, own in self._with_suffixes(word.stem, wanted, SUFFIXES_IN_A_ROW, cross=True):
                if form is not word.stem and not own & self._hidden:
                    yield prefix.add + form[begin:]

    def _with_suffixes(
        self, form: str, flags: Collection[str], left: int, *, cross: bool
    ) -> Iterator[tuple[str, set[str]]]:
        """Yield the form and all that suffixes make of it, each with the flags of its last part."""
        yield form, set(flags)
        if not left:
            return
        for flag in flags:
            suffixes = self._suffixes.get(flag, ())
            self._count_tries(len(suffixes))
            for suffix in suffixes:
                if (suffix.crossproduct or not cross) and self._fits(form, suffix):
                    longer = form[: len(form) - len(suffix.strip)] + suffix.add
                    yield from self._with_suffixes(longer, suffix.flags, left - 1, cross=cross)

    def _fits(self, form: str, suffix: Suffix) -> bool:
        return (
            form.endswith(suffix.strip)
            and (self._full_strip or len(form) > len(suffix.strip))
            and suffix.cond_regexp.search(form) is not None
        )

    def _count_tries(self, more: int) -> None:
        self._tries += more
        if self._tries > MOST_TRIES:
            raise LexiconError("hunspell_too_big", most=MOST_FORMS)


class _BytesReader(BaseReader):  # type: ignore[misc] # spylls has no types
    """A file of spylls that is in memory."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        super().__init__(self._open("windows-1252"))

    def reset_encoding(self, encoding: str) -> None:
        self.reset_io(self._open(encoding))

    def _open(self, encoding: str) -> io.TextIOWrapper:
        # Flags may be single bytes in a file that is UTF-8 otherwise.
        return io.TextIOWrapper(io.BytesIO(self._data), encoding=encoding, errors="surrogateescape")


def _read(dic: bytes, aff: bytes) -> tuple[Aff, Dic]:
    known = b"\n".join(line for line in aff.removeprefix(BOM_UTF8).splitlines() if _READ.match(line))
    encoding = _ENCODING_LINE.search(known)
    if encoding and not _ENCODING.fullmatch(encoding[1].decode("latin-1")):
        raise LexiconError("hunspell_damaged", problem=encoding[0].decode("latin-1").strip())
    try:
        rules, context = read_aff(_BytesReader(known))
        source = _BytesReader(dic.removeprefix(BOM_UTF8))
        source.reset_encoding(context.encoding)
        return rules, read_dic(source, aff=rules, context=context)
    except Exception as error:  # spylls has no error of its own for a file that it can't read
        raise LexiconError("hunspell_damaged", problem=f"{type(error).__name__}: {error}") from error
