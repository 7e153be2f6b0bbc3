"""Words accepted and refused for one game: all that follows is judged again, and taken back by undo."""

import pytest

from duplicate.arbitration import bulk_top, game_words, undo
from duplicate.arbitration import services as arbitration_services
from duplicate.models import AuditLogEntry, Game, Ruling, Slip
from duplicate.positions.board_state import progress_of
from duplicate.positions.game_words import lexicon_of
from duplicate.positions.tops import top_of
from duplicate.printing.data.game_sheet import sheet_for_game
from duplicate.rounds import closing, top_search
from duplicate.rounds import services as round_services
from duplicate.rounds.confirmations import EVERYTHING
from duplicate.slips import services as slip_services
from duplicate.standings.rows.game_standings import standings_for_game
from engine.errors import EngineError
from engine.lexicon import load_lexicon
from engine.rules import (
    load_rule_set,
)
from tests.factories.games import announce_preferred, let_time_pass, start_round, totals_of
from tests.factories.refusals import refusal_code
from tournaments.errors import RuleViolation

pytestmark = [pytest.mark.django_db, pytest.mark.one_game("players")]

# The rack of the first round, a word of it that is none, and its worth at H4.
RACK, UNLISTED, WORTH = "AEIQUZT", "QUEZ", 54


@pytest.fixture(autouse=True)
def _moving_clock(hands):
    hands.move(1)


@pytest.fixture
def key(game, players, arbitrator, hands):
    """Return a function that keys the slip of a player."""

    def key_slip(player, word, reference="H8", score=None, **more):
        hands.move(1)
        where = {"game": game, "entry": players[player][0], "by": arbitrator} | more
        return slip_services.key_slip(**where, word=word, reference=reference, stated_score=score)

    return key_slip


@pytest.fixture
def accept(game, arbitrator, hands):
    def do(word=UNLISTED, **more):
        hands.move(1)
        return game_words.accept_word(
            **{"game": game, "word": word, "reason": "in the new edition", "by": arbitrator} | more
        )

    return do


@pytest.fixture
def refuse(game, arbitrator, hands):
    def do(word, **more):
        hands.move(1)
        return game_words.refuse_word(
            **{"game": game, "word": word, "reason": "a name", "by": arbitrator} | more
        )

    return do


def words_on_sheet(game):
    return [one.word for one in sheet_for_game(game).accepted]


def ruling_of(slip):
    return Ruling.objects.filter(slip=slip).order_by("pk").last()


def state(game):
    """Return what the game says: tops, rulings that count, totals, top total."""
    rounds = [
        (
            one.number,
            one.state,
            one.top_score,
            sorted((top["word"], top["reference"], top["preferred"]) for top in one.tops or ()),
            one.word,
            one.score,
        )
        for one in game.rounds.standing()
    ]
    rulings = []
    for slip in Slip.objects.filter(round__game=game).order_by("pk"):
        last = ruling_of(slip)
        rulings.append(last and (last.score, last.worth, last.sanction, last.code, last.params, last.solo))
    game.refresh_from_db()
    standings = standings_for_game(game)
    totals = sorted((row.entry_id, row.total) for row in standings.rows)
    return rounds, rulings, totals, standings.top_total, lexicon_of(game).fingerprint


class TestTheWord:
    def test_the_lexicon_itself_stays(self, game, accept):
        accept()
        game.refresh_from_db()
        cells = game.tiles.encode_plain(UNLISTED)
        assert lexicon_of(game).contains(cells)
        assert not load_lexicon(game.lexicon).contains(cells)

    def test_each_process_caches_the_lexicon(self, game, accept, django_assert_num_queries):
        accept()
        game.refresh_from_db()
        first = lexicon_of(game)
        with django_assert_num_queries(0):
            assert lexicon_of(game) is first

    def test_a_reader_with_an_old_row_gets_the_words_of_now(self, game, accept):
        accept()
        stale = Game.objects.get(pk=game.pk)
        accept("QUEZA")
        lexicon = lexicon_of(stale)
        assert lexicon.contains(game.tiles.encode_plain("QUEZ"))

    @pytest.mark.parametrize("word", ["A", "", "  ", "A" * 16])
    def test_of_another_length_is_refused(self, accept, word):
        with pytest.raises((RuleViolation, EngineError)):
            accept(word)

    def test_of_letters_that_the_tiles_lack_is_refused(self, accept):
        with pytest.raises(EngineError):
            accept("ЖЖЖ")

    def test_that_is_good_is_not_accepted_and_one_that_is_none_not_refused(self, accept, refuse):
        assert refusal_code(accept, "HOUSE") == "word_is_good"
        assert refusal_code(refuse, UNLISTED) == "word_is_none"

    def test_is_never_accepted_and_refused_at_once(self, game, accept, refuse, arbitrator):
        accept()
        assert refusal_code(accept) == "word_decided"
        assert refusal_code(refuse, UNLISTED) == "word_decided"
        game_words.take_word_back(game=game, word=UNLISTED, by=arbitrator)
        assert refusal_code(refuse, UNLISTED) == "word_is_none"

    def test_needs_a_reason(self, accept):
        assert refusal_code(accept, reason="  ") == "reason_missing"

    def test_is_for_judges_alone(self, accept, helper, stranger, second_arbitrator):
        for user in (helper, stranger):
            with pytest.raises(RuleViolation):
                accept(by=user)
        assert accept(by=second_arbitrator)

    def test_is_written_as_its_tiles(self, game, accept):
        accept(" quéz ")
        assert game.words.get().word == "QUEZ"

    def test_the_log_says_it_with_its_reason(self, game, accept):
        accept()
        entry = game.log.get(act="word_accepted")
        assert (entry.params["word"], entry.params["why"]) == (UNLISTED, "in the new edition")


