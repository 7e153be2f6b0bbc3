"""Tile sets that a club loads: by the command and on the page; who may use them; and a game with one."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.urls import reverse

import engine.data_folder
from engine.duplicate_games.simulate import play_rounds
from engine.lexicon import load_lexicon
from engine.rules import (
    RuleSet,
)
from engine.tiles import load_tile_set
from tournaments.errors import ContentRefused, RuleViolation
from tournaments.lexicons.services import load_word_list
from tournaments.lexicons.tile_sets import (
    erase_tile_sets,
    load_tile_file,
    tile_set_choices,
    tile_set_text,
    tile_sets_offered,
)
from tournaments.organisers.creation import create_organiser
from tournaments.organisers.scope import scope_to_organiser

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


@pytest.fixture(autouse=True)
def data_folder(tmp_path, monkeypatch):
    # The compiled search, which would be compiled anew.
    (tmp_path / "code").symlink_to(engine.data_folder.data_folder() / "code")
    monkeypatch.setenv("ISOTOP_DATA", str(tmp_path))
    return tmp_path


@pytest.fixture
def organisers():
    return create_organiser(name="One")[0], create_organiser(name="Other")[0]


@pytest.fixture
def operator(client, django_user_model):
    user = django_user_model.objects.create_superuser("operator")
    client.force_login(user)
    return client


def load(name="club", organiser=None, text=FILE):
    return load_tile_file(name=name, data=text.encode(), organiser=organiser)


def test_a_game_is_played_with_a_loaded_set():
    load()
    load_word_list(name="words", data=b"ab\nba\nacha\nbach\nabba\n", tile_set="club")
    lexicon = load_lexicon("words")
    rounds = list(play_rounds(seed="s", lexicon=lexicon, tiles=load_tile_set("club"), rules=RuleSet()))
    assert rounds[0].placed
    assert any("CH" in load_tile_set("club").decode_rack(played.rack.tiles) for played in rounds)


def test_the_set_of_one_organiser_is_offered_to_it_alone(organisers):
    one, other = organisers
    load("club", one)
    load("club", other)
    load("ours")
    with scope_to_organiser(one.pk):
        assert tile_sets_offered()[-2:] == [f"club~{one.pk}", "ours"]
        assert tile_set_choices()[-2:] == [(f"club~{one.pk}", "club"), ("ours", "ours")]
    with scope_to_organiser(other.pk):
        assert f"club~{one.pk}" not in tile_sets_offered()


def test_erasing_an_organiser_takes_its_sets_along(organisers):
    one, other = organisers
    load("club", one)
    load("club", other)
    erase_tile_sets(one)
    with scope_to_organiser(one.pk):
        assert not any("~" in name for name in tile_sets_offered())
    with scope_to_organiser(other.pk):
        assert f"club~{other.pk}" in tile_sets_offered()


@pytest.mark.parametrize(
    "name", ["english", "club", "Club", "our club", "../club", "", "a" * 13, "club~1", "-a"]
)
def test_a_name_is_new_and_a_name(name):
    load()
    with pytest.raises(RuleViolation):
        load(name)


def test_one_of_several_loads_at_the_same_moment_stays():
    start = Barrier(4)

    def attempt(worth):
        text = FILE.replace("10, 5", f"10, {worth}")
        start.wait()
        try:
            load(text=text)
        except RuleViolation:
            return None
        return text

    with ThreadPoolExecutor(4) as pool:
        [loaded] = filter(None, pool.map(attempt, range(4)))
    assert tile_set_text("club") == loaded


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (FILE.replace("size = 50", "size = 5"), "Line 8: the set has 50 tiles, not 5."),
        (FILE.replace("vowels", "wovels"), "“vowels” is missing."),
        ("\ud800", "This file is not UTF-8 text."),
    ],
)
def test_a_wrong_file_is_refused_in_the_words_of_the_user(text, message):
    with pytest.raises(ContentRefused) as caught:
        load_tile_file(name="club", data=text.encode("utf-8", "surrogatepass"), organiser=None)
    assert message in caught.value.errors
    assert "club" not in tile_sets_offered()


def test_the_command_loads_or_names_the_lines(tmp_path, capsys):
    path = tmp_path / "club.toml"
    path.write_text(FILE)
    call_command("load_tiles", path)
    assert capsys.readouterr().out == "Tile set club: 3 letters, 50 tiles.\n"
    path.write_text(FILE.replace("20, 1", "20, 101"))
    with pytest.raises(CommandError, match=r"Nothing was loaded. Problems: 1\."):
        call_command("load_tiles", path, name="club-2")
    assert capsys.readouterr().err == "Line 3: “A” is worth 0 to 100.\n"


class TestPages:
    def test_an_administrator_loads_a_file_and_sees_its_letters(self, operator):
        client = operator
        wrong = SimpleUploadedFile("club.toml", FILE.replace("size = 50", "size = 51").encode())
        answer = client.post(reverse("load-tile-set"), {"name": "club", "file": wrong})
        assert answer.status_code == 422
        assert "Line 8: the set has 50 tiles, not 51." in answer.content.decode()
        file = SimpleUploadedFile("club.toml", FILE.encode())
        answer = client.post(reverse("load-tile-set"), {"name": "club", "file": file}, follow=True)
        page = answer.content.decode()
        assert "CH</th>" in page
        assert "50 tiles, 0 of them blanks." in page
        name = answer.resolver_match.kwargs["tile_set"]
        assert client.get(reverse("tile-set-file", args=[name])).content.decode() == FILE
        assert "club" in client.get(reverse("tile-sets")).content.decode()

    def test_a_set_of_the_program_is_shown_with_its_source(self, client, arbitrator):
        client.force_login(arbitrator)
        page = client.get(reverse("tile-set", args=["hebrew"])).content.decode()
        assert "Words are read from right to left." in page
        assert "Scrabble_letter_distributions" in page

    @pytest.mark.parametrize("name", ["none", "club~999", "..%2Fenglish"])
    def test_a_set_that_is_not_offered_is_not_there(self, client, arbitrator, name):
        client.force_login(arbitrator)
        assert client.get(f"/lexicons/tiles/{name}/").status_code == 404
