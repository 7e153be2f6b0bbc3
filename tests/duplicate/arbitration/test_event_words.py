"""Words of an event and additions of an organiser: which games have them, and which keep what they had."""

from urllib.parse import urlencode

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.urls import reverse

from duplicate.arbitration import event_words, game_words, undo
from duplicate.games import services as game_services
from duplicate.models import Game
from duplicate.positions.game_words import lexicon_of, words_of
from engine.errors import EngineError
from engine.lexicon import load_lexicon
from engine.rules import (
    RuleSet,
)
from tests.factories.games import create_game
from tests.factories.refusals import refusal_code
from tournaments.errors import RuleViolation
from tournaments.lexicons import additions
from tournaments.lexicons.services import load_word_list
from tournaments.models import AddedWord, Lexicon, Organiser
from tournaments.organisers.scope import scope_to_organiser

pytestmark = [pytest.mark.django_db, pytest.mark.one_game("players"), pytest.mark.database]


@pytest.fixture
def lexicon(built_in):
    return Lexicon.objects.get(name="english")


@pytest.fixture
def decide(game, lexicon, arbitrator, hands):
    def do(word, *, accepted=True, **more):
        hands.move(1)
        values = {"event": game.event, "lexicon": lexicon, "reason": "local", "by": arbitrator} | more
        return event_words.decide_event_word(word=word, accepted=accepted, **values)

    return do


@pytest.fixture
def next_game(game, arbitrator):
    def make(**more):
        values = {"name": "Next", "lexicon": "english", "notation": "duplicate", "rules": RuleSet()}
        return game_services.create_game(**values | more, by=arbitrator, event=game.event)

    return make


def has(game, word):
    game.refresh_from_db()
    return lexicon_of(game).contains(game.tiles.encode_plain(word))


class TestAnEvent:
    def test_its_word_goes_to_the_games_that_are_not_over_and_to_later_ones(
        self, game, arbitrator, decide, next_game
    ):
        second = next_game()
        game_services.end_game(game=game, by=arbitrator)
        assert decide("ZZYZX") == 1
        third = next_game()
        assert [has(one, "ZZYZX") for one in (game, second, third)] == [False, True, True]
        assert second.log.filter(act="word_accepted").exists()
        assert game.event.acts.filter(act="event_word_accepted").exists()

    def test_taken_back_it_stays_in_games_that_are_over(self, game, arbitrator, decide, next_game):
        decide("ZZYZX")
        game_services.end_game(game=game, by=arbitrator)
        second = next_game()
        row = game.event.words.get()
        assert event_words.take_event_word_back(event=game.event, key=row.pk, by=arbitrator) == 1
        assert [has(one, "ZZYZX") for one in (game, second, next_game())] == [True, False, False]
        again = {"event": game.event, "key": row.pk, "by": arbitrator}
        assert refusal_code(event_words.take_event_word_back, **again) == "event_word_gone"

    def test_a_game_that_has_decided_the_word_itself_keeps_that(self, game, arbitrator, decide, hands):
        game_words.refuse_word(game=game, word="HOUSE", reason="so", by=arbitrator)
        assert decide("HOUSE", accepted=False) == 0
        event_words.take_event_word_back(event=game.event, key=game.event.words.get().pk, by=arbitrator)
        assert not has(game, "HOUSE")

    def test_an_arbitrator_takes_it_back_in_one_game(self, game, arbitrator, decide):
        decide("ZZYZX")
        undo.undo(game=game, by=arbitrator)
        assert not has(game, "ZZYZX")
        assert game.event.words.in_force().exists()

    def test_it_is_for_the_chief(self, decide, second_arbitrator, helper, stranger):
        for user in (second_arbitrator, helper, stranger):
            with pytest.raises(RuleViolation):
                decide("ZZYZX", by=user)

    def test_what_changes_nothing_is_refused(self, decide):
        assert refusal_code(decide, "HOUSE") == "event_word_same"
        assert refusal_code(decide, "ZZYZX", accepted=False) == "event_word_same"
        decide("ZZYZX")
        assert refusal_code(decide, "ZZYZX") == "event_word_decided"
        assert refusal_code(decide, "ZZ", reason=" ") == "reason_missing"
        with pytest.raises(EngineError):
            decide("ЖЖ")

    def test_its_page(self, desk, game, decide):
        address = reverse("event-words", args=[game.event_id])
        said = {"word": "zzyzx", "decision": "accept", "lexicon": "english", "reason": "local"}
        assert desk.post(address, said).status_code == 302
        assert has(game, "ZZYZX")
        page = desk.get(address)
        assert "ZZYZX" in page.text
        assert desk.post(address, said).status_code == 422
        desk.post(address, {"take_back": game.event.words.get().pk})
        assert not has(game, "ZZYZX")
        for key in ("x" * 20, "9" * 5000):
            assert desk.post(address, {"take_back": key}, follow=True).status_code == 200


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("chal", " Read as CH + A + L; apart: [C][H]"),
        ("[c][h]al", ""),
        ("camión", " Accents become tiles: ó → o"),
        ("CHALLA", " Read as CH + A + LL + A; apart: [C][H], [L][L]"),
    ],
)
def test_pages_tell_how_words_were_read(desk, game, arbitrator, words, told):
    User.objects.filter(pk=arbitrator.pk).update(is_staff=True, is_superuser=True)
    spanish = load_word_list(name="pocas", data=b"CASA\n", tile_set="spanish")
    said = {"word": words, "decision": "accept", "lexicon": "pocas", "reason": "local"}
    page = desk.post(reverse("event-words", args=[game.event_id]), said, follow=True)
    assert f"Games judged again: 0.{told}<" in page.text
    page = desk.post(reverse("lexicon-additions", args=[spanish.pk]), {"words": words}, follow=True)
    assert f"Added: 1.{told}<" in page.text


