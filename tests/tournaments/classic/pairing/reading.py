"""Pairings as tests read them, and rounds that were won."""

from tournaments.classic.rules.values import MatchFacts


def pairs_of(paired):
    return [(one.first, one.second) for one in paired.pairings]


def met_by(paired):
    return {frozenset((one.first, one.second)) for one in paired.pairings if one.second is not None}


def byes_of(paired):
    return [one.first for one in paired.pairings if one.second is None]


def wins_in(number, *pairs):
    return [MatchFacts(number, one, other, "played", 450, 400) for one, other in pairs]
