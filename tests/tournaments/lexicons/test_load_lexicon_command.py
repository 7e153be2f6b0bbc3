"""`manage.py load_lexicon`: lists of words from files, without the review of the page."""

import pytest
from django.core.management import CommandError, call_command

from tests.tournaments.lexicons.word_lists import AFF, BAD, DIC, FRENCH, excel, text
from tournaments.models import Lexicon

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("data_folder")]


def test_the_command_without_the_bad_lines(tmp_path, capsys):
    file = tmp_path / "mots.txt"
    file.write_bytes(text(*FRENCH, *BAD).encode("windows-1252", "ignore"))
    with pytest.raises(CommandError) as error:
        call_command("load_lexicon", "club", str(file))
    assert "--skip-bad" in str(error.value)
    assert not Lexicon.objects.exists()
    call_command("load_lexicon", "club", str(file), "--skip-bad")
    told = capsys.readouterr().out
    assert "windows-1252" in told
    assert "abat-jour" in told
    loaded = Lexicon.objects.get()
    assert (loaded.word_count, loaded.tile_set) == (12, "french")


@pytest.mark.parametrize(
    ("lines", "options", "words"),
    [
        (["Paris"], [], "Line 13: “Paris” has a capital in front, as names have."),
        (["ADN"], [], "Line 13: “ADN” has capitals as abbreviations have."),
        (["Paris"], ["--names"], 13),
        (["ADN"], ["--abbreviations"], 13),
        (["Paris", "ADN"], ["--names"], "Line 14: “ADN” has capitals as abbreviations have."),
        (["Paris", "ADN"], ["--skip-bad"], 12),
    ],
)
def test_the_command_takes_no_names_and_abbreviations(tmp_path, capsys, lines, options, words):
    """As on the page, where a tick takes them."""
    file = tmp_path / "mots.txt"
    file.write_text(text(*FRENCH, *lines), encoding="utf-8")
    if isinstance(words, int):
        call_command("load_lexicon", "club", str(file), *options)
        assert Lexicon.objects.get().word_count == words
        return
    with pytest.raises(
        CommandError, match=r"Nothing was loaded. Wrong lines: 1\..*(--names|--abbreviations)"
    ):
        call_command("load_lexicon", "club", str(file), *options)
    assert capsys.readouterr().err.strip() == words
    assert not Lexicon.objects.exists()


def test_the_command_takes_lists_in_capitals(tmp_path):
    """Neither a list that is in capitals as a whole nor one in which every word begins with one has names."""
    for name, write in (("large", str.upper), ("first", str.capitalize)):
        file = tmp_path / name
        file.write_text(text(*map(write, FRENCH)), encoding="utf-8")
        call_command("load_lexicon", name, str(file))
        assert Lexicon.objects.get(name=name).word_count == 12


def test_the_command_takes_the_affixes_beside_a_dictionary(tmp_path):
    (tmp_path / "fr.dic").write_bytes(DIC)
    with pytest.raises(CommandError):
        call_command("load_lexicon", "club", str(tmp_path / "fr.dic"), "--skip-bad")
    (tmp_path / "fr.aff").write_bytes(AFF)
    call_command("load_lexicon", "club", str(tmp_path / "fr.dic"), "--skip-bad")
    assert Lexicon.objects.get().word_count == 5


def test_the_command_reads_a_column_of_excel(tmp_path):
    file = tmp_path / "mots.xlsx"
    file.write_bytes(excel(*([n, word] for n, word in enumerate(FRENCH))))
    call_command("load_lexicon", "club", str(file))
    assert Lexicon.objects.get().word_count == 12
