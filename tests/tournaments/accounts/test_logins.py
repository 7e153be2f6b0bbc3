"""Logging in: one password is hashed at a time, and an address has a limit of wrong ones."""

import threading

import pytest
import time_machine
from axes.models import AccessAttempt
from django.conf import settings
from django.contrib.auth.models import User
from django.core.cache import cache
from django.urls import reverse

from tournaments.accounts import logins
from tournaments.accounts.login_links import welcome_token
from tournaments.accounts.rate_limit import SECONDS, GuessKind

pytestmark = pytest.mark.django_db

HALL, ELSEWHERE = "192.0.2.7", "198.51.100.9"
PASSWORD = "tiles in a bag 7"
CHOSEN = {"username": "martha", "new_password1": PASSWORD, "new_password2": PASSWORD}
FORMS = ("login", "admin:login", "welcome")


@pytest.fixture(autouse=True)
def empty_cache():
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def ann():
    return User.objects.create_superuser("ann", password=PASSWORD)


@pytest.fixture
def newcomer():
    return User.objects.create_user("newcomer")


def log_in(client, name, password=PASSWORD, address=HALL, form="login"):
    return client.post(reverse(form), {"username": name, "password": password}, REMOTE_ADDR=address)


def send(client, form, newcomer):
    if form == "welcome":
        return client.post(reverse("welcome", args=[welcome_token(newcomer)]), CHOSEN, REMOTE_ADDR=HALL)
    return log_in(client, "ann", form=form)


@pytest.mark.parametrize("form", FORMS)
def test_who_comes_while_others_hash_is_refused_at_once_and_gets_in_later(
    client, ann, newcomer, form, monkeypatch
):
    monkeypatch.setattr(logins, "WAIT_SECONDS", 0.01)
    with logins.hashing_turn():
        answer = send(client, form, newcomer)
    assert (answer.status_code, answer["Retry-After"]) == (429, "1")
    assert "nothing was changed" in answer.content.decode()
    assert "_auth_user_id" not in client.session
    newcomer.refresh_from_db()
    assert newcomer.username == "newcomer"
    assert send(client, form, newcomer).status_code == 302
    assert "_auth_user_id" in client.session


def test_one_waits_for_its_turn_and_the_next_does_not_wait(client, ann):
    waiting, answers = threading.Event(), []

    def wait():
        waiting.set()
        with logins.hashing_turn():
            answers.append("hashed")

    with logins.hashing_turn():
        second = threading.Thread(target=wait)
        second.start()
        assert waiting.wait(10)
        while logins._places.acquire(blocking=False):
            logins._places.release()  # until the second thread has the place to wait
        assert log_in(client, "ann").status_code == 429
        assert not answers
    second.join(10)
    assert answers == ["hashed"]
    assert log_in(client, "ann").status_code == 302


@pytest.mark.parametrize("form", ["login", "admin:login"])
def test_an_address_has_a_limit_of_wrong_logins_whatever_the_names(client, ann, form):
    for number in range(GuessKind.LOGIN.value):
        assert log_in(client, f"u{number}", form=form).status_code == 200
    with logins.hashing_turn():  # the refusal needs no hash, and no row
        answer = log_in(client, "one more", form=form)
    assert (answer.status_code, answer["Retry-After"]) == (429, str(SECONDS))
    assert "Too many failed logins" in answer.content.decode()
    assert log_in(client, "ann", form=form).status_code == 429
    assert log_in(client, "ann", address=ELSEWHERE, form=form).status_code == 302


@pytest.mark.slow
def test_addresses_of_one_network_count_together(client, ann):
    """Only the very address where a name was right gets past the limit: the others may be an attacker's."""
    own = "2001:db8:1:2:aaaa::1"
    assert log_in(client, "ann", address=own).status_code == 302
    client.logout()
    for number in range(GuessKind.LOGIN.value):
        assert log_in(client, f"u{number}", address=f"2001:db8:1:2::{number:x}").status_code == 200
    assert log_in(client, "ann", address="2001:db8:1:2::ffff").status_code == 429
    assert log_in(client, "ann", address="2001:db8:1:3::1").status_code == 302
    client.logout()
    assert log_in(client, "ann", address=own).status_code == 302


def test_the_same_name_counts_again_until_it_is_locked(client, ann):
    for number in range(GuessKind.LOGIN.value):
        log_in(client, f"u{number // 5}", password="wrong")
    assert b"Too many failed logins" in log_in(client, "ann").content


def test_a_locked_name_is_free_again_in_time_whatever_is_tried_meanwhile(client, ann):
    """Attempts during the lock write nothing and do not make it longer."""
    with time_machine.travel("2026-03-01 10:00:00+00:00", tick=False) as traveller:
        for _each in range(settings.AXES_FAILURE_LIMIT):
            log_in(client, "ann", password="wrong")
        before = list(AccessAttempt.objects.values())
        traveller.shift(800)
        for _each in range(3):
            assert log_in(client, "ann", password="wrong").status_code == 429
        assert list(AccessAttempt.objects.values()) == before
        traveller.shift(120)
        assert log_in(client, "ann").status_code == 302


def test_a_name_that_was_right_at_an_address_logs_in_there_past_the_limit(client, ann):
    assert log_in(client, "ann").status_code == 302
    client.logout()
    for number in range(GuessKind.LOGIN.value):
        log_in(client, f"u{number}")
    assert log_in(client, "bob").status_code == 429
    assert log_in(client, "ann").status_code == 302


@pytest.mark.slow
def test_a_limit_ends_after_ten_minutes(client, ann):
    with time_machine.travel("2026-03-01 10:00:00+00:00", tick=False) as traveller:
        for number in range(GuessKind.LOGIN.value):
            log_in(client, f"u{number}")
        assert log_in(client, "ann").status_code == 429
        traveller.shift(SECONDS)
        assert log_in(client, "ann").status_code == 302
