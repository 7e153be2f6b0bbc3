"""A player with an account who makes a game of their own, types the hall's rack, and asks for the top: the rack itself,
one that is nearly the same, and the next one, which was foretold and opened before the hall drew it.
"""

from tests.attacks.ground import unique_name

RACK, TOP = "AEINRST", "RETAINS"
ALIKE = ("AEINRS?", "AEINRSU", "AEINR??")
NEXT = "DEGILNO"


def attack(ground):
    code, name = ground.desk.new_game("The hall"), unique_name("otto")
    cheat = ground.person(ground.desk.new_game("Another evening"), "arbitrator", name)
    assert cheat.get(f"/desk/{code}/").status == 404, "the cheat is at the hall's desk"
    ground.desk.do(code, "type-rack", rack=RACK)
    ground.desk.do(code, "open", "start")
    own = cheat.new_game("My own")
    cheat.do(own, "type-rack", rack=RACK)
    for act in ("open", "open-and-start"):
        assert cheat.act(own, act).status == 422, f"{act} of a game with the hall's rack"
    told = [cheat.get(f"/desk/{own}/{page}").text for page in ("moves/", "below-top/", "words/?q=TRAINES")]
    assert not any(TOP in page for page in told), "the moves of the hall's rack are told"
    cheat.get("/desk/prepared/new/")
    fields = {"name": "x", "lexicon": "english", "rule_set": "classic", "notation": "duplicate"}
    typed = cheat.post_form("/desk/prepared/new/", fields | {"text": f"{RACK} {TOP} H4"})
    assert typed.status == 422, f"a game written by hand: {typed.status}"
    for rack in ALIKE:
        cheat.do(own, "put-back")
        cheat.do(own, "type-rack", rack=rack)
        assert cheat.act(own, "open").status == 422, f"{rack} is opened while {RACK} is played"
    assert TOP in ground.desk.get(f"/desk/{code}/moves/").text, "the hall's own desk is shut out"
    assert f"{name} tried to search this position" in ground.desk.get(f"/desk/{code}/log/").text, (
        "it is not on the log"
    )
    foretell(ground, cheat, code, own)
    return (
        "an own game with the hall's rack, or nearly, is not opened, and a round that was open before tells its top no "
        "more; it is on the log"
    )


def foretell(ground, cheat, code, own):
    """Copy the hall's first round once it is over, and open the next one before the hall does."""
    cheat.do(own, "put-back")
    for desk, game in ((ground.desk, code), (cheat, own)):
        if game == own:
            desk.do(game, "type-rack", rack=RACK)
            desk.do(game, "open", "start")
        desk.do(game, "end-round")
        desk.wait_for_step(game, "announce")
        move = next(top.value for top in desk.tops(game))
        assert desk.announce(game, 1, move).status == 302
    cheat.do(own, "type-rack", rack=NEXT)
    cheat.do(own, "open")
    ground.desk.do(code, "type-rack", rack=NEXT)
    ground.desk.do(code, "open", "start", "end-round")
    ground.desk.wait_for_step(code, "announce")
    tops = [max(top.value.split(), key=len) for top in ground.desk.tops(code)]
    assert tops, "the hall's desk has no top"
    cheat.do(own, "end-round")
    told = [
        cheat.get(f"/desk/{own}/{page}").text for page in ("", "panel/", "tables/", "below-top/", "moves/")
    ]
    assert not any(top in page for page in told for top in tops), "the top of a foretold rack is told"
