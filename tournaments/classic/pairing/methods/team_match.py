"""Team against team: every member of one team meets a member of the other. Pure.

Teams meet by a round robin's table, for as many rounds as the settings' `legs`. Members sit in the order of
their numbers, and in each further round between the same teams everybody moves on to the next opponent. Two
teams of one size meet completely in as many rounds as a team has members.

Invariants: nobody meets a member of the own team, even if that takes more than one bye. A member with nobody
left to meet in the other team, if sizes differ or the number of teams is odd, meets somebody else who is
left.
"""

from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from tournaments.classic.pairing.common import match_near, met_before, rematch_reasons
from tournaments.classic.pairing.first_move import pairing_of
from tournaments.classic.pairing.history import PairingInput
from tournaments.classic.pairing.matching import Cost
from tournaments.classic.pairing.methods import berger
from tournaments.classic.pairing.values import Pairing, Reason
from tournaments.classic.rules.values import Contestant
from tournaments.errors import RuleViolation


@dataclass(frozen=True, slots=True)
class Schedule:
    """Which team meets which (None: none), and by how many places members have moved on."""

    opponent: dict[str, str | None]
    moved: int


def pair_team_against_team(pairing_input: PairingInput) -> list[Pairing]:
    """Pair team match by team match, byes last."""
    members = pairing_input.by_number()
    teams = _teams(pairing_input, members)
    schedule = schedule_for(list(teams), pairing_input.stage_round, pairing_input.settings.legs)
    board = {one.key: place for team in teams.values() for place, one in enumerate(team)}
    order = {name: place for place, name in enumerate(teams)}
    byes = pairing_input.history.byes
    most_byes = max(byes[member.key] for member in members)

    def apart(upper: int, lower: int) -> int:
        """Return how far the two are from their planned boards."""
        one, other = sorted((members[upper], members[lower]), key=lambda who: order[who.team])
        size = max(len(teams[one.team]), len(teams[other.team]))
        return abs((board[one.key] + schedule.moved) % size - board[other.key])

    def cost(upper: int, lower: int) -> Cost | None:
        one, other = members[upper], members[lower]
        if one.team == other.team:
            return None
        met = met_before(pairing_input, one.key, other.key)
        # Prefer pairing those with byes over those without, and the stronger over the weaker.
        spared = 2 * most_byes - byes[one.key] - byes[other.key]
        off = schedule.opponent[one.team] != other.team
        return bool(met), spared, met, off, upper + lower, apart(upper, lower) ** 2

    def near(place: int) -> list[int]:
        meant = schedule.opponent[members[place].team]
        others = [at for at, member in enumerate(members) if member.team != members[place].team]
        return sorted(others, key=lambda at: (members[at].team != meant, apart(place, at)))

    chosen = match_near(len(members), cost, near)
    pairings = [
        _pairing(pairing_input, schedule, board, members[upper], members[lower])
        for upper, lower in sorted(chosen)
    ]
    paired = {place for edge in chosen for place in edge}
    left = [member.key for place, member in enumerate(members) if place not in paired]
    return pairings + [Pairing(key, None, (Reason("bye_left_over", {"player": key}),)) for key in left]


def _pairing(
    pairing_input: PairingInput, schedule: Schedule, board: dict[int, int], one: Contestant, other: Contestant
) -> Pairing:
    """Return the pairing with its reason; the table, board by board, plans who goes first."""
    meant = schedule.opponent[one.team] == other.team
    code = "team_match" if meant else "team_left_over"
    values: dict[str, int | str] = {"team": one.team, "other_team": other.team}
    why = (Reason(code, values), *rematch_reasons(pairing_input, one.key, other.key, "rematch_of_teams"))
    goes_first = one if (board[one.key] + schedule.moved) % 2 == 0 else other
    return pairing_of(pairing_input, one.key, other.key, why, planned=goes_first.key)


def schedule_for(teams: list[str], number: int, legs: int) -> Schedule:
    """Return which teams meet in this round, by the order of the teams."""
    rounds = berger.rounds_of(len(teams))
    encounter, leg = divmod(number - 1, legs)
    cycle, within = divmod(encounter, rounds)
    opponent: dict[str, str | None] = dict.fromkeys(teams)
    for one, other in berger.meetings(len(teams), within + 1):
        if max(one, other) < len(teams):
            opponent[teams[one]], opponent[teams[other]] = teams[other], teams[one]
    return Schedule(opponent, cycle * legs + leg)


def _teams(pairing_input: PairingInput, members: list[Contestant]) -> dict[str, list[Contestant]]:
    """Return the members present, by team; the order of teams comes from the whole list, present or not."""
    teams: dict[str, list[Contestant]] = {}
    for one in sorted(
        pairing_input.field.contestants, key=lambda contestant: (contestant.number, contestant.key)
    ):
        teams.setdefault(one.team, [])
    if "" in teams and any(not member.team for member in members):
        message = _(
            "This method needs a team for every player: enter them on the page of the event, under “Tables and teams”."
        )
        raise RuleViolation("no_team", message)
    teams.pop("", None)
    for one in members:
        teams[one.team].append(one)
    if sum(bool(team) for team in teams.values()) < 2:
        raise RuleViolation("too_few_teams", _("There are fewer than two teams to pair."))
    return teams
