"""Files of tsh: read, checked, written. `data` has two divisions that were run with it, with tsh's own ranks."""

import contextlib
from datetime import date
from pathlib import Path

import pytest

from tournaments.classic.exchange.files import read_texts, read_upload
from tournaments.classic.exchange.tsh.config import read_day
from tournaments.classic.exchange.tsh.lines import read_lines
from tournaments.classic.exchange.tsh.writer import division_text, write_tsh
from tournaments.classic.exchange.values import (
    FileDivision,
    FileEvent,
    FileMatch,
    FilePart,
    FilePlayer,
    Problems,
)
from tournaments.classic.rules.standings import StandingRules, rank_division
from tournaments.classic.rules.values import Contestant, MatchFacts
from tournaments.classic.scores.scores import read_line
from tournaments.errors import RuleViolation
from tournaments.names.name_parts import NameParts

DATA = Path(__file__).parent / "data"


def read(**texts):
    """Return the event of files by their names before the dot, and its problems by code."""
    names = {"config": "config.tsh"}
    files = [(names.get(name, f"{name}.t"), text.encode()) for name, text in texts.items()]
    event, problems = read_texts(read_upload(files))
    return event, *(
        [(one.line, one.error.code) for one in each] for each in (problems.faults, problems.remarks)
    )


def read_division(text):
    event, faults, _remarks = read(a=text)
    assert not faults
    return event.divisions[0]


def published(name):
    """Return a division of `data`, and its lines as tsh has them."""
    text = (DATA / name).read_text()
    return read_division(text), read_lines(FilePart(text), name, Problems())


def ranking(division, after_round):
    """Return the numbers of players from first to last, with their ranks."""
    players = [Contestant(one.number, one.number, last_round=one.last_round) for one in division.players]
    facts, rules = [one.facts for one in division.matches], StandingRules(leavers_unranked=True)
    return {line.contestant.key: line.rank for line in rank_division(players, facts, rules, after_round)}


@pytest.mark.parametrize(("name", "rounds", "results"), [("a.t", 23, 295), ("b.t", 27, 374)])
def test_a_published_division_is_read_whole(name, rounds, results):
    division, lines = published(name)
    assert (division.rounds, division.begun) == (rounds, rounds)
    played = [one.facts for one in division.matches if one.facts.second is not None]
    assert sum(one.outcome == "played" for one in played) == len(played) == results
    for one in played:
        first, second = lines[one.first - 1], lines[one.second - 1]
        index = one.round - 1
        assert (first.opponent(index), second.opponent(index)) == (one.second, one.first)
        assert (first.score(index), second.score(index)) == (one.first_score, one.second_score)
        assert first.round_number("p12", index) == 1


@pytest.mark.parametrize("name", ["a.t", "b.t"])
def test_standings_after_every_round_are_the_published_ones(name):
    division, lines = published(name)
    for number in range(1, division.rounds + 1):
        ranks = {at: line.round_number("rrank", number) for at, line in enumerate(lines, start=1)}
        # tsh gives somebody who is off no rank any more.
        left = {one.number for one in division.players if (one.last_round or 99) < number}
        assert ranking(division, number) == ranks | dict.fromkeys(left), number


@pytest.mark.parametrize("name", ["a.t", "b.t"])
def test_what_is_written_is_read_again_as_it_was(name):
    division, _lines = published(name)
    files = write_tsh(read(a=(DATA / name).read_text())[0])
    event, problems = read_texts(read_upload(list(files.items())))
    assert (event.divisions, problems.faults) == ((division,), [])