class TestAWordOfTheEventThatAGameUndid:
    """Brought back by redo or undo, it is the event's word again, and goes when the event takes it back."""

    @pytest.fixture
    def of_event(self, game, arbitrator, lexicon):
        values = {"event": game.event, "lexicon": lexicon, "word": "QUEZ", "reason": "so", "by": arbitrator}
        event_words.decide_event_word(**values, accepted=True)
        return game.event.words.get()

    def take_event_back(self, game, of_event, arbitrator):
        return event_words.take_event_word_back(event=game.event, key=of_event.pk, by=arbitrator)

    def test_by_redo(self, game, arbitrator, of_event):
        undo.undo(game=game, by=arbitrator)
        undo.redo(game=game, by=arbitrator)
        assert self.take_event_back(game, of_event, arbitrator) == 1
        assert not words_of(game)

    def test_by_undoing_that_it_was_taken_back(self, game, arbitrator, of_event):
        game_words.take_word_back(game=game, word="QUEZ", by=arbitrator)
        undo.undo(game=game, by=arbitrator)
        assert self.take_event_back(game, of_event, arbitrator) == 1
        assert not words_of(game)

    def test_after_the_event_took_it_back_it_is_the_games_own(self, game, arbitrator, of_event, lexicon):
        undo.undo(game=game, by=arbitrator)
        assert self.take_event_back(game, of_event, arbitrator) == 0
        undo.redo(game=game, by=arbitrator)
        assert not game.words.in_force().get().from_event


