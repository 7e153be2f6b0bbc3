"""Acts at the same moment: whichever comes first, both are answered, and what is on record is whole."""

import uuid
from dataclasses import replace
from functools import partial

import pytest
from django.contrib.auth.models import User

from duplicate.arbitration import questions, undo
from duplicate.arbitration import services as arbitration_services
from duplicate.games import playing_arbitrators, staff
from duplicate.games import services as game_services
from duplicate.games.players import services as player_services
from duplicate.games.rules import services as rule_sets
from duplicate.models import Game, Question, Round, Slip
from duplicate.models.round_arbitrator import RoundArbitrator
from duplicate.prepared import services as prepared_services
from duplicate.rounds import closing, corrections, top_search
from duplicate.rounds import services as round_services
from duplicate.rounds.confirmations import EVERYTHING
from duplicate.slips import services as slip_services
from engine.rules import RuleSet
from tests.concurrency.hall import during, nobody_in_background, together
from tournaments.core import clock
from tournaments.models import Arbitrator

__all__ = ["nobody_in_background"]
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("nobody_in_background")]


@pytest.fixture
def arbitrator(db):
    return User.objects.create_user("ann")


@pytest.fixture
def send(game, players):
    """A function that sends a slip of the first player, or another."""

    def send_it(word="TRAIN", *, place=0, number=1, at="H4", round_id=None):
        return slip_services.submit_slip(
            game=game,
            entry=players[place][0],
            client_id=uuid.uuid4(),
            number=number,
            word=word,
            reference=at,
            score=None,
            received_at=clock.now(),
            round_id=round_id,
        )

    return send_it


@pytest.fixture
def announce(game, arbitrator):
    def announce_it(number=1):
        round_services.announce(
            game=game, number=number, reference="H4", word="TRAINER", by=arbitrator, confirmed=EVERYTHING
        )

    return announce_it


def check_record(game):
    """Each counting slip of an announced round has one ruling by the program, in any order of the acts."""
    counting = Slip.objects.filter(round__game=game, effective=True, round__state=Round.State.ANNOUNCED)
    for slip in counting:
        assert slip.rulings.filter(by=None).count() == 1


def test_a_slip_and_the_announcement(game, open_round, close_round, send, announce, hands):
    open_round("TRAINER")
    stamped = hands.now
    close_round()
    hands.now = stamped
    slip, announced = during(send, announce)
    assert (slip.slip.effective, announced) == (True, None)
    check_record(game)


def test_the_announcement_and_a_slip(game, open_round, close_round, send, announce, hands):
    open_round("TRAINER")
    stamped = hands.now
    close_round()
    hands.now = stamped
    assert during(announce, send) == (None, "round_announced")
    assert not Slip.objects.exists()


def test_slips_come_in_while_an_arbitrator_keys_paper(game, arbitrator, players, open_round, send):
    """Neither waits for the other for ever, whoever begins."""
    open_round("TRAINER")
    for first, then in ((key(game, arbitrator, players, 1), send), (send, key(game, arbitrator, players, 2))):
        keyed, sent = during(first, then)
        assert isinstance(keyed, Slip | slip_services.HandedIn)
        assert isinstance(sent, Slip | slip_services.HandedIn)
    held, other = during(key(game, arbitrator, players, 0), send, at='FROM "duplicate_round"')
    assert (held.in_conflict or other.slip.in_conflict, Slip.objects.filter(effective=True).count()) == (
        True,
        3,
    )


def key(game, by, players, place, word="TRAINER", at="H4", **more):
    """Keying a paper slip, as an act to come."""
    more = {"stated_score": None, "number": 1} | more
    return partial(
        slip_services.key_slip, game=game, entry=players[place][0], word=word, reference=at, by=by, **more
    )


@pytest.fixture
def second(game):
    user = User.objects.create_user("second")
    game.event.arbitrators.add(user, through_defaults={"role": "arbitrator"})
    return user


def test_two_arbitrators_key_one_table(game, arbitrator, second, players, open_round):
    open_round("TRAINER")
    one, other = together(
        key(game, arbitrator, players, 0, seen="0"), key(game, second, players, 0, "TRAIN", seen="0")
    )
    kept = one if isinstance(one, Slip) else other
    assert {one, other} == {kept, "slip_changed"}
    assert list(Slip.objects.filter(effective=True)) == [kept]


