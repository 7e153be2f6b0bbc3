"""Results and pairings of a round, pasted or uploaded: by table, number or name, with headings or without."""

import csv
from types import SimpleNamespace
from uuid import uuid4

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from django.utils import translation

from duplicate.games import services as game_services
from engine.rules import (
    load_rule_set,
)
from tests.bounds import at_most
from tests.tournaments.classic.rounds.play import arbitrator_of
from tests.worlds.division import division_of
from tournaments.classic.exchange.columns import find_columns
from tournaments.classic.exchange.pasted import read_pairs, read_results
from tournaments.classic.models import MatchResult
from tournaments.classic.printing.data.pairings import NOT_IN_FILES, paired_table
from tournaments.classic.rounds import pairing, results
from tournaments.classic.scores.scores import Outcome, PlayersLine, Score, ScoreLine, read_line
from tournaments.models import EventAct
from tournaments.reports.csv_format import active_format
from tournaments.reports.spreadsheets import table_bytes

NAMES = ["Ann Marsh", "Bo Li", "Cy Day", "Éva Noé"]


def result(text):
    [(_shown, read)] = read_results(text)
    return read


@pytest.mark.parametrize(
    ("text", "players", "score", "table"),
    [
        ("9 340 12 379", ("9", "12"), (340, 379), None),
        ("9 340 12 379 -39", ("9", "12"), (340, 379), None),
        ("Ann Marsh 340 Bo Li 379", ("Ann Marsh", "Bo Li"), (340, 379), None),
        ("Marsh, Ann 340 - Li, Bo 379", ("Marsh, Ann", "Li, Bo"), (340, 379), None),
        ("3 Ann Marsh 340 Bo Li -20", ("Ann Marsh", "Bo Li"), (340, -20), 3),
        ("Ann Marsh\t340\tBo Li\t379", ("Ann Marsh", "Bo Li"), (340, 379), None),
        ("3;Ann Marsh;340;Bo Li;379", ("Ann Marsh", "Bo Li"), (340, 379), 3),
        ("Player 001\t340\tPlayer 002\t379", ("Player 001", "Player 002"), (340, 379), None),
        ("Player1,Score1,Player2,Score2\n9,340,12,379", ("9", "12"), (340, 379), None),
        ("Table\tGoes first\tSecond\tResult\n3\tAnn\tBo\t340–379", ("Ann", "Bo"), (340, 379), 3),
        ("Mesa;Empieza;Segundo;Resultado\n3;Ann;Bo;340-379", ("Ann", "Bo"), (340, 379), 3),
    ],
)
def test_results_with_both_players(text, players, score, table):
    assert result(text) == PlayersLine(players, Score(*score), table)


@pytest.mark.parametrize(
    ("player", "score"),
    [
        ("Player", "Score"),
        ("Name", "Points"),
        ("Joueur", "Points"),
        ("Nom", "Score"),
        ("Jugador", "Puntuación"),
        ("Nombre", "Puntos"),
        ("Spieler", "Punktzahl"),
        ("Nummer", "Punkte"),
        ("Speler", "Score"),
        ("Naam", "Punten"),
        ("Giocatore", "Punteggio"),
        ("Nome", "Punti"),
        ("Jucător", "Punctaj"),
        ("Număr", "Scor"),
    ],
)
@pytest.mark.parametrize("sign", [" ", ""])
def test_headings_number_the_players_in_every_language(player, score, sign):
    headings = ";".join(f"{word}{sign}{number}" for number in (1, 2) for word in (player, score))
    assert result(f"{headings}\nAnn;340;Bo;379") == PlayersLine(("Ann", "Bo"), Score(340, 379), None)


@pytest.mark.parametrize("text", ["12 412 398", "12\t412\t398", "12,412,398", "12;412-398"])
def test_results_by_table(text):
    assert result(text) == ScoreLine(12, Score(412, 398))


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Ann Marsh\t34x\tBo Li\t379", "no_score"),
        ("Ann Marsh\t3400\tBo Li\t379", "impossible_score"),
        ("Player 1;Player 2;Score 1;Score 2\nAnn;Bo;;", "score_missing"),
        ("Ann Marsh 340", "line_unread"),
        ("9 340 12 379 39", "line_unread"),
    ],
)
def test_what_is_no_result(text, code):
    assert result(text).code == code


