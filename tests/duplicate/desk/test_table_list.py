"""Which tables the desk lists in a hall of many."""

import json

import pytest
from django.urls import reverse

from duplicate.arbitration import services as arbitration_services
from duplicate.desk.table_list import TableList, TableMark, table_list
from duplicate.desk.table_rows import list_moves, rows_for_round
from duplicate.models import Ruling
from duplicate.slips import services as slip_services
from tournaments.events.staff import set_tables
from tournaments.models import Entry, Player

JSON = {"Accept": "application/json"}
HALL = 350


def marks(**states):
    """Return the marks of tables 1 to 350; `t7="none"` sets the state of one, the others have a plain slip."""
    told = {int(name[1:]): state for name, state in states.items()}
    return tuple(
        TableMark(
            table,
            state := told.get(table, "ruled"),
            todo=state == "none",
            notable=state == "conflict",
            in_rest=state == "none",
        )
        for table in range(1, HALL + 1)
    )


@pytest.mark.parametrize(
    ("states", "which", "table", "expected"),
    [
        ({}, "all", None, (1, 100, None, 101)),
        ({"t250": "none"}, "all", None, (201, 300, 200, 301)),
        ({}, "all", 101, (101, 200, 100, 201)),
        ({}, "all", 350, (301, 350, 300, None)),
        ({}, "all", 9999, (301, 350, 300, None)),
        ({"t7": "none", "t9": "late", "t200": "none"}, "missing", None, (7, 200, None, None)),
        ({"t7": "conflict", "t8": "conflict"}, "conflicts", 5, (7, 8, None, None)),
        ({"t7": "conflict"}, "notable", None, (7, 7, None, None)),
    ],
)
def test_the_page_with_a_table(states, which, table, expected):
    page = TableList(marks(**states), None).page_with(which, table)
    assert (page.tables[0], page.tables[-1], page.before, page.after) == expected


@pytest.mark.parametrize("which", ["missing", "conflicts", "unchecked", "notable"])
def test_a_page_of_nothing(which):
    page = TableList(marks(), None).page_with(which, 12)
    assert (page.tables, page.of, page.before, page.after) == ((), 0, None, None)


def test_a_page_begins_where_it_began():
    """While tables leave the filter, the page does not turn by itself."""
    states = {f"t{table}": "none" for table in range(2, 300)}
    page = TableList(marks(**states), None).page_from("missing", 150)
    assert (page.tables[0], page.tables[-1], page.before) == (150, 249, 149)


def test_the_line_goes_round():
    listed = TableList(marks(t5="none", t70="none", t300="none"), None)
    assert listed.queue(70) == [70, 300, 5]
    assert listed.queue(301) == [5, 70, 300]
    assert listed.rest == 3


# --- From the rows ---------------------------------------------------------------------------------------------------


@pytest.fixture
def hall(game, arbitrator):
    people = Player.objects.bulk_create(Player(name=f"Player {n}", key=f"player {n}") for n in range(HALL))
    return Entry.objects.bulk_create(
        Entry(event=game.event, player=player, table=table) for table, player in enumerate(people, start=1)
    )


@pytest.fixture
def asked(desk, game):
    def ask(**what):
        return json.loads(desk.get(reverse("tables", args=[game.code]), what, headers=JSON).content)

    return ask


def tables_in(html):
    return [int(part.split('"')[0]) for part in html.split('data-table="')[1:]]


@pytest.mark.django_db
def test_the_page_has_a_part_of_the_rows(hall, open_round, desk, game, arbitrator):
    open_round("TRAINER")
    page = desk.get(reverse("dashboard", args=[game.code])).content.decode()
    assert tables_in(page) == list(range(1, 101))
    post = game.event.posts.get(user=arbitrator)
    set_tables(post=post, tables=range(221, 241), by=arbitrator)
    page = desk.get(reverse("dashboard", args=[game.code])).content.decode()
    assert tables_in(page) == list(range(201, 301))


@pytest.mark.django_db
def test_a_table_outside_is_looked_up(hall, open_round, asked):
    open_round("TRAINER")
    found = asked(find=333, chosen=5)
    assert tables_in(found["html"]) == [5, *range(301, 351)]
    assert found["list"]["queue"][0] == 5
    nobody = asked(find=4000, at=101)
    assert tables_in(nobody["html"]) == list(range(101, 201))


@pytest.mark.slow
@pytest.mark.django_db
def test_only_what_changed_on_the_page_is_sent(hall, open_round, asked, key_line, hands):
    open_round("TRAINER")
    hands.move(10)
    now = asked()["now"]
    hands.move(10)
    for table in (7, 8, 150, 340):
        assert key_line(f"{table} TRAIN H4 12").status_code == 200
    assert tables_in(asked(since=now, at=1)["html"]) == [7, 8]
    assert tables_in(asked(since=now, at=101, chosen=340)["html"]) == [150, 340]
    missing = asked(since=now, at=1, show="missing")
    assert (missing["html"].strip(), missing["list"]["tables"][5:8]) == ("", [6, 9, 10])
    assert missing["list"]["rest"] == HALL - 4


@pytest.mark.django_db
def test_a_name_tells_its_table(hall, open_round, asked):
    open_round("TRAINER")
    assert asked(who="Player 341") == {"table": 342}
    assert asked(who="Player 34") == {"table": 35}
    assert asked(who="Pl") == asked(who="HOUSE") == {"table": None}


@pytest.mark.django_db
def test_marks_say_what_the_rows_say(game, players, open_round, close_round, arbitrator, key_line):
    """Both tell how a table stands, from other columns."""
    game.double_arbitration = True
    game.save()
    round_ = open_round("TRAINER")
    key_line("1 TRAIN H4 11")
    close_round()
    key_line("2 TRAIN H4 12")
    arbitration_services.mark_warning(game=game, entry=players[0][0], by=arbitrator)
    round_.refresh_from_db()
    rows, listed = rows_for_round(round_, arbitrator), table_list(round_, arbitrator)
    assert Ruling.objects.exists()
    assert [(mark.table, mark.state, mark.todo, mark.notable) for mark in listed.marks] == [
        (row.entry.table, row.state, row.todo, not row.is_plain) for row in rows
    ]
    assert {row.state for row in rows} >= {"none", "unchecked"}


@pytest.mark.repeats
@pytest.mark.django_db
@pytest.mark.parametrize("more", [{"find": "x"}, {"show": "some"}, {"at": "-1"}, {"since": "²"}])
def test_what_is_no_request_is_answered_with_nothing(hall, open_round, asked, more):
    open_round("TRAINER")
    assert asked(**more) == {"number": None}


@pytest.mark.one_game("players")
def test_the_moves_of_a_round_are_its_tops_then_what_others_scored_with(
    game, players, arbitrator, open_round
):
    """Zeros, and what is not judged yet, would be picked by mistake."""
    round_ = open_round("TRAINER")
    arbitration_services.give_top(game=game, entry=players[0][0], by=arbitrator)
    for number, (word, score) in enumerate([("TRAIN", 12), ("ERTRAIN", 74)], start=2):
        slip_services.key_slip(
            game=game,
            entry=players[number - 1][0],
            word=word,
            reference="H4",
            stated_score=score,
            by=arbitrator,
        )
    round_.refresh_from_db()
    listed = [(move.word, move.is_top) for move in list_moves(round_)]
    assert [is_top for _word, is_top in listed] == [True] * (len(listed) - 1) + [False]
    assert listed[-1] == ("TRAIN", False)
