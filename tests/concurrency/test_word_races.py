"""A word is accepted while slips are stored, judged and announced: every ruling follows the words of now."""

import pytest

from duplicate.arbitration import game_words, undo
from duplicate.arbitration.event_words import decide_event_word
from duplicate.arbitration.game_words import WordChange
from duplicate.models import Round, Ruling, Slip
from duplicate.rounds import closing, top_search
from tests.concurrency.acts import check_record, key_slip
from tests.concurrency.hall import during, together
from tournaments.models import Lexicon

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("nobody_in_background")]

UNLISTED = "NAIRTER"


@pytest.fixture
def accept(game, arbitrator):
    def do():
        return game_words.accept_word(game=game, word=UNLISTED, reason="so", by=arbitrator)

    return do


def last_code(slip):
    return Ruling.objects.filter(slip=slip).order_by("pk").last().code


def test_a_slip_that_is_keyed_and_a_word_that_is_accepted(game, arbitrator, players, open_round, accept):
    open_round("TRAINER")
    top_search.find_top(game.rounds.get().pk)
    key = key_slip(game, arbitrator, players, 0, UNLISTED)
    for first, then in ((key, accept), (accept, key)):
        during(first, then)
        slip = Slip.objects.filter(effective=True).get()
        assert last_code(slip) != "not_in_lexicon"
        undo.undo(game=game, by=arbitrator)
        undo.undo(game=game, by=arbitrator)
    check_record(game)


def test_a_slip_from_a_phone_and_a_word(game, open_round, send, accept):
    open_round("TRAINER")
    sent, act = during(send, accept)
    assert sent.slip.effective
    assert isinstance(act, WordChange)
    check_record(game)


def test_the_background_and_a_word(game, arbitrator, players, open_round, close_round, accept):
    open_round("TRAINER")
    key_slip(game, arbitrator, players, 0, UNLISTED)()
    close_round()
    round_ = game.rounds.get()
    for one, other in (
        (accept, lambda: top_search.find_top(round_.pk)),
        (lambda: closing.judge_round(round_.pk), lambda: undo.undo(game=game, by=arbitrator)),
    ):
        together(one, other)
    game.refresh_from_db()
    stored = Round.objects.get(pk=round_.pk)
    words = {top["word"] for top in stored.tops}
    assert UNLISTED not in words


def test_the_word_of_an_event_and_one_of_its_game(game, arbitrator, accept):
    english = Lexicon.objects.get(name="english")

    def decide():
        return decide_event_word(
            event=game.event, lexicon=english, word=UNLISTED, accepted=True, reason="so", by=arbitrator
        )

    outcomes = together(accept, decide)
    assert game.words.in_force().count() == 1
    assert any(isinstance(one, WordChange) for one in outcomes) or "word_decided" in outcomes
