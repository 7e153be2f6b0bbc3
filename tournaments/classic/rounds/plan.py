"""The plan of a division's rounds: reading it, and laying it out.

Invariants: the stage of a round that has begun stays as it was. A plan changes only rounds to come.
"""

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from hashlib import sha256

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from tournaments.classic.acts.audit_log import acts_of, write_division_act
from tournaments.classic.acts.locks import lock_division
from tournaments.classic.models import Division, PlannedStage
from tournaments.classic.pairing import METHODS, method_label
from tournaments.classic.pairing.plan import (
    PlannedRounds,
    Stage,
    planned_rounds,
    stage_at,
    stages_to_come,
    too_long,
)
from tournaments.classic.rounds.values import last_begun
from tournaments.errors import LinesRefused, RuleViolation
from tournaments.models import EventAct
from tournaments.wording.clauses import join_clauses

FIELDS = tuple(Stage.__dataclass_fields__)
# Acts that change a plan, and the act that undoes the last of them.
CHANGES, UNDONE = ("plan_set", "plan_removed"), "plan_undone"


def stages_of(division: Division) -> tuple[Stage, ...]:
    """Return the plan's stages in the order of rounds; empty without a plan. One query."""
    rows = PlannedStage.objects.filter(division=division).order_by("first_round")
    return tuple(Stage(**values) for values in rows.values(*FIELDS))


def usual_stage(division: Division) -> Stage:
    """Return how rounds without a plan are paired: by the division's settings, all as one stage."""
    return Stage(
        1,
        division.method,
        division.rounds_ahead,
        division.group_size,
        division.groups_by,  # type: ignore[arg-type] # its choices are those of the round robin
        division.hill_rematches,
    )


def stage_for(division: Division, number: int) -> Stage:
    """Return the stage of a round, by the plan or else by the division's settings."""
    return stage_at(stages_of(division), number) or usual_stage(division)


def plan_version(division: Division) -> str:
    """Return a version tag of the plan."""
    return sha256(repr(stages_of(division)).encode()).hexdigest()


@transaction.atomic
def set_plan(*, division: Division, stages: Sequence[Stage], by: User, seen: str | None = None) -> None:
    """Replace the stages that begin after the last begun round; the earlier ones stay.

    `seen` is the `plan_version` of the plan that was shown.

    Raises:
        LinesRefused: stages cannot be; each is named by its place, counted from 1.
        RuleViolation: the user is not the chief, or the plan has changed.
    """
    locked_division = lock_division(division, by)
    begun = last_begun(locked_division)
    refused = list(_refused(locked_division, stages, begun))
    if refused:
        raise LinesRefused(refused)
    before = stages_of(locked_division)
    kept = tuple(stage for stage in before if stage.first_round <= begun)
    after = (*kept, *sorted(stages, key=lambda stage: stage.first_round))
    if after == before:
        return
    if seen not in {None, plan_version(locked_division)}:
        message = _(
            "Somebody has changed this plan in the meantime. Save again to replace those changes with yours."
        )
        raise RuleViolation("plan_changed", message)
    _replace_stages(locked_division, stages, begun)
    was = [asdict(stage) for stage in before]
    if after:
        write_division_act(locked_division, "plan_set", by=by, stages=_list_stages(after), stages_before=was)
    else:
        write_division_act(locked_division, "plan_removed", by=by, stages_before=was)


@transaction.atomic
def undo_plan(*, division: Division, by: User, seen: int | None = None) -> None:
    """Undo the last change of the plan that has not been undone, for the rounds that have not begun.

    `seen` is the key of the change that was shown: others may have led to the same plan.

    Raises:
        RuleViolation: there is no such change, the plan before has rounds that are not planned any more, the user
            is not the chief, or the plan has changed.
    """
    locked_division = lock_division(division, by)
    change = last_change(locked_division)
    if change is None:
        raise RuleViolation("no_plan_to_undo", _("There is no change of the plan to undo."))
    if seen not in {None, change.pk}:
        message = _(
            "Somebody has changed this plan in the meantime. Look at it, and undo that change if it must be."
        )
        raise RuleViolation("plan_changed", message)
    begun = last_begun(locked_division)
    before = [Stage(**values) for values in change.params["stages_before"]]
    kept = [stage for stage in stages_of(locked_division) if stage.first_round <= begun]
    stages = (
        stages_to_come(before, kept, begun, usual_stage(locked_division))
        if begun < locked_division.rounds_planned
        else []
    )
    for _place, problem in _refused(locked_division, stages, begun):
        raise problem
    _replace_stages(locked_division, stages, begun)
    write_division_act(locked_division, UNDONE, by=by, stages=_list_stages((*kept, *stages)))


