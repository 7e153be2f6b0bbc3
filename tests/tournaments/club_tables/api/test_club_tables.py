"""Club tables: sitting down, acting, the time of a turn, taking back by agreement, and what nobody else is told."""

import asyncio
import json
import re
import uuid
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from django.urls import reverse
from django.utils import formats, timezone

from duplicate.website.views.public_streams import PUBLIC
from engine.errors import EngineError
from engine.formats.gcg import GcgGame
from engine.referee import ClassicGame
from engine.referee.gcg.reader import from_gcg
from engine.tiles import load_tile_set
from tournaments.accounts import rate_limit
from tournaments.accounts.rate_limit import Kind
from tournaments.club_tables import tables
from tournaments.club_tables.games import state, turns
from tournaments.club_tables.games.frames import table_frame, table_values
from tournaments.club_tables.games.state import standing_acts
from tournaments.club_tables.models import ClubTable, TableAct
from tournaments.core import clock, codes
from tournaments.core.errors import RuleViolation
from tournaments.models import Lexicon

pytestmark = pytest.mark.django_db
ENGLISH = load_tile_set("english")


@pytest.fixture(autouse=True)
def nothing_tried():
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def opener(english):
    return User.objects.create_user("opener")


@pytest.fixture
def english(db):
    return Lexicon.objects.get_or_create(
        name="english", defaults={"tile_set": "english", "word_count": 170_000}
    )[0]


@pytest.fixture
def open_one(opener, english):
    """A function that opens a table."""

    def opened(mode="classic", way="phones", **settings):
        return tables.open_table(mode=mode, way=way, lexicon=english, settings=settings, by=opener)

    return opened


@pytest.fixture
def table(open_one):
    return open_one().table


def seated(table, *names, **options):
    return [tables.sit_down(table=table, name=name, phone=True, **options) for name in names]


def begun(table, *names):
    """The table, and who sits there by number with their tokens."""
    seats = seated(table, *names)
    return tables.begin(table=table), seats


def table_of(table):
    """The row as it stands."""
    return ClubTable.objects.get(pk=table.pk)


def state_of(table):
    return state.state_of(table_of(table))


def did(table, hand, **said):
    return turns.act(table=table, hand=hand, key=uuid.uuid4(), said=said)


def hands(table):
    return [turns.Hand(seat) for seat in table.seats.all()]


def on_turn(table):
    return hands(table)[state_of(table).state.to_move]


# --- Sitting down -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("names", "name", "code"),
    [
        ((), "  ", "name_missing"),
        ((), "a" * 41, "name_too_long"),
        (("Élodie",), "elodie", "name_taken"),
        (("A", "B", "C", "D"), "E", "table_full"),
    ],
)
def test_who_cannot_sit_down_is_told_why(table, names, name, code):
    seated(table, *names)
    with pytest.raises(RuleViolation) as refused:
        tables.sit_down(table=table, name=name, phone=True)
    assert (refused.value.code, table.seats.count()) == (code, len(names))


def test_a_table_that_plays_takes_nobody_and_lets_nobody_go(table):
    _table, seats = begun(table, "Ann", "Bob")
    for act in (
        lambda: tables.sit_down(table=table, name="Cy", phone=True),
        lambda: tables.leave(seat=seats[0].seat),
    ):
        with pytest.raises(RuleViolation) as refused:
            act()
        assert refused.value.code == "table_begun"


def test_who_gets_up_leaves_no_gap(table):
    first, _second, _third = seated(table, "Ann", "Bob", "Cy")
    tables.leave(seat=first.seat)
    tables.begin(table=table)
    assert [(seat.number, seat.name) for seat in table.seats.all()] == [(0, "Bob"), (1, "Cy")]


def test_one_player_is_too_few(table):
    seated(table, "Ann")
    with pytest.raises(RuleViolation, match="2 are needed"):
        tables.begin(table=table)
    table.refresh_from_db()
    assert table.begun_at is None


def test_to_begin_twice_is_to_begin_once(table):
    begun(table, "Ann", "Bob")
    before = json.loads(table_frame(table.code).body)
    tables.begin(table=table)
    assert json.loads(table_frame(table.code).body) == before


