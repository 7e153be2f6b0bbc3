"""Undo and redo at the desk: each act, what players have seen, what another one changed, and random sequences."""

import contextlib
import uuid

import pytest
from django.db import transaction
from hypothesis import example, given, settings
from hypothesis import strategies as st

from duplicate.arbitration import bulk_top, undo
from duplicate.arbitration import services as arbitration_services
from duplicate.games.players import services as player_services
from duplicate.log.actions import ACTIONS, Undo
from duplicate.log.messages import act_text
from duplicate.models import Ruling, Slip
from duplicate.rounds import closing
from duplicate.rounds import services as round_services
from duplicate.slips import services as slip_services
from duplicate.standings.rows.game_standings import standings_for_game
from tests.factories.refusals import refusal_code
from tests.lanes import quick
from tournaments.errors import RuleViolation
from tournaments.time import clock

pytestmark = [pytest.mark.django_db, pytest.mark.one_game("players"), pytest.mark.database]


@pytest.fixture
def act(game, players, arbitrator):
    """Return a function that does an act at the desk by its name."""

    def do(name, player=0, by=arbitrator, **more):
        where = {"game": game, "entry": players[player][0], "by": by} | more
        if name == "rest":
            return bulk_top.rest_have_top(game=game, by=by, **more)
        if name == "overrule":
            return arbitration_services.overrule(score=5, **{"reason": "so"} | where)
        if name in {"TRAIN", "RETAIN", "TRAIL"}:
            return slip_services.key_slip(**where, word=name, reference="H4", stated_score=12)
        return {
            "T": arbitration_services.give_top,
            "0": arbitration_services.give_zero,
            "W": arbitration_services.mark_warning,
            "P": arbitration_services.mark_penalty,
            "S": arbitration_services.mark_solo,
        }[name](**where)

    return do


def state(game):
    """Return the slips and rulings that count."""
    rows = []
    for slip in Slip.objects.filter(effective=True).order_by("entry__table"):
        last = slip.rulings.order_by("pk").last()
        values = last and (
            last.score,
            last.worth,
            last.sanction,
            last.conduct,
            last.code,
            last.solo,
            last.reason,
        )
        rows.append((slip.entry.table, slip.word, slip.checked_by_id, values))
    rows += list(Slip.objects.filter(in_conflict=True).order_by("pk").values_list("entry__table", "word"))
    rows += list(game.event.entries.order_by("table").values_list("table", "player__name"))
    rows += list(game.rounds.values_list("number", "rack", "state", "remaining_ms"))
    return rows


def undo_all(game, by):
    count = 0
    while undo.is_undoable(undo.next_steps(game, by)[0].act):
        undo.undo(game=game, by=by)
        count += 1
    return count


@pytest.mark.parametrize("name", ["TRAIN", "TRAIL", "T", "0", "W", "P", "S", "overrule", "rest"])
def test_each_act_is_undone_and_done_again(game, arbitrator, open_round, act, name):
    open_round("TRAINER")
    act("RETAIN")
    before = state(game)
    act(name)
    after = state(game)
    assert before != after
    for _turn in range(3):
        undo.undo(game=game, by=arbitrator)
        assert state(game) == before
        undo.redo(game=game, by=arbitrator)
        assert state(game) == after
    for entry in game.log.all():
        assert act_text(entry.act, entry.params)


def test_the_slip_before_counts_again_and_nothing_is_deleted(game, arbitrator, open_round, act):
    open_round("TRAINER")
    act("TRAIN")
    act("RETAIN")
    undo.undo(game=game, by=arbitrator)
    assert list(Slip.objects.values_list("word", "effective")) == [("TRAIN", True), ("RETAIN", False)]
    assert Ruling.objects.count() == 2
    row = game.log.last()
    assert (row.act, row.undoes.act, row.by) == ("undone", "slip_keyed", arbitrator)


def test_conflicts_and_checks_are_undone(game, players, arbitrator, second_arbitrator, open_round, act):
    type(game).objects.update(double_arbitration=True)
    open_round("TRAINER")
    act("TRAIN")
    apart = state(game)
    act("RETAIN", by=second_arbitrator)
    conflict = state(game)
    other = Slip.objects.get(in_conflict=True)
    arbitration_services.settle_conflict(game=game, entry=players[0][0], slip=other, by=arbitrator)
    undo.undo(game=game, by=arbitrator)
    assert state(game) == conflict
    undo.undo(game=game, by=second_arbitrator)
    assert state(game) == apart
    act("TRAIN", by=second_arbitrator)
    assert Slip.objects.get(effective=True).checked_by == second_arbitrator
    undo.undo(game=game, by=second_arbitrator)
    assert state(game) == apart


