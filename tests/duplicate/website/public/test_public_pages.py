"""Pages without a login: how people get in, and what the pages carry."""

import time

import pytest
from django.urls import reverse

from duplicate.games import services as game_services
from engine.rules import (
    RuleSet,
)

pytestmark = [pytest.mark.django_db, pytest.mark.one_game("game")]


@pytest.fixture(autouse=True)
def plain_static_files(settings):
    """Use static files without hashes: tests do not collect them."""
    settings.STORAGES = settings.STORAGES | {
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    }


def test_a_code_is_found_however_it_is_typed(client, game):
    typed = f" {game.code[:2].lower()}-{game.code[2:]} "
    answer = client.get(reverse("home"), {"code": typed})
    assert answer.url == reverse("join", args=[game.code])


def test_an_unknown_code_is_said_and_stays_to_be_mended(client, game):
    answer = client.get(reverse("home"), {"code": "nope1"})
    assert answer.status_code == 404
    assert "NOPE1" in answer.content.decode()
    assert 'role="alert"' in answer.content.decode()


@pytest.mark.parametrize("page", ["join", "play", "screen"])
def test_addresses_forgive_small_letters_and_lead_on_from_unknown_codes(client, game, page):
    game.code = "KLM23"  # one may be all figures, which have no small letters
    game.save()
    assert client.get(reverse(page, args=[game.code.lower()])).url == reverse(page, args=[game.code])
    asking = "screens" if page == "screen" else "home"
    assert client.get(reverse(page, args=["NOPE1"])).url == f"{reverse(asking)}?code=NOPE1"


def test_the_join_page_of_a_finished_game_takes_nobody(client, game, arbitrator):
    assert "This game is over" not in client.get(reverse("join", args=[game.code])).content.decode()
    game_services.end_game(game=game, by=arbitrator)
    page = client.get(reverse("join", args=[game.code])).content.decode()
    assert "This game is over" in page


def test_the_phone_page_knows_where_to_ask_and_nothing_of_players(client, game, players):
    answer = client.get(reverse("play", args=[game.code]))
    config = answer.context["config"]
    assert abs(config.pop("now") - time.time() * 1000) < 60_000
    assert answer.context["frame"]["code"] == game.code
    assert config.pop("formats")["percent"]["decimals"] == 2
    assert config.pop("place")["zone"] == game.event.time_zone
    assert "no-store" in answer.headers["Cache-Control"]
    assert config == {
        "code": game.code,
        "notation": "duplicate",
        "api": f"/api/v1/games/{game.code}/",
        "join": f"/join/{game.code}/",
        "cases": "/cases/classic/",
        "others": [],
        "oneDevice": False,
    }
    assert "Mona" not in answer.content.decode()


def test_a_phone_is_told_which_games_are_of_the_same_event(client, game, arbitrator):
    made = [
        game_services.create_game(
            name=name, by=arbitrator, event=event, lexicon="english", notation="duplicate", rules=RuleSet()
        ).code
        for name, event in (("Second", game.event), ("Third", game.event), ("Elsewhere", None))
    ]
    for page in ("play", "join"):
        config = client.get(reverse(page, args=[made[0]])).context["config"]
        assert config["others"] == [made[1], game.code]


def test_every_string_that_the_modules_ask_for_is_there(client, game):
    words = client.get(reverse("play", args=[game.code])).context["strings"]["phone"]
    states = (
        "waiting ready write paused sending unsent sent changed late timeSent timeMissed announced finished"
    )
    problems = (
        "no_word no_square bad_reference unknown_letter off_board square_taken not_in_rack no_tile "
        "not_on_centre not_connected too_short"
    )
    for state in states.split():
        assert {f"{state}State", f"{state}Detail"} <= words.keys()
    assert set(problems.split()) <= words.keys()


def test_the_projector_shows_an_address_that_a_phone_can_open(client, game):
    page = client.get(
        reverse("screen", args=[game.code]), headers={"host": "192.168.1.20:8000"}
    ).content.decode()
    assert "http://192.168.1.20:8000" in page
    assert 'aria-label="QR code' in page


def test_the_projectors_own_address_leads_to_the_only_game(client, game, arbitrator):
    assert client.get(reverse("screens")).url == reverse("screen", args=[game.code])
    other = game_services.create_game(
        name="Elsewhere", by=arbitrator, lexicon="english", notation="duplicate", rules=game.rule_set
    )
    offered = client.get(reverse("screens")).content.decode()
    assert all(reverse("screen", args=[each.code]) in offered for each in (game, other))
    game_services.end_game(game=other, by=arbitrator)
    game_services.end_game(game=game, by=arbitrator)
    assert client.get(reverse("screens")).status_code == 200
    assert client.get(reverse("screens"), {"code": game.code.lower()}).url == reverse(
        "screen", args=[game.code]
    )


def test_pages_have_no_inline_script_or_style(client, game):
    for address in (
        reverse("home"),
        *(reverse(page, args=[game.code]) for page in ("join", "play", "screen")),
    ):
        page = client.get(address).content.decode()
        assert " style=" not in page
        assert "<style" not in page
        assert "<script>" not in page