@pytest.mark.parametrize(
    ("wrong", "error"),
    [
        ({"mode": "chess"}, EngineError),
        ({"way": "air"}, RuleViolation),
        ({"rack_size": 99}, EngineError),
        ({"nothing": 1}, EngineError),
    ],
)
def test_a_table_that_cannot_be_is_not_opened(open_one, wrong, error):
    with pytest.raises(error):
        open_one(**wrong)
    assert not ClubTable.objects.exists()


def test_only_who_opened_it_closes_a_table(table, opener):
    with pytest.raises(RuleViolation) as refused:
        tables.close(table=table, by=User.objects.create_user("stranger"))
    assert refused.value.code == "not_your_table"
    tables.close(table=table, by=opener)
    with pytest.raises(RuleViolation, match="closed"):
        seated(table, "Ann")


# --- Acting -----------------------------------------------------------------------------------------------------------


def test_the_same_act_counts_once(table):
    begun(table, "Ann", "Bob")
    hand, key = on_turn(table), uuid.uuid4()
    for _ in range(2):
        turns.act(table=table, hand=hand, key=key, said={"act": "pass"})
    assert [row.data["act"] for row in standing_acts(table)] == ["pass"]
    assert on_turn(table) != hand


def test_out_of_turn_is_refused_with_the_rule_and_changes_nothing(table):
    begun(table, "Ann", "Bob")
    before = table_frame(table.code).body
    other = next(hand for hand in hands(table) if hand != on_turn(table))
    with pytest.raises(EngineError) as refused:
        did(table, other, act="pass")
    assert (refused.value.code, refused.value.rule) == ("not_your_turn", "C2")
    assert table_frame(table.code).body == before
    assert not TableAct.objects.exists()


def test_nobody_acts_for_another(table):
    begun(table, "Ann", "Bob")
    hand = on_turn(table)
    with pytest.raises(RuleViolation, match="yourself only"):
        did(table, hand, act="pass", player=1 - hand.seat.number)


def test_no_player_chooses_the_seed(table):
    begun(table, "Ann", "Bob")
    hand = on_turn(table)
    tiles = state_of(table).setup.tiles.decode_rack(state_of(table).state.seats[hand.seat.number].known[:2])
    did(table, hand, act="exchange", tiles=tiles, seed="mine")
    assert standing_acts(table)[0].data["seed"] != "mine"


def test_the_keeper_acts_for_all_on_paper(open_one):
    opened = open_one(way="paper")
    for name in ("Ann", "Bob"):
        tables.sit_down(table=opened.table, name=name, phone=False)
    tables.begin(table=opened.table)
    did(opened.table, turns.Hand(), act="place", player=0, ref="8D", word="TRAIN")
    assert state_of(opened.table).state.scores == (12, 0)


def test_where_all_have_phones_the_keeper_acts_for_nobody(table):
    begun(table, "Ann", "Bob")
    with pytest.raises(RuleViolation, match="yourself only"):
        did(table, turns.Hand(), act="pass", player=0)


# --- The time of a turn -----------------------------------------------------------------------------------------------


def test_a_turn_that_took_too_long_is_lost_to_whoever_looks_first(open_one, time_machine):
    time_machine.move_to("2026-05-01 20:00:00+00:00", tick=False)
    table = open_one(turn_seconds=60).table
    begun(table, "Ann", "Bob")
    first = state_of(table).state.to_move
    time_machine.shift(timedelta(seconds=59))
    assert json.loads(table_frame(table.code).body)["game"]["to_move"] == first
    time_machine.shift(timedelta(seconds=1))
    frame = json.loads(table_frame(table.code).body)
    assert frame["game"]["to_move"] == 1 - first
    assert frame["turn_ends_at"] == clock.milliseconds(clock.now()) + 60_000
    assert [row.data["act"] for row in standing_acts(table)] == ["time"]


def test_a_play_that_comes_too_late_is_refused_and_the_turn_is_lost(open_one, time_machine):
    time_machine.move_to("2026-05-01 20:00:00+00:00", tick=False)
    table = open_one(turn_seconds=60).table
    begun(table, "Ann", "Bob")
    late = on_turn(table)
    time_machine.shift(timedelta(seconds=61))
    with pytest.raises(EngineError) as refused:
        did(table, late, act="pass")
    assert refused.value.code == "not_your_turn"
    assert [row.data["act"] for row in standing_acts(table)] == ["time"]