def test_rack_clock_and_players(game, arbitrator, hands):
    by = {"game": game, "by": arbitrator}
    states = [state(game)]

    def done(action, **more):
        action(**by, **more)
        states.append(state(game))

    done(player_services.add_player, name="Pia", table=9)
    done(round_services.type_rack, rack="TRAINER")
    done(round_services.put_back_rack)
    done(round_services.draw_rack)
    for back in reversed(states[:-1]):
        undo.undo(**by)
        assert state(game) == back
    for again in states[1:]:
        undo.redo(**by)
        assert state(game) == again
    rack = game.rounds.get()
    round_services.open_round(**by)
    round_services.start_clock(**by)
    hands.move(10)
    round_services.extend_clock(**by, seconds=30)
    closes_at = game.rounds.get().closes_at
    undo.undo(**by)
    assert (closes_at - game.rounds.get().closes_at).total_seconds() == 30
    undo.redo(**by)
    assert game.rounds.get().closes_at == closes_at
    round_services.pause_clock(**by)
    undo.undo(**by)
    assert game.rounds.get().closes_at == closes_at
    undo.undo(**by)
    assert refusal_code(undo.undo, **by) == "undo_seen"
    assert game.rounds.get().rack == rack.rack


def test_time_that_was_used_stays(game, arbitrator, open_round, hands):
    open_round("TRAINER")
    round_services.extend_clock(game=game, by=arbitrator, seconds=30)
    hands.move(185)
    assert refusal_code(undo.undo, game=game, by=arbitrator) == "time_is_used"


def test_nothing_to_undo_or_to_do_again(game, arbitrator, second_arbitrator):
    assert refusal_code(undo.undo, game=game, by=second_arbitrator) == "nothing_to_undo"
    assert refusal_code(undo.redo, game=game, by=second_arbitrator) == "nothing_to_redo"
    assert refusal_code(undo.undo, game=game, by=arbitrator) == "undo_seen"


def test_a_new_act_forgets_what_could_be_done_again(game, arbitrator, open_round, act):
    open_round("TRAINER")
    act("TRAIN")
    undo.undo(game=game, by=arbitrator)
    act("T", 1)
    assert refusal_code(undo.redo, game=game, by=arbitrator) == "nothing_to_redo"
    undo.undo(game=game, by=arbitrator)
    undo.redo(game=game, by=arbitrator)
    assert refusal_code(undo.redo, game=game, by=arbitrator) == "nothing_to_redo"


def test_each_takes_back_their_own(game, arbitrator, second_arbitrator, open_round, act):
    open_round("TRAINER")
    act("TRAIN", 0)
    act("TRAIN", 1, by=second_arbitrator)
    undo.undo(game=game, by=arbitrator)
    assert list(Slip.objects.filter(effective=True).values_list("entry__table", flat=True)) == [2]


def test_what_somebody_else_changed_since_stays(game, arbitrator, second_arbitrator, open_round, act):
    open_round("TRAINER")
    act("TRAIN")
    act("W")
    act("P", by=second_arbitrator)
    assert refusal_code(undo.undo, game=game, by=arbitrator) == "undo_overtaken"
    undo.undo(game=game, by=second_arbitrator)
    undo.undo(game=game, by=arbitrator)
    assert Ruling.objects.last().sanction == "none"


def test_what_a_phone_sent_since_stays_when_another_arbitrator_ruled_on_it(
    game, players, arbitrator, second_arbitrator, open_round, act
):
    open_round("TRAINER")
    act("T")
    undo.undo(game=game, by=arbitrator)
    slip_services.submit_slip(
        game=game,
        entry=players[0][0],
        client_id=uuid.uuid4(),
        number=1,
        word="TRAIN",
        reference="H4",
        score=12,
        received_at=clock.now(),
    )
    act("P", by=second_arbitrator)
    before = state(game)
    assert refusal_code(undo.redo, game=game, by=arbitrator) == "undo_overtaken"
    assert state(game) == before


def test_after_the_announcement_what_was_before_stays(
    game, arbitrator, open_round, act, close_round, announce_top, second_arbitrator
):
    open_round("TRAINER")
    act("TRAIN", by=second_arbitrator)
    close_round()
    announce_top(1)
    assert refusal_code(undo.undo, game=game, by=second_arbitrator) == "undo_announced"
    before = standings_for_game(game)
    act("T", by=second_arbitrator, number=1, reason="misread")
    undo.undo(game=game, by=second_arbitrator)
    assert standings_for_game(game) == before