class TestAnAnnouncedRound:
    @pytest.fixture
    def announced(self, game, arbitrator, hands, key):
        """Return the slips of a round: with the unlisted word, with the top, and with a word below it."""
        start_round(game, arbitrator, RACK)
        let_time_pass(hands)
        slips = [key(0, UNLISTED, score=WORTH), key(1, "QUIZ", score=48), key(2, "ZIT", score=24)]
        announce_preferred(game, arbitrator, 1)
        return slips

    def test_accepting_changes_the_slip_the_top_and_the_standings(self, game, announced, accept):
        before, totals = state(game), totals_of(game)
        assert ruling_of(announced[0]).code == "not_in_lexicon"
        rejudged = accept("ZAQUIET").rejudged
        assert [(one.number, one.before) for one in rejudged.tops] == [(1, before[0][0][2])]
        round_ = game.rounds.get(number=1)
        assert round_.top_score > before[0][0][2]
        assert top_of(round_).word == "ZAQUIET"
        assert (round_.word, round_.score) == before[0][0][4:]
        assert totals_of(game) == totals
        assert standings_for_game(game).top_total == round_.top_score
        accept()
        assert ruling_of(announced[0]).score > 0
        assert totals_of(game)["Mona"] == ruling_of(announced[0]).score
        tops = game.log.filter(act="word_accepted").order_by("pk").first().params["tops"]
        assert tops == [[1, before[0][0][2], round_.top_score]]

    @pytest.mark.slow
    def test_undo_takes_it_back_and_redo_brings_it_again(self, game, arbitrator, announced, accept):
        before = state(game)
        accept()
        after = state(game)
        assert before != after
        for _turn in range(2):
            undo.undo(game=game, by=arbitrator)
            assert state(game) == before
            undo.redo(game=game, by=arbitrator)
            assert state(game) == after
        assert game.words.count() == 3
        assert game.words.in_force().count() == 1

    def test_taking_back_is_on_record_and_undone_like_any_act(self, game, arbitrator, announced, accept):
        before = state(game)
        accept()
        after = state(game)
        game_words.take_word_back(game=game, word=UNLISTED, by=arbitrator)
        assert state(game) == before
        assert game.log.filter(act="word_taken_back").exists()
        undo.undo(game=game, by=arbitrator)
        assert state(game) == after
        undo.undo(game=game, by=arbitrator)
        assert state(game) == before

    def test_an_act_that_another_arbitrator_has_taken_back_is_undone_without_effect(
        self, game, arbitrator, second_arbitrator, announced, accept
    ):
        before = state(game)
        accept()
        game_words.take_word_back(game=game, word=UNLISTED, by=second_arbitrator)
        undo.undo(game=game, by=arbitrator)
        assert state(game) == before
        undo.redo(game=game, by=arbitrator)
        assert game.words.in_force().get().word == UNLISTED

    def test_refusing_the_top_leaves_the_board_as_it_is(self, game, announced, refuse):
        round_ = game.rounds.get(number=1)
        placed = round_.word
        refuse("QUIZ")
        assert ruling_of(announced[1]).score == 0
        for word in {top["word"] for top in round_.tops}:
            refuse(word)
        round_.refresh_from_db()
        assert round_.word == placed
        assert round_.top_score < round_.score
        assert top_of(round_).score == round_.top_score
        assert top_of(round_).word != placed
        assert standings_for_game(game).top_total == round_.top_score

    def test_a_slip_whose_verdict_does_not_change_keeps_its_ruling(self, announced, accept):
        before = ruling_of(announced[2])
        accept()
        assert ruling_of(announced[2]) == before

    def test_a_slip_that_is_the_word_gets_its_reason_where_no_move_can_form_it(
        self, game, arbitrator, hands, announced, key, accept
    ):
        Game.objects.update(rules=load_rule_set("fisf").to_toml())
        game.refresh_from_db()
        start_round(game, arbitrator, "ZAEINRS")
        let_time_pass(hands)
        slip = key(0, "WWVV", reference="", score=20)
        assert ruling_of(slip).code == "not_in_lexicon"
        accept("WWVV")
        assert ruling_of(slip).code == "no_place_fits"

    def test_the_first_ruling_of_the_program_stays_beside_the_new_one(self, announced, accept):
        accept()
        rulings = list(Ruling.objects.filter(slip=announced[0]).order_by("pk"))
        assert [(one.by, one.again) for one in rulings] == [(None, False), (None, True)]


