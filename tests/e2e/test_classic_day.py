"""A day of sixteen players and five rounds to its final table, over HTTP as the directors and the phones do it."""

import html
import json
import re
import uuid
from dataclasses import replace
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse

from engine.referee import Overtime, state_of
from tests.factories.annotated_matches import Annotator, lines_of, recorded_game
from tests.factories.division_form import USUAL_SETTINGS
from tests.factories.divisions import make_director
from tests.html_tables import tables_of
from tournaments.classic.models import Division, Match, MatchClock, MatchResult
from tournaments.lexicons.services import register_built_in
from tournaments.models import Event
from tournaments.time import clock

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

NAMES = [
    "Ada", "Bruno", "Chloé", "Denis", "Elsa", "Farid", "Gilles", "Hanna",
    "Ines", "Jules", "Karim", "Lena", "Marc", "Nora", "Oscar", "Paula",
]  # fmt: skip


class Phone:
    """A player's phone: it joins, asks for its match and reports."""

    def __init__(self, event, token):
        self.event, self.client = event, Client(headers={"Authorization": f"Bearer {token}"})

    def me(self):
        answer = self.client.get(reverse("api-my-match", args=[self.event.pk]))
        assert answer.status_code == 200
        return answer.json()

    def report(self, own, other, match=None):
        body = {
            "id": str(uuid.uuid4()),
            "match": match or self.me()["match"]["id"],
            "own": own,
            "other": other,
        }
        address = reverse("api-match-reports", args=[self.event.pk])
        return self.client.post(address, json.dumps(body), content_type="application/json")


class Director:
    """A director's browser at one division."""

    def __init__(self, client):
        self.client = client
        self.division = None

    def make_tournament(self, **more):
        fields = {
            "event-name": "Day open",
            "event-date": "2026-05-01",
            "name": "Open",
            "rounds_planned": 5,
            "method": "swiss",
            "lexicon": register_built_in().pk,
            **USUAL_SETTINGS,
        } | more
        answer = self.client.post(reverse("new-tournament"), fields)
        assert answer.status_code == 302, answer.content.decode()
        self.division = Division.objects.select_related("event").get()
        return self.division

    def address(self, name, *args):
        return reverse(name, args=[self.division.event_id, self.division.pk, *args])

    def post(self, name, *args, **fields):
        return self.client.post(self.address(name, *args), fields, follow=True)

    def page(self, name, *args):
        answer = self.client.get(self.address(name, *args))
        assert answer.status_code == 200
        return answer.content.decode()

    def pair_and_begin(self, number):
        self.post("pair-round", number=number, method="swiss")
        self.post("round-act", number, "begin")
        round_ = self.division.rounds.get(number=number)
        assert round_.begun_at is not None
        return round_

    def line(self, number, line):
        return self.post("result-line", number, line=line)


class Hands:
    """The server's clock, in the hands of the test."""

    def __init__(self):
        self.now = clock.now().replace(microsecond=0)

    def move(self, seconds):
        self.now += timedelta(seconds=seconds)


@pytest.fixture
def hands(monkeypatch):
    hands = Hands()
    monkeypatch.setattr(clock, "now", lambda: hands.now)
    return hands


@pytest.fixture
def director(client):
    client.force_login(make_director())
    return Director(client)


def first_round(director):
    """Play round 1 by the keyboard; impossible input is refused with the reason, and stays."""
    director.pair_and_begin(1)
    assert "already been paired" in director.post("pair-round", number=1).content.decode()
    for wrong, why in (
        ("1 400", "cannot be read"),
        ("99 400 380", "There is no table 99"),
        ("1 4000 380", "is not a valid match score"),
    ):
        refused = director.line(1, wrong)
        assert refused.status_code == 422
        assert why in refused.content.decode()
        assert f'value="{wrong}"' in refused.content.decode()
    for table in range(1, 9):
        assert (
            f"Table {table}: {400 + table}–380"
            in director.line(1, f"{table} {400 + table} 380").content.decode()
        )
    assert "Pair round 2" in director.page("division")


def second_round(director, division):
    """Play round 2 with a latecomer and a bye; both phones report. Return the phones, and an open match."""
    director.post("enter-players", names="Quentin", first_round="2")
    round_ = director.pair_and_begin(2)
    assert [match.first.entry.player.name for match in round_.matches.filter(second=None)], "17 are odd"
    phones = {}
    for entrant in division.entries.select_related("entry__player"):
        page = director.post("entrant-phone", entrant.pk).content.decode()
        phones[entrant.pk] = Phone(division.event, page.partition("#t=")[2].partition('"')[0])
    matches = list(round_.matches.filter(second__isnull=False))
    for match in matches[:-1]:
        assert phones[match.first_id].report(420, 390).status_code == 201
        assert phones[match.first_id].me()["state"] == "reported"
        assert phones[match.second_id].me()["match"]["their_report"] == {"own": 390, "other": 420}
        assert phones[match.second_id].report(390, 420).status_code == 201
        assert phones[match.second_id].me()["state"] == "counted"
    return phones, matches[-1]


def settle(director, phones, last):
    """Settle two different reports: both are at the top of the page until the director chooses."""
    phones[last.first_id].report(401, 400)
    phones[last.second_id].report(401, 400)
    assert phones[last.first_id].me()["state"] == "differs"
    page = director.page("division-round", 2)
    assert "To be settled by the desk" in page
    assert "401–400" in page
    assert "400–401" in page
    director.line(2, f"{last.table} 401 400")
    assert phones[last.second_id].me()["state"] == "counted"
    refused = phones[last.second_id].report(401, 400, match=last.pk)
    assert (refused.status_code, refused.json()["code"]) == (409, "result_counted")


