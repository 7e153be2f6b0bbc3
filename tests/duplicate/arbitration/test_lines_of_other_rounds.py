"""Lines that are typed while another round is in progress than the one on the screen."""

import pytest
from django.urls import reverse

from duplicate.models import Ruling, Slip
from tests.factories.games import announce_preferred, let_time_pass, own_clock, start_round

pytestmark = [pytest.mark.django_db, pytest.mark.one_game("players")]


JSON = {"Accept": "application/json", "Accept-Language": "en"}


@pytest.fixture(scope="module")
def rows_for_file(rows_for_file):
    """Announce round 1, and start round 2."""
    game, by = rows_for_file.game, rows_for_file.arbitrator
    with own_clock() as hands:
        start_round(game, by, "TRAINER")
        let_time_pass(hands)
        announce_preferred(game, by, 1)
        start_round(game, by, "SATIRES")
        rows_for_file.now = hands.now
    return rows_for_file


@pytest.fixture
def second_round(game, hands):
    return game.rounds.get(number=2)


@pytest.mark.repeats
@pytest.mark.parametrize(
    ("line", "shown"),
    [
        *((line, {"number": 1}) for line in ("1 TRAIN H4 12", "1T", "1 0", "1W", "*", "1 =7 misread")),
        *(
            ("1 =7 misread", shown)
            for shown in ({"number": 3}, {"number": ""}, {"number": 2, "round": 987654})
        ),
    ],
)
def test_what_was_typed_for_another_round_is_refused(key_line, second_round, line, shown):
    """Even with a reason in the line itself, which is no reason for going back."""
    before = Slip.objects.count()
    answer = key_line(line, **shown)
    assert answer.status_code == 422
    assert "round 2" in answer.json()["problem"].lower()
    assert (Slip.objects.count(), Ruling.objects.count()) == (before, before)
    needs_a_slip = line in {"1W", "1 =7 misread"}
    typed_now = key_line(line, number=2, round=second_round.pk)
    assert typed_now.status_code == (422 if needs_a_slip else 200)


def test_the_answer_shows_the_round_in_progress(key_line, second_round):
    answer = key_line("1T", number=1).json()
    assert answer["round"] == second_round.pk
    assert 'data-state="none"' in answer["html"]


def test_an_earlier_round_is_corrected_where_that_is_said(key_line, desk, game, second_round):
    address = reverse("correct", args=[game.code, 1, "slip"])
    assert desk.post(address, {"line": "1T", "reason": "found below the table"}).status_code == 302
    assert key_line("2 =7", number=1, reason="found too").status_code == 422
    assert key_line("2T", number=1, reason="found too").status_code == 200
    assert {slip.round.number for slip in Slip.objects.select_related("round")} == {1}


def test_rows_of_another_round_are_all_sent(key_line, client, game, second_round):
    """The page still has the rows of the round before."""
    path = reverse("tables", args=[game.code])
    now = client.get(path, {"round": second_round.pk}, headers=JSON).json()["now"]
    same = client.get(path, {"since": now + 60_000, "round": second_round.pk}, headers=JSON).json()
    other = client.get(path, {"since": now + 60_000, "round": second_round.pk - 1}, headers=JSON).json()
    assert (same["whole"], other["whole"]) == (False, True)
    assert other["html"].count("<tr") == 3
