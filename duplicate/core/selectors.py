"""Queries that screens, the API and reports share. They read, and never write."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from operator import itemgetter
from typing import NamedTuple

from django.contrib.auth.models import User
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.translation import get_language

from duplicate.core.attendance import departures, slips_shown, times_away, was_away
from duplicate.core.board_state import convention_of, progress_of
from duplicate.core.messages import rule_text, sanction_text, solo_text, verdict_text
from duplicate.core.seating import entries_of
from duplicate.core.standings.average_queries import averages_for_game
from duplicate.core.standings.cache import standings_kept
from duplicate.models import AuditLogEntry, Game, Round, Ruling, Slip
from duplicate.standings.ranking import Average, PlayerScores, Standings, rank_players
from duplicate.values.games import GameSheet, SheetRound, SheetTop
from engine.duplicate_games.records import GameRecord, RecordRound
from tournaments.core import name_visibility
from tournaments.lexicons.services import lexicon_for_language
from tournaments.models import Entry, Lexicon


def games_for(user: User) -> QuerySet[Game]:
    """Return the games at whose desk a user is: those of their events, or all for an administrator."""
    games = Game.objects.select_related("event", "club_rules").filter(event__whole=True)
    return games if user.is_superuser else games.filter(event__arbitrators=user)


def usual_lexicon(user: User) -> Lexicon | None:
    """Return the lexicon that a user most likely plays with: that of the last game they made, or of their
    language.
    """
    made = AuditLogEntry.objects.filter(act="game_created", by=user).order_by("-pk")
    last = made.values_list("game__lexicon", flat=True).first()
    return Lexicon.objects.filter(name=last).first() or lexicon_for_language(get_language() or "en")


@dataclass(frozen=True, slots=True)
class RuledSlip:
    """A slip with what it is worth now; `score` is None until it is judged. A late slip is worth nothing.

    `verdict` is the reason as a sentence and `rule` its source, both empty where there is nothing to say.
    `meant` are other moves that the slip could mean, as reference, word and score, for the desk alone.
    `reason` is an arbitrator's own. `average` counts in place of the score, if it is given: see
    `averaged_slips`.
    """

    slip: Slip
    score: int | None
    worth: int | None = None
    code: str = ""
    verdict: str = ""
    rule: str = ""
    sanction: str = Ruling.Sanction.NONE
    meant: tuple[tuple[str, str, int], ...] = ()
    solo: bool | None = None
    reason: str = ""
    average: Average | None = None

    @property
    def sanction_text(self) -> str:
        """The sanction in words; a zero that became the average says so."""
        averaged = self.average is not None and self.average.why == "second_zero"
        return sanction_text("zero_averaged" if averaged else self.sanction)


def slips_by_entry(slips: QuerySet[Slip]) -> dict[int, RuledSlip]:
    """Return one slip for each entry in slips of one round: the effective one, else the last late one."""
    return {slip.entry_id: ruled_slip(slip) for slip in _chosen(slips)}


def slips_by_round(slips: Sequence[Slip]) -> dict[int, RuledSlip]:
    """Return one slip for each round in slips of one entry, in the order of their keys: the effective one,
    else the last late one.
    """
    chosen = [slip for slip in slips if slip.late] + [slip for slip in slips if slip.effective]
    return {slip.round_id: ruled_slip(slip) for slip in chosen}


def _chosen(slips: QuerySet[Slip]) -> QuerySet[Slip]:
    """Return the late slips and then those that count, without slips that lie aside or are in conflict."""
    shown = slips.filter(Q(effective=True) | Q(late=True)).order_by("effective", "pk")
    return shown.select_related("round").prefetch_related("rulings")


def ruled_slip(slip: Slip) -> RuledSlip:
    """Return a slip with what was ruled of it; prefetch its rulings for speed."""
    if slip.late:
        return RuledSlip(
            slip, 0, 0, "late", verdict_text("late", {}), rule_text("late"), sanction=Ruling.Sanction.ZERO
        )
    ruling = max(slip.rulings.all(), key=lambda ruling: ruling.pk, default=None)
    if ruling is None:
        return RuledSlip(slip, None)
    verdict = verdict_text(ruling.code, ruling.params)
    return RuledSlip(
        slip,
        ruling.score,
        ruling.worth,
        ruling.code,
        verdict,
        rule_text(ruling.code) if verdict else "",
        ruling.sanction,
        tuple((reference, word, score) for reference, word, score in ruling.params.get("meant", ())),
        ruling.solo,
        ruling.reason,
    )


def announced_rounds(game: Game) -> QuerySet[Round]:
    return game.rounds.announced()


@dataclass(frozen=True, slots=True)
class RoundMove:
    """A move of a round as screens show it; no word if nobody could play."""

    word: str
    reference: str
    score: int


def top_of(round_: Round) -> RoundMove:
    """Return the top of an announced round: the placed move if it is a top, else the isotop that was
    suggested.
    """
    placed = RoundMove(round_.word, round_.reference, round_.score or 0)
    if not is_below_top(round_):
        return placed
    best = next(top for top in round_.tops or () if top["preferred"])
    return RoundMove(best["word"], best["reference"], round_.top_score or 0)


def is_below_top(round_: Round) -> bool:
    """Tell whether the arbitrator placed a move that is no top; scores are compared with the top all the
    same.
    """
    return (round_.score or 0) < (round_.top_score or 0)


def standings_for_game(game: Game) -> Standings:
    """Return the standings after the announced rounds; a round without an effective slip counts 0."""
    standings = standings_kept(game, _standings)
    return _by_tables(standings) if name_visibility.are_hidden() else standings


def _by_tables(standings: Standings) -> Standings:
    """Replace names with tables for readers who may not know names. Sort equals by table: an order by name
    would tell something about the names.
    """
    rows = sorted(standings.rows, key=lambda row: (row.rank, row.table))
    return replace(
        standings,
        rows=tuple(replace(row, name=name_visibility.shown(row.name, row.table)) for row in rows),
        solos=tuple(
            solo and replace(solo, name=name_visibility.shown(solo.name, solo.table))
            for solo in standings.solos
        ),
    )


def _standings(game: Game) -> Standings:
    scored = scores_for_game(game)
    return rank_players(scored.players, scored.tops, game.rule_set, scored.averages)


@dataclass(frozen=True, slots=True)
class GameScores:
    """The input of standings: the players' points and the tops of the announced rounds, averages by player."""

    players: list[PlayerScores]
    tops: list[int]
    averages: Mapping[int, Mapping[int, Average]]


