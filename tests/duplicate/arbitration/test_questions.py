"""Questioning a ruling: when it may be done, by whom, what becomes of it, and what each side is shown."""

import json
import uuid
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.db import IntegrityError, transaction
from django.urls import reverse

from duplicate.arbitration import corrections, questions
from duplicate.desk.open_questions import open_questions
from duplicate.games import services as game_services
from duplicate.games.players import services as player_services
from duplicate.log.messages import act_text
from duplicate.models import Question
from duplicate.rounds import closing
from duplicate.rounds import services as round_services
from duplicate.slips import services as slip_services
from engine.rules import (
    RuleSet,
)
from tests.factories.games import announce_preferred, let_time_pass, own_clock, start_round
from tournaments.errors import RuleViolation
from tournaments.repeats import IdUsed

pytestmark = [pytest.mark.django_db, pytest.mark.one_game("players")]

HTMX = {"HX-Request": "true"}


@pytest.fixture(autouse=True)
def no_throttle_memory():
    cache.clear()


@pytest.fixture(scope="module")
def rows_for_file(rows_for_file):
    """Announce round 1; the word of Mona's slip is not in the lexicon."""
    game, by = rows_for_file.game, rows_for_file.arbitrator
    with own_clock() as hands:
        start_round(game, by, "TRAINER")
        slip_services.submit_slip(
            game=game,
            entry=rows_for_file.players[0][0],
            client_id=uuid.uuid4(),
            number=1,
            word="RAINTER",
            reference="H4",
            score=66,
            received_at=hands.now,
        )
        let_time_pass(hands)
        announce_preferred(game, by, 1)
        rows_for_file.now = hands.now
    return rows_for_file


@pytest.fixture
def announced(game, hands):
    return game.rounds.get(number=1)


@pytest.fixture
def ask(game, players, hands):
    """Return a function that asks a question as the first player."""

    def ask(text="RAINTER is a word.", number=1, entry=players[0][0], client_id=None):
        asked = questions.ask_question(
            game=game,
            entry=entry,
            client_id=client_id or uuid.uuid4(),
            number=number,
            text=text,
            asked_at=hands.now,
        )
        return asked.question

    return ask


@pytest.fixture
def api(client, game, players):
    """Return a function that sends a question over HTTP."""

    def post(token=players[0][1], code=game.code, **fields):
        question = {"id": str(uuid.uuid4()), "round": 1, "text": "Why?"} | fields
        return client.post(
            reverse("api-questions", args=[code]),
            json.dumps(question),
            content_type="application/json",
            headers={"Authorization": f"Bearer {token}", "Accept-Language": "en"},
        )

    return post


@pytest.fixture
def me(client, game):
    """Return a function that reads the sheet with a phone's token."""

    def get(token):
        return client.get(
            reverse("api-me", args=[game.code]), headers={"Authorization": f"Bearer {token}"}
        ).json()

    return get


def sentences(game):
    return [act_text(entry.act, entry.params) for entry in game.log.all()]


def refused(act, code):
    with pytest.raises(RuleViolation) as error:
        act()
    assert error.value.code == code
    return str(error.value)


# --- Asking ---------------------------------------------------------------------------------------------------------


def test_asking_is_on_record(announced, ask, game):
    question = ask("  RAINTER\n is a  word. ")
    assert question.text == "RAINTER is a word."
    assert sentences(game)[-1] == "Round 1: Mona questions the ruling: RAINTER is a word."
    assert game.log.last().by is None


def test_the_same_question_sent_again_is_stored_once(announced, ask):
    client_id = uuid.uuid4()
    assert ask(client_id=client_id) == ask("RAINTER  is a word. ", client_id=client_id)
    assert Question.objects.count() == 1


@pytest.mark.parametrize("other", [{"text": "something else"}, {"text": ""}, {"number": 2}], ids=repr)
def test_another_question_with_the_same_id_is_refused(announced, ask, other):
    client_id = uuid.uuid4()
    question = ask(client_id=client_id)
    with pytest.raises(IdUsed) as refused:
        ask(client_id=client_id, **other)
    assert refused.value.on_record == questions.receipt_for_question(question)
    assert Question.objects.get() == question