def test_a_handicap_is_a_limit_of_ones_own(open_one, time_machine):
    time_machine.move_to("2026-05-01 20:00:00+00:00", tick=False)
    table = open_one().table
    seated(table, "Ann", turn_seconds=30)
    seated(table, "Bob")
    tables.begin(table=table)
    if on_turn(table).seat.name == "Bob":
        did(table, on_turn(table), act="pass")
    ends = turns.turn_ends_at(table_of(table), state_of(table))
    assert ends == clock.now() + timedelta(seconds=30)


# --- Taking back ------------------------------------------------------------------------------------------------------


def passed(table):
    hand = on_turn(table)
    did(table, hand, act="pass")
    return hand


def asked(table, hand):
    return turns.ask_undo(table=table, hand=hand, key=uuid.uuid4())


def test_an_act_is_taken_back_when_all_others_agree(table):
    begun(table, "Ann", "Bob", "Cy")
    hand = passed(table)
    asked(table, hand)
    others = [other for other in hands(table) if other != hand]
    turns.answer_undo(table=table, hand=others[0], agrees=True)
    assert len(standing_acts(table)) == 1
    turns.answer_undo(table=table, hand=others[1], agrees=True)
    assert standing_acts(table) == []
    assert on_turn(table) == hand
    assert TableAct.objects.count() == 1


def test_one_who_does_not_agree_keeps_it_as_it_is(table):
    begun(table, "Ann", "Bob", "Cy")
    hand = passed(table)
    asked(table, hand)
    other = next(other for other in hands(table) if other != hand)
    turns.answer_undo(table=table, hand=other, agrees=False)
    assert len(standing_acts(table)) == 1
    with pytest.raises(RuleViolation, match="any more"):
        turns.answer_undo(table=table, hand=hand, agrees=True)


def test_who_asked_is_told_that_it_stands_until_play_goes_on(table):
    begun(table, "Ann", "Bob")
    hand = passed(table)
    asked(table, hand)
    assert table_values(table_of(table))["undo_refused"] is None, "nobody has answered yet"
    turns.answer_undo(table=table, hand=on_turn(table), agrees=False)
    assert table_values(table_of(table))["undo_refused"] == hand.seat.number
    asked(table, hand)
    assert table_values(table_of(table))["undo_refused"] is None, "it is asked again"
    turns.answer_undo(table=table, hand=on_turn(table), agrees=False)
    passed(table)
    assert table_values(table_of(table))["undo_refused"] is None


def test_play_that_goes_on_leaves_nothing_to_agree_to(table):
    begun(table, "Ann", "Bob")
    asked(table, passed(table))
    hand = passed(table)
    with pytest.raises(RuleViolation, match="any more"):
        turns.answer_undo(table=table, hand=hand, agrees=True)


def test_nothing_is_taken_back_where_nothing_was_done(table):
    begun(table, "Ann", "Bob")
    with pytest.raises(RuleViolation) as refused:
        asked(table, hands(table)[0])
    assert refused.value.code == "nothing_done"


@pytest.fixture
def undo(table):
    """Three at a table of whom one asks to take back: that one and the others."""
    begun(table, "Ann", "Bob", "Cy")
    hand = passed(table)
    asked(table, hand)
    return hand, [other for other in hands(table) if other != hand]


def test_it_is_asked_once(table, undo):
    with pytest.raises(RuleViolation) as refused:
        asked(table, undo[1][0])
    assert refused.value.code == "undo_asked"


def test_who_asks_does_not_answer(table, undo):
    with pytest.raises(RuleViolation) as refused:
        turns.answer_undo(table=table, hand=undo[0], agrees=True)
    assert refused.value.code == "undo_own"


def test_nobody_agrees_for_two(table, undo):
    other = undo[1][0]
    turns.answer_undo(table=table, hand=other, agrees=True)
    with pytest.raises(RuleViolation) as refused:
        turns.answer_undo(table=table, hand=other, agrees=True)
    assert refused.value.code == "undo_answered"
    assert len(standing_acts(table)) == 1


