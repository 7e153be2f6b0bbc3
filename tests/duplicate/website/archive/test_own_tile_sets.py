"""Events whose games have a tile set of the club: they come back with exactly these tiles, or are refused."""

import pytest
from django.contrib.auth.models import User

from duplicate.games.services import create_game
from duplicate.website.archive.importer import read_archive
from engine.rules import (
    RuleSet,
)
from engine.tiles import tile_set_path
from tests.factories.archives import lose_everything, saved
from tournaments.errors import RuleViolation
from tournaments.lexicons.services import load_word_list
from tournaments.lexicons.tile_sets import load_tile_file
from tournaments.models import Lexicon

pytestmark = pytest.mark.django_db
FILE = """\
language = "en"
tiles = [
    ["A", 20, 1],
    ["B", 20, 2],
    ["CH", 10, 5],
]
blanks = 0
size = 50
vowels = ["A"]
"""


@pytest.fixture
def event(arbitrator, tmp_path, monkeypatch):
    monkeypatch.setenv("ISOTOP_DATA", str(tmp_path))
    load("club", "words")
    game = create_game(name="Tuesday", by=arbitrator, lexicon="words", notation="duplicate", rules=RuleSet())
    assert game.tile_set == "club"
    return game.event


def load(tiles, words, text=FILE):
    load_tile_file(name=tiles, data=text.encode(), organiser=None)
    load_word_list(name=words, data=b"ab\nacha\nbach\n", tile_set=tiles)


def forget_tiles():
    lose_everything()
    Lexicon.objects.filter(name="words").delete()
    tile_set_path("club").unlink()


def test_a_set_of_another_name_with_the_same_tiles_is_used(event):
    file = saved(event)
    forget_tiles()
    load("ours", "their-words")
    game = read_archive(file, by=User.objects.create_user("zoe")).games.get()
    assert (game.tile_set, game.lexicon) == ("ours", "their-words")


def test_a_set_of_that_name_with_other_values_is_not(event):
    file = saved(event)
    forget_tiles()
    load("club", "words-2", FILE.replace("10, 5", "10, 6"))
    with pytest.raises(RuleViolation, match="load it first") as caught:
        read_archive(file, by=User.objects.create_user("zoe"))
    assert str(caught.value).startswith("This event uses the tile set “club”")