@pytest.mark.parametrize(
    ("text", "code"), [("", "text_missing"), (" \n\u200b ", "text_missing"), ("x" * 301, "text_too_long")]
)
def test_what_cannot_be_asked(announced, ask, text, code):
    refused(lambda: ask(text), code)
    assert not Question.objects.exists()


def test_three_hundred_characters_are_taken(announced, ask):
    assert ask("x" * 300).text == "x" * 300


def test_a_round_that_is_not_announced(open_round, close_round, ask):
    refused(lambda: ask(number=2), "round_not_announced")
    open_round("AEIOURS")
    refused(lambda: ask(number=2), "round_not_announced")
    close_round()
    assert refused(lambda: ask(number=2), "round_not_announced") == "Round 2 is not announced yet."


def test_until_the_next_round_closes(announced, ask, players, open_round, hands, game):
    """Drawn, open, until its time and grace are over: whether or not anybody has closed it yet."""
    first, second, third = (entry for entry, _token in players)
    ask(entry=first)
    round_ = open_round("AEIOURS")
    ask(entry=second)
    round_.refresh_from_db()
    hands.now = round_.deadline(game.rule_set) + timedelta(milliseconds=1)
    assert "until round 2 closed" in refused(lambda: ask(entry=third), "question_too_late")
    hands.now = round_.deadline(game.rule_set)
    ask(entry=third)
    hands.move(1000)
    closing.close_overdue_rounds()
    refused(lambda: ask(entry=third), "question_too_late")


def test_the_last_round_may_be_questioned_after_the_game(announced, ask, game, arbitrator):
    game_services.end_game(game=game, by=arbitrator)
    assert ask().pk


def test_one_open_question_a_round(announced, ask, game, arbitrator, players):
    question = ask()
    refused(ask, "question_open")
    with pytest.raises(IntegrityError), transaction.atomic():
        Question.objects.create(
            round=question.round,
            entry=question.entry,
            client_id=uuid.uuid4(),
            text="Again",
            asked_at=question.asked_at,
        )
    assert ask(entry=players[1][0]).pk  # another player may
    questions.answer_question(game=game, question_id=question.pk, answer="No.", by=arbitrator)
    assert ask("But I insist.").pk


# --- Taking back, answering -------------------------------------------------------------------------------------------


def test_taking_a_question_back(announced, ask, game, players, arbitrator):
    question = ask()
    for _ in range(2):
        questions.take_question_back(game=game, entry=players[0][0], client_id=question.client_id)
    assert sentences(game)[-1] == "Round 1: Mona withdraws the question: RAINTER is a word."
    assert [entry.act for entry in game.log.all()].count("question_taken_back") == 1
    refused(
        lambda: questions.answer_question(game=game, question_id=question.pk, answer="No.", by=arbitrator),
        "question_taken_back",
    )
    # A repeated request does not open the question again.
    assert ask(client_id=question.client_id).taken_back_at
    assert open_questions(game) == ()
    assert ask("Something else").pk


def test_answering(announced, ask, game, arbitrator, players, hands):
    question = ask()
    hands.move(60)
    questions.answer_question(
        game=game, question_id=question.pk, answer=" Not in the  lexicon. ", by=arbitrator
    )
    question.refresh_from_db()
    assert (question.answer, question.answered_by, question.answered_at) == (
        "Not in the lexicon.",
        arbitrator,
        hands.now,
    )
    assert sentences(game)[-1] == "Round 1: answer to Mona: Not in the lexicon."
    assert game.log.last().by == arbitrator

    def again():
        return questions.answer_question(game=game, question_id=question.pk, answer="Yes.", by=arbitrator)

    refused(again, "question_answered")
    refused(
        lambda: questions.take_question_back(game=game, entry=players[0][0], client_id=question.client_id),
        "question_answered",
    )


