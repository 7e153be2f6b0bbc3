"""Prizes of a division: set by its director, won as the standings stand."""

import csv
import io

import pytest
from django.urls import reverse

from tests.factories.divisions import make_director, play_round, players
from tests.html_tables import tables_of
from tests.worlds.division import division_of
from tournaments.classic.models import DivisionPrize
from tournaments.classic.standings import ratings
from tournaments.classic.standings.prizes import awards_of, set_prizes
from tournaments.errors import RuleViolation
from tournaments.models import Event

pytestmark = pytest.mark.django_db

PRIZES = [
    DivisionPrize(name="Champion", worth="100 €"),
    DivisionPrize(name="Second", place=2, worth="50 €"),
    DivisionPrize(name="High game", kind="high_game", worth="a book"),
    DivisionPrize(name="Best of 4A", class_name="4A"),
]


@pytest.fixture
def world(db, english):
    return division_of(*players(4), rounds_planned=2)


@pytest.fixture
def division(world):
    return world[1]


def won(division):
    return {award.row.name: {winner.name for winner in award.winners} for award in awards_of(division)}


def test_nobody_has_a_prize_before_there_is_a_result(director, division):
    set_prizes(division=division, prizes=PRIZES, one_each=False, by=director)
    assert won(division) == {name: set() for name in ("Champion", "Second", "High game", "Best of 4A")}


def test_who_gets_what_as_the_standings_stand(director, division):
    set_prizes(division=division, prizes=PRIZES, one_each=False, by=director)
    play_round(division, 1, director, score=lambda table: (400 + 50 * table, 380))
    first = {match.table: match.first.entry.name for match in division.rounds.get(number=1).matches.all()}
    assert won(division) == {
        "Champion": {first[2]}, "Second": {first[1]}, "High game": {first[2]}, "Best of 4A": set()
    }  # fmt: skip


def test_a_prize_for_the_rating_gain(client, director, division):
    set_prizes(
        division=division,
        prizes=[DivisionPrize(name="Gain", kind="rating_gain")],
        one_each=False,
        by=director,
    )
    play_round(division, 1, director)
    lines = ratings.rating_shown(division).lines
    most = max(line.difference for line in lines)
    assert won(division) == {"Gain": {line.entrant.entry.name for line in lines if line.difference == most}}
    client.force_login(director)
    page = client.get(reverse("division-prizes", args=[division.event_id, division.pk])).content.decode()
    assert f"+{most}" in page


def test_everybody_sees_who_has_won_once_the_standings_are_final(client, director, division):
    set_prizes(division=division, prizes=PRIZES, one_each=False, by=director)
    play_round(division, 1, director, score=lambda table: (400 + 50 * table, 380))
    event = division.event
    event.public = True
    for released, told in ((Event.Released.PROVISIONAL, False), (Event.Released.FINAL, True)):
        event.released = released
        event.save()
        page = client.get(reverse("public-division", args=[division.pk])).content.decode()
        assert any("Champion" in row for table in tables_of(page) for row in table) is told


def test_equals_share_the_prizes_of_their_places(director, division):
    set_prizes(division=division, prizes=PRIZES[:2], one_each=False, by=director)
    play_round(division, 1, director, score=lambda _table: (400, 380))
    both = {match.first.entry.name for match in division.rounds.get(number=1).matches.all()}
    assert won(division) == {"Champion": both, "Second": both}
    assert all(award.is_shared for award in awards_of(division))


def test_nobody_gets_two_where_that_is_set(director, division):
    set_prizes(division=division, prizes=PRIZES[:3], one_each=True, by=director)
    division.refresh_from_db()
    play_round(division, 1, director, score=lambda table: (400 + 50 * table, 380))
    matches = {match.table: match for match in division.rounds.get(number=1).matches.all()}
    assert won(division) == {
        "Champion": {matches[2].first.entry.name},
        "Second": {matches[1].first.entry.name},
        # The highest score of whoever has nothing yet is that of both who lost.
        "High game": {match.second.entry.name for match in matches.values()},
    }


