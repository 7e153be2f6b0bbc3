"""COP's last round with prizes of classes: members in contention for one meet as neighbours."""

from dataclasses import asdict, replace

import pytest

from tests.factories.divisions import make_director, make_division, players
from tests.factories.pairing_fields import people
from tests.tournaments.classic.pairing.reading import met_by
from tests.tournaments.classic.pairing.test_gibson import standing
from tournaments.classic.models import DivisionPrize
from tournaments.classic.pairing import PairingField, Settings, pair
from tournaments.classic.pairing.values import ClassPrizes
from tournaments.classic.rounds.plan import usual_stage
from tournaments.classic.rounds.values import settings_of
from tournaments.classic.rules.prizes import Prize
from tournaments.classic.standings.prizes import set_prizes

# Two play for the only place; the others are out of contention for it.
TWO = ((9, 3, 500), (9, 3, 400))
FAR = ((2, 10, 0), (2, 10, -50), (2, 10, -100), (1, 11, -150), (1, 11, -200), (0, 12, -250))


def paired_with(classes, prizes, records=TWO + FAR, left=1):
    """Pair the last round; `classes` has the keys of the members of each class."""
    rounds, matches = standing(*records)
    field = people(len(records))
    field = tuple(
        replace(one, classes=frozenset(name for name, keys in classes.items() if one.key in keys))
        for one in field
    )
    settings = Settings("cop", rounds=rounds + left, prize_places=1, class_prizes=prizes)
    return pair("cop", PairingField(field, matches), rounds + 1, settings)


def of_class(paired):
    """Return the pairs that meet for a prize of a class, each with the class."""
    return {
        (min(one.first, one.second), max(one.first, one.second)): reason.values["class_name"]
        for one in paired.pairings
        for reason in one.reasons
        if reason.code == "cop_class"
    }


@pytest.mark.parametrize(
    ("classes", "prizes", "expected"),
    [
        pytest.param({"B": {3, 5, 7}}, (), {}, id="no prizes of the class"),
        pytest.param({"B": {3, 5, 7}}, (ClassPrizes("B", 1),), {(3, 5): "B"}, id="one prize"),
        pytest.param({"B": {3, 8}}, (ClassPrizes("B", 1),), {}, id="the first cannot be caught"),
        pytest.param(
            {"B": {3, 4, 5, 6}}, (ClassPrizes("B", 2),), {(3, 4): "B", (5, 6): "B"}, id="two prizes"
        ),
        pytest.param(
            {"B": {3, 4, 5, 8}},
            (ClassPrizes("B", 2),),
            {(3, 4): "B"},
            id="the last cannot catch the last winner",
        ),
        pytest.param(
            {"B": {3, 4}, "C": {5, 6}},
            (ClassPrizes("B", 1), ClassPrizes("C", 1)),
            {(3, 4): "B", (5, 6): "C"},
            id="two classes",
        ),
        pytest.param(
            {"B": {3, 4}, "C": {3, 4, 5, 6}},
            (ClassPrizes("B", 1), ClassPrizes("C", 3)),
            {(3, 4): "B", (5, 6): "C"},
            id="those paired for one class take a prize of another",
        ),
        pytest.param(
            {"B": {2, 3, 4}}, (ClassPrizes("B", 1),), {}, id="one who may miss the place takes the prize"
        ),
        pytest.param({"B": {3}}, (ClassPrizes("B", 5),), {}, id="one alone"),
        pytest.param({}, (ClassPrizes("B", 5),), {}, id="nobody in the class"),
    ],
)
def test_members_in_contention_for_a_prize_of_their_class_meet(classes, prizes, expected):
    paired = paired_with(classes, prizes)
    assert of_class(paired) == expected
    assert frozenset((1, 2)) in met_by(paired)
    assert len({key for pair_ in met_by(paired) for key in pair_}) == len(TWO + FAR)


def test_who_is_certain_of_the_place_leaves_the_prize_of_the_class_to_others():
    records = ((12, 0, 900), (8, 4, 400), (2, 10, 0), (2, 10, -50), (1, 11, -100), (1, 11, -150))
    classes = {"B": {1, 3, 4}}
    assert of_class(paired_with(classes, (ClassPrizes("B", 1),), records)) == {(3, 4): "B"}
    # The place and the prize of the class may be one player's.
    assert of_class(paired_with(classes, (ClassPrizes("B", 1, beside_places=True),), records)) == {}


def test_before_the_last_round_classes_do_not_matter():
    assert of_class(paired_with({"B": {3, 4}}, (ClassPrizes("B", 1),), left=2)) == {}


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("one_each", "out", "beside"), [(False, False, True), (True, False, False), (False, True, False)]
)
def test_the_prizes_of_classes_are_those_of_the_division(one_each, out, beside):
    by = make_director()
    division = make_division(by, players(2), method="cop")
    prizes = [
        Prize("First"),
        Prize("B 1", class_name="B", out_of_the_money=out),
        Prize("B 3", place=3, class_name="B", out_of_the_money=out),
        Prize("High B", kind="high_loss", class_name="B"),
    ]
    set_prizes(
        division=division,
        prizes=[DivisionPrize(**asdict(prize)) for prize in prizes],
        one_each=one_each,
        by=by,
    )
    division.refresh_from_db()
    stage = usual_stage(division)
    assert settings_of(division, stage).class_prizes == (ClassPrizes("B", 3, beside),)
    assert settings_of(division, replace(stage, method="swiss")).class_prizes == ()
