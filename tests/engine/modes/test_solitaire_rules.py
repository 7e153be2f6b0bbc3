"""RULES V12: a test for each sentence, and refusals."""

import pytest

from engine.errors import EngineError, RuleSetError
from engine.lexicon import load_lexicon
from engine.modes import Setup, mode_of, replay_acts
from engine.modes.solitaire.mode import SOLITAIRE
from engine.modes.solitaire.state import SolitaireSettings
from engine.referee import Player
from engine.rules.game_settings import read_settings, settings_data
from engine.tiles import load_tile_set

ENGLISH = load_tile_set("english")


def game(*acts, way="phones", seed="s", players=1, **settings):
    setup = Setup(
        players=(Player("Ann"),) * players,
        tiles=ENGLISH,
        lexicon=load_lexicon("english"),
        settings=SolitaireSettings(**settings),
        seed=seed,
        way=way,
    )
    return replay_acts(
        SOLITAIRE, setup, [act(written) if isinstance(written, str) else written for written in acts]
    )


def act(written):
    """Return an act of a script: "8F HORN", "exchange II", "exchange 2", "pass", "back 2", "end", "end AE Q"."""
    kind, *rest = written.split()
    act = {"act": kind, "player": 0, "seed": f"seed of {written}"}
    if kind == "exchange":
        return act | ({"count": int(rest[0])} if rest[0].isdigit() else {"tiles": rest[0]})
    if kind == "back":
        return act | {"act": "take_back"} | ({"play": int(rest[0])} if rest else {})
    if kind == "end" and rest:
        return act | {"left": [text.strip("-") for text in rest]}
    return act if kind in {"pass", "end"} else act | {"act": "place", "ref": kind, "word": rest[0]}


def play_script(state, *script):
    for written in script:
        state = SOLITAIRE.apply(state, act(written))
    return state


def view_of(state, viewer=0):
    return SOLITAIRE.shown(state, viewer)


def check_refusal(state, written, code, rule="V12"):
    with pytest.raises(EngineError) as caught:
        SOLITAIRE.apply(state, act(written) if isinstance(written, str) else written)
    assert caught.value.code == code, caught.value
    assert caught.value.rule == rule
    return caught.value


def test_v12_a_one_rack_is_refilled_after_each_play():
    state = game()
    rack = view_of(state)["racks"][0]["tiles"]
    assert len(rack) == 7
    assert view_of(state)["bag_count"] == 93
    state = play_script(state, f"exchange {rack[:2]}")
    assert len(view_of(state)["racks"][0]["tiles"]) == 7
    assert view_of(state)["to_move"] == 0
    assert view_of(state)["turns"] == 1


def test_v12_a_is_against_ones_own_record():
    """A player wins with more than the record; an equal score does not win."""
    paper = game("8F HORN", "end AAEEIII", way="paper", record=6)
    assert SOLITAIRE.scores(paper) == (14 - 7,)
    assert SOLITAIRE.winners(paper) == (0,)
    assert SOLITAIRE.winners(game("8F HORN", "end AAEEIII", way="paper", record=7)) == ()
    assert SOLITAIRE.winners(game("8F HORN", "end AAEEIII", way="paper")) == (0,)
    assert SOLITAIRE.winners(game("8F HORN", way="paper", record=7)) is None


def test_v12_a_has_nobody_to_pass_to():
    check_refusal(game(), "pass", "solitaire_no_pass")


def test_v12_b_has_two_racks_in_turn():
    """The player sees and plays both racks."""
    state = game(form="two_racks")
    first = view_of(state)
    assert [len(rack["tiles"]) for rack in first["racks"]] == [7, 7]
    assert first["to_move"] == 0
    after = view_of(play_script(state, "pass"))
    assert after["to_move"] == 1
    assert after["racks"] == first["racks"]
    assert view_of(play_script(state, "pass", "pass"))["to_move"] == 0


