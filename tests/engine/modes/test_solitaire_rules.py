"""RULES V12, a test a sentence, and what is refused."""

import pytest

from engine.errors import EngineError, RuleSetError
from engine.lexicon import load_lexicon
from engine.modes import Setup, mode_of, replayed
from engine.modes.solitaire.mode import SOLITAIRE, SolitaireSettings
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
    return replayed(
        SOLITAIRE, setup, [act(written) if isinstance(written, str) else written for written in acts]
    )


def act(written):
    """An act as a script has it: "8F HORN", "exchange II", "exchange 2", "pass", "back 2", "end", "end AE Q"."""
    kind, *rest = written.split()
    act = {"act": kind, "player": 0, "seed": f"seed of {written}"}
    if kind == "exchange":
        return act | ({"count": int(rest[0])} if rest[0].isdigit() else {"tiles": rest[0]})
    if kind == "back":
        return act | {"act": "take_back"} | ({"play": int(rest[0])} if rest else {})
    if kind == "end" and rest:
        return act | {"left": [text.strip("-") for text in rest]}
    return act if kind in {"pass", "end"} else act | {"act": "place", "ref": kind, "word": rest[0]}


def played(state, *script):
    for written in script:
        state = SOLITAIRE.apply(state, act(written))
    return state


def seen(state, viewer=0):
    return SOLITAIRE.shown(state, viewer)


def refused(state, written, code, rule="V12"):
    with pytest.raises(EngineError) as caught:
        SOLITAIRE.apply(state, act(written) if isinstance(written, str) else written)
    assert caught.value.code == code, caught.value
    assert caught.value.rule == rule
    return caught.value


def test_v12_a_one_rack_is_refilled_after_each_play():
    state = game()
    rack = seen(state)["racks"][0]["tiles"]
    assert len(rack) == 7
    assert seen(state)["bag_count"] == 93
    state = played(state, f"exchange {rack[:2]}")
    assert len(seen(state)["racks"][0]["tiles"]) == 7
    assert seen(state)["to_move"] == 0
    assert seen(state)["turns"] == 1


def test_v12_a_is_against_ones_own_record():
    """A player wins with more than the record; an equal score does not win."""
    paper = game("8F HORN", "end AAEEIII", way="paper", record=6)
    assert SOLITAIRE.scores(paper) == (14 - 7,)
    assert SOLITAIRE.winners(paper) == (0,)
    assert SOLITAIRE.winners(game("8F HORN", "end AAEEIII", way="paper", record=7)) == ()
    assert SOLITAIRE.winners(game("8F HORN", "end AAEEIII", way="paper")) == (0,)
    assert SOLITAIRE.winners(game("8F HORN", way="paper", record=7)) is None


def test_v12_a_has_nobody_to_pass_to():
    refused(game(), "pass", "solitaire_no_pass")


def test_v12_b_has_two_racks_in_turn():
    """Both are the player's to see and to play."""
    state = game(form="two_racks")
    first = seen(state)
    assert [len(rack["tiles"]) for rack in first["racks"]] == [7, 7]
    assert first["to_move"] == 0
    after = seen(played(state, "pass"))
    assert after["to_move"] == 1
    assert after["racks"] == first["racks"]
    assert seen(played(state, "pass", "pass"))["to_move"] == 0


def test_v12_b_one_rack_is_of_an_imaginary_opponent():
    """Its score is not the player's; who of the two has more at the end has won or lost."""
    script = ("8F HORN", "H6 FARM", "end AEIAEIO TTTTTTT")
    error = refused(
        game("8F HORN", "H6 FARM", form="two_racks", way="paper"), script[-1], "rack_not_in_bag", "B2"
    )
    assert error.params["letters"] == "T"
    state = game("8F HORN", "H6 FARM", "end AEIAEIO EEEEEEE", form="two_racks", way="paper")
    assert SOLITAIRE.scores(state) == (14 - 7,)
    assert [rack["score"] for rack in seen(state)["racks"]] == [7, 2]
    assert SOLITAIRE.winners(state) == (0,)
    state = game("8F HORN", "H6 FARM", "end QEIAEIO EEEEEEE", form="two_racks", way="paper")
    assert SOLITAIRE.winners(state) == ()


def test_v12_b_ends_when_both_racks_pass_twice():
    state = played(game(form="two_racks"), "pass", "pass", "pass", "pass")
    assert SOLITAIRE.winners(state) is not None
    assert seen(state)["over"]
    assert all(rack["adjustment"] < 0 for rack in seen(state)["racks"])


def test_v12_the_player_says_when_it_is_over():
    """Even if tiles could be exchanged, as at a table with others it could not be."""
    state = played(game(), "end")
    assert seen(state)["over"]
    assert seen(state)["racks"][0]["adjustment"] == SOLITAIRE.scores(state)[0] < 0


def test_v12_words_that_are_not_good_are_refused():
    refused(game(way="paper"), "8F HORNN", "not_in_lexicon", "B4")
    refused(game(form="open"), "8F HORNN", "not_in_lexicon", "B4")


