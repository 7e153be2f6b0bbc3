"""The plan of a division's rounds: which method pairs which rounds, from which standings. Pure.

A *stage* has the rounds from its first one up to that of the next stage. Rounds before the first stage are not
planned: they go by the division's settings.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from tournaments.classic.pairing.groups import group_sizes
from tournaments.classic.pairing.methods.round_robin import rounds_needed
from tournaments.classic.pairing.values import GroupsBy


@dataclass(frozen=True, slots=True)
class Stage:
    """A stage, and the settings of its rounds: `rounds_ahead`, `group_size`, `groups_by`, `hill_rematches` as
    a division has them; `hill_rematches` may be left to the division.
    """

    first_round: int
    method: str
    rounds_ahead: int = 0
    group_size: int | None = None
    groups_by: GroupsBy = "number"
    hill_rematches: bool | None = None


@dataclass(frozen=True, slots=True)
class PlannedRounds:
    """A stage as it is listed, with its last round."""

    stage: Stage
    last_round: int

    @property
    def length(self) -> int:
        return self.last_round - self.stage.first_round + 1


Stages = Sequence[Stage]


def stage_at(stages: Stages, number: int) -> Stage | None:
    """Return the stage of a round; `stages` are in the order of rounds."""
    return next((stage for stage in reversed(stages) if stage.first_round <= number), None)


def stages_to_come(before: Stages, kept: Stages, begun: int, usual: Stage) -> list[Stage]:
    """Return the stages that follow the `kept` ones if the rounds after the `begun` ones are to go by the plan
    `before`. A stage of it that one of `kept` cut short goes on with the next round; so does `usual`, which pairs
    what is not planned.
    """
    first = begun + 1
    left = [stage for stage in before if stage.first_round >= first]
    due = stage_at(before, first)
    if stage_at(kept, first) != due and not (left and left[0].first_round == first):
        left.insert(0, replace(due or usual, first_round=first))
    return left


def planned_rounds(stages: Stages, rounds: int) -> list[PlannedRounds]:
    """Return the stages with their last rounds, in a division of so many rounds."""
    begin = [stage.first_round for stage in stages] + [rounds + 1]
    return [
        PlannedRounds(stage, min(begin[place + 1] - 1, rounds))
        for place, stage in enumerate(stages)
        if stage.first_round <= rounds
    ]


def too_long(planned: PlannedRounds, players: int, cycles: int) -> int:
    """Return after how many rounds all have met in a round robin that has more; 0 if it has not."""
    if planned.stage.method != "round_robin" or players < 2:
        return 0
    size = planned.stage.group_size
    largest = max(group_sizes(players, size)) if size else players
    needed = rounds_needed(largest, cycles)
    return needed if planned.length > needed else 0


def example_plans(rounds: int) -> dict[str, list[Stage]]:
    """Return plans to begin with, for a division of so many rounds, by name."""
    late = max(1, rounds - 3)
    plans = {
        "swiss_hill": [Stage(1, "swiss"), Stage(rounds, "king_of_the_hill")],
        "lagged": [
            Stage(1, "swiss"),
            Stage(3, "swiss", rounds_ahead=1),
            Stage(late, "swiss"),
            Stage(rounds, "king_of_the_hill"),
        ],
        "groups": [
            Stage(1, "round_robin", group_size=4, groups_by="mixed"),
            Stage(4, "swiss"),
            Stage(late, "contenders"),
            Stage(rounds, "king_of_the_hill"),
        ],
        "two_groups": [
            Stage(1, "round_robin", group_size=6),
            Stage(6, "round_robin", group_size=6, groups_by="rank"),
        ],
    }
    return {name: list(_in_order(stages, rounds)) for name, stages in plans.items()}


def _in_order(stages: Stages, rounds: int) -> Iterator[Stage]:
    """Yield the stages of so many rounds, without those for which there are too few rounds; the last one stays."""
    *others, last = [stage for stage in stages if stage.first_round <= rounds]
    begin = 0
    for stage in others:
        if begin < stage.first_round < last.first_round:
            yield stage
            begin = stage.first_round
    yield last
