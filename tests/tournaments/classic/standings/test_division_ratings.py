"""A division rated as a whole: once, again after a correction from the same ratings, and taken back."""

import csv
import io
import re

import pytest
from django.urls import reverse

from tests.factories.divisions import (
    enter_all,
    enter_named,
    entrant_named,
    make_director,
    make_division,
    play_round,
)
from tournaments.classic.models import DivisionRating, RatingChange
from tournaments.classic.rating import SYSTEMS
from tournaments.classic.rounds import pairing, results
from tournaments.classic.scores.scores import Score
from tournaments.classic.standings import ratings
from tournaments.errors import RuleViolation
from tournaments.models import Player
from tournaments.people import services as people_services
from tournaments.people.imports.columns import reading_of
from tournaments.people.imports.files import lines_of, read_people
from tournaments.people.imports.rows import read_person
from tournaments.people.privacy import data_of

pytestmark = pytest.mark.django_db

# Equal ratings and one match: a win is worth K / 2.
BEFORE, WON, LOST = 1500, 1510, 1490


def make_pair(director, names=("Ann", "Bob"), **settings):
    division = make_division(
        director, names, ratings=dict.fromkeys(names, BEFORE), rounds_planned=1, **settings
    )
    Player.objects.filter(rated_games=None).update(rated_games=50)
    return division


def standing():
    return {player.name: (player.rating, player.rated_games) for player in Player.objects.order_by("name")}


def first_wins(_table):
    return 400, 380


def winner_of(division):
    return division.rounds.get(number=1).matches.get().first.entry.player.name


def played(division, director):
    """Play a round with these winners and losers."""
    play_round(division, 1, director, score=first_wins)
    won = winner_of(division)
    return won, "Bob" if won == "Ann" else "Ann"


def test_an_event_is_rated_once(director):
    division = make_pair(director)
    won, lost = played(division, director)
    assert standing()[won] == (BEFORE, 50)
    made = ratings.rate_division(division=division, by=director)
    assert standing() == {won: (WON, 51), lost: (LOST, 51)}
    change = RatingChange.objects.get(entrant=entrant_named(division, won))
    assert (change.before, change.after, change.games, change.k, change.how) == (
        BEFORE, WON, 1, 20, "established"
    )  # fmt: skip
    assert ratings.rate_division(division=division, by=director) == made
    assert standing() == {won: (WON, 51), lost: (LOST, 51)}
    assert DivisionRating.objects.count() == 1
    assert division.event.acts.filter(act="division_rated").count() == 1


def test_a_correction_rates_again_from_the_ratings_before(director):
    division = make_pair(director)
    won, lost = played(division, director)
    ratings.rate_division(division=division, by=director)
    results.correct_result(
        division=division, number=1, table=1, score=Score(380, 400), reason="turned", by=director
    )
    assert ratings.rating_shown(division).outdated
    again = ratings.rate_division(division=division, by=director)
    assert again.version == 2
    assert standing() == {won: (LOST, 51), lost: (WON, 51)}
    assert [change.after for change in RatingChange.objects.filter(rating__version=1)] != []
    assert not ratings.rating_shown(division).outdated


def test_taken_back_everybody_has_the_rating_from_before(director):
    division = make_pair(director)
    won, _lost = played(division, director)
    ratings.rate_division(division=division, by=director)
    ratings.take_rating_back(division=division, by=director)
    assert set(standing().values()) == {(BEFORE, 50)}
    with pytest.raises(RuleViolation) as refused:
        ratings.take_rating_back(division=division, by=director)
    assert refused.value.code == "not_rated"
    assert ratings.rate_division(division=division, by=director).version == 3
    assert standing()[won] == (WON, 51)


def test_what_is_missing_is_said(director):
    division = make_pair(director)

    def why():
        with pytest.raises(RuleViolation) as refused:
            ratings.rate_division(division=division, by=director)
        return refused.value.code, str(refused.value)

    assert why() == ("rounds_missing", "0 of 1 round has been played.")
    pairing.pair_next_round(division=division, number=1, by=director)
    assert why() == ("round_not_begun", "Round 1 has not begun.")
    pairing.begin_round(division=division, number=1, by=director)
    assert why() == ("results_missing", "Results of round 1 are missing: 1.")
    enter_all(division, 1, director)
    ratings.rate_division(division=division, by=director)


