"""Content of a player's phone in a classic event: the match to be played or reported, earlier matches, the
own rank.

Terms. The *match now* is the first begun match without a result, or else the match of the last round that has
begun.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from tournaments.classic.divisions.public import acts_so_far, is_released
from tournaments.classic.match_records.selectors import record_kept_by_players
from tournaments.classic.models import Division, DivisionEntry, Match, MatchReport
from tournaments.classic.rounds.selectors import MatchLine, matches_of, plays_in
from tournaments.classic.rounds.values import (
    contestants_of,
    facts_of,
    matches_of_division,
    missed_rounds,
    rounds_begun,
    rules_of,
)
from tournaments.classic.rules.standings import rank_division
from tournaments.classic.scores.scores import Outcome, score_of
from tournaments.models import Entry

# Size of the cache of ranks, in versions of divisions.
DIVISIONS_KEPT = 32

NONE, LEFT_OUT, BYE, PLAYING, REPORTED, DIFFERS, COUNTED, WITHDRAWN = (
    "none",
    "left_out",
    "bye",
    "playing",
    "reported",
    "differs",
    "counted",
    "withdrawn",
)
NOT_MISSED = "not_missed"


@dataclass(frozen=True, slots=True)
class Seen:
    """A match from the side of one of its two players."""

    line: MatchLine
    is_first: bool

    @property
    def match(self) -> Match:
        return self.line.match

    @property
    def opponent(self) -> str:
        other = self.match.second if self.is_first else self.match.first
        return other.entry.name if other is not None and not self.match.is_bye else ""

    def turn_to_own(self, first: int, second: int) -> tuple[int, int]:
        """Return two values of the first and second player as own and other."""
        return (first, second) if self.is_first else (second, first)

    @property
    def own_report(self) -> tuple[int, int] | None:
        return self._report(self.line.by_first if self.is_first else self.line.by_second)

    @property
    def their_report(self) -> tuple[int, int] | None:
        """The opponent's report, with the own score first."""
        return self._report(self.line.by_second if self.is_first else self.line.by_first)

    def _report(self, report: MatchReport | None) -> tuple[int, int] | None:
        return None if report is None else self.turn_to_own(report.first_score, report.second_score)


def entrant_for(entry: Entry) -> DivisionEntry | None:
    rows = DivisionEntry.objects.select_related("division__event", "entry__player", "entry__partner")
    return rows.filter(entry=entry).first()


def phone_page_of(entry: Entry) -> dict[str, Any]:
    """Return all that the phone of an entry shows."""
    entrant = entrant_for(entry)
    told: dict[str, Any] = {"name": entry.name, "division": "", "round": None, "rounds": 0, "state": NONE}
    told |= {"first_round": None, "match": None, "results": [], "standing": None}
    if entrant is None:
        return told
    seen = [
        Seen(line, line.match.first_id == entrant.pk)
        for line in matches_of(entrant)
        if line.match.round.begun_at is not None
    ]
    begun = rounds_begun(entrant.division)
    now = _match_now(seen, begun[-1] if begun else 0)
    told |= {"division": entrant.division.name, "rounds": entrant.division.rounds_planned}
    told["first_round"] = entrant.first_round
    told["round"] = now.match.round.number if now else begun[-1] if begun else None
    told["state"] = _state(now, entrant, told["round"])
    told["match"] = _match(now) if now is not None and not now.match.is_bye else None
    results = [_result(one) for one in seen if not one.line.is_missed] + _missed_results(entrant, begun, seen)
    told["results"] = sorted(results, key=lambda one: one["round"])
    told["standing"] = _standing(entrant.division, entrant)
    return told


def _match_now(seen: list[Seen], last: int) -> Seen | None:
    open_ones = [one for one in seen if one.line.is_missing]
    if open_ones:
        return open_ones[0]
    return next((one for one in seen if one.match.round.number == last), None)


def _state(now: Seen | None, entrant: DivisionEntry, number: int | None) -> str:
    if now is None:
        if number is None:
            return NONE
        return LEFT_OUT if plays_in(entrant, number) or entrant.first_round > number else WITHDRAWN
    if now.match.is_bye:
        return BYE
    if now.line.result is not None:
        return COUNTED
    if now.line.differs:
        return DIFFERS
    return REPORTED if now.own_report is not None else PLAYING


