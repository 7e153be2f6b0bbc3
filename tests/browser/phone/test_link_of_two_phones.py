"""A player's link on two phones, where the event lets a link open one."""

import re

import pytest
from playwright.sync_api import expect

pytestmark = [pytest.mark.browser, pytest.mark.server, pytest.mark.slow]


def test_a_link_opens_the_first_phone_and_no_other(hall, desk):
    code = desk.new_game("One device")
    hall.phone(code, "Otto")
    page = hall.desk(code).page
    page.get_by_role("link", name="Event", exact=True).click()
    page.locator("#further > summary").click()
    page.get_by_role("link", name="Settings").click()
    page.get_by_label("One device per link").check()
    page.get_by_role("button", name="Save").click()
    page.goto(f"/desk/{code}/players/")
    page.get_by_role("link", name="change phone").click()
    page.get_by_role("button", name="Create link").click()
    link = re.sub(r"^http://[^/]+", "", page.locator(".phone-link a").get_attribute("href"))
    hall.watches[0].provoke("401")  # Otto's phone until now

    first, second = hall.phone(), hall.phone()
    first.page.goto(link)
    expect(first.page.locator("#who")).to_contain_text("Otto")
    second.watch.provoke("401")
    second.page.goto(link)
    expect(second.page.get_by_role("heading", name="This phone is not known in this game")).to_be_visible()
    first.reload()
    expect(first.page.locator("#who")).to_contain_text("Otto")

    desk.do(code, "type-rack", rack="TRAINER")
    desk.do(code, "open-and-start")
    first.shows("write")
    first.type("retrain", "h2")
    first.send()
    first.shows("sent")
