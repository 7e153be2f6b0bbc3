"""Overview of a division for its page: its rounds, the next step, and what is missing."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from tournaments.classic.models import Division
from tournaments.classic.pairing import MANUAL
from tournaments.classic.pairing.plan import stage_at
from tournaments.classic.rounds.plan import PlannedLine, plan_lines, stage_in_words, stages_of, usual_stage
from tournaments.classic.rounds.selectors import (
    RoundCount,
    RoundView,
    load_round_view,
    plays_in,
    round_counts,
    rounds_complete,
)


class Act(Enum):
    ENTER = "enter"
    PAIR = "pair"
    PAIR_AGAIN = "pair_again"
    BEGIN = "begin"
    SETTLE = "settle"
    RESULTS = "results"
    STANDINGS = "standings"


@dataclass(frozen=True, slots=True)
class RoundProgress:
    """A round. `amiss` counts players who should be in it and are not, and players in it who have dropped out."""

    number: int
    begun: bool
    missing: int = 0
    differing: int = 0
    amiss: int = 0


@dataclass(frozen=True, slots=True)
class NextStep:
    """The one thing to do next, and the round `number` to do it with.

    `waiting` counts what the act is about: players to pair again, reports that differ, or missing results.
    For a round that could be paired, these are results of earlier rounds. `may_pair` is the next round to pair.
    """

    act: Act
    number: int = 0
    waiting: int = 0
    may_pair: int | None = None


def next_step(rounds: Sequence[RoundProgress], *, players: int, planned: int, ahead: int) -> NextStep:
    """Return the next step of a division with so many players and planned rounds; pairings may go without the
    results of the last `ahead` rounds.
    """
    if players < 2 and not rounds:
        return NextStep(Act.ENTER)
    further = len(rounds) + 1
    may_pair = further if further <= planned else None
    for one in rounds:
        if not one.begun:
            return NextStep(Act.PAIR_AGAIN if one.amiss else Act.BEGIN, one.number, one.amiss, may_pair)
        if one.differing:
            return NextStep(Act.SETTLE, one.number, one.differing, may_pair)
        if one.missing and (may_pair is None or one.number < len(rounds) or not ahead):
            return NextStep(Act.RESULTS, one.number, one.missing, may_pair)
    if may_pair is None:
        return NextStep(Act.STANDINGS)
    return NextStep(Act.PAIR, further, sum(round_.missing for round_ in rounds), further)


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
    players = sum(plays_in(entrant, len(counts) + 1) for entrant in entrants)
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
    begun = sum(fact.begun for fact in facts)
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
