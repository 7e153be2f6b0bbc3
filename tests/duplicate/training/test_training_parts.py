"""The pure parts of training: the next rack with its tops, and statistics."""

from datetime import UTC, datetime

import pytest

from duplicate.training.positions import (
    StoredRound,
    TrainingSettings,
    board_after,
    next_at_random,
    next_recorded,
)
from duplicate.training.statistics import AnsweredGame, AnsweredRound, statistics_of, summary_of
from engine.duplicate_games.simulate import play_rounds
from engine.lexicon import load_lexicon
from engine.rules import (
    RuleSet,
)
from engine.tiles import load_tile_set
from tournaments.positions.in_play import SearchAsker

ENGLISH = load_tile_set("english")
DAY = datetime(2026, 5, 1, tzinfo=UTC)


@pytest.fixture(scope="module")
def played():
    return TrainingSettings(load_lexicon("english"), ENGLISH, RuleSet(), "duplicate")


def game_at_random(played, seed):
    rounds, all_found = [], []
    while found := next_at_random(rounds, played, seed):
        all_found.append(found)
        reference, word = found.placed.text(ENGLISH)
        rounds.append(StoredRound(found.rack.text(ENGLISH), word, reference))
    return all_found, rounds


def test_racks_at_random_are_those_of_a_duplicate_game_by_the_top(played):
    """The same game as `engine.duplicate_games.simulate` plays from that seed, which counts on another way."""
    all_found, _rounds = game_at_random(played, "a seed")
    game = list(play_rounds(seed="a seed", lexicon=played.lexicon, tiles=ENGLISH, rules=played.rules))
    # Its draws begin with attempt 0 in each round, too, as long as somebody can play.
    for found, simulated in zip(all_found, game, strict=False):
        if simulated.placed is None:
            break
        assert found.rack == simulated.rack
        assert found.top_score == simulated.score
        assert {*found.tops} == {scored.move for scored in simulated.tops}
        assert found.placed == simulated.placed.move


def test_a_game_at_random_comes_to_its_end(played):
    all_found, rounds = game_at_random(played, "another")
    assert len(all_found) > 10
    assert all(found.next_best < found.top_score for found in all_found)
    assert [found.number for found in all_found] == list(range(1, len(rounds) + 1))
    assert sum(cell > 0 for cell in board_after(rounds, played).board.cells) > 80


@pytest.mark.django_db
def test_in_a_game_that_was_played_goes_on_the_board_what_was_placed(played):
    record = [StoredRound("AEINRST", "RAIN", "H8"), StoredRound("EST+ABDE", "BEASTED", "8H")]
    found = next_recorded(record, 0, played, SearchAsker(None))
    assert found.top_score > 20
    assert found.placed.text(ENGLISH) == ("H8", "RAIN")
    assert found.placed not in found.tops


@pytest.mark.django_db
def test_rounds_that_nobody_could_play_are_passed_over(played):
    record = [StoredRound("VVWWUUC", "", ""), StoredRound("-AEINRST", "RETAINS", "H4")]
    assert next_recorded(record, 0, played, SearchAsker(None)).number == 2
    assert next_recorded(record, 2, played, SearchAsker(None)) is None


def rounds(*scores):
    return tuple(AnsweredRound(score, top, next_best, hints) for score, top, next_best, hints in scores)


def test_sums():
    sums = summary_of(rounds((20, 20, 19, 0), (30, 30, 10, 2), (5, 50, 40, 1)))
    assert (sums.rounds, sums.score, sums.top, sums.lost) == (3, 55, 100, 45)
    assert sums.percent == 55
    assert (sums.found, sums.alone, sums.hints) == (2, 1, 3)
    assert summary_of([]).percent is None


@pytest.mark.parametrize(
    ("top", "next_best", "difficulty"),
    [
        (100, 91, "easy"),
        (100, 90, "medium"),
        (100, 76, "medium"),
        (100, 75, "hard"),
        (20, 0, "hard"),
        (20, 20, "easy"),
    ],
)
def test_a_rack_is_the_harder_the_more_the_next_best_move_loses(top, next_best, difficulty):
    assert AnsweredRound(0, top, next_best, 0).difficulty == difficulty


def test_statistics_tell_games_in_their_order_and_leave_out_those_without_a_round():
    found = statistics_of(
        [
            AnsweredGame("first", DAY, rounds((10, 20, 19, 0))),
            AnsweredGame("empty", DAY, ()),
            AnsweredGame("second", DAY, rounds((20, 20, 1, 1), (0, 40, 39, 0))),
        ]
    )
    assert [game.name for game in found.games] == ["first", "second"]
    assert found.all.rounds == 3
    assert {level: sums.rounds for level, sums in found.by_difficulty.items()} == {
        "easy": 2,
        "medium": 0,
        "hard": 1,
    }
    assert found.by_difficulty["hard"].percent == 100


def test_trainings_of_one_week_are_summed_from_monday_on():
    days = (datetime(2026, 11, day, 12, tzinfo=UTC) for day in (22, 23, 29))
    found = statistics_of(
        [
            AnsweredGame("", day, rounds((score, 20, 19, 0)))
            for day, score in zip(days, (5, 10, 20), strict=True)
        ]
    )
    assert [(monday.isoformat(), sums.percent) for monday, sums in found.weeks] == [
        ("2026-11-16", 25),
        ("2026-11-23", 75),
    ]
