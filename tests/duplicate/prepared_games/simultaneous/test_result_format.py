"""Results of clubs as files, what is refused of them, and merging them: pure."""

import json
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from duplicate.prepared_games.results.file_format import ResultRefused, parse_file, read_result, write_file
from duplicate.prepared_games.results.standings import FieldSelection, merge, select
from duplicate.prepared_games.results.tables import merged_table
from duplicate.prepared_games.results.validation import check_result, differences
from duplicate.standings.rules.ranking import Average
from engine.rules import (
    load_rule_set,
)
from tests.factories.fake_results import added_up, made_up_result
from tests.factories.simultaneous_clubs import short_record
from tournaments.people.services import Person

FISF = load_rule_set("fisf")


@pytest.fixture(scope="module")
def record(english):
    return short_record("fisf")


def made(record, club="Namur", players=4, seed="a"):
    tops = [line.score for line in record.rounds]
    return made_up_result(game="d" * 64, club=club, tops=tops, rules=FISF, players=players, seed=seed)


def test_a_result_is_read_as_it_was_written(record, facts):
    result = made(record, players=20)
    kept = [entry.scores.scores[2] for entry in result.entries[1:]]
    others = int(sum(kept) / len(kept) + 0.5)
    pair = replace(result.entries[0], people=(Person("Ann", "1"), Person("Bob", birth_year=1970)))
    pair = replace(
        pair,
        scores=replace(
            pair.scores,
            name="Ann & Bob",
            scores=(0, *pair.scores.scores[1:]),
            worths=(0, *pair.scores.worths[1:]),
            absent=(0,),
            solos_withheld=(1,),
            withdrawn=True,
        ),
        averages={2: Average(others, "arbitrated")},
    )
    result = added_up(replace(result, entries=(pair, *result.entries[1:])), FISF)
    again = read_result(parse_file(write_file(result.to_data()).encode()))
    assert again == result
    assert again.digest == result.digest
    assert check_result(again, record, facts, FISF).rounds == len(record.rounds)


def change(path, value):
    """Return a function that puts a value at a place of a result's data."""

    def apply(data):
        *way, last = path
        for step in way:
            data = data[step]
        data[last] = value

    return apply


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (change(["format"], "other"), "is not the result of"),
        (change(["version"], 2), "newer release"),
        (change(["version"], "1"), "“version”"),
        (change(["club"], "  "), "“club”"),
        (change(["club"], "x" * 81), "“club”"),
        (change(["tops"], [1, "2"]), "“tops”"),
        (change(["tops"], [True, 2]), "“tops”"),
        (change(["entries"], []), "“entries”"),
        (change(["entries", 0], 3), "“entries[0]”"),
        (change(["entries", 1, "scores"], [1]), "entries[1].scores"),
        (change(["entries", 1, "scores", 0], -1), "entries[1].scores"),
        (change(["entries", 1, "sanctions", 0], "death"), "entries[1].scores"),
        (change(["entries", 1, "players"], []), "“entries[1].players”"),
        (change(["entries", 1, "players", 0, "name"], ""), "The name is missing."),
        (change(["entries", 1, "players", 0, "birth_year"], "1970"), "birth_year"),
        (change(["entries", 1, "players", 0, "birth_year"], 12), "Year of birth"),
        (change(["entries", 1, "absent"], [99]), "“entries[1].absent”"),
        (
            change(["entries", 1, "averages"], [{"round": 9, "points": 1, "why": "arbitrated"}]),
            "averages.round",
        ),
        (change(["entries", 1, "averages"], [{"round": 1, "points": 1, "why": "luck"}]), "averages.why"),
        (change(["entries", 1, "withdrawn"], 0), "“entries[1].withdrawn”"),
        (change(["entries", 1, "table"], -1), "“entries[1].table”"),
    ],
)
def test_what_cannot_be_read_says_where(record, wrong, said):
    data = json.loads(write_file(made(record).to_data()))
    wrong(data)
    with pytest.raises(ResultRefused) as refused:
        read_result(data)
    assert said in str(refused.value)