def test_unknown_numbers_of_games_are_asked_for(client, director):
    """A system that rates players with few games in another way does not guess them."""
    division = make_pair(director)
    Player.objects.filter(name="Bob").update(rated_games=None)
    played(division, director)
    with pytest.raises(RuleViolation) as refused:
        ratings.rate_division(division=division, by=director)
    assert refused.value.code == "rated_games_missing"
    client.force_login(director)
    address = [division.event_id, division.pk]
    page = client.get(reverse("division-ratings", args=address)).content.decode()
    assert "How many rated games had they played before this event?" in page
    assert "Rate this event" not in page
    field = f"games-{entrant_named(division, 'Bob').pk}"
    wrong = client.post(reverse("set-rated-games", args=address), {field: "-4"}).content.decode()
    assert 'value="-4"' in wrong
    answer = client.post(reverse("set-rated-games", args=address), {field: "7"}, follow=True)
    assert "Rate this event" in answer.content.decode()
    bob = Player.objects.get(name="Bob")
    assert (bob.rated_games, bob.history.first().history_user) == (7, director)
    ratings.rate_division(division=division, by=director)
    assert RatingChange.objects.get(entrant__entry__player=bob).k == 40


def test_a_known_number_of_games_is_not_overwritten(director):
    division = make_pair(director)
    bob = entrant_named(division, "Bob")
    assert ratings.set_rated_games(division=division, games={bob.pk: 7}, by=director) == 0
    assert Player.objects.get(name="Bob").rated_games == 50
    with pytest.raises(RuleViolation) as refused:
        ratings.set_rated_games(division=division, games={bob.pk: ratings.MOST_GAMES + 1}, by=director)
    assert refused.value.code == "rated_games_range"


# Equals of 1500 with 50 games, one match: K 20 and K 20, one game of eight with K 20, 225 of 9975 × 50, and Glicko-2.
@pytest.mark.repeats
@pytest.mark.parametrize(
    ("system", "won_by"), [("elo", 10), ("naspa", 15), ("wespa", 1), ("absp", 1), ("glicko2", 162)]
)
def test_each_system_rates_a_division(client, director, system, won_by):
    division = make_pair(director, rating_system=system)
    won, _lost = played(division, director)
    made = ratings.rate_division(division=division, by=director)
    assert made.system == system
    assert standing()[won] == (BEFORE + won_by, 51)
    client.force_login(director)
    address = [division.event_id, division.pk]
    page = client.get(reverse("division-ratings", args=address)).content.decode()
    assert str(SYSTEMS[system].title) in page
    assert f"<strong>{BEFORE + won_by}</strong>" in page


def test_another_system_rates_again_from_the_ratings_before(director):
    division = make_pair(director)
    won, _lost = played(division, director)
    ratings.rate_division(division=division, by=director)
    division.rating_system = "naspa"
    division.save()
    shown = ratings.rating_shown(division)
    assert (shown.outdated, shown.holding.system) == (True, "elo")
    assert ratings.rate_division(division=division, by=director).version == 2
    assert standing()[won] == (BEFORE + 15, 51)


def test_the_next_division_begins_with_the_deviation_that_glicko_2_left(director):
    """As long as it holds; the first of two begins with 350."""
    first = make_pair(director, rating_system="glicko2")
    played(first, director)
    ratings.rate_division(division=first, by=director)
    later = make_division(director, rounds_planned=1, name="Later", rating_system="glicko2")
    for name in ("Ann", "Bob"):
        enter_named(later, name, director)
    played(later, director)
    ratings.rate_division(division=later, by=director)
    left, then = (
        RatingChange.objects.get(rating__division=one, entrant__entry__player__name="Ann").deviation
        for one in (first, later)
    )
    assert 350 > left > then > 200
    assert [one["deviation"] for one in data_of(Player.objects.get(name="Ann"))["ratings"]] == [left, then]
    ratings.take_rating_back(division=later, by=director)
    ratings.take_rating_back(division=first, by=director)
    assert ratings.rating_shown(later).lines[0].change.deviation == left


def test_only_the_chief_rates(director):
    division = make_pair(director)
    played(division, director)
    with pytest.raises(RuleViolation):
        ratings.rate_division(division=division, by=make_director("stranger"))
    assert not DivisionRating.objects.exists()


def test_a_newcomer_gets_a_rating_and_is_provisional(director):
    division = make_pair(director)
    Player.objects.filter(name="Bob").update(rating=None, rated_games=None)
    played(division, director)
    ratings.rate_division(division=division, by=director)
    bob = Player.objects.get(name="Bob")
    line = next(line for line in ratings.rating_shown(division).lines if line.entrant.entry.name == "Bob")
    assert (line.change.how, line.change.before, line.difference) == ("newcomer", None, None)
    assert bob.rating == line.change.after == line.change.performance
    assert (bob.rated_games, line.is_provisional) == (1, True)
    ratings.take_rating_back(division=division, by=director)
    bob.refresh_from_db()
    assert (bob.rating, bob.rated_games) == (None, None)


