"""The input of a game's standings, read from the rows: who takes part, and the points of each round.

A rule set without averages makes no query for them.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from operator import itemgetter
from typing import Any, NamedTuple

from django.db.models import Case, Exists, F, IntegerField, OuterRef, Q, QuerySet, When

from duplicate.attendance.absences import Absences, departures, is_missing, times_away, was_away
from duplicate.attendance.seating import entries_of
from duplicate.models import Game, Ruling, Slip
from duplicate.models.round_arbitrator import RoundArbitrator
from duplicate.standings.rules.averages import PaperZero, RuledZero, fault_of, find_averages, second_zeros
from duplicate.standings.rules.ranking import Average, PlayerScores
from tournaments.models import Entry
from tournaments.names import name_visibility


def averages_for_game(
    game: Game, players: Sequence[PlayerScores], number_of: Mapping[int, int]
) -> dict[int, dict[int, Average]]:
    """Return the averages by player and round; `number_of` maps the keys of the announced rounds to numbers
    from 0.
    """
    rules = game.rule_set
    arbitrated = _find_arbitrated_rounds(number_of) if rules.standings.arbitrators_averaged else {}
    zeros = _second_zeros(players, number_of) if rules.sanctions.second_zero_averaged else ()
    if not arbitrated and not zeros:
        return {}
    return find_averages(
        players, arbitrated=arbitrated, zeros=zeros, keyed=_find_keyed_entries(zeros, number_of)
    )


def _find_arbitrated_rounds(number_of: Mapping[int, int]) -> dict[int, set[int]]:
    """Return the rounds that each player arbitrated."""
    rounds: dict[int, set[int]] = defaultdict(set)
    found = RoundArbitrator.objects.filter(round__in=number_of).order_by()
    for entry_id, round_id in found.values_list("entry", "round"):
        rounds[entry_id].add(number_of[round_id])
    return rounds


def _second_zeros(players: Iterable[PlayerScores], number_of: Mapping[int, int]) -> tuple[PaperZero, ...]:
    """Find the second zeros on paper; query only the few players who have zeros in consecutive rounds."""
    suspects = {player.entry_id: player.zeroed for player in players if _has_consecutive(player.zeroed)}
    if not suspects:
        return ()
    columns = (
        "slip__entry_id",
        "slip__round_id",
        "slip__keyed_by_id",
        "code",
        "reason",
        "by",
        "conduct",
        "solo",
    )
    on_paper = Ruling.objects.of_counting().filter(
        slip__entry__in=suspects,
        slip__round__in=number_of,
        slip__source=Slip.Source.DESK,
        slip__keyed_by__isnull=False,
    )
    told: dict[tuple[int, int, int], list[RuledZero]] = defaultdict(list)
    for *slip, code, reason, by, conduct, solo in on_paper.order_by("pk").values_list(*columns):
        told[tuple(slip)].append(RuledZero(code, reason, by is not None, conduct, solo))
    return second_zeros(
        PaperZero(entry_id, number_of[round_id], fault_of(rulings), keyed_by)
        for (entry_id, round_id, keyed_by), rulings in told.items()
        if number_of[round_id] in suspects[entry_id]
    )


def _find_keyed_entries(
    zeros: Collection[PaperZero], number_of: Mapping[int, int]
) -> dict[tuple[int, int], set[int]]:
    """Return the entries of the arbitrators of these zeros, by arbitrator and round.

    An entry without a slip in a round, whether that is on record or not, is of the arbitrator who keyed its last slip
    before, or else its first one after.
    """
    if not zeros:
        return {}
    slips = Slip.objects.counting().showing_presence().filter(round__in=number_of).order_by()
    keyed_by: dict[int, dict[int, int | None]] = defaultdict(dict)
    for entry_id, round_id, source, user_id in slips.values_list("entry", "round", "source", "keyed_by"):
        keyed_by[entry_id][number_of[round_id]] = user_id if source == Slip.Source.DESK else None
    keyed: dict[tuple[int, int], set[int]] = defaultdict(set)
    for number in {zero.number for zero in zeros}:
        for entry_id, hands in keyed_by.items():
            nearest = max([one for one in hands if one <= number], default=min(hands))
            if (hand := hands[nearest]) is not None:
                keyed[hand, number].add(entry_id)
    return keyed


def _has_consecutive(numbers: Sequence[int]) -> bool:
    return any(number + 1 in numbers for number in numbers)


@dataclass(frozen=True, slots=True)
class GameScores:
    """The input of standings: the players' points and the tops of the announced rounds, averages by player."""

    players: list[PlayerScores]
    tops: list[int]
    averages: Mapping[int, Mapping[int, Average]]


