"""Words of a game: players, people at the desk who do not judge and another game's arbitrator accept one or ask for
those of a round, and two desks decide one while the round is closed and announced.
"""

import json
from concurrent.futures import ThreadPoolExecutor

from tests.attacks.ground import unique_name

RACK, TOP, UNLISTED = "AEIQUZT", "ZAQUIET", "QUEZ"
WORD_ACTS = ("accept-word", "refuse-word", "take-word-back", "keep-word", "remove-word")
# Pages that people at the desk have who do not judge, or are refused.
PAGES = (
    *("", "panel/", "log/", "log.json", "words/", "moves/"),
    *("players/", "rules/", "result/", "record.json"),
)
# Rulings that count of slips on the unlisted word, with the flag that the word is in force.
DISAGREEING = """
    SELECT slip.id FROM duplicate_slip slip
    JOIN duplicate_round round ON round.id = slip.round_id JOIN duplicate_game game ON game.id = round.game_id
    JOIN duplicate_ruling ruling ON ruling.slip_id = slip.id
    WHERE game.code = '{code}' AND slip.word = '{word}' AND slip.effective
    AND ruling.id = (SELECT max(id) FROM duplicate_ruling last WHERE last.slip_id = slip.id)
    AND (ruling.code <> 'not_in_lexicon') <> EXISTS (SELECT 1 FROM duplicate_gameword word
        WHERE word.game_id = game.id AND word.word = '{word}' AND word.accepted AND word.taken_back_at IS NULL)
"""


def attack(ground):
    code = ground.desk.new_game("Words")
    staff = [ground.person(code, role, unique_name("hugo")) for role in ("helper", "printer", "observer")]
    second = ground.person(code, "arbitrator", unique_name("sara"))
    other = ground.person(ground.desk.new_game("Elsewhere"), "arbitrator", unique_name("olaf"))
    bob, eve = ground.phones(code, "Bob", "Eve")
    ground.desk.do(code, "type-rack", rack=RACK)
    ground.desk.do(code, "open", "start")
    for person, allowed in (*((one, 403) for one in staff), (other, 404)):
        person.get("/desk/")
        for act in WORD_ACTS:
            refused = person.act(code, act, word=UNLISTED, reason="so")
            assert refused.status == allowed, f"{act}: {refused.status}"
    outside(ground, other, code)
    secrets(ground, code, second, staff, bob, eve)
    tries = both_desks(ground, code, second)
    return f"foreign acts refused; nothing told in the round; {tries} acts in its announcement agree with the rulings"


def outside(ground, other, code):
    """The words, additions and events of others, by their keys."""
    [[event]] = ground.rows(f"SELECT event_id FROM duplicate_game WHERE code = '{code}'")
    [[lexicon]] = ground.rows("SELECT id FROM tournaments_lexicon WHERE name = 'english'")
    for path, fields in (
        (
            f"/events/{event}/words/",
            {"word": UNLISTED, "decision": "accept", "lexicon": "english", "reason": "so"},
        ),
        (f"/events/{event}/words/", {"keep": "1"}),
        (f"/lexicons/{lexicon}/additions/", {"words": UNLISTED}),
        (f"/lexicons/{lexicon}/additions/", {"remove": UNLISTED}),
    ):
        refused = other.post_form(path, fields)
        assert refused.status in {403, 404}, f"{path} {fields}: {refused.status}"
    assert not ground.rows(f"SELECT 1 FROM tournaments_addedword WHERE word = '{UNLISTED}'")


def secrets(ground, code, second, staff, bob, eve):
    """Words that are decided in a round tell phones and screens nothing before its announcement."""
    assert eve.send(1, UNLISTED, "H8", 54).status == 201
    ground.desk.do(code, "accept-word", word=TOP, reason="so")
    second.do(code, "accept-word", word=UNLISTED, reason="so")
    pages = [f"/screen/{code}/", f"/results/{code}/", f"/rules/{code}/", f"/join/{code}/"]
    told = [bob.get(page).text for page in pages]
    told += [one.get(f"/desk/{code}/{page}").text for one in staff for page in PAGES]
    told += [json.dumps(bob.frame()), json.dumps(bob.me())]
    for word in (TOP, UNLISTED):
        assert not any(word in one for one in told), f"{word} is told in the round"


def both_desks(ground, code, second):
    """One desk takes a word back and accepts it, and the other one ends and announces the round meanwhile; return
    how many acts the first one did.
    """
    acts = ("take-word-back", "accept-word", "undo", "redo") * 4

    def decide():
        return [
            second.reverse(code, act).status
            if act in {"undo", "redo"}
            else second.act(code, act, word=UNLISTED, reason="so").status
            for act in acts
        ]

    def end():
        ground.desk.do(code, "end-round")
        ground.desk.wait_for_step(code, "announce")
        # The chosen top may have gone meanwhile: then the desk says so, and another one is chosen.
        while ground.desk.step(code) == "announce":
            move = next((top.value for top in ground.desk.tops(code) if top.preferred), "")
            assert ground.desk.announce(code, 1, move).status in {302, 422}

    with ThreadPoolExecutor(2) as pool:
        decided, ended = pool.submit(decide), pool.submit(end)
        ended.result()
        assert set(decided.result()) <= {302, 422}
    wrong = ground.rows(DISAGREEING.format(code=code, word=UNLISTED))
    assert not wrong, f"rulings that disagree with the words in force: {wrong}"
    assert UNLISTED in second.get(f"/desk/{code}/log/").text, "it is not on the log"
    return len(acts)
