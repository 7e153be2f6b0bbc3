"""The built-in lexicons: their words, their licences, and whole games by the top with them."""

import re
from importlib import resources

import pytest

from engine.duplicate_games.records import replay
from engine.errors import TileError
from engine.lexicon import (
    BUILTIN,
    build_lexicon,
    builtin_names,
    ensure_builtin,
    lexicon_path,
    load_lexicon,
    save,
)
from engine.rules import (
    load_rule_set,
)
from engine.tiles import load_tile_set, tile_set_names
from tests.factories.top_games import play_game
from tests.lanes import quick

# name -> words that are in, words that are out: inflected forms and foldings in; proper nouns, abbreviations,
# symbols, Roman numerals, elisions, and half words out.
WORDS = {
    "dutch": (
        "FIETS FIETSEN FIETST FIETSJES IJS RIJEN COORDINATIE MOOIERE GEGETEN BRR",
        "AMSTERDAM BTW KG XIV CM VWO ETC BV DVD",
    ),
    "english": ("TRAINS CAFE QI MICE WENT", "LONDON KG CM XIV"),
    "french": (
        "ETE ETES CHANTERIONS OEUFS CHEVAUX BELLES KILOGRAMMES AIMAMES NOEL ÇA GRRR",
        "LYON KM CM XIV ETC LETE DAMOUR ONU BD AV",
    ),
    "german": (
        "HÄUSER HAUSES GINGEN SCHÖNSTE STRASSEN GRÖSSER ÖL ÖD FREUNDINNEN WÜRDEST MASSES",
        "BERLIN USA PKW KM CD DVD ANGELA USW",
    ),
    "italian": (
        "CITTA CANTEREBBERO GATTE PARLARTI DICENDOLO ANDIAMOCI PERCHE BELLISSIMI UOMINI",
        "ROMA KM CM XII ETC LAMORE DLL",
    ),
    "romanian": (
        "CASELE CÂINELUI FETELOR MERGEAM FRUMOASĂ ȘTIU ȚĂRILOR OMULUI COPIII",
        "MERGANDU KG CM XIV XVI CASO ELEVULE ETC PHP",
    ),
    "spanish": (
        "CANTARÍAMOS NIÑOS CALLES PERROS CHICAS MUCHACHA VOLVIÓ CANCIONES LÁPICES",
        "MADRID KM CM XIV SRA ETC CANTÁNDOSELO COMPRARLOS",
    ),
}


def test_there_is_one_for_each_tile_set():
    assert set(builtin_names()) == set(WORDS) <= set(tile_set_names())


@pytest.mark.parametrize("name", WORDS)
def test_words(name):
    lexicon, tiles = load_lexicon(name), load_tile_set(name)
    words, others = WORDS[name]
    assert lexicon.tile_set == name
    assert [word for word in words.split() if not has_word(lexicon, tiles, word)] == []
    assert [word for word in others.split() if has_word(lexicon, tiles, word)] == []


def has_word(lexicon, tiles, word):
    try:
        return lexicon.contains(tiles.encode_plain(word))
    except TileError:  # such as K in Italian
        return False


def test_two_letters_are_one_tile_in_spanish():
    lexicon, tiles = load_lexicon("spanish"), load_tile_set("spanish")
    assert lexicon.contains(tiles.encode("[CH]I[CH]A"))
    assert not lexicon.contains(tiles.encode("[C][H]I[C][H]A"))


@pytest.mark.slow
@pytest.mark.parametrize("name", quick(sorted(set(WORDS) - {BUILTIN}), "spanish"))
def test_a_whole_game_by_the_top(name):
    lexicon, tiles, rules = load_lexicon(name), load_tile_set(name), load_rule_set("classic")
    record = play_game("evening", lexicon, tiles, rules)
    rounds = list(replay(record, lexicon))
    assert [item.problem for item in rounds] == [None] * len(rounds)
    assert len(rounds) > 10
    assert rounds[-1].total > 500


@pytest.mark.parametrize("name", WORDS)
def test_the_notice_is_shipped(name):
    notice = "NOTICE" if name == BUILTIN else f"NOTICE.{name}"
    text = (resources.files("engine") / "data" / "lexicons" / notice).read_text(encoding="utf-8")
    assert re.search("licen[cs]e|public domain|Permission to use", text, re.IGNORECASE)


@pytest.fixture
def empty_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("ISOTOP_DATA", str(tmp_path))
    return tmp_path


def test_one_that_is_missing_damaged_or_of_another_list_is_put_in_place(empty_folder):
    path = lexicon_path("dutch")
    good = load_lexicon("dutch").word_count
    whole = path.read_bytes()
    path.write_bytes(whole[:-4])
    ensure_builtin("dutch")
    assert path.read_bytes() == whole
    tiles = load_tile_set("dutch")
    save(build_lexicon([tiles.encode("AA")], tiles, "dutch", b"an older list".ljust(32)), path)
    ensure_builtin("dutch")
    assert load_lexicon("dutch").word_count == good


def test_a_clubs_own_list_of_that_name_stays(empty_folder):
    tiles = load_tile_set("dutch")
    save(build_lexicon([tiles.encode("AA")], tiles, "dutch"), lexicon_path("dutch"))
    ensure_builtin("dutch")
    assert load_lexicon("dutch").word_count == 1
