"""Match records as they are stored, and the values derived from their entries."""

from collections.abc import Iterable, Sequence

from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from engine.notation import Convention
from engine.referee import ClassicGame, ClassicSettings, Overtime, Player, state_of
from engine.referee.acts import act_from_data
from engine.tiles import load_tile_set
from tournaments.classic.models.divisions import DivisionEntry
from tournaments.classic.models.match_records import MatchRecord, RecordEntry
from tournaments.classic.models.matches import DivisionRound, Match
from tournaments.errors import RuleViolation
from tournaments.tokens import hash_token

NOTATION: Convention = "english"


def record_for_token(token: str) -> MatchRecord | None:
    """Return the record that an annotator's link opens."""
    return records_with_names().filter(token_hash=hash_token(token)).first()


def record_kept_by_players(match: Match) -> str | None:
    """Return the code of the record that the two players of a match keep on their phones."""
    kept = MatchRecord.objects.filter(match=match, keeper=MatchRecord.Keeper.PLAYERS)
    return kept.values_list("code", flat=True).first()


def standing_entries(entries: Iterable[RecordEntry]) -> list[RecordEntry]:
    """Return the entries that count, in order."""
    rows = list(entries)
    gone = {row.takes_back_id for row in rows}
    return [row for row in rows if row.takes_back_id is None and row.pk not in gone]


def game_of(record: MatchRecord, entries: Sequence[RecordEntry] | None = None) -> ClassicGame:
    """Return the game of the entries that count, or of these; player 0 goes first in the match."""
    rows = standing_entries(record.entries.all()) if entries is None else entries
    tiles = load_tile_set(record.tile_set)
    acts = (act_from_data(data, f"entry {row.pk}", tiles, NOTATION) for row in rows for data in row.acts)
    return ClassicGame(
        players=tuple(
            Player(player.entry.full_name, player.turn_seconds) for player in players_of(record.match)
        ),
        acts=tuple(acts),
        settings=ClassicSettings.from_toml(record.settings),
        tiles=record.tile_set,
        lexicon=record.lexicon,
        notation=NOTATION,
        first=int(record.second_begins),
    )


def final_scores(record: MatchRecord) -> tuple[int, int] | None:
    """Return the record's scores, with the tiles left and the overtime counted; None before its end."""
    state = state_of(game_of(record))
    return (state.scores[0], state.scores[1]) if state.is_over else None


def sheet_scores(record: MatchRecord) -> tuple[int, int]:
    """Return the scores as on the players' sheets, before overtime is deducted.

    Raises:
        RuleViolation: the record is not at its end.
    """
    game = game_of(record)
    final = final_scores(record)
    if final is None:
        raise RuleViolation("record_not_over", _("The record is not complete yet."))
    first, second = (
        sum(act.points for act in game.acts if isinstance(act, Overtime) and act.player == player)
        for player in (0, 1)
    )
    return final[0] + first, final[1] + second


def record_of_match(match: Match) -> MatchRecord:
    """Return the record of a match.

    Raises:
        RuleViolation: nobody keeps it.
    """
    record = records_with_names().filter(match=match).first()
    if record is None:
        raise RuleViolation("not_kept", _("Nobody keeps this match move by move."))
    return record


def channel_of(record_code: str) -> str:
    """Return the channel that wakes the screens of a match's board."""
    return f"match-{record_code}"


def players_of(match: Match) -> tuple[DivisionEntry, DivisionEntry]:
    assert match.second is not None, "a bye has no record"
    return match.first, match.second


def live_records(round_: DivisionRound) -> QuerySet[MatchRecord]:
    """Return the live records of a round, by table."""
    return records_with_names().filter(match__round=round_, live=True).order_by("match__table")


def records_with_names() -> QuerySet[MatchRecord]:
    """Return records with their matches and players selected."""
    return MatchRecord.objects.select_related(
        "match__round__division__event",
        "match__first__entry__player",
        "match__first__entry__partner",
        "match__second__entry__player",
        "match__second__entry__partner",
    )