def test_v12_b_one_rack_is_of_an_imaginary_opponent():
    """The opponent's score is its own, and decides whether the player has won."""
    script = ("8F HORN", "H6 FARM", "end AEIAEIO TTTTTTT")
    error = check_refusal(
        game("8F HORN", "H6 FARM", form="two_racks", way="paper"), script[-1], "rack_not_in_bag", "B2"
    )
    assert error.params["letters"] == "T"
    state = game("8F HORN", "H6 FARM", "end AEIAEIO EEEEEEE", form="two_racks", way="paper")
    assert SOLITAIRE.scores(state) == (14 - 7,)
    assert [rack["score"] for rack in view_of(state)["racks"]] == [7, 2]
    assert SOLITAIRE.winners(state) == (0,)
    state = game("8F HORN", "H6 FARM", "end QEIAEIO EEEEEEE", form="two_racks", way="paper")
    assert SOLITAIRE.winners(state) == ()


def test_v12_b_ends_when_both_racks_pass_twice():
    state = play_script(game(form="two_racks"), "pass", "pass", "pass", "pass")
    assert SOLITAIRE.winners(state) is not None
    assert view_of(state)["over"]
    assert all(rack["adjustment"] < 0 for rack in view_of(state)["racks"])


def test_v12_the_player_says_when_it_is_over():
    """The player may end it even while tiles can be exchanged, unlike a game of several players."""
    state = play_script(game(), "end")
    assert view_of(state)["over"]
    assert view_of(state)["racks"][0]["adjustment"] == SOLITAIRE.scores(state)[0] < 0


def test_v12_words_that_are_not_good_are_refused():
    check_refusal(game(way="paper"), "8F HORNN", "not_in_lexicon", "B4")
    check_refusal(game(form="open"), "8F HORNN", "not_in_lexicon", "B4")


def test_v12_exchanges_are_as_in_c3():
    check_refusal(game(), "exchange QQQQQQQ", "not_in_rack", "C2")
    state = game(exchange_minimum=100)
    rack = view_of(state)["racks"][0]["tiles"]
    check_refusal(state, f"exchange {rack}", "exchange_restricted", "C3")
    assert not view_of(state)["can_exchange"]
    assert view_of(game())["can_exchange"]


def test_v12_c_all_tiles_are_face_up():
    state = game(form="open")
    assert sum(view_of(state, None)["left"].values()) == 100
    assert view_of(play_script(state, "8F HORN"), None)["left_count"] == 96


def test_v12_c_the_score_is_that_of_all_plays():
    """The worked example of RULES B."""
    state = game("8F HORN", "H6 FARM", "10F PASTE", "9H MOB", "11E BIT", form="open")
    assert [play["score"] for play in view_of(state)["plays"]] == [14, 9, 25, 16, 16]
    assert SOLITAIRE.scores(state) == (80,)


def test_v12_c_tiles_that_are_left_cost_nothing():
    assert SOLITAIRE.scores(game("8F HORN", "end", form="open")) == (14,)
    assert SOLITAIRE.winners(game("8F HORN", "end", form="open", record=13)) == (0,)
    assert SOLITAIRE.winners(game("8F HORN", "end", form="open", record=14)) == ()


def test_v12_c_a_play_has_as_many_tiles_as_a_rack():
    check_refusal(game(form="open"), "8D TRAINERS", "too_many_played", "")
    assert SOLITAIRE.scores(game("8D TRAINERS", form="open", racks="nine")) == (2 * 9 + 50,)
    assert SOLITAIRE.scores(game("8B TRAINER", form="open")) == (66,)


def test_v12_c_plays_can_be_taken_back_freely():
    built = game("8F HORN", "H6 FARM", "10F PASTE", form="open")
    assert play_script(built, "back") == game("8F HORN", "H6 FARM", form="open")
    assert play_script(built, "back 2", "back 1", "back 0") == game(form="open")
    check_refusal(play_script(built, "back", "back", "back"), "back", "solitaire_nothing_back")
    check_refusal(built, "back 3", "solitaire_nothing_back")
    check_refusal(built, "back -1", "solitaire_nothing_back")


def test_v12_c_a_play_that_others_need_stays():
    built = game("8F HORN", "H6 FARM", "10F PASTE", form="open")
    error = check_refusal(built, "back 0", "solitaire_leans_on")
    assert error.params == {"word": "FARM", "reference": "H6"}
    check_refusal(built, "back 1", "solitaire_leans_on")


