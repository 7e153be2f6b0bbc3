"""Solitaire at a club table, played to its end over HTTP in its three forms; after every act the state is checked by
somebody who does not use the engine. The best results are those of the games that ended.
"""

import random

import pytest

from engine.board import Board
from engine.lexicon import load_lexicon
from engine.movegen import all_moves
from engine.tiles import load_tile_set
from tests.factories.club_tables import begin, open_table, sit_down
from tests.oracles.solitaire import OpenCount, RacksCount, value

pytestmark = [pytest.mark.server, pytest.mark.slow]
ENGLISH = load_tile_set("english")


def alone(desk, name="Ann", way="phones", **settings):
    """Return the only player at a table that has begun, and their view."""
    code, keeper = open_table(desk, "solitaire", way=way, **settings)
    if way == "phones":
        (keeper,) = sit_down(desk.site, code, name)
    else:
        assert keeper.ask("seats/", {"name": name}).status == 201
    return keeper, begin(keeper)["game"]


def best_move(game, rack):
    """Return the move that a good player finds: the engine plays, and does not check."""
    board = Board.from_rows(["".join(token or "." for token in row) for row in game["board"]], ENGLISH)
    found = all_moves(board, ENGLISH.encode_rack(rack), load_lexicon("english"), ENGLISH)
    return found[0].move.text(ENGLISH, "english") if found else None


def next_act(game):
    """Return the next act with known racks: the best move, or else an exchange, a pass, or the end."""
    rack = game["racks"][game["to_move"]]["tiles"]
    if move := best_move(game, rack):
        return {"act": "place", "ref": move[0], "word": move[1]}
    if game["can_exchange"]:
        return {"act": "exchange", "tiles": rack}
    return {"act": "pass"} if len(game["racks"]) > 1 else {"act": "end"}


@pytest.mark.parametrize("form", ["one_rack", "two_racks"])
def test_racks(desk, form):
    player, game = alone(desk, name=f"Racks {form}", form=form, record="10" if form == "one_rack" else "")
    count = RacksCount(game)
    first = player.own()["game"]["racks"][0]["tiles"][:2]
    game = player.done(act="exchange", tiles=first)["game"]
    count.follow({"act": "exchange", "tiles": first}, game)
    while not game["over"]:
        act = next_act(game)
        game = player.done(**act)["game"]
        count.follow(act, game)
    scores = [rack["score"] for rack in game["racks"]]
    assert game["players"][0]["score"] == scores[0]
    won = scores[0] > (10 if form == "one_rack" else scores[1])
    assert game["winners"] == ([0] if won else [])
    assert player.act(act="end").json()["rule"] == "V12"
    # The last act alone is taken back at once, and the game goes on.
    undone = player.ask("undo/", {"id": "00000000-0000-4000-8000-" + form.encode().hex()[:12]})
    assert undone.status == 201
    assert not undone.json()["game"]["over"]


def test_an_open_construction(desk):
    player, game = alone(desk, name="Cy", form="open")
    count, chance = OpenCount(), random.Random(12)
    count.check(game)
    refused = player.act(act="place", ref="8H", word="XYZZY").json()
    assert refused["rule"] == "V12" or refused["code"] == "not_in_lexicon"
    for step in range(40):
        left = sorted("".join(tile * number for tile, number in game["left"].items()))
        rack = chance.sample(left, min(7, len(left)))
        if step % 6 == 5:
            answer = player.act(act="take_back", play=chance.randrange(len(game["plays"])))
            game = player.own()["game"]
            assert answer.status == 201 or answer.json()["code"] == "solitaire_leans_on"
        elif move := best_move(game, "".join(rack)):
            game = player.done(act="place", ref=move[0], word=move[1])["game"]
        count.check(game)
    game = player.done(act="end")["game"]
    count.check(game)
    assert game["over"]
    assert game["players"][0]["score"] == sum(play["score"] for play in game["plays"])


def test_on_paper_with_two_racks(desk):
    """Real tiles: what is left on the racks is said at the end."""
    keeper, _game = alone(desk, name="Paula", way="paper", form="two_racks")
    game = keeper.done(act="place", ref="8B", word="TRAINER", player=0)["game"]
    assert [rack["score"] for rack in game["racks"]] == [66, 0]
    assert game["to_move"] == 1
    assert keeper.act(act="end", player=0).json()["code"] == "rack_unknown"
    game = keeper.done(act="end", player=0, left=["QIEEUOA", "Z?WWVVU"])["game"]
    assert [rack["score"] for rack in game["racks"]] == [66 - value("QIEEUOA"), -value("Z?WWVVU")]
    assert game["over"]


def best_of(player):
    return [(one["name"], one["score"]) for one in player.ask("best/").json()["best"]]


def built(desk, name, *words, **settings):
    """Build an open construction of these words, each beside the first letter of the one before."""
    player, _game = alone(desk, name=name, form="open", racks="nine", **settings)
    score = 0
    for ref, word in words:
        score = player.done(act="place", ref=ref, word=word)["game"]["players"][0]["score"]
    return player, score


def test_the_best_known_constructions_are_those_of_games_that_ended(desk):
    ann, low = built(desk, "Ann", ("8H", "TRAIN"))
    assert best_of(ann) == []
    ann.done(act="end")
    assert best_of(ann) == [("Ann", low)]
    bob, high = built(desk, "Bob", ("8H", "TRAINER"), record=str(low))
    assert best_of(bob) == [("Ann", low)], "it is not over"
    bob.done(act="end")
    assert best_of(ann) == [("Bob", high), ("Ann", low)], "the record to beat is no other rule"
    other, _score = alone(desk, name="Other", form="open", racks="seven")
    assert ("Bob", high) not in best_of(other), "with racks of seven it is another game"
    assert bob.ask("undo/", {"id": "11111111-1111-4111-8111-111111111111"}).status == 201
    assert best_of(ann) == [("Ann", low)], "it was taken back that the game is over"
    # A construction is what it is when its table is closed.
    desk.get(f"/tables/{bob.code}/desk/")
    assert desk.post_form(f"/tables/{bob.code}/close/", {}).status == 302
    assert best_of(ann) == [("Bob", high), ("Ann", low)]


def test_ones_own_record_is_proposed_when_a_table_is_opened(desk):
    scores = {}
    for name in ("Dora", "Émile"):
        player, game = alone(desk, name=name, form="one_rack", racks="nine")
        act = next_act(game)
        player.done(**act)
        game = player.done(act="end")["game"]
        scores[name] = game["players"][0]["score"]
        assert best_of(player) == [(name, scores[name])], "not those of others"
    again, _game = alone(desk, name="emile", form="one_rack", racks="nine")
    assert best_of(again) == [("Émile", scores["Émile"])], "by name, however it is written"
    page = desk.get("/tables/new/solitaire/").text
    for name, score in scores.items():
        assert f'<option value="{score}">{name} · english · nine tiles</option>' in page


def test_best_results_are_those_of_solitaire_alone(desk):
    code, _keeper = open_table(desk, "bingo")
    assert desk.get(f"/api/v1/tables/{code}/best/").json() == {"best": []}
    assert desk.get("/api/v1/tables/NONE/best/").status == 404