def test_a_folder_has_its_divisions_and_settings():
    config = """
    # A comment
    division a a.t
    Division Novices nov.t
    config event_name = "Spring's Open"
    config event_date = 'March 4-5, 2023'
    config max_rounds = 7
    config max_div_rounds{'NOVICES'} = 5;
    config bye_spread = 75
    config spread_cap = [200, 700]
    config track_firsts = 1
    autopair a 0 1 rr a
    autopair a 1 2 ns 0 1 a
    prize rank 1 a 100
    config photo_database = 'centrestar'
    """
    event, faults, remarks = read(
        config=config, a="Marsh, Ann 1500 2; 400; p12 2\nLi, Bo 0 1; 380; p12 1\n", nov="Day, Cy 0;\n"
    )
    assert (event.name, event.day, faults) == ("Spring's Open", date(2023, 3, 4), [])
    assert remarks == [(None, "config_not_read")]
    first, second = event.divisions
    assert (first.name, first.rounds_planned, first.bye_spread) == ("A", 7, 75)
    assert first.spread_caps == second.spread_caps == (200, 700)
    assert [one.method for one in first.stages] == ["round_robin", "swiss"]
    assert [one.worth for one in first.prizes] == ["100"]
    assert (second.name, second.rounds_planned, second.rounds) == ("Novices", 5, 0)
    assert [(one.name, one.rating) for one in first.players] == [("Ann Marsh", 1500), ("Bo Li", None)]
    [match] = first.matches
    assert (match.facts.first, match.facts.first_score, match.facts.second_score) == (2, 380, 400)


@pytest.mark.parametrize("unranked", [True, False])
def test_who_is_off_has_no_rank_unless_a_comment_says_so(unranked):
    player = FilePlayer(1, (NameParts("Ann", "Marsh"),))
    division = FileDivision("A", (player,), leavers_unranked=unranked)
    files = write_tsh(FileEvent((division,), "Cup"))
    assert (b"# division A ranks those who left" in files["config.tsh"]) != unranked
    assert read_texts(read_upload(list(files.items())))[0].divisions[0].leavers_unranked == unranked


def test_rounds_that_somebody_off_has_lost_by_absence_are_after_the_last_one():
    text = "Marsh, Ann 9 2 3; 400 410;\nLi, Bo 8 1 0; 380 -50; off -50\nDay, Cy 7 0 1; 50 390;\n"
    division = read_division(text)
    assert [one.last_round for one in division.players] == [None, 1, None]
    assert b"; off -50" in write_tsh(FileEvent((division,), "Cup"))["a.t"]


@pytest.mark.parametrize(
    ("caps", "line", "again"),
    [
        ([(350,), (350,)], "config spread_cap = 350\n", [(350,), (350,)]),
        ([(200, 700), (200, 700)], "config spread_cap = [200, 700]\n", [(200, 700), (200, 700)]),
        ([(), ()], "", [(), ()]),
        # tsh has one setting for all divisions.
        ([(350,), ()], "", [(), ()]),
        ([(350,), (200, 700)], "", [(), ()]),
    ],
)
def test_caps_that_all_divisions_share_are_written(caps, line, again):
    player = FilePlayer(1, (NameParts("Ann", "Marsh"),))
    divisions = [FileDivision(name, (player,), spread_caps=own) for name, own in zip("AB", caps, strict=True)]
    files = write_tsh(FileEvent(tuple(divisions), "Cup"))
    assert (
        "".join(one for one in files["config.tsh"].decode().splitlines(True) if "spread_cap" in one) == line
    )
    event, problems = read_texts(read_upload(list(files.items())))
    assert ([one.spread_caps for one in event.divisions], problems.remarks) == (again, [])


@pytest.mark.parametrize(
    ("config", "spread"),
    [
        ("", 50),
        ("config bye_spread = 75\n", 75),
        ("config bye_spread = 0\n", 0),
        ("config bye_spread = 75\nconfig bye_spread{'A'} = 0\n", 0),
    ],
)
def test_the_spread_of_a_bye_may_be_none(config, spread):
    event, _faults, _remarks = read(config="division a a.t\n" + config, a="A, Ann 9;\n")
    assert event.divisions[0].bye_spread == spread


def test_byes_missed_rounds_and_rounds_without_a_match():
    division = read_division("A, Ann 9 0 0 0 2; 50 -50 0 400\nB, Bo 8 0 0 0 1; 80 -120 0 300\n")
    told = [
        (one.facts.round, one.facts.first, one.facts.outcome, one.facts.own_spread)
        for one in division.matches
    ]
    assert told[:4] == [
        (1, 1, "open", 0),
        (1, 2, "played", 80),
        (2, 1, "first_forfeits", 0),
        (2, 2, "first_forfeits", 120),
    ]
    assert len(told) == 5
    lines = rank_division([Contestant(1, 1), Contestant(2, 2)], [one.facts for one in division.matches])
    assert [(line.contestant.key, line.wins, line.spread) for line in lines] == [
        (1, "2", 100),
        (2, "1", -140),
    ]