def test_other_tiles_come_after_taking_back(table):
    """A player who knew the next tiles could take plays back until the tiles are good."""
    begun(table, "Ann", "Bob")
    hand = on_turn(table)
    number = hand.seat.number
    rack = state_of(table).state.seats[number].known
    drawn = set()
    for _ in range(4):
        tiles = state_of(table).setup.tiles.decode_rack(rack)
        did(table, hand, act="exchange", tiles=tiles)
        drawn.add(state_of(table).state.seats[number].known)
        asked(table, hand)
        turns.answer_undo(table=table, hand=next(each for each in hands(table) if each != hand), agrees=True)
        assert state_of(table).state.seats[number].known == rack
    assert len(drawn) > 1


# --- Views and refusals over HTTP ---------------------------------------------------------------------------


@pytest.fixture
def at(client, table):
    """A function that asks the API of the table."""

    def asking(route, token="", body=None, method="post", code=None):
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        address = reverse(f"api-{route}", args=[code or table.code])
        if method == "get":
            return client.get(address, body, headers=headers)
        return client.post(address, body or {}, content_type="application/json", headers=headers)

    return asking


def test_a_table_over_http(at, table):
    tokens = []
    for name in ("Ann", "Bob"):
        answer = at("table-seats", body={"name": name})
        assert answer.status_code == 201
        tokens.append(answer.json()["token"])
    assert at("begin-table", tokens[0]).status_code == 200
    own = [at("own-table", token, method="get").json() for token in tokens]
    assert [each["seat"] for each in own] == [0, 1]
    racks = [[tile["tile"] for tile in each["game"]["rack"]] for each in own]
    assert [len(rack) for rack in racks] == [7, 7]
    mover = own[0]["game"]["to_move"]
    said = {"id": str(uuid.uuid4()), "act": {"act": "exchange", "tiles": "".join(racks[mover][:2])}}
    answer = at("table-acts", tokens[mover], said)
    assert answer.status_code == 201
    assert answer.json()["game"]["to_move"] == 1 - mover
    refused = at("table-acts", tokens[mover], {"id": str(uuid.uuid4()), "act": {"act": "pass"}})
    assert (refused.status_code, refused.json()["code"], refused.json()["rule"]) == (
        409,
        "not_your_turn",
        "C2",
    )


def test_nobody_is_told_the_rack_of_another(at, table):
    tokens = [at("table-seats", body={"name": name}).json()["token"] for name in ("Ann", "Bob")]
    at("begin-table", tokens[0])
    public = at("table", method="get").json()
    assert public["game"]["rack"] is None
    for looking in ("", "0", "1", "7", "x"):
        own = at("own-table", tokens[1], {"looking": looking}, method="get").json()
        known = state_of(table).state.seats[1].known
        assert [tile["tile"] for tile in own["game"]["rack"]] == [
            state_of(table).setup.tiles.decode_rack([tile]) for tile in known
        ]
    # Nor by the seeds, from which racks could be worked out.
    for text in (json.dumps(public), json.dumps(own)):
        assert table.seed not in text
        assert "seed" not in text


@pytest.mark.parametrize(
    "route", ["own-table", "begin-table", "table-acts", "table-undo", "undo-answer", "leave-table"]
)
@pytest.mark.parametrize(("token", "status"), [("", 401), ("x" * 32, 401), ("other", 403)])
def test_who_does_not_sit_there_does_nothing(at, table, open_one, route, token, status):
    if token == "other":
        token = tables.sit_down(table=open_one().table, name="Zoe", phone=True).token
    answer = at(route, token, method="get" if route == "own-table" else "post")
    assert answer.status_code == status


def test_at_a_tablet_only_the_keeper_writes_names(at, open_one):
    opened = open_one(way="tablet")
    code = opened.table.code
    assert at("table-seats", body={"name": "Ann"}, code=code).status_code == 403
    answer = at("table-seats", opened.token, {"name": "Ann"}, code=code)
    assert (answer.status_code, answer.json()["token"]) == (201, "")