class TestDecisionsByHand:
    @pytest.fixture
    def slip(self, game, arbitrator, hands, key):
        start_round(game, arbitrator, RACK)
        let_time_pass(hands)
        top_search.find_top(game.rounds.get(number=1).pk)
        return key(0, UNLISTED, score=WORTH)

    def act(self, function, game, players, arbitrator, **more):
        function(game=game, entry=players[0][0], by=arbitrator, reason="so", **more)

    def test_an_overruled_score_stays(self, game, players, arbitrator, slip, accept):
        self.act(arbitration_services.overrule, game, players, arbitrator, score=5)
        accept()
        assert (ruling_of(slip).score, ruling_of(slip).by) == (5, arbitrator)

    @pytest.mark.repeats
    @pytest.mark.parametrize("name", ["mark_warning", "mark_penalty", "mark_solo"])
    def test_a_mark_is_put_on_the_new_worth_and_undone_as_if_nothing_was(
        self, game, players, arbitrator, slip, accept, name
    ):
        plain = state(game)
        self.act(getattr(arbitration_services, name), game, players, arbitrator)
        marked = state(game)
        accept()
        last = ruling_of(slip)
        assert last.worth > 0
        assert last.by == arbitrator
        undo.undo(game=game, by=arbitrator)
        assert state(game) == marked
        undo.undo(game=game, by=arbitrator)
        assert state(game) == plain

    def test_a_mark_taken_back_after_the_word_leaves_the_new_worth(
        self, game, players, arbitrator, slip, accept
    ):
        self.act(arbitration_services.mark_warning, game, players, arbitrator)
        accept()
        worth = ruling_of(slip).worth
        self.act(arbitration_services.mark_warning, game, players, arbitrator)
        last = ruling_of(slip)
        assert (last.sanction, last.score, last.worth) == ("none", worth, worth)

    def test_a_warning_under_a_penalty_comes_back_on_the_new_worth(
        self, game, players, arbitrator, slip, accept
    ):
        self.act(arbitration_services.mark_warning, game, players, arbitrator)
        self.act(arbitration_services.mark_penalty, game, players, arbitrator)
        accept()
        self.act(arbitration_services.mark_penalty, game, players, arbitrator)
        last = ruling_of(slip)
        assert (last.sanction, last.warnings, last.code) == ("none", 1, "score_corrected")
        assert last.score > 0

    def test_the_programs_own_zero_that_was_lifted(self, game, players, arbitrator, slip, accept):
        self.act(arbitration_services.mark_warning, game, players, arbitrator)
        self.act(arbitration_services.give_zero, game, players, arbitrator)
        accept()
        assert ruling_of(slip).score == 0
        self.act(arbitration_services.give_zero, game, players, arbitrator)
        assert ruling_of(slip).score > 0


class TestSlipsThatSayTop:
    def test_keep_the_top_of_when_they_were_keyed(self, game, players, arbitrator, hands, accept):
        start_round(game, arbitrator, RACK)
        let_time_pass(hands)
        slip = arbitration_services.give_top(game=game, entry=players[0][0], by=arbitrator)
        then = ruling_of(slip).score
        accept("ZAQUIET")
        assert ruling_of(slip).score == then
        hands.move(1)
        bulk_top.rest_have_top(game=game, by=arbitrator)
        others = Slip.objects.filter(says_top=True).exclude(pk=slip.pk)
        assert {ruling_of(one).score > then for one in others} == {True}

    def test_are_worth_nothing_when_none_of_these_tops_can_be_played(
        self, game, players, arbitrator, hands, refuse
    ):
        start_round(game, arbitrator, RACK)
        let_time_pass(hands)
        slip = arbitration_services.give_top(game=game, entry=players[0][0], by=arbitrator)
        before = state(game)
        tops = {top["word"].upper() for top in game.rounds.get(number=1).tops}
        for word in tops:
            refuse(word)
        assert (ruling_of(slip).score, ruling_of(slip).code) == (0, "not_in_lexicon")
        for _word in tops:
            undo.undo(game=game, by=arbitrator)
        assert state(game) == before