def test_v12_c_what_others_went_through_is_not_laid_by_them_instead():
    """Without HORN the R of FARM would need a tile of its own."""
    built = game("8G OR", "H6 FARM", form="open")
    assert play_script(built, "back") == game("8G OR", form="open")
    check_refusal(built, "back 0", "solitaire_leans_on")


def test_v12_c_plays_from_the_middle_come_off_and_the_rest_is_scored_anew():
    """A premium that was covered counts for the next play on it."""
    built = game("8F HORN", "H6 FARM", "F6 OOH", form="open")
    assert [play["score"] for play in view_of(built)["plays"]] == [14, 9, 8]
    after = play_script(built, "back 1")
    assert [play["word"] for play in view_of(after)["plays"]] == ["HORN", "OOH"]


def test_v12_c_no_more_than_the_set_has():
    built = game("8H JIB", form="open", racks="nine")
    error = check_refusal(built, "H8 JOJOBA", "solitaire_not_left")
    assert error.params == {"letters": "J"}


def test_v12_on_paper_real_tiles_are_drawn():
    """The tiles of the racks are entered at the end."""
    state = game("8F HORN", "exchange 3", way="paper")
    assert view_of(state)["racks"][0] == {"score": 14, "held": 7, "tiles": None, "adjustment": None}
    check_refusal(state, "end", "rack_unknown", "C6")
    check_refusal(state, "end AEI", "rack_unknown", "C6")
    check_refusal(state, "end AEI AEI", "solitaire_racks_left")
    assert SOLITAIRE.scores(play_script(state, "end AEIQZJX")) == (14 - 39,)


def test_v12_others_do_not_see_the_racks():
    for form in ("one_rack", "two_racks"):
        state = game(form=form)
        assert all(rack["tiles"] is None for rack in view_of(state, None)["racks"])
        assert all(rack["tiles"] for rack in view_of(state, 0)["racks"])


def test_v12_racks_of_nine():
    """V1: nine tiles, 50 for seven, eight or nine."""
    state = game(racks="nine")
    assert len(view_of(state)["racks"][0]["tiles"]) == 9
    state = game("8D TRAINERS", way="paper", racks="nine")
    assert SOLITAIRE.scores(state) == (2 * 9 + 50,)


@pytest.mark.parametrize(
    ("state", "written", "code"),
    [
        (lambda: game(form="open"), "pass", "solitaire_own_turn"),
        (lambda: game(form="open"), "exchange E", "solitaire_own_turn"),
        (game, "back", "solitaire_not_open"),
        (lambda: game("end"), "end", "solitaire_over"),
        (lambda: game("end"), "8F HORN", "solitaire_over"),
        (lambda: game("end", form="open"), "back", "solitaire_over"),
    ],
)
def test_v12_what_a_form_does_not_have_is_refused(state, written, code):
    check_refusal(state(), written, code)


def test_tiles_not_held_are_refused():
    state = game()
    rack = view_of(state)["racks"][0]["tiles"]
    word = "PIZZA" if "Z" not in rack else "QUEUE"
    check_refusal(state, f"8F {word}", "not_in_rack", "C2")


def test_acts_of_other_modes_and_acts_that_cannot_be_read_are_refused():
    check_refusal(game(), {"act": "call", "player": 0}, "act_unknown", "V12")
    check_refusal(game(), {"act": "place", "player": 0, "ref": 8, "word": "HORN"}, "act_unreadable", "")
    check_refusal(game(), {"act": "place", "player": 1, "ref": "8F", "word": "HORN"}, "no_such_player", "C2")
    check_refusal(game(), {"act": "place", "player": 0, "ref": "99", "word": "HORN"}, "bad_reference", "")


def test_settings_of_other_modes_are_refused():
    for data in ({"blanks": "any"}, {"form": "three"}, {"record": 0}):
        with pytest.raises(RuleSetError):
            read_settings(SolitaireSettings, data)
    settings = SolitaireSettings(form="open", record=900)
    assert read_settings(SolitaireSettings, settings_data(settings)) == settings


def test_one_plays():
    assert mode_of("solitaire") is SOLITAIRE
    for number in (0, 2):
        with pytest.raises(EngineError) as caught:
            game(players=number)
        assert caught.value.code == "players_number"