class TestAnOrganiser:
    def add(self, lexicon, text, by, note=""):
        return additions.add_words(lexicon=lexicon, text=text, note=note, by=by)

    def test_its_additions_are_those_of_games_made_later(self, game, lexicon, arbitrator, next_game):
        assert self.add(lexicon, "zzyzx\nQZ  house qz", arbitrator) == 2
        later = next_game()
        assert [has(one, "ZZYZX") for one in (game, later)] == [False, True]
        additions.remove_word(lexicon=lexicon, word="ZZYZX", by=arbitrator)
        assert has(later, "ZZYZX")
        assert not has(next_game(), "ZZYZX")
        removed = AddedWord.objects.get(word="ZZYZX")
        assert (removed.removed_by, removed.by) == (arbitrator, arbitrator)
        assert not load_lexicon("english").contains(later.tiles.encode_plain("QZ"))

    def test_a_game_refuses_one_of_them(self, lexicon, arbitrator, next_game, hands):
        self.add(lexicon, "ZZYZX", arbitrator)
        later = next_game()
        hands.move(1)
        game_words.refuse_word(game=later, word="ZZYZX", reason="a name", by=arbitrator)
        assert not has(later, "ZZYZX")
        undo.undo(game=later, by=arbitrator)
        assert has(later, "ZZYZX")

    def test_all_or_none_are_added(self, lexicon, arbitrator):
        code = refusal_code(self.add, lexicon, "QZ A ЖЖ " + "Z" * 16, arbitrator)
        assert code == "additions_wrong"
        assert not AddedWord.objects.exists()

    def test_no_more_than_the_most(self, lexicon, arbitrator, monkeypatch):
        monkeypatch.setattr(additions, "MOST_WORDS", 2)
        assert refusal_code(self.add, lexicon, "QZ QZA QZB", arbitrator) == "additions_enough"
        self.add(lexicon, "QZ QZA", arbitrator)
        assert refusal_code(self.add, lexicon, "QZB", arbitrator) == "additions_enough"

    @pytest.mark.slow
    def test_ten_thousand_of_them_make_a_game_with_few_queries(
        self, lexicon, arbitrator, next_game, django_assert_max_num_queries
    ):
        letters = "BCDFGHJKLMNPQRSTVWXZ"
        words = (f"QX{a}{b}{c}{d}" for a in letters for b in letters for c in letters for d in "QXZ")
        self.add(lexicon, " ".join(list(words)[: additions.MOST_WORDS]), arbitrator)
        with django_assert_max_num_queries(40):
            later = next_game()
        assert has(later, "QXBBBQ")

    def test_another_organiser_has_none_of_them(self, lexicon, arbitrator):
        self.add(lexicon, "ZZYZX", arbitrator)
        other = Organiser.objects.create(name="Other")
        with scope_to_organiser(other.pk):
            assert not AddedWord.objects.exists()
            assert not has(create_game(arbitrator, name="Elsewhere"), "ZZYZX")

    def test_one_that_is_gone_is_not_removed_twice(self, lexicon, arbitrator):
        gone = {"lexicon": lexicon, "word": "ZZYZX", "by": arbitrator}
        assert refusal_code(additions.remove_word, **gone) == "addition_gone"

    def test_their_page(self, desk, lexicon, arbitrator):
        User.objects.filter(pk=arbitrator.pk).update(is_staff=True, is_superuser=True)
        address = reverse("lexicon-additions", args=[lexicon.pk])
        assert desk.post(address, {"words": "zzyzx", "note": "a road"}).status_code == 302
        page = desk.get(address)
        assert "ZZYZX" in page.text
        assert "a road" in page.text
        assert desk.post(address, {"words": "A"}).status_code == 422
        desk.post(address, {"remove": "ZZYZX"})
        assert not additions.additions_to("english").exists()

    def test_a_text_that_is_too_long_is_not_cut(self, desk, lexicon, arbitrator):
        """A request may have 64 kB, where a line end or an accent takes six bytes."""
        User.objects.filter(pk=arbitrator.pk).update(is_staff=True, is_superuser=True)
        address = reverse("lexicon-additions", args=[lexicon.pk])
        longest = "ZZYZX\r\n" * 2857
        body = urlencode({"words": longest, "note": ""})
        assert len(body) < settings.DATA_UPLOAD_MAX_MEMORY_SIZE
        assert desk.post(address, {"words": longest}).status_code == 302
        page = desk.post(address, {"words": "ZZYZX " * 3334})
        assert page.status_code == 422
        assert "at most 20000 characters" in page.text
        assert page.text.count("ZZYZX ") >= 3333
        assert 'maxlength="20000"' not in page.text


