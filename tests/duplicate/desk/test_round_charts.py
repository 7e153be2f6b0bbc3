"""The charts of the desk: what they count, what they are drawn as, and when they may be seen."""

import pytest
from django.urls import reverse

from duplicate.arbitration import services as arbitration_services
from duplicate.games.players import services as player_services
from duplicate.rounds import top_search
from duplicate.slips import services as slip_services
from duplicate.standings.rows.game_charts import charts_for_game
from duplicate.standings.rows.game_standings import standings_for_game
from duplicate.standings.rules.charts import Bin, lost_chart, spread_of
from duplicate.standings.rules.round_statistics import RoundFacts, RoundWithSolo
from duplicate.templatetags.bars import bin_bars
from tests.factories.staff import log_in

pytestmark = pytest.mark.django_db

BARS = '<svg class="bars"'


def test_scores_are_spread_over_zero_ten_classes_and_the_top():
    bins = spread_of([0, 1, 3, 4, 26, 26, 25], 26)
    assert [(one.label, one.count) for one in bins] == [
        ("0", 1), ("1–3", 2), ("4–6", 1), ("7–9", 0), ("10–12", 0), ("13–15", 0), ("16–18", 0), ("19–21", 0),
        ("22–24", 0), ("25", 1), ("26", 2),
    ]  # fmt: skip
    assert [one.is_top for one in bins] == [False] * 10 + [True]
    assert sum(one.count for one in spread_of(list(range(90)), 89)) == 90
    assert spread_of([0, 0], 0) == (Bin(0, 0, 2, is_top=True),)
    assert spread_of([2], 2) == (
        Bin(0, 0, 0, is_top=False),
        Bin(1, 1, 0, is_top=False),
        Bin(2, 2, 1, is_top=True),
    )
    assert spread_of([], 26) == ()


@pytest.mark.parametrize(("percent", "lost"), [(None, 0), (0, 100), (62.5, 37.5), (100, 0)])
def test_what_was_lost_is_what_lacks_of_the_top(percent, lost):
    """Nothing was lost where nothing could be scored."""
    facts = RoundFacts(number=1, top=80, players=2, found=1, percent=percent, scores=(80, 20))
    [bar] = lost_chart([RoundWithSolo(facts, solo="")], "Lost").bars
    assert bar.value == lost


def test_bars_are_escaped_and_named():
    drawn = bin_bars(spread_of([0, 26], 26), "Scores <of> round 1")
    assert 'aria-label="Scores &lt;of&gt; round 1"' in drawn
    assert drawn.count("<rect") == 11
    assert drawn.count('class="marked"') == 1
    assert "style=" not in drawn


def test_a_round_is_told_of_once_it_is_closed(
    client, game, players, arbitrator, hands, open_round, close_round, announce_top
):
    log_in(client, game, "arbitrator")
    address = reverse("charts", args=[game.code])
    round_ = open_round("TRAINER")
    for (entry, _token), word, score in zip(players, ("TRAINER", "RAIN"), (66, 10), strict=False):
        slip_services.key_slip(
            game=game, entry=entry, word=word, reference="H4", stated_score=score, by=arbitrator
        )
    arbitration_services.give_zero(game=game, entry=players[2][0], by=arbitrator)  # no slip
    top_search.find_top(round_.pk)
    assert charts_for_game(game).number is None
    assert BARS not in client.get(address).content.decode()
    close_round()
    closed = charts_for_game(game)
    assert (closed.number, closed.rounds) == (1, ())
    # Only players who have handed in are counted before the announcement.
    assert sum(one.count for one in closed.bins) == 2
    announce_top(1)
    announced = charts_for_game(game)
    [shown] = announced.rounds
    facts = shown.facts
    assert (facts.number, facts.players, facts.found) == (1, 3, announced.bins[-1].count)
    assert sum(one.count for one in announced.bins) == 3
    kept = sum(row.total for row in standings_for_game(game).rows)
    assert facts.percent == pytest.approx(100 * kept / (3 * facts.top))
    assert client.get(address).content.decode().count(BARS) == 3


def test_who_was_not_there_is_not_counted(game, players, hands, open_round, close_round, announce_top):
    for number, rack in ((1, "TRAINER"), (2, "ELATION")):
        open_round(rack)
        close_round()
        announce_top(number)
        if number == 1:
            hands.move(60)
            player_services.join_game(game=game, name="Pia")
            hands.move(60)
    assert [one.facts.players for one in charts_for_game(game).rounds] == [3, 4]


def test_the_best_below_the_top_are_told_once_there_is_a_top(client, game, players, open_round):
    log_in(client, game, "arbitrator")
    address = reverse("below-top", args=[game.code])
    assert client.get(address).content.strip() == b""
    round_ = open_round("TRAINER")
    assert client.get(address).content.strip() == b""
    top_search.find_top(round_.pk)
    round_.refresh_from_db()
    listed = client.get(address).content.decode()
    assert listed.count("<button") == 8
    tops = [top["reference"] + " " + top["word"] for top in round_.tops]
    assert not [
        top for top in tops if f'data-reference="{top.split()[0]}" data-word="{top.split()[1]}"' in listed
    ]


@pytest.mark.repeats
@pytest.mark.parametrize(
    ("person", "status"),
    [("chief", 200), ("arbitrator", 200), ("helper", 403), ("stranger", 404), ("anonymous", 302)],
)
@pytest.mark.parametrize("name", ["charts", "below-top", "completions"])
def test_they_are_for_arbitrators(client, game, name, person, status):
    assert log_in(client, game, person).get(reverse(name, args=[game.code])).status_code == status
