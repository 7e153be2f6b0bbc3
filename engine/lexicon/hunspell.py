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
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Self

from spylls.hunspell.data.aff import Aff, Affix, Prefix, Suffix
from spylls.hunspell.data.dic import Word
from spylls.hunspell.readers.aff import Context, read_directive
from spylls.hunspell.readers.dic import read_dic
from spylls.hunspell.readers.file_reader import BaseReader

from engine.errors import LexiconError

SUFFIXES_IN_A_ROW = 2  # hunspell's own limit
# Polish has 3.5 million, with 42 million letters.
MOST_FORMS = 5 << 20
MOST_LETTERS = 1 << 26
# Suffixes that are tried, or known to fit the end of a form: a bound of the time. Polish has 31 million.
MOST_TRIES = 1 << 26
MOST_KEPT = 1 << 20  # suffixes that are kept by the ends that they fit
MOST_ENTRIES = 1 << 20
MOST_OF_AFFIXES = 3 << 20  # bytes; the largest dictionaries have some 2 MB
LONGEST_LINE = 4096  # bytes
LONGEST_FORM = 64  # no game has a word of so many letters
# Each entry has its flags as a set of its own, so only some entries are in memory.
READ_AT_ONCE = 200
# Directives without influence on the forms are not read: some could keep spylls busy for ever. The encoding is read
# first, since spylls begins the file anew at each SET.
_READ = re.compile(
    rb"\s*(?:FLAG|AF|IGNORE|SFX|PFX|NEEDAFFIX|PSEUDOROOT|ONLYINCOMPOUND|FORBIDDENWORD|CIRCUMFIX|FULLSTRIP)\b"
)
_ENCODING_LINE = re.compile(rb"^\s*SET\s+(\S+)", re.MULTILINE)
_UTF8_FLAGS = re.compile(rb"^\s*FLAG\s+UTF-8\b", re.MULTILINE)
# A misspelling of the entry, which spylls compiles to a pattern.
_MISSPELLING = re.compile(rb"[ \t]ph:\S*")
_ENCODING = re.compile(r"utf-?8|iso-?8859-\d\d?|koi8-[ru]|(?:cp|windows-)125\d", re.IGNORECASE)
# The condition of an affix is letters, dots and sets of letters. Anything else could be a pattern that takes
# for ever.
_CONDITION = re.compile(r"(?:\[\^?[^\[\]\\]+\]|[^\[\]\\(){}*+?|^$])*")
_PLACE = re.compile(r"\[[^\]]+\]|.")