class TestKeepingAWord:
    """An administrator keeps words of a game or an event among the organiser's additions with one act."""

    @pytest.fixture
    def administrator(self, arbitrator):
        User.objects.filter(pk=arbitrator.pk).update(is_staff=True, is_superuser=True)
        arbitrator.refresh_from_db()
        return arbitrator

    @pytest.fixture
    def act(self, desk, game):
        def post(act, word="ZZYZX", **more):
            return desk.post(reverse("act", args=[game.code, act]), {"word": word, "words": "1"}, **more)

        return post

    def test_from_the_list_of_the_games_words(self, desk, game, administrator, act, next_game):
        game_words.accept_word(game=game, word="ZZYZX", reason="a road", by=administrator)
        page = reverse("words", args=[game.code])
        assert reverse("act", args=[game.code, "keep-word"]) in desk.get(page).text
        assert "added: games created from now on" in act("keep-word", follow=True).text
        row = AddedWord.objects.get(removed_at=None)
        assert (row.word, row.note, row.by, row.lexicon.name) == ("ZZYZX", "a road", administrator, "english")
        assert has(next_game(), "ZZYZX")
        text = desk.get(page).text
        assert "in our additions" in text
        assert reverse("act", args=[game.code, "keep-word"]) not in text
        act("remove-word")
        assert not additions.additions_to("english").exists()
        assert has(game, "ZZYZX")

    def test_refusals_change_nothing(self, game, administrator, act):
        assert act("keep-word").status_code == 422
        assert act("keep-word", word="\x00").status_code == 422
        game_words.refuse_word(game=game, word="HOUSE", reason="a name", by=administrator)
        assert act("keep-word", word="HOUSE").status_code == 422
        game_words.accept_word(game=game, word="ZZYZX", reason="a road", by=administrator)
        assert act("remove-word").status_code == 422
        act("keep-word")
        answer = act("keep-word", headers={"HX-Request": "true"})
        assert answer.status_code == 422
        assert "already in the lexicon or our additions" in answer.text
        assert AddedWord.objects.count() == 1

    def test_a_refused_word_is_removed_from_the_additions(self, lexicon, administrator, next_game, desk):
        additions.add_words(lexicon=lexicon, text="ZZYZX", note="", by=administrator)
        later = next_game()
        game_words.refuse_word(game=later, word="ZZYZX", reason="a name", by=administrator)
        desk.post(reverse("act", args=[later.code, "remove-word"]), {"word": "ZZYZX"})
        assert not additions.additions_to("english").exists()

    def test_from_the_list_of_the_events_words(self, desk, game, administrator, decide):
        decide("ZZYZX")
        decide("HOUSE", accepted=False)
        address = reverse("event-words", args=[game.event_id])
        keys = dict(game.event.words.values_list("word", "pk"))
        assert desk.get(address).text.count('name="keep"') == 1
        assert (
            "added: games created from now on"
            in desk.post(address, {"keep": keys["ZZYZX"]}, follow=True).text
        )
        assert 'name="keep"' not in desk.get(address).text
        assert "refused here" in desk.post(address, {"keep": keys["HOUSE"]}, follow=True).text
        assert additions.additions_to("english").get().note == "local"
        desk.post(address, {"remove": keys["ZZYZX"]})
        assert not additions.additions_to("english").exists()
        for key in ("9" * 5000, "-1", "x", ""):
            assert desk.post(address, {"keep": key}, follow=True).status_code == 200

    def test_a_chief_who_is_no_administrator_is_refused(self, desk, game, decide, act, arbitrator):
        decide("ZZYZX")
        assert act("keep-word").status_code == 403
        address = reverse("event-words", args=[game.event_id])
        assert 'name="keep"' not in desk.get(address).text
        assert (
            reverse("act", args=[game.code, "keep-word"])
            not in desk.get(reverse("words", args=[game.code])).text
        )
        assert desk.post(address, {"keep": game.event.words.get().pk}).status_code == 403
        assert not AddedWord.objects.exists()

    def test_a_word_of_another_event_is_not_kept(self, desk, game, administrator, decide):
        decide("ZZYZX")
        other = create_game(administrator, name="Elsewhere")
        address = reverse("event-words", args=[other.event_id])
        desk.post(address, {"keep": game.event.words.get().pk})
        assert not AddedWord.objects.exists()


def test_all_of_this_is_on_record(game, lexicon, arbitrator, decide):
    decide("ZZYZX")
    row = game.words.get()
    assert (row.from_event, row.reason, row.by) == (True, "local", arbitrator)
    assert Game.objects.get(pk=game.pk).words_digest


def test_the_page_of_an_event_lists_games_with_words_of_their_own(game, arbitrator, client):
    client.force_login(arbitrator)
    address = reverse("event-words", args=[game.event_id])
    assert "Games with words of their own" not in client.get(address).content.decode()
    game_words.accept_word(game=game, word="QZZA", reason="local", by=arbitrator)
    page = client.get(address).content.decode()
    assert "No word is accepted or refused for the whole event." in page
    assert "Games with words of their own" in page
    assert "QZZA" in page
