"""Merged standings by category, committee and country, the ranking of clubs, and their public page."""

from dataclasses import replace

import pytest
from django.test import Client

from duplicate.models.simultaneous import Simultaneous
from duplicate.prepared_games.results.standings import FieldSelection, merge, merged_standings, select
from duplicate.prepared_games.results.tables import clubs_table, merged_table, rank_clubs
from duplicate.prepared_games.results.text_lines import club_in, lines_of_result, read_result_lines
from duplicate.printing.data.result_lines import write_result_lines
from engine.rules import (
    load_rule_set,
)
from tests.factories.simultaneous_clubs import accept_result, made_result

pytestmark = pytest.mark.django_db
FISF = load_rule_set("fisf")


def with_people(result, *facts):
    entries = tuple(
        replace(entry, people=tuple(replace(person, **fact) for person in entry.people))
        for entry, fact in zip(result.entries, facts, strict=True)
    )
    return replace(result, entries=entries)


@pytest.fixture(scope="module")
def field():
    """Return two clubs of two players each, with the facts of their players."""
    sent = Simultaneous(digest="0" * 64)
    unknown = {"birth_year": None, "country": "", "series": ""}
    first = with_people(
        made_result(sent, "Namur", players=2),
        {"birth_year": 1950, "country": "BEL", "series": "1A", "committee": "Wallonie"},
        {"birth_year": 1990, "country": "FRA", "series": "1A", "committee": "Lorraine"},
    )
    second = with_people(
        made_result(sent, "Huy", seed="b", players=2),
        unknown | {"age_category": "Espoir"},
        unknown | {"age_category": "diamant", "country": "BEL"},
    )
    return merge([first, second], FISF, year=2026)


@pytest.mark.parametrize(
    ("selection", "names"),
    [
        ({"category": "Diamant"}, {"Namur 1", "Huy 2"}),
        ({"category": "Senior"}, {"Namur 2"}),
        ({"category": "Espoir"}, {"Huy 1"}),
        ({"category": "Poussin"}, set()),
        ({"committee": "Wallonie"}, {"Namur 1"}),
        ({"country": "BEL"}, {"Namur 1", "Huy 2"}),
        ({"country": "BEL", "club": "NAMUR"}, {"Namur 1"}),
        ({"series": "1A"}, {"Namur 1", "Namur 2"}),
        ({}, {"Namur 1", "Namur 2", "Huy 1", "Huy 2"}),
    ],
)
def test_a_selection_has_the_players_it_names(field, selection, names):
    shown = select(field, FieldSelection(**selection))
    assert {line.line.competitor.name for line in shown.lines} == names
    assert [line.line.rank for line in shown.lines][:1] == ([1] if names else [])


def test_what_can_be_selected_is_what_somebody_is(field):
    assert [category.name for category in field.categories] == ["Senior", "Diamant", "Espoir"]
    assert (field.committees, field.countries, field.series) == (
        ("Lorraine", "Wallonie"),
        ("BEL", "FRA"),
        ("1A",),
    )
    columns = [column.name for column in merged_table(field).columns]
    assert {"category", "committee", "country", "series"} <= {*columns}


@pytest.mark.parametrize("best", [1, 2, 3])
def test_clubs_are_ranked_by_their_best(field, best):
    totals = {"Namur": [], "Huy": []}
    for line in field.lines:
        totals[line.played_in].append(line.line.total)
    due = sorted(((sum(sorted(own)[::-1][:best]), name) for name, own in totals.items()), reverse=True)
    ranked = rank_clubs(field.lines, best)
    assert [(one.total, one.club) for one in ranked] == due
    assert [one.players for one in ranked] == [2, 2]
    assert len(clubs_table(ranked, best).lines) == 2


def test_clubs_with_equal_sums_share_their_rank(sent):
    results = [replace(made_result(sent), club=club) for club in ("A", "B")]
    assert [one.rank for one in rank_clubs(merge(results, FISF).lines)] == [1, 1]


def test_lines_come_back_in_and_tell_no_tops(sent, client, organiser):
    result = with_people(
        made_result(sent, "Namur", players=2), {"licence": "123"}, {"licence": "", "name": "Élise Roy"}
    )
    text = write_result_lines(lines_of_result(result))
    assert "is not published" in text
    data = text.encode("utf-8-sig")
    assert club_in(data) == "Namur"
    back = read_result_lines(data, game=sent.digest, name="", club="Namur", tops=result.tops)
    assert [entry.total for entry in back.entries] == [entry.total for entry in result.entries]
    assert [entry.people[0].licence for entry in back.entries] == ["123", ""]
    table = merged_table(merge([back], FISF))
    tops = [column.name for column in table.columns].index("tops")
    assert [row.cells[tops] for row in table.lines[-2:]] == [None, None], "unknown is no 0"


def test_a_pair_in_lines_keeps_both_licences():
    lines = b"1;Ann & Bo;20;7 & 8\n2;Cy & Di;10; & 9\n3;Ed;5"
    result = read_result_lines(lines, game="g", name="", club="Namur", tops=(30,))
    assert [[one.licence for one in entry.people] for entry in result.entries] == [
        ["7", "8"],
        ["", "9"],
        [""],
    ]


def test_the_public_page_is_there_when_the_organiser_publishes(sent, client, organiser):
    client.force_login(organiser)
    page, public = f"/desk/simultaneous/{sent.pk}/", f"/simultaneous/{sent.pk}/"
    accept_result(client, sent, made_result(sent))
    stranger = Client()
    assert stranger.get(public).status_code == 404
    client.post(f"{page}settle/", {"published": "yes"})
    assert public in client.get(page).content.decode()
    shown = stranger.get(public).content.decode()
    assert ("Namur 1" in shown, "Namur-1" in shown, "provisional" in shown) == (True, False, True), (
        "no licences"
    )
    assert 'http-equiv="refresh"' in shown
    clubs = stranger.get(public, {"by": "clubs", "best": "2"}).content.decode()
    assert ("Best 2" in clubs, "Ranking of clubs" in clubs) == (True, True)
    assert stranger.get(public, {"by": "x", "best": "-3", "page": "z"}).status_code == 200
    client.post(f"{page}settle/", {"final": "yes"})
    shown = stranger.get(public).content.decode()
    assert ("Final standings" in shown, 'http-equiv="refresh"' in shown) == (True, False)
    client.post(f"{page}settle/", {"published": "no"})
    assert stranger.get(public).status_code == 404


@pytest.mark.django_db(transaction=True)
def test_cached_standings_show_a_new_result_at_once(sent, client, organiser):
    client.force_login(organiser)
    for number in range(1, 3):
        accept_result(client, sent, made_result(sent, club=f"C{number}", seed=str(number)))
        first = merged_standings(sent)
        assert first.results == number
        assert merged_standings(sent) is first
    sent.merged_solos = True
    sent.save()
    assert merged_standings(sent) is not first


def test_the_ranking_of_clubs_is_saved(sent, client, organiser):
    client.force_login(organiser)
    accept_result(client, sent, made_result(sent))
    page = f"/desk/simultaneous/{sent.pk}/"
    csv = client.get(f"{page}standings.csv?by=clubs").content.decode("utf-8-sig").splitlines()
    assert csv[0] == "Rank,Club,Players,Best 3,Mean,First player"
    assert client.get(f"{page}standings.pdf?by=clubs").content.startswith(b"%PDF")
