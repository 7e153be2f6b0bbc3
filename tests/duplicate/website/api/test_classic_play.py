"""Divisions in the public API: the same facts as on their pages, or 404, never an empty answer."""

import uuid

import pytest
from django.core.cache import cache
from django.urls import reverse

from duplicate.games import services as game_services
from engine.rules import (
    RuleSet,
)
from tests.factories.annotated_games import make_annotated_game
from tests.factories.divisions import entrant_named, players
from tests.html_tables import tables_of
from tests.worlds.division import division_of
from tournaments.classic.api.division_answers import DivisionLine, RatingOfPlayer
from tournaments.classic.columns import ratings, standings
from tournaments.classic.match_records import services as record_services
from tournaments.classic.match_records.services import Keeper, enter_turn
from tournaments.classic.models import Match, MatchRecord
from tournaments.classic.rounds import pairing, results
from tournaments.models import Event

pytestmark = pytest.mark.django_db
OTHERS = ("api-division-standings", "api-division-ratings")


@pytest.fixture(autouse=True)
def no_throttling():
    cache.clear()


@pytest.fixture
def world(db, english):
    """Return the director and a public division of five after five rounds of seven, the sixth being paired."""
    director, division = division_of(*players(5), rounds=5, then="paired", rounds_planned=7)
    show(division)
    return director, division


def show(division, *, public=True, released="provisional"):
    Event.objects.filter(pk=division.event_id).update(public=public, released=released)


@pytest.fixture
def ask(client):
    """Return a function that returns the answer of an address, or the status of a refusal."""

    def asked(name, *args, **parameters):
        answer = client.get(reverse(name, args=args), parameters)
        if answer.status_code != 200:
            return answer.status_code
        return answer.json() if "json" in answer["Content-Type"] else answer.content.decode()

    return asked


def test_an_event_of_a_division_is_in_progress_until_it_is_over(world, ask):
    _director, division = world
    (event,) = ask("api-events")["events"]
    assert (event["game_count"], event["division_count"], event["running"]) == (0, 1, True)
    (told,) = ask("api-event", division.event_id)["divisions"]
    facts = ("id", "name", "state", "round_count", "planned_count")
    assert [told[name] for name in facts] == [division.pk, division.name, "playing", 5, 7]
    show(division, released="final")
    assert not ask("api-events")["events"][0]["running"]
    assert ask("api-division", division.pk)["state"] == "finished"


def test_a_division_is_in_progress_from_its_first_round_to_its_last_result(db, english, ask):
    director, division = division_of(*players(5), rounds_planned=1)
    show(division)
    seen = [ask("api-division", division.pk)["state"]]
    pairing.pair_next_round(division=division, number=1, by=director)
    seen.append(ask("api-division", division.pk)["state"])
    pairing.begin_round(division=division, number=1, by=director)
    seen.append(ask("api-division", division.pk)["state"])
    for table in (1, 2):
        results.enter_result(
            division=division, number=1, table=table, score=results.Score(400, 380), by=director
        )
    seen.append(ask("api-division", division.pk)["state"])
    results.take_back(division=division, number=1, table=1, by=director)
    assert [*seen, ask("api-division", division.pk)["state"]] == [
        "waiting",
        "waiting",
        "playing",
        "finished",
        "playing",
    ]


def test_standings_of_games_are_not_there_without_a_game(world, ask):
    _director, division = world
    assert ask("api-standings", division.event_id) == 404
    assert ask("api-standings-csv", division.event_id) == 404


def test_standings_are_those_of_the_page(world, ask, client):
    _director, division = world
    told = ask("api-division-standings", division.pk)
    facts = (told["division"], told["final"], told["round_count"], told["open_count"])
    assert facts == (division.pk, False, 5, 0)
    page = client.get(reverse("public-division", args=[division.pk])).content.decode()
    headings, *rows = tables_of(page)[1]
    shown = [dict(zip(headings, row, strict=True)) for row in rows]
    columns = ("Rank", "Wins", "Losses", "Spread", "Points", "Best", "Rating")
    assert [[row["Name"], *(row[column] for column in columns)] for row in shown] == [
        [f"{line['name']} {line['number']}", *map(str, figures_of(line))] for line in told["lines"]
    ]
    assert sum(line["wins"] + line["losses"] for line in told["lines"]) == 25
    for line in told["lines"]:
        assert [cell["outcome"] for cell in line["matches"]].count("bye") == 1
        assert sum(cell["own"] or 0 for cell in line["matches"]) == line["points"]