def _match(now: Seen) -> dict[str, Any]:
    own, theirs = now.own_report, now.their_report
    return {
        "id": now.match.pk,
        "round": now.match.round.number,
        "table": now.match.table,
        "opponent": now.opponent,
        "first": now.is_first,
        "own_report": _pair(own),
        "their_report": _pair(theirs),
        "result": _result(now) if now.line.result else None,
        "record": record_kept_by_players(now.match),
    }


def _pair(report: tuple[int, int] | None) -> dict[str, int] | None:
    return None if report is None else {"own": report[0], "other": report[1]}


def _result(one: Seen) -> dict[str, Any]:
    """Return a match for the list: won, lost, drawn, a bye, or open."""
    told: dict[str, Any] = {
        "round": one.match.round.number,
        "opponent": one.opponent,
        "outcome": "open",
        "own": None,
        "other": None,
        "overtime": 0,
        "forfeit": False,
        "missed_counts": NOT_MISSED,
        "spread": None,
    }
    if one.match.is_bye:
        return told | {"outcome": "bye"}
    if one.line.result is None:
        return told
    score = score_of(one.line.result)
    if score.outcome != Outcome.PLAYED:
        mine = Outcome.FIRST_FORFEITS if one.is_first else Outcome.SECOND_FORFEITS
        lost = score.outcome in {mine, Outcome.BOTH_FORFEIT}
        return told | {"outcome": "lost" if lost else "won", "forfeit": True}
    own, other = one.turn_to_own(score.first, score.second)
    outcome = "won" if own > other else "lost" if own < other else "drawn"
    overtime = one.turn_to_own(score.first_overtime, score.second_overtime)[0]
    return told | {"outcome": outcome, "own": own, "other": other, "overtime": overtime}


def _missed_results(entrant: DivisionEntry, begun: list[int], seen: list[Seen]) -> list[dict[str, Any]]:
    """Return the rounds before the player left that they missed, with what each counts, for the list."""
    division, played = entrant.division, {one.match.round.number for one in seen}
    facts = missed_rounds(division, entrant, begun, played)
    # Files of other programs have missed rounds as byes that are lost.
    facts += [
        facts_of(one.line.result, one.match.round.number, entrant.pk, None)
        for one in seen
        if one.line.is_missed
    ]
    counted = played | {match.round for match in facts}
    last = 0 if entrant.entry.is_left_out else entrant.last_round or max(begun, default=0)
    told = [
        _missed_result(number, Division.Missed.NOTHING, None)
        for number in begun
        if number <= last and number not in counted
    ]
    for match in facts:
        if match.is_bye:
            told.append(_missed_result(match.round, Division.Missed.BYE, division.bye_spread))
        else:
            spread = -(match.own_spread or division.forfeit_spread)
            told.append(_missed_result(match.round, Division.Missed.LOSS, spread))
    return told


def _missed_result(number: int, counts: Division.Missed, spread: int | None) -> dict[str, Any]:
    outcome = "bye" if counts is Division.Missed.BYE else "missed"
    told = {"round": number, "opponent": "", "outcome": outcome, "own": None, "other": None, "overtime": 0}
    return told | {"forfeit": False, "missed_counts": counts.value, "spread": spread}


def _standing(division: Division, entrant: DivisionEntry) -> dict[str, Any] | None:
    """Return the own rank, once standings are released."""
    if not is_released(division.event):
        return None
    return _ranks(division.pk, division.seed, acts_so_far(division.event)).get(entrant.pk)


@lru_cache(maxsize=DIVISIONS_KEPT)
def _ranks(division_id: int, _seed: str, _acts: tuple[int | None, int]) -> dict[int, dict[str, Any]]:
    """Return everybody's rank, by entrant, from a cache: hundreds of phones ask repeatedly, and only acts
    change it.

    The seed is part of the key, since a division may get the primary key of a deleted one.
    """
    division = Division.objects.select_related("event").get(pk=division_id)
    lines = rank_division(contestants_of(division), matches_of_division(division), rules_of(division))
    return {
        line.contestant.key: {"rank": line.rank, "wins": line.wins, "spread": line.spread} for line in lines
    }