def test_the_tablet_shows_the_rack_of_whom_it_was_handed_to(at, open_one):
    opened = open_one(way="tablet")
    code = opened.table.code
    for name in ("Ann", "Bob"):
        at("table-seats", opened.token, {"name": name}, code=code)
    at("begin-table", opened.token, code=code)
    assert at("own-table", opened.token, method="get", code=code).json()["game"]["rack"] is None
    assert (
        len(at("own-table", opened.token, {"looking": 1}, method="get", code=code).json()["game"]["rack"])
        == 7
    )


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"id": "x", "act": {}},
        {"id": str(uuid.uuid4()), "act": "pass"},
        {"id": str(uuid.uuid4()), "act": {"act": "pass", "note": "x" * 5000}},
    ],
)
def test_what_cannot_be_read_is_named(at, table, body):
    tokens = [at("table-seats", body={"name": name}).json()["token"] for name in ("Ann", "Bob")]
    at("begin-table", tokens[0])
    answer = at("table-acts", tokens[0], body)
    assert answer.status_code == 400
    assert answer.json()


@pytest.mark.parametrize(
    "act", [{}, {"act": 7}, {"act": "fly"}, {"act": "place"}, {"act": "place", "ref": 1, "word": []}]
)
def test_an_act_that_is_none_is_refused(at, table, act):
    tokens = [at("table-seats", body={"name": name}).json()["token"] for name in ("Ann", "Bob")]
    at("begin-table", tokens[0])
    mover = state_of(table).state.to_move
    answer = at("table-acts", tokens[mover], {"id": str(uuid.uuid4()), "act": act})
    assert answer.status_code == 409
    assert not TableAct.objects.exists()


def test_words_are_looked_up_only_where_that_was_agreed(at, table):
    tokens = [at("table-seats", body={"name": name}).json()["token"] for name in ("Ann", "Bob")]
    at("begin-table", tokens[0])
    answer = at("table-words", tokens[0], {"word": "TRAIN"}, method="get")
    assert (answer.status_code, answer.json()["code"]) == (409, "no_look_up")


# --- Pages ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["club-tables", "new-club-table"])
def test_tables_are_opened_by_who_has_an_account(client, name, english):
    address = reverse(name, args=["classic"] if name == "new-club-table" else [])
    assert client.get(address).status_code == 302
    client.force_login(User.objects.create_user("a"))
    assert client.get(address).status_code == 200


def test_what_was_typed_of_a_table_that_cannot_be_stays(client, english):
    client.force_login(User.objects.create_user("a"))
    answer = client.post(
        reverse("new-club-table", args=["classic"]),
        {"lexicon": "english", "way": "phones", "rack_size": "99"},
    )
    assert answer.status_code == 200
    assert b'value="99"' in answer.content
    assert not ClubTable.objects.exists()


def test_a_board_that_cannot_be_is_named_before_anybody_sits_down(client, english):
    client.force_login(User.objects.create_user("a"))
    answer = client.post(
        reverse("new-club-table", args=["unscrabble"]),
        {"lexicon": "english", "way": "phones", "board": "CATS"},
    )
    assert answer.status_code == 200
    assert "Row 2 of the board" in answer.content.decode()
    assert "CATS</textarea>" in answer.content.decode()
    assert not ClubTable.objects.exists()


def test_the_link_of_a_table_is_for_who_opened_it(client, table):
    client.force_login(User.objects.create_user("stranger"))
    before = table.token_hash
    for name in ("club-table-link", "close-club-table"):
        assert client.post(reverse(name, args=[table.code]), {"here": "1"}).status_code == 403
    assert (table_of(table).token_hash, table_of(table).ended_at) == (before, None)


def test_among_many_open_tables_one_sees_whose_each_is_and_since_when(client, table, opener):
    client.force_login(User.objects.create_user("other"))
    page = client.get(reverse("club-tables")).content.decode()
    shown = formats.date_format(timezone.localtime(table.opened_at), "SHORT_DATETIME_FORMAT")
    assert f"{opener.username}, {shown}" in page


def test_a_table_that_plays_is_closed_only_if_that_is_meant(client, table, opener):
    """A press beside the mark would end the game of four people, and nobody opens it again."""
    client.force_login(opener)
    page = reverse("club-table-desk", args=[table.code])
    mark = re.compile(r'<input[^>]* name="meant"[^>]* required')
    assert not mark.search(client.get(page).content.decode())
    begun(table, "Ann", "Bob")
    assert mark.search(client.get(page).content.decode())