@pytest.mark.parametrize("answer", ["", "  ", "x" * 301])
def test_an_answer_says_something(announced, ask, game, arbitrator, answer):
    question = ask()
    with pytest.raises(RuleViolation):
        questions.answer_question(game=game, question_id=question.pk, answer=answer, by=arbitrator)
    question.refresh_from_db()
    assert question.answered_at is None


def test_nobody_answers_in_another_game(announced, ask, stranger):
    question = ask()
    other = game_services.create_game(
        name="Other", by=stranger, lexicon="english", notation="duplicate", rules=RuleSet()
    )
    refused(
        lambda: questions.answer_question(game=other, question_id=question.pk, answer="Ha", by=stranger),
        "question_unknown",
    )


# --- The phone --------------------------------------------------------------------------------------------------------


def test_a_question_by_phone(announced, api, me, players, game, arbitrator):
    token = players[0][1]
    assert me(token)["rounds"][0]["may_question"]
    question_id = str(uuid.uuid4())
    first = api(id=question_id)
    assert first.status_code == 201
    assert first.json() | {"asked_at": 0} == {
        "id": question_id,
        "round": 1,
        "text": "Why?",
        "asked_at": 0,
        "answer": "",
        "answered_at": None,
    }
    again = api(id=question_id)
    assert (again.status_code, again.json()) == (200, first.json())
    line = me(token)["rounds"][0]
    assert (line["questions"], line["may_question"]) == ([first.json()], False)
    questions.answer_question(
        game=game, question_id=Question.objects.get().pk, answer="Because.", by=arbitrator
    )
    line = me(token)["rounds"][0]
    assert (line["questions"][0]["answer"], line["may_question"]) == ("Because.", True)


def test_nobody_sees_or_takes_back_anothers_question(announced, api, me, players, client, game):
    question_id = api(token=players[0][1]).json()["id"]
    assert me(players[1][1])["rounds"][0]["questions"] == []
    address = reverse("api-question", args=[game.code, question_id])
    for token, status in [(players[1][1], 409), ("nonsense", 401), (players[0][1], 204)]:
        answer = client.delete(address, headers={"Authorization": f"Bearer {token}"})
        assert answer.status_code == status
    assert Question.objects.get().taken_back_at
    frame = client.get(reverse("api-game", args=[game.code])).content.decode()
    assert "Why?" not in frame


def test_who_may_ask(announced, api, arbitrator, game):
    other = game_services.create_game(
        name="Other", by=arbitrator, lexicon="english", notation="duplicate", rules=RuleSet()
    )
    assert api(token="").status_code == 401
    assert api(token=player_services.join_game(game=other, name="Pia").token).status_code == 403
    assert not Question.objects.exists()


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"text": ""}, "text"),
        ({"text": " \u200b "}, "text"),
        ({"text": "x" * 301}, "text"),
        ({"text": "a\x00b"}, "text"),
        ({"id": "x"}, "id"),
        ({"round": 0}, "round"),
    ],
)
def test_what_cannot_be_read_is_said_by_field(announced, api, fields, field):
    answer = api(**fields)
    assert (answer.status_code, [wrong["field"] for wrong in answer.json()["errors"]]) == (400, [field])


def test_a_phone_gone_wild_is_slowed_down(announced, api):
    assert [api(id="x").status_code for _ in range(61)][60] == 429


# --- The desk -------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_desk_shows_the_question_with_the_slip_and_its_verdict(announced, ask, client, game, arbitrator):
    client.force_login(arbitrator)
    dashboard = reverse("dashboard", args=[game.code])
    assert "No open questions." in client.get(dashboard).content.decode()
    question = ask("Is <RAINTER> not a word?")
    page = client.get(dashboard).content.decode()
    for shown in (
        "Mona",
        "RAINTER H4",
        "Not in the lexicon: RAINTER.",
        "Is &lt;RAINTER&gt; not a word?",
        "1 question of a player is open.",
    ):
        assert shown in page
    line = open_questions(game)[0]
    assert (line.question_id, line.number, line.table, line.ruled.score) == (question.pk, 1, 1, 0)


