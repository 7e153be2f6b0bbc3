"""Queries that screens, the API and reports share. They read, and never write."""

from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.http import Http404

from duplicate.messages import rule_text, solo_text, verdict_text
from duplicate.models import Game, Round, Ruling, Slip
from duplicate.positions import convention_of, progress_of
from duplicate.reports.game_sheet import GameSheet, SheetRound
from duplicate.standings import PlayerScores, Standings, rank_players
from engine.records import GameRecord, RecordRound
from engine.tiles import TileSet


def games_for(user: User) -> QuerySet[Game]:
    """The games that a user may run: those of their events, or all for an administrator."""
    games = Game.objects.select_related("event")
    return games if user.is_superuser else games.filter(event__arbitrators=user)


def game_for(user: User, code: str) -> Game:
    """One of the user's games; to anybody else it does not exist."""
    game = games_for(user).filter(code=code.upper()).first()
    if game is None:
        raise Http404
    return game


@dataclass(frozen=True, slots=True)
class RuledSlip:
    """A slip with what it is worth now; `score` is None until it is judged. A late one is worth nothing.

    `verdict` is the reason as a sentence and `rule` what it comes from, both empty where there is nothing to say;
    `meant` are other moves that the slip could mean, as reference, word and score, for the desk alone.
    """

    slip: Slip
    score: int | None
    worth: int | None = None
    code: str = ""
    verdict: str = ""
    rule: str = ""
    sanction: str = Ruling.Sanction.NONE
    meant: tuple[tuple[str, str, int], ...] = ()


def slips_by_entry(slips: QuerySet[Slip]) -> dict[int, RuledSlip]:
    """One slip for each entry in slips of one round: the effective one, else the last late one."""
    chosen = slips.order_by("effective", "pk").select_related("round").prefetch_related("rulings")
    return {slip.entry_id: _ruled(slip) for slip in chosen}


def slips_by_round(slips: QuerySet[Slip]) -> dict[int, RuledSlip]:
    """One slip for each round in slips of one entry: the effective one, else the last late one."""
    chosen = slips.order_by("effective", "pk").select_related("round").prefetch_related("rulings")
    return {slip.round_id: _ruled(slip) for slip in chosen}


def _ruled(slip: Slip) -> RuledSlip:
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
    )


def announced_rounds(game: Game) -> QuerySet[Round]:
    return game.rounds.filter(state=Round.State.ANNOUNCED)


def standings_for_game(game: Game) -> Standings:
    """The standings after the announced rounds; a round without an effective slip counts 0."""
    tops = list(announced_rounds(game).values_list("pk", "score"))
    number_of = {round_id: number for number, (round_id, _top) in enumerate(tops)}
    entries = list(game.event.entries.values_list("pk", "table", "player__name"))
    games = {entry_id: _Rows(len(tops)) for entry_id, _table, _name in entries}
    rulings = Ruling.objects.filter(slip__round__in=number_of, slip__effective=True).order_by()
    columns = ("pk", "slip__entry_id", "slip__round_id", "score", "worth", "sanction")
    # Sorted here, where they nearly are: later rulings on a slip take the place of those before.
    for _pk, entry_id, round_id, score, worth, sanction in sorted(rulings.values_list(*columns)):
        # Whoever came in between these queries is seen the next time.
        if entry_id in games:
            games[entry_id].put(number_of[round_id], score, worth, sanction)
    players = [games[entry_id].scores(entry_id, table, name) for entry_id, table, name in entries]
    return rank_players(players, [top or 0 for _pk, top in tops], game.rule_set)


class _Rows:
    """What the slips of one player were worth, round by round."""

    __slots__ = ("sanctions", "scored", "worths")

    def __init__(self, rounds: int) -> None:
        self.scored = [0] * rounds
        self.worths = [0] * rounds
        self.sanctions: dict[int, str] = {}

    def put(self, number: int, score: int, worth: int, sanction: str) -> None:
        self.scored[number], self.worths[number] = score, worth
        if sanction != "none":
            self.sanctions[number] = sanction
        else:
            self.sanctions.pop(number, None)

    def scores(self, entry_id: int, table: int, name: str) -> PlayerScores:
        return PlayerScores(
            entry_id,
            table,
            name,
            scores=tuple(self.scored),
            worths=tuple(self.worths),
            warned=self._with("warning"),
            penalised=self._with("penalty"),
            zeroed=self._with("zero"),
        )

    def _with(self, sanction: str) -> tuple[int, ...]:
        return tuple(sorted([number for number, given in self.sanctions.items() if given == sanction]))


def sheet_for_game(game: Game) -> GameSheet:
    """What the game sheet prints: the announced rounds and the board after them."""
    tiles, running = game.tiles, 0
    rounds = []
    announced = list(announced_rounds(game))
    for round_, solo in zip(announced, standings_for_game(game).solos, strict=False):
        running += round_.score or 0
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
            )
        )
    return GameSheet(
        rounds=tuple(rounds),
        board=progress_of(game).board.tokens(tiles),
        values=tile_values(tiles),
        convention=convention_of(game),
    )


def tile_values(tiles: TileSet) -> dict[str, int]:
    """What each tile is worth, by its text, in the order of the set; the blank is "?"."""
    return {"?": 0} | {letter: tiles.values[tile] for tile, letter in enumerate(tiles.letters, start=1)}


def record_for_game(game: Game) -> GameRecord:
    """The game as a record that `python -m engine replay` plays again. The seed is told when it is over."""
    rounds = announced_rounds(game).exclude(word="")
    return GameRecord(
        tiles=game.tile_set,
        notation=convention_of(game),
        rounds=tuple(
            RecordRound(rack=round_.rack, word=round_.word, ref=round_.reference, score=round_.score or 0)
            for round_ in rounds
        ),
        lexicon=game.lexicon,
        seed=game.seed if game.state == Game.State.FINISHED else None,
        rules=game.rule_set,
    )
