"""Clocks, head to head, prizes, ratings and players of a division, read back from the files."""

import re

import pytest

from tests.factories.matches import clock_of
from tests.factories.printed_division import enter, make_round
from tests.tournaments.classic.printing.documents import (
    NAMES,
    empty_division,
    make_document,
    pages_of,
    set_result,
    table_of,
    text_of,
)
from tournaments.classic.models import Division, DivisionEntry, DivisionPrize, MatchClock
from tournaments.lexicons.services import register_built_in
from tournaments.models import Event
from tournaments.names import name_visibility as names
from tournaments.printing.registry import documents_of
from tournaments.time import clock

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]


def test_overtime_handicaps_and_the_points_that_came_off(five, director):
    match = five.rounds.get(number=2).matches.get(table=1)
    held = clock_of(match)
    MatchClock.objects.filter(pk=held.pk).update(state="over", first_left_ms=-65_000, second_left_ms=90_000)
    DivisionEntry.objects.filter(number=1).update(turn_seconds=40)
    text = text_of(five, "clocks")
    assert "all rounds · 1 time over · 2 minutes · 20 points off" in text
    assert "2 1 Cleo (3) −1:05 2 −20" in text
    assert "2 1 Ann (1) 1:30 40 s*" in text
    assert "Ben (2)" not in text
    assert "Ben (2)" in text_of(five, "clocks", who="all", round="1")
    columns, rows = table_of(five, "clocks", round="2")
    assert columns[4:7] == ["Left on the clock", "Minutes over", "Points off"]
    assert rows[0] == [2, 1, 3, "Cleo", "−1:05", 2, 20, "", None, "", 0]


def test_accents_make_no_difference_by_name(director):
    division = empty_division()
    entrants = enter(division, ["Florian", "Élise", "Ömer"])
    make_round(division, 1, [entrants[:2], entrants[2:]], director)
    in_order = ["Élise", "Florian", "Ömer"]
    assert [row[1] for row in table_of(division, "players", order="name")[1]] == in_order
    assert [row[0] for row in table_of(division, "pairings-by-name")[1]] == in_order


def test_overtime_that_a_correction_typed_stands_on_the_list_without_any_clock(director):
    division = empty_division()
    match = make_round(division, 1, [enter(division, ["Ann", "Ben"])], director).matches.get()
    document = next(one for one in documents_of("division") if one.name == "clocks")
    set_result(match, 400, 350)
    assert document.count(division) == 0
    set_result(match, 400, 350, overtime=(0, 20))
    assert document.count(division) == 1
    assert table_of(division, "clocks")[1][0][:7] == [1, 1, 2, "Ben", None, 0, 20]


def test_overtime_that_nobody_has_settled_is_in_doubt(director):
    division = empty_division()
    division.event.posts.create(user=director, role="chief")
    ann, ben = enter(division, NAMES[:2])
    round_ = make_round(division, 1, [(ann, ben)], director)
    match = round_.matches.get()
    match.results.all().delete()
    held = clock_of(match)
    MatchClock.objects.filter(pk=held.pk).update(state="over", first_left_ms=-1000)
    held.acts.create(
        key="5d1b7e3c-0000-4000-8000-000000000001",
        kind="result",
        holder="table",
        at=clock.now(),
        received_at=clock.now(),
        turn=0,
        turn_number=1,
        first_left_ms=-1000,
        second_left_ms=0,
    )
    assert "Ann (1) −0:01 1 ?" in text_of(division, "clocks")


def test_every_two_who_met_are_balanced_and_a_forfeit_is_no_meeting(five):
    text = text_of(five, "head-to-head")
    assert "Ann (1) Ben (2) 1 1–0 +60 450–390" in text
    assert "Ann (1) Cleo (3) 1 1–0 +40 420–380" in text
    assert "Cleo (3) Dan (4) 1 ½–½ 0 400–400" in text
    assert "3 pairs met" in text


def test_teams_and_clubs_are_balanced_too(five):
    # Ann, Cleo and Eva are Blues; Ben and Dan are Reds. Two of the matches played are between the teams.
    assert "Blues Reds 2 1½–½ +60" in text_of(five, "head-to-head", of="teams")
    assert "Genève Lyon 1 0–1 −60" in text_of(five, "head-to-head", of="clubs")


def test_what_is_kept_of_other_events_counts_where_it_is_released(five, director):
    elsewhere = Event.objects.create(name="Winter open", released="final")
    older = Division.objects.create(event=elsewhere, name="Open", lexicon=register_built_in(), seed="seed")
    entrants = []
    for number, name in enumerate(("Ben", "Ann"), 1):
        player = five.entries.get(entry__player__name=name).entry.player
        entry = elsewhere.entries.create(player=player, table=number)
        entrants.append(DivisionEntry.objects.create(division=older, entry=entry, number=number))
    past = make_round(older, 1, [tuple(entrants)], director)
    set_result(past.matches.get(), 500, 300)
    assert "Ann (1) Ben (2) 1 1–0 +60 2 1–1 −140" in text_of(five, "head-to-head", since="ever")
    Event.objects.filter(pk=elsewhere.pk).update(released="hidden")
    assert "Ann (1) Ben (2) 1 1–0 +60 1 1–0 +60" in text_of(five, "head-to-head", since="ever")
    with names.hidden(True):
        assert "Ever" not in text_of(five, "head-to-head", since="ever")


def test_prizes_with_who_has_them(five):
    for number, values in enumerate(
        (
            {"name": "First prize", "worth": "100 €", "kind": "rank"},
            {"name": "Best <b>score</b>", "kind": "high_game"},
            {"name": "Of the experts", "kind": "rank", "class_name": "expert"},
        ),
        1,
    ):
        DivisionPrize.objects.create(division=five, number=number, **values)
    text = text_of(five, "prizes")
    assert "First prize 100 € rank 1 Ann Lyon wins 2, spread +100" in text
    assert "Best <b>score</b> highest score 1 Ann Lyon 450" in text
    assert "nobody yet" in text
    assert table_of(five, "prizes")[1][0][:3] == [1, "First prize", "100 €"]


def test_winners_of_prizes_sign_receipts_and_have_certificates(five):
    DivisionPrize.objects.create(division=five, number=1, name="First prize", worth="100 €", kind="rank")
    DivisionPrize.objects.create(division=five, number=2, name="Best score", kind="high_game")
    text = text_of(five, "prize-receipts")
    assert text.count("Received: date and signature") == 2
    assert "Ann First prize, rank 1 100 €" in text
    first, best = pages_of(make_document(five, "prize-certificates"))
    assert "provisional" in first
    assert re.search(r"Ann\s+First prize\s+wins 2, spread \+100", first)
    assert re.search(r"Ann\s+Best score\s+450", best)


def test_an_empty_list_of_prizes_says_so_without_a_table(five):
    text = text_of(five, "prizes")
    assert "This division has no prizes." in text
    assert "Won by" not in text


def test_ratings_tell_whether_they_hold(five):
    text = text_of(five, "ratings")
    assert "not rated yet" in text
    assert re.search(r"1 Ann 2000 20\d\d \+\d+", text)
    assert "Round 3 has not begun." in text


def test_players_with_from_and_up_to_which_round(five):
    text = text_of(five, "players")
    assert "1 Ann 2000 Lyon Blues" in text
    assert "from round 2" in text
    assert "up to round 2" in text
    columns, rows = table_of(five, "players", order="name")
    assert columns[:2] == ["No.", "Name"]
    assert [row[1] for row in rows] == list(NAMES)
