"""The outlook of a division, worked out in the background, once for each state of the division.

The version of a state stands for everything that the figures depend on. A page shows the figures of an older
state until those of the present one are there.
"""

from dataclasses import asdict, dataclass, replace

from django.core.cache import cache

from tournaments.classic.models import Division, DivisionOutlook
from tournaments.classic.pairing import PairingField, goes_by_results, pair
from tournaments.classic.rounds.plan import stage_for, stages_of, usual_stage
from tournaments.classic.rounds.values import (
    contestants_of,
    matches_of_division,
    matches_paired,
    rules_of,
    settings_of,
)
from tournaments.classic.rules.outlook import DivisionState, Outlook, PlayerOutlook, work_out_outlook
from tournaments.classic.rules.values import MatchFacts
from tournaments.classic.standings.prizes import prize_of
from tournaments.errors import RuleViolation
from tournaments.organisers.scope import scope_to_event
from tournaments.processes.background import run_when_idle
from tournaments.time import clock

# Time during which the same figures are not asked for again.
PATIENCE_SECONDS = 30


@dataclass(frozen=True, slots=True)
class OutlookShown:
    """The figures, if there are any, and whether they are those of the present state."""

    state: DivisionState
    outlook: Outlook | None
    is_current: bool


def read_outlook(division: Division) -> OutlookShown:
    """Return the last figures, and have those of the present state worked out if they are not there."""
    state = read_state(division)
    row = DivisionOutlook.objects.filter(division=division).first()
    is_current = row is not None and row.version == state.version
    if not is_current and cache.add(
        f"outlook/{division.pk}/{state.version}", value=True, timeout=PATIENCE_SECONDS
    ):
        run_when_idle("tournaments.classic.standings.outlook.work_out", division.pk)
    return OutlookShown(state, None if row is None else _unpack(row), is_current)


def work_out(division_id: int) -> None:
    """Work out and store the figures of the present state, unless they are there."""
    division = Division.objects.select_related("event").filter(pk=division_id).first()
    if division is None:
        return
    with scope_to_event(division.event):
        state = read_state(division)
        if DivisionOutlook.objects.filter(division=division, version=state.version).exists():
            return
        figures = asdict(work_out_outlook(_add_certain(division, state)))
        DivisionOutlook.objects.update_or_create(
            division=division,
            defaults={"version": state.version, "figures": figures, "worked_out_at": clock.now()},
        )


def read_state(division: Division) -> DivisionState:
    """Return the division as far as it has been played; pairings that depend on no results count as certain."""
    contestants, begun = contestants_of(division), matches_of_division(division)
    by_results = {
        round_.number: goes_by_results(round_.method) for round_ in division.rounds.filter(begun_at=None)
    }
    waiting = [match for match in matches_paired(division) if match.round in by_results]
    return DivisionState(
        contestants,
        begun,
        tuple(match for match in waiting if by_results[match.round]),
        division.rounds_planned,
        tuple(match for match in waiting if not by_results[match.round]),
        rules_of(division),
        tuple(prize_of(row) for row in division.prizes.order_by("number") if row.kind == "rank"),
        division.one_prize_each,
        division.prize_places,
        division.seed,
        str((usual_stage(division), stages_of(division))),
    )


def _add_certain(division: Division, state: DivisionState) -> DivisionState:
    """Add the next rounds as far as they can be paired beforehand, as those of a round robin."""
    matches, certain = (*state.matches, *state.paired), list(state.certain)
    last = max((match.round for match in (*matches, *certain)), default=0)
    for number in range(last + 1, division.rounds_planned + 1):
        stage = stage_for(division, number)
        # Groups by rank follow from the standings before their first round.
        ranked = stage.group_size and stage.groups_by != "number" and stage.first_round > max(last, 1)
        if ranked or goes_by_results(stage.method):
            break
        field = PairingField(state.contestants, (*matches, *certain), state.rules)
        try:
            paired = pair(stage.method, field, number, settings_of(division, stage))
        except RuleViolation:
            # All have met, or somebody has no team: the director will pair those rounds otherwise.
            break
        certain += [
            MatchFacts(number, pairing.first, pairing.second, group=pairing.group)
            for pairing in paired.pairings
        ]
    return replace(state, certain=tuple(certain))


def _unpack(row: DivisionOutlook) -> Outlook:
    figures = row.figures
    return Outlook(figures["ends"], tuple(PlayerOutlook(**player) for player in figures["players"]))
