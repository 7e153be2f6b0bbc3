"""Variants of the classic game at a table: acts, refusals and views (V1 to V9)."""

from collections import Counter

import pytest

from engine.errors import EngineError
from engine.modes.classic.mode import CLASSIC
from engine.referee import Player
from tests.engine.modes.sitting import refusal_of, seat_classic, seat_on_paper


def latest_entry(seat):
    return seat.shown()["latest"][-1]


def scores(seat):
    return [player["score"] for player in seat.shown()["players"]]


def letters(seat, player):
    return Counter(tile["tile"] for tile in seat.shown(player)["rack"])


def test_v1_nine_tiles_are_dealt():
    seat = seat_classic(rack_size=9)
    assert len(seat.shown(0)["rack"]) == 9
    assert seat.shown()["bag"] == 82


def test_v2_who_reaches_the_target_wins_when_the_play_is_accepted():
    people = (Player("Ann"), Player("Bo", level="expert"))
    seat = seat_on_paper(people=people, finish_line="beginner")
    assert [player["target"] for player in seat.shown()["players"]] == [70, 200]
    seat.do(0, "place", ref="8B", word="TRAINER").do(1, "pass").do(0, "place", ref="A3", word="THROBS")
    assert (seat.shown()["end_reason"], seat.shown()["waits_for"]) == ("target", [1])
    assert refusal_of(seat, 1, "pass") == ("turn_after_target", "V2")
    seat.do(1, "accept")
    assert seat.shown()["winners"] == [0]  # nobody was asked for tiles left
    assert scores(seat) == [135, 0]


def test_v2_a_challenge_that_succeeds_takes_the_victory_back():
    seat = seat_on_paper(finish_line="beginner").do(0, "place", ref="8B", word="RIANERT")
    seat.do(1, "pass").do(0, "place", ref="8B", word="RIANERTS")
    assert seat.shown()["end_reason"] == "target"
    seat.do(1, "challenge")
    assert (seat.shown()["end_reason"], seat.shown()["over"], seat.shown()["waits_for"]) == (None, False, [1])


def test_v3_the_table_tells_how_many_letters_open():
    seat = seat_on_paper(opening_length=5, opening_fallback=True)
    assert seat.shown()["opening_length"] == 5
    assert refusal_of(seat, 0, "place", ref="8F", word="RATE") == ("opening_too_short", "V3")
    seat.do(0, "pass").do(1, "pass")
    assert seat.shown()["opening_length"] == 4
    assert seat.do(0, "place", ref="8F", word="RATE").shown()["opening_length"] == 2


def test_v4_a_word_is_rearranged_with_the_play():
    seat = seat_on_paper(rearranging=True).do(0, "place", ref="8F", word="RATE")
    assert seat.shown(1)["can_rearrange"]
    seat.do(1, "place", ref="8F", word="TEARS", rearranged={"ref": "8F", "word": "TEAR"})
    assert latest_entry(seat) == {
        "kind": "place",
        "player": 1,
        "ref": "8F",
        "word": "TEARS",
        "points": 5,
        "words": [["TEARS", 5]],
        "rearranged": {"ref": "8F", "word": "TEAR", "words": []},
    }


@pytest.mark.parametrize(
    ("rearranged", "code", "rule"),
    [
        ({"ref": "8F", "word": "TEAR"}, "rearranging_off", "V4"),
        ("TEAR", "act_unreadable", ""),
        ({"ref": "8F"}, "act_unreadable", ""),
    ],
)
def test_v4_refused_where_it_is_not_agreed_or_not_told(rearranged, code, rule):
    seat = seat_on_paper().do(0, "place", ref="8F", word="RATE")
    assert refusal_of(seat, 1, "place", ref="8F", word="TEARS", rearranged=rearranged) == (code, rule)


def test_v5_letters_are_swapped_and_looked_up_on_paper_as_well():
    seat = seat_on_paper(recycling_letters=True).do(0, "place", ref="8G", word="AT")
    assert refusal_of(seat, 1, "recycle", square="G8", tile="Q") == ("recycle_not_good", "V5")
    seat.do(1, "recycle", square="G8", tile="I")
    assert latest_entry(seat) == {"kind": "recycle", "player": 1, "square": "G8", "tile": "I", "taken": "A"}
    assert seat.shown()["waits_for"] == [1]
    assert not seat.shown(1)["can_challenge"]
    assert seat.shown(1)["can_recycle_letters"]
    assert not seat.shown(1)["can_recycle_blanks"]
    assert not seat.shown(0)["can_recycle_letters"]  # out of turn