class HunspellForms:
    """A dictionary; `is_left_out` chooses affixes that give no form.

    Raises:
        LexiconError: one of the files is not that of a hunspell dictionary.
    """

    def __init__(
        self, dic: bytes, aff: bytes, is_left_out: Callable[[Affix], bool] = lambda _affix: False
    ) -> None:
        rules, self._context = _read_rules(aff)
        self._dic = dic.removeprefix(BOM_UTF8).splitlines()
        if len(self._dic) > MOST_ENTRIES:
            raise LexiconError("hunspell_too_big", most=MOST_FORMS)
        self._only_in_compounds = rules.ONLYINCOMPOUND
        self._hidden = {flag for flag in (rules.NEEDAFFIX, rules.ONLYINCOMPOUND, rules.FORBIDDENWORD) if flag}
        self._full_strip = rules.FULLSTRIP
        self._forbidding = rules.FORBIDDENWORD
        self._tries = 0

        def is_kept(affix: Affix) -> bool:
            return rules.CIRCUMFIX not in affix.flags and not is_left_out(affix)

        self._prefixes = {flag: list(filter(is_kept, affixes)) for flag, affixes in rules.PFX.items()}
        self._suffixes = {
            flag: [_Suffix.of(affix, self._hidden, rules.SFX.keys()) for affix in filter(is_kept, affixes)]
            for flag, affixes in rules.SFX.items()
        }
        self._reach = {
            flag: max((max(suffix.width, suffix.strip) for suffix in suffixes), default=0)
            for flag, suffixes in self._suffixes.items()
        }
        self._fitting: dict[tuple[str, str, bool], list[_Suffix]] = {}
        self._kept = 0

    def forms(self, is_word: Callable[[Word], bool] = lambda _word: True) -> set[str]:
        """Return all forms of the entries that `is_word` chooses.

        Raises:
            LexiconError: an entry cannot be read; there are more forms than `MOST_FORMS`, or letters in them than
            `MOST_LETTERS`, or the affixes are tried more often than `MOST_TRIES`.
        """
        found: set[str] = set()
        forbidden: set[str] = set()
        self._tries = letters = 0
        for word in self._entries():
            self._count_tries(len(word.flags))
            if self._forbidding in word.flags:
                forbidden.add(word.stem)
            if self._only_in_compounds not in word.flags and len(word.stem) <= LONGEST_FORM and is_word(word):
                for form in self._forms_of(word):
                    letters += 0 if form in found else len(form)
                    found.add(form)
                    if len(found) > MOST_FORMS or letters > MOST_LETTERS:
                        raise LexiconError("hunspell_too_big", most=MOST_FORMS)
        return found - forbidden

    def _entries(self) -> Iterator[Word]:
        """Read the entries of the list. The first line says how many there are."""
        lines = self._dic
        for begin in range(0, len(lines), READ_AT_ONCE):
            part = lines[begin : begin + READ_AT_ONCE]
            _check_lines(part)
            # A further count keeps a later number in the list from being taken for one.
            text = b"\n".join(part if begin == 0 else [b"0", *part])
            source = _BytesReader(_MISSPELLING.sub(b"", text), self._context.encoding)
            with _report_damage():
                words = read_dic(source, aff=Aff(), context=self._context).words
            yield from words

    def _forms_of(self, word: Word) -> Iterator[str]:
        flags = set(word.flags)
        if not flags & self._hidden:
            yield word.stem
        yield from self._with_suffixes(word.stem, flags, SUFFIXES_IN_A_ROW, cross=False)
        for flag in flags:
            for prefix in self._prefixes.get(flag, ()):
                yield from self._with_prefix(word, prefix, flags)

    def _with_prefix(self, word: Word, prefix: Prefix, flags: set[str]) -> Iterator[str]:
        self._count_tries(1)
        if (
            len(prefix.add) > LONGEST_FORM
            or not prefix.cond_regexp.search(word.stem)
            or prefix.flags & self._hidden
        ):
            return
        begin = len(prefix.strip)
        # The prefix itself is the affix that NEEDAFFIX asks for, so the bare stem is good here.
        yield prefix.add + word.stem[begin:]
        if prefix.crossproduct:
            wanted = flags | prefix.flags
            self._count_tries(len(wanted))
            for form in self._with_suffixes(word.stem, wanted, SUFFIXES_IN_A_ROW, cross=True):
                yield prefix.add + form[begin:]

    def _with_suffixes(self, form: str, flags: Iterable[str], left: int, *, cross: bool) -> Iterator[str]:
        """Yield all that suffixes make of a form, without what only counts with a further affix."""
        for flag in flags:
            if flag not in self._suffixes:
                continue
            fitting = self._find_fitting(flag, form)
            self._count_tries(1 + len(fitting))
            for suffix in fitting:
                if cross and not suffix.crossproduct:
                    continue
                longer = form[: len(form) - suffix.strip] + suffix.add
                if len(longer) > LONGEST_FORM:
                    continue
                if not suffix.is_hidden:
                    yield longer
                if left > 1 and suffix.further:
                    yield from self._with_suffixes(longer, suffix.further, left - 1, cross=cross)

    def _find_fitting(self, flag: str, form: str) -> "list[_Suffix]":
        """Return the suffixes of a flag that fit a form. They depend on its last letters and are kept by them."""
        reach = self._reach[flag]
        end = form[max(0, len(form) - reach) :]
        key = (flag, end, len(form) > reach)
        fitting = self._fitting.get(key)
        if fitting is None:
            suffixes = self._suffixes[flag]
            self._count_tries(len(suffixes))
            fitting = [suffix for suffix in suffixes if suffix.fits(form, full_strip=self._full_strip)]
            self._kept += 1 + len(fitting)
            if self._kept > MOST_KEPT:
                self._fitting.clear()
                self._kept = 1 + len(fitting)
            self._fitting[key] = fitting
        return fitting

    def _count_tries(self, more: int) -> None:
        self._tries += more
        if self._tries > MOST_TRIES:
            raise LexiconError("hunspell_too_big", most=MOST_FORMS)


