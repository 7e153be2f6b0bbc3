"""Published events with the ratings before and after, as values."""

import json
from pathlib import Path

from tournaments.classic.rules.values import MatchFacts

DATA = Path(__file__).parent / "data"


def read_event(name):
    """Return the rows of a published event."""
    return json.loads((DATA / name).read_text())["players"]


def matches_of(sides):
    """Return the matches of players, each a key with opponents and scores by round; the lower key goes first."""
    scores = {key: scores for key, _opponents, scores in sides}
    return [
        MatchFacts(number, key, opponent, "played", scores[key][number - 1], scores[opponent][number - 1])
        for key, opponents, _scores in sides
        for number, opponent in enumerate(opponents, start=1)
        if key < opponent
    ]
