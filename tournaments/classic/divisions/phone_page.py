"""Content of a player's phone in a classic event: the match to be played or reported, earlier matches, the
own rank.

Terms. The *match now* is the first begun match without a result, or else the match of the last round that has
begun.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated, TypedDict

from django.db.models import TextChoices

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

NOT_MISSED = "not_missed"
OUTCOMES = (
    ("open", "no result yet"),
    ("won", "won"),
    ("lost", "lost"),
    ("drawn", "drawn"),
    ("bye", "no opponent"),
    ("missed", "not there"),
)
MISSED_COUNTS = (
    (NOT_MISSED, "the round is not missed"),
    ("nothing", "the missed round does not count"),
    ("loss", "it counts as lost"),
    ("bye", "it counts as a bye"),
)


class PhoneState(TextChoices):
    """What a player has to do now."""

    NONE = "none", "no round has begun"
    LEFT_OUT = "left_out", "not paired in this round"
    BYE = "bye", "no opponent in this round"
    PLAYING = "playing", "no result is reported"
    REPORTED = "reported", "the player has reported, the opponent has not"
    DIFFERS = "differs", "the two reports differ"
    COUNTED = "counted", "the result counts"
    WITHDRAWN = "withdrawn", "the player has dropped out"


class ScoreSchema(TypedDict):
    """A score as one of the two players reported it."""

    own: Annotated[int, "Points of the player who asks."]
    other: Annotated[int, "Points of the opponent."]


class MatchResultSchema(TypedDict):
    """A match of the player in a round that has begun, or a missed round."""

    round: Annotated[int, "Number of the round, from 1."]
    opponent: Annotated[str, "Name of the opponent; empty for a bye and a missed round."]
    outcome: Annotated[str, OUTCOMES, "How it ended for the player."]
    own: Annotated[
        int | None, "Own points, overtime taken off; null without a score (open, a bye, a forfeit)."
    ]
    other: Annotated[int | None, "Points of the opponent, overtime taken off; null as the own points are."]
    overtime: Annotated[int, "Points that were taken off the own score for overtime."]
    other_overtime: Annotated[int, "Points that were taken off the opponent's score for overtime."]
    forfeit: Annotated[bool, "Whether it was decided by a forfeit."]
    missed_counts: Annotated[str, MISSED_COUNTS, "What the round counts if it was missed."]
    spread: Annotated[int | None, "Spread of a missed round that counts; null in other rounds."]


class MatchSchema(TypedDict):
    """The match that the player plays now."""

    id: Annotated[int, "Key of the match, with which its result is reported."]
    round: Annotated[int, "Number of the round, from 1."]
    table: Annotated[int | None, "Number of the table; null if the match has none."]
    opponent: Annotated[str, "Name of the opponent."]
    first: Annotated[bool, "Whether this player goes first."]
    own_report: Annotated[ScoreSchema | None, "The score that the player has reported; null if none."]
    their_report: Annotated[
        ScoreSchema | None,
        "The score that the opponent has reported, with the player's points as `own`; null if none.",
    ]
    result: Annotated[MatchResultSchema | None, "The result that counts; null until there is one."]
    record: Annotated[str | None, "Code of its board, if the two keep it move by move; otherwise null."]


class StandingSchema(TypedDict):
    """The player's place in the standings of the division."""

    rank: Annotated[
        int | None, "Rank; equals share it. Null for who has left a division where those have none."
    ]
    wins: Annotated[str, "Wins as text; a draw is half a win: 5½."]
    spread: Annotated[int, "Own points minus those of opponents, over all matches."]


class MyMatchSchema(TypedDict):
    """All that a player's phone shows in a classic event."""

    name: Annotated[str, "Name of the player."]
    division: Annotated[
        str, "Name of the division; empty as long as the director has put the player into none."
    ]
    round: Annotated[
        int | None,
        "Number of the round of the match now, or of the last that has begun; null before the first.",
    ]
    rounds: Annotated[int, "Number of rounds that are planned; 0 without a division."]
    first_round: Annotated[
        int | None,
        "First round that the player plays, later than 1 for a latecomer; null without a division.",
    ]
    state: Annotated[str, PhoneState, "What the player has to do now."]
    match: Annotated[MatchSchema | None, "The match now; null without one, or for a bye."]
    results: Annotated[list[MatchResultSchema], "The player's matches of all rounds that have begun."]
    standing: Annotated[StandingSchema | None, "The place in the standings; null until they are released."]


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


