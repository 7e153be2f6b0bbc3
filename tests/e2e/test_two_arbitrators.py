"""Two arbitrators at one round: each keys on their own, what they key is compared, and undoing takes back only that."""

import uuid

import pytest
from django.contrib.auth.models import User

from duplicate.arbitration import bulk_top, undo
from duplicate.arbitration import services as arbitration_services
from duplicate.desk.table_list import table_list
from duplicate.desk.table_rows import find_changed_tables, rows_for_round
from duplicate.games.players import services as player_services
from duplicate.models import Slip
from duplicate.slips import services as slip_services
from duplicate.views.desk.command_line import render_rows
from tests.factories.refusals import refusal_code
from tournaments.errors import RuleViolation
from tournaments.models import Arbitrator

pytestmark = pytest.mark.django_db

NOTHING_SEEN = "0"


@pytest.fixture
def key(game, players):
    def key_it(table, word, by, **more):
        written = {"word": word, "reference": "H4", "stated_score": {"TRAIN": 12, "RETAIN": 14}[word]}
        return slip_services.key_slip(game=game, entry=players[table - 1][0], by=by, **written, **more)

    return key_it


def tables(game):
    """Return the standing words of each table, with who keyed and who checked; "!" is in conflict."""
    found = {}
    standing = Slip.objects.filter(effective=True) | Slip.objects.filter(in_conflict=True)
    for slip in standing.order_by("entry__table", "pk"):
        hands = "".join(user.username[0] for user in (slip.keyed_by, slip.checked_by) if user)
        said = f"{slip.shown_word}{'!' if slip.in_conflict else ''} {hands}".strip()
        found.setdefault(slip.entry.table, []).append(said)
    return found


# --- All the rest have the top ---------------------------------------------------------------------------------------


def test_the_count_that_is_asked_about_is_the_one_that_is_done(
    game, double_arbitration, open_round, arbitrator, second_arbitrator, key
):
    round_ = open_round("TRAINER")
    key(1, "TRAIN", arbitrator)
    assert table_list(round_, second_arbitrator).rest == 3
    assert bulk_top.rest_have_top(game=game, by=second_arbitrator) == 3


def test_who_dropped_out_is_not_waited_for(
    game, players, open_round, hands, close_round, arbitrator, second_arbitrator
):
    round_ = open_round("TRAINER")
    close_round()
    hands.move(60)
    slip_services.submit_slip(
        game=game,
        entry=players[0][0],
        number=1,
        client_id=uuid.uuid4(),
        word="TRAIN",
        reference="H4",
        score=12,
        received_at=hands.now,
    )
    since = hands.now
    hands.move(60)
    player_services.withdraw_player(game=game, entry=players[0][0], by=second_arbitrator)
    listed = table_list(round_, arbitrator)
    assert (listed.marks[0].state, listed.todo, listed.rest) == ("late", [2, 3], 2)
    assert find_changed_tables(round_, since) is None


def test_all_the_rest_is_the_entry_of_one_arbitrator(
    game,
    players,
    double_arbitration,
    open_round,
    arbitrator,
    second_arbitrator,
    key,
    close_round,
    announce_top,
):
    open_round("TRAINER")
    key(1, "TRAIN", arbitrator)
    arbitration_services.give_top(game=game, entry=players[1][0], by=arbitrator)
    assert bulk_top.rest_have_top(game=game, by=arbitrator) == 1
    assert tables(game) == {1: ["TRAIN a"], 2: ["top a"], 3: ["top a"]}
    assert refusal_code(bulk_top.rest_have_top, game=game, by=arbitrator) == "no_rest"
    before = tables(game)
    key(1, "TRAIN", second_arbitrator)
    assert bulk_top.rest_have_top(game=game, by=second_arbitrator) == 2
    assert tables(game) == {1: ["TRAIN ab"], 2: ["top ab"], 3: ["top ab"]}
    assert refusal_code(bulk_top.rest_have_top, game=game, by=second_arbitrator) == "no_rest"
    undo.undo(game=game, by=second_arbitrator)
    undo.undo(game=game, by=second_arbitrator)
    assert tables(game) == before
    undo.redo(game=game, by=second_arbitrator)
    undo.redo(game=game, by=second_arbitrator)
    close_round()
    announce_top(1)


def test_what_the_first_one_keyed_otherwise_is_in_conflict(
    game, players, double_arbitration, open_round, arbitrator, second_arbitrator, key
):
    round_ = open_round("TRAINER")
    key(1, "TRAIN", arbitrator)
    key(2, "TRAIN", arbitrator)
    key(2, "RETAIN", second_arbitrator)
    before = tables(game)
    assert bulk_top.rest_have_top(game=game, by=second_arbitrator) == 2
    assert tables(game) == {1: ["TRAIN a", "top! b"], 2: ["TRAIN a", "RETAIN! b"], 3: ["top b"]}
    assert round_.slips.filter(in_conflict=True, rulings=None).count() == 0
    undo.undo(game=game, by=second_arbitrator)
    assert tables(game) == before


def test_any_isotop_with_its_true_score_is_the_top(
    game, players, double_arbitration, open_round, arbitrator, second_arbitrator
):
    round_ = open_round("TRAINER")
    bulk_top.check_top(round_)
    other = next(top for top in round_.tops if not top["preferred"])
    written = {"word": other["word"], "reference": other["reference"]}
    for entry, score in ((players[0][0], round_.top_score), (players[1][0], round_.top_score - 1)):
        slip_services.key_slip(game=game, entry=entry, by=arbitrator, stated_score=score, **written)
    bulk_top.rest_have_top(game=game, by=second_arbitrator)
    assert Slip.objects.get(entry=players[0][0]).checked_by == second_arbitrator
    assert tables(game)[2] == [f"{other['word']} a", "top! b"]


