"""The effect of undo at the desk on a player's slips, and on rounds that were cancelled meanwhile."""

import uuid

import pytest
from django.contrib.auth.models import User

from duplicate.arbitration import corrections, undo
from duplicate.arbitration import services as arbitration_services
from duplicate.games import services as game_services
from duplicate.games.players import services as player_services
from duplicate.rounds import services as round_services
from duplicate.slips import services as slip_services
from duplicate.standings.rows.game_standings import standings_for_game
from engine.errors import EngineError
from engine.rules import (
    RuleSet,
)
from tournaments.errors import RuleViolation
from tournaments.models import Arbitrator
from tournaments.time import clock

pytestmark = [pytest.mark.django_db, pytest.mark.one_game("players")]


@pytest.fixture
def second(game):
    user = User.objects.create_user("ben", password="a good long one")
    Arbitrator.objects.create(event=game.event, user=user, role="chief")
    return user


def by_phone(game, entry, word="TRAIN", reference="H4", score=12):
    handed_in = slip_services.submit_slip(
        game=game,
        entry=entry,
        client_id=uuid.uuid4(),
        number=1,
        word=word,
        reference=reference,
        score=score,
        received_at=clock.now(),
    )
    return handed_in.slip


def key(game, entry, by, word="TRAIN", reference="H4", score=12):
    return slip_services.key_slip(
        game=game, entry=entry, word=word, reference=reference, stated_score=score, by=by
    )


@pytest.mark.parametrize("word", ["TRAIN", "TRAIL"])
def test_undoing_a_keyed_slip_leaves_the_phones(game, players, arbitrator, open_round, word):
    open_round("AEINRTL")
    entry = players[0][0]
    key(game, entry, arbitrator)
    phones = by_phone(game, entry, word)
    undo.undo(game=game, by=arbitrator)
    phones.refresh_from_db()
    assert (phones.effective, phones.in_conflict) == (True, False)
    undo.redo(game=game, by=arbitrator)
    phones.refresh_from_db()
    assert (phones.effective, phones.in_conflict) == (word == "TRAIN", word != "TRAIN")


def test_keying_again_is_compared_with_the_phone(game, players, arbitrator, open_round):
    open_round("AEINRTL")
    entry = players[0][0]
    key(game, entry, arbitrator)
    phones = by_phone(game, entry)
    correction = key(game, entry, arbitrator, "TRAIL")
    phones.refresh_from_db()
    assert (phones.effective, correction.in_conflict) == (True, True)


def test_a_key_over_a_missing_slip_is_undone_after_the_phone_came(game, players, arbitrator, open_round):
    open_round("AEINRTL")
    entry = players[0][0]
    missing = arbitration_services.give_zero(game=game, entry=entry, by=arbitrator)
    arbitration_services.give_top(game=game, entry=entry, by=arbitrator)
    top = game.rounds.get().tops[0]
    phones = by_phone(game, entry, top["word"], top["reference"], game.rounds.get().top_score)
    for step, counting, contradicting in ((undo.undo, missing, phones), (undo.redo, phones, None)):
        step(game=game, by=arbitrator)
        assert entry.slips.counting().get() == counting
        assert entry.slips.in_conflict().first() == contradicting


def test_each_arbitrator_takes_their_own_agreement_back(game, players, arbitrator, second, open_round):
    open_round("AEINRTL")
    entry = players[0][0]
    for by in (arbitrator, second):
        arbitration_services.give_top(game=game, entry=entry, by=by)
    top = game.rounds.get().tops[0]
    phones = by_phone(game, entry, top["word"], top["reference"], game.rounds.get().top_score)
    for by, checked_by in ((second, arbitrator), (arbitrator, None)):
        undo.undo(game=game, by=by)
        phones.refresh_from_db()
        assert (phones.effective, phones.checked_by) == (True, checked_by)