def phone_page_of(entry: Entry) -> MyMatchSchema:
    """Return all that the phone of an entry shows."""
    entrant = entrant_for(entry)
    if entrant is None:
        return {
            "name": entry.name,
            "division": "",
            "round": None,
            "rounds": 0,
            "first_round": None,
            "state": PhoneState.NONE,
            "match": None,
            "results": [],
            "standing": None,
        }
    seen = [
        Seen(line, line.match.first_id == entrant.pk)
        for line in matches_of(entrant)
        if line.match.round.begun_at is not None
    ]
    begun = rounds_begun(entrant.division)
    now = _match_now(seen, begun[-1] if begun else 0)
    number = now.match.round.number if now else begun[-1] if begun else None
    results = [_result(one) for one in seen if not one.line.is_missed] + _missed_results(entrant, begun, seen)
    return {
        "name": entry.name,
        "division": entrant.division.name,
        "round": number,
        "rounds": entrant.division.rounds_planned,
        "first_round": entrant.first_round,
        "state": _state(now, entrant, number),
        "match": _match(now) if now is not None and not now.match.is_bye else None,
        "results": sorted(results, key=lambda result: result["round"]),
        "standing": _standing(entrant.division, entrant),
    }


def _match_now(seen: list[Seen], last: int) -> Seen | None:
    open_ones = [one for one in seen if one.line.is_missing]
    if open_ones:
        return open_ones[0]
    return next((one for one in seen if one.match.round.number == last), None)


def _state(now: Seen | None, entrant: DivisionEntry, number: int | None) -> PhoneState:
    if now is None:
        if number is None:
            return PhoneState.NONE
        return (
            PhoneState.LEFT_OUT
            if plays_in(entrant, number) or entrant.first_round > number
            else PhoneState.WITHDRAWN
        )
    if now.match.is_bye:
        return PhoneState.BYE
    if now.line.result is not None:
        return PhoneState.COUNTED
    if now.line.differs:
        return PhoneState.DIFFERS
    return PhoneState.REPORTED if now.own_report is not None else PhoneState.PLAYING


def _match(now: Seen) -> MatchSchema:
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


def _pair(report: tuple[int, int] | None) -> ScoreSchema | None:
    return None if report is None else {"own": report[0], "other": report[1]}


def _result(one: Seen) -> MatchResultSchema:
    """Return a match for the list: won, lost, drawn, a bye, or open."""
    result = _unplayed(one.match.round.number, "bye" if one.match.is_bye else "open")
    result["opponent"] = one.opponent
    if one.match.is_bye or one.line.result is None:
        return result
    score = score_of(one.line.result)
    if score.outcome != Outcome.PLAYED:
        mine = Outcome.FIRST_FORFEITS if one.is_first else Outcome.SECOND_FORFEITS
        lost = score.outcome in {mine, Outcome.BOTH_FORFEIT}
        return result | {"outcome": "lost" if lost else "won", "forfeit": True}
    own, other = one.turn_to_own(score.first, score.second)
    outcome = "won" if own > other else "lost" if own < other else "drawn"
    overtime, others = one.turn_to_own(score.first_overtime, score.second_overtime)
    result |= {"outcome": outcome, "own": own, "other": other}
    return result | {"overtime": overtime, "other_overtime": others}


def _unplayed(number: int, outcome: str) -> MatchResultSchema:
    return {
        "round": number,
        "opponent": "",
        "outcome": outcome,
        "own": None,
        "other": None,
        "overtime": 0,
        "other_overtime": 0,
        "forfeit": False,
        "missed_counts": NOT_MISSED,
        "spread": None,
    }


def _missed_results(entrant: DivisionEntry, begun: list[int], seen: list[Seen]) -> list[MatchResultSchema]:
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


def _missed_result(number: int, counts: Division.Missed, spread: int | None) -> MatchResultSchema:
    missed = _unplayed(number, "bye" if counts is Division.Missed.BYE else "missed")
    return missed | {"missed_counts": counts.value, "spread": spread}


def _standing(division: Division, entrant: DivisionEntry) -> StandingSchema | None:
    """Return the own rank, once standings are released."""
    if not is_released(division.event):
        return None
    return _ranks(division.pk, division.seed, acts_so_far(division.event)).get(entrant.pk)


@lru_cache(maxsize=DIVISIONS_KEPT)
def _ranks(division_id: int, _seed: str, _acts: tuple[int | None, int]) -> dict[int, StandingSchema]:
    """Return everybody's rank, by entrant, from a cache: hundreds of phones ask repeatedly, and only acts
    change it.

    The seed is part of the key, since a division may get the primary key of a deleted one.
    """
    division = Division.objects.select_related("event").get(pk=division_id)
    lines = rank_division(contestants_of(division), matches_of_division(division), rules_of(division))
    return {
        line.contestant.key: {"rank": line.rank, "wins": line.wins, "spread": line.spread} for line in lines
    }
