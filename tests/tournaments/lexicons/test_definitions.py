"""Definitions of words: stored when a list that has them is loaded, and looked up word by word."""

import pytest

from engine.lexicon import load_lexicon
from engine.lexicon.definitions import definition_of
from engine.lexicon.kwg import write_kwg
from engine.tiles import load_tile_set
from tournaments.errors import WordListErrors
from tournaments.lexicons.services import load_word_list

pytestmark = pytest.mark.django_db

FRENCH = load_tile_set("french")
LIST = "été\tn. m. saison ; entre printemps et automne\nŒUF : n.m.\nqi\n# rien\nÉté=p. p. de être\n"


@pytest.fixture(autouse=True)
def data_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("ISOTOP_DATA", str(tmp_path))
    return tmp_path


def meaning(word, name="club"):
    return definition_of(name, FRENCH.encode(word))


def test_definitions_are_kept_and_looked_up():
    load_word_list(name="club", data=LIST.encode(), tile_set="french", definitions=True)
    # A word of two lines has both texts; what is a separator inside a definition stays.
    assert meaning("ETE") == "n. m. saison ; entre printemps et automne · p. p. de être"
    assert meaning("oEUF") == "n.m."
    assert meaning("QI") == meaning("XYZ") == ""


def test_without_definitions_nothing_is_kept(data_folder):
    load_word_list(name="club", data=b"QI\nZA\n", tile_set="french")
    assert meaning("QI") == ""
    words = write_kwg(load_lexicon("club"), FRENCH)
    load_word_list(name="kwg", data=words, tile_set="french", file_name="a.kwg", definitions=True)
    assert meaning("QI", "kwg") == ""
    assert not list(data_folder.rglob("*.definitions"))


def test_a_list_that_is_refused_leaves_no_definitions(data_folder):
    with pytest.raises(WordListErrors):
        load_word_list(name="club", data=b"QI force\n1X no\n", tile_set="french", definitions=True)
    assert not list(data_folder.rglob("*.definitions"))


def test_what_cannot_be_decoded_in_a_definition_does_not_keep_the_word_out():
    load_word_list(name="club", data=b"QI life \xff force\n", tile_set="french", definitions=True)
    assert meaning("QI") == "life � force"
