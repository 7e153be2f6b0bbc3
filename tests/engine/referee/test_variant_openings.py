"""Nine tiles, the finish line, and the first word: V1 to V3, a case for each sentence of the rules."""

import pytest

from engine.errors import RuleSetError
from engine.referee import ClassicSettings, Player, State, apply, opening_length, refill, target_of, winners
from engine.referee.settings import JACKS_TO_OPEN, NINE_TILES
from engine.referee.variants.finish_line import TARGETS
from tests.engine.referee.table import ENGLISH, play_script, refusal_of, start, with_settings

TRAINER, THROBS = "A 8B TRAINER", "A A3 THROBS"
SEVENTY = ClassicSettings(finish_line="beginner")


# V1


def test_v1_racks_have_nine_tiles():
    state = start(3, NINE_TILES)
    for player in range(3):
        state = apply(state, refill(state, player, "seed"))
    assert [len(seat.known) for seat in state.seats] == [9, 9, 9]
    assert state.bag_count == 73


@pytest.mark.parametrize(
    ("word", "points"),
    [
        *(("8D DETAIL", 18), ("8B TRAINER", 16 + 50)),
        *(("8D EDUCATED", 26 + 50), ("8D EDUCATION", 28 + 50)),
    ],
)
def test_v1_seven_eight_or_nine_tiles_bring_fifty(word, points):
    assert play_script(start(2, NINE_TILES), f"A {word}").scores == (points, 0)


# V2


@pytest.mark.parametrize(
    ("level", "targets"),
    [("beginner", (70, 60, 50)), ("intermediate", (120, 100, 90)), ("expert", (200, 180, 160))],
)
def test_v2_targets_by_level_and_number_of_players(level, targets):
    settings = ClassicSettings(finish_line=level)
    assert tuple(target_of(Player("Ann"), settings, players) for players in (2, 3, 4)) == targets
    assert set(TARGETS) == {"beginner", "intermediate", "expert"}


def test_v2_without_a_finish_line_there_is_no_target():
    assert target_of(Player("Ann"), ClassicSettings(), 2) is None


def test_v2_who_reaches_the_target_wins_at_once():
    state = play_script(start(settings=SEVENTY), TRAINER, "B pass", THROBS)
    assert state.scores == (135, 0)
    assert state.end_reason == "target"
    assert refusal_of(state, "B pass") == ("turn_after_target", "V2")
    state = play_script(state, "end")
    assert state.is_over
    assert winners(state) == (0,)


def test_v2_sixty_six_points_are_not_seventy():
    assert play_script(start(settings=SEVENTY), TRAINER).end_reason is None
    assert play_script(start(settings=SEVENTY), TRAINER, "B pass", "A 9G AT").end_reason == "target"
    exact = State.start((Player("Ann", target=66), Player("Bo")), ENGLISH, SEVENTY)
    assert play_script(exact, TRAINER).end_reason == "target"


def test_v2_tiles_left_are_not_counted():
    state = play_script(start(settings=SEVENTY), "B rack QZ", TRAINER, "B pass", THROBS, "end")
    assert state.scores == (135, 0)
    assert state.adjustments == (0, 0)


@pytest.mark.parametrize(
    ("own", "target"),
    [
        ({"level": "expert"}, 200),
        ({"target": 30}, 30),
        ({"level": "expert", "target": 30}, 30),
        ({}, 70),
    ],
)
def test_v2_a_player_may_have_a_target_of_their_own_level(own, target):
    assert target_of(Player("Ann", **own), SEVENTY, 2) == target


def test_v2_who_reaches_their_own_target_wins_whatever_others_have():
    people = (Player("Ann", level="expert"), Player("Bo", target=10))
    state = play_script(State.start(people, ENGLISH, SEVENTY), TRAINER, "B A8 THROB", "end")
    assert state.scores[0] > state.scores[1] >= 10
    assert winners(state) == (1,)


def test_v2_the_play_that_reaches_it_can_be_challenged_first():
    state = play_script(start(settings=SEVENTY), TRAINER, "B pass", THROBS, "B upholds")
    assert state.end_reason is None
    assert (state.scores, state.to_move) == ((66, 0), 1)
    state = play_script(start(settings=SEVENTY), TRAINER, "B pass", THROBS, "B challenges", "end")
    assert winners(state) == (0,)


def test_v2_overtime_after_the_end_takes_no_victory_away():
    state = play_script(start(settings=SEVENTY), TRAINER, "B pass", THROBS, "end", "A overtime 100")
    assert (state.scores, winners(state)) == ((35, 0), (0,))


