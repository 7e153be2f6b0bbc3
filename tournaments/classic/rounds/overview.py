"""Overview of a division for its page: its rounds, the next step, and what is missing."""

from dataclasses import dataclass

from tournaments.classic.models import Division
from tournaments.classic.pairing import MANUAL
from tournaments.classic.pairing.plan import stage_at
from tournaments.classic.rounds.next_steps import NextStep, RoundProgress, next_step
from tournaments.classic.rounds.plan import PlannedLine, plan_lines, stage_in_words, stages_of, usual_stage
from tournaments.classic.rounds.selectors import (
    RoundCount,
    RoundView,
    load_round_view,
    plays_in,
    round_counts,
    rounds_complete,
)


@dataclass(frozen=True, slots=True)
class Overview:
    """A division's rounds and next step; `current` is the round that is to begin or in progress, if there is
    one. `planned` says how the plan has the next round paired, empty if it does not; `by_hand` that it is by hand.
    `all_begun`: no round is left that a plan could change.
    """

    counts: list[RoundCount]
    step: NextStep
    players: int
    plan: list[PlannedLine]
    all_begun: bool
    planned: str = ""
    by_hand: bool = False
    current: RoundView | None = None

    @property
    def next_number(self) -> int:
        return len(self.counts) + 1


def overview_of(division: Division) -> Overview:
    """Return the overview, with a constant number of queries for any number of rounds and players."""
    counts = round_counts(division)
    entrants = list(division.entries.select_related("entry"))
    players = sum(plays_in(one, len(counts) + 1) for one in entrants)
    current = next((one for one in counts if one.round.begun_at is None or one.missing), None)
    shown = None
    if current is not None:
        current.round.division = division
        shown = load_round_view(current.round)
    facts = [
        RoundProgress(
            number=one.round.number,
            begun=one.round.begun_at is not None,
            missing=one.missing,
            differing=len(shown.for_desk) if shown and shown.round == one.round else 0,
            amiss=shown.amiss if shown and shown.round == one.round else 0,
        )
        for one in counts
    ]
    stages = stages_of(division)
    planned = stage_at(stages, len(counts) + 1)
    ahead = (planned or usual_stage(division)).rounds_ahead
    begun = sum(one.begun for one in facts)
    return Overview(
        counts,
        next_step(facts, players=players, planned=division.rounds_planned, ahead=ahead),
        players,
        plan_lines(division, stages, players, begun=begun, complete=rounds_complete(counts)),
        begun >= division.rounds_planned,
        stage_in_words(planned, division.cycles) if planned else "",
        planned is not None and planned.method == MANUAL,
        shown,
    )