def scores_for_game(game: Game) -> GameScores:
    """Return the points on record now, with the players' full names: for callers who may know them."""
    rounds = list(announced_rounds(game).values_list("pk", "top_score", "closes_at", "announced_at"))
    number_of = {round_id: number for number, (round_id, *_rest) in enumerate(rounds)}
    closings = [moment for _pk, _top, closed, announced in rounds if (moment := closed or announced)]
    found = _of_game(game).annotate(was_away=Exists(departures()))
    # Plain tuples: thousands of models would take longer than all the rest.
    entries = [_Entered(*values) for values in found.values_list(*_Entered._fields)]
    away = times_away(game) if any(entry.was_away for entry in entries) else {}
    games = {entry.pk: _Rows(len(rounds)) for entry in entries}
    rulings = Ruling.objects.filter(slip__round__in=number_of, slip__effective=True).order_by()
    columns = ("pk", "slip__entry_id", "slip__round_id", "score", "worth", "sanction", "solo")
    # Sort here, because the rows are nearly sorted: later rulings on a slip replace earlier ones.
    for _pk, entry_id, round_id, *values in sorted(rulings.values_list(*columns), key=itemgetter(0)):
        # A player who came in between these queries is seen the next time.
        if entry_id in games:
            games[entry_id].put(number_of[round_id], *values)
    players = [games[entry.pk].scores(entry, closings, away.get(entry.pk, ())) for entry in entries]
    averages = averages_for_game(game, players, number_of)
    return GameScores(players, [top or 0 for _pk, top, *_rest in rounds], averages)


def _of_game(game: Game) -> QuerySet[Entry]:
    """Return the entries in the standings. They leave out expected players who have not come and, in a
    finished game, players who came to the event afterwards. A slip shows that its player was there.
    """
    there = Q(arrived_at__isnull=False)
    last = announced_rounds(game).last() if game.state == Game.State.FINISHED else None
    if last is not None:
        there &= Q(joined_at__lte=last.announced_at)
    found: QuerySet[Entry] = entries_of(game).filter(
        there | Exists(slips_shown().filter(entry=OuterRef("pk"), round__game=game))
    )
    return found


