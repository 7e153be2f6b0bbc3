"""Training: alone against the top, on a device without an account, over HTTP."""

import re
from types import SimpleNamespace

import pytest
from django.urls import reverse

from duplicate.models.training import Trainee, Training, TrainingRound
from duplicate.training import devices, rounds
from duplicate.views.training import PerDeviceThrottle
from tests.factories.training import act, data_of, go_next, hand_in, page
from tests.oracles import scorer
from tournaments.models import Lexicon

pytestmark = [pytest.mark.django_db, pytest.mark.database]


# Devices


def test_a_device_is_known_by_a_cookie_that_only_it_has(client, begin):
    training = begin()
    cookie = client.cookies["isotop_training"]
    assert cookie["httponly"]
    assert cookie["samesite"] == "Lax"
    assert Trainee.objects.get().token_hash != cookie.value
    assert devices.trainee_for_token(cookie.value) == training.trainee
    assert begin().trainee == training.trainee


def test_nobody_is_known_by_looking(client, built_in):
    for name in ("training", "training-statistics", "bring-game"):
        assert client.get(reverse(name)).status_code == 200
    assert not Trainee.objects.exists()


def test_the_training_of_another_device_does_not_exist(client, begin, django_user_model):
    training = begin()
    client.cookies.clear()
    assert page(client, training).status_code == 302
    begin()
    for name, *more in (
        ("training-round",),
        ("training-replay", 1),
        ("training-hint", 1),
        ("training-answer", 1),
        ("end-training",),
    ):
        address = reverse(name, args=[training.pk, *more])
        answer = (
            client.get(address) if name in ("training-round", "training-replay") else client.post(address)
        )
        assert answer.status_code == 404
    training.refresh_from_db()
    assert training.ended_at is None
    assert rounds.current_round(training).hints == 0


def test_everything_that_was_kept_is_deleted_on_request(client, begin):
    hand_in(client, begin())
    client.post(reverse("erase-training"))
    assert not Trainee.objects.exists()
    assert not TrainingRound.objects.exists()
    assert not client.cookies["isotop_training"].value


def test_a_device_that_nobody_trains_on_is_erased(begin, client, hands):
    training = begin()
    hands.move(729 * 24 * 3600)
    devices.erase_unused()
    assert begin().trainee == training.trainee
    hands.move(700 * 24 * 3600)
    devices.erase_unused()
    assert Trainee.objects.count() == 1
    hands.move(31 * 24 * 3600)
    devices.erase_unused()
    assert not Trainee.objects.exists()


# A round


def test_a_round_has_a_rack_and_a_board_and_nothing_of_its_top(client, begin):
    training = begin()
    answer = page(client, training)
    data, round_ = data_of(answer), rounds.current_round(training)
    assert len(data["rack"]) == 7
    assert data["move"] == {"ref": "", "word": ""}
    text = answer.content.decode()
    for reference, word in round_.tops:
        assert word not in text
        assert f">{reference}<" not in text
    assert str(training.seed) not in text
    assert f"{round_.top_score} points" not in text


def test_pages_of_two_racks_differ_by_nothing_but_what_is_out(client, begin):
    """Racks of the same tiles whose tops would be others answer with the same bytes."""
    training = begin()
    before = page(client, training).content
    TrainingRound.objects.update(tops=[["A1", "ZZZ"]], top_score=999, next_best=3, placed_word="ZZZ")
    after = page(client, training).content
    strip = re.compile(rb'name="csrfmiddlewaretoken" value="\w+"|"now": \d+')
    assert strip.sub(b"", before) == strip.sub(b"", after)


def test_an_answer_is_judged_as_a_slip_and_then_the_top_is_told(client, begin):
    training = begin()
    round_ = rounds.current_round(training)
    rack = scorer.letters_of(round_.rack)
    reference, word = round_.tops[0]
    assert scorer.worth({}, rack, word, reference) == round_.top_score
    text = hand_in(client, training).content.decode()
    assert word in text
    assert "You have found the top!" in text
    round_.refresh_from_db()
    assert (round_.score, round_.code) == (round_.top_score, "good")


def test_a_worse_move_loses_points_and_a_wrong_one_all(client, begin):
    training = begin()
    text = act(client, training, "answer", word="QQ", reference="H8").content.decode()
    round_ = rounds.current_round(training)
    assert round_.score == 0
    assert f"{round_.top_score} points lost" in text
    assert "Not on the rack" in text or "Not in the lexicon" in text


