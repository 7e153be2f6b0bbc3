"""Matches kept move by move: opening a record, entering turns, taking entries back.

Terms. An *entry* is what is sent at once: the tiles held, if they are known, and a turn, a challenge or the
end. Its *keeper* is an arbitrator, the annotator by their link, or, if the players keep the record, the one
on turn.

Invariants: entries are only added, in the order in which they came. A further entry takes a wrong one back,
the latest first. An act that the rules do not allow is refused with the rule's reason and changes nothing: an
exchange with too few tiles in the bag, a play out of turn. The same entry sent again (same key) does nothing.
The engine's plays are searched when the turn is over, and never shown to the players before the end. Turns
that players enter themselves are not searched at all.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext_lazy as _

from engine.errors import EngineError
from engine.lexicon import Lexicon, load_lexicon
from engine.referee import (
    Act,
    Challenge,
    ClassicSettings,
    End,
    Exchange,
    Overtime,
    Pass,
    Place,
    Rack,
    State,
    apply,
    state_of,
)
from engine.referee.acts import act_from_data, act_to_data
from engine.referee.notation import acts_of_line
from engine.tiles import load_tile_set
from tournaments.classic.acts.audit_log import write_division_act
from tournaments.classic.acts.locks import lock_begun_round
from tournaments.classic.clocks.overtime import overtime_of, stop_for_result
from tournaments.classic.match_records.selectors import (
    NOTATION,
    channel_of,
    game_of,
    players_of,
    records_with_names,
    standing_entries,
)
from tournaments.classic.models.clocks import ClockLink
from tournaments.classic.models.divisions import DivisionEntry
from tournaments.classic.models.match_records import MatchRecord, RecordEntry
from tournaments.classic.models.matches import Match
from tournaments.classic.scores.match_rules import settings_of
from tournaments.errors import RuleViolation
from tournaments.events.staff import check_chief, role_of
from tournaments.live.broadcast import wake_after_commit
from tournaments.positions.search import best_plays
from tournaments.repeats import check_repeat
from tournaments.time import clock
from tournaments.tokens import create_token, hash_token

BEST_SHOWN = 3


@dataclass(frozen=True, slots=True)
class Keeper:
    """The sender of an entry: an arbitrator, a player of the match, or the annotator by their link, who is
    neither.
    """

    by: User | None = None
    player: DivisionEntry | None = None


@transaction.atomic
def open_record(
    *, match: Match, keeper: MatchRecord.Keeper, by: User, live: bool = True, advice: bool = True
) -> MatchRecord:
    """Open the record of a match, with the settings of its division; if there is one, change how it is kept
    and shown.

    Raises:
        RuleViolation: the match is a bye, or its round has not begun.
    """
    division = match.round.division
    check_chief(division.event, by)
    lock_begun_round(match.round)
    second = match.second
    if second is None:
        raise RuleViolation("bye_not_played", _("A bye has no record."))
    wanted: dict[str, object] = {"keeper": keeper, "live": live, "advice": advice}
    if not MatchRecord.objects.filter(match=match, keeper=keeper).exists():
        # The former keeper's link becomes invalid.
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
    return mark_changed(record)


@transaction.atomic
def link_annotator(*, record: MatchRecord, by: User) -> str:
    """Return a new token by which an annotator keeps the record, only this once; the previous one becomes
    invalid.
    """
    record = _lock_record(record)
    check_chief(record.match.round.division.event, by)
    token = create_token()
    record.token_hash = hash_token(token)
    record.save(update_fields=["token_hash"])
    return token


@transaction.atomic
def enter_turn(*, record: MatchRecord, keeper: Keeper, key: UUID, line: str, rack: str = "") -> MatchRecord:
    """Store a turn as it was typed (`turn_line`).

    Raises:
        IdUsed: another entry has this key.
        RuleViolation: the keeper may not enter this, or not now; a player names tiles on a rack before the end.
        EngineError: the line is no turn, or the rules do not allow it; the message has the reason.
    """
    record = _lock_record(record)
    words = load_lexicon(record.lexicon)
    known = RecordEntry.objects.filter(key=key).first()
    if known is not None:
        acts_sent = _acts_sent(record, known, line, rack, words)
        check_repeat({"acts": acts_sent, "takes_back": False}, _on_record(known, record, keeper))
        return record
    before = state_of(game_of(record))
    _check_keeper(record, keeper, before)
    acts = [*acts_of_line(line, rack, before, words)]
    if keeper.player is not None:
        _check_no_rack(acts, before)
    if isinstance(acts[-1], End):
        acts = [*_overtime(record, keeper, before), *acts]
    best: list[list[object]] = []
    after = before
    for act in acts:
        # A player could enter a poor turn, have somebody look at the plays, and take the turn back.
        if isinstance(act, Place | Exchange | Pass) and keeper.player is None:
            best = _best(after, act.player, words)
        after = apply(after, act, words)
    data = [act_to_data(act, before.tiles, before.convention) for act in acts]
    RecordEntry.objects.create(
        record=record, key=key, acts=data, best=best, by=keeper.by, player=keeper.player, at=clock.now()
    )
    return mark_changed(record)


@transaction.atomic
def take_back(*, record: MatchRecord, keeper: Keeper, key: UUID, seen: int | None = None) -> MatchRecord:
    """Take back the latest entry that counts. `seen` is the version of the record that was shown.

    Raises:
        IdUsed: another entry has this key.
        RuleViolation: there is none; the record has changed; or a player would take back the other's entry, or
            one that has revealed whether words are good, since that question cannot be unasked.
    """
    record = _lock_record(record)
    known = RecordEntry.objects.filter(key=key).first()
    if known is not None:
        check_repeat({"takes_back": True}, _on_record(known, record, keeper))
        return record
    standing = standing_entries(record.entries.all())
    if not standing:
        raise RuleViolation("nothing_entered", _("Nothing has been entered yet."))
    _check_keeper(record, keeper)
    if seen not in {None, record.version}:
        raise RuleViolation(
            "record_changed",
            _("The record has changed in the meantime. Look at it before you undo an entry."),
        )
    if keeper.player is not None and standing[-1].player_id != keeper.player.pk:
        raise RuleViolation("not_your_entry", _("Only your opponent can undo this entry."))
    if keeper.player is not None and _reveals_words(record, standing[-1]):
        raise RuleViolation("words_were_told", _("This entry judged a challenge: only the desk can undo it."))
    RecordEntry.objects.create(
        record=record, key=key, takes_back=standing[-1], by=keeper.by, player=keeper.player, at=clock.now()
    )
    return mark_changed(record)


def _lock_record(record: MatchRecord) -> MatchRecord:
    """Lock the record until the transaction ends, so that entries are stored one after the other; return its
    current row.
    """
    return records_with_names().select_for_update(no_key=True, of=("self",)).get(pk=record.pk)


def mark_changed(record: MatchRecord) -> MatchRecord:
    MatchRecord.objects.filter(pk=record.pk).update(version=F("version") + 1)
    record.refresh_from_db(fields=["version"])
    wake_after_commit(channel_of(record.code))
    return record


def _on_record(entry: RecordEntry, record: MatchRecord, keeper: Keeper) -> Mapping[str, object]:
    """Return an entry as its keeper sent it, without the overtime of the clock; empty if somebody else did."""
    if (entry.record_id, entry.by, entry.player) != (record.pk, keeper.by, keeper.player):
        return {}
    acts = [data for data in entry.acts if data["act"] != "overtime"]
    return {"acts": acts, "takes_back": entry.takes_back_id is not None}


def _acts_sent(
    record: MatchRecord, known: RecordEntry, line: str, rack: str, words: Lexicon
) -> list[dict[str, object]] | None:
    """Return the acts that a line meant before a known entry; None if it was no turn."""
    earlier = record.entries.filter(pk__lt=known.pk)
    before = state_of(game_of(record, standing_entries(earlier)))
    try:
        acts = acts_of_line(line, rack, before, words)
    except EngineError:
        return None
    return [act_to_data(act, before.tiles, before.convention) for act in acts]


def _reveals_words(record: MatchRecord, entry: RecordEntry) -> bool:
    """Tell whether an entry has revealed if words are good: a challenge, or any play under the void rule."""
    tiles = load_tile_set(record.tile_set)
    acts = [act_from_data(data, f"entry {entry.pk}", tiles, NOTATION) for data in entry.acts]
    asking = (
        (Challenge, Place) if ClassicSettings.from_toml(record.settings).challenge == "void" else Challenge
    )
    return any(isinstance(act, asking) for act in acts)


def _check_keeper(record: MatchRecord, keeper: Keeper, state: State | None = None) -> None:
    """Check the keeper: arbitrators and the annotator enter everything; players who keep it enter their own
    turns, and once no turn follows either enters the end, but not a player whose last play can be challenged.

    Raises:
        RuleViolation: it is somebody else's match, somebody else keeps it, or the other player has the turn.
    """
    if keeper.by is not None and role_of(record.match.round.division.event, keeper.by) is None:
        raise RuleViolation("not_yours", _("You are not an arbitrator of this event."))
    if keeper.player is None:
        return
    seats = players_of(record.match)
    if record.keeper != MatchRecord.Keeper.PLAYERS or keeper.player not in seats:
        raise RuleViolation("not_your_record", _("Somebody else keeps this match."))
    if state is None or (state.end_reason and not state.is_doubted):
        return
    if seats[state.to_move] != keeper.player:
        raise RuleViolation("not_your_turn", _("It is {name}’s turn."), name=seats[state.to_move].entry.name)


def _check_no_rack(acts: Sequence[Act], state: State) -> None:
    """Refuse tiles on racks while turns follow: refusals of later entries would tell the opponent these tiles.

    Raises:
        RuleViolation: the acts name tiles on a rack too early.
    """
    if isinstance(acts[0], Rack) and not state.end_reason:
        raise RuleViolation(
            "racks_at_the_end", _("Players who enter their own turns name their tiles at the end only.")
        )


def _overtime(record: MatchRecord, keeper: Keeper, state: State) -> list[Act]:
    """Return the clock's overtime as acts before the end (T1): its minutes, by the points of the record.

    The end stops the clock. If nobody had stopped it before, the desk decides on its overtime, with the
    result.
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
    """Return the engine's plays with the known tiles of the player."""
    found = best_plays(state, player, lexicon, BEST_SHOWN)
    return [[*each.move.text(state.tiles, state.convention), each.score] for each in found]