def test_who_may_not_set_them_changes_nothing(director, division):
    set_prizes(division=division, prizes=PRIZES, one_each=False, by=director)
    for prizes, by in (
        ([], make_director("stranger")),
        ([DivisionPrize(name="")], director),
        ([DivisionPrize(name="x", place=0)], director),
        ([DivisionPrize(name="x")] * 101, director),
    ):
        with pytest.raises(RuleViolation):
            set_prizes(division=division, prizes=prizes, one_each=True, by=by)
    assert division.prizes.count() == 4
    with pytest.raises(RuleViolation, match="in the meantime"):
        set_prizes(division=division, prizes=[], one_each=True, by=director, seen="0")
    assert division.prizes.count() == 4


def lines(*rows):
    """Return the data that the form sends."""
    data = {"prize-TOTAL_FORMS": str(len(rows)), "prize-INITIAL_FORMS": "0"}
    for number, row in enumerate(rows):
        data |= {f"prize-{number}-{name}": value for name, value in row.items()}
    return data


def test_over_the_pages(client, director, division):
    client.force_login(director)
    args = [division.event_id, division.pk]
    typed = lines(
        {"name": " Champion ", "worth": "=100", "kind": "rank", "place": ""},
        {"name": "", "kind": "rank"},
        {"name": "High", "kind": "high_game", "place": "1", "out_of_the_money": "on"},
    )
    answer = client.post(reverse("set-prizes", args=args), typed | {"one_each": "on"})
    assert answer.status_code == 302
    assert list(DivisionPrize.objects.values_list("number", "name", "place", "out_of_the_money")) == [
        (1, "Champion", 1, False), (2, "High", 1, True)
    ]  # fmt: skip
    division.refresh_from_db()
    assert division.one_prize_each
    play_round(division, 1, director, score=lambda table: (400 + 50 * table, 380))
    page = client.get(reverse("division-prizes", args=args)).content.decode()
    assert "Champion" in page
    assert "nobody yet" not in page
    data = client.get(reverse("export-prizes", args=[*args, "csv"])).content.decode("utf-8-sig")
    rows = list(csv.DictReader(io.StringIO(data)))
    assert [(row["Prize"], row["Amount or text"]) for row in rows] == [("Champion", "'=100"), ("High", "")]
    assert rows[0]["Name"] != rows[1]["Name"]
    assert client.get(reverse("export-prizes", args=[*args, "xlsx"])).content.startswith(b"PK")


@pytest.mark.parametrize(
    ("row", "why"),
    [
        ({"name": "", "worth": "50 euros", "kind": "rank"}, "Every prize needs a name."),
        ({"name": "Champion", "kind": "rank", "place": "0"}, "greater than or equal to 1"),
        ({"name": "Champion", "kind": "luck"}, "not one of the available choices"),
    ],
)
def test_what_is_wrong_stays_typed(client, director, division, row, why):
    client.force_login(director)
    answer = client.post(reverse("set-prizes", args=[division.event_id, division.pk]), lines(row))
    assert answer.status_code == 422
    assert why in answer.content.decode()
    typed = row["name"] or row["worth"]
    assert f'value="{typed}"' in answer.content.decode()
    assert not division.prizes.exists()


def test_a_prize_for_a_rank_says_by_what_it_was_won(client, director, division):
    set_prizes(division=division, prizes=PRIZES[:1], one_each=False, by=director)
    play_round(division, 1, director, score=lambda table: (400 + 50 * table, 380))
    client.force_login(director)
    page = client.get(reverse("division-prizes", args=[division.event_id, division.pk])).content.decode()
    assert "wins 1, spread +120" in page


def test_presets_of_a_division_have_a_line_for_each_class(client, director, division):
    division.event.entries.filter(pk=division.event.entries.first().pk).update(group="4A")
    client.force_login(director)
    args = [division.event_id, division.pk]
    assert "?preset=classes" in client.get(reverse("division-prizes", args=args)).content.decode()
    added = client.post(
        reverse("set-prizes", args=args), lines({"name": "Cup", "kind": "rank"}) | {"preset": "classes"}
    )
    assert added.status_code == 200
    assert 'value="Cup"' in added.content.decode()
    assert 'name="prize-1-name" value="Best of class 4A"' in added.content.decode()
    assert not division.prizes.exists()