def test_v12_exchanges_are_as_in_c3():
    refused(game(), "exchange QQQQQQQ", "not_in_rack", "C2")
    state = game(exchange_minimum=100)
    rack = seen(state)["racks"][0]["tiles"]
    refused(state, f"exchange {rack}", "exchange_restricted", "C3")
    assert not seen(state)["can_exchange"]
    assert seen(game())["can_exchange"]


def test_v12_c_all_tiles_are_face_up():
    state = game(form="open")
    assert sum(seen(state, None)["left"].values()) == 100
    assert seen(played(state, "8F HORN"), None)["left_count"] == 96


def test_v12_c_the_score_is_that_of_all_plays():
    """The worked example of RULES B."""
    state = game("8F HORN", "H6 FARM", "10F PASTE", "9H MOB", "11E BIT", form="open")
    assert [play["score"] for play in seen(state)["plays"]] == [14, 9, 25, 16, 16]
    assert SOLITAIRE.scores(state) == (80,)


def test_v12_c_tiles_that_are_left_cost_nothing():
    assert SOLITAIRE.scores(game("8F HORN", "end", form="open")) == (14,)
    assert SOLITAIRE.winners(game("8F HORN", "end", form="open", record=13)) == (0,)
    assert SOLITAIRE.winners(game("8F HORN", "end", form="open", record=14)) == ()


def test_v12_c_a_play_has_as_many_tiles_as_a_rack():
    refused(game(form="open"), "8D TRAINERS", "too_many_played", "")
    assert SOLITAIRE.scores(game("8D TRAINERS", form="open", racks="nine")) == (2 * 9 + 50,)
    assert SOLITAIRE.scores(game("8B TRAINER", form="open")) == (66,)


def test_v12_c_plays_can_be_taken_back_freely():
    built = game("8F HORN", "H6 FARM", "10F PASTE", form="open")
    assert played(built, "back") == game("8F HORN", "H6 FARM", form="open")
    assert played(built, "back 2", "back 1", "back 0") == game(form="open")
    refused(played(built, "back", "back", "back"), "back", "solitaire_nothing_back")
    refused(built, "back 3", "solitaire_nothing_back")
    refused(built, "back -1", "solitaire_nothing_back")


def test_v12_c_a_play_that_others_need_stays():
    built = game("8F HORN", "H6 FARM", "10F PASTE", form="open")
    error = refused(built, "back 0", "solitaire_leans_on")
    assert error.params == {"word": "FARM", "reference": "H6"}
    refused(built, "back 1", "solitaire_leans_on")


def test_v12_c_what_others_went_through_is_not_laid_by_them_instead():
    """If HORN came off, the R of FARM would have to be a tile of its own."""
    built = game("8G OR", "H6 FARM", form="open")
    assert played(built, "back") == game("8G OR", form="open")
    refused(built, "back 0", "solitaire_leans_on")


def test_v12_c_plays_from_the_middle_come_off_and_the_rest_is_scored_anew():
    """A premium that was covered counts for the next play on it."""
    built = game("8F HORN", "H6 FARM", "F6 OOH", form="open")
    assert [play["score"] for play in seen(built)["plays"]] == [14, 9, 8]
    after = played(built, "back 1")
    assert [play["word"] for play in seen(after)["plays"]] == ["HORN", "OOH"]


def test_v12_c_no_more_than_the_set_has():
    built = game("8H JIB", form="open", racks="nine")
    error = refused(built, "H8 JOJOBA", "solitaire_not_left")
    assert error.params == {"letters": "J"}


def test_v12_on_paper_real_tiles_are_drawn():
    """The tiles of the racks are entered at the end."""
    state = game("8F HORN", "exchange 3", way="paper")
    assert seen(state)["racks"][0] == {"score": 14, "held": 7, "tiles": None, "adjustment": None}
    refused(state, "end", "rack_unknown", "C6")
    refused(state, "end AEI", "rack_unknown", "C6")
    refused(state, "end AEI AEI", "solitaire_racks_left")
    assert SOLITAIRE.scores(played(state, "end AEIQZJX")) == (14 - 39,)


def test_v12_others_do_not_see_the_racks():
    for form in ("one_rack", "two_racks"):
        state = game(form=form)
        assert all(rack["tiles"] is None for rack in seen(state, None)["racks"])
        assert all(rack["tiles"] for rack in seen(state, 0)["racks"])


def test_v12_racks_of_nine():
    """V1: nine tiles, 50 for seven, eight or nine."""
    state = game(racks="nine")
    assert len(seen(state)["racks"][0]["tiles"]) == 9
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
    refused(state(), written, code)


def test_tiles_not_held_are_refused():
    state = game()
    rack = seen(state)["racks"][0]["tiles"]
    word = "PIZZA" if "Z" not in rack else "QUEUE"
    refused(state, f"8F {word}", "not_in_rack", "C2")


def test_acts_of_other_modes_and_acts_that_cannot_be_read_are_refused():
    refused(game(), {"act": "call", "player": 0}, "act_unknown", "V12")
    refused(game(), {"act": "place", "player": 0, "ref": 8, "word": "HORN"}, "act_unreadable", "")
    refused(game(), {"act": "place", "player": 1, "ref": "8F", "word": "HORN"}, "no_such_player", "C2")
    refused(game(), {"act": "place", "player": 0, "ref": "99", "word": "HORN"}, "bad_reference", "")


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
