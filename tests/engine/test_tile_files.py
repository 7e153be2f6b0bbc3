"""Files of tile sets from outside: what is wrong is told line by line; and `--tiles FILE`."""

import tracemalloc
from pathlib import Path

import pytest

from engine.__main__ import main
from engine.tile_files import TileFileError, read_tile_file, read_tile_path
from engine.tiles import load_tile_set, tile_set_names
from tests.bounds import at_most

FOLDER = Path(__file__).resolve().parents[2] / "engine/data/tiles"
GOOD = """\
language = "xx"
source = "our club"
tiles = [
    ["A", 5, 1],
    ["QU", 2, 8],
    ["L·L", 1, 10],
    ["Ó", 2, 3],
]
blanks = 1
size = 11
vowels = ["A", "Ó"]
both = []
[folds]
"Æ" = "A"
"""


def problems(text):
    with pytest.raises(TileFileError) as caught:
        read_tile_file("club", text)
    return [str(problem) for problem in caught.value.problems]


@pytest.mark.parametrize("name", tile_set_names())
def test_the_sets_of_the_program_are_good_files(name):
    text = (FOLDER / f"{name}.toml").read_text(encoding="utf-8")
    assert read_tile_file(name, text) == load_tile_set(name)


def test_a_good_file_is_a_set():
    tiles = read_tile_file("club", GOOD)
    assert (tiles.name, tiles.size, tiles.source) == ("club", 11, "our club")
    assert tiles.decode(tiles.encode_plain("aqul·læó")) == "AQUL·LAÓ"


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("size = 11", "size = 12", "line 10: the set has 11 tiles, not 12"),
        ("size = 11", "size = true", "line 10: “size” is a number from 0 to 400"),
        ("size = 11", "", "“size” is missing"),
        ("blanks = 1", "blanks = -1", "line 9: “blanks” is a number from 0 to 400"),
        ('"QU", 2', '"Qu", 2', "line 5: “Qu” is not a letter: write one to three capitals"),
        ('"QU", 2', '"Q?", 2', "line 5: “Q?” is not a letter: write one to three capitals"),
        ('"QU", 2', '"QUAY", 2', "line 5: “QUAY” is not a letter: write one to three capitals"),
        ('"QU", 2', '"A", 2', "line 5: “A” appears twice"),
        ('"QU", 2, 8', '"QU", -2, 8', "line 5: “QU” has 0 to 400 tiles"),
        ('"QU", 2, 8', '"QU", 2, 101', "line 5: “QU” is worth 0 to 100"),
        (
            '["QU", 2, 8]',
            '["QU", 2]',
            "line 3: “['QU', 2]” is not a letter with tile count and value, such as",
        ),
        ('vowels = ["A", "Ó"]', 'vowels = ["E"]', "line 11: “E” is not a letter of this set"),
        ("vowels =", "wovels =", "line 11: there is no setting “wovels” in a tile set"),
        ('language = "xx"', 'language = "Polish"', "line 1: the language is a code"),
        ('language = "xx"', 'language = "xx"\ndirection = "up"', "line 2: the direction is ltr or rtl"),
        ('language = "xx"', 'language = "xx"\ndirection = ["ltr"]', "line 2: the direction is ltr or rtl"),
        ('language = "xx"', 'language = "xx"\ndirection = {}', "line 2: the direction is ltr or rtl"),
        ('vowels = ["A", "Ó"]', 'vowels = [["A"]]', "line 11: “['A']” is not a letter of this set"),
        ("both = []", "both = [{}]", "line 12: “{}” is not a letter of this set"),
        ("both = []", "both = {}", "line 12: “both” is a list of letters"),
        ('"Æ" = "A"', '"Æ" = "E"', "line 14: “Æ” stands for signs that no tile has: E"),
        ('"Æ" = "A"', '"A" = "Ó"', "is already a letter"),
        ('"Æ" = "A"', '"Æ" = 7', "line 13: “folds” has a text for each sign"),
        ("tiles = [", "tiles = ", "line 3: it is not valid TOML"),
        ("blanks = 1", "blanks 1", "line 9: it is not valid TOML"),
        ("source", "a.b.c.d.e", "a key has more than 3 parts"),
    ],
)
def test_what_is_wrong_is_told_with_its_line(old, new, problem):
    assert old in GOOD
    assert any(one.startswith(problem) or problem in one for one in problems(GOOD.replace(old, new, 1)))


def test_every_problem_is_told_at_once():
    text = (
        GOOD.replace("size = 11", "size = 7").replace('"QU", 2, 8', '"QU", 2, 800').replace("both", "neither")
    )
    assert [one.partition(":")[0] for one in problems(text)] == ["line 5", "line 10", "line 12"]


def test_a_huge_file_is_refused_before_it_is_parsed():
    tracemalloc.start()
    try:
        assert problems("a." * 30_000 + "a = 1")
        assert tracemalloc.get_traced_memory()[1] < 5_000_000
    finally:
        tracemalloc.stop()


def test_more_letters_than_a_search_has_room_for():
    rows = "\n".join(f'["{chr(0x13A0 + number)}", 1, 1],' for number in range(42))
    text = f'language = "xx"\ntiles = [\n{rows}\n]\nblanks = 0\nsize = 42\nvowels = []\n'
    assert problems(text) == ["line 2: a set has 1 to 41 letters"]


@pytest.mark.parametrize("name", ["english.toml", "our set.toml"])
def test_a_file_has_the_name_of_a_new_set(tmp_path, name):
    (tmp_path / name).write_text(GOOD, encoding="utf-8")
    with pytest.raises(TileFileError, match="is not a valid tile set name"):
        read_tile_path(tmp_path / name)


def test_the_command_line_takes_a_file(tmp_path, capsys):
    path, words = tmp_path / "catalonia.toml", tmp_path / "words.txt"
    path.write_text(GOOD, encoding="utf-8")
    words.write_text("aqua\nal·la\nqua\n", encoding="utf-8")
    out = tmp_path / "out.lexicon"
    assert main(["lexicon", "build", str(words), str(out), "--tiles", str(path)]) == 0
    assert capsys.readouterr().out.startswith("3 words of catalonia tiles")


@pytest.mark.parametrize(
    ("text", "message"),
    [(GOOD.replace("size = 11", "size = 9"), "line 10: the set has 11 tiles, not 9"), (None, "No such file")],
)
def test_the_command_line_names_the_lines_of_a_wrong_file(tmp_path, capsys, text, message):
    path = tmp_path / "catalonia.toml"
    if text:
        path.write_text(text, encoding="utf-8")
    with pytest.raises(SystemExit):
        main(["lexicon", "build", "words.txt", "out.lexicon", "--tiles", str(path)])
    assert message in capsys.readouterr().err


@pytest.mark.parametrize(
    "text",
    [
        "".join(f"a{number} = 1\n" for number in range(3_000)),
        "[folds]\n" + "".join(f'{number} = "é"\n' for number in range(3_000)),
        "tiles = [\n" + "1,\n" * 3_000 + "]",
        "vowels = [\n" + "1,\n" * 3_000 + "]",
    ],
)
def test_many_problems_are_found_in_time_by_the_length_of_the_file(text):
    with at_most(6):
        with pytest.raises(TileFileError) as refused:
            read_tile_file("x", text)
        assert len(refused.value.problems) >= 3_000
