"""A club's own word list: loaded whole, or refused line by line with nothing left behind."""

import struct

import pytest
from django.core.management import CommandError, call_command

from engine import lexicon
from engine.errors import EngineError
from engine.lexicon.kwg import read_kwg, write_kwg
from engine.tiles import load_tile_set
from tournaments.errors import RuleViolation, WordListErrors
from tournaments.lexicons.services import (
    lexicon_for_language,
    load_word_list,
    register_all_built_in,
    register_built_in,
)
from tournaments.models import Lexicon
from tournaments.organisers.scope import scope_to_public

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def data_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("ISOTOP_DATA", str(tmp_path))
    return tmp_path


def load(data, name="club", tile_set="english"):
    return load_word_list(name=name, data=data, tile_set=tile_set)


def nothing_is_left(data_folder):
    return not Lexicon.objects.exists() and not list(data_folder.rglob("*.lexicon*"))


def test_a_list_is_loaded_whole():
    loaded = load(b"\xef\xbb\xbf# our words\r\nqi\r\nZA\r\n\r\nza\r\n")
    assert (loaded.name, loaded.tile_set, loaded.word_count) == ("club", "english", 2)
    words = lexicon.load_lexicon("club")
    assert words.word_count == 2


def test_a_french_list_has_its_accents_folded():
    load("été\nœufs\n".encode(), tile_set="french")
    tiles = load_tile_set("french")
    words = lexicon.load_lexicon("club")
    assert words.contains(tiles.encode("ETE"))
    assert words.contains(tiles.encode("OEUFS"))


@pytest.mark.parametrize(
    ("data", "lines"),
    {
        "not UTF-8": (b"good\n\xe9t\xe9\n", ["Line 2"]),
        "other letters": ("words\nβήτα\nR2D2\n".encode(), ["Line 2", "Line 3"]),
        "too short, too long": (b"A\n" + b"A" * 16 + b"\nAA\n", ["Line 1", "Line 2"]),
        "two words in a line": (b"TWO WORDS\n", ["Line 1"]),
    }.values(),
)
def test_wrong_lines_are_named_and_nothing_is_loaded(data_folder, data, lines):
    with pytest.raises(WordListErrors) as error:
        load(data)
    assert [sentence.split(":")[0] for sentence in error.value.errors] == lines
    assert nothing_is_left(data_folder)


def test_many_wrong_lines_are_counted_and_the_first_hundred_named(data_folder):
    with pytest.raises(WordListErrors) as error:
        load(b"1\n" * 250)
    assert (error.value.count, len(error.value.errors)) == (250, 100)
    assert nothing_is_left(data_folder)


def test_a_list_in_another_encoding_and_with_definitions():
    data = "été;saison chaude\nœuf;ponte\n".encode("windows-1252")
    loaded = load_word_list(
        name="club", data=data, tile_set="french", encoding="windows-1252", definitions=True
    )
    assert loaded.word_count == 2
    words = lexicon.load_lexicon("club")
    assert all(words.contains(load_tile_set("french").encode(word)) for word in ("ETE", "OEUF"))


def test_a_list_in_another_encoding_says_so(data_folder):
    with pytest.raises(WordListErrors) as error:
        load("été\n".encode("latin-1"), tile_set="french")
    assert error.value.misread
    with pytest.raises(WordListErrors) as error:
        load(b"R2D2\n")
    assert not error.value.misread
    assert nothing_is_left(data_folder)


def kwg_of(*words):
    tiles = load_tile_set("english")
    built = lexicon.build_lexicon([tiles.encode(word) for word in words], tiles, "any")
    return write_kwg(built, tiles)


def test_a_kwg_file_is_known_by_its_name():
    loaded = load_word_list(
        name="club", data=kwg_of("QI", "ZA"), tile_set="english", file_name="Words.KWG", encoding="utf-8"
    )
    assert (loaded.tile_set, loaded.word_count) == ("english", 2)
    assert lexicon.load_lexicon("club").contains(load_tile_set("english").encode("QI"))