@pytest.mark.repeats
@pytest.mark.parametrize("name", ["TRAIN", "overrule"])
def test_a_reason_given_before_the_announcement_opens_nothing_after_it(
    game, arbitrator, open_round, act, close_round, announce_top, second_arbitrator, name
):
    open_round("TRAINER")
    act("TRAIN")
    act(name, 1 if name == "TRAIN" else 0, by=second_arbitrator, reason="misread")
    undo.undo(game=game, by=second_arbitrator)
    undo.redo(game=game, by=second_arbitrator)
    close_round()
    announce_top(1)
    before = state(game)
    assert refusal_code(undo.undo, game=game, by=second_arbitrator) == "undo_announced"
    assert state(game) == before


def test_what_was_undone_before_the_announcement_is_not_done_again_after_it(
    game, arbitrator, open_round, act, close_round, announce_top, second_arbitrator
):
    open_round("TRAINER")
    act("TRAIN")
    act("overrule", by=second_arbitrator)
    undo.undo(game=game, by=second_arbitrator)
    close_round()
    announce_top(1)
    assert refusal_code(undo.redo, game=game, by=second_arbitrator) == "undo_announced"


@pytest.mark.slow
def test_all_the_rest_is_undone_at_once(game, arbitrator, open_round, act, django_assert_max_num_queries):
    for number in range(20):
        player_services.add_player(game=game, name=f"P{number}", by=arbitrator)
    open_round("TRAINER")
    act("TRAIN")
    before = state(game)
    act("rest")
    with django_assert_max_num_queries(25):
        undo.undo(game=game, by=arbitrator)
    assert state(game) == before


ACTS = st.tuples(
    st.sampled_from(["TRAIN", "RETAIN", "TRAIL", "T", "0", "W", "P", "S", "overrule", "rest"]),
    st.integers(0, 2),
)
# Acts on fresh slips, on changed ones and on none, whatever is drawn.
EACH_ACT = [
    ("TRAIN", 0),
    ("T", 1),
    ("W", 0),
    ("P", 0),
    ("0", 2),
    ("RETAIN", 0),
    ("S", 1),
    ("overrule", 2),
    ("TRAIL", 1),
    ("rest", 0),
]


@pytest.mark.slow
@pytest.mark.parametrize("examples", quick([3, 25], 3))
def test_all_undone_is_as_before_and_all_done_again_as_after(
    game, arbitrator, open_round, act, announce_top, hands, examples
):
    """In one round, then again in an announced one, where standings follow at once."""

    @settings(max_examples=examples)
    @example(EACH_ACT)
    @given(st.lists(ACTS, min_size=1, max_size=12))
    def check(sequence):
        with transaction.atomic():
            open_round("TRAINER")
            check_undo(game, arbitrator, act, announce_top, hands, sequence)
            transaction.set_rollback(True)

    check()


def check_undo(game, arbitrator, act, announce_top, hands, sequence):
    before = state(game)
    do_all(act, sequence)
    after = state(game)
    done = undo_all(game, arbitrator)
    assert state(game) == before
    for _again in range(done):
        undo.redo(game=game, by=arbitrator)
    assert state(game) == after
    for slip in Slip.objects.filter(in_conflict=True).order_by("pk").distinct():
        with contextlib.suppress(RuleViolation):  # settled with the one before
            arbitration_services.settle_conflict(game=game, entry=slip.entry, slip=slip, by=arbitrator)
    hands.move(10_000)
    closing.close_overdue_rounds()
    announce_top(1)
    standings = standings_for_game(game)
    do_all(act, sequence, number=1, reason="so")
    changed = standings_for_game(game)
    done = undo_all(game, arbitrator)
    assert standings_for_game(game) == standings
    for _again in range(done):
        undo.redo(game=game, by=arbitrator)
    assert standings_for_game(game) == changed


def do_all(act, sequence, **more):
    for name, player in sequence:
        with contextlib.suppress(RuleViolation):
            act(name, player, **more)


def test_dropping_out_is_undone(game, players, arbitrator):
    (mona, _token), *_others = players

    def away():
        mona.refresh_from_db()
        return mona.withdrawn_at is not None

    player_services.withdraw_player(game=game, entry=mona, by=arbitrator)
    undo.undo(game=game, by=arbitrator)
    assert not away()
    undo.redo(game=game, by=arbitrator)
    assert away()
    player_services.bring_back_player(game=game, entry=mona, by=arbitrator)
    undo.undo(game=game, by=arbitrator)
    assert away()


def test_every_way_of_undo_has_its_functions():
    without = {Undo.SEEN, Undo.NOT_BY_HAND, Undo.REVERSAL, Undo.SKIPPED}
    assert undo.INVERSES.keys() == {*Undo} - without
    assert {action.undo for action in ACTIONS.values()} == {*Undo}, "a way that no act has"
