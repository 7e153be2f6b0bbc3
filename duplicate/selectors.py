"""Queries that screens, the API and reports share. They read, and never write."""

from collections import defaultdict
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db.models import OuterRef, QuerySet, Subquery
from django.http import Http404

from duplicate.messages import verdict_text
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
    """A slip with what it is worth now; `score` is None until it is judged. A late one is worth nothing."""

    slip: Slip
    score: int | None
    code: str
    verdict: str


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
        return RuledSlip(slip, 0, "late", verdict_text("late", {}))
    ruling = max(slip.rulings.all(), key=lambda ruling: ruling.pk, default=None)
    if ruling is None:
        return RuledSlip(slip, None, "", "")
    return RuledSlip(slip, ruling.score, ruling.code, verdict_text(ruling.code, ruling.params))


def announced_rounds(game: Game) -> QuerySet[Round]:
    return game.rounds.filter(state=Round.State.ANNOUNCED)


def standings_for_game(game: Game) -> Standings:
    """The standings after the announced rounds; a round without an effective slip counts 0."""
    tops = list(announced_rounds(game).values_list("pk", "score"))
    last = Ruling.objects.filter(slip=OuterRef("pk")).order_by("-pk").values("score")[:1]
    slips = Slip.objects.filter(round__game=game, round__state=Round.State.ANNOUNCED, effective=True)
    points: dict[int, dict[int, int]] = defaultdict(dict)
    for entry_id, round_id, score in slips.values_list("entry_id", "round_id", Subquery(last)):
        points[entry_id][round_id] = score
    players = [
        PlayerScores(
            entry_id=entry.pk,
            table=entry.table,
            name=entry.player.name,
            scores=tuple(points[entry.pk].get(round_id, 0) for round_id, _top in tops),
        )
        for entry in game.event.entries.select_related("player")
    ]
    return rank_players(players, [top or 0 for _pk, top in tops])


def sheet_for_game(game: Game) -> GameSheet:
    """What the game sheet prints: the announced rounds and the board after them."""
    tiles, running = game.tiles, 0
    rounds = []
    for round_ in announced_rounds(game):
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