class TestARoundInProgress:
    def test_the_stored_top_follows_before_the_announcement(self, game, arbitrator, hands, accept):
        round_ = start_round(game, arbitrator, RACK)
        top_search.find_top(round_.pk)
        accept("ZAQUIET")
        round_.refresh_from_db()
        assert [top["word"] for top in round_.tops if top["preferred"]] == ["ZAQUIET"]

    def test_the_game_sheet_tells_its_words_at_the_announcement(self, game, arbitrator, hands, accept):
        accept("WWVV")
        start_round(game, arbitrator, RACK)
        accept("ZAQUIET")
        assert words_on_sheet(game) == []
        let_time_pass(hands)
        announce_preferred(game, arbitrator, 1)
        assert words_on_sheet(game) == ["WWVV", "ZAQUIET"]
        rest = progress_of(game).kept
        start_round(game, arbitrator, f"{game.tiles.decode_rack(rest)}AEIRSTD"[:7])
        hands.move(1)
        game_words.take_word_back(game=game, word="WWVV", by=arbitrator)
        accept("WWVVW")
        assert words_on_sheet(game) == ["WWVV", "ZAQUIET"]

    def test_a_search_that_ends_too_late_does_not_win(self, game, arbitrator, accept):
        round_ = start_round(game, arbitrator, RACK)
        round_.tops = None
        type(round_).objects.filter(pk=round_.pk).update(tops=None, top_score=None)
        accept("ZAQUIET")
        top_search.find_top(round_.pk)
        round_.refresh_from_db()
        assert [top["word"] for top in round_.tops if top["preferred"]] == ["ZAQUIET"]

    def test_the_log_tells_no_top_of_it(self, game, arbitrator, accept):
        round_ = start_round(game, arbitrator, RACK)
        top_search.find_top(round_.pk)
        accept("ZAQUIET")
        entry = AuditLogEntry.objects.get(act="word_accepted")
        assert entry.params["tops"] == []

    def test_a_move_with_an_unlisted_word_is_placed_after_accepting(self, game, arbitrator, hands, accept):
        start_round(game, arbitrator, RACK)
        let_time_pass(hands)
        place = {"game": game, "number": 1, "reference": "H8", "word": UNLISTED, "by": arbitrator}
        with pytest.raises(EngineError):
            round_services.announce(**place, confirmed=EVERYTHING)
        accept()
        round_services.announce(**place, confirmed=EVERYTHING)
        assert game.rounds.get(number=1).word == UNLISTED

    def test_an_unlisted_cross_word_is_placed_after_accepting(self, game, arbitrator, hands, accept):
        start_round(game, arbitrator, "TRAINER")
        let_time_pass(hands)
        round_services.announce(
            game=game, number=1, reference="H4", word="TRAINER", by=arbitrator, confirmed=EVERYTHING
        )
        start_round(game, arbitrator, "ZAEIRTN")
        let_time_pass(hands)
        place = {"game": game, "number": 2, "reference": "11H", "word": "ZA", "by": arbitrator}
        with pytest.raises(EngineError):
            round_services.announce(**place, confirmed=EVERYTHING)
        accept("TRAINERZ")
        round_services.announce(**place, confirmed=EVERYTHING)

    def test_phones_slips_that_the_background_judges_later(self, game, arbitrator, hands, players, accept):
        round_ = start_round(game, arbitrator, RACK)
        stale = type(round_).objects.select_related("game").get(pk=round_.pk)
        accept()
        let_time_pass(hands)
        closing.judge_round(stale.pk)
        assert not game.rounds.get(number=1).slips.exists()


def test_a_game_has_no_more_words_than_its_desk_can_list(game, accept, monkeypatch):
    monkeypatch.setattr(game_words, "MOST_WORDS", 2)
    accept("QZA")
    accept("QZE")
    assert refusal_code(accept, "QZI") == "too_many_words"
    assert game.words.count() == 2


@pytest.mark.parametrize("word", ["Z" * 16, "ZQ\u202e", "Z"])
def test_an_act_of_an_archive_with_a_word_that_is_none_is_not_undone(game, arbitrator, accept, word):
    accept("QZA")
    game_words.take_word_back(game=game, word="QZA", by=arbitrator)
    row = AuditLogEntry.objects.filter(game=game, act="word_taken_back").get()
    AuditLogEntry.objects.filter(pk=row.pk).update(params=row.params | {"word": word})
    with pytest.raises((RuleViolation, EngineError)):
        undo.undo(game=game, by=arbitrator)
    assert lexicon_of(game) is load_lexicon(game.lexicon)
