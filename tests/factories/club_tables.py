"""A club table over HTTP: opened by its form as at the desk, and players who sit there with a token each."""

import html.parser
import json
import re
import uuid

from tests.http_client import Session, problems_in


class _Form(html.parser.HTMLParser):
    """The fields that a browser would send of the forms of a page, with their defaults."""

    def __init__(self, page):
        super().__init__()
        self.fields, self._select, self._text = {}, None, None
        self.feed(page)

    def handle_starttag(self, tag, pairs):
        given = dict(pairs)
        name, kind = given.get("name"), given.get("type", "text")
        if tag == "select":
            self._select = name
        elif tag == "option" and self._select and ("selected" in given or self._select not in self.fields):
            self.fields[self._select] = given.get("value", "")
        elif tag == "textarea":
            self._text, self.fields[name] = name, ""
        elif (
            tag == "input"
            and name
            and kind != "submit"
            and (kind not in {"checkbox", "radio"} or "checked" in given)
        ):
            self.fields[name] = given.get("value", "on" if kind == "checkbox" else "")

    def handle_endtag(self, tag):
        if tag == "select":
            self._select = None
        elif tag == "textarea":
            self._text = None

    def handle_data(self, data):
        if self._text:
            self.fields[self._text] += data


def usual_fields(page):
    return _Form(page).fields


class Place(Session):
    """A person who sits at a table, or keeps it, with their token."""

    def __init__(self, site, code, token=""):
        super().__init__(site)
        self.code, self.token = code, token

    def ask(self, route="", body=None, **query):
        """Ask the API of the table; with a body, post it. Return the answer."""
        path = f"/api/v1/tables/{self.code}/{route}"
        headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        if body is None:
            return self.get(path + "".join(f"?{key}={value}" for key, value in query.items()), **headers)
        headers["Content-Type"] = "application/json"
        return self.request("POST", path, body=json.dumps(body).encode(), headers=headers)

    def own(self, **query):
        return self.ask("mine/", **query).json()

    def act(self, key=None, **said):
        return self.ask("acts/", {"id": str(key or uuid.uuid4()), "act": said})

    def done(self, **said):
        """Do an act that must be accepted; return the table as its player sees it."""
        answer = self.act(**said)
        assert answer.status == 201, (said, answer.text)
        return answer.json()


def open_table(desk, mode, way="phones", **settings):
    """Open a table; return its code and its keeper."""
    path = f"/tables/new/{mode}/"
    fields = usual_fields(desk.get(path).text) | {"lexicon": "english", "way": way} | settings
    answer = desk.post_form(path, {name: value for name, value in fields.items() if value is not None})
    assert answer.status == 302, problems_in(answer.text)
    code = re.fullmatch(r"/tables/(\w+)/desk/", answer.headers["Location"])[1]
    linked = desk.post_form(f"/tables/{code}/link/", {"here": "1"})
    return code, Place(desk.site, code, linked.headers["Location"].partition("#t=")[2])


def sit_down(site, code, *names, **options):
    """Seat players with phones of their own."""
    places = []
    for name in names:
        place = Place(site, code)
        answer = place.ask("seats/", {"name": name, **options})
        assert answer.status == 201, answer.text
        place.token = answer.json()["token"]
        places.append(place)
    return places


def begin(place):
    answer = place.ask("begin/", {})
    assert answer.status == 200, answer.text
    return answer.json()
