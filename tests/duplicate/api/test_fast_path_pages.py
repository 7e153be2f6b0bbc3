"""The fast path to the pages of phones gives the view's page, with a visitor's own token, rendered once for all."""

import gzip
import re

import pytest
from django.core.cache import cache
from django.middleware.csrf import _unmask_cipher_token
from django.test import Client

from duplicate.api.fast_path import phone_pages
from duplicate.games import door
from duplicate.models import Game
from tests.factories.asgi import ask_together
from tournaments.accounts.rate_limit import GuessKind
from tournaments.views import shared_pages

pytestmark = pytest.mark.django_db(transaction=True)

OWN = re.compile(rb'(name="csrfmiddlewaretoken" value=")(\w+)|("now": )(\d+)')
TOKEN = re.compile(rb'name="csrfmiddlewaretoken" value="(\w+)"')


@pytest.fixture(autouse=True)
def fresh():
    cache.clear()
    phone_pages._kept.clear()


@pytest.fixture(params=["play", "join"])
def path(game, request):
    return f"/{request.param}/{game.code}/"


@pytest.fixture
def rendered(monkeypatch):
    """Return the paths of all pages that were rendered for everybody."""
    paths, render = [], shared_pages.render_shared

    async def count(scope, pages):
        paths.append(scope["path"])
        return await render(scope, pages)

    monkeypatch.setattr(phone_pages, "render_shared", count)
    return paths


def ask(path, *headers):
    requests = [("GET", path, b"", {"Accept": "text/html"} | each) for each in headers]
    return ask_together(phone_pages.show_phone_page, phone_pages._readers, requests)


def without_own(body):
    return OWN.sub(rb"\1\3", body)


@pytest.mark.repeats
@pytest.mark.parametrize("language", ["en", "fr", "es"])
def test_it_is_the_views_page_in_the_language_of_the_phone(path, players, open_round, language):
    open_round("TRAINER")
    viewed = Client().get(path, headers={"Accept-Language": language})
    answer, packed = ask(
        path, {"Accept-Language": language}, {"Accept-Language": language, "Accept-Encoding": "gzip"}
    )
    assert without_own(answer.body) == without_own(viewed.content)
    assert without_own(gzip.decompress(packed.body)) == without_own(viewed.content)
    assert f'lang="{language}"'.encode() in answer.body
    assert shared_pages.TOKEN_MARK.encode() not in answer.body
    assert shared_pages.TIME_MARK.encode() not in answer.body


def test_the_headers_are_the_views(path, game):
    viewed = Client().get(path)
    [answer] = ask(path, {})
    for name in ("content-security-policy", "x-frame-options", "cache-control", "vary", "referrer-policy"):
        told = {header.lower(): text for header, text in answer.pairs}.get(name)
        if name == "vary":
            assert set(told.split(", ")) >= {*viewed[name].split(", "), "Accept-Encoding", "Cookie"}
        else:
            assert told == viewed.get(name)


def test_a_page_is_kept_under_the_language_that_it_speaks(path, game):
    """Cookies that Python's parser and Django's read differently set the language of nobody else."""
    for cookie in ("bad[]=1; django_language=fr", 'x={"a":1}; django_language=fr'):
        [answer] = ask(path, {"Accept-Language": "en", "Cookie": cookie})
        assert b'lang="fr"' in answer.body
    [answer] = ask(path, {"Accept-Language": "fr"})
    assert b'lang="fr"' in answer.body


def test_no_page_is_shown_where_codes_are_tried_out(path, game, rendered, monkeypatch):
    monkeypatch.setattr(GuessKind.CODE, "_value_", 0)
    assert ask(path, {})[0].status == 302
    assert not rendered


def test_each_visitor_has_a_token_that_opens_the_forms(path, game):
    answers = ask(path, {}, {}, {"Cookie": "csrftoken=" + "a" * 32})
    secrets = set()
    for answer in answers:
        [cookie] = [text for name, text in answer.pairs if name.lower() == "set-cookie"]
        secret = re.match(r"csrftoken=(\w+)", cookie)[1]
        secrets.add(secret)
        tokens = TOKEN.findall(answer.body)
        assert tokens
        assert {_unmask_cipher_token(token.decode()) for token in tokens} == {secret}
    assert len(secrets) == 3
    assert "a" * 32 in secrets
    browser = Client(enforce_csrf_checks=True)
    browser.cookies["csrftoken"] = secret
    values = {"csrfmiddlewaretoken": tokens[0].decode(), "language": "fr", "next": path}
    assert browser.post("/i18n/setlang/", values).status_code == 302
    assert (
        browser.post("/i18n/setlang/", values | {"csrfmiddlewaretoken": "c" * 32 + "d" * 32}).status_code
        == 403
    )


@pytest.mark.repeats
def test_it_is_rendered_once_until_something_changes(path, game, players, arbitrator, rendered, monkeypatch):
    ask(path, {}, {}, {})
    assert ask(path, {})[0].took_fast_path
    assert rendered == [path]
    door.set_at_door(game=game, act="door_closed", by=arbitrator)
    ask(path, {})
    Game.objects.filter(pk=game.pk).update(name="Another name")
    [answer] = ask(path, {})
    assert b"Another name" in answer.body
    assert rendered == [path] * 3


@pytest.mark.repeats
def test_a_page_never_begins_with_the_round_before(
    path, game, rendered, open_round, close_round, announce_top, hands
):
    shown = []
    for act in (lambda: None, lambda: open_round("TRAINER"), close_round, lambda: announce_top(1)):
        act()
        [answer] = ask(path, {})
        shown.append(re.search(rb'"phase": "(\w+)"', answer.body))
    assert rendered == [path] * 4
    if "play" in path:
        assert [found and found[1] for found in shown] == [None, b"running", b"closed", b"announced"]


def test_while_many_join_one_rendering_serves_all_of_a_second(path, game, rendered, monkeypatch):
    ask(path, {})
    game.refresh_from_db()
    Game.objects.filter(pk=game.pk).update(version=game.version + 1)
    ask(path, {})
    assert rendered == [path]
    monkeypatch.setattr(phone_pages, "SECONDS", 0)
    ask(path, {})
    assert rendered == [path] * 2


@pytest.mark.repeats
@pytest.mark.parametrize(
    "headers", [{"Cookie": "sessionid=abc"}, {"Cookie": "messages=abc"}, {"HX-Request": "true"}], ids=repr
)
def test_visitors_with_something_of_their_own_are_answered_by_the_view(path, game, headers, rendered):
    [answer] = ask(path, headers)
    assert (answer.status, answer.took_fast_path) == (200, False)
    assert rendered == []


def test_nobody_gets_a_page_rendered_with_the_cookies_of_another(path, game):
    first, second = ask(path, {"Cookie": "django_language=fr; csrftoken=" + "a" * 32}, {})
    assert b'lang="fr"' in first.body
    assert b'lang="en"' in second.body


def test_a_code_of_no_game_is_left_to_the_view(game):
    [answer] = ask("/play/NOSUCH/", {})
    assert (answer.status, answer.took_fast_path) == (302, False)


def test_a_page_that_failed_is_rendered_again(path, game, rendered, monkeypatch):
    async def fail(_scope, _pages):
        return None

    with monkeypatch.context() as broken:
        broken.setattr(phone_pages, "render_shared", fail)
        ask(path, {})
    assert ask(path, {})[0].status == 200
    assert rendered == [path]
