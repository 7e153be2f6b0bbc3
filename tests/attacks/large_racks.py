"""An arbitrator elsewhere asks again and again for all moves of a rack of fourteen tiles with two blanks."""

import time
from concurrent.futures import ThreadPoolExecutor

from tests.attacks.ground import unique_name
from tests.attacks.own_game import LARGE, rules_named

RACK = "AEIORSTLNCMP??"
REQUESTS = 10
# The median of the desk beside them may be this many times its quiet one, and a machine's hiccup more.
SLOWER, HICCUP = 3, 0.5


def attack(ground):
    hall = ground.desk.new_game("The hall")
    name = unique_name("otto")
    cheat = ground.person(ground.desk.new_game("Another evening"), "arbitrator", name)
    rules = rules_named(cheat, LARGE.replace("15", "14").replace("Fifteen", "Fourteen"), "Fourteen")
    own = cheat.new_game("My own", rule_set=rules, minimum_early=0, minimum_late=0)
    cheat.do(own, "type-rack", rack=RACK)
    cheat.do(own, "open")
    quiet = desk_seconds(ground, hall)
    with ThreadPoolExecutor(REQUESTS) as pool:
        asked = [pool.submit(cheat.get, f"/desk/{own}/moves/") for _each in range(REQUESTS)]
        beside = desk_seconds(ground, hall)
        pages = [one.result() for one in asked]
    assert all("too many moves" in page.text for page in pages), "the moves of such a rack are listed"
    assert beside < SLOWER * quiet + HICCUP, (
        f"the hall's desk takes {beside:.2f} s beside them, {quiet:.2f} alone"
    )
    return f"{REQUESTS} lists of 2.8 million moves are refused; the hall's desk takes {beside / quiet:.1f} x as long"


def desk_seconds(ground, code):
    """Return the median of the hall's desk, in seconds."""
    spent = []
    for _each in range(7):
        begun = time.monotonic()
        assert ground.desk.get(f"/desk/{code}/").status == 200
        spent.append(time.monotonic() - begun)
    return sorted(spent)[3]
