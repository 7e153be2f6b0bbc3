"""Every page, as it comes to a browser: its headers, and no script or style within it."""

from html.parser import HTMLParser

import pytest

from tests.lanes import PARTS
from tests.permissions.matrix import BEFORE, OUTSIDE, table

pytestmark = [pytest.mark.django_db, pytest.mark.database]

# Made by Django and drf-spectacular, from their own templates; the policy holds for these all the same.
NOT_OURS = ("/admin/", "/api/docs/")
DATA = "application/json"
NEVER = ("unsafe-inline", "unsafe-eval", "http:", "*")
DIRECTIVES = {
    "default-src": "'self'",
    "object-src": "'none'",
    "base-uri": "'none'",
    "frame-ancestors": "'none'",
    "form-action": "'self'",
}
HEADERS = {
    "X-Frame-Options": "DENY",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}


class Inline(HTMLParser):
    """Markup that a strict policy would not let run or show, as it is written."""

    def __init__(self):
        super().__init__()
        self.found = []

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        if tag == "script" and "src" not in given and given.get("type") != DATA:
            self.found.append(self.get_starttag_text())
        if tag == "style" or any(name == "style" or name.startswith("on") for name in given):
            self.found.append(self.get_starttag_text())
        if any((value or "").strip().lower().startswith("javascript:") for value in given.values()):
            self.found.append(self.get_starttag_text())


def answers(world, person, part):
    """Yield every route of a part that answers to GET, with its final answer."""
    client = world.client_of(person)
    for row in table()[part::PARTS]:
        if "GET" in row.methods and row.route not in OUTSIDE | BEFORE:
            answer = client.get(world.address(row.route.rstrip("…")))
            if answer.status_code == 302 and not answer.url.startswith("/static/"):
                answer = client.get(answer.url, follow=True)
            yield row.route, answer


def wrong_with(route, answer):
    headers = answer.headers
    policy = headers.get("Content-Security-Policy", "")
    directives = dict(part.strip().partition(" ")[::2] for part in policy.split(";"))
    yield from (f"the policy allows {value}" for value in NEVER if value in policy)
    for given, expected in ((directives, DIRECTIVES), (headers, HEADERS)):
        for name, value in expected.items():
            if given.get(name) != value:
                yield f"{name} is {given.get(name)}"
    if "html" in headers.get("Content-Type", "") and not route.startswith(NOT_OURS):
        page = Inline()
        page.feed(answer.content.decode())
        yield from page.found
    for cookie in answer.cookies.values():
        # One without a value is deleted by the answer.
        if cookie.value and (
            cookie["samesite"] != "Lax" or (not cookie["httponly"] and cookie.key != "csrftoken")
        ):
            yield f"cookie {cookie.OutputString()}"


@pytest.mark.sweep
@pytest.mark.repeats
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("person", ["chief", "stranger", "arbitrator", "administrator"])
def test_every_page_has_strict_headers_and_nothing_inline(world, person, part):
    wrong, pages = [], 0
    for route, answer in answers(world, person, part):
        pages += "html" in answer.headers.get("Content-Type", "")
        wrong += [f"{route}: {each}" for each in wrong_with(route, answer)]
    assert not wrong, "\n".join(wrong)
    assert pages > 3


@pytest.mark.parametrize(
    "page",
    [
        "<script>1</script>",
        "<p style='color: red'>",
        "<a href=' javascript:1'>",
        "<img onerror=x>",
        "<style></style>",
    ],
)
def test_what_is_inline_is_found(page):
    inline = Inline()
    inline.feed(page)
    assert len(inline.found) == 1