@pytest.mark.parametrize(
    ("mode", "way", "offered"),
    [
        ("classic", "phones", False),
        ("classic", "tablet", True),
        ("unscrabble", "paper", True),
        ("bingo", "phones", True),
    ],
)
def test_a_link_is_offered_where_there_is_a_keeper(client, open_one, opener, mode, way, offered):
    table = open_one(mode, way).table
    link = reverse("club-table-link", args=[table.code])
    for user, sees in ((opener, offered), (User.objects.create_user("stranger"), False)):
        client.force_login(user)
        page = client.get(reverse("club-table-desk", args=[table.code])).content.decode()
        assert (link in page) is sees


def test_who_comes_with_another_phone_plays_on(client, at, table, opener):
    tokens = [at("table-seats", body={"name": name}).json()["token"] for name in ("Ann", "Bob")]
    at("begin-table", tokens[0])
    before = at("own-table", tokens[1], method="get").json()
    client.force_login(opener)
    page = client.post(reverse("table-seat-link", args=[table.code, 1])).content.decode()
    token = re.search(r"#t=([\w-]+)", page)[1]
    client.logout()
    assert at("own-table", token, method="get").json() == before
    assert at("own-table", tokens[1], method="get").status_code == 401


@pytest.mark.parametrize("way", ["phones", "tablet"])
def test_there_is_no_link_for_a_seat_without_a_phone(client, open_one, opener, way):
    table = open_one(way=way).table
    tables.sit_down(table=table, name="Ann", phone=way == "phones")
    client.force_login(opener)
    answer = client.post(reverse("table-seat-link", args=[table.code, 7 if way == "phones" else 0]))
    assert answer.headers["Location"] == reverse("club-table-desk", args=[table.code])
    assert not table.seats.filter(token_hash="").exists()
    client.force_login(User.objects.create_user("stranger"))
    assert client.post(reverse("table-seat-link", args=[table.code, 0])).status_code == 403


@pytest.mark.parametrize("code", ["ZZZZ", "zzzzz"])
def test_there_is_no_such_table(client, db, code):
    assert client.get(reverse("club-table", args=[code])).status_code == 404


def test_a_code_of_no_table_is_called_so(client, db):
    answer = client.get("/", {"code": "zzzz"})
    assert (answer.status_code, "no club table with the code" in answer.content.decode()) == (404, True)


def test_what_says_nothing_at_a_table_is_not_asked(client, english):
    client.force_login(User.objects.create_user("a"))
    page = client.get(reverse("new-club-table", args=["classic"])).content.decode()
    assert 'name="turn_seconds"' in page
    assert 'name="overtime_points"' not in page


def test_a_closed_table_gives_no_link_for_a_seat(table, opener):
    seated(table, "Ann")
    tables.close(table=table, by=opener)
    with pytest.raises(RuleViolation, match="closed"):
        tables.renew_seat(table=table, number=0, by=opener)


def test_a_code_leads_to_its_table(client, table):
    answer = client.get("/", {"code": table.code.lower()})
    assert answer.headers["Location"] == reverse("club-table", args=[table.code])


@pytest.mark.parametrize("kind", ["gcg", "json"])
def test_a_game_is_a_file_once_it_is_over(client, table, kind):
    address = reverse("table-record", args=[table.code, kind])
    begun(table, "Ann", "Bob")
    assert client.get(address).status_code == 404, "it would tell the racks"
    for _ in range(4):
        did(table, on_turn(table), act="pass")
    answer = client.get(address)
    assert answer.status_code == 200
    text = answer.content.decode()
    game = (
        ClassicGame.from_json(text)
        if kind == "json"
        else from_gcg(GcgGame.parse(answer.content, ENGLISH), ENGLISH)
    )
    assert [player.name for player in game.players] == [
        state_of(table).state.seats[number].player.name for number in range(2)
    ]


@pytest.mark.parametrize(("mode", "kind"), [("unscrabble", "gcg"), ("classic", "exe")])
def test_there_is_no_such_file(client, open_one, mode, kind):
    table = open_one(mode).table
    begun(table, "Ann", "Bob")
    assert client.get(reverse("table-record", args=[table.code, kind])).status_code == 404


