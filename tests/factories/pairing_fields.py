"""Made-up fields for tests of pairings, and short second opinions on what pairings must keep to."""

import random
from collections import Counter
from dataclasses import replace
from functools import cache

from hypothesis import strategies as st

from tournaments.classic.pairing import PairingField, Settings, pair
from tournaments.classic.rules.values import Contestant, MatchFacts


def people(count, **values):
    return tuple(Contestant(key, key, f"P{key}", **values) for key in range(1, count + 1))


def with_results(paired, chance, strength=None):
    """Return the matches of a paired round with fake results; the lower number is a little stronger."""
    matches = []
    for pairing in paired.pairings:
        if pairing.second is None:
            matches.append(MatchFacts(paired.number, pairing.first, group=pairing.group))
            continue
        edge = (pairing.second - pairing.first) / 2 if strength is None else strength
        scores = [round(chance.gauss(400 + edge, 60)), round(chance.gauss(400 - edge, 60))]
        facts = MatchFacts(paired.number, pairing.first, pairing.second, "played", *scores)
        matches.append(replace(facts, group=pairing.group))
    return matches


@st.composite
def histories(draw, most=9):
    """Draw a field with any past: pairings by no method, byes, forfeits, open rounds, people gone and come."""
    count = draw(st.integers(2, most))
    chance = random.Random(draw(st.integers(0, 2**32)))
    keys = list(range(1, count + 1))
    matches = []
    rounds = draw(st.integers(0, 7))
    for number in range(1, rounds + 1):
        chance.shuffle(keys)
        there = keys[: chance.randint(0, count)]
        for one, other in zip(there[::2], there[1::2], strict=False):
            outcome = chance.choice(
                ["played"] * 8 + ["open", "first_forfeits", "second_forfeits", "both_forfeit"]
            )
            scores = (chance.randint(300, 500), chance.randint(300, 500)) if outcome == "played" else (0, 0)
            matches.append(MatchFacts(number, one, other, outcome, *scores))
        if len(there) % 2:
            matches.append(MatchFacts(number, there[-1]))
    present = draw(st.sets(st.sampled_from(sorted(keys)), min_size=2))
    contestants = tuple(Contestant(key, key, f"P{key}", present=key in present) for key in sorted(keys))
    return PairingField(contestants, tuple(matches)), rounds + 1


def met_in(field):
    """Return the pairs that have played or are to play each other; forfeits are no meetings."""
    return {
        frozenset((match.first, match.second))
        for match in field.matches
        if match.second is not None and match.outcome in {"open", "played"}
    }


def byes_in(field):
    """Count the rounds that each won without play: byes, and wins by forfeit."""
    byes = Counter()
    for match in field.matches:
        if match.second is None and match.outcome in {"open", "played"}:
            byes[match.first] += 1
        elif match.second is not None and match.outcome == "first_forfeits":
            byes[match.second] += 1
        elif match.second is not None and match.outcome == "second_forfeits":
            byes[match.first] += 1
    return byes


def balances_in(matches):
    balance = Counter()
    for match in matches:
        if match.second is not None and match.outcome in {"open", "played"}:
            balance[match.first] += 1
            balance[match.second] -= 1
    return balance


def fewest(keys, price):
    """Return the least cost of a round, by trying every pairing; `price(a, None)` is that of a bye."""

    @cache
    def least(left):
        if not left:
            return price(None, None)
        one, *others = left
        best = None
        if len(left) % 2:
            best = add(price(one, None), least(tuple(others)))
        for other in others:
            rest = tuple(key for key in others if key != other)
            cost = add(price(one, other), least(rest))
            best = cost if best is None else min(best, cost)
        return best

    return least(tuple(sorted(keys)))


def add(one, other):
    return tuple(a + b for a, b in zip(one, other, strict=True))


def play_swiss(count, rounds, chance, settings=None, absent=lambda _number, _key: False, method="swiss"):
    """Play a whole event; yield each round's field and its pairings."""
    matches = []
    for number in range(1, rounds + 1):
        contestants = tuple(
            Contestant(key, key, f"P{key}", present=not absent(number, key)) for key in range(1, count + 1)
        )
        field = PairingField(contestants, tuple(matches))
        paired = pair(method, field, number, settings or Settings(seed="lot"))
        yield field, paired
        matches += with_results(paired, chance)