@pytest.mark.repeats
@pytest.mark.parametrize(
    "line", [f"1{':' * 100}a{':' * 298}b", f"Ann 4{':' * 150}b{':' * 240}b", "a " * 50_000]
)
def test_a_long_text_without_scores_is_refused_at_once(line):
    lines = [line] * (100_000 // len(line))
    with at_most(9):
        assert {read.code for _shown, read in read_results("\n".join(lines))} == {"line_unread"}


@pytest.mark.parametrize(
    ("text", "players"),
    [
        ("3 1", ("3", "1")),
        ("3 – 1", ("3", "1")),
        ("5", ("5", None)),
        ("5\tbye", ("5", None)),
        ("Ann Marsh\tBo Li", ("Ann Marsh", "Bo Li")),
        ("Ann Marsh - Bo Li", ("Ann Marsh", "Bo Li")),
        ("12\tAnn Marsh\tBo Li", ("Ann Marsh", "Bo Li")),
        ("Board;Player 1;Player 2\n1;Ann;Bo", ("Ann", "Bo")),
        ("3 4 5", None),
    ],
)
def test_pairings(text, players):
    assert [one for _shown, one in read_pairs(text)] == [players]


def test_numbers_alone_are_no_names():
    assert read_line("1 2 3") == ScoreLine(1, Score(2, 3))


@pytest.fixture
def world(db, english):
    return division_of(*NAMES, then="paired")


@pytest.fixture
def division(world):
    return world[1]


@pytest.fixture
def desk(client, by):
    client.force_login(by)
    return client


def paste(desk, division, text="", page="paste-results", field="lines", **more):
    pairing_ = division.rounds.get(number=1)
    address = reverse(page, args=[division.event_id, division.pk, pairing_.number])
    return desk.post(address, {field: text, **more})


def sides(division):
    return [
        (match.table, match.first.entry.name, match.second.entry.name)
        for match in division.rounds.get(number=1).matches.order_by("table")
    ]


def figures(division):
    rows = MatchResult.objects.filter(match__round__division=division).order_by("match__table")
    return [(row.first_score, row.second_score) for row in rows]


@pytest.mark.slow
def test_results_go_to_the_matches_of_the_players(desk, division, by):
    pairing.begin_round(division=division, number=1, by=by)
    (_one, first, second), (_two, third, fourth) = sides(division)
    answer = paste(desk, division, f"{first}\t450\t{second}\t300\n{third.upper()} 410 {fourth} 399\n")
    assert answer.status_code == 302
    assert figures(division) == [(450, 300), (410, 399)]


def turned_lines(division):
    """Return lines of both tables, each with the player first who was paired second."""
    return "\n".join(f"{second} 300 {first} 45{table}" for table, first, second in sides(division))


def test_another_order_than_the_paired_one_is_asked_about_once(desk, division, by):
    pairing.begin_round(division=division, number=1, by=by)
    paired, text = sides(division), turned_lines(division)
    asked = paste(desk, division, text)
    page = asked.content.decode()
    assert asked.status_code == 422
    assert not MatchResult.objects.exists()
    assert [match.table for match in asked.context["turned"]] == [1, 2]
    assert "Table 1: " + paired[0][2] in page
    assert page.count('name="firsts"') == 2
    assert asked.context["form"]["firsts"].value() == "paired"
    kept = paste(desk, division, text, firsts="paired", asked=asked.context["form"]["asked"].value())
    assert kept.status_code == 302
    assert (sides(division), figures(division)) == (paired, [(451, 300), (452, 300)])


def test_the_order_of_the_lines_can_be_taken(desk, division, by):
    pairing.begin_round(division=division, number=1, by=by)
    paired, text = sides(division), turned_lines(division)
    asked = paste(desk, division, text).context["form"]["asked"].value()
    assert paste(desk, division, text, firsts="file", asked=asked).status_code == 302
    assert sides(division) == [(table, second, first) for table, first, second in paired]
    assert figures(division) == [(300, 451), (300, 452)]
    assert EventAct.objects.filter(act="sides_swapped", params__number=1).count() == 2


def test_an_answer_does_not_count_for_matches_that_were_not_shown(desk, division, by):
    pairing.begin_round(division=division, number=1, by=by)
    paired, text = sides(division), turned_lines(division)
    first_line = text.splitlines()[0]
    asked = paste(desk, division, first_line).context["form"]["asked"].value()
    assert paste(desk, division, text, firsts="file", asked=asked).status_code == 422
    assert (sides(division), figures(division)) == (paired, [])


def test_the_question_comes_with_the_errors_of_other_lines(desk, division, by):
    pairing.begin_round(division=division, number=1, by=by)
    text = turned_lines(division).splitlines()[0]
    answer = paste(desk, division, f"{text}\nNobody 1 Ann Marsh 2")
    assert len(answer.context["form"].errors["lines"]) == 1
    assert len(answer.context["turned"]) == 1


def test_a_match_that_a_phone_reported_keeps_its_order(desk, division, by):
    pairing.begin_round(division=division, number=1, by=by)
    (_one, first, second), other = sides(division)
    text = turned_lines(division)
    match = division.rounds.get(number=1).matches.get(table=1)
    results.report_result(match=match, reporter=match.first, key=uuid4(), own=451, other=300)
    answer = paste(desk, division, text)
    assert [match.keeps_order for match in answer.context["turned"]] == [True, False]
    asked = answer.context["form"]["asked"].value()
    assert paste(desk, division, text, firsts="file", asked=asked).status_code == 302
    assert sides(division) == [(1, first, second), (2, other[2], other[1])]
    assert figures(division) == [(451, 300), (300, 452)]


def test_a_match_with_the_same_result_is_not_asked_about(desk, division, by):
    pairing.begin_round(division=division, number=1, by=by)
    first_line = turned_lines(division).splitlines()[0]
    assert paste(desk, division, "1 451 300").status_code == 302
    assert paste(desk, division, first_line).status_code == 302
    assert figures(division) == [(451, 300)]


def test_only_the_chief_may_take_the_order_of_the_lines(client, division, by):
    pairing.begin_round(division=division, number=1, by=by)
    client.force_login(arbitrator_of(division, by))
    paired, text = sides(division), turned_lines(division)
    answer = paste(client, division, text)
    assert answer.content.decode().count('name="firsts"') == 1
    asked = answer.context["form"]["asked"].value()
    assert paste(client, division, text, firsts="file", asked=asked).status_code == 422
    assert not MatchResult.objects.exists()
    assert paste(client, division, text, firsts="paired", asked=asked).status_code == 302
    assert (sides(division), figures(division)) == (paired, [(451, 300), (452, 300)])


def test_hidden_names_are_not_told_by_the_answer_to_a_result(client, division, by):
    pairing.begin_round(division=division, number=1, by=by)
    rules = load_rule_set("fise")
    settings = {"name": "A", "lexicon": "english", "notation": "duplicate", "rules": rules}
    game_services.create_game(event=division.event, by=by, names_hidden=True, **settings)
    client.force_login(arbitrator_of(division, by))
    (_one, first, second), _other = sides(division)
    answers = [
        paste(client, division, f"2 {first} 400 {name} 300").context["form"].errors["lines"]
        for name in (second, "Nobody")
    ]
    assert [next(iter(errors)).partition(" – ")[2] for errors in answers] == [
        "Names are hidden: write numbers."
    ] * 2
    address = reverse("result-line", args=[division.event_id, division.pk, 1])
    assert "write numbers" in client.post(address, {"line": f"{first} 400 {second} 300"}).content.decode()
    assert not MatchResult.objects.exists()
    match = division.rounds.get(number=1).matches.get(table=1)
    one, other = match.first.number, match.second.number
    assert paste(client, division, f"{one} 400 {other} 300").status_code == 302


def test_nothing_is_stored_where_one_line_is_wrong_and_nothing_typed_is_lost(desk, division, by):
    pairing.begin_round(division=division, number=1, by=by)
    (_one, first, second), (_two, third, _fourth) = sides(division)
    text = f"1 400 300\n{first}\t300\t{third}\t450\nNobody\t1\t{second}\t2\n1 400 300\n9 1 1"
    answer = paste(desk, division, text)
    page = answer.content.decode()
    assert answer.status_code == 422
    assert not MatchResult.objects.exists()
    assert len(answer.context["form"].errors["lines"]) == 4
    assert "There is no player Nobody here." in page
    assert text.splitlines()[1] in page


def test_the_saved_pairings_come_back_with_results(desk, division, by):
    """The table that Isotop saves, with the results written into it."""
    pairing.begin_round(division=division, number=1, by=by)
    rows = [f"{table};{first};40{table}–300;{second}" for table, first, second in sides(division)]
    headings = saved_pairings(()).strip().replace(",", ";")
    file = SimpleUploadedFile("r.csv", "\n".join([headings, *rows]).encode())
    assert paste(desk, division, file=file).status_code == 302
    assert figures(division) == [(401, 300), (402, 300)]


def saved_pairings(matches):
    """Return the file that a director saves, as text."""
    return table_bytes(paired_table(matches).without(NOT_IN_FILES), "csv").decode("utf-8-sig")


def _match(table, first, second, figures):
    people = [name and SimpleNamespace(name=name, number=1) for name in (first, second)]
    return SimpleNamespace(table=table, first=people[0], second=people[1], figures=figures)


@pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES])
def test_saved_pairings_are_read_in_every_language(language):
    """The forfeits are those that Isotop saves and those that a director types; the bye has no table."""
    ann, bo, cy = "Ann Marsh", "Bo Li", "Cy Day"
    matches = [
        _match(1, ann, bo, "401–300"),
        *(_match(table, ann, bo, mark) for table, mark in enumerate(["F–", "–F", "F–F", "2f", "f-"], 2)),
        _match(None, cy, None, ""),
    ]
    with translation.override(language):
        saved = saved_pairings(matches)
        headings, *lines = csv.reader(saved.splitlines(), delimiter=active_format().separator)
        assert find_columns(headings) == ("table", "first", "result", "second")
        text = "\n".join("\t".join(line) for line in [headings, *lines])
        written = [one for _shown, one in read_results(text)]
    outcomes = [
        *(Outcome.FIRST_FORFEITS, Outcome.SECOND_FORFEITS, Outcome.BOTH_FORFEIT),
        *(Outcome.SECOND_FORFEITS, Outcome.FIRST_FORFEITS),
    ]
    assert written == [
        PlayersLine((ann, bo), Score(401, 300), 1),
        *(ScoreLine(table, Score(outcome=outcome)) for table, outcome in enumerate(outcomes, 2)),
    ]


