"""Requests done together: each has its own outcome, and nothing ends the queue."""

import asyncio

import pytest

from tournaments.processes.batching import BatchQueue


def doing(*rounds, work, **limits):
    """Run the requests at once, round by round; return their outcomes."""

    async def ask():
        together = BatchQueue(
            work,
            trouble=lambda _error: "trouble",
            name="test",
            **{"most_waiting": 9, "most_at_once": 4} | limits,
        )
        try:
            return [await asyncio.gather(*map(together.do, some)) for some in rounds]
        finally:
            together.queue().thread.shutdown()

    return asyncio.run(asyncio.wait_for(ask(), 10))


def test_those_that_wait_are_done_together_and_no_more_than_so_many():
    seen = []

    def work(many):
        seen.append(len(many))
        return [one * 2 for one in many]

    assert doing(range(9), work=work) == [[one * 2 for one in range(9)]]
    assert seen == [4, 4, 1]


def test_one_too_many_is_told_so():
    [outcomes] = doing(range(5), work=list, most_waiting=3)
    assert outcomes == [0, 1, 2, "trouble", "trouble"]


@pytest.mark.parametrize(
    "bad",
    [lambda one: 1 // one, lambda one: [][one] if one == 0 else 1],
    ids=["raises", "raises otherwise"],
)
def test_trouble_with_one_is_not_that_of_the_others(bad):
    [first, second] = doing([1, 0, 1], [1], work=lambda many: [bad(one) for one in many])
    assert (first, second) == ([1, "trouble", 1], [1])


def test_an_outcome_too_few_is_trouble_for_all_and_the_queue_goes_on():
    [first, second] = doing([1, 2], [3, 4], work=lambda many: list(many)[1:])
    assert first == second == ["trouble", "trouble"]


def test_the_queue_outlives_trouble_in_the_thread():
    async def ask():
        together = BatchQueue(
            list, trouble=lambda _error: "trouble", name="test", most_waiting=9, most_at_once=4
        )
        broken, together.do_all = together.do_all, lambda _many: 1 / 0
        assert await together.do(1) == "trouble"
        together.do_all = broken
        assert await together.do(2) == 2
        together.queue().thread.shutdown()

    asyncio.run(asyncio.wait_for(ask(), 10))
