"""Values that no column holds: faults of the review, never errors of the database."""

import pytest

from tournaments.classic.exchange.files import read_texts
from tournaments.classic.exchange.review import review_event
from tournaments.classic.exchange.values import MOST_PLAYERS

pytestmark = pytest.mark.django_db
LONG = "9" * 5_000


@pytest.mark.parametrize(
    ("name", "text", "codes"),
    [
        ("a.t", f"A, Ann 9;; team {'x' * 80}; class {'x' * 40}\n", []),
        ("a.t", f"A, Ann 9;; team {'x' * 81}\n", ["text_too_long"]),
        ("a.t", f"A, Ann 9;; class {'x' * 41}\n", ["text_too_long"]),
        ("a.t", "A, Ann 999999;\n", []),
        ("a.t", "A, Ann 9999999;\n", ["tsh_line_unread", "no_players"]),
        ("r.csv", "A,0001999999,Ann,400,Bo,380\n", ["no_such_round", "no_players"]),
        ("r.csv", f"A,{LONG},Ann,400,Bo,380\n", ["no_such_round", "no_players"]),
        ("r.csv", "A,1,Ann,400,Bo,380\n" * 2, ["twice_in_round"]),
        ("r.csv", "A,1,Ann,1201,Bo,380\n", ["impossible_score"]),
        ("r.csv", "A,1,Ann,1200,Bo,-300\n", []),
        (
            "r.csv",
            "".join(f"{at // 6_000},1,Ann {at},,bye,\n" for at in range(MOST_PLAYERS + 1)),
            ["division_full"],
        ),
    ],
)
def test_faults_of_values(name, text, codes):
    assert [one.error.code for one in review_event(*read_texts([(name, text)])).faults] == codes


@pytest.mark.parametrize(
    ("written", "table"),
    [("7", 7), ("999999", 999_999), ("1000000", 1), ("0000000009", 1), (LONG, 1), ("²", 1)],
)
@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.t", "A, Ann 9 2; 400; board {0}\nB, Bo 8 1; 300; board {0}\n"),
        ("r.csv", "Table,Player 1,Player 2\n{0},Ann,Bo\n"),
    ],
)
def test_a_table_of_up_to_six_digits_is_kept_another_is_the_next_free_one(name, text, written, table):
    event, problems = read_texts([(name, text.format(written))])
    assert ([one.table for one in event.divisions[0].matches], problems.faults) == ([table], [])


@pytest.mark.parametrize(
    ("written", "caps"),
    [
        ("350", (350,)),
        ("[200, 700]", (200, 700)),
        ("[ 200,700 ]", (200, 700)),
        ("0", ()),
        ("", ()),
        *((odd, None) for odd in ("[200, 0]", "[99999]", "[true]", "[-1]", "[]", "[200 700]", "much")),
    ],
)
def test_a_spread_cap_has_up_to_four_digits(written, caps):
    texts = [("config.tsh", f"division a a.t\nconfig spread_cap = {written}\n"), ("a.t", "A, Ann 9;\n")]
    event, problems = read_texts(texts)
    assert event.divisions[0].spread_caps == (caps or ())
    assert [one.error.code for one in problems.remarks] == (["caps_not_read"] if caps is None else [])
