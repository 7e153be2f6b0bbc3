"""A seed determines its game for ever, to the last isotop.

Databases keep seeds, from which racks are drawn again, and a run of `simulate` is named by its seed alone. So no
optimisation may change these games. A digest changes only with the built-in list, or with a rule that is meant to
change.
"""

import hashlib

import pytest

from engine.duplicate_games.simulate import play_rounds
from engine.errors import TileError
from engine.lexicon import build_lexicon
from engine.rules import (
    RuleSet,
    load_rule_set,
    rule_set_names,
)
from engine.rules.rule_settings import EndRules, MoveRules, RackRules, TopRules
from engine.tiles import load_tile_set

SEEDS = range(4)
PRESETS = {name: load_rule_set(name) for name in rule_set_names()}
OURS = {
    "joker": RuleSet("joker", RackRules(blanks="joker")),
    "recycled": RuleSet("recycled", RackRules(blanks="recycled"), top=TopRules(order=())),
    "7 of 8": RuleSet("7 of 8", RackRules(size=8), MoveRules(most_played=7)),
    "nine": RuleSet("nine", RackRules(size=9), MoveRules(bonuses={7: 50, 8: 50, 9: 50})),
    "strict": RuleSet("strict", RackRules(minimum_early=3, minimum_late=3, maximum_early=4), end=EndRules(9)),
    "odd choice": RuleSet("odd choice", top=TopRules(order=("alphabetical", "nearest_a1", "balance"))),
}
DIGESTS = {
    ("english", "classic"): "6b20ed758d331446",
    ("english", "fise"): "81c78694690f6149",
    ("english", "fisf"): "6b20ed758d331446",
    ("english", "fisf_blitz"): "6b20ed758d331446",
    ("english", "fisf_semi_blitz"): "6b20ed758d331446",
    ("english", "fisf_semi_normal"): "6b20ed758d331446",
    ("english", "fisf_semi_rapid"): "6b20ed758d331446",
    ("english", "nasc"): "6b20ed758d331446",
    ("english", "ntsv"): "2616d3a7ba2ca4a1",
    ("english", "romanian"): "f75e764af23a67a9",
    ("english", "joker"): "70bd7e5942a27938",
    ("english", "recycled"): "ff6773a161e6f5a2",
    ("english", "7 of 8"): "546e55bd04dd35d1",
    ("english", "nine"): "be5579eeeb8b2d4d",
    ("english", "strict"): "2b5513288a5e694a",
    ("english", "odd choice"): "14d6c8687648f35b",
    ("french", "classic"): "3c49744f17ce72a4",
    ("french", "fise"): "fc86a0e5dfb113ba",
    ("french", "joker"): "4dbd7af79e0b3929",
    ("french", "strict"): "a2709c24c47b3968",
    ("spanish", "classic"): "4dba4f723c4b00a0",
    ("spanish", "fise"): "478969a11a3b35d8",
    ("spanish", "joker"): "6281e8f7f76e8119",
    ("spanish", "strict"): "377e2d4f8f4d0552",
}


def words_in(tiles, english):
    """Yield the English words that can be written with these tiles."""
    spelling = load_tile_set(english.tile_set)
    for number, word in enumerate(english.words()):
        if not number % 3:
            try:
                yield tiles.encode_plain(spelling.decode(word))
            except TileError:
                continue


@pytest.fixture(scope="module")
def lexicons(english):
    found = {"english": english}
    for name in ("french", "spanish"):
        tiles = load_tile_set(name)
        found[name] = build_lexicon(sorted(set(words_in(tiles, english))), tiles, name)
    return found


def digest(lexicon, rules):
    """Hash racks, isotops and placed moves of some games."""
    tiles = load_tile_set(lexicon.tile_set)
    written = hashlib.blake2b(digest_size=8)
    for seed in SEEDS:
        for played in play_rounds(seed=f"stay {seed}", lexicon=lexicon, tiles=tiles, rules=rules):
            tops = [(*scored.move.text(tiles), scored.score, scored.tiles) for scored in played.tops]
            placed = played.placed and played.placed.move.text(tiles)
            written.update(repr((played.rack.text(tiles), tops, placed)).encode())
    return written.hexdigest()


@pytest.mark.parametrize(("language", "name"), DIGESTS)
def test_the_games_of_a_seed_stay_as_they_are(lexicons, language, name):
    rules = (PRESETS | OURS)[name]
    assert digest(lexicons[language], rules) == DIGESTS[language, name]


def test_the_games_of_every_preset_are_known():
    assert {name for _, name in DIGESTS} >= PRESETS.keys()