def test_a_question_of_who_handed_in_nothing(announced, ask, client, game, arbitrator, players):
    ask("I did hand in!", entry=players[1][0])
    client.force_login(arbitrator)
    assert "No slip." in client.get(reverse("panel", args=[game.code])).content.decode()
    assert open_questions(game)[0].ruled is None


@pytest.mark.parametrize("count", [1, 3])
def test_the_desk_takes_the_same_queries_for_any_number(
    announced, ask, players, game, django_assert_num_queries, count
):
    for entry, _token in players[:count]:
        ask(entry=entry)
    with django_assert_num_queries(3):  # questions, slips, rulings
        assert len(open_questions(game)) == count


def test_the_next_round_is_drawn_with_a_question_open(announced, ask, game, arbitrator):
    ask()
    round_services.draw_rack(game=game, by=arbitrator)
    assert game.rounds.count() == 2


def test_answering_at_the_desk(announced, ask, client, game, arbitrator, players):
    first, second = ask(), ask(entry=players[1][0])
    client.force_login(arbitrator)
    act = reverse("act", args=[game.code, "answer-question"])
    typed = {f"answer-{first.pk}": "No.", f"answer-{second.pk}": "Half an ans", "question": first.pk}
    assert client.post(act, typed, headers=HTMX).status_code == 200
    assert [line.question_id for line in open_questions(game)] == [second.pk]
    again = client.post(act, typed, headers=HTMX)
    assert again.status_code == 422
    assert "This question has been answered already." in again.content.decode()
    empty = client.post(act, {"question": second.pk}, headers=HTMX)
    assert empty.status_code == 422
    assert "Write your answer or question first." in empty.content.decode()
    for nonsense in ({}, {"question": "x"}, {"question": "99999", "answer-99999": "Hm"}):
        assert client.post(act, nonsense, headers=HTMX).status_code == 422
    assert client.post(act, {"question": second.pk, f"answer-{second.pk}": "Yes."}).status_code == 302


def test_only_the_desk_answers(announced, ask, client, game, stranger):
    question = ask()
    act = reverse("act", args=[game.code, "answer-question"])
    typed = {"question": question.pk, f"answer-{question.pk}": "No."}
    assert client.post(act, typed).status_code == 302  # to the login
    client.force_login(stranger)
    assert client.post(act, typed).status_code == 404
    question.refresh_from_db()
    assert question.answered_at is None


def test_a_cancelled_round_takes_its_questions_with_it(announced, ask, game):
    ask()
    game.rounds.update(state="cancelled", announced_at=None, score=None)
    assert open_questions(game) == ()


def test_cancelling_a_round_answers_what_was_asked_about_it(announced, ask, game, players, arbitrator, hands):
    open_one, other = ask(), ask(entry=players[1][0])
    questions.take_question_back(game=game, entry=players[1][0], client_id=other.client_id)
    hands.move(5)
    corrections.cancel_round(game=game, number=1, reason="a tile was missing", by=arbitrator)
    assert not Question.objects.open().exists()
    open_one.refresh_from_db()
    assert (open_one.answer, open_one.answered_by, open_one.answered_at) == (
        "a tile was missing",
        arbitrator,
        hands.now,
    )
    other.refresh_from_db()
    assert (other.answer, other.answered_at) == ("", None)
    assert list(game.log.order_by("-pk").values_list("act", flat=True)[:2]) == [
        "round_cancelled",
        "question_answered",
    ]
    refused(
        lambda: questions.answer_question(game=game, question_id=open_one.pk, answer="Yes.", by=arbitrator),
        "question_answered",
    )


def test_who_asked_stays_on_record_even_without_a_slip(announced, ask, game, players, arbitrator):
    olga = players[2][0]
    ask(entry=olga)
    with pytest.raises(RuleViolation, check=lambda error: error.code == "player_has_asked"):
        player_services.remove_player(game=game, entry=olga, by=arbitrator)
    assert Question.objects.filter(entry=olga).exists()
