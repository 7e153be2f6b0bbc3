"""Several variants at once: settings, and records of their games."""

import json

import pytest

from engine.errors import EngineError, RuleSetError
from engine.formats.gcg import GcgGame
from engine.referee import ClassicGame, ClassicSettings, Player, state_of
from engine.referee.gcg.writer import gcg_text
from tests.engine.referee.table import ENGLISH, act_of, play_script, start

TRAINER, THROBS = "A 8B TRAINER", "A A3 THROBS"
SEVENTY = ClassicSettings(finish_line="beginner")


def refused_settings(**values):
    with pytest.raises(RuleSetError) as caught:
        ClassicSettings(**values)
    return caught.value.params["setting"], str(caught.value)


# Settings that conflict are refused by name


def test_all_variants_go_together():
    settings = ClassicSettings(
        rack_size=9,
        bonuses={7: 50, 8: 50, 9: 50},
        finish_line="expert",
        opening_length=5,
        opening_fallback=True,
        rearranging=True,
        recycling_letters=True,
        recycling_blanks=True,
        open_dictionary=True,
        theme="the sea",
        theme_words=("TIDE",),
        double_bag=True,
        turn_seconds=120,
    )
    assert ClassicSettings.from_data(json.loads(json.dumps(settings.differences()))) == settings
    assert ClassicSettings.from_toml(settings.to_toml()) == settings
    state = play_script(
        start(settings=settings), "A pass", "B 8D TiDES", "A swaps E8=I", "A 8D EDITSA after 8D EDITS"
    )
    assert state.board.rows(ENGLISH)[7] == "...EDITSA......"
    assert state.scores == (1 + 2 + 1 + 1 + 1 + 1, 2 * (1 * 2 + 0 + 2 + 1 + 1))


@pytest.mark.parametrize(
    ("values", "setting", "other"),
    [
        ({"opening_fallback": True}, "opening_fallback", "opening_length"),
        ({"opening_length": 5, "rack_size": 4}, "opening_length", "rack_size"),
        ({"theme_words": ("SEA",)}, "theme_words", "theme"),
    ],
)
def test_settings_that_contradict_each_other_are_refused_by_both_names(values, setting, other):
    name, text = refused_settings(**values)
    assert name == setting
    assert f"“{other}”" in text


@pytest.mark.parametrize(
    ("values", "problem"),
    [
        ({"finish_line": "champion"}, "must be one of none, beginner"),
        ({"opening_length": 6}, "must be a whole number from 2 to 5"),
        ({"theme": "two\nlines"}, "must be a text of one line"),
        ({"theme": "x" * 61}, "must be a text of one line"),
        ({"theme": "sea", "theme_words": ("TWO WORDS",)}, "must be a list of words"),
        ({"theme": "sea", "theme_words": ["SEA"]}, "must be a list of words"),
        ({"theme": "sea", "theme_words": ("SEA", "SEA")}, "must be 1000 words at most, none twice"),
        ({"blank_bag": "both"}, "must be one of vowels, consonants"),
        ({"double_bag": 1}, "must be true or false"),
    ],
)
def test_what_settings_of_variants_cannot_be(values, problem):
    assert problem in refused_settings(**values)[1]


# Records

PEOPLE = (Player("Ann", 60, level="expert"), Player("Bo", target=150))
GAME = ClassicGame(
    players=PEOPLE,
    settings=ClassicSettings(
        finish_line="beginner",
        rearranging=True,
        recycling_letters=True,
        recycling_blanks=True,
        theme="the sea",
    ),
    acts=tuple(
        map(
            act_of,
            (
                "A 8F TiDE",
                "A theme TIDE",
                "B swaps G8=I",
                "B 8F TIDED",
                "A swaps J8=S",
                "A 8E SEDITS after 8F EDITS",
                "B challenges",
            ),
        )
    ),
)


def test_acts_of_variants_are_kept_in_json():
    again = ClassicGame.from_json(GAME.to_json())
    assert again == GAME
    assert state_of(again) == state_of(GAME)
    acts = json.loads(GAME.to_json())["acts"]
    assert acts[1] == {"act": "thematic", "player": 0, "words": ["TIDE"]}
    assert acts[2] == {"act": "recycle", "player": 1, "square": "G8", "tile": "I"}
    assert acts[5]["rearranged"] == {"ref": "8F", "word": "EDITS"}


def test_what_gcg_has_no_event_for_is_told_in_notes_with_all_totals():
    text = gcg_text(GAME)
    totals = {}
    for event in GcgGame.parse(text.encode(), ENGLISH).events:
        totals[event.player] = totals.get(event.player, 0) + event.score
        assert event.total == totals[event.player]
    assert tuple(totals.values()) == state_of(GAME).scores
    for note in (
        "On the theme “the sea”: TIDE.",
        "Bo takes ? from G8 for I.",
        "Before this play EDITS at 8F was rearranged.",
    ):
        assert f"#note {note}\n" in text


def test_gcg_tells_who_is_at_the_finish_line():
    acts = tuple(map(act_of, (TRAINER, "B pass", THROBS, "end")))
    game = ClassicGame(players=(Player("Ann"), Player("Bo")), settings=SEVENTY, acts=acts)
    assert gcg_text(game).endswith(">Ann: A3 THROBS +69 135\n#note Ann is at the finish line.\n")


def test_a_record_from_before_the_variants_reads_the_same():
    text = """{
 "tiles": "english",
 "notation": "english",
 "players": [{"name": "Ann", "turn_seconds": 60}, {"name": "Bo"}],
 "settings": {"challenge": "points", "bonuses": {"7": 40}},
 "acts": [
  {"act": "place", "player": 0, "ref": "8B", "word": "TRAINER"},
  {"act": "challenge", "player": 1, "upheld": false, "words": 1}
 ]
}
"""
    game = ClassicGame.from_json(text)
    assert game.to_json() == text.replace(
        '"challenge": "points", "bonuses": {"7": 40}', '"bonuses": {"7": 40}, "challenge": "points"'
    )
    assert state_of(game).scores == (56, -5)


@pytest.mark.parametrize(
    ("act", "problem"),
    [
        ({"act": "recycle", "player": 0, "square": "G8", "tile": "AB"}, "“tile” must be one letter"),
        ({"act": "recycle", "player": 0, "square": "Z9", "tile": "A"}, "Reference Z9 is off the board"),
        (
            {"act": "place", "player": 0, "ref": "8G", "word": "AT", "rearranged": "TA"},
            "“rearranged” must be an object",
        ),
        ({"act": "thematic", "player": 0, "words": "AT"}, "“words” must be a list"),
    ],
)
def test_acts_of_variants_that_cannot_be_read(act, problem):
    data = GAME.to_data() | {"acts": [act]}
    with pytest.raises(EngineError) as caught:
        ClassicGame.from_data(data)
    assert problem in str(caught.value)
