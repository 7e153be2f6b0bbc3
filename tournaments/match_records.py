"""Matches kept move by move: opening a record, entering turns, taking entries back, and what follows from them.

Terms. An *entry* is what was written at once: the tiles held, where they are known, and a turn, a challenge or the end.
Its *keeper* is an arbitrator, the annotator by their link, or, where the players keep it, the one who has the turn.

What always holds: entries are only added, in the order in which they came; one that was wrong is taken back by a
further one, the latest first. What the rules do not allow is refused with the rule's reason and changes nothing: an
exchange with too few tiles in the bag, a play out of turn. The same entry sent again (its key) does nothing. What
the engine would have played is looked up when the turn is over, and told to nobody who plays the match before its end;
of turns that players enter themselves it is not looked up at all.
"""

import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import F, QuerySet
from django.utils.translation import gettext_lazy as _

from engine.lexicon import Lexicon, load_lexicon
from engine.notation import Convention
from engine.referee import (
    Act,
    Challenge,
    ClassicGame,
    ClassicSettings,
    End,
    Exchange,
    Overtime,
    Pass,
    Place,
    Player,
    State,
    apply,
    state_of,
)
from engine.referee.acts import act_from_data, act_to_data
from engine.referee.advice import best_plays
from engine.referee.turn_line import acts_of_line
from engine.tiles import load_tile_set
from tournaments import clock
from tournaments.broadcast import wake_after_commit
from tournaments.classic.acts import write_division_act
from tournaments.classic.holding import hold_begun
from tournaments.classic_models import Division, DivisionEntry, DivisionRound, Match
from tournaments.clock_models import ClockLink
from tournaments.clock_results import overtime_of, stop_for_result
from tournaments.errors import RuleViolation
from tournaments.posts import check_chief, role_of
from tournaments.record_models import MatchRecord, RecordEntry
from tournaments.registration import hash_of

BEST_SHOWN = 3
NOTATION: Convention = "english"


@dataclass(frozen=True, slots=True)
class Keeper:
    """Who enters: an arbitrator, a player of the match, or the annotator by their link, who is neither."""

    by: User | None = None
    player: DivisionEntry | None = None


# --- Opening ----------------------------------------------------------------------------------------------------------


@transaction.atomic
def open_record(
    *, match: Match, keeper: MatchRecord.Keeper, by: User, live: bool = True, advice: bool = True
) -> MatchRecord:
    """The record of a match, by the settings of its division; one that is open already is set anew.

    Raises:
        RuleViolation: the match is a bye, or its round has not begun.
    """
    division = match.round.division
    check_chief(division.event, by)
    hold_begun(match.round)
    second = match.second
    if second is None:
        raise RuleViolation("bye_not_played", _("A bye is not played: there is nothing to keep."))
    wanted: dict[str, object] = {"keeper": keeper, "live": live, "advice": advice}
    if not MatchRecord.objects.filter(match=match, keeper=keeper).exists():
        # Who kept it until now does no more.
        wanted["token_hash"] = None
    record, _new = MatchRecord.objects.update_or_create(
        match=match,
        defaults=wanted,
        create_defaults={
            **wanted,
            "settings": settings_of(division).to_toml(),
            "lexicon": division.lexicon.name,
            "tile_set": division.lexicon.tile_set,
            "opened_at": clock.now(),
        },
    )
    write_division_act(
        division,
        "record_opened",
        by=by,
        number=match.round.number,
        table=match.table,
        first=match.first.entry.full_name,
        second=second.entry.full_name,
    )
    return changed(record)


@transaction.atomic
def link_annotator(*, record: MatchRecord, by: User) -> str:
    """A token by which an annotator keeps the record, told this once; one given before stops working."""
    record = _held(record)
    check_chief(record.match.round.division.event, by)
    token = secrets.token_urlsafe(24)
    record.token_hash = hash_of(token)
    record.save(update_fields=["token_hash"])
    return token


def record_for_token(token: str) -> MatchRecord | None:
    """The record that an annotator's link opens."""
    return records_with_names().filter(token_hash=hash_of(token)).first()


def record_kept_by_players(match: Match) -> str | None:
    """The code of the record that the two who play a match keep on their phones."""
    kept = MatchRecord.objects.filter(match=match, keeper=MatchRecord.Keeper.PLAYERS)
    return kept.values_list("code", flat=True).first()


