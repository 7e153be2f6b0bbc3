"""When missed tops come back, from plain values."""

from datetime import UTC, datetime, timedelta

import pytest

from duplicate.recaps.schedule import A_DAY, RATINGS, cards_of_today, repeat

NOW = datetime(2026, 3, 3, 20, tzinfo=UTC)


def days(*ratings):
    """Return the intervals in days of a card that is seen whenever it is due."""
    memory, now, intervals = None, NOW, []
    for rating in ratings:
        memory = repeat(memory, rating, now)
        intervals.append(round((memory.due - now) / timedelta(days=1)))
        now = memory.due
    return intervals


def test_intervals_grow_while_a_word_is_known():
    known = days("good", "good", "good", "good")
    assert known == sorted(known)
    assert known[0] >= 1
    assert known[-1] > 20


@pytest.mark.parametrize(("worse", "better"), [("again", "hard"), ("hard", "good"), ("good", "easy")])
def test_who_knew_it_better_waits_longer(worse, better):
    assert days("good", worse)[-1] < days("good", better)[-1]
    assert days(worse)[0] <= days(better)[0]


@pytest.mark.parametrize("rating", RATINGS)
def test_a_card_comes_back_on_another_day(rating):
    assert days(rating, rating) >= [1, 1]
    assert days(rating) == days(rating)


@pytest.mark.parametrize(
    ("due", "new", "seen", "today"),
    [
        ([], [], 0, []),
        ([], ["N1", "N2"], 0, ["N1", "N2"]),
        ([("D1", -1), ("D2", -3), ("D3", 1)], ["N1"], 0, ["D2", "D1", "N1"]),
        ([("D1", -1)], ["N1", "N2"], A_DAY - 2, ["D1", "N1"]),
        ([("D1", -1)], ["N1"], A_DAY, []),
        ([("D1", -1)], ["N1"], A_DAY + 5, []),
        ([], [str(number) for number in range(30)], 0, [str(number) for number in range(A_DAY)]),
    ],
    ids=["empty", "new", "due first", "some seen", "all seen", "more seen", "ten a day"],
)
def test_the_cards_of_a_day(due, new, seen, today):
    repeated = [(card, NOW + timedelta(days=later)) for card, later in due]
    assert cards_of_today(repeated, new, now=NOW, seen_today=seen) == today