def test_a_division_stays_as_it_is_while_a_later_one_holds(director):
    first = make_pair(director)
    played(first, director)
    ratings.rate_division(division=first, by=director)
    later = make_division(director, rounds_planned=1, name="Later")
    for name in ("Ann", "Bob"):
        enter_named(later, name, director)
    played(later, director)
    ratings.rate_division(division=later, by=director)
    after_both = standing()
    results.correct_result(
        division=first, number=1, table=1, score=Score(380, 400), reason="turned", by=director
    )
    for act in (ratings.rate_division, ratings.take_rating_back):
        with pytest.raises(RuleViolation) as refused:
            act(division=first, by=director)
        assert refused.value.code == "rated_since"
        assert "Later" in str(refused.value)
    assert standing() == after_both
    ratings.take_rating_back(division=later, by=director)
    ratings.rate_division(division=first, by=director)
    assert sorted(value[0] for value in standing().values()) == [LOST, WON]


def test_what_a_list_says_meanwhile_stays(director):
    division = make_pair(director)
    won, lost = played(division, director)
    ratings.rate_division(division=division, by=director)
    Player.objects.filter(name=won).update(rating=1900)
    ratings.take_rating_back(division=division, by=director)
    assert standing() == {won: (1900, 51), lost: (BEFORE, 50)}


def test_history_says_whence_a_rating_came(director):
    division = make_pair(director)
    won, _lost = played(division, director)
    ratings.rate_division(division=division, by=director)
    player = Player.objects.get(name=won)
    last = player.history.first()
    assert (last.rating, last.history_user, last.history_change_reason) == (
        WON, director, "Spring open: Open"
    )  # fmt: skip
    assert data_of(player)["ratings"] == [
        {
            "event": "Spring open", "version": 1, "before": BEFORE, "after": WON,
            # A win against 1500, and two draws: two of three, which is 400 log10 2 above.
            "games_before": 50, "games": 1, "performance": 1620, "deviation": None, "volatility": None,
        }
    ]  # fmt: skip


def test_the_page_and_its_file(client, director):
    division = make_pair(director)
    won, lost = played(division, director)
    client.force_login(director)
    address = [division.event_id, division.pk]
    page = client.get(reverse("division-ratings", args=address)).content.decode()
    assert "not rated yet" in page
    assert "Rate this event" in page
    answer = client.post(reverse("rate-division", args=address), follow=True).content.decode()
    assert "rated, version 1" in answer
    assert "Rate this event" not in answer
    assert f"<strong>{WON}</strong>" in answer
    data = client.get(reverse("export-ratings", args=[*address, "csv"])).content
    rows = list(csv.DictReader(io.StringIO(data.decode("utf-8-sig"))))
    assert [(row["Name"], row["Before"], row["Rating"], row["Change"]) for row in rows] == [
        (won, "1500", "1510", "10"),
        (lost, "1500", "1490", "-10"),
    ]
    assert client.get(reverse("export-ratings", args=[*address, "xlsx"])).content.startswith(b"PK")
    assert client.get(reverse("export-ratings", args=[*address, "pdf"])).status_code == 404
    undo = reverse("take-rating-back", args=address)
    assert re.search(rf'action="{undo}".*?name="seen" value="1"', answer, re.DOTALL)
    stale = client.post(undo, {"seen": "2"}, follow=True).content.decode()
    assert "rated again in the meantime" in stale
    assert "This page is out of date" in client.post(undo, follow=True).content.decode()
    back = client.post(undo, {"seen": "1"}, follow=True).content.decode()
    assert "Rating undone." in back
    # It can be imported elsewhere as a list of people.
    table = read_people(data, "ratings.csv")
    person, problems = read_person(lines_of(table.rows, reading_of(table.headings))[0].values)
    assert (person, problems) == (people_services.Person(won, rating=WON, rated_games=51), [])


def test_pages_take_a_constant_number_of_queries(director, django_assert_max_num_queries):
    division = make_division(director, [f"Player {n}" for n in range(12)], rounds_planned=1)
    play_round(division, 1, director)
    with django_assert_max_num_queries(12):
        assert len(ratings.rating_shown(division).lines) == 12


def test_the_deviation_is_that_of_the_division_rated_last(director):
    """However often an earlier division has been rated again."""
    first = make_pair(director, rating_system="glicko2")
    played(first, director)
    for score in (Score(380, 400), Score(400, 380)):
        ratings.rate_division(division=first, by=director)
        results.correct_result(division=first, number=1, table=1, score=score, reason="turned", by=director)
    ratings.rate_division(division=first, by=director)
    later = []
    for name in ("Later", "Last"):
        division = make_division(director, rounds_planned=1, name=name, rating_system="glicko2")
        for player in ("Ann", "Bob"):
            enter_named(division, player, director)
        played(division, director)
        later.append(division)
    ratings.rate_division(division=later[0], by=director)
    ratings.rate_division(division=later[1], by=director)
    deviations = [
        RatingChange.objects.get(rating=ratings.holding_of(one), entrant__entry__player__name="Ann").deviation
        for one in (first, *later)
    ]
    assert deviations == sorted(set(deviations), reverse=True)
