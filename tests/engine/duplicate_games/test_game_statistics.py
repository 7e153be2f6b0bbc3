"""Facts of games, counted again by hand from their records, and criteria held against real simulated games."""

import json

import pytest

from engine.duplicate_games.game_statistics import (
    MEASURES,
    NEVER,
    RANKINGS,
    Bounds,
    Criteria,
    GameFacts,
    add_spread,
    collect_game_facts,
)
from engine.duplicate_games.records import replay
from engine.duplicate_games.search_worker import Trial, answer, play_trial, read_answer, try_games
from engine.duplicate_games.simulate import play_rounds, record_of
from engine.movegen import all_moves
from engine.rules import (
    load_rule_set,
)
from engine.tiles import load_tile_set

GAMES = range(1, 13)
TILES = load_tile_set("english")


@pytest.fixture(scope="module")
def rules():
    return load_rule_set("fisf")


@pytest.fixture(scope="module")
def trial(rules):
    return Trial("english", rules, "facts")


@pytest.fixture(scope="module")
def games(english, rules, trial):
    """Return the rounds of some games with all their facts."""
    played = [play_trial(trial, number) for number in GAMES]
    return [
        (rounds, add_spread(collect_game_facts(rounds, TILES, rules), rounds, english, TILES, rules))
        for rounds in played
    ]


def test_facts_are_those_of_the_record(english, rules, games):
    for rounds, facts in games:
        record = record_of(rounds, seed="", lexicon=english, tiles=TILES, rules=rules)
        replayed = list(replay(record, english))
        words = [line.word for line in record.rounds if line.word]
        blanks, by = 0, None
        for number, played in enumerate(rounds, start=1):
            blanks += played.placed.tiles.count(0) if played.placed else 0
            by = by or (number if blanks == 2 else None)
        assert facts.rounds == len(record.rounds)
        assert facts.total == replayed[-1].total == sum(facts.tops)
        assert sorted(facts.tops) == sorted(line.score for line in record.rounds)
        assert facts.lowest_top == min(line.score for line in record.rounds)
        assert facts.lengths == {length: [*map(len, words)].count(length) for length in {*map(len, words)}}
        assert facts.words_from(8) == sum(len(word) >= 8 for word in words)
        assert facts.bonuses == sum(len(played.placed.tiles) == 7 for played in rounds if played.placed)
        assert facts.unique_tops == sum(len(played.tops) == 1 for played in rounds)
        assert facts.blanks_by == by


def test_the_spread_is_the_mean_distance_to_the_best_move_below(english, rules, games):
    rounds, facts = games[0]
    gaps = []
    for played in rounds:
        scores = sorted({move.score for move in all_moves(played.board, played.rack.tiles, english, TILES)})
        gaps.append(scores[-1] - (scores[-2] if len(scores) > 1 else 0))
    assert facts.spread == pytest.approx(sum(gaps) / len(gaps), abs=0.051)


def test_facts_tell_no_order_and_no_letters(games):
    for _rounds, facts in games:
        assert list(facts.tops) == sorted(facts.tops, reverse=True)
        text = json.dumps(facts.to_data())
        assert not [letter for letter in text if letter.isupper()]
        assert GameFacts.from_data(json.loads(text)) == facts


MEASURED = {
    "rounds": lambda facts: facts.rounds,
    "total": lambda facts: facts.total,
    "bonuses": lambda facts: facts.bonuses,
    "unique_tops": lambda facts: facts.unique_tops,
    "lowest_top": lambda facts: facts.lowest_top,
    "long_words": lambda facts: sum(count for length, count in facts.lengths.items() if length >= 7),
    "blanks_by": lambda facts: facts.blanks_by or NEVER,
    "spread": lambda facts: facts.spread,
}


def test_every_measure_is_tried():
    assert MEASURED.keys() == set(MEASURES)


@pytest.mark.repeats
@pytest.mark.parametrize("measure", MEASURES)
def test_a_range_lets_just_those_games_through(trial, games, measure):
    """A range from the games in the middle lets only those through."""
    values = [MEASURED[measure](facts) for _rounds, facts in games]
    least, most = sorted(values)[3], sorted(values)[8]
    assert min(values) < least or most < max(values)
    for bounds in (Bounds(least, most), Bounds(least=least), Bounds(most=most)):
        expected = [number for number, value in zip(GAMES, values, strict=True) if bounds.holds(value)]
        asked = Trial(trial.lexicon, trial.rules, trial.seed, Criteria({measure: bounds}, long_word=7))
        assert [found.number for found in try_games(asked, GAMES)] == expected


@pytest.mark.parametrize(
    ("bounds", "value", "holds"),
    [
        (Bounds(), 5, True),
        (Bounds(5, 5), 5, True),
        (Bounds(6), 5, False),
        (Bounds(None, 4), 5, False),
        (Bounds(None, 20), NEVER, False),
        (Bounds(20), NEVER, True),
    ],
)
def test_ranges_include_their_bounds(bounds, value, holds):
    assert bounds.holds(value) is holds


BEST = {
    "fair": lambda facts: facts.unique_tops / facts.rounds,
    "lowest_top": lambda facts: facts.lowest_top,
    "bonuses": lambda facts: facts.bonuses,
    "spread": lambda facts: facts.spread,
    "total": lambda facts: facts.total,
    "short": lambda facts: -facts.rounds,
}


@pytest.mark.parametrize("ranking", RANKINGS)
def test_the_best_game_of_each_ranking_is_first(games, ranking):
    facts = [facts for _rounds, facts in games]
    first = max(facts, key=Criteria(ranking=ranking).rank)
    assert BEST[ranking](first) == max(map(BEST[ranking], facts))


def test_a_game_is_made_again_from_its_number(english, rules, trial, games):
    rounds = list(play_rounds(seed="facts-3", lexicon=english, tiles=TILES, rules=rules))
    assert [played.rack for played in rounds] == [played.rack for played in games[2][0]]


def test_a_request_is_answered_with_the_games_found(trial, games):
    asked = Trial(trial.lexicon, trial.rules, trial.seed, Criteria({"spread": Bounds(0)}, ranking="spread"))
    found = read_answer(answer(asked.request(range(1, 4))))
    assert [(game.number, game.facts) for game in found] == [
        (number, facts) for number, (_rounds, facts) in enumerate(games[:3], start=1)
    ]
    gone = Trial("nowhere", trial.rules, trial.seed)
    with pytest.raises(RuntimeError, match="There is no lexicon “nowhere”"):
        read_answer(answer(gone.request(range(1, 4))))