def test_a_damaged_kwg_file_is_refused(data_folder):
    with pytest.raises(EngineError) as error:
        load_word_list(name="club", data=kwg_of("QI")[:-4], tile_set="english", file_name="a.kwg")
    assert error.value.code == "kwg_cut_off"
    assert nothing_is_left(data_folder)


@pytest.mark.parametrize("data", [b"", b"\n\n", b"# nothing\n"])
def test_an_empty_list_is_refused(data_folder, data):
    with pytest.raises(EngineError) as error:
        load(data)
    assert error.value.code == "lexicon_empty"
    assert nothing_is_left(data_folder)


@pytest.mark.parametrize("name", ["english", "French", "../etc", "two words", "", "x" * 41])
def test_names_that_cannot_be(data_folder, name):
    with pytest.raises(RuleViolation):
        load(b"AA\n", name=name)
    assert nothing_is_left(data_folder)


def test_a_name_is_given_once():
    """Games keep the very words that they were played with."""
    load(b"AA\n")
    with pytest.raises(RuleViolation) as error:
        load(b"AB\n")
    assert error.value.code == "lexicon_taken"


def test_a_file_of_that_name_is_left_alone(tmp_path, monkeypatch):
    words = tmp_path / "club"
    words.write_text("AA\nAB\n")
    monkeypatch.chdir(tmp_path)
    call_command("load_lexicon", "club", "club")
    assert words.read_text() == "AA\nAB\n"
    assert lexicon.load_lexicon("club").word_count == 2


def test_a_failure_at_the_last_moment_leaves_nothing(data_folder, monkeypatch):
    def fail(*_arguments):
        raise OSError("disk full")

    monkeypatch.setattr(lexicon, "save", fail)
    with pytest.raises(OSError, match="disk full"):
        load(b"AA\n")
    assert nothing_is_left(data_folder)


def test_the_command_loads(tmp_path, capsys):
    words = tmp_path / "words.txt"
    words.write_text("AA\nAB\n")
    call_command("load_lexicon", "club", str(words))
    assert capsys.readouterr().out == "Lexicon club: 2 words of english tiles.\n"


@pytest.mark.parametrize(
    ("content", "message"),
    [("AA\nB2\n", "Nothing was loaded. Wrong lines: 1."), ("", "The word list has no word.")],
)
def test_the_command_says_what_is_wrong(tmp_path, capsys, content, message):
    words = tmp_path / "words.txt"
    words.write_text(content)
    with pytest.raises(CommandError, match=message):
        call_command("load_lexicon", "club", str(words))
    assert nothing_is_left(tmp_path)


def test_the_command_says_which_tiles_the_list_is_of(tmp_path):
    words = tmp_path / "words.txt"
    words.write_text("KIWI\nWOW\nBOA\n")
    with pytest.raises(CommandError) as error:
        call_command("load_lexicon", "club", str(words), tiles="italian")
    assert str(error.value) == (
        "Nothing was loaded. Wrong lines: 2. Load without them with --skip-bad. The italian tiles have no K W."
        " Tile sets with all letters of the list: polish, indonesian, english, afrikaans."
    )
    words.write_text("BOΩ\n", encoding="utf-8")
    with pytest.raises(
        CommandError, match=r"Load without them with --skip-bad. The english tiles have no Ω.$"
    ):
        call_command("load_lexicon", "club", str(words))


