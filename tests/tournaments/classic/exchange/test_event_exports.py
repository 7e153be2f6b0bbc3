"""An event as files for other programs, and back from them."""

import csv
import io
import zipfile

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from tests.factories.divisions import enter_named, entrant_named, make_director, make_division, play_round
from tournaments.classic.divisions import entrants
from tournaments.classic.exchange import services
from tournaments.classic.exchange.export import file_division
from tournaments.classic.exchange.files import read_texts, read_upload
from tournaments.classic.models import Division
from tournaments.classic.pairing.plan import Stage
from tournaments.classic.rounds import pairing, results
from tournaments.classic.rounds.plan import stages_of
from tournaments.classic.scores.scores import Outcome, Score
from tournaments.classic.standings.rows import standings_of_division

pytestmark = pytest.mark.django_db
NAMES = ["Ann Marsh", "Bo Li", "Cy Day", "Marie de la Tour", "Player 12"]


@pytest.fixture
def by(db):
    return make_director()


@pytest.fixture
def division(by):
    """Return a division with a draw, a forfeit, byes, somebody who left, and a round that has not begun."""
    division = make_division(by, NAMES, name="Première ligue", rounds_planned=4)
    play_round(division, 1, by, score=lambda table: (400, 400) if table == 1 else (410, 380))
    pairing.pair_next_round(division=division, number=2, by=by)
    pairing.begin_round(division=division, number=2, by=by)
    for table, score in ((1, Score(outcome=Outcome.SECOND_FORFEITS)), (2, Score(390, 402))):
        results.enter_result(division=division, number=2, table=table, score=score, by=by)
    entrants.drop_out(entrant=entrant_named(division, "Cy Day"), from_round=3, by=by)
    pairing.pair_next_round(division=division, number=3, by=by)
    return division


@pytest.fixture
def desk(client, by):
    client.force_login(by)
    return client


def download(desk, name, division):
    answer = desk.get(reverse(name, args=[division.event_id]))
    assert answer.status_code == 200
    return answer.content


def test_a_division_without_a_plan_is_paired_again_by_its_settings(desk, by):
    division = make_division(by, NAMES[:4], rounds_planned=6, method="round_robin", cycles=2)
    kept = services.keep_upload(files=[("cup.zip", download(desk, "export-tsh", division))], by=by)
    page = desk.get(reverse("review-tournament-files"), headers={"Accept-Language": "en"}).text
    assert "all meet 2 times" in page
    mark = services.tag_upload_review(kept, services.review_of(kept))
    answers = services.Answers(division.lexicon, {}, {}, "Again", division.event.date)
    again = services.import_upload(kept=kept, mark=mark, answers=answers, by=by).divisions.get()
    assert (stages_of(again), again.cycles) == ((Stage(1, "round_robin"),), 2)


def test_the_folder_of_tsh_gives_the_division_again(desk, division):
    data = download(desk, "export-tsh", division)
    names = zipfile.ZipFile(io.BytesIO(data)).namelist()
    assert [name.partition("/")[2] for name in names] == ["config.tsh", "premireligue.t"]
    event, problems = read_texts(read_upload([("cup.zip", data)]))
    assert (event.name, event.day, problems.faults) == (division.event.name, division.event.date, [])
    [read] = event.divisions
    told = file_division(division)
    assert (read.name, read.rounds_planned, read.begun) == (told.name, 4, 2)
    assert read.players == told.players
    assert any(one.facts.outcome == "second_forfeits" for one in told.matches)
    assert {(one.facts, one.table) for one in read.matches} == {
        (one.facts, one.table) for one in told.matches
    }


def test_all_results_give_the_same_standings_again(desk, by, division):
    """Missed rounds count as lost, with a spread of 100, and byes give 75."""
    counts = {"missed_late": "loss", "missed_left": "loss", "forfeit_spread": 100, "bye_spread": 75}
    Division.objects.update(**counts)
    division.refresh_from_db()
    pairing.begin_round(division=division, number=3, by=by)
    enter_named(division, "Late Comer", by)
    data = download(desk, "export-all-results", division)
    upload = SimpleUploadedFile("results.csv", data)
    asked = desk.post(reverse("tournament-files"), {"uploads": upload}, follow=True).context["form"]
    answers = {"name": "Again", "day": "2026-05-01", "match_rules": "wespa", "rating_system": "elo"}
    answers |= {"mark": asked.initial["mark"], "lexicon": division.lexicon_id}
    assert desk.post(reverse("review-tournament-files"), answers).status_code == 302
    again = Division.objects.exclude(pk=division.pk).get()

    def told(division):
        return {
            row.line.contestant.name: (
                *(row.line.rank, row.line.wins, row.line.losses, row.line.spread, row.line.points),
                *(row.line.byes, row.line.forfeits, row.line.contestant.rating),
            )
            for row in standings_of_division(division).rows
        }

    assert told(again) == told(division)
    assert (told(again)["Cy Day"][6] > 0, told(again)["Late Comer"][6]) == (True, 3)


def test_standings_have_wins_losses_and_draws_apart(desk, division):
    rows = list(
        csv.DictReader(io.StringIO(download(desk, "export-all-standings", division).decode("utf-8-sig")))
    )
    assert [row["rank"] for row in rows] == list("12345")
    assert {row["division"] for row in rows} == {"Première ligue"}
    assert sum(int(row["draws"]) for row in rows) == 2
    for row in rows:
        assert float(row["winpts"]) == int(row["wins"]) + int(row["draws"]) / 2
        assert int(row["wins"]) + int(row["losses"]) + int(row["draws"]) == 2