def last_change(division: Division) -> EventAct | None:
    """Return the act of the last change of the plan that has not been undone."""
    changes: list[EventAct] = []
    acts = division.event.acts.filter(acts_of(division), act__in=(*CHANGES, UNDONE))
    for act in acts.order_by("pk"):
        if act.act != UNDONE:
            changes.append(act)
        elif changes:
            changes.pop()
    return changes[-1] if changes and "stages_before" in changes[-1].params else None


def _replace_stages(division: Division, stages: Iterable[Stage], begun: int) -> None:
    """Replace the stages that begin after the last begun round."""
    division.stages.filter(first_round__gt=begun).delete()
    PlannedStage.objects.bulk_create(PlannedStage(division=division, **asdict(stage)) for stage in stages)


def _list_stages(stages: Iterable[Stage]) -> list[list[int | str]]:
    """Return the stages as the audit log lists them."""
    return [[stage.first_round, stage.method] for stage in stages]


def _refused(division: Division, stages: Sequence[Stage], begun: int) -> Iterable[tuple[str, RuleViolation]]:
    """Yield the places of stages that cannot be, with the reasons."""
    seen: set[int] = set()
    for place, stage in enumerate(stages, start=1):
        if error := _problem(division, stage, begun, seen):
            yield str(place), error
        seen.add(stage.first_round)


def _problem(division: Division, stage: Stage, begun: int, seen: set[int]) -> RuleViolation | None:
    number = stage.first_round
    if stage.method not in METHODS:
        return RuleViolation("method_unknown", _("There is no pairing method “{name}”."), name=stage.method)
    if not 1 <= number <= division.rounds_planned:
        message = _("Round {number} is not planned: the division has {planned}.")
        return RuleViolation("stage_not_planned", message, number=number, planned=division.rounds_planned)
    if number <= begun:
        message = _("Round {number} has begun: its method cannot be changed.")
        return RuleViolation("stage_has_begun", message, number=number)
    if number in seen:
        return RuleViolation("stage_twice", _("Two lines begin with round {number}."), number=number)
    return None


@dataclass(frozen=True, slots=True)
class PlannedLine:
    """A stage in the list of the plan. All have met after `all_met` rounds of a round robin that has more."""

    rounds: PlannedRounds
    has_begun: bool
    is_over: bool
    all_met: int = 0
    cycles: int = 1

    @property
    def words(self) -> str:
        return stage_in_words(self.rounds.stage, self.cycles)


def plan_lines(
    division: Division, stages: Sequence[Stage], players: int, *, begun: int, complete: int
) -> list[PlannedLine]:
    """Return the stages of a plan as they are listed; so many rounds have begun, and so many have all results."""
    return [
        PlannedLine(
            rounds,
            rounds.stage.first_round <= begun,
            rounds.last_round <= complete,
            too_long(rounds, players, division.cycles),
            division.cycles,
        )
        for rounds in planned_rounds(stages, division.rounds_planned)
    ]


def stage_in_words(stage: Stage, cycles: int) -> str:
    """Return how a stage is paired, in the active language; `cycles` are the division's."""
    told = [method_label(stage.method)]
    if stage.method == "round_robin" and cycles > 1:
        told.append(ngettext("all meet once", "all meet {count} times", cycles).format(count=cycles))
    if stage.method == "round_robin" and stage.group_size:
        told.append(gettext("groups of {size}").format(size=stage.group_size))
        told.append(str(Division.Groups(stage.groups_by).label))
    if stage.method == "king_of_the_hill" and stage.hill_rematches is not None:
        told.append(gettext("with rematches") if stage.hill_rematches else gettext("without rematches"))
    if stage.rounds_ahead:
        behind = ngettext("{count} round behind", "{count} rounds behind", stage.rounds_ahead)
        told.append(behind.format(count=stage.rounds_ahead))
    return join_clauses(told)
