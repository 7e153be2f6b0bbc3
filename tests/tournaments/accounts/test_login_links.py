"""Arbitrators log in: by the one-time link of the first evening, and by name and password afterwards."""

import pytest
import time_machine
from django.contrib.auth.models import User
from django.core.management import call_command
from django.core.management.base import CommandError
from django.test import Client
from django.urls import reverse

from tournaments.accounts.login_links import (
    first_arbitrator,
    store_site,
    user_for_welcome_token,
    welcome_token,
)

pytestmark = pytest.mark.django_db

CHOSEN = {"username": "martha", "new_password1": "tiles in a bag 7", "new_password2": "tiles in a bag 7"}


@pytest.fixture
def first():
    return first_arbitrator()


@pytest.fixture
def link(first):
    return reverse("welcome", args=[welcome_token(first)])


def test_the_first_arbitrator_is_made_once(first):
    assert first_arbitrator() == first
    assert first.is_superuser
    assert first.is_staff
    assert not first.has_usable_password()


def test_an_existing_administrator_is_the_first_arbitrator(admin_user):
    assert first_arbitrator() == admin_user
    assert User.objects.count() == 1


def test_a_taken_name_is_not_taken_again():
    User.objects.create_user("arbitrator")
    assert first_arbitrator().username == "arbitrator2"


def test_looking_at_the_link_does_not_use_it_up(client, link):
    for _look in range(2):
        assert client.get(link).status_code == 200
    assert "no-store" in client.get(link)["Cache-Control"]
    assert "_auth_user_id" not in client.session


def test_choosing_name_and_password_logs_in_and_uses_the_link_up(client, first, link):
    answer = client.post(link, CHOSEN)
    assert answer.url == reverse("desk")
    assert client.get(answer.url).status_code == 200
    first.refresh_from_db()
    assert first.username == "martha"
    again = Client().get(link)
    assert again.status_code == 404
    assert "login_link" in again.content.decode()
    assert Client().post(link, CHOSEN | {"username": "mallory"}).status_code == 404
    first.refresh_from_db()
    assert first.username == "martha"


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"username": ""}, "username"),
        ({"username": "TAKEN"}, "username"),
        ({"username": "no blanks please"}, "username"),
        ({"username": "x" * 151}, "username"),
        ({"new_password2": "something else"}, "new_password2"),
        ({"new_password1": "short", "new_password2": "short"}, "new_password2"),
        ({"new_password1": "password1", "new_password2": "password1"}, "new_password2"),
        ({"new_password1": "martha12", "new_password2": "martha12"}, "new_password2"),
    ],
)
def test_what_cannot_be_chosen(client, first, link, change, field):
    User.objects.create_user("taken")
    answer = client.post(link, CHOSEN | change)
    assert answer.status_code == 422
    assert list(answer.context["form"].errors) == [field]
    first.refresh_from_db()
    assert first.username == "arbitrator"
    assert user_for_welcome_token(welcome_token(first)) == first
    assert client.get(link).status_code == 200


def test_a_link_grows_old(first):
    token = welcome_token(first)
    with time_machine.travel("2099-01-01"):
        assert user_for_welcome_token(token) is None


@pytest.mark.parametrize(
    "token",
    [
        "",
        ".",
        "x",
        "MQ",
        "MQ.",
        "MQ.a-b",
        "%%%.a-b",
        "é.a-b",
        "Og.a-b",
        "OTk5OTk5OTk5OTk5OTk5OTk5OTk5OTk.a-b",
    ],
)
def test_a_made_up_link(client, first, token):
    assert user_for_welcome_token(token) is None
    if token:
        assert client.get(reverse("welcome", args=[token])).status_code == 404


def test_a_link_is_for_one_account(first):
    other = User.objects.create_user("other")
    signature = welcome_token(first).partition(".")[2]
    assert user_for_welcome_token(welcome_token(other).partition(".")[0] + "." + signature) is None


def test_a_closed_account_is_not_welcome(first):
    token = welcome_token(first)
    User.objects.update(is_active=False)
    assert user_for_welcome_token(token) is None


def test_the_command_prints_a_link_that_works(client, capsys):
    User.objects.create_user("bob", password="forgotten one")
    call_command("login_link", "bob", site="http://hall:8000/")
    printed = capsys.readouterr().out.strip()
    assert printed.startswith("http://hall:8000/welcome/")
    answer = client.post(printed.removeprefix("http://hall:8000"), CHOSEN | {"username": "bob"})
    assert answer.url == reverse("desk")
    with pytest.raises(CommandError):
        call_command("login_link", "nobody")


def test_the_command_takes_the_address_that_the_program_printed(settings, tmp_path, capsys):
    settings.DATA_FOLDER = tmp_path
    User.objects.create_user("bob")
    sites = ["http://localhost:8000"]
    call_command("login_link", "bob")
    for site in ("http://192.168.1.5:8001", "http://hall:8002"):
        store_site(site)
        call_command("login_link", "bob")
        sites.append(site)
    printed = capsys.readouterr().out.split()
    assert [link.partition("/welcome/")[0] for link in printed] == sites


def test_logging_in_and_out(client):
    User.objects.create_user("bob", password="tiles in a bag 7")
    page = reverse("login")
    assert client.get(page).status_code == 200
    wrong = client.post(page, {"username": "bob", "password": "wrong"})
    assert wrong.status_code == 200
    assert wrong.context["form"].errors
    right = client.post(f"{page}?next=/desk/new/", {"username": "bob", "password": "tiles in a bag 7"})
    assert right.url == "/desk/new/"
    assert client.get(page).url == reverse("desk")
    assert client.get(reverse("logout")).status_code == 405
    assert client.post(reverse("logout")).url == reverse("home")
    assert client.get(reverse("desk")).status_code == 302


def test_the_login_sends_nobody_elsewhere(client):
    User.objects.create_user("bob", password="tiles in a bag 7")
    elsewhere = {"username": "bob", "password": "tiles in a bag 7", "next": "https://example.org/"}
    assert client.post(reverse("login"), elsewhere).url == reverse("desk")


def test_too_many_wrong_passwords_lock_the_name_alone(client):
    User.objects.create_user("bob", password="tiles in a bag 7")
    User.objects.create_user("ann", password="tiles in a bag 7")
    for _attempt in range(10):
        answer = client.post(reverse("login"), {"username": "bob", "password": "wrong"})
    assert answer.status_code == 429
    assert "Too many attempts" in answer.content.decode()
    locked = client.post(reverse("login"), {"username": "bob", "password": "tiles in a bag 7"})
    assert locked.status_code == 429
    free = client.post(reverse("login"), {"username": "ann", "password": "tiles in a bag 7"})
    assert free.url == reverse("desk")


def test_pages_for_what_went_wrong(client, monkeypatch):
    assert "Page not found" in client.get("/nowhere/").content.decode()
    careful = Client(enforce_csrf_checks=True)
    assert careful.post(reverse("login"), {}).status_code == 403
    client.raise_request_exception = False
    monkeypatch.setattr("tournaments.views.accounts.user_for_welcome_token", lambda _token: 1 / 0)
    broken = client.get(reverse("welcome", args=["x"]))
    assert broken.status_code == 500
    assert "an error of the program" in broken.content.decode()
