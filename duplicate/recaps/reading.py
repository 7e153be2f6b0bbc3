"""The recap of a player, read from the rows of a finished game."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from duplicate.live.player_sheet import SheetLine, sheet_for_entry
from duplicate.models import Game
from duplicate.recaps.reach import games_opened_by
from duplicate.recaps.rules import (
    RaceStep,
    RecapRound,
    ShareOfTop,
    WrittenMove,
    best_find,
    missed_rounds,
    sanctioned_rounds,
    shares_by_length,
    shares_by_letter,
    steps_of,
)
from duplicate.standings.rows.game_scores import scores_for_game
from duplicate.standings.rows.game_standings import standings_for_game
from duplicate.standings.rules.ranking import NO_AVERAGES, drop_arbitrated
from duplicate.standings.rules.round_statistics import facts_of_rounds
from engine.errors import EngineError
from engine.tiles import TileSet
from tournaments.models import Entry, ResultLine
from tournaments.seasons.records import before_by_player, game_of_line
from tournaments.seasons.services import final_results
from tournaments.standings.medals import Before, Medal, medals_in_game


def medals_for(game: Game, entry: Entry) -> Sequence[Medal]:
    """Return the medals of a player in a finished game; a pair wins none."""
    lines = ResultLine.objects.filter(result__in=final_results(), absent=False, entry__partner=None)
    own = lines.filter(result__game=game.code, entry=entry).select_related("entry").first()
    if own is None:
        return ()
    played, is_before = game_of_line(own)
    opened = lines.filter(
        entry__player=entry.player_id, result__game__in=games_opened_by(entry).values("code")
    )
    before = before_by_player(opened.filter(is_before), "entry__player_id")
    return medals_in_game(played, before.get(entry.player_id, Before()))


GAMES_KEPT = 50


@dataclass(frozen=True, slots=True)
class Recap:
    """A finished game as one player played it; `shares_by_letter` is in the order of the alphabet."""

    name: str
    table: int
    rank: int | None
    players: int
    total: int
    negative: int
    percent: float | None
    tops: int
    solos: int
    steps: tuple[RaceStep, ...]
    rounds: tuple[RecapRound, ...]
    best: RecapRound | None
    missed: tuple[RecapRound, ...]
    sanctioned: tuple[RecapRound, ...]
    by_length: tuple[ShareOfTop, ...]
    by_letter: tuple[ShareOfTop, ...]
    medals: tuple[Medal, ...]
    is_pair: bool

    @property
    def lost(self) -> int:
        return sum(one.lost for one in self.missed)


def recap_of(game: Game, entry: Entry) -> Recap:
    """Return the recap of one of the game's players, in the language that is active.

    Raises:
        RuleViolation: the player did not play in this game.
    """
    sheet = sheet_for_entry(game, entry)
    standings = standings_for_game(game)
    there = _presence(game.pk, game.seed, game.version)
    lines = sheet["rounds"][::-1]
    absent = there.absent.get(entry.pk, frozenset())
    rounds = tuple(
        _played_round(line, game.tiles, field, was_there=place not in absent)
        for place, (line, field) in enumerate(zip(lines, there.fields, strict=False))
    )
    return Recap(
        name=sheet["name"],
        table=sheet["table"],
        rank=sheet["rank"],
        players=standings.ranked,
        total=sheet["total"],
        negative=sheet["negative"],
        percent=sheet["percent"],
        tops=sum(round_.has_top for round_ in rounds),
        solos=sum(round_.solo is not None for round_ in rounds),
        steps=steps_of(standings, entry.pk, [round_.top.score for round_ in rounds]),
        rounds=rounds,
        best=best_find(rounds),
        missed=tuple(missed_rounds(rounds)),
        sanctioned=tuple(sanctioned_rounds(rounds)),
        by_length=tuple(shares_by_length(rounds)),
        by_letter=tuple(shares_by_letter(rounds)),
        medals=tuple(medals_for(game, entry)),
        is_pair=entry.partner_id is not None,
    )


@dataclass(frozen=True, slots=True)
class _Presence:
    """The average of the players in each round, and the rounds in which each was away, counted from 0."""

    fields: tuple[float | None, ...]
    absent: Mapping[int, frozenset[int]]


# The seed is in the cache key as a restored database may give a key to another game.
@lru_cache(maxsize=GAMES_KEPT)
def _presence(game_id: int, _seed: str, _version: int) -> _Presence:
    scored = scores_for_game(Game.objects.select_related("event").get(pk=game_id))
    facts = facts_of_rounds(scored.players, scored.tops, scored.averages)
    counted = (
        drop_arbitrated(player, scored.averages.get(player.entry_id, NO_AVERAGES))
        for player in scored.players
    )
    return _Presence(
        tuple(sum(fact.scores) / len(fact.scores) if fact.scores else None for fact in facts),
        {player.entry_id: frozenset(player.absent) for player in counted},
    )


def _played_round(line: SheetLine, tiles: TileSet, field: float | None, *, was_there: bool) -> RecapRound:
    top = line["top"]
    word, reference = (top["word"], top["ref"]) if line["says_top"] else (line["word"], line["ref"])
    return RecapRound(
        number=line["number"],
        rack=line["rack_text"],
        move=WrittenMove(word, reference, line["score"]),
        top=WrittenMove(top["word"], top["ref"], top["score"], _letters(top["word"], tiles)),
        field=field,
        has_top=line["has_top"],
        was_there=was_there,
        solo=line["solo"],
        sanction=line["sanction_text"],
        verdict=line["verdict"],
        reason=line["reason"],
    )


def _letters(word: str, tiles: TileSet) -> tuple[str, ...]:
    """Return the letters of a word, blanks as the letters they stand for."""
    try:
        return tuple(tiles.token(cell).upper() for cell in tiles.encode(word))
    except EngineError:
        return tuple(word.upper())