def test_who_gives_up_is_told_the_top_too(client, begin):
    training = begin()
    text = hand_in(client, training, top=False).content.decode()
    round_ = rounds.current_round(training)
    assert round_.tops[0][1] in text
    assert "You have written nothing." in text
    assert round_.score == 0


def test_a_round_is_answered_once(client, begin):
    training = begin()
    hand_in(client, training, top=False)
    text = hand_in(client, training).content.decode()
    assert "already answered" in text
    assert rounds.current_round(training).score == 0


@pytest.mark.parametrize(
    "bad",
    [{"score": "many"}, {"score": "-1"}, {"word": "A" * 41}, {"reference": "H8" * 9}, {"score": "99999"}],
)
def test_what_is_no_slip_changes_nothing(client, begin, bad):
    training = begin()
    answer = act(client, training, "answer", **{"word": "CAT", "reference": "H8"} | bad)
    assert answer.status_code == 200
    assert b"error" in answer.content
    assert not rounds.current_round(training).is_answered


def test_a_stated_score_is_judged_by_the_rules(client, begin):
    training = begin(rule_set="fisf")
    round_ = rounds.current_round(training)
    hand_in(client, training, score=str(round_.top_score + 1))
    assert "stated" in page(client, training).content.decode()


def test_the_top_goes_on_the_board_and_the_next_rack_comes(client, begin):
    training = begin()
    first = rounds.current_round(training)
    hand_in(client, training, top=False)
    data = data_of(go_next(client, training))
    lying = "".join("".join(row) for row in data["board"])
    assert sorted(lying) == sorted(first.placed_word)
    assert data["number"] == 2


def test_asking_for_the_next_rack_does_not_pass_over_one(client, begin):
    training = begin()
    go_next(client, training)
    assert training.rounds.count() == 1


@pytest.mark.slow
def test_a_whole_game_to_its_end(client, begin):
    """Tops and totals counted a second time."""
    training, board, total = begin(), {}, 0
    while (round_ := rounds.current_round(training)) and not training.ended_at:
        assert not round_.is_answered
        rack = scorer.letters_of(round_.rack)
        reference, word = round_.tops[0]
        assert scorer.worth(board, rack, word, reference) == round_.top_score
        hand_in(client, training)
        board, total = (
            scorer.place(board, round_.placed_word, round_.placed_reference),
            total + round_.top_score,
        )
        go_next(client, training)
        training.refresh_from_db()
    assert training.rounds.count() > 10
    text = page(client, training).content.decode()
    assert f"{total} / {total}" in text
    assert "100.0" in text


# Hints


def test_hints_come_in_steps_and_are_counted(client, begin):
    training = begin()
    TrainingRound.objects.update(tops=[["H4", "RETAINS"], ["8D", "NASTIER"]])
    told = [
        "There are 2 tops",
        "The word of one has 7 letters",
        "starts at H4, across",
        "It is RETAINS",
    ]
    for step in range(4):
        assert not any(text in page(client, training).content.decode() for text in told[step:])
        text = act(client, training, "hint").content.decode()
        assert told[step] in text
        assert rounds.current_round(training).hints == step + 1
    assert "All hints for this round have been given" in act(client, training, "hint").content.decode()
    assert rounds.current_round(training).hints == 4


def test_hints_cost_nothing(client, begin):
    training = begin()
    act(client, training, "hint")
    hand_in(client, training)
    round_ = rounds.current_round(training)
    assert round_.score == round_.top_score
    assert "1 hint taken." in page(client, training).content.decode()


def test_there_is_no_hint_after_the_answer(client, begin):
    training = begin()
    hand_in(client, training)
    act(client, training, "hint")
    assert rounds.current_round(training).hints == 0


# The clock


def test_an_answer_after_the_time_and_its_grace_is_late(client, begin, hands):
    training = begin(seconds="60")
    hands.move(61)
    hand_in(client, training)
    assert rounds.current_round(training).score > 0
    go_next(client, training)
    hands.move(63)
    text = hand_in(client, training).content.decode()
    assert rounds.current_round(training).score == 0
    assert "after time" in text


def test_the_page_is_told_until_when(client, begin, hands):
    training = begin(seconds="60")
    data = data_of(page(client, training))
    assert data["closes_at"] - data["now"] == 60_000
    assert data_of(page(client, begin()))["closes_at"] is None