@pytest.mark.parametrize(
    "text", [b"", b"[]", b"\xff\xfe", b"{" * 100_000, b'{"format": 1}', b"[" * 3_000_000]
)
def test_any_other_file_is_none(text):
    with pytest.raises(ResultRefused):
        read_result(parse_file(text))


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (change(["tops"], [1, 2]), "has 2 rounds, the game has 3"),
        (change(["tops", 0], 1), "Round 1: the top of the game is"),
        (change(["entries", 1, "total"], 9999), "the total is"),
        (change(["entries", 1, "negative"], 3), "the negative is"),
        (change(["entries", 1, "tops"], 77), "the number of tops is"),
        (change(["entries", 1, "solo_points"], 10), "points from solos is"),
        (change(["entries", 1, "warning_points"], 5), "points lost by warnings is"),
        (change(["entries", 1, "worths", 0], 500), "500 points, with a top of"),
        (
            change(["entries", 1, "averages"], [{"round": 1, "points": 900, "why": "arbitrated"}]),
            "900 points",
        ),
        (change(["entries", 1, "table"], 1), "Table 1 appears twice"),
    ],
)
def test_what_does_not_add_up_is_not_taken(record, facts, wrong, said):
    data = json.loads(write_file(made(record).to_data()))
    wrong(data)
    if said.startswith("has 2"):
        for entry in data["entries"]:
            for key in ("scores", "worths", "sanctions"):
                entry[key] = entry[key][:2]
    with pytest.raises(ResultRefused) as refused:
        check_result(read_result(data), record, facts, FISF)
    assert said in str(refused.value)


@settings(max_examples=50, deadline=None)
@given(data=st.data())
def test_one_score_more_or_less_never_passes(record, facts, data):
    result = made(record, seed=data.draw(st.text(max_size=3)))
    values = json.loads(write_file(result.to_data()))
    entry = data.draw(st.sampled_from(values["entries"]))
    place = data.draw(st.integers(0, len(record.rounds) - 1))
    entry["scores"][place] += data.draw(st.sampled_from([-3, -1, 1, 2, 50]))
    with pytest.raises(ResultRefused):
        check_result(read_result(values), record, facts, FISF)


# --- Merging ----------------------------------------------------------------------------------------------------------


@settings(max_examples=40, deadline=None)
@given(seeds=st.lists(st.integers(0, 99), min_size=1, max_size=5, unique=True))
def test_everybody_is_ranked_once_by_points_without_solos(record, seeds):
    results = [made(record, club=f"Club {seed}", seed=str(seed)) for seed in seeds]
    merged = merge(results, FISF)
    expected = sorted(
        (entry.total - entry.solo_points for result in results for entry in result.entries), reverse=True
    )
    assert [line.line.total for line in merged.lines] == expected
    tops = sum(results[0].tops)
    for line in merged.lines:
        assert line.line.negative == line.line.total - tops
        better = sum(other > line.line.total for other in expected)
        assert line.line.rank >= better + 1
    assert not merged.has_solos


def alone(result, name, place, points):
    """Return the result of a club with one player, who scored `points` in one round only."""
    entry = result.entries[0]
    scores = tuple(points if number == place else 0 for number in range(len(result.tops)))
    player = replace(entry.scores, name=name, scores=scores, worths=scores, warned=(), penalised=())
    person = Person(name, name, result.club)
    return added_up(replace(result, entries=(replace(entry, people=(person,), scores=player),)), FISF)


def test_a_solo_holds_over_the_whole_field_or_not_at_all(record):
    crowd = made(record, club="Crowd", players=16, seed="crowd")
    nothing = [alone(made(record, club=f"C{number}"), f"P{number}", 0, 0) for number in range(15)]
    best = alone(made(record, club="Best"), "Best", 0, record.rounds[0].score)
    field = [best, *nothing]
    assert len(field) == 16
    assert best.entries[0].solo_points == 0, "alone in the own club is not enough players"
    (first, *_rest) = merge(field, FISF, merged_solos=True).lines
    assert (first.people[0].name, first.line.solo_points) == ("Best", FISF.solo.points)
    assert merge(field, FISF).lines[0].line.solo_points == 0
    assert merge(field[:-1], FISF, merged_solos=True).lines[0].line.solo_points == 0, "15 players are too few"
    given = replace(crowd.entries[0], scores=replace(crowd.entries[0].scores, solos_given=(1,)))
    by_hand = added_up(replace(crowd, entries=(given, *crowd.entries[1:])), FISF)
    assert by_hand.entries[0].solo_points
    lines = merge([by_hand], FISF, merged_solos=True).lines
    (line,) = [line for line in lines if line.people == given.people]
    free = merge([crowd], FISF, merged_solos=True).lines
    assert (
        line.line.solo_points == next(each for each in free if each.people == given.people).line.solo_points
    )


