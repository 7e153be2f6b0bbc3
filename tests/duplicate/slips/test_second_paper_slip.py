"""A second paper slip for a table: the desk asks whether it corrects the first, or the player handed in both."""

import pytest
from django.contrib.auth.models import User

from duplicate.arbitration import bulk_top, undo
from duplicate.arbitration import services as arbitration_services
from duplicate.models import Game, Ruling, Slip
from duplicate.slips import services as slip_services
from engine.rules import (
    load_rule_set,
)
from tournaments.errors import RuleViolation
from tournaments.models import Arbitrator

pytestmark = [pytest.mark.django_db, pytest.mark.one_game("players")]


@pytest.fixture
def fisf(game):
    Game.objects.update(rules=load_rule_set("fisf").to_toml())
    game.refresh_from_db()


def slips_now():
    """Return each slip with its state: "+" counts, "!" in conflict, "-" aside."""
    return [
        slip.word + ("+" if slip.effective else "!" if slip.in_conflict else "-")
        for slip in Slip.objects.order_by("pk")
    ]


def last_ruling():
    ruling = Ruling.objects.filter(slip__effective=True).latest("pk")
    return ruling.score, ruling.sanction, ruling.code


@pytest.fixture
def keyed_twice(key_line, players, open_round):
    """Return a function that keys two slips of table 1, and returns the answer to the second."""

    def key_them(first="1 TRAIN H4 12", second="1 RETAIN H4 14"):
        open_round("TRAINER")
        assert key_line(first).status_code == 200
        seen = f"{Slip.objects.get().pk}-0"
        return key_line(second, seen=seen).json()

    return key_them


def test_nothing_is_replaced_and_the_desk_asks(keyed_twice):
    answer = keyed_twice()
    assert slips_now() == ["TRAIN+", "RETAIN!"]
    later = "1 Mona: TRAIN H4, 12, in conflict with another slip"
    asks = {"table": 1, "slip": Slip.objects.last().pk, "zero": False, "later": later}
    assert answer["asks"] == asks
    assert answer["said"] == (
        "1 Mona: TRAIN H4 is already keyed. Enter: correct it to RETAIN H4. Esc: decide later."
    )
    assert answer["counts"]["conflicts"] == 1


def test_a_correction_counts(keyed_twice, key_line):
    asks = keyed_twice()["asks"]
    assert key_line("1T", slip=asks["slip"]).status_code == 200
    assert slips_now() == ["TRAIN-", "RETAIN+"]
    assert last_ruling() == (14, "none", "good")


def test_the_first_may_be_kept(keyed_twice, key_line):
    keyed_twice()
    assert key_line("1T", slip=Slip.objects.first().pk).status_code == 200
    assert slips_now() == ["TRAIN+", "RETAIN-"]


def test_several_are_zero_by_one_key_where_the_rules_say_so(fisf, keyed_twice, key_line, game, arbitrator):
    answer = keyed_twice()
    assert answer["asks"]["zero"]
    assert "0: both were handed in, zero" in answer["said"]
    assert "0" in answer["html"]
    assert key_line("1 0").status_code == 200
    assert slips_now() == ["TRAIN+", "RETAIN-"]
    assert last_ruling() == (0, "zero", "several_on_paper")
    undo.undo(game=game, by=arbitrator)
    assert slips_now() == ["TRAIN+", "RETAIN!"]
    assert last_ruling() == (12, "none", "good")
    undo.redo(game=game, by=arbitrator)
    assert last_ruling() == (0, "zero", "several_on_paper")


def test_elsewhere_zero_is_the_arbitrators_own(keyed_twice, key_line):
    keyed_twice()
    key_line("1 0")
    assert slips_now() == ["TRAIN+", "RETAIN!"]
    assert last_ruling() == (0, "zero", "zero_given")


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ("1 TRAIN H4 12", "1 TRAIN H4 12", ["TRAIN+"]),
        ("1 TRAIN H4 12", "1 train h4 12", ["TRAIN+"]),
        ("1 0", "1 TRAIN H4 12", ["-", "TRAIN+"]),
    ],
    ids=["the same", "the same in small letters", "a slip found after none was on record"],
)
def test_what_is_no_second_slip_asks_nothing(keyed_twice, first, second, expected):
    assert keyed_twice(first, second)["asks"] is None
    assert slips_now() == expected


def test_the_key_for_the_top_asks_too(keyed_twice):
    answer = keyed_twice(second="1T")
    assert answer["asks"]
    assert [slip.in_conflict for slip in Slip.objects.order_by("pk")] == [False, True]


def test_a_correction_after_the_announcement_is_one(game, players, arbitrator, played):
    entry = players[1][0]
    values = {"word": "RETAIN", "reference": "H4", "stated_score": 14, "number": 1, "reason": "misread"}
    slip_services.key_slip(game=game, entry=entry, by=arbitrator, **values)
    assert slips_now() == ["TRAINER-", "RETAIN+"]


def test_the_same_arbitrator_settles_it_under_double_arbitration(fisf, game, keyed_twice, key_line):
    Game.objects.update(double_arbitration=True)
    asks = keyed_twice()["asks"]
    assert key_line("1T", slip=asks["slip"]).status_code == 200
    assert Slip.objects.get(effective=True).checked_by is None


def test_what_two_arbitrators_disagree_on_is_no_zero_by_one_of_them(
    fisf, game, players, open_round, arbitrator
):
    Game.objects.update(double_arbitration=True)
    game.refresh_from_db()
    second = User.objects.create_user("ben")
    Arbitrator.objects.create(event=game.event, user=second, role="arbitrator")
    open_round("TRAINER")
    where = {"game": game, "entry": players[0][0]}
    for by, word in ((arbitrator, "TRAIN"), (second, "TRAIT")):
        slip_services.key_slip(**where, word=word, reference="H4", stated_score=12, by=by)
    with pytest.raises(RuleViolation) as refused:
        arbitration_services.give_zero(**where, by=second)
    assert refused.value.code == "chief_settles"
    arbitration_services.give_zero(**where, by=arbitrator)
    assert last_ruling() == (0, "zero", "several_on_paper")
    assert bulk_top.rest_have_top(game=game, by=arbitrator) == 2