def third_round(director, phones):
    """Play round 3, with a forfeit."""
    director.pair_and_begin(3)
    director.line(3, "1 1f")
    for table in range(2, 9):
        director.line(3, f"{table} 350 {400 + table}")
    forfeit = MatchResult.objects.get(match__round__number=3, match__table=1)
    assert forfeit.outcome == "first_forfeits"
    assert phones[forfeit.match.second_id].me()["results"][-1]["forfeit"] is True


def fourth_round(director, division):
    """Correct a wrong result with a reason; one player drops out."""
    director.pair_and_begin(4)
    for table in range(1, 9):
        director.line(4, f"{table} 410 400")
    assert "already has 410–400" in director.line(4, "3 400 410").content.decode()
    fields = {"outcome": "played", "first": 400, "second": 410, "seen": 1}
    assert director.post("correct-result", 4, 3, **fields).status_code == 422, "no reason"
    director.post("correct-result", 4, 3, **fields, reason="read from the sheets")
    match = Match.objects.get(round__number=4, table=3)
    assert [result.version for result in match.results.order_by("version")] == [1, 2]
    acts = director.client.get(reverse("event", args=[division.event_id])).content.decode()
    assert "410–400 corrected to 400–410: read from the sheets" in acts
    quentin = division.entries.get(entry__player__name="Quentin")
    director.post("entrant-act", quentin.pk, "drop-out", from_round=5)
    return quentin


def played_out(director, match, hands):
    """Play with the clock at the table: the first uses 10 minutes in all, the second 26 and a half."""
    event = match.round.division.event_id
    sheet = director.client.post(reverse("clock-links", args=[event, match.round_id])).content.decode()
    given = MatchClock.objects.get(match=match)
    token = re.search(rf"/clock/{given.pk}/#t=([^&\"]+)", html.unescape(sheet))[1]
    tablet = Client(headers={"Authorization": f"Bearer {token}"})

    def act(name, **how):
        body = json.dumps({"id": str(uuid.uuid4()), "act": name} | how)
        address = reverse("api-clock-acts", args=[given.pk])
        answer = tablet.post(address, body, content_type="application/json")
        assert answer.status_code == 201, answer.content.decode()
        return answer.json()

    number = act("start")["number"]
    hands.move(600)
    number = act("press", side=0, number=number)["number"]
    hands.move(26.5 * 60)
    assert act("stop")["left"] == [900_000, -90_000]


def first_table(director, match, hands):
    """Record a match with a clock: a challenge fails, an exchange is refused, and the second runs over time."""
    played_out(director, match, hands)
    director.post("open-record", 5, 1, keeper="annotator", live="on", advice="on")
    link = html.unescape(director.post("link-annotator", 5, 1).content.decode())
    annotator = Annotator(*re.search(r"/boards/([\w-]+)/keep/#t=([^\"]+)", link).groups())
    game = recorded_game("double")
    refused = None
    for line, rack, before in lines_of(game):
        if refused is None and before.bag_count < 7:
            refused = annotator.enter("-1")
        taken = annotator.enter(line, rack)
        assert taken.status_code == 201, f"{line}: {taken.content.decode()}"
    assert (refused.status_code, refused.json()["code"]) == (409, "exchange_restricted")
    shown = taken.json()
    assert "challenge" in {turn["kind"] for turn in shown["turns"]}, "one was lost"
    assert shown["over"]

    # The result of the recorded game, without its own overtime; its first player is the first here.
    timeless = replace(game, acts=tuple(act for act in game.acts if not isinstance(act, Overtime)))
    scores = state_of(timeless).scores
    first, second = scores[game.first], scores[1 - game.first]
    assert shown["scores"] == [first, second - 20]
    director.post("take-record-score", 5, 1)
    result = match.results.get()
    assert (result.first_score, result.second_score, result.second_overtime) == (first, second - 20, 20)


def last_round(director, division, phones, quentin, hands):
    """Play the last round, and check the final table."""
    round_ = director.pair_and_begin(5)
    assert round_.matches.filter(second=None).count() == 0
    for table in range(2, 9):
        director.line(5, f"{table} {500 - table} 300")
    first_table(director, round_.matches.get(table=1), hands)
    assert "All rounds are played" in director.page("division")
    director.client.post(reverse("release-standings", args=[division.event_id]), {"released": "final"})
    page = director.page("division-standings")
    assert '<span class="chip">final</span>' in page
    assert page.count('scope="row"') == 17
    everybody = Client().get(reverse("public-division", args=[division.pk])).content.decode()
    assert 18 in [len(table) for table in tables_of(everybody)]
    assert phones[quentin.pk].me()["standing"]["rank"] > 0
    assert phones[quentin.pk].me()["state"] == "withdrawn"
    total = sum(
        row.line.spread
        for row in director.client.get(director.address("division-standings")).context["standings"].rows
    )
    # Spreads of matches cancel out; byes and nobody's missed round do not.
    assert total == 50 * Match.objects.filter(second=None).count()
    csv = director.client.get(director.address("export-division-standings", "csv")).content.decode(
        "utf-8-sig"
    )
    assert len(csv.splitlines()) == 18
    assert Event.objects.get().acts.filter(act="match_corrected").count() == 1


def test_a_day_of_sixteen_players_and_five_rounds(director, hands):
    division = director.make_tournament()
    assert "Nobody plays in this division yet" in director.page("division-players")
    director.post("enter-players", names="\n".join(NAMES))
    assert [one.number for one in division.entries.all()] == list(range(1, 17))
    first_round(director)
    phones, last = second_round(director, division)
    settle(director, phones, last)
    third_round(director, phones)
    quentin = fourth_round(director, division)
    last_round(director, division, phones, quentin, hands)