def scores_for_game(game: Game) -> GameScores:
    """Return the points on record now, with the players' names as the event writes them: for callers who may
    know them.
    """
    rounds = list(game.rounds.announced().values_list("pk", "top_score", "closes_at", "announced_at"))
    number_of = {round_id: number for number, (round_id, *_rest) in enumerate(rounds)}
    closings = [moment for _pk, _top, closed, announced in rounds if (moment := closed or announced)]
    found = ranked_entries(game).annotate(was_away=Exists(departures()))
    # Plain tuples: thousands of models would take longer than all the rest.
    entries = [_Entered(*values) for values in found.values_list(*_Entered._fields)]
    style = game.event.name_style
    away = times_away(game) if any(entry.was_away for entry in entries) else {}
    games = {entry.pk: _Rows(len(rounds)) for entry in entries}
    rulings = (
        Ruling.objects.of_counting().filter(slip__round__in=number_of).annotate(beside=_BESIDE).order_by()
    )
    columns = ("pk", "slip__entry_id", "slip__round_id", "score", "worth", "sanction", "solo", "beside")
    # Sort here, because the rows are nearly sorted: later rulings on a slip replace earlier ones.
    for _pk, entry_id, round_id, *values in sorted(rulings.values_list(*columns), key=itemgetter(0)):
        # A player who came in between these queries is seen the next time.
        if entry_id in games:
            games[entry_id].ruled[number_of[round_id]] = values
    players = [games[entry.pk].scores(entry, style, closings, away.get(entry.pk, ())) for entry in entries]
    averages = averages_for_game(game, players, number_of)
    return GameScores(players, [top or 0 for _pk, top, *_rest in rounds], averages)


def ranked_entries(game: Game) -> QuerySet[Entry]:
    """Return the entries in the standings. They leave out expected players who have not come and, in a
    finished game, players who came to the event afterwards. A slip shows that its player was there.
    """
    there = Q(arrived_at__isnull=False)
    last = game.rounds.announced().last() if game.state == Game.State.FINISHED else None
    if last is not None:
        there &= Q(joined_at__lte=last.announced_at)
    found: QuerySet[Entry] = entries_of(game).filter(
        there | Exists(Slip.objects.showing_presence().filter(entry=OuterRef("pk"), round__game=game))
    )
    return found


class _Entered(NamedTuple):
    """The columns of an entry that standings need; the fields are those of the query."""

    pk: int
    seat: int
    player__name: str
    player__given_name: str
    player__family_name: str
    partner__name: str | None
    partner__given_name: str | None
    partner__family_name: str | None
    joined_at: datetime
    withdrawn_at: datetime | None
    was_away: bool

    def name(self, style: str) -> str:
        return name_visibility.styled(self[2:8], style)


_NO_SLIP = -1
# The warnings beside the sanction of a ruling, or _NO_SLIP for a recorded "no slip" without any. One number, because
# thousands of booleans would each be converted.
_BESIDE = Case(
    When(conduct=True, then=F("further_warnings") + 1),
    When(further_warnings=0, slip__word="", slip__illegible=False, slip__says_top=False, then=_NO_SLIP),
    default=F("further_warnings"),
    output_field=IntegerField(),
)


class _Rows:
    """The last rulings on one player's slips, by round: score, worth, sanction, solo, `_BESIDE`."""

    __slots__ = ("rounds", "ruled")

    def __init__(self, rounds: int) -> None:
        self.rounds = rounds
        self.ruled: dict[int, list[Any]] = {}

    def scores(
        self,
        entry: _Entered,
        style: str,
        closings: Sequence[datetime],
        away: Absences,
    ) -> PlayerScores:
        """Return the scores; a "no slip" that is all there is counts as if nobody had recorded it."""
        scores, worths = [0] * self.rounds, [0] * self.rounds
        marks: dict[str | bool, list[int]] = {"warning": [], "penalty": [], "zero": [], True: [], False: []}
        for number, (score, worth, sanction, solo, beside) in list(self.ruled.items()):
            if beside == _NO_SLIP and is_missing(score, sanction, solo):
                del self.ruled[number]
                continue
            scores[number], worths[number] = score, worth
            if sanction != "none":
                marks[sanction].append(number)
            if beside > 0:
                marks["warning"] += [number] * beside
            if solo is not None:
                marks[solo].append(number)
        return PlayerScores(
            entry.pk,
            entry.seat,
            entry.name(style),
            scores=tuple(scores),
            worths=tuple(worths),
            warned=tuple(sorted(marks["warning"])),
            penalised=tuple(sorted(marks["penalty"])),
            zeroed=tuple(sorted(marks["zero"])),
            solos_given=tuple(marks[True]),
            solos_withheld=tuple(marks[False]),
            withdrawn=entry.withdrawn_at is not None,
            absent=self._absent(entry, closings, away),
        )

    def _absent(self, entry: _Entered, closings: Sequence[datetime], away: Absences) -> tuple[int, ...]:
        """Return the rounds that closed before the player came, or while they had dropped out; a player with
        a slip was there.
        """
        gone = entry.withdrawn_at
        if gone is None and not away and (not closings or entry.joined_at <= closings[0]):
            return ()
        return tuple(
            number
            for number, closed in enumerate(closings)
            if was_away(closed, entry.joined_at, gone, away) and number not in self.ruled
        )