def test_what_was_decided_of_a_key_that_gave_way_since_is_not_undone(game, players, arbitrator, open_round):
    open_round("AEINRTL")
    entry = players[0][0]
    arbitration_services.give_top(game=game, entry=entry, by=arbitrator)
    for _time in range(2):  # given, and taken back
        arbitration_services.mark_warning(game=game, entry=entry, by=arbitrator)
    top = game.rounds.get().tops[0]
    by_phone(game, entry, top["word"], top["reference"], game.rounds.get().top_score)
    with pytest.raises(RuleViolation) as error:
        undo.undo(game=game, by=arbitrator)
    assert error.value.code == "undo_overtaken"


def test_undoing_in_a_cancelled_round(game, players, arbitrator, second, open_round):
    open_round("AEINRTL")
    round_services.extend_clock(game=game, seconds=60, by=arbitrator)
    corrections.cancel_round(game=game, number=1, reason="wrong rack", by=second)
    round_services.draw_rack(game=game, by=second)
    round_services.open_round(game=game, by=second)
    before = game.rounds.standing().get().remaining_ms
    with pytest.raises(RuleViolation) as error:
        undo.undo(game=game, by=arbitrator)
    assert error.value.code == "undo_cancelled"
    assert game.rounds.standing().get().remaining_ms == before


def test_a_rack_that_can_no_longer_be_drawn_is_not_taken_again(
    game, arbitrator, second, open_round, close_round, announce_top
):
    open_round("AEINRTL")
    close_round()
    announce_top(1)
    # TRAIN leaves E and L, which this rack has not; one drawn might have them.
    round_services.type_rack(game=game, rack="OOUUBCD", by=arbitrator)
    undo.undo(game=game, by=arbitrator)
    values = {"number": 1, "word": "TRAIN", "reference": "H4", "reason": "misread", "by": second}
    corrections.change_placed_move(game=game, **values)
    with pytest.raises((RuleViolation, EngineError)):
        undo.redo(game=game, by=arbitrator)
    assert not game.rounds.in_progress().exists()


def test_a_slip_undone_puts_nobody_into_a_game_that_was_over(played, arbitrator, hands):
    game_services.end_game(game=played, by=arbitrator)
    hands.move(60)
    following = game_services.create_game(
        name="Next",
        by=arbitrator,
        lexicon="english",
        notation="duplicate",
        rules=RuleSet(),
        event=played.event,
    )
    late = player_services.join_game(game=following, name="Later").entry
    played.refresh_from_db()
    before = standings_for_game(played)
    slip_services.key_slip(
        game=played,
        entry=late,
        word="TRAIN",
        reference="H4",
        stated_score=12,
        by=arbitrator,
        number=1,
        reason="found",
    )
    assert late.pk in {row.entry_id for row in standings_for_game(played).rows}
    undo.undo(game=played, by=arbitrator)
    assert standings_for_game(played) == before


def test_a_conflict_is_settled_again_over_what_was_decided_before(
    game, players, arbitrator, second, open_round, hands
):
    open_round("AEINRTL")
    entry = players[0][0]
    key(game, entry, arbitrator)
    hands.move(1)
    arbitration_services.overrule(game=game, entry=entry, by=arbitrator, score=5, reason="as seen")
    hands.move(1)
    other = key(game, entry, second, "TRAIL")
    hands.move(1)
    arbitration_services.settle_conflict(game=game, entry=entry, by=second, slip=other, reason="looked at")
    # The settling alone, then all three acts, each by its own arbitrator.
    alone = [(undo.undo, second), (undo.redo, second)]
    back = [(undo.undo, second), (undo.undo, second), (undo.undo, arbitrator)]
    again = [(undo.redo, arbitrator), (undo.redo, second), (undo.redo, second)]
    for step, by in alone + back + again:
        hands.move(1)
        step(game=game, by=by)
    other.refresh_from_db()
    assert other.effective
    hands.move(1)
    arbitration_services.mark_warning(game=game, entry=entry, by=arbitrator)
    with pytest.raises(RuleViolation) as error:
        undo.undo(game=game, by=second)
    assert error.value.code == "undo_overtaken"