def settings_of(division: Division) -> ClassicSettings:
    return ClassicSettings.of_championship(
        division.challenge,
        exchange_minimum=division.exchange_minimum,
        overtime_points=division.overtime_points,
        turn_seconds=division.turn_seconds,
    )


# --- Entering ---------------------------------------------------------------------------------------------------------


@transaction.atomic
def enter_turn(*, record: MatchRecord, keeper: Keeper, key: UUID, line: str, rack: str = "") -> MatchRecord:
    """Put down what was written of a turn (`turn_line`).

    Raises:
        RuleViolation: the keeper may not, or not now.
        EngineError: it is no turn, or the rules do not allow it; the reason is in its words.
    """
    record = _held(record)
    if _is_known(record, key, taking_back=False):
        return record
    before = state_of(game_of(record))
    words = load_lexicon(record.lexicon)
    _check_keeper(record, keeper, before)
    acts = [*acts_of_line(line, rack, before, words)]
    if isinstance(acts[-1], End):
        acts = [*_overtime(record, keeper, before), *acts]
    best: list[list[object]] = []
    after = before
    for act in acts:
        # Whoever plays could enter a poor turn, have somebody look here, and take it back.
        if isinstance(act, Place | Exchange | Pass) and keeper.player is None:
            best = _best(after, act.player, words)
        after = apply(after, act, words)
    data = [act_to_data(act, before.tiles, before.convention) for act in acts]
    RecordEntry.objects.create(
        record=record, key=key, acts=data, best=best, by=keeper.by, player=keeper.player, at=clock.now()
    )
    return changed(record)


@transaction.atomic
def take_back(*, record: MatchRecord, keeper: Keeper, key: UUID) -> MatchRecord:
    """The latest entry that stands does not count any more.

    Raises:
        RuleViolation: there is none; a player would take back what the other entered, or what told whether words are
            good: whoever asks so has asked.
    """
    record = _held(record)
    if _is_known(record, key, taking_back=True):
        return record
    standing = standing_entries(record.entries.all())
    if not standing:
        raise RuleViolation("nothing_entered", _("Nothing has been entered yet."))
    _check_keeper(record, keeper)
    if keeper.player is not None and standing[-1].player_id != keeper.player.pk:
        raise RuleViolation("not_your_entry", _("Your opponent entered this: only they can take it back."))
    if keeper.player is not None and _told_of_words(record, standing[-1]):
        raise RuleViolation(
            "words_were_told", _("This has said whether words are good: only the desk takes it back.")
        )
    RecordEntry.objects.create(
        record=record, key=key, takes_back=standing[-1], by=keeper.by, player=keeper.player, at=clock.now()
    )
    return changed(record)


# --- What follows -----------------------------------------------------------------------------------------------------


def standing_entries(entries: Iterable[RecordEntry]) -> list[RecordEntry]:
    """Those that count, in order."""
    rows = list(entries)
    gone = {row.takes_back_id for row in rows}
    return [row for row in rows if row.takes_back_id is None and row.pk not in gone]


def game_of(record: MatchRecord, entries: Sequence[RecordEntry] | None = None) -> ClassicGame:
    """The game that the entries which stand make, or these; who goes first is player 0."""
    rows = standing_entries(record.entries.all()) if entries is None else entries
    tiles = load_tile_set(record.tile_set)
    acts = (act_from_data(data, f"entry {row.pk}", tiles, NOTATION) for row in rows for data in row.acts)
    return ClassicGame(
        players=tuple(Player(one.entry.full_name, one.turn_seconds) for one in _players(record.match)),
        acts=tuple(acts),
        settings=ClassicSettings.from_toml(record.settings),
        tiles=record.tile_set,
        lexicon=record.lexicon,
        notation=NOTATION,
    )


def final_scores(record: MatchRecord) -> tuple[int, int] | None:
    """What the record gives, adjusted by the tiles left and the overtime; None before its end."""
    state = state_of(game_of(record))
    return (state.scores[0], state.scores[1]) if state.is_over else None


def sheet_scores(record: MatchRecord) -> tuple[int, int]:
    """The same as they are on the players' sheets, which overtime is taken off afterwards.

    Raises:
        RuleViolation: the record is not at its end.
    """
    game = game_of(record)
    final = final_scores(record)
    if final is None:
        raise RuleViolation("record_not_over", _("The record is not at its end yet."))
    first, second = (
        sum(act.points for act in game.acts if isinstance(act, Overtime) and act.player == player)
        for player in (0, 1)
    )
    return final[0] + first, final[1] + second