def test_v5_the_tile_taken_joins_the_rack():
    """The first player opens with any two tiles; the other swaps one of them so that a word remains."""
    seat = seat_classic(recycling_letters=True, seed="11")
    [first] = seat.shown()["waits_for"]
    word = "".join(tile for tile in sorted(letters(seat, first)) if tile.isalpha())[:2]
    seat.do(first, "place", ref="8G", word=word)
    other, held = 1 - first, letters(seat, 1 - first)
    swaps = ((square, tile) for square in ("G8", "H8") for tile in sorted(held))
    square, tile = next(swap for swap in swaps if is_allowed(seat, other, *swap))
    seat.do(other, "recycle", square=square, tile=tile)
    taken = word[0] if square == "G8" else word[1]
    assert letters(seat, other) == held - Counter(tile) + Counter(taken)
    assert latest_entry(seat)["taken"] == taken


def is_allowed(seat, player, square, tile):
    try:
        CLASSIC.apply(seat.state, {"act": "recycle", "player": player, "square": square, "tile": tile})
    except EngineError:
        return False
    return True


def test_v6_the_letter_of_a_blank_is_swapped_for_it():
    seat = seat_on_paper(recycling_blanks=True).do(0, "place", ref="8G", word="aT")
    assert seat.shown(1)["can_recycle_blanks"]
    seat.do(1, "recycle", square="G8", tile="A")
    assert latest_entry(seat)["taken"] == "?"
    assert seat.shown()["board"][7][6] == "A"


@pytest.mark.parametrize(("word", "rule"), [("AT", "V5"), ("aT", "V6")])
def test_v5_v6_refused_where_they_are_not_agreed(word, rule):
    seat = seat_on_paper().do(0, "place", ref="8G", word=word)
    assert refusal_of(seat, 1, "recycle", square="G8", tile="A")[1] == rule


@pytest.mark.parametrize(
    "values", [{"square": "G8"}, {"square": "G8", "tile": "AB"}, {"square": 8, "tile": "A"}]
)
def test_v5_a_swap_that_cannot_be_read(values):
    seat = seat_on_paper(recycling_letters=True).do(0, "place", ref="8G", word="AT")
    assert refusal_of(seat, 1, "recycle", **values)[0] == "act_unreadable"


@pytest.mark.parametrize("tile", ["AB", ""])
def test_v5_a_swap_names_one_tile(tile):
    seat = seat_on_paper(recycling_letters=True).do(0, "place", ref="8G", word="AT")
    with pytest.raises(EngineError, match=r"must be one letter, or [?] for a blank"):
        seat.do(1, "recycle", square="G8", tile=tile)


def test_v7_the_table_tells_whether_words_may_be_looked_up():
    assert seat_classic(open_dictionary=True).shown(0)["may_look_up"]
    assert not seat_classic().shown(0)["may_look_up"]
    seat = seat_classic()
    for _ in range(4):
        seat.do(seat.shown()["waits_for"][0], "pass")
    assert seat.shown(0)["may_look_up"]


def test_v8_the_others_say_what_is_on_the_theme():
    seat = seat_on_paper(theme="animals").do(0, "place", ref="8G", word="CAT")
    assert seat.shown(1)["theme_words"] == ["CAT"]
    seat.do(0, "thematic", words=["cat"])  # one screen for all
    assert latest_entry(seat) == {"kind": "thematic", "player": 0, "words": ["CAT"], "points": 5}
    assert scores(seat) == [15, 0]
    assert seat.shown(1)["theme_words"] == []


def test_v8_on_phones_nobody_accepts_words_of_their_own():
    seat = seat_classic(theme="animals", challenge="single")
    [player] = seat.shown()["waits_for"]
    tiles = [tile for tile in letters(seat, player).elements() if tile.isalpha()]
    word = "".join(tiles[:2])
    seat.do(player, "place", ref="8G", word=word)
    assert refusal_of(seat, player, "thematic", words=[word]) == ("theme_own_play", "V8")
    before = scores(seat)
    seat.do(1 - player, "thematic", words=[word])
    assert scores(seat)[player] == before[player] + 5


