"""The plan of a division's rounds: reading it, and laying it out.

Invariants: the stage of a round that has begun stays as it was. A plan changes only rounds to come.
"""

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from hashlib import sha256

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from tournaments.classic.core.audit_log import write_division_act
from tournaments.classic.core.locks import lock_division
from tournaments.classic.models import Division, PlannedStage
from tournaments.classic.pairing import is_method, method_label
from tournaments.classic.pairing.plan import PlannedRounds, Stage, planned_rounds, stage_at, too_long
from tournaments.core.errors import LinesRefused, RuleViolation
from tournaments.core.text.clauses import join_clauses

FIELDS = tuple(Stage.__dataclass_fields__)


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


def last_begun(division: Division) -> int:
    """Return the number of the last round that has begun, 0 if none has."""
    return division.rounds.filter(begun_at__isnull=False).aggregate(last=Max("number"))["last"] or 0


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
    held = lock_division(division, by)
    begun = last_begun(held)
    refused = list(_refused(held, stages, begun))
    if refused:
        raise LinesRefused(refused)
    before = stages_of(held)
    kept = tuple(stage for stage in before if stage.first_round <= begun)
    after = (*kept, *sorted(stages, key=lambda stage: stage.first_round))
    if after == before:
        return
    if seen not in {None, plan_version(held)}:
        message = _(
            "Somebody has changed this plan in the meantime. Saved again, yours takes the place of theirs."
        )
        raise RuleViolation("plan_changed", message)
    held.stages.filter(first_round__gt=begun).delete()
    PlannedStage.objects.bulk_create(PlannedStage(division=held, **asdict(stage)) for stage in stages)
    if after:
        told = [[stage.first_round, stage.method] for stage in after]
        write_division_act(held, "plan_set", by=by, stages=told)
    else:
        write_division_act(held, "plan_removed", by=by)


def _refused(division: Division, stages: Sequence[Stage], begun: int) -> Iterable[tuple[str, RuleViolation]]:
    """Yield the places of stages that cannot be, with the reasons."""
    seen: set[int] = set()
    for place, stage in enumerate(stages, start=1):
        if error := _problem(division, stage, begun, seen):
            yield str(place), error
        seen.add(stage.first_round)


def _problem(division: Division, stage: Stage, begun: int, seen: set[int]) -> RuleViolation | None:
    number = stage.first_round
    if not is_method(stage.method):
        return RuleViolation("method_unknown", _("There is no way of pairing “{name}”."), name=stage.method)
    if not 1 <= number <= division.rounds_planned:
        message = _("Round {number} is not planned: the division has {planned}.")
        return RuleViolation("stage_not_planned", message, number=number, planned=division.rounds_planned)
    if number <= begun:
        message = _("Round {number} has begun: how it was paired stays.")
        return RuleViolation("stage_has_begun", message, number=number)
    if number in seen:
        return RuleViolation("stage_twice", _("Two lines begin with round {number}."), number=number)
    return None


@dataclass(frozen=True, slots=True)
class PlanLine:
    """A stage in the list of the plan. All have met after `all_met` rounds of a round robin that has more."""

    rounds: PlannedRounds
    has_begun: bool
    is_over: bool
    all_met: int = 0

    @property
    def words(self) -> str:
        return stage_in_words(self.rounds.stage)


def plan_lines(division: Division, stages: Sequence[Stage], players: int, begun: int) -> list[PlanLine]:
    """Return the stages of a plan as they are listed."""
    return [
        PlanLine(
            rounds,
            rounds.stage.first_round <= begun,
            rounds.last_round <= begun,
            too_long(rounds, players, division.cycles),
        )
        for rounds in planned_rounds(stages, division.rounds_planned)
    ]


def stage_in_words(stage: Stage) -> str:
    """Return how a stage is paired, in the active language."""
    told = [method_label(stage.method)]
    if stage.method == "round_robin" and stage.group_size:
        told.append(gettext("groups of {size}").format(size=stage.group_size))
        told.append(str(Division.Groups(stage.groups_by).label))
    if stage.method == "king_of_the_hill" and stage.hill_rematches is not None:
        told.append(gettext("with rematches") if stage.hill_rematches else gettext("without rematches"))
    if stage.rounds_ahead:
        behind = ngettext("{count} round behind", "{count} rounds behind", stage.rounds_ahead)
        told.append(behind.format(count=stage.rounds_ahead))
    return join_clauses(told)
