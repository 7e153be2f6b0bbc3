"""The `autopair` lines of `config.tsh` as stages of a division's plan. Pure.

`autopair DIVISION SOURCE ROUND COMMAND ARGUMENTS` says by which command a round is paired, and after which round's
standings (`SOURCE`, 0 before the first). tsh's round robins and initial groups pair several rounds at once, so no line
follows for these; a stage goes on in the same way. A round whose command has no equivalent is paired by hand, with a
remark. A Swiss that may repeat matches is a remark too: ours repeats none that it can avoid. All round robins of a
division have as many cycles here, those of the first one; another number of cycles has no equivalent.

A stage is written with a line for each round (`write_plan`). Where tsh has no command for it, there is none, so that
its rounds are paired by hand there; a comment, which is read again, says where this begins.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from django.utils.translation import gettext_lazy as _

from tournaments.classic.exchange.values import Problems, read_whole
from tournaments.classic.pairing import MANUAL
from tournaments.classic.pairing.methods.round_robin import MOST_CYCLES, rounds_needed
from tournaments.classic.pairing.plan import PlannedRounds, Stage, planned_rounds
from tournaments.errors import RuleViolation

_LINE: Final = re.compile(
    r"autopair\s+(\w+)\s+(\d{1,3})\s+(\d{1,3})\s+(\w+)(?:\s+(.*))?", re.ASCII | re.IGNORECASE
)
_BY_HAND: Final = re.compile(r"# division (\w+) is paired by hand from round ([1-9]\d{0,2})", re.ASCII)


@dataclass(frozen=True, slots=True)
class PlanLine:
    """An `autopair` line, and its number in the file."""

    number: int
    text: str
    division: str
    source: int
    round: int
    command: str
    arguments: tuple[str, ...]


def read_autopair(text: str, number: int) -> PlanLine | None:
    """Return the parts of an `autopair` line, or of our comment on rounds that tsh cannot pair; None if it is none."""
    if by_hand := _BY_HAND.fullmatch(text):
        first = int(by_hand[2])
        return PlanLine(number, text, by_hand[1].upper(), first - 1, first, MANUAL, ())
    found = _LINE.fullmatch(text)
    if found is None:
        return None
    division, source, round_, command, arguments = found.groups()
    words = tuple((arguments or "").split())
    return PlanLine(number, text, division.upper(), int(source), int(round_), command.lower(), words)


def stages_of_lines(
    lines: Sequence[PlanLine], rounds: int, file: str, problems: Problems
) -> tuple[tuple[Stage, ...], int]:
    """Return the plan of a division of so many rounds, and the cycles of its round robins; one stage for rounds in a
    row that are paired alike.
    """
    stages: list[Stage] = []
    cycles: int | None = None
    repeating: list[PlanLine] = []
    by_round = {line.round: line for line in lines}
    for line in sorted(lines, key=lambda line: line.round):
        if by_round[line.round] is not line:
            problems.remark(file, line.number, _twice_violation(line))
            continue
        if not line.source < line.round <= rounds:
            problems.remark(file, line.number, unread_violation(line))
            continue
        stage = _stage(line)
        if stage is not None and stage.method == "round_robin" and not stage.group_size:
            own = _read_cycles(line)
            cycles = cycles or own
            stage = stage if own == cycles else None
        if stage is None:
            stage = Stage(line.round, MANUAL)
            problems.remark(file, line.number, _by_hand_violation(line))
        if not stages or replace(stages[-1], first_round=stage.first_round) != stage:
            stages.append(stage)
        if stage.method == "swiss" and line.arguments[:1] != ("0",):
            repeating.append(line)
    if repeating:
        problems.remark(file, repeating[0].number, _repeats(repeating))
    return tuple(stages), cycles or 1


def _stage(line: PlanLine) -> Stage | None:
    """Return the stage that begins with a line; None if its command has no equivalent here."""
    make = _COMMANDS.get(line.command)
    return make(line) if make else None


def _by_standings(method: str) -> Callable[[PlanLine], Stage]:
    return lambda line: Stage(line.round, method, line.round - 1 - line.source)


def _king_of_the_hill(line: PlanLine) -> Stage:
    """Return a stage with rematches if at least one is allowed: `koth REPEATS SOURCE DIVISION`."""
    may_repeat = line.arguments[:1] not in {(), ("0",)}
    return replace(_by_standings("king_of_the_hill")(line), hill_rematches=may_repeat)


def _round_robin(line: PlanLine) -> Stage | None:
    """Return a round robin of all, if it has as many cycles as a division can have."""
    return Stage(line.round, "round_robin") if 1 <= _read_cycles(line) <= MOST_CYCLES else None


def _read_cycles(line: PlanLine) -> int:
    """Return how often all meet: `rr TIMES DIVISION`, or once."""
    times = line.arguments[0] if len(line.arguments) > 1 else "1"
    return read_whole(times)


def _first_groups(line: PlanLine) -> Stage | None:
    """Return round robins in groups of one player of each strength: `if ROUNDS DIVISION`, in groups of one more."""
    first = line.arguments[0] if line.arguments else ""
    if first not in {"3", "5", "7"}:
        return None
    return Stage(line.round, "round_robin", group_size=int(first) + 1, groups_by="mixed")


_COMMANDS: Final[dict[str, Callable[[PlanLine], Stage | None]]] = {
    **dict.fromkeys(["ns", "newswiss"], _by_standings("swiss")),
    **dict.fromkeys(["cp", "chewpair"], _by_standings("contenders")),
    "cop": _by_standings("cop"),
    "koth": _king_of_the_hill,
    **dict.fromkeys(["rr", "roundrobin"], _round_robin),
    **dict.fromkeys(["if", "initfontes"], _first_groups),
    MANUAL: lambda line: Stage(line.round, MANUAL),
}


def write_plan(
    code: str, stages: Sequence[Stage], rounds: int, players: int, cycles: int
) -> tuple[list[str], list[PlannedRounds]]:
    """Return the lines of a division's plan, and the rounds that tsh has no command for."""
    lines: list[str] = []
    left: list[PlannedRounds] = []
    for planned in planned_rounds(stages, rounds):
        own = list(_lines(code, planned, players, cycles))
        if not own:
            lines.append(f"# division {code} is paired by hand from round {planned.stage.first_round}")
        if not own and planned.stage.method != MANUAL:
            left.append(planned)
        lines += own
    return lines, left


