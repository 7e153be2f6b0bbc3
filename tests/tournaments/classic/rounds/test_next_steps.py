"""The one next step of a division, from the facts of its rounds."""

import pytest

from tournaments.classic.rounds.overview import Act, RoundProgress, next_step

BEGUN = {"begun": True, "missing": 3}
DONE = {"begun": True}


@pytest.mark.parametrize(
    ("rounds", "ahead", "act", "number"),
    [
        ([], 0, Act.PAIR, 1),
        ([{"begun": False}], 0, Act.BEGIN, 1),
        ([{"begun": False, "amiss": 1}], 0, Act.PAIR_AGAIN, 1),
        ([BEGUN], 0, Act.RESULTS, 1),
        ([BEGUN | {"differing": 1}], 0, Act.SETTLE, 1),
        ([DONE], 0, Act.PAIR, 2),
        ([BEGUN], 1, Act.PAIR, 2),
        ([BEGUN, {"begun": False}], 1, Act.RESULTS, 1),
        ([DONE, DONE, DONE], 0, Act.STANDINGS, 0),
    ],
)
def test_there_is_one_next_step(rounds, ahead, act, number):
    facts = [RoundProgress(number=place, **one) for place, one in enumerate(rounds, 1)]
    step = next_step(facts, players=8, planned=3, ahead=ahead)
    assert (step.act, step.number) == (act, number)