def test_a_file_that_cannot_be_read_leaves_what_was_typed(desk, division):
    answer = paste(desk, division, "1 400 300", file=SimpleUploadedFile("r.xlsx", b"\0\0rubbish"))
    assert answer.status_code == 422
    assert "1 400 300" in answer.content.decode()
    assert answer.context["form"].errors["file"]


def test_one_line_may_name_both_players(desk, division, by):
    pairing.begin_round(division=division, number=1, by=by)
    (_one, first, second), _other = sides(division)
    answer = paste(desk, division, f"{second} 300 {first} 450", page="result-line", field="line")
    assert answer.status_code == 302
    assert figures(division) == [(450, 300)]


def test_a_round_is_paired_from_names(desk, division):
    text = "Eva Noe\tAnn Marsh\nBo Li\tCy Day"
    answer = paste(desk, division, text, page="pair-by-hand", field="pairs", confirmed="on")
    assert answer.status_code == 302
    assert sides(division) == [(1, "Éva Noé", "Ann Marsh"), (2, "Bo Li", "Cy Day")]


def test_a_round_is_paired_from_a_file_and_wrong_names_are_told(desk, division):
    before = sides(division)
    file = SimpleUploadedFile("p.csv", b"Player 1,Player 2\nAnn Marsh,Bo Li\nCy Day,Eve\n")
    answer = paste(desk, division, page="pair-by-hand", field="pairs", file=file)
    assert answer.status_code == 422
    assert [error.partition(": ")[2] for error in answer.context["form"].errors["pairs"]] == [
        "There is no player Eve here."
    ]
    assert "Ann Marsh\tBo Li" in answer.context["form"].data["pairs"]
    assert sides(division) == before