@pytest.mark.parametrize("challenge", ["void", "double"])
def test_v8_words_of_the_last_play_count_as_well(challenge):
    """The others name the words before they accept the play, under every challenge rule."""
    seat = seat_on_paper(theme="animals", challenge=challenge, finish_line="beginner")
    seat.do(0, "place", ref="8B", word="TRAINER").do(1, "pass").do(0, "place", ref="A3", word="THROBS")
    if challenge == "double":
        seat.do(1, "challenge", upheld=False)
    assert (seat.shown()["over"], seat.shown()["waits_for"]) == (False, [1])
    seat.do(1, "thematic", words=["THROBS"])
    assert not seat.shown()["over"], "another word of the play may be on the theme"
    seat.do(1, "thematic", words=["STRAINER"])
    assert (seat.shown()["over"], scores(seat)) == (True, [145, 0])


def test_v8_whoever_accepts_the_last_play_says_that_nothing_more_is_on_the_theme():
    seat = seat_on_paper(theme="animals", challenge="void", finish_line="beginner")
    seat.do(0, "place", ref="8B", word="TRAINER").do(1, "pass").do(0, "place", ref="A3", word="THROBS")
    seat.do(1, "accept")
    assert (seat.shown()["over"], scores(seat)) == (True, [135, 0])


@pytest.mark.parametrize(
    ("settings", "code"),
    [({}, "theme_none"), ({"theme": "animals", "theme_words": ("CAT",)}, "theme_listed")],
)
def test_v8_refused_where_there_is_nothing_to_accept(settings, code):
    seat = seat_on_paper(**settings).do(0, "place", ref="8G", word="CAT")
    assert refusal_of(seat, 1, "thematic", words=["CAT"]) == (code, "V8")
    assert scores(seat) == [15 if settings else 10, 0]


def vowels_of(seat, player):
    return sum(count for tile, count in letters(seat, player).items() if tile in "AEIOU?")


def test_v9_everybody_draws_a_first_rack_and_says_how_many_vowels():
    seat = seat_classic(3, double_bag=True)
    assert seat.shown()["waits_for"] == [0, 1, 2]
    assert seat.shown(1)["can_draw"]
    assert refusal_of(seat, 0, "pass") == ("racks_not_drawn", "V9")
    for player, vowels in enumerate((0, 3, 7)):
        seat.do(player, "draw", vowels=vowels)
        assert vowels_of(seat, player) == vowels
    assert len(seat.shown()["waits_for"]) == 1
    assert seat.shown()["bags"] == {"vowels": 34, "consonants": 45}
    assert refusal_of(seat, 0, "draw", vowels=1) == ("draw_not_now", "V9")


def test_v9_tiles_are_refilled_from_the_bag_that_is_asked_for():
    seat = seat_classic(double_bag=True).do(0, "draw", vowels=3).do(1, "draw", vowels=3)
    [player] = seat.shown()["waits_for"]
    given = "".join(tile for tile in letters(seat, player).elements() if tile in "AEIOU?")
    assert refusal_of(seat, player, "exchange", tiles=given) == ("vowels_not_said", "V9")
    seat.do(player, "exchange", tiles=given, vowels=0)
    assert vowels_of(seat, player) == 0
    assert seat.shown()["bags"] == {"vowels": 41, "consonants": 45}


def test_v9_no_turn_is_timed_before_all_have_their_racks():
    seat = seat_classic(double_bag=True, turn_seconds=60).do(0, "draw", vowels=3)
    assert CLASSIC.turn_seconds(seat.state) is None
    assert CLASSIC.turn_seconds(seat.do(1, "draw", vowels=3).state) == 60


def test_v9_in_a_game_with_one_bag_nobody_asks_for_vowels():
    seat = seat_classic()
    [player] = seat.shown()["waits_for"]
    assert refusal_of(seat, player, "exchange", tiles=min(letters(seat, player)), vowels=1) == (
        "vowels_one_bag",
        "V9",
    )
    assert refusal_of(seat, player, "draw", vowels=1) == ("vowels_one_bag", "V9")
    assert seat.shown()["bags"] is None


def test_v9_on_paper_people_draw_themselves():
    seat = seat_on_paper(double_bag=True)
    seat.do(0, "place", ref="8G", word="CAT")
    assert seat.shown()["waits_for"] == [1]
    assert seat.shown()["bags"] is None