def test_v2_a_game_that_ends_before_is_won_as_any_other():
    racks = ("A rack AEIOUST", "B rack Q??AAAA")
    state = play_script(start(settings=SEVENTY), *racks, *["A pass", "B pass"] * 2, "end")
    assert (state.end_reason, state.adjustments, winners(state)) == ("passes", (-7, -14), (0,))


@pytest.mark.parametrize(
    ("own", "settings", "setting"),
    [
        ({"level": "expert"}, {}, "level"),
        ({"target": 70}, {}, "target"),
        ({"level": "champion"}, {"finish_line": "expert"}, "level"),
        ({"target": 0}, {"finish_line": "expert"}, "target"),
    ],
)
def test_v2_a_finish_line_of_ones_own_must_be_one(own, settings, setting):
    with pytest.raises(RuleSetError) as caught:
        State.start((Player("Ann", **own), Player("Bo")), ENGLISH, ClassicSettings(**settings))
    assert caught.value.params["setting"] == setting
    assert settings or "finish_line" in str(caught.value)


# V3


@pytest.mark.parametrize("length", [3, 4, 5])
def test_v3_the_first_word_has_so_many_letters(length):
    state = with_settings(opening_length=length)
    words = {2: "AT", 3: "RAT", 4: "RATE", 5: "TRAIN"}
    assert refusal_of(state, f"A 8H {words[length - 1]}") == ("opening_too_short", "V3")
    assert play_script(state, f"A 8H {words[length]}").scores[0]


def test_v3_the_next_words_may_be_shorter():
    assert play_script(with_settings(opening_length=5), "A 8D TRAIN", "B D8 TA").turns == 2


def test_v3_if_the_starter_cannot_open_play_passes_on():
    state = play_script(with_settings(opening_length=5), "A pass")
    assert refusal_of(state, "B 8F RATE") == ("opening_too_short", "V3")
    assert play_script(state, "B 8D TRAIN").scores == (0, 12)


def test_v3_without_the_fallback_the_length_stays_and_passes_end_the_game():
    state = play_script(with_settings(opening_length=5), "A pass", "B pass")
    assert opening_length(state) == 5
    assert play_script(state, "A pass", "B pass").end_reason == "passes"


def test_v3_jacks_to_open_is_five_letters():
    assert refusal_of(start(settings=JACKS_TO_OPEN), "A 8F RATE") == ("opening_too_short", "V3")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_v3_when_nobody_could_open_the_starter_may_try_four_and_so_on_down(players):
    state, lengths = start(players, JACKS_TO_OPEN), []
    for _ in range(4):
        for letter in "ABCD"[:players]:
            lengths.append(opening_length(state))
            state = play_script(state, f"{letter} pass")
    assert lengths == [length for length in (5, 4, 3, 2) for _ in range(players)]
    assert opening_length(state) == 2


def test_v3_only_when_everybody_has_had_a_turn():
    state = play_script(start(3, JACKS_TO_OPEN), "A pass", "B exchange 3")
    assert refusal_of(state, "C 8F RATE") == ("opening_too_short", "V3")
    state = play_script(state, "C pass")
    assert play_script(state, "A 8F RATE").scores[0]


def test_v3_forced_passes_do_not_end_the_game():
    state = play_script(start(settings=JACKS_TO_OPEN), *["A pass", "B pass"] * 3)
    assert (opening_length(state), state.passes, state.end_reason) == (2, 0, None)
    state = play_script(state, *["A pass", "B pass"] * 2)  # these count: two letters would have done
    assert state.end_reason == "passes"


def test_v3_forced_passes_are_no_turns_without_a_score():
    settings = ClassicSettings(opening_length=5, opening_fallback=True, scoreless_turns=6)
    assert play_script(start(settings=settings), *["A pass", "B pass"] * 3).end_reason is None


def test_v3_a_first_word_that_comes_off_has_been_a_turn_without_opening():
    state = play_script(start(settings=JACKS_TO_OPEN), "A 8D TRIAN", "B upholds")
    assert (opening_length(state), state.to_move) == (5, 1)
    state = play_script(state, "B pass")
    assert opening_length(state) == 4
    assert play_script(state, "A 8F RATE").board != state.board


def test_v3_the_draw_for_the_start_says_who_the_starter_is():
    state = play_script(start(3, JACKS_TO_OPEN), "draw A=C B=B C=D", "B pass", "C pass")
    assert opening_length(state) == 5
    assert opening_length(play_script(state, "A pass")) == 4