def test_a_conflict_is_settled_once(game, arbitrator, second, players, open_round):
    open_round("TRAINER")
    mine, theirs = key(game, arbitrator, players, 0)(), key(game, second, players, 0, "TRAIN")()
    outcomes = together(
        *(
            partial(
                arbitration_services.settle_conflict,
                slip=slip,
                game=game,
                entry=players[0][0],
                by=by,
                number=1,
            )
            for slip, by in ((mine, arbitrator), (theirs, second))
        )
    )
    assert outcomes.count("no_conflict") == 1
    assert Slip.objects.get(effective=True) in outcomes
    assert not Slip.objects.filter(in_conflict=True).exists()


@pytest.mark.parametrize(("first", "waits"), [("zero", 1), ("slip", 0)])
def test_a_phone_sends_again_while_an_arbitrator_gives_zero(
    game, arbitrator, players, open_round, send, first, waits
):
    """Whichever comes first, the slip that counts has zero; one that comes after the zero asks."""
    open_round("TRAINER")
    send("TRAIN")
    zero = partial(arbitration_services.give_zero, game=game, entry=players[0][0], by=arbitrator, number=1)
    again = partial(send, "TRAINER")
    outcomes = during(zero, again) if first == "zero" else during(again, zero)
    assert not [one for one in outcomes if isinstance(one, str)]
    counting = Slip.objects.get(effective=True)
    assert counting.rulings.order_by("pk").last().sanction == "zero"
    assert Slip.objects.filter(in_conflict=True).count() == waits


def test_judging_in_the_background_while_an_act_is_undone(
    game, arbitrator, players, open_round, close_round, send
):
    """The slip that comes back has never been judged: two find that out at the same moment."""
    round_ = open_round("TRAINER")
    send("TRAIN")
    keyed = key(game, arbitrator, players, 0)()
    arbitration_services.settle_conflict(slip=keyed, game=game, entry=players[0][0], by=arbitrator, number=1)
    close_round()
    judge = partial(closing.judge_round, round_.pk)
    undone, _judged = during(partial(undo.undo, game=game, by=arbitrator), judge)
    assert undone.act == "conflict_settled"
    slip = Slip.objects.get(effective=True)
    assert (slip.word, slip.rulings.filter(by=None).count()) == ("TRAIN", 1)


def test_a_ruling_while_the_round_is_judged(game, arbitrator, players, open_round, close_round, send):
    round_ = open_round("TRAINER")
    send("TRAIN")
    close_round()
    overrule = partial(
        arbitration_services.overrule,
        score=3,
        game=game,
        entry=players[0][0],
        by=arbitrator,
        number=1,
        reason="R",
    )
    during(overrule, partial(closing.judge_round, round_.pk))
    slip = Slip.objects.get()
    assert list(slip.rulings.values_list("score", "by")) == [(12, None), (3, arbitrator.pk)]


def test_an_overruling_and_the_announcement(
    game, arbitrator, players, open_round, close_round, send, announce
):
    """After the announcement a reason is public; here there was one in any case."""
    open_round("TRAINER")
    send("TRAIN")
    close_round()
    where = {"game": game, "entry": players[0][0], "by": arbitrator, "number": 1}
    mark, announced = during(partial(arbitration_services.mark_penalty, **where), announce)
    assert (type(mark), announced) == (Slip, None)
    assert (
        during(partial(arbitration_services.mark_penalty, **where, reason="R"), announce)[1]
        == "round_announced"
    )
    check_record(game)


def test_two_undo_at_the_same_moment(game, arbitrator, players, open_round):
    """The same arbitrator undoes from two windows: two acts are taken back, or one and a refusal."""
    open_round("TRAINER")
    key(game, arbitrator, players, 0)()
    outcomes = together(*[partial(undo.undo, game=game, by=arbitrator)] * 2)
    assert sorted(getattr(outcome, "act", outcome) for outcome in outcomes) == ["slip_keyed", "undo_seen"]
    assert game.log.filter(act="undone").count() == 1