def test_a_selection_is_ranked_anew_and_keeps_the_rank_of_the_whole(record):
    results = [made(record, club=club, seed=club) for club in ("Namur", "Liège")]
    whole = merge(results, FISF)
    some = select(whole, FieldSelection(club="Liège"))
    assert next(line.line.rank for line in some.lines) == 1
    assert {line.clubs for line in some.lines} == {"Liège"}
    overall = {line.people: line.line.rank for line in whole.lines}
    assert [line.line.overall for line in some.lines] == [overall[line.people] for line in some.lines]
    assert whole.clubs == ("Liège", "Namur")


def test_a_mixed_pair_is_in_no_series_and_no_club(record):
    """It belongs where both of its players do, as in an event."""
    result = made(record, players=3)
    people = (Person("Ann", series="4B", club="Lyon"), Person("Bob", series="super", club="Bern"))
    pair = replace(result.entries[0], people=people)
    of_one = replace(
        result.entries[1], people=tuple(replace(one, series="4B", club="LYON") for one in people)
    )
    result = replace(result, entries=(pair, of_one, *result.entries[2:]))
    for asked in (("", "4B"), ("lyon", ""), ("Lyon", "4B")):
        lines = select(merge([result], FISF), FieldSelection(*asked)).lines
        assert [(line.line.rank, line.people) for line in lines] == [(1, of_one.people)]
    assert select(merge([result], FISF), FieldSelection("Bern")).lines == ()


def test_who_played_in_two_clubs_is_told(record):
    one, two = (made(record, club=club, seed=club) for club in ("Namur", "Liège"))
    person = replace(two.entries[0].people[0], licence=one.entries[0].people[0].licence)
    two = replace(two, entries=(replace(two.entries[0], people=(person,)), *two.entries[1:]))
    ((licence, names),) = merge([one, two], FISF).twice
    assert licence == "Namur-1"
    assert names == ("Namur 1 (Namur)", "Liège 1 (Liège)")


def test_a_licence_in_two_clubs_is_one_in_any_spelling(record):
    results = [made(record, club=club, players=1, seed=club) for club in ("Namur", "Liège")]
    one, two = (
        replace(result, entries=(replace(result.entries[0], people=(Person(result.club, licence),)),))
        for result, licence in zip(results, ("fr7", "FR7"), strict=True)
    )
    assert merge([one, two], FISF).twice == (("fr7", ("Namur (Namur)", "Liège (Liège)")),)


@pytest.mark.parametrize(
    ("clubs", "played_in", "shown"),
    [
        (("Lyon-Villeurbanne",), "Lyon", "Lyon-Villeurbanne, played in Lyon"),
        (("Liège",), "LIEGE", "Liège"),
        (("Bern", "Namur"), "Namur", "Bern & Namur"),
        (("Bern", ""), "Namur", "Bern, played in Namur"),
        (("",), "Namur", "Namur"),
    ],
)
def test_a_club_is_shown_with_another_one_where_its_player_played(record, clubs, played_in, shown):
    result = made(record, club=played_in, players=1)
    people = tuple(Person(f"P{number}", club=club) for number, club in enumerate(clubs))
    result = replace(result, entries=(replace(result.entries[0], people=people),))
    table = merged_table(merge([result], FISF))
    place = [column.name for column in table.columns].index("club")
    assert table.rows[1].cells[place] == shown


def test_no_result_yet_is_an_empty_table():
    merged = merge([], FISF)
    assert (merged.lines, merged.rounds, merged.top_total) == ((), 0, 0)


def test_a_correction_says_whose_total_it_changes(record):
    before = made(record)
    other = made(record, seed="b")
    after = replace(before, entries=(before.entries[0], other.entries[1], *before.entries[3:]))
    changes = differences(before, after)
    assert ("Namur 3", before.entries[2].total, None) in changes
    assert all(was != now for _name, was, now in changes)
    assert "Namur 1" not in {name for name, _was, _now in changes}
