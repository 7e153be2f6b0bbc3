"""Rounds that somebody missed count as the director sets for the division: on pages, papers, phones, in pairings."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories.divisions import enter_named, entrant_named, make_division, play_round, players
from tests.tournaments.classic.rounds.play import check_refused, pairs_of
from tests.worlds.division import begin_division, division_of
from tournaments.classic.divisions import entrants
from tournaments.classic.divisions.phone_page import phone_page_of
from tournaments.classic.printing.data.sheets import player_sheets, wall_chart_of
from tournaments.classic.rounds import pairing
from tournaments.classic.standings.ratings import rating_shown
from tournaments.classic.standings.rows import standings_of_division
from tournaments.errors import RuleViolation
from tournaments.events.actions import act_text
from tournaments.models import Entry

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english")]

# How two missed rounds of a latecomer count: wins, losses, spread, byes, forfeits.
COUNTS = {
    "nothing": ("0", "0", 0, 0, 0),
    "loss": ("0", "2", -80, 0, 2),
    "bye": ("2", "0", 100, 2, 0),
}


@pytest.fixture(params=COUNTS)
def counted(request):
    return request.param


def play_until_somebody_comes(names, **settings):
    by, division = begin_division(names, rounds=2, missed_left="nothing", forfeit_spread=40, **settings)
    enter_named(division, "Late", by)
    return by, division


def late_division(counted, **settings):
    """Return a director and a division with two rounds played, and somebody who has come before the third."""
    return division_of(*players(4), story=play_until_somebody_comes, missed_late=counted, **settings)


def line_of(division, name, after=None):
    rows = standings_of_division(division, after).rows
    return next(row for row in rows if row.line.contestant.name == name)


def told(line):
    return line.wins, line.losses, line.spread, line.byes, line.forfeits


def test_rounds_before_somebody_comes(counted):
    _by, division = late_division(counted)
    assert told(line_of(division, "Late").line) == COUNTS[counted]
    one = line_of(division, "Late", after=1).line
    assert one.rounds == (counted != "nothing")
    word = {"nothing": [None, None], "loss": ["missed"] * 2, "bye": ["bye"] * 2}[counted]
    assert [cell and cell.unplayed_word for cell in line_of(division, "Late").cells] == word


@pytest.mark.parametrize("left", COUNTS)
def test_rounds_after_somebody_leaves(by, left):
    division = make_division(by, players(4), missed_left=left, missed_late="bye")
    play_round(division, 1, by)
    gone = entrant_named(division, "Player 001")
    before = line_of(division, "Player 001").line
    entrants.drop_out(entrant=gone, from_round=2, by=by)
    play_round(division, 2, by)
    line = line_of(division, "Player 001").line
    counts = {"nothing": (0, 0), "loss": (1, -50), "bye": (1, 50)}[left]
    assert (line.rounds - before.rounds, line.spread - before.spread) == counts
    entrants.come_back(entrant=gone, by=by)
    assert line_of(division, "Player 001").line.byes == 1, "a gap counts as that of a latecomer"


def test_nothing_counts_for_somebody_who_has_not_come(by):
    division = make_division(by, players(5), missed_late="loss")
    Entry.objects.filter(in_division__number=5).update(arrived_at=None, withdrawn_at="2026-01-01T00:00Z")
    play_round(division, 1, by)
    assert line_of(division, "Player 005").line.rounds == 0


def test_a_round_that_has_not_begun_is_not_missed():
    by, division = late_division("loss")
    pairing.pair_next_round(division=division, number=3, by=by)
    enter_named(division, "Later still", by, first_round=4)
    assert line_of(division, "Later still").line.forfeits == 2
    pairing.unpair_round(division=division, number=3, by=by)
    pairing.pair_next_round(division=division, number=3, by=by)
    pairing.begin_round(division=division, number=3, by=by)
    assert line_of(division, "Later still").line.forfeits == 3


@pytest.mark.parametrize(("counted", "place"), [("loss", 6), ("bye", 1)])
def test_the_next_round_is_paired_by_it(counted, place):
    """Two byes make the latecomer one of the first, and no further one is due."""
    by, division = late_division(counted, method="king_of_the_hill", bye_spread=400)
    enter_named(division, "Another", by)
    ranks = [row.line.contestant.name for row in standings_of_division(division).rows]
    assert abs(ranks.index("Late") + 1 - place) <= 1
    pairing.pair_next_round(division=division, number=3, by=by)
    numbers = {
        row.line.contestant.name: row.line.contestant.number for row in standings_of_division(division).rows
    }
    pairs = [set(pair) for pair in pairs_of(division, 3)]
    neighbours = [{numbers[one], numbers[other]} for one, other in zip(ranks[::2], ranks[1::2], strict=True)]
    assert pairs == neighbours


def test_papers_files_and_phones_follow(counted):
    by, division = late_division(counted)
    pairing.pair_next_round(division=division, number=3, by=by)
    pairing.begin_round(division=division, number=3, by=by)
    late = entrant_named(division, "Late")
    (sheet,) = player_sheets(division, [late.pk]).sheets
    assert [one.number for one in sheet.rounds] == ([3] if counted == "nothing" else [1, 2, 3])
    chart = wall_chart_of(division, order="number", all_rounds=False)
    (line,) = [line for line in chart.lines if line.row.line.contestant.name == "Late"]
    spreads = [running and running.spread for running in line.running[:2]]
    assert spreads == {"nothing": [None, None], "loss": [-40, -80], "bye": [50, 100]}[counted]
    results = phone_page_of(late.entry)["results"]
    outcome, spread = {"nothing": ("missed", None), "loss": ("missed", -40), "bye": ("bye", 50)}[counted]
    told = [(one["outcome"], one["missed_counts"], one["spread"]) for one in results]
    assert told[:-1] == [(outcome, counted, spread)] * 2
    assert told[-1][1:] == ("not_missed", None)
    assert [one["round"] for one in results] == sorted(one["round"] for one in results)


def test_missed_rounds_are_not_rated():
    _by, division = late_division("loss")
    assert "Late" not in {line.entrant.entry.name for line in rating_shown(division).lines}


def test_the_standings_page_says_it(client):
    by, division = late_division("loss")
    client.force_login(by)
    page = client.get(
        reverse("division-standings", args=[division.event_id, division.pk]), {"view": "rounds"}
    )
    assert page.content.decode().count("missed") == 2


class TestFirstRound:
    def test_it_is_set_afterwards_and_missed_rounds_follow(self):
        by, division = late_division("loss")
        late = entrant_named(division, "Late")
        assert (late.first_round, entrants.rounds_missed(late)) == (3, [1, 2])
        entrants.set_first_round(entrant=late, first_round=4, by=by)
        play_round(division, 3, by)
        assert told(line_of(division, "Late").line) == ("0", "3", -120, 0, 3)
        late.refresh_from_db()
        assert entrants.rounds_missed(late) == [1, 2, 3]
        play_round(division, 4, by)
        late.refresh_from_db()
        assert (entrants.first_round_played(late), entrants.rounds_missed(late)) == (4, [1, 2, 3])

    def test_a_later_one_is_not_told_as_dropping_out(self):
        by, division = late_division("bye")
        pairing.pair_next_round(division=division, number=3, by=by)
        entrants.set_first_round(entrant=entrant_named(division, "Late"), first_round=4, by=by)
        with pytest.raises(RuleViolation, match="Entering later but in a match: Late"):
            pairing.begin_round(division=division, number=3, by=by)
        client = Client()
        client.force_login(by)
        page = client.get(reverse("division-round", args=[division.event_id, division.pk, 3]))
        assert "Entering later but in a match: Late" in page.content.decode()
        assert "Dropped out" not in page.content.decode()

    def test_an_earlier_round_is_played_if_it_has_not_begun(self):
        by, division = late_division("bye")
        late = entrant_named(division, "Late")
        entrants.set_first_round(entrant=late, first_round=5, by=by)
        pairing.pair_next_round(division=division, number=3, by=by)
        entrants.set_first_round(entrant=late, first_round=3, by=by)
        check_refused("round_not_whole", pairing.begin_round, division=division, number=3, by=by)
        pairing.pair_again(division=division, number=3, by=by)
        pairing.begin_round(division=division, number=3, by=by)
        late.refresh_from_db()
        assert entrants.first_round_played(late) == 3

    @pytest.mark.parametrize(
        ("first_round", "code"),
        [
            (0, "no_such_round"),
            (99, "no_such_round"),
            (2, "round_begun_without"),
            (6, "entrant_drops_out_before"),
        ],
    )
    def test_what_cannot_be_is_refused(self, first_round, code):
        by, division = late_division("loss")
        late = entrant_named(division, "Late")
        late.last_round = 5
        late.save()
        check_refused(code, entrants.set_first_round, entrant=late, first_round=first_round, by=by)
        late.refresh_from_db()
        assert late.first_round == 3

    def test_who_has_played_keeps_that_round(self):
        by, division = late_division("loss")
        one = entrant_named(division, "Player 001")
        check_refused("entrant_played_before", entrants.set_first_round, entrant=one, first_round=3, by=by)

    def test_the_director_sets_it_on_the_page_of_the_player(self, client):
        by, division = late_division("loss")
        late = entrant_named(division, "Late")
        client.force_login(by)
        page = reverse("entrant", args=[division.event_id, division.pk, late.pk])
        shown = client.get(page).content.decode()
        assert "Missed: rounds 1, 2." in shown
        assert "a loss, with the spread of a forfeit" in shown
        act = reverse("entrant-act", args=[division.event_id, division.pk, late.pk, "first-round"])
        assert "has begun without Late" in client.post(act, {"round": "1"}, follow=True).content.decode()
        client.post(act, {"round": "4"})
        late.refresh_from_db()
        assert late.first_round == 4
        said = act_text(division.event.acts.order_by("pk").last())
        assert said == "Open: Late plays from round 4"
        other = reverse(
            "entrant", args=[division.event_id, division.pk, entrant_named(division, "Player 001").pk]
        )
        assert "Plays from round" not in client.get(other).content.decode()