@dataclass(frozen=True, slots=True)
class _Suffix:
    """A suffix: how many letters go and what comes, and the flags of the further suffixes that it carries."""

    strip: int
    add: str
    affix: Suffix
    width: int
    crossproduct: bool
    is_hidden: bool
    further: tuple[str, ...]

    @classmethod
    def of(cls, affix: Suffix, hidden: set[str], flags: Collection[str]) -> Self:
        further = tuple(flag for flag in affix.flags if flag in flags)
        is_hidden = not hidden.isdisjoint(affix.flags)
        width = len(_PLACE.findall(affix.condition))
        return cls(len(affix.strip), affix.add, affix, width, affix.crossproduct, is_hidden, further)

    def fits(self, form: str, *, full_strip: bool) -> bool:
        return (
            form.endswith(self.affix.strip)
            and (full_strip or len(form) > self.strip)
            and len(form) >= self.width
            # A search would try each place of the form, instead of the only one that can fit.
            and self.affix.cond_regexp.match(form, len(form) - self.width) is not None
        )


class _BytesReader(BaseReader):  # type: ignore[misc] # spylls has no types
    """A file of spylls that is in memory."""

    def __init__(self, data: bytes, encoding: str) -> None:
        # Flags may be single bytes in a file that is UTF-8 otherwise.
        super().__init__(io.TextIOWrapper(io.BytesIO(data), encoding=encoding, errors="surrogateescape"))


def _read_rules(aff: bytes) -> tuple[Aff, Context]:
    """Read the affixes. `spylls` would put them into an index that takes half a kilobyte a letter."""
    lines = aff.removeprefix(BOM_UTF8).splitlines()
    known = [line for line in lines if _READ.match(line)]
    _check_lines(known)
    if sum(map(len, known)) > MOST_OF_AFFIXES:
        raise LexiconError("hunspell_too_big", most=MOST_FORMS)
    context = Context(encoding=_encoding_of(lines))
    read: dict[str, Any] = {"SFX": {}, "PFX": {}}
    with _report_damage():
        source = _BytesReader(b"\n".join(known), context.encoding)
        for _number, line in source:
            name, value = _directive_in(source, line, context)
            if name in {"SFX", "PFX"}:
                for affix in value:
                    if not _CONDITION.fullmatch(affix.condition):
                        raise LexiconError("hunspell_damaged", problem=affix.condition)
                read[name][value[0].flag] = value
            elif name == "FLAG":
                context.flag_format = value
            elif name == "AF":
                context.flag_synonyms = value
            elif name == "IGNORE":
                context.ignore = value
            elif name:
                read[name] = value
    rules = Aff()
    vars(rules).update(read)
    return rules, context


def _directive_in(source: BaseReader, line: str, context: Context) -> tuple[str, Any]:
    """Return the name and the value of a directive; no name if the line has none."""
    return read_directive(source, line, context=context) or ("", None)


def _encoding_of(lines: list[bytes]) -> str:
    text = b"\n".join(lines)
    encoding = _ENCODING_LINE.search(text)
    if encoding and not _ENCODING.fullmatch(encoding[1].decode("latin-1")):
        raise LexiconError("hunspell_damaged", problem=encoding[0].decode("latin-1").strip())
    if _UTF8_FLAGS.search(text):
        return "utf-8"
    return encoding[1].decode("latin-1") if encoding else "windows-1252"


def _check_lines(lines: Iterable[bytes]) -> None:
    for line in lines:
        if len(line) > LONGEST_LINE:
            raise LexiconError("hunspell_damaged", problem=line[:40].decode("latin-1") + "…")


@contextmanager
def _report_damage() -> Iterator[None]:
    """Raise the errors of `spylls`, which has none of its own for a file that it can't read, as ours."""
    try:
        yield
    except LexiconError:
        raise
    except Exception as error:
        raise LexiconError("hunspell_damaged", problem=f"{type(error).__name__}: {error}"[:200]) from error
