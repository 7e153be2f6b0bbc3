"""Signatures of result files: whole ones fit, and an edited one says where."""

import json
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from duplicate.prepared_games.results.file_format import ResultRefused, read_result, write_file
from duplicate.prepared_games.results.signature import find_misfits, key_of, read_sending, sign_result
from engine.rules import (
    load_rule_set,
)
from tests.factories.fake_results import made_up_result

TOKEN = "a-token-of-namur"
AT = datetime(2026, 3, 3, 20, 15, 2, tzinfo=UTC)


def signed(players=3, **more):
    result = made_up_result(
        game="g" * 64, club="Namur", tops=(30, 45), rules=load_rule_set("fisf"), players=players, seed="s"
    )
    return json.loads(write_file(sign_result(result.to_data(), TOKEN, number=3, sent_at=AT))) | more


def test_a_signed_file_fits_and_is_the_same_result():
    data = signed()
    assert find_misfits(data, TOKEN) == []
    sending = read_sending(data)
    assert (sending.number, sending.sent_at, sending.key) == (3, AT, key_of(TOKEN))
    plain = {key: value for key, value in data.items() if key not in {"number", "sent_at", "signature"}}
    assert read_result(data).to_data() == plain
    assert read_sending(plain) is None


def test_the_order_and_spacing_of_the_file_do_not_matter():
    data = json.loads(json.dumps(dict(reversed(signed().items())), indent=4))
    assert find_misfits(data, TOKEN) == []


def change_entry(data):
    data["entries"][1]["scores"][0] += 1


def rename_player(data):
    data["entries"][2]["players"][0]["name"] = "Zoe"


def swap_entries(data):
    data["entries"][0], data["entries"][1] = data["entries"][1], data["entries"][0]


def drop_last(data):
    data["entries"].pop()


def drop_last_with_code(data):
    data["entries"].pop()
    data["signature"]["entries"].pop()


@pytest.mark.parametrize(
    ("edit", "misfits"),
    [
        (lambda data: data.update(club="Liège"), ["the club"]),
        (lambda data: data.update(number=4), ["the number of the file"]),
        (lambda data: data.update(sent_at="2026-03-04T20:15:02+00:00"), ["the time of the file"]),
        (lambda data: data.update(game="h" * 64), ["the game"]),
        (lambda data: data.update(tops=[30, 44]), ["the tops"]),
        (lambda data: data.update(rounds_known=False), ["“rounds_known”"]),
        (change_entry, ["Namur 2 at table 2"]),
        (rename_player, ["Zoe at table 3"]),
        (swap_entries, ["Namur 2 at table 2", "Namur 1 at table 1"]),
        (drop_last, ["the number of players"]),
        (drop_last_with_code, ["the number of players"]),
        (
            lambda data: data["entries"].append(data["entries"][0]),
            ["the number of players", "Namur 1 at table 1"],
        ),
        (lambda data: data["entries"].append(7), ["the number of players", "line 4 of the players"]),
    ],
)
def test_an_edited_part_is_named(edit, misfits):
    data = signed()
    edit(data)
    assert find_misfits(data, TOKEN) == misfits


def test_a_part_that_was_taken_out_is_named():
    data = json.loads(
        write_file(sign_result(signed() | {"rounds_known": False}, TOKEN, number=3, sent_at=AT))
    )
    assert find_misfits(data, TOKEN) == []
    del data["rounds_known"]
    assert find_misfits(data, TOKEN) == ["“rounds_known”"]


def test_no_part_fits_another_token_or_another_file():
    data, other = signed(), signed()
    assert len(find_misfits(data, "another")) == 14
    data["signature"]["entries"][0] = other["signature"]["entries"][0]
    assert find_misfits(data, TOKEN) == ["Namur 1 at table 1"], "each file has a mark of its own"


@pytest.mark.parametrize(
    "broken",
    [
        {"signature": 3},
        {"signature": {}},
        {"signature": {"key": 3, "id": "x"}},
        {"number": 0},
        {"number": True},
        {"number": "3"},
        {"number": 10**12},
        {"sent_at": "soon"},
        {"sent_at": "2026-03-03T20:15:02"},
        {"sent_at": None},
    ],
)
def test_a_signature_that_is_none_is_refused(broken):
    with pytest.raises(ResultRefused, match="edited"):
        read_sending(signed(**broken))


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.text(max_size=3),
    lambda some: st.lists(some, max_size=3) | st.dictionaries(st.text(max_size=3), some, max_size=3),
    max_leaves=6,
)


@given(st.sampled_from(["club", "number", "tops", "entries", "signature", "played_on"]), JSON)
def test_no_value_passes_for_a_signed_one(key, value):
    data = signed(players=1)
    fits = data[key] == value and type(data[key]) is type(value)
    data[key] = value
    if not isinstance(data["signature"], dict) or not isinstance(data["signature"].get("id"), str):
        return
    assert (find_misfits(data, TOKEN) == []) == fits