def record_of_match(match: Match) -> MatchRecord:
    """The record of a match.

    Raises:
        RuleViolation: nobody keeps it.
    """
    record = records_with_names().filter(match=match).first()
    if record is None:
        raise RuleViolation("not_kept", _("Nobody keeps this match move by move."))
    return record


def channel_of(record_code: str) -> str:
    """By which the screens of a match's board are woken."""
    return f"match-{record_code}"


def _players(match: Match) -> tuple[DivisionEntry, DivisionEntry]:
    assert match.second is not None, "a bye has no record"
    return match.first, match.second


def live_records(round_: DivisionRound) -> QuerySet[MatchRecord]:
    """Of a round, those at which everybody may look, by table."""
    return records_with_names().filter(match__round=round_, live=True).order_by("match__table")


def records_with_names() -> QuerySet[MatchRecord]:
    """Records with their matches, and who plays them."""
    return MatchRecord.objects.select_related(
        "match__round__division__event",
        "match__first__entry__player",
        "match__first__entry__partner",
        "match__second__entry__player",
        "match__second__entry__partner",
    )


def _held(record: MatchRecord) -> MatchRecord:
    """The row as it stands, held until the transaction ends: entries come one after the other."""
    return records_with_names().select_for_update(no_key=True, of=("self",)).get(pk=record.pk)


def changed(record: MatchRecord) -> MatchRecord:
    MatchRecord.objects.filter(pk=record.pk).update(version=F("version") + 1)
    record.refresh_from_db(fields=["version"])
    wake_after_commit(channel_of(record.code))
    return record


def _is_known(record: MatchRecord, key: UUID, *, taking_back: bool) -> bool:
    """Whether this very entry came before.

    Raises:
        RuleViolation: another one has this key.
    """
    known = RecordEntry.objects.filter(key=key).first()
    if known is not None and (known.record_id, known.takes_back_id is not None) != (record.pk, taking_back):
        raise RuleViolation("key_taken", _("Another act has this id: make another one."))
    return known is not None


def _told_of_words(record: MatchRecord, entry: RecordEntry) -> bool:
    """A challenge does, and where only words of the lexicon can be played every play."""
    tiles = load_tile_set(record.tile_set)
    acts = [act_from_data(data, f"entry {entry.pk}", tiles, NOTATION) for data in entry.acts]
    asking = (
        (Challenge, Place) if ClassicSettings.from_toml(record.settings).challenge == "void" else Challenge
    )
    return any(isinstance(act, asking) for act in acts)


def _check_keeper(record: MatchRecord, keeper: Keeper, state: State | None = None) -> None:
    """Arbitrators and the annotator enter everything; players, where they keep it, what is theirs: their own turn.

    Raises:
        RuleViolation: somebody else's match; the match is kept by somebody else; the other has the turn.
    """
    if keeper.by is not None and role_of(record.match.round.division.event, keeper.by) is None:
        raise RuleViolation("not_yours", _("You are not at the desk of this event."))
    if keeper.player is None:
        return
    seats = _players(record.match)
    if record.keeper != MatchRecord.Keeper.PLAYERS or keeper.player not in seats:
        raise RuleViolation("not_your_record", _("Somebody else keeps this match."))
    if state is not None and not state.end_reason and seats[state.to_move] != keeper.player:
        raise RuleViolation("not_your_turn", _("It is {name}’s turn."), name=seats[state.to_move].entry.name)


def _overtime(record: MatchRecord, keeper: Keeper, state: State) -> list[Act]:
    """What the clock takes off (T1), put down before the end: its minutes, by the points of the record. The end stops
    the clock; overtime of one that nobody had stopped is the desk's to say, with the result.
    """
    holder = ClockLink.Holder.SECOND if keeper.player == record.match.second else ClockLink.Holder.FIRST
    stop_for_result(record.match, by=keeper.by, holder=holder if keeper.player else ClockLink.Holder.TABLE)
    overtime = overtime_of(record.match)
    minute = state.settings.overtime_points
    if overtime.in_doubt or not minute:
        return []
    return [
        Overtime(player=player, points=minute * minutes)
        for player, minutes in enumerate(overtime.minutes)
        if minutes
    ]


def _best(state: State, player: int, lexicon: Lexicon) -> list[list[object]]:
    """What the engine would have played with the tiles that the player is known to have held."""
    found = best_plays(state, player, lexicon, BEST_SHOWN)
    return [[*each.move.text(state.tiles, state.convention), each.score] for each in found]