def test_who_is_off_has_dropped_out_and_who_comes_late_plays_from_then_on():
    text = "A, Ann 9 0 2 0; 0 400 0; off 0\nB, Bo 8 3 1 3; 300 310 320\nC, Cy 7 2 0 2; 200 50 210\n"
    first, *others = read_division(text).players
    assert (first.first_round, first.last_round) == (2, 2)
    assert [(one.first_round, one.last_round) for one in others] == [(1, None), (1, None)]


def test_a_round_without_results_is_paired_and_has_not_begun():
    division = read_division(
        "A, Ann 9 2 2; 400 00; p12 1 2; board 3 4\nB, Bo 8 1 1; 300; p12 2 1; board 3 4\n"
    )
    assert (division.rounds, division.begun) == (2, 1)
    assert [(one.table, one.facts.first, one.facts.outcome) for one in division.matches] == [
        (3, 1, "played"),
        (4, 2, "open"),
    ]


def test_a_table_that_two_matches_have_is_given_anew():
    text = "".join(
        f"{name} 9 {other}; 400; board 2\n" for name, other in zip("ABCD", (2, 1, 4, 3), strict=True)
    )
    assert [one.table for one in read_division(text).matches] == [1, 2]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Ann Marsh\t1500;", ("Ann Marsh", 1500, (), ())),
        ("Marsh, Ann 1500+32.5 2 00; 400", ("Marsh, Ann", 1500, (2, None), (400,))),
        ("Player 5 Ann 9 2 3; 400 -20; board 1", ("Player 5 Ann", 9, (2, 3), (400, -20))),
        ("A 3.5 9 2; 400", ("A", 3, (9, 2), (400,))),
        ("12 9 2; 400", ("12", 9, (2,), (400,))),
    ],
)
def test_the_name_ends_before_the_numbers(text, told):
    [line] = read_lines(FilePart(text), "a.t", Problems())
    assert (line.name, line.rating, line.opponents, line.scores) == told


@pytest.mark.parametrize(
    ("written", "name", "licence"),
    [
        ("Marsh, Ann:AA001234", "Ann Marsh", "AA001234"),
        ("Stone, Bob:XT006003", "Bob Stone", ""),
        ("Marsh, Ann & Stone, Bob:AA001234", "Ann Marsh & Bob Stone", ""),
        ("Marsh, Ann:12", "Ann Marsh", "12"),
        ("Marsh, Ann :aa001234", "Ann Marsh", "AA001234"),
        ("Marsh, Ann:Bo", "Ann:Bo Marsh", ""),
    ],
)
def test_the_number_behind_a_colon_is_the_licence(written, name, licence):
    [player] = read_division(f"{written} 1500;\n").players
    assert (player.name, player.licence) == (name, licence)


def test_lifetime_games_are_rated_games():
    players = read_division("Marsh, Ann 1500;; lifeg 120\nLi, Bo 9;; lifeg x\nDay, Cy 9;\n").players
    assert [one.rated_games for one in players] == [120, None, None]
    written = division_text(FileDivision("A", players, (), 1, 0, 50, -50))
    assert [one.rated_games for one in read_division(written).players] == [120, None, None]


@pytest.mark.parametrize(("name", "text"), [("tourney.js", 'newt={"divisions":[]};'), ("a.json", '{"a":1}')])
def test_data_of_web_pages_are_named(name, text):
    _event, problems = read_texts(read_upload([(name, text.encode())]))
    assert [str(one.error) for one in problems.faults] == [
        f"{name} is data of web pages (JSON): choose config.tsh and .t files, or a table of results."
    ]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("Ann Marsh\n", (1, "tsh_line_unread")),
        ("A, Ann 9 x; 400\n", (1, "tsh_line_unread")),
        ("A, Ann 9 0; 4_0\n", (1, "tsh_line_unread")),
        ("# a\nA, Ann 9 7; 400\n", (2, "tsh_pairing")),
        ("A, Ann 9 1; 400\n", (1, "tsh_pairing")),
        ("A, Ann 9 2; 400\nB, Bo 8 1; 00\n", (1, "tsh_score_of_one")),
        (f"A, Ann 9 {'0 ' * 61}; 0\n", (None, "rounds_out_of_range")),
    ],
)
def test_a_fault_is_told_with_its_line(text, fault):
    assert fault in read(a=text)[1]