class _Entered(NamedTuple):
    """The columns of an entry that standings need; the fields are those of the query."""

    pk: int
    seat: int
    player__name: str
    partner__name: str | None
    joined_at: datetime
    withdrawn_at: datetime | None
    was_away: bool

    @property
    def name(self) -> str:
        return name_visibility.of_pair(self.player__name, self.partner__name)


class _Rows:
    """The worth of one player's slips, round by round."""

    __slots__ = ("handed_in", "sanctions", "scored", "solos", "worths")

    def __init__(self, rounds: int) -> None:
        self.scored = [0] * rounds
        self.worths = [0] * rounds
        self.handed_in: set[int] = set()
        self.sanctions: dict[int, str] = {}
        self.solos: dict[int, bool | None] = {}

    def put(self, number: int, score: int, worth: int, sanction: str, solo: bool | None) -> None:
        self.scored[number], self.worths[number] = score, worth
        self.handed_in.add(number)
        if sanction != "none":
            self.sanctions[number] = sanction
        else:
            self.sanctions.pop(number, None)
        if solo is not None or self.solos:
            self.solos[number] = solo

    def scores(
        self, entry: _Entered, closings: Sequence[datetime], away: Sequence[tuple[datetime, datetime]]
    ) -> PlayerScores:
        return PlayerScores(
            entry.pk,
            entry.seat,
            entry.name,
            scores=tuple(self.scored),
            worths=tuple(self.worths),
            warned=self._with("warning"),
            penalised=self._with("penalty"),
            zeroed=self._with("zero"),
            solos_given=tuple([number for number, solo in self.solos.items() if solo]),
            solos_withheld=tuple([number for number, solo in self.solos.items() if solo is False]),
            withdrawn=entry.withdrawn_at is not None,
            absent=self._absent(entry, closings, away),
        )

    def _absent(
        self, entry: _Entered, closings: Sequence[datetime], away: Sequence[tuple[datetime, datetime]]
    ) -> tuple[int, ...]:
        """Return the rounds that closed before the player came, or while they had dropped out; a player with
        a slip was there.
        """
        gone = entry.withdrawn_at
        if gone is None and not away and (not closings or entry.joined_at <= closings[0]):
            return ()
        return tuple(
            number
            for number, closed in enumerate(closings)
            if was_away(closed, entry.joined_at, gone, away) and number not in self.handed_in
        )

    def _with(self, sanction: str) -> tuple[int, ...]:
        return tuple(sorted([number for number, given in self.sanctions.items() if given == sanction]))


def sheet_for_game(game: Game) -> GameSheet:
    """Return what the game sheet prints: the announced rounds and the board after them."""
    tiles, running = game.tiles, 0
    rounds = []
    announced = list(announced_rounds(game))
    for round_, solo in zip(announced, standings_for_game(game).solos, strict=False):
        running += round_.top_score or 0
        rounds.append(
            SheetRound(
                number=round_.number,
                rack=round_.rack,
                word=round_.word,
                reference=round_.reference,
                score=round_.score or 0,
                running_total=running,
                isotops=len(round_.tops or ()),
                solo=solo_text(solo) if solo else "",
                top=_sheet_top(round_),
            )
        )
    return GameSheet(
        rounds=tuple(rounds),
        board=progress_of(game).board.tokens(tiles),
        values=tiles.values_by_text(),
        convention=convention_of(game),
    )


def _sheet_top(round_: Round) -> SheetTop | None:
    top = top_of(round_)
    return SheetTop(top.word, top.reference, top.score) if is_below_top(round_) else None


def record_for_game(game: Game) -> GameRecord:
    """Return the game as a record that `python -m engine replay` plays again. It has the seed once the game
    is over, if its racks come from the seed.
    """
    rounds = announced_rounds(game).exclude(word="")
    return GameRecord(
        tiles=game.tile_set,
        notation=convention_of(game),
        rounds=tuple(
            RecordRound(rack=round_.rack, word=round_.word, ref=round_.reference, score=round_.score or 0)
            for round_ in rounds
        ),
        lexicon=game.lexicon,
        seed=game.seed if game.state == Game.State.FINISHED and game.prepared_id is None else None,
        rules=game.rule_set,
    )