def figures_of(line):
    wins = (f"{line[name]:g}" for name in ("wins", "losses"))
    return line["rank"], *wins, f"{line['spread']:+}", line["points"], line["best"], line["rating"]


def test_standings_after_a_round_are_those_of_then(world, ask):
    _director, division = world
    told = ask("api-division-standings", division.pk, after=2)
    assert (told["round_count"], {len(line["matches"]) for line in told["lines"]}) == (2, {2})
    table = ask("api-division-standings-csv", division.pk, after=2).splitlines()
    assert len(table) == 6
    assert table[0].endswith(",Round 1,Round 2")
    for wrong in ("0", "6", "x"):
        assert ask("api-division-standings", division.pk, after=wrong) == 400


def test_a_division_without_a_round_has_no_standings_and_no_ratings(db, english, ask):
    _director, division = division_of(*players(5), then="paired")
    show(division)
    assert [ask(name, division.pk) for name in OTHERS] == [404, 404]
    assert ask("api-division-round", division.pk, 1) == 404
    assert ask("api-event", division.event_id)["divisions"][0]["state"] == "waiting"


def test_a_paired_round_is_told_when_it_begins(world, ask):
    director, division = world
    standings_before = ask("api-division-standings", division.pk)
    assert (ask("api-division-round", division.pk, 6), standings_before["round_count"]) == (404, 5)
    pairing.begin_round(division=division, number=6, by=director)
    told = ask("api-division-round", division.pk, 6)
    assert {match["outcome"] for match in told["matches"]} == {"open", "bye"}
    assert ask("api-division-standings", division.pk)["open_count"] == 2


def test_results_of_a_round_are_told_once_they_are_released(world, ask):
    _director, division = world
    told = ask("api-division-round", division.pk, 1)
    *played, bye = told["matches"]
    assert [(match["outcome"], match["first_score"], match["second_score"]) for match in played] == [
        ("played", 401, 380),
        ("played", 402, 380),
    ]
    assert (bye["outcome"], bye["second"]) == ("bye", None)
    entrant = entrant_named(division, played[0]["first"]["name"])
    assert (played[0]["first"]["number"], played[0]["first"]["player"]) == (
        entrant.number,
        entrant.entry.player_id,
    )
    show(division, released="hidden")
    hidden = ask("api-division-round", division.pk, 1)["matches"]
    assert [(match["outcome"], match["first_score"]) for match in hidden] == [
        ("open", None),
        ("open", None),
        ("bye", None),
    ]
    assert all(match["first"]["player"] is None for match in hidden)
    assert [ask(name, division.pk) for name in OTHERS] == [404, 404]


@pytest.mark.parametrize(
    ("public", "released", "detail", "round_", "standings_"),
    [
        (False, "hidden", False, False, False),
        (True, "hidden", True, True, False),
        (False, "provisional", True, False, True),
        (True, "final", True, True, True),
    ],
)
def test_who_sees_what_is_up_to_the_chief(world, ask, public, released, detail, round_, standings_):
    _director, division = world
    player = division.entries.first().entry.player_id
    show(division, public=public, released=released)
    seen = [
        ask("api-division", division.pk) != 404,
        ask("api-division-round", division.pk, 1) != 404,
        *(ask(f"{name}{kind}", division.pk) != 404 for name in OTHERS for kind in ("", "-csv")),
        ask("api-player", player) != 404,
    ]
    assert seen == [detail, round_, *[standings_] * 4, public and standings_]
    if standings_:
        lines = ask("api-division-standings", division.pk)["lines"]
        assert all((line["player"] is not None) == public for line in lines)


def test_a_player_has_the_matches_of_released_divisions(world, ask):
    _director, division = world
    (line,) = [one for one in ask("api-division-standings", division.pk)["lines"] if one["number"] == 1]
    told = ask("api-player", line["player"])
    assert told["games"] == []
    facts = ("outcome", "own", "other", "goes_first", "forfeit")
    assert [[match[name] for name in facts] for match in told["matches"]] == [
        [match[name] for name in facts] for match in line["matches"]
    ]
    names = {one["number"]: one["name"] for one in ask("api-division-standings", division.pk)["lines"]}
    assert [match["opponent"] for match in told["matches"]] == [
        names.get(match["opponent"], "") for match in line["matches"]
    ]
    assert {(match["division"], match["event"]) for match in told["matches"]} == {
        (division.pk, division.event_id)
    }