@pytest.mark.parametrize(("score", "is_possible"), [(-301, False), (-300, True), (1200, True), (1201, False)])
def test_a_score_that_no_match_can_have_is_a_fault_as_where_it_is_typed(score, is_possible):
    text = f"# a\nA, Ann 9 2; 400; p12 2\nB, Bo 8 1; {score}; p12 1\n"
    _event, problems = read_texts([("a.t", text)])
    told = [(one.file, one.line, str(one.error)) for one in problems.faults]
    sentence = f"{score} is not a valid match score: scores are from -300 to 1200."
    assert told == ([] if is_possible else [("a.t", 3, sentence)])
    with (
        contextlib.nullcontext()
        if is_possible
        else pytest.raises(RuleViolation, match="not a valid match score")
    ):
        read_line(f"1 {score} 400")


def test_the_published_divisions_have_possible_scores_only():
    for name in ("a.t", "b.t"):
        assert read_texts([(name, (DATA / name).read_text())])[1].faults == []


@pytest.mark.parametrize(
    ("spread", "is_possible"), [(1000, True), (-1000, True), (1001, False), (-1001, False)]
)
def test_a_round_without_an_opponent_has_a_spread_that_a_setting_may_have(spread, is_possible):
    _event, problems = read_texts([("a.t", f"A, Ann 9 0; {spread}\n")])
    assert [(one.line, one.error.code) for one in problems.faults] == (
        [] if is_possible else [(1, "impossible_spread")]
    )


def test_a_missing_file_is_told():
    assert read(config="division a a.t\ndivision b b.t\n", a="A, Ann 9;\n")[1] == [(None, "tsh_file_missing")]


def test_two_divisions_with_one_file_are_told_and_it_is_read_once():
    event, faults, _remarks = read(config="division a a.t\ndivision b A.T\n", a="A, Ann 9;\n")
    assert ([one.name for one in event.divisions], faults) == (["A"], [(None, "tsh_file_twice")])


def test_the_results_that_woogles_writes_are_read():
    text = "#division Open\n#ratingcheck off\nMarsh, Ann\t1500 2 0; 400 50\nBo\t0 1 3; 300 0\nTee, Cy\t900 0 2; -50 0\n"
    event, problems = read_texts(read_upload([("results.txt", text.encode())]))
    assert [(one.name, one.rounds, one.begun, len(one.players)) for one in event.divisions] == [
        ("Open", 2, 1, 3)
    ]
    assert [one.error.code for one in problems.remarks] == ["tsh_no_first"]
    newer = f"#begin_file name=A.t\n{text.split(chr(10), 2)[2]}#end_file\n"
    assert read_texts(read_upload([("results.txt", newer.encode())]))[0].divisions[0].name == "A"


def test_longer_names_and_other_letters_are_written_so_that_they_come_back():
    event, _faults, _remarks = read(
        config='division A a.t\n# division A is "Première ligue"\nconfig event_name = "Coupe d\'été"\n',
        a="Zażółć & Gęś, Łukasz 9 0; 50; class 1 b; team Rouge vif\n",
    )
    files = write_tsh(event)
    assert read_texts(read_upload(list(files.items())))[0] == event
    assert b"tfile_encoding = 'utf8'" in files["config.tsh"]


FREE = (
    # Byes, a missed round, forfeits of the second, of the first and of both.
    FileMatch(MatchFacts(1, 1)),
    FileMatch(MatchFacts(1, 2, 3, "second_forfeits"), 4),
    FileMatch(MatchFacts(2, 2, outcome="first_forfeits")),
    FileMatch(MatchFacts(2, 3, 1, "first_forfeits"), 1),
    FileMatch(MatchFacts(3, 3)),
    FileMatch(MatchFacts(3, 2, 1, "both_forfeit"), 2),
    FileMatch(MatchFacts(4, 1, 2, "played", 400, 300), 1),
)


def with_spreads(bye, forfeit, name="A"):
    people = (NameParts("Ann", "Ash"), NameParts("Bo", "Bay"), NameParts("Cy", "Day"))
    players = tuple(
        FilePlayer(number, (one,), 1500, last_round=None) for number, one in enumerate(people, start=1)
    )
    return FileDivision(name, players, FREE, 4, 4, bye, forfeit)