def test_an_undo_and_a_new_act(game, arbitrator, players, open_round):
    open_round("TRAINER")
    key(game, arbitrator, players, 0)()
    undone, keyed = during(partial(undo.undo, game=game, by=arbitrator), key(game, arbitrator, players, 1))
    assert (undone.entry, keyed.effective) == (players[0][0], True)
    keyed, undone = during(key(game, arbitrator, players, 2), partial(undo.undo, game=game, by=arbitrator))
    assert undone.entry == players[2][0]


def test_a_question_while_an_arbitrator_rules_on_its_slip(
    game, arbitrator, players, open_round, close_round, send, announce
):
    open_round("TRAINER")
    send("TRAIN")
    close_round()
    announce()
    entry = players[0][0]
    overrule = partial(
        arbitration_services.overrule, score=3, game=game, entry=entry, by=arbitrator, number=1, reason="R"
    )
    asked, ruled = during(ask(game, entry), overrule)
    assert (asked.created, ruled.entry) == (True, entry)
    questions.answer_question(game=game, question_id=asked.question.pk, answer="Yes.", by=arbitrator)
    ruled, asked = during(overrule, ask(game, entry), at='FROM "tournaments_entry"')
    assert (asked.created, ruled.entry) == (True, entry)


def ask(game, entry, number=1, client_id=None):
    return lambda: questions.ask_question(
        game=game,
        entry=entry,
        client_id=client_id or uuid.uuid4(),
        number=number,
        text="Why?",
        asked_at=clock.now(),
    )


def test_a_question_is_stored_once_and_answered_or_taken_back(
    game, arbitrator, second, players, open_round, close_round, announce
):
    open_round("TRAINER")
    close_round()
    announce()
    entry, client_id = players[0][0], uuid.uuid4()
    asked = together(*[ask(game, entry, client_id=client_id)] * 2)
    assert sorted(one.created for one in asked) == [False, True]
    question = Question.objects.get()
    answer = partial(questions.answer_question, game=game, question_id=question.pk, answer="Yes.")
    back = partial(questions.take_question_back, game=game, entry=entry, client_id=client_id)
    outcomes = together(partial(answer, by=arbitrator), partial(answer, by=second), back)
    refusals = [outcome for outcome in outcomes if not isinstance(outcome, Question)]
    assert len(refusals) == 2
    assert set(refusals) <= {"question_answered", "question_taken_back"}


def test_a_question_and_its_round_being_cancelled(
    game, arbitrator, players, open_round, close_round, announce
):
    open_round("TRAINER")
    close_round()
    announce()
    cancel = partial(corrections.cancel_round, game=game, number=1, reason="R", by=arbitrator)
    assert during(cancel, ask(game, players[0][0])) == (None, "round_not_announced")
    assert not Question.objects.exists()


def by_both(act, game, one, other, **values):
    return [partial(act, game=game, by=by, **values) for by in (one, other)]


def test_what_two_arbitrators_do_at_once_is_done_once(game, arbitrator, second, close_round):
    """The other one is told that it is done."""
    people = (game, arbitrator, second)
    for act, values, refusal in (
        (round_services.draw_rack, {}, "round_in_progress"),
        (round_services.open_round, {}, "round_is_open"),
        (round_services.start_clock, {}, "clock_runs"),
        (round_services.pause_clock, {}, "clock_stands"),
        (round_services.start_clock, {}, "clock_runs"),
        (round_services.end_round, {"confirmed": EVERYTHING}, "time_is_up"),
    ):
        outcomes = together(*by_both(act, *people, **values))
        assert outcomes.count(refusal) == 1, outcomes
    close_round()
    top_search.find_top(game.rounds.get().pk)
    top = next(top for top in game.rounds.get().tops if top["preferred"])
    move = {"word": top["word"], "reference": top["reference"], "number": 1, "confirmed": EVERYTHING}
    assert together(*by_both(round_services.announce, *people, **move)).count("round_announced") == 1
    assert game.log.filter(act="move_announced").count() == 1


def test_opening_a_round_while_it_is_cancelled(game, arbitrator):
    cancel = partial(corrections.cancel_round, game=game, number=1, reason="R", by=arbitrator)
    open_it = partial(round_services.open_round, game=game, by=arbitrator)
    round_services.draw_rack(game=game, by=arbitrator)
    assert during(cancel, open_it) == (None, "no_round")
    round_services.draw_rack(game=game, by=arbitrator)
    assert during(open_it, cancel) == (None, None)
    assert not game.rounds.in_progress().exists()


