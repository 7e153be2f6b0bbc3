"""Isotop on a phone's home screen: the manifest is complete, and the icon opens the phone's own game."""

import re
from urllib.parse import urljoin

import pytest
from playwright.sync_api import expect

pytestmark = [pytest.mark.browser, pytest.mark.server, pytest.mark.slow]


@pytest.fixture
def code(desk):
    return desk.new_game("At home")


def test_the_browser_finds_the_manifest_complete(hall, code):
    phone = hall.phone(code, "Rosa")
    cdp = phone.page.context.new_cdp_session(phone.page)
    found = cdp.send("Page.getAppManifest")
    assert not found["errors"], found["errors"]
    assert re.search(r"/isotop\.\w+\.json$", found["url"])
    link = phone.page.locator("link[rel=manifest]").get_attribute("href")
    answer = phone.page.request.get(link)
    assert answer.headers["content-type"].startswith("application/json")
    manifest = answer.json()
    for icon in manifest["icons"]:
        image = phone.page.request.get(urljoin(answer.url, icon["src"]))
        assert image.status == 200, icon
        assert image.headers["content-type"] == icon["type"]
    touch = phone.page.locator("link[rel=apple-touch-icon]").get_attribute("href")
    assert phone.page.request.get(touch).headers["content-type"] == "image/png"
    expect(phone.page.locator("meta[name=theme-color]")).to_have_attribute("content", manifest["theme_color"])
    # Neither names a game or a player: what belongs to these stays on the phone.
    assert code not in str(manifest)
    token = phone.page.evaluate(f"localStorage.getItem('isotop:{code}:token')")
    assert token
    assert token not in str(manifest)
    assert phone.page.evaluate("navigator.serviceWorker.getRegistrations().then(all => all.length)") == 0


def test_the_icon_opens_the_game_that_was_played_last(hall, desk, code):
    phone = hall.phone(code, "Rosa")
    phone.page.goto("/play/")
    phone.page.wait_for_url(f"**/play/{code}/")
    phone.shows("waiting")
    newer = desk.new_game("Next week")
    phone.page.goto(f"/join/{newer}/")
    phone.join("Rosa")
    phone.page.goto("/play/")
    phone.page.wait_for_url(f"**/play/{newer}/")
    phone.shows("waiting")


def test_a_phone_that_has_joined_no_game_is_led_to_the_first_page(hall):
    phone = hall.phone()
    phone.page.goto("/play/")
    phone.page.wait_for_url(re.compile(r"//[^/]+/$"))
    expect(phone.page.locator("[name=code]")).to_be_visible()