def test_without_double_arbitration_only_those_without_a_slip(
    game, open_round, arbitrator, second_arbitrator, key
):
    open_round("TRAINER")
    key(1, "TRAIN", arbitrator)
    assert bulk_top.rest_have_top(game=game, by=second_arbitrator) == 2
    assert tables(game)[1] == ["TRAIN a"]


@pytest.mark.slow
def test_all_the_rest_of_the_second_in_a_constant_number_of_queries(
    game, double_arbitration, open_round, arbitrator, second_arbitrator, django_assert_max_num_queries
):
    for number in range(30):
        player_services.add_player(game=game, name=f"P{number}", by=arbitrator)
    open_round("TRAINER")
    assert bulk_top.rest_have_top(game=game, by=arbitrator) == 30
    with django_assert_max_num_queries(25):
        assert bulk_top.rest_have_top(game=game, by=second_arbitrator) == 30


# --- At the same moment: both have seen that there is nothing yet ---------------------------------------------------


def test_two_entries_of_one_moment_are_compared(
    game, players, double_arbitration, open_round, arbitrator, second_arbitrator, key
):
    open_round("TRAINER")
    where = {"game": game, "seen": NOTHING_SEEN}
    key(1, "TRAIN", arbitrator, seen=NOTHING_SEEN)
    key(1, "TRAIN", second_arbitrator, seen=NOTHING_SEEN)
    key(2, "TRAIN", arbitrator, seen=NOTHING_SEEN)
    key(2, "RETAIN", second_arbitrator, seen=NOTHING_SEEN)
    key(3, "TRAIN", arbitrator, seen=NOTHING_SEEN)
    arbitration_services.give_zero(entry=players[2][0], by=second_arbitrator, **where)
    assert tables(game) == {
        1: ["TRAIN ab"],
        2: ["TRAIN a", "RETAIN! b"],
        3: ["TRAIN a", "! b"],
    }
    # A mark is for a slip that was seen.
    assert (
        refusal_code(arbitration_services.mark_warning, entry=players[1][0], by=second_arbitrator, **where)
        == "slip_changed"
    )
    # An arbitrator who has not seen the newer decision is refused.
    assert (
        refusal_code(arbitration_services.give_top, entry=players[0][0], by=second_arbitrator, **where)
        == "slip_changed"
    )


def test_without_double_arbitration_the_second_one_is_told(
    game, open_round, arbitrator, second_arbitrator, key
):
    open_round("TRAINER")
    key(1, "TRAIN", arbitrator, seen=NOTHING_SEEN)
    with pytest.raises(RuleViolation, match="TRAIN H4, 12"):
        key(1, "RETAIN", second_arbitrator, seen=NOTHING_SEEN)
    assert tables(game) == {1: ["TRAIN a"]}


# --- The same keyed twice, and undone ---------------------------------------------------------------------------------


def test_what_two_have_keyed_the_first_alone_cannot_undo(
    game, open_round, arbitrator, second_arbitrator, key
):
    open_round("TRAINER")
    key(1, "TRAIN", arbitrator)
    key(1, "TRAIN", second_arbitrator)
    assert refusal_code(undo.undo, game=game, by=arbitrator) == "undo_overtaken"
    assert tables(game) == {1: ["TRAIN ab"]}
    undo.undo(game=game, by=second_arbitrator)
    undo.undo(game=game, by=arbitrator)
    assert tables(game) == {}


def test_paper_keyed_by_two_holds_a_phones_slip(
    game, players, open_round, arbitrator, second_arbitrator, key, hands
):
    open_round("TRAINER")
    phone = {"game": game, "entry": players[0][0], "number": 1, "reference": "H4"}

    def send(word, score, client_id):
        return slip_services.submit_slip(
            **phone, client_id=client_id, word=word, score=score, received_at=hands.now
        ).slip

    send("TRAIN", 12, "11111111-1111-1111-1111-111111111111")
    key(1, "TRAIN", arbitrator)
    key(1, "TRAIN", second_arbitrator)
    assert refusal_code(undo.undo, game=game, by=arbitrator) == "undo_overtaken"
    hands.move(1)
    # The second arbitrator's paper still says otherwise.
    assert send("RETAIN", 14, "22222222-2222-2222-2222-222222222222").in_conflict


def test_the_row_offers_each_reading_once_with_who_keyed_it(
    game, players, open_round, arbitrator, second_arbitrator, key
):
    third = User.objects.create_user("cy", password="a good long one")
    Arbitrator.objects.create(event=game.event, user=third, role="arbitrator")
    round_ = open_round("TRAINER")
    key(1, "RETAIN", third)
    key(1, "TRAIN", arbitrator)
    key(1, "TRAIN", second_arbitrator)
    key(2, "TRAIN", arbitrator)
    key(2, "TRAIN", second_arbitrator, illegible=True)
    first, other = rows_for_round(round_, arbitrator, {1, 2})
    assert [(rival.slip.word, rival.keyed_by) for rival in first.rivals] == [
        ("RETAIN", ("cy",)),
        ("TRAIN", ("ann", "ben")),
    ]
    assert "hard to read" in render_rows([other], round_.game)


def test_rivals_that_say_the_same_are_not_in_conflict(
    game, players, open_round, arbitrator, second_arbitrator, key
):
    """The counting slip is undone, and two that were in conflict with it say the same."""
    third = User.objects.create_user("cy", password="a good long one")
    Arbitrator.objects.create(event=game.event, user=third, role="arbitrator")
    open_round("TRAINER")
    key(1, "RETAIN", third)
    key(1, "TRAIN", arbitrator)
    key(1, "TRAIN", second_arbitrator)
    undo.undo(game=game, by=third)
    assert tables(game) == {1: ["TRAIN ba"]}