@pytest.mark.parametrize("first", ["slip", "extension"])
def test_a_slip_after_time_while_the_time_is_extended(game, arbitrator, open_round, send, hands, first):
    """Whichever is stored first, the slip came before the new end."""
    open_round("TRAINER")
    hands.move(182.3)
    extend = partial(round_services.extend_clock, game=game, seconds=60, by=arbitrator)
    outcomes = during(send, extend) if first == "slip" else during(extend, send)
    assert not {"round_not_open", "time_is_up"} & {one for one in outcomes if isinstance(one, str)}
    slip = Slip.objects.get()
    assert (slip.late, slip.effective) == (False, True)


def test_answering_a_question_while_its_round_is_cancelled(
    game, arbitrator, second, players, open_round, close_round, announce
):
    open_round("TRAINER")
    close_round()
    announce()
    asked = ask(game, players[0][0])().question
    cancel = partial(corrections.cancel_round, game=game, number=1, reason="R", by=arbitrator)
    answer = partial(questions.answer_question, game=game, question_id=asked.pk, answer="Yes.", by=second)
    answered, cancelled = during(answer, cancel)
    assert (answered.answer, cancelled) == ("Yes.", None)
    asked.refresh_from_db()
    assert asked.answer == "Yes."


@pytest.mark.parametrize("first", ["naming", "announcement"])
def test_an_arbitrator_is_named_while_a_round_is_announced(
    game, arbitrator, players, open_round, close_round, announce, first
):
    """The round is announced by a player, or it was over before there was one."""
    rules = RuleSet()
    rules = replace(rules, standings=replace(rules.standings, arbitrators_averaged=True))
    Game.objects.filter(pk=game.pk).update(rules=rules.to_toml())
    open_round("TRAINER")
    close_round()
    olga, post = players[2][0], game.event.posts.get(user=arbitrator)
    name = partial(playing_arbitrators.name_arbitrators, game=game, entries={post.pk: olga}, by=arbitrator)
    acts = (name, announce) if first == "naming" else (announce, name)
    assert during(*acts) == (None, None)
    kept = list(RoundArbitrator.objects.values_list("entry", flat=True))
    assert kept == ([olga.pk] if first == "naming" else [])


def test_a_slip_while_its_round_is_cancelled(game, arbitrator, open_round, send):
    open_round("TRAINER")
    cancel = partial(corrections.cancel_round, game=game, number=1, reason="R", by=arbitrator)
    slip, cancelled = during(send, cancel)
    assert (slip.created, cancelled) == (True, None)
    shown = open_round("TRAINER")
    assert during(cancel, partial(send, round_id=shown.pk)) == (None, "round_cancelled")


def test_a_correction_while_the_next_round_opens(game, arbitrator, open_round, close_round, announce):
    """The rack was drawn from what the round before left: it is out, or the move is changed, not both."""
    open_round("TRAINER")
    close_round()
    announce()
    round_services.draw_rack(game=game, by=arbitrator)
    change = partial(
        corrections.change_placed_move,
        game=game,
        number=1,
        reference="H3",
        word="TRAINER",
        reason="R",
        by=arbitrator,
    )
    open_it = partial(round_services.open_round, game=game, by=arbitrator)
    assert during(change, open_it) == (None, "no_round")
    round_services.draw_rack(game=game, by=arbitrator)
    assert during(open_it, change) == (None, "not_the_last_round")


def test_one_name_joins_once(game):
    outcomes = together(*[partial(player_services.join_game, game=game, name="Pia")] * 3)
    assert outcomes.count("name_taken") == 2
    assert game.event.entries.count() == 1


def test_a_pair_is_entered_in_two_events_at_once(game, built_in, arbitrator):
    other = game_services.create_game(
        name="Friday", by=arbitrator, lexicon="english", notation="duplicate", rules=RuleSet()
    )
    one, two = during(
        partial(player_services.join_game, game=game, name="Pia", partner="Quin"),
        partial(player_services.join_game, game=other, name="Quin", partner="Pia"),
        at='INSERT INTO "tournaments_player"',
    )
    assert (one.entry.full_name, two.entry.full_name) == ("Pia & Quin", "Quin & Pia")


