"""Fake results of clubs, for measuring and for tests: whole and consistent, as a club's own program would
send.
"""

import random
from collections.abc import Sequence
from dataclasses import replace

from duplicate.prepared_games.results.file_format import ClubResult, EntryResult
from duplicate.prepared_games.results.validation import rank_club
from duplicate.standings.rules.ranking import PlayerScores
from engine.rules import (
    RuleSet,
)
from tournaments.people.services import Person

SERIES = ("1A", "3B", "5C", "7")


def made_up_result(
    *, game: str, club: str, tops: Sequence[int], rules: RuleSet, players: int, seed: str
) -> ClubResult:
    """Make the result of a club whose `players` found some tops and came near to others; one in thirty slips
    has a sanction.
    """
    chance = random.Random(seed)
    entries = tuple(
        _entry(chance, f"{club} {number}", club, number, tops) for number in range(1, players + 1)
    )
    made = ClubResult(game, "World game", club, "Ann", "2026-03-03", tuple(tops), entries)
    return added_up(made, rules)


def added_up(result: ClubResult, rules: RuleSet) -> ClubResult:
    """Return the result with the sums of its points."""
    rows = {row.entry_id: row for row in rank_club(result, rules).rows}
    return replace(
        result,
        entries=tuple(
            replace(
                entry,
                total=rows[number].total,
                negative=rows[number].negative,
                tops=rows[number].tops,
                solos=rows[number].solos,
                solo_points=rows[number].solo_points,
                warning_points=rows[number].warning_points,
            )
            for number, entry in enumerate(result.entries)
        ),
    )


def _entry(chance: random.Random, name: str, club: str, number: int, tops: Sequence[int]) -> EntryResult:
    worths = [top if chance.random() < 0.4 else chance.randrange(top + 1) for top in tops]
    struck = {
        place: chance.choice(("warning", "penalty")) for place in range(len(tops)) if chance.random() < 1 / 30
    }
    scores = [
        max(0, worth - 5) if struck.get(place) == "penalty" else worth for place, worth in enumerate(worths)
    ]
    player = PlayerScores(
        entry_id=number - 1,
        table=number,
        name=name,
        scores=tuple(scores),
        worths=tuple(worths),
        warned=tuple(place for place, sanction in struck.items() if sanction == "warning"),
        penalised=tuple(place for place, sanction in struck.items() if sanction == "penalty"),
    )
    person = Person(
        name, f"{club}-{number}"[-20:], club, "FR", chance.choice(SERIES), 1950 + chance.randrange(60)
    )
    return EntryResult((person,), player, {}, 0, 0, 0, 0, 0, 0)