def _lines(code: str, planned: PlannedRounds, players: int, cycles: int) -> Iterator[str]:
    """Yield the lines of a stage; none if tsh has no command that pairs just so."""
    stage = planned.stage
    first = f"autopair {code} {stage.first_round - 1} {stage.first_round}"
    if stage.method == "round_robin" and not stage.group_size:
        if planned.length == rounds_needed(players, cycles):
            yield f"{first} rr {code}" if cycles == 1 else f"{first} rr {cycles} {code}"
    elif stage.method == "round_robin":
        mixed = stage.groups_by == "mixed" and stage.first_round == 1 and stage.group_size in {4, 6, 8}
        if mixed and planned.length + 1 == stage.group_size:
            yield f"{first} if {planned.length} {code}"
    for number in range(stage.first_round, planned.last_round + 1):
        source = max(0, number - 1 - stage.rounds_ahead)
        if command := _command(stage, number):
            yield f"autopair {code} {source} {number} {command} {source} {code}"


def _command(stage: Stage, number: int) -> str:
    """Return the command, and how many repeats it allows, of a round that goes by standings."""
    repeats = number - 1 if stage.hill_rematches else 0
    commands = {"swiss": "ns 0", "contenders": "cp", "cop": "cop", "king_of_the_hill": f"koth {repeats}"}
    return commands.get(stage.method, "")


def unread_violation(line: PlanLine) -> RuleViolation:
    return RuleViolation(
        "autopair_not_read",
        _("Round {round} is paired in a way that we do not have: {line}. Look at the plan of rounds."),
        round=line.round,
        line=line.text[:80],
    )


def _by_hand_violation(line: PlanLine) -> RuleViolation:
    return RuleViolation(
        "autopair_by_hand",
        _("Round {round} is paired in a way that we do not have, and is planned by hand: {line}"),
        round=line.round,
        line=line.text[:80],
    )


def _twice_violation(line: PlanLine) -> RuleViolation:
    return RuleViolation(
        "autopair_twice",
        _("Round {round} has a later line in the plan, which counts instead of this one: {line}"),
        round=line.round,
        line=line.text[:80],
    )


def _repeats(lines: Sequence[PlanLine]) -> RuleViolation:
    return RuleViolation(
        "autopair_repeats",
        _(
            "How often a Swiss may repeat a match is not read (rounds {rounds}): ours repeats as few as it can."
        ),
        rounds=", ".join(str(line.round) for line in lines),
    )