@pytest.mark.parametrize("spreads", [(50, 50), (0, 0), (50, 0), (0, 50), (75, 100)])
def test_byes_and_forfeits_come_back_with_any_spread(spreads):
    event = FileEvent((with_spreads(*spreads), with_spreads(40, 60, "B")), "Open")
    files = write_tsh(event)
    read, problems = read_texts(read_upload(list(files.items())))
    assert problems.faults == problems.remarks == []
    for told, back in zip(event.divisions, read.divisions, strict=True):
        assert (back.bye_spread, back.forfeit_spread) == (told.bye_spread, told.forfeit_spread)
        assert {(one.facts, one.table) for one in back.matches} == {
            (one.facts, one.table) for one in told.matches
        }


@pytest.mark.parametrize(
    ("before", "after"),
    [
        # tsh has another score, or another opponent, than when the field was written.
        ("0 0 0 2; 50 50 -50 400", "0 0 0 2; 50 -50 -50 400"),
        ("0 0 0 1; 50 -50 -50 300", "0 3 0 1; 50 420 -50 300"),
    ],
)
def test_a_forfeit_that_was_changed_since_is_read_as_tsh_has_it(before, after):
    text = write_tsh(FileEvent((with_spreads(50, 50),)))["a.t"].decode()
    assert before in text
    event, problems = read_texts([("a.t", text.replace(before, after))])
    round_two = {
        number
        for one in event.divisions[0].matches
        if one.facts.round == 2 and one.facts.second
        for number in (one.facts.first, one.facts.second)
    }
    assert round_two == set() or problems.faults


@pytest.mark.parametrize(("realm", "spread"), [("wespa", 100), ("pol", 300), ("nsa", 50), ("no such", 50)])
def test_the_realm_says_the_usual_spread_of_a_bye(realm, spread):
    event, _faults, remarks = read(config=f"division a a.t\nconfig realm = '{realm}'\n", a="A, Ann 9;\n")
    assert (event.divisions[0].bye_spread, remarks) == (spread, [])


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("February 18-20, 2023", date(2023, 2, 18)),
        ("4 Mar 2023", date(2023, 3, 4)),
        ("2023-02-18", date(2023, 2, 18)),
        ("soon", None),
        ("February 31, 2023", None),
    ],
)
def test_the_day_is_read(text, day):
    assert read_day(text) == day


def test_a_line_that_cannot_be_read_keeps_its_number():
    event, faults, _remarks = read(a="A, Ann 9 3; 400\nMarsh\nB, Bo 8 1; 380\nC, Cy 7 4; 1\nD, Di 6 2; 2\n")
    assert faults == [(2, "tsh_line_unread"), (4, "tsh_pairing")]
    [division] = event.divisions
    assert [one.number for one in division.players] == [1, 3, 4, 5]
    assert [one.facts for one in division.matches] == [MatchFacts(1, 1, 3, "played", 400, 380)]


@pytest.mark.parametrize(
    ("rating", "written"), [(999_999, 999_999), (1_000_000, 999_999), (2**31 - 1, 999_999)]
)
def test_a_rating_of_any_length_is_written_so_that_the_line_can_be_read(rating, written):
    players = (FilePlayer(1, (NameParts("Ann", "Marsh"),), rating=rating),)
    texts = write_tsh(FileEvent((FileDivision("A", players),)))
    assert read_division(texts["a.t"].decode()).players[0].rating == written


def test_caps_by_round_of_a_file_count_in_its_standings():
    event, faults, remarks = read(
        config="division A a.t\nconfig max_rounds = 3\nconfig spread_cap = [200, 700, 700]\n",
        a="Alpha, A 0 2 3 4; 600 400 400; p12 1 1 1\nBeta, B 0 1 4 3; 300 400 400; p12 2 1 1\n"
        "Gamma, C 0 4 1 2; 510 380 390; p12 1 2 2\nDelta, D 0 3 2 1; 500 390 380; p12 2 2 2\n",
    )
    [division] = event.divisions
    people = [Contestant(one.number, one.number) for one in division.players]
    facts = [one.facts for one in division.matches]
    ranked = rank_division(people, facts, StandingRules(spread_caps=division.spread_caps))
    assert [line.spread for line in ranked][:2] == [240, -180]
    assert (faults, remarks) == ([], [])