# Ending and going on


def test_a_training_that_was_ended_can_be_gone_on_with(client, begin, hands):
    training = begin(seconds="60")
    hand_in(client, training)
    go_next(client, training)
    client.post(reverse("end-training", args=[training.pk]))
    assert b"Resume training" in page(client, training).content
    go_next(client, training)
    assert training.rounds.count() == 2
    hands.move(1000)
    answer = client.post(reverse("go-on-training", args=[training.pk]), follow=True)
    data = data_of(answer)
    assert data["number"] == 2
    assert data["closes_at"] - data["now"] == 60_000


def test_an_ended_training_lists_what_was_missed_and_replays_each_round(client, begin):
    training = begin()
    hand_in(client, training)
    go_next(client, training)
    hand_in(client, training, top=False)
    client.post(reverse("end-training", args=[training.pk]))
    first, second = training.rounds.all()
    found = page(client, training).context
    assert [one.round for one in found["missed"]] == [second]
    assert found["numbers"] == [1, 2]
    again = client.get(reverse("training-replay", args=[training.pk, 2]))
    assert data_of(again)["move"] == {"ref": second.tops[0][0], "word": second.tops[0][1]}
    assert (again.context["before"], again.context["after"]) == (first.number, None)
    assert client.get(reverse("training-replay", args=[training.pk, 3])).status_code == 404


def test_a_round_without_an_answer_is_not_replayed(client, begin):
    training = begin()
    assert client.get(reverse("training-replay", args=[training.pk, 1])).status_code == 404


@pytest.mark.parametrize(("tops", "in_sight", "folded"), [(1, 0, 0), (4, 3, 0), (5, 3, 1), (108, 3, 104)])
def test_at_most_three_isotops_are_in_sight(client, begin, tops, in_sight, folded):
    training = begin()
    round_ = rounds.current_round(training)
    top = round_.tops[0]
    training.rounds.update(tops=[top] * tops)
    text = hand_in(client, training).content.decode()
    shown, _folds, more = text.partition('<details class="small">')
    move = f'<span class="move">{top[1]}</span>'
    assert (shown.count(move), more.count(move)) == (in_sight, folded)
    assert (f"and {folded} more" in text) == bool(folded)


# Statistics


def test_statistics_are_of_all_trainings_of_the_device(client, begin):
    assert b"Nothing has been played" in client.get(reverse("training-statistics")).content
    for _each in range(2):
        training = begin()
        act(client, training, "hint")
        hand_in(client, training)
        go_next(client, training)
        hand_in(client, training, top=False)
    text = client.get(reverse("training-statistics")).content.decode()
    total = sum(round_.top_score for round_ in TrainingRound.objects.all())
    score = sum(round_.score for round_ in TrainingRound.objects.all())
    assert f"{score} / {total}" in text
    assert text.count('<tr><th scope="row">Racks at random') == 2
    assert 'class="line-chart"' in text


def test_the_cost_of_statistics_does_not_grow_with_trainings(client, begin, django_assert_num_queries):
    for count in (1, 3):
        for _each in range(count):
            hand_in(client, begin())
        with django_assert_num_queries(3):
            client.get(reverse("training-statistics"))


# Limits, languages


def test_more_than_anybody_plays_is_refused(client, begin):
    training = begin()
    device = SimpleNamespace(auth=training.trainee)
    assert all(PerDeviceThrottle().allow_request(device, None) for _act in range(119))
    assert [go_next(client, training).status_code for _act in range(2)] == [200, 429]


def test_without_a_lexicon_it_is_said(client, db):
    assert not Lexicon.objects.exists()
    assert b"There is no lexicon yet" in client.get(reverse("training")).content


def test_a_lexicon_that_is_gone_is_told(client, begin):
    training = begin()
    Training.objects.update(lexicon="gone")
    assert (
        b"There is no lexicon"
        in client.get(reverse("training-round", args=[training.pk]), follow=True).content
    )


@pytest.mark.parametrize("language", ["fr", "es"])
def test_pages_are_there_in_other_languages(client, begin, language):
    training = begin()
    act(client, training, "hint")
    for address in (
        reverse("training"),
        reverse("training-round", args=[training.pk]),
        reverse("training-statistics"),
    ):
        text = client.get(address, headers={"Accept-Language": language}).content.decode()
        assert f'lang="{language}"' in text
        assert "Give up" not in text
        assert ">Statistics<" not in text
