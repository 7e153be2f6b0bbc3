"""The forms of a hunspell dictionary."""

from time import monotonic

import pytest

from engine.errors import LexiconError
from engine.lexicon import hunspell
from engine.lexicon.hunspell import HunspellForms

AFF = """SET UTF-8
FLAG num
NEEDAFFIX 90
ONLYINCOMPOUND 91
FORBIDDENWORD 92
CIRCUMFIX 93

SFX 1 Y 2
SFX 1 0 s [^sx]
SFX 1 al aux al

SFX 2 Y 1
SFX 2 er able/1 er

SFX 3 N 1
SFX 3 0 ment .

SFX 4 Y 1
SFX 4 0 t/93 .

PFX 5 Y 1
PFX 5 0 re [^é]

PFX 6 Y 1
PFX 6 0 ge/93 .
"""
# One case for each rule: the entry, its forms.
CASES = {
    "stem": ("thé", "thé"),
    "suffix whose condition fits": ("chat/1", "chat chats"),
    "suffix whose condition does not fit": ("prix/1", "prix"),
    "suffix that strips": ("cheval/1", "cheval chevaux chevals"),
    "suffix behind a suffix": ("porter/2", "porter portable portables"),
    "prefix": ("porter/5", "porter reporter"),
    "prefix whose condition does not fit": ("écrire/5", "écrire"),
    "prefix with a suffix": ("porter/2,5", "porter portable portables reporter reportable reportables"),
    "prefix without the suffix that stands alone": ("bon/3,5", "bon bonment rebon"),
    "hidden stem": ("march/90,1", "marchs"),
    "part of compounds": ("ferro/91,1", ""),
    "forbidden form": ("chats/92\nchat/1", "chat"),
    "affixes in pairs": ("sag/4,6", "sag"),
    "data of the entry": ("chat/1 po:nom st:chat\nthé\tpo:nom", "chat chats thé"),
}


def forms(entries, aff=AFF, encoding="utf-8"):
    return HunspellForms(f"9\n{entries}\n".encode(encoding), aff.encode(encoding)).forms()


@pytest.mark.parametrize(("entries", "expected"), CASES.values(), ids=CASES)
def test_forms(entries, expected):
    assert forms(entries) == set(expected.split())


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"], ids=["plain", "byte order mark"])
def test_encodings(mark):
    latin = "SET ISO8859-15\nSFX A Y 1\nSFX A 0 s ."
    assert forms("cœur/A", latin, "iso-8859-15") == {"cœur", "cœurs"}
    assert HunspellForms(mark + "1\nthé/1".encode(), mark + AFF.encode()).forms() == {"thé", "thés"}


def test_flags_with_aliases():
    aff = "SET UTF-8\nAF 2\nAF A\nAF AB\nSFX A Y 1\nSFX A 0 s .\nSFX B Y 1\nSFX B 0 e ."
    assert forms("grand/2\nchat/1", aff) == {"grand", "grands", "grande", "chat", "chats"}


@pytest.mark.parametrize(
    ("aff", "dic"),
    [
        ("SET zlib_codec", "a"),
        ("SET idna", "a"),
        ("FLAG other", "a/1"),
        ("SFX A Y 1\nSFX A 0 s (a+)+b", "a/A"),
        ("SFX A Y 1\nSFX A 0 s [a", "a/A"),
        ("AF 1\nAF A", "a/7"),
    ],
)
def test_damaged_files_are_refused(aff, dic):
    with pytest.raises(LexiconError) as error:
        forms(dic, aff)
    assert error.value.code == "hunspell_damaged"


def test_directives_about_spelling_alone_are_not_read():
    aff = AFF + "AM 1\nAM 1\nREP 1\nREP ((((a+)+)+)+)$ b\nBREAK 1\nBREAK ((a\n"
    assert forms("chat/1 1 po:nom", aff) == {"chat", "chats"}


def test_a_dictionary_with_too_many_forms_is_refused_early(monkeypatch):
    monkeypatch.setattr(hunspell, "MOST_FORMS", 1000)
    monkeypatch.setattr(hunspell, "MOST_TRIES", 10_000)
    many = "".join(f"SFX A 0 {number} .\n" for number in range(1, 2000))
    same = "".join("SFX A 0 s/A .\n" for _ in range(1999))
    began = monotonic()
    for rules in (many, same):
        with pytest.raises(LexiconError) as error:
            forms("\n".join(f"mot{number}/A" for number in range(2000)), f"SFX A Y 1999\n{rules}")
        assert error.value.code == "hunspell_too_big"
    assert monotonic() - began < 30


def test_forms_are_counted_by_their_letters_too(monkeypatch):
    monkeypatch.setattr(hunspell, "MOST_LETTERS", 100)
    rules = "SFX A Y 4\n" + "".join(f"SFX A 0 {sign * 20} .\n" for sign in "abcd")
    assert len(forms("mot/A", rules)) == 5
    with pytest.raises(LexiconError, match="too many"):
        forms("mot/A\nmots/A", rules)


# Each is a small part of a file that a hostile organiser may send: whole, it would take hours or all memory.
HOSTILE = {
    "an encoding on each line": ("SET UTF-8\n" * 50_000, "a", {"a"}),
    "a second encoding": ("SET UTF-8\nSET utf-7\n", "thé", {"thé"}),
    "a condition longer than any form": (
        f"SFX A Y 1\nSFX A 0 s {'.' * 4000}b\n",
        f"{'a' * 4000}/A\nb/A",
        {"b"},
    ),
    "suffixes that make long forms": (f"SFX A Y 1\nSFX A 0 {'s' * 60}/A .\n", "a/A", {"a", "a" + "s" * 60}),
    "misspellings that are patterns": ("", "\n".join("a ph:((((b" for _ in range(1000)), {"a"}),
    "a number between entries": ("", "\n".join(["a"] * 199 + ["7"] + ["b"] * 200), {"a", "7", "b"}),
}
REFUSED = {
    "a line without end": (f"SFX A Y 1\nSFX A 0 {'s' * 5000} .\n", "a/A", "hunspell_damaged"),
    "an entry without end": ("FLAG num", "a/" + ",".join(map(str, range(2000))), "hunspell_damaged"),
    "affixes without end": ("SFX A Y 1\nSFX A 0 s .\n" * 200_000, "a/A", "hunspell_too_big"),
    "entries without end": ("", "a\n" * (1 << 20), "hunspell_too_big"),
}


@pytest.mark.parametrize(("aff", "dic", "expected"), HOSTILE.values(), ids=HOSTILE)
def test_hostile_files_are_read_in_bounded_time(aff, dic, expected):
    assert forms(dic, aff if aff.startswith("SET") else f"SET UTF-8\n{aff}") == expected


@pytest.mark.parametrize(("aff", "dic", "code"), REFUSED.values(), ids=REFUSED)
def test_files_of_unusual_size_are_refused(aff, dic, code):
    with pytest.raises(LexiconError) as error:
        forms(dic, aff)
    assert error.value.code == code


def test_flags_that_lead_to_no_affix_count_as_tries(monkeypatch):
    monkeypatch.setattr(hunspell, "MOST_TRIES", 10_000)
    with pytest.raises(LexiconError) as error:
        forms("a/1\n" * 1000, "AF 1\nAF ABCDEFGHIJKLMNOPQRSTUVWXYZ\n")
    assert error.value.code == "hunspell_too_big"
