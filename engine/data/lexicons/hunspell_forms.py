"""The forms of the words of a hunspell dictionary, from its list (.dic) and its affix file (.aff).

`spylls`, the port of hunspell to Python, reads both files; it can look a form up, but not list the forms.

- A suffix may carry a further suffix, and a prefix its own suffixes, as in hunspell.
- Compounds are left out: nothing is joined, and entries that are only parts of compounds (ONLYINCOMPOUND) give
  no word.
- NEEDAFFIX hides the bare stem, FORBIDDENWORD the form itself. Affixes that count only in pairs (CIRCUMFIX)
  are left out.
"""

from collections.abc import Callable, Collection, Iterator
from pathlib import Path

from spylls.hunspell.data.aff import Affix, Prefix, Suffix
from spylls.hunspell.data.dic import Word
from spylls.hunspell.dictionary import Dictionary

SUFFIXES_IN_A_ROW = 2  # hunspell's own limit


class HunspellForms:
    """A dictionary; `is_left_out` chooses affixes that give no form."""

    def __init__(self, path: Path, is_left_out: Callable[[Affix], bool]) -> None:
        dictionary = Dictionary.from_files(str(path))
        aff = dictionary.aff
        self._words: list[Word] = dictionary.dic.words
        self._only_in_compounds = aff.ONLYINCOMPOUND
        self._hidden = {flag for flag in (aff.NEEDAFFIX, aff.ONLYINCOMPOUND, aff.FORBIDDENWORD) if flag}
        self._full_strip = aff.FULLSTRIP
        self._forbidden = {word.stem for word in self._words if aff.FORBIDDENWORD in word.flags}

        def is_kept(affix: Affix) -> bool:
            return aff.CIRCUMFIX not in affix.flags and not is_left_out(affix)

        self._suffixes = {flag: list(filter(is_kept, rules)) for flag, rules in aff.SFX.items()}
        self._prefixes = {flag: list(filter(is_kept, rules)) for flag, rules in aff.PFX.items()}

    def forms(self, is_word: Callable[[Word], bool]) -> set[str]:
        """Return all forms of the entries that `is_word` chooses."""
        found: set[str] = set()
        for word in self._words:
            if self._only_in_compounds not in word.flags and is_word(word):
                found.update(self._forms_of(word))
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
            for suffix in self._suffixes.get(flag, ()):
                if (suffix.crossproduct or not cross) and self._fits(form, suffix):
                    longer = form[: len(form) - len(suffix.strip)] + suffix.add
                    yield from self._with_suffixes(longer, suffix.flags, left - 1, cross=cross)

    def _fits(self, form: str, suffix: Suffix) -> bool:
        return (
            form.endswith(suffix.strip)
            and (self._full_strip or len(form) > len(suffix.strip))
            and suffix.cond_regexp.search(form) is not None
        )