# --- Refusals at the door -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "odd", [r'"\u0000"', r'["x\u0000"]', r'{"\u0000": 1}', r'"\ud800"', r'["\udfff x"]', "1e400", "-1e999"]
)
def test_an_act_that_no_database_keeps_is_refused(client, table, odd):
    """PostgreSQL has no such characters and numbers, wherever in the act they are."""
    token = begun(table, "Ann", "Bob")[1][state_of(table).state.to_move].token
    answer = client.post(
        reverse("api-table-acts", args=[table.code]),
        f'{{"id": "{uuid.uuid4()}", "act": {{"act": "pass", "note": {odd}}}}}',
        content_type="application/json",
        headers={"Authorization": f"Bearer {token}"},
    )
    assert (answer.status_code, list(answer.json())) == (400, ["act"])
    assert not TableAct.objects.exists()


@pytest.mark.parametrize("looking", ["2", "99", "-1", "9" * 5000])
def test_the_tablet_is_handed_to_somebody_who_sits_there(at, open_one, looking):
    opened = open_one(way="tablet")
    code = opened.table.code
    for name in ("Ann", "Bob"):
        at("table-seats", opened.token, {"name": name}, code=code)
    at("begin-table", opened.token, code=code)
    answer = at("own-table", opened.token, {"looking": looking}, method="get", code=code)
    assert (answer.status_code, answer.json()["game"]["rack"]) == (200, None)
    player = state_of(opened.table).state.to_move
    body = {"id": str(uuid.uuid4()), "act": {"act": "pass", "player": player}, "looking": int(looking[:20])}
    answer = at("table-acts", opened.token, body, code=code)
    assert (answer.status_code, answer.json()["game"]["rack"]) == (201, None)


def test_nobody_says_that_time_is_up(table, open_one):
    """It would tell the others that a turn was lost on time that was not."""
    timed = open_one(turn_seconds=120).table
    begun(timed, "Ann", "Bob")
    with pytest.raises(RuleViolation) as refused:
        did(timed, on_turn(timed), act="time")
    assert refused.value.code == "time_not_up"
    assert standing_acts(timed) == []


@pytest.mark.parametrize(
    ("mode", "settings", "handicap"),
    [
        ("classic", {"finish_line": "expert"}, {"level": "champion"}),
        ("classic", {}, {"level": "expert"}),
        ("bingo", {}, {"level": "expert"}),
        ("bingo", {}, {"turn_seconds": 60}),
    ],
)
def test_a_handicap_that_the_game_does_not_have_keeps_nobody_from_beginning(
    open_one, mode, settings, handicap
):
    table = open_one(mode, **settings).table
    with pytest.raises((RuleViolation, EngineError)):
        seated(table, "Ann", **handicap)
    begun(table, "Bob", "Cy")
    assert [seat.name for seat in table.seats.all()] == ["Bob", "Cy"]


def test_nothing_is_taken_back_at_a_table_that_is_closed(table, undo, opener):
    tables.close(table=table, by=opener)
    for hand in undo[1]:
        with pytest.raises(RuleViolation) as refused:
            turns.answer_undo(table=table, hand=hand, agrees=True)
        assert refused.value.code == "table_closed"
    assert len(standing_acts(table)) == 1


def test_where_all_have_phones_the_keeper_takes_nothing_back(table):
    begun(table, "Ann", "Bob")
    passed(table)
    with pytest.raises(RuleViolation) as refused:
        asked(table, turns.Hand())
    assert refused.value.code == "not_your_seat"
    assert len(standing_acts(table)) == 1
    assert not table.undos.exists()


def test_a_table_whose_lexicon_is_gone_says_so(at, client, table):
    token = begun(table, "Ann", "Bob")[1][0].token
    state._known.clear()
    ClubTable.objects.filter(pk=table.pk).update(lexicon="gone")
    asking = [
        at("table", method="get"),
        at("own-table", token, method="get"),
        at("table-acts", token, {"id": str(uuid.uuid4()), "act": {"act": "pass"}}),
    ]
    assert [(answer.status_code, answer.json()["code"]) for answer in asking] == [
        (409, "lexicon_unknown")
    ] * 3
    assert client.get(reverse("club-table", args=[table.code])).status_code == 200
    assert client.get(reverse("table-record", args=[table.code, "gcg"])).status_code == 404


