"""A helper who makes a new link for a player's phone during a round, to read the player's slip and to send another."""

import html
import re

from tests.attacks.ground import unique_name

SECRET = "SECRET"


def attack(ground):
    code = ground.desk.new_game("Helper's link")
    helper = ground.person(code, "helper", unique_name("helga"))
    ground.desk.do(code, "draw")
    (bob,) = ground.phones(code, "Bob")
    ground.desk.do(code, "open", "start")
    assert bob.send(1, SECRET, "H4", 0).status == 201
    page = helper.get(f"/desk/{code}/players/").text
    link = re.search(rf"/desk/{code}/players/\d+/phone/", page)
    assert link, "the helper has no page with links"
    refused = helper.post_form(link[0], {})
    assert refused.status == 302, f"a helper renewed a link: {refused.status}"
    bob_sees = bob.me()["slip"]
    assert bob_sees["word"] == SECRET, "the player's phone stopped working"
    made = ground.desk.post_form(link[0], {})
    token = re.search(r"#t=([\w-]+)", html.unescape(made.text))
    assert token, f"an arbitrator got no link: {made.status}"
    bob.token = token[1]
    assert bob.me()["slip"] is None, "a new link shows the slip of the phone before"
    assert "Bob has a new link" in ground.desk.get(f"/desk/{code}/log/").text
    return f"a helper's link {refused.status}, an arbitrator's shows no slip and is on the log"
