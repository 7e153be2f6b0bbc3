"""A classic game of a club table after its end."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournaments.club_tables.play import (
    act_as,
    ask_undo,
    begin_with,
    hand_on_turn,
    hands_of,
    pass_turn,
    seat_players,
    state_of,
    table_of,
)
from tournaments.accounts import rate_limit
from tournaments.accounts.rate_limit import GuessKind
from tournaments.club_tables import tables
from tournaments.club_tables.games import review as reviews
from tournaments.club_tables.games.frames import table_values
from tournaments.club_tables.games.state import make_state_key
from tournaments.club_tables.games.turns import Hand
from tournaments.club_tables.models import ClubTable
from tournaments.errors import RuleViolation

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clear_guesses")]


@pytest.fixture
def over(table):
    """Return a game that is over, with one play: the engine's."""
    ClubTable.objects.filter(pk=table.pk).update(seed="5" * 32)  # one in some hundred first racks has no play
    begin_with(table_of(table), "Ann", "Bob")
    now = state_of(table)
    [play] = reviews.best_plays(now.state, now.state.to_move, now.setup.lexicon, 1)
    reference, word = play.move.text(now.state.tiles, now.state.convention)
    act_as(table, hand_on_turn(table), act="place", ref=reference, word=word)
    for _ in range(4):
        act_as(table, hand_on_turn(table), act="pass")
    return table_of(table)


def pages_of(table):
    records = [reverse("table-record", args=[table.code, kind]) for kind in ("gcg", "json")]
    return [reverse("table-review", args=[table.code]), *records]


@pytest.mark.repeats
@pytest.mark.parametrize("stage", ["open", "begun", "passed", "closed"])
def test_nothing_is_told_before_the_end(client, table, open_table, opener, stage):
    """Neither to a player, nor with another table's token or its keeper's, nor to the one who opened it."""
    other = open_table()
    tokens = ["", "wrong", other.token, *(seat.token for seat in seat_players(other.table, "Cy"))]
    if stage != "open":
        tokens += (seat.token for seat in begin_with(table, "Ann", "Bob")[1])
    if stage in {"passed", "closed"}:
        pass_turn(table)
    if stage == "closed":
        tables.close(table=table, by=opener)
    desk = Client()
    desk.force_login(opener)
    for page in pages_of(table):
        for token in tokens:
            asked = {"Authorization": f"Bearer {token}"} if token else {}
            assert client.get(page, headers=asked).status_code == 404
        assert desk.get(page).status_code == 404
    with pytest.raises(RuleViolation):
        reviews.review_of(table_of(table))


def test_a_game_whose_racks_were_seen_does_not_go_on(client, over):
    assert client.get(reverse("table-review", args=[over.code])).status_code == 200
    assert table_values(over)["can_undo"] is False
    for hand in hands_of(over):
        with pytest.raises(RuleViolation, match="This game is over"):
            ask_undo(over, hand)
    assert client.get(reverse("table-review", args=[over.code])).status_code == 200


def test_with_real_tiles_the_last_score_is_corrected_after_the_end(open_table):
    """The program has dealt no rack that could be seen."""
    table = open_table(way="paper").table
    for name in ("Ann", "Bob"):
        tables.sit_down(table=table, name=name, phone=False)
    tables.begin(table=table)
    for _ in range(4):
        act_as(table, Hand(), act="pass", player=state_of(table).state.to_move)
    for player, tiles in enumerate(("AEINRST", "DEGILOU")):
        act_as(table, Hand(), act="rack", player=player, tiles=tiles)
    assert table_values(table_of(table))["game"]["over"]
    ask_undo(table_of(table), Hand())
    assert not table_values(table_of(table))["game"]["over"]


def test_whoever_tries_codes_out_sees_no_review(client, over):
    address = reverse("table-review", args=[over.code])
    for number in range(GuessKind.CODE.value):
        rate_limit.note(GuessKind.CODE, "127.0.0.1", f"{number:04}", right=False)
    assert client.get(address).status_code == 404


def test_the_review_compares_each_turn_with_the_engine(over):
    review = reviews.review_of(over)
    first, second, *_ = review.turns
    assert (first.kind, first.lost, first.played) == ("place", 0, first.best)
    assert second.played is None
    assert second.lost == second.best.points > 0
    assert review.leads[0] == 0
    assert abs(review.leads[1]) == first.played.points
    assert review.leads[-1] == review.players[0].score - review.players[1].score
    by_name = {player.name: player for player in review.players}
    assert by_name[first.name].found == 1
    assert [play.word for play in by_name[first.name].words] == [first.played.word]


def test_a_restored_table_has_the_review_of_its_own_acts(over):
    """A backup from before the play was restored, and the game went on otherwise, to the same version."""
    assert reviews.review_of(over).turns[0].kind == "place"
    over.acts.all().delete()
    while not table_values(table_of(over))["game"]["over"]:
        act_as(over, hand_on_turn(over), act="pass")
    ClubTable.objects.filter(pk=over.pk).update(version=over.version)
    assert reviews.review_of(table_of(over)).turns[0].kind == "pass"


def test_an_act_that_is_sent_again_after_a_restore_is_another_one(over):
    """Its device repeats the key; other tiles are drawn for it."""
    act, before = over.acts.last(), make_state_key(over)
    over.acts.filter(pk=act.pk).update(at=act.at + timedelta(seconds=1))
    assert make_state_key(over) != before


def test_plays_of_a_position_that_is_in_play_elsewhere_are_left_out(over, monkeypatch):
    monkeypatch.setattr(reviews, "is_withheld", lambda *_args, **_kwargs: True)
    review = reviews.review_of(over)
    assert {turn.best for turn in review.turns} == {None}
    assert {player.turns for player in review.players} == {0}


def test_the_page_has_the_chart_the_words_and_the_turns(client, over):
    page = client.get(reverse("table-review", args=[over.code])).content.decode()
    for text in ("Who was ahead", "Words found", "Turn by turn", "Engine:", "No play scores more.", "<svg"):
        assert text in page