def test_a_table_whose_lexicon_has_other_words_now_says_so(at, table):
    """Other words would make another game of its acts: the page says so, and computes nothing."""
    begun(table, "Ann", "Bob")
    state._known.clear()
    assert at("table", method="get").status_code == 200
    state._known.clear()
    ClubTable.objects.filter(pk=table.pk).update(lexicon_source="older-1")
    answer = at("table", method="get")
    assert (answer.status_code, answer.json()["code"]) == (409, "lexicon_changed")


def test_who_tries_codes_out_sits_down_nowhere(at, table):
    for number in range(Kind.CODE.value):
        rate_limit.note(Kind.CODE, "127.0.0.1", f"{number:04}", right=False)
    assert at("table", method="get").status_code == 429
    assert at("table-seats", body={"name": "Ann"}).status_code == 429
    assert not table.seats.exists()


def test_a_wrong_code_counts_where_people_sit_down(at, table):
    for number in range(Kind.CODE.value - 1):
        rate_limit.note(Kind.CODE, "127.0.0.1", f"{number:04}", right=False)
    assert at("table-seats", body={"name": "Ann"}, code="ZZZZ").status_code == 429
    assert at("table-seats", body={"name": "Ann"}).status_code == 429


@pytest.mark.django_db(transaction=True)
def test_who_tries_codes_out_follows_nothing(table):
    assert asyncio.run(status_of_stream("ZZZZ")) == 404
    for number in range(Kind.CODE.value - 1):
        rate_limit.note(Kind.CODE, "127.0.0.1", f"{number:04}", right=False)
    assert asyncio.run(status_of_stream(table.code)) == 429


@pytest.mark.django_db(transaction=True)
def test_a_table_whose_lexicon_is_gone_has_no_stream(table):
    begun(table, "Ann", "Bob")
    state._known.clear()
    ClubTable.objects.filter(pk=table.pk).update(lexicon="gone")
    assert asyncio.run(status_of_stream(table.code)) == 409


async def status_of_stream(code):
    told = []

    async def send(message):
        told.append(message)

    scope = {"path": f"/live/table/{code}/", "method": "GET", "headers": [], "client": ("127.0.0.1", 1)}
    await PUBLIC.stream(scope, None, send)
    return told[0]["status"]


def test_no_two_tables_have_one_code(open_one, monkeypatch):
    monkeypatch.setattr(codes, "ALPHABET", "AB")
    assert len({open_one().table.code for _ in range(2**codes.TABLE_LENGTH)}) == 2**codes.TABLE_LENGTH


# --- Tables that nobody closes ----------------------------------------------------------------------------------------


def test_no_more_tables_are_open_than_a_club_has(open_one, monkeypatch, opener):
    monkeypatch.setattr(tables, "MOST_OPEN", 2)
    first, _second = open_one().table, open_one().table
    with pytest.raises(RuleViolation) as refused:
        open_one()
    assert refused.value.code == "tables_enough"
    tables.close(table=first, by=opener)
    open_one()


def test_tables_at_which_nothing_has_happened_for_a_week_are_closed_when_another_is_opened(
    open_one, monkeypatch, time_machine
):
    """Nobody closes each table, and those of others cannot be closed."""
    monkeypatch.setattr(tables, "MOST_OPEN", 4)
    time_machine.move_to(clock.now(), tick=False)
    forgotten, played, joined = (open_one().table for _ in range(3))
    for table in (forgotten, played):
        begun(table, "Ann", "Bob")
    time_machine.shift(tables.FORGOTTEN - timedelta(minutes=1))
    passed(played)
    seated(joined, "Ann")
    time_machine.shift(timedelta(minutes=2))
    open_one()
    assert [table_of(table).ended_at is not None for table in (forgotten, played, joined)] == [
        True,
        False,
        False,
    ]


def test_best_results_are_no_door_for_codes_that_are_tried_out(at, open_one):
    for number in range(Kind.CODE.value):
        rate_limit.note(Kind.CODE, "127.0.0.1", f"{number:04}", right=False)
    assert at("best-known", method="get", code=open_one("solitaire").table.code).status_code == 429