def test_the_command_takes_encoding_definitions_and_kwg(tmp_path, capsys):
    words = tmp_path / "words.txt"
    words.write_bytes("été\tsaison\n".encode("latin-1"))
    options = {"tiles": "french", "definitions": True}
    with pytest.raises(CommandError, match="If lines say more than the word, add --definitions"):
        call_command("load_lexicon", "club", str(words), encoding="iso-8859-1", tiles="french")
    with pytest.raises(CommandError, match="Name the encoding of the list with --encoding"):
        call_command("load_lexicon", "club", str(words), encoding="utf-8", **options)
    call_command("load_lexicon", "club", str(words), **options)
    assert "Read as windows-1252" in capsys.readouterr().out
    kwg = tmp_path / "words.kwg"
    kwg.write_bytes(kwg_of("QI", "ZA"))
    capsys.readouterr()
    call_command("load_lexicon", "graph", str(kwg))
    assert capsys.readouterr().out == "Lexicon graph: 2 words of english tiles.\n"


def test_the_command_without_a_file(tmp_path):
    with pytest.raises(CommandError, match="No such file"):
        call_command("load_lexicon", "club", str(tmp_path / "none.txt"))


@pytest.mark.usefixtures("english_in_place")
def test_all_that_come_with_it_are_registered():
    register_all_built_in()
    rows = dict(Lexicon.objects.values_list("name", "tile_set"))
    assert rows == {name: name for name in lexicon.builtin_names()}
    assert all(row.word_count == lexicon.load_lexicon(row.name).word_count for row in Lexicon.objects.all())


@pytest.mark.usefixtures("english_in_place")
def test_a_language_has_the_clubs_own_list_first_and_english_last():
    assert _offered("fr") is None
    for name in ("english", "french"):
        register_built_in(name)
    assert (_offered("fr"), _offered("fr-be"), _offered("pl")) == ("french", "french", "english")
    load("été\n".encode(), name="ods", tile_set="french")
    assert (_offered("fr"), _offered("en")) == ("ods", "english")


def _offered(language):
    with scope_to_public():
        chosen = lexicon_for_language(language)
    return chosen and chosen.name


def write_files_of_other_letters(folder, words):
    """Write English words as a KWG file, and as the Spanish letters that it would have."""
    english, spanish = load_tile_set("english"), load_tile_set("spanish")
    graph = write_kwg(lexicon.build_lexicon(words, english, "any"), english, gaddag=False)
    text = "\n".join(map(spanish.decode, read_kwg(graph, spanish, "any").lexicon.words()))
    (folder / "one.kwg").write_bytes(graph)
    (folder / "two.txt").write_text(text, encoding="utf-8")
    return folder / "one.kwg", folder / "two.txt"


@pytest.mark.slow
@pytest.mark.parametrize("options", [{}, {"skip_bad": True}])
def test_letters_that_do_not_fit_are_asked_about(tmp_path, english, options):
    options |= {"tiles": "spanish", "names": True}
    for file in write_files_of_other_letters(tmp_path, list(english.words())[::500]):
        with pytest.raises(
            CommandError, match=r"The letters do not fit the spanish tiles\. The words read A"
        ):
            call_command("load_lexicon", file.stem, str(file), **options)
        assert not Lexicon.objects.filter(name=file.stem).exists()
        call_command("load_lexicon", file.stem, str(file), any_letters=True, **options)
        assert Lexicon.objects.get(name=file.stem).word_count > 495


def test_long_words_of_a_kwg_file_are_left_out_and_counted(tmp_path, capsys):
    (tmp_path / "words.kwg").write_bytes(kwg_of_prefixes("ABDOMINOPLASTIES", {2, 16}))
    call_command("load_lexicon", "long", str(tmp_path / "words.kwg"))
    assert capsys.readouterr().out == (
        "Left out, long: 1, such as ABDOMINOPLASTIES\nLexicon long: 1 words of english tiles.\n"
    )


def kwg_of_prefixes(letters, lengths):
    """Return a KWG file of the prefixes of these lengths."""
    entries = [1 << 22 | 2, 1 << 22]
    for length, letter in enumerate(letters, start=1):
        arc = length + 2 if length < len(letters) else 0
        entries.append(ord(letter) - ord("A") + 1 << 24 | (length in lengths) << 23 | 1 << 22 | arc)
    return struct.pack(f"<{len(entries)}I", *entries)
