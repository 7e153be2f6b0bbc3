"""A player with an account types the hall's position where it would be searched, and opens games of their own with the
hall's racks before the hall does: the first is refused and on the hall's log, the second keeps the hall from nothing.
"""

import re

from tests.attacks.ground import unique_name

RACK, TOP = "AEINRST", "RETAINS"
# Racks of fifteen tiles: the hall's is among their tiles.
LARGE = 'name = "Fifteen"\n[rack]\nsize = 15\nminimum_early = 0\nminimum_late = 0\nlate_from_round = 16\n'
LARGE_RACKS = ("AEINRSTAEIOULND", "AEINRSTUOLDGBCM", "AEIOUNRSTLDGHPV")
ROUNDS = 5


def attack(ground):
    code, name = ground.desk.new_game("The hall"), unique_name("otto")
    cheat = ground.person(ground.desk.new_game("Another evening"), "arbitrator", name)
    assert cheat.get(f"/desk/{code}/").status == 404, "the cheat is at the hall's desk"
    open_before(cheat)
    for number in range(1, ROUNDS + 1):
        ground.desk.do(code, "draw")
        opened = ground.desk.act(code, "open")
        assert opened.status == 302, f"the hall's draw {number} is not opened"
        ground.desk.post_form(f"/desk/{code}/rounds/1/cancel/", {"reason": "drawn again"})
    ground.desk.do(code, "type-rack", rack=RACK)
    ground.desk.do(code, "open", "start")
    cheat.get("/desk/prepared/new/")
    fields = {"name": "x", "lexicon": "english", "rule_set": "classic", "notation": "duplicate"}
    typed = cheat.post_form("/desk/prepared/new/", fields | {"text": f"{RACK} {TOP} H4"})
    assert typed.status == 422, f"a game written by hand: {typed.status}"
    own = cheat.new_game("My own")
    assert TOP not in cheat.get(f"/desk/{own}/words/?q=TRAINES").text, "anagrams of the hall's rack are told"
    assert TOP in ground.desk.get(f"/desk/{code}/moves/").text, "the hall's own desk is shut out"
    log = ground.desk.get(f"/desk/{code}/log/").text
    assert f"{name} tried to search this position" in log, "it is not on the log"
    return f"the hall opened {ROUNDS} of {ROUNDS} draws; the typed position was refused, and is on the log"


def rules_named(cheat, text, name):
    """Import rules of one's own; return their key in the form of a new game."""
    cheat.get("/desk/rules/import/")
    assert cheat.post_form("/desk/rules/import/", {"text": text}).status == 302
    return re.findall(rf'<option value="([^"]+)"[^>]*>{name}', cheat.get("/desk/new/").text)[-1]


def open_before(cheat):
    """Open games of one's own with the hall's rack and with racks that hold many."""
    large = rules_named(cheat, LARGE, "Fifteen")
    for rack in (RACK, *LARGE_RACKS):
        rules = {"rule_set": large, "minimum_early": 0, "minimum_late": 0} if len(rack) > 7 else {}
        own = cheat.new_game("My own", **rules)
        cheat.do(own, "type-rack", rack=rack)
        cheat.do(own, "open")