def test_ratings_are_those_that_the_results_would_give(world, ask):
    _director, division = world
    told = ask("api-division-ratings", division.pk)
    assert (told["system"], told["in_force"], len(told["lines"])) == (division.rating_system, False, 5)
    assert all(line["after"] - line["before"] == line["change"] for line in told["lines"])
    assert all(line["game_count"] == 4 for line in told["lines"])
    assert len(ask("api-division-ratings-csv", division.pk).splitlines()) == 6


def test_facts_of_people_are_hidden_with_names_on_pages_and_here(world, ask):
    director, division = world
    game = game_services.create_game(
        name="Evening",
        event=division.event,
        by=director,
        lexicon="english",
        notation="duplicate",
        rules=RuleSet(),
    )
    assert "1980" in ask("public-division", division.pk)
    type(game).objects.filter(pk=game.pk).update(names_hidden=True)
    show(division)
    answers = [
        ask("public-division", division.pk),
        ask("api-division-standings", division.pk),
        ask("api-division-standings-csv", division.pk),
        ask("api-division-round", division.pk, 1),
    ]
    for fact in ("Player 0", "1980", "Rating"):
        assert not any(fact in str(answer) for answer in answers), fact
    assert [ask(name, division.pk) for name in ("api-division-ratings", "api-division-ratings-csv")] == [
        404,
        404,
    ]
    assert {(line["player"], line["rating"]) for line in answers[1]["lines"]} == {(None, None)}


def test_an_answer_that_has_not_changed_is_not_sent_again(world, client):
    director, division = world
    for name, more in (("api-division", []), ("api-division-standings", []), ("api-division-round", [1])):
        address = reverse(name, args=[division.pk, *more])
        tag = client.get(address)["ETag"]
        again = client.get(address, headers={"If-None-Match": tag})
        assert (again.status_code, again["Cache-Control"]) == (304, "public, max-age=10")
    correction = {"score": results.Score(500, 1), "reason": "misread", "by": director}
    results.correct_result(division=division, number=5, table=1, **correction)
    assert client.get(address, headers={"If-None-Match": tag}).status_code == 200


def test_a_record_tells_its_racks_once_the_match_is_over(world, ask):
    director, division = world
    pairing.begin_round(division=division, number=6, by=director)
    match = Match.objects.get(round__division=division, round__number=6, table=1)
    record = record_services.open_record(match=match, keeper=MatchRecord.Keeper.ANNOTATOR, by=director)
    names = ("api-match-record", "api-match-gcg")

    def enter(rack, line):
        enter_turn(record=record, keeper=Keeper(by=director), key=uuid.uuid4(), line=line, rack=rack)

    enter("AEINRST", "8D NASTIER")
    assert [ask(name, record.code) for name in names] == [404, 404]
    (board,) = {
        one["board"] for one in ask("api-division-round", division.pk, 6)["matches"] if one["table"] == 1
    }
    assert board == record.code
    for line in ("-", "-", "-", "-", "=AAAEEEE", "==ESTIIII", "."):
        enter("", line)
    told = ask("api-match-record", record.code)
    assert (told["turns"][0]["rack"], told["turns"][0]["word"], told["over"]) == ("AEINRST", "NASTIER", True)
    assert (len(told["turns"]), "".join(told["board"][7])) == (6, "NASTIER")
    assert "8D NASTIER" in ask("api-match-gcg", record.code)
    MatchRecord.objects.update(live=False)
    assert [ask(name, record.code) for name in names] == [404, 404]


def test_an_annotated_game_is_told_as_json_and_as_a_file(world, ask):
    director, division = world
    game = make_annotated_game(division, director)
    (listed,) = ask("api-division", division.pk)["annotated_games"]
    assert (listed["code"], listed["names"]) == (game.code, ["Ann Marsh", "Bo"])
    told = ask("api-annotated-game", game.code)
    assert (told["names"], told["scores"]) == (listed["names"], listed["scores"])
    assert told["turns"][-1]["totals"] == listed["scores"]
    assert "#player1" in ask("api-annotated-gcg", game.code)
    show(division, public=False, released="hidden")
    assert [ask(name, game.code) for name in ("api-annotated-game", "api-annotated-gcg")] == [404, 404]


@pytest.mark.parametrize(
    ("answer", "columns", "left_out"),
    [
        (DivisionLine, standings.COLUMNS, {"licence"}),
        (RatingOfPlayer, ratings.COLUMNS, {"licence", "result", "games"}),
    ],
)
def test_each_column_is_a_field(answer, columns, left_out):
    assert columns.keys() - answer.__annotations__.keys() == left_out