def test_a_slip_while_its_player_drops_out(game, arbitrator, players, open_round, send):
    open_round("TRAINER")
    leave = partial(player_services.withdraw_player, game=game, entry=players[0][0], by=arbitrator)
    assert during(send, leave)[1] is None
    player_services.bring_back_player(game=game, entry=players[0][0], by=arbitrator)
    assert during(leave, send) == (None, "player_withdrawn")


def test_a_player_who_is_taken_out(game, arbitrator, players, open_round, send):
    """Any concurrent act on them gets an answer, and their slips stay."""
    open_round("TRAINER")
    mona, noah, olga = (entry for entry, _token in players)
    take_out = partial(player_services.remove_player, game=game, by=arbitrator)
    assert during(send, partial(take_out, entry=mona))[1] == "player_has_slips"
    assert during(partial(take_out, entry=noah), partial(send, place=1)) == (None, "player_gone")
    link = partial(player_services.give_phone, game=game, entry=olga, by=arbitrator)
    assert during(partial(take_out, entry=olga), link) == (None, "player_gone")
    for act in (player_services.withdraw_player, player_services.remove_player, player_services.give_phone):
        assert together(partial(act, game=game, entry=olga, by=arbitrator)) == ["player_gone"]
    post = game.event.posts.get()
    named = partial(playing_arbitrators.name_arbitrators, game=game, entries={post.pk: olga}, by=arbitrator)
    assert together(named) == ["player_gone"]


@pytest.fixture
def create(built_in, arbitrator):
    def create_it(**more):
        values = {"lexicon": "english", "notation": "duplicate", "rules": RuleSet()} | more
        return game_services.create_game(name="Friday", by=arbitrator, **values)

    return create_it


def test_a_game_made_from_rules_that_are_changed_or_taken_out(create, arbitrator):
    rules = RuleSet()
    own = rule_sets.copy_rules(rules=rules, preset="free", name="Ours", by=arbitrator)
    make = partial(create, rules=own.rule_set, club_rules=own)
    change = partial(
        rule_sets.change_rules,
        club_rules=own,
        rules=replace(rules, name="Ours", time=replace(rules.time, round_seconds=77)),
        seen=own.changed_at,
        by=arbitrator,
    )
    game, _own = during(make, change)
    assert game.rule_set.time == rules.time
    take_out = partial(rule_sets.delete_rules, club_rules=own)
    game, _none = during(make, take_out)
    game.refresh_from_db()
    assert (game.club_rules, game.rule_set.name) == (None, "Ours")
    own = rule_sets.copy_rules(rules=rules, preset="free", name="Ours", by=arbitrator)
    _none, game = during(partial(rule_sets.delete_rules, club_rules=own), partial(make, club_rules=own))
    assert game.club_rules is None


def test_two_rule_sets_of_one_name(arbitrator, second):
    copies = [
        partial(rule_sets.copy_rules, rules=RuleSet(), preset="free", name="Ours", by=by)
        for by in (arbitrator, second)
    ]
    assert during(*copies)[1] == "rules_name_taken"


def test_a_prepared_game_is_taken_while_it_is_deleted(create, arbitrator):
    def prepare():
        return prepared_services.prepare_typed(
            name="Final",
            lexicon="english",
            rules=RuleSet(),
            notation="duplicate",
            text="TRAINER TRAINER H4",
            by=arbitrator,
        )

    prepared = prepare()
    delete = partial(prepared_services.delete_prepared, prepared=prepared, by=arbitrator)
    game, refused = during(partial(create, prepared=prepared), delete)
    assert (game.prepared, refused) == (prepared, "prepared_used")
    assert {type(one) for one in together(*[partial(create, prepared=prepared)] * 2)} == {Game}
    prepared = prepare()
    delete = partial(prepared_services.delete_prepared, prepared=prepared, by=arbitrator)
    assert during(delete, partial(create, prepared=prepared)) == (None, "prepared_gone")
    assert together(delete) == ["prepared_gone"]


def test_one_account_is_made_once(create, game, arbitrator):
    make = [
        partial(
            staff.let_in_new,
            game=one,
            user_name="dora",
            role=Arbitrator.Role.HELPER,
            tables=None,
            by=arbitrator,
        )
        for one in (game, create())
    ]
    assert during(*make)[1] == "account_exists"
