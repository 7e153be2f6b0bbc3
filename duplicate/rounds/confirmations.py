"""Confirmation of acts that lose something: the server says what is lost, and the act needs the matching
code.

A use case that would do such an act gets the codes that have been confirmed. It refuses with
`ConfirmationNeeded` for the first loss that is not among them. So the server gives the reason, a client that
does not ask loses nothing, and one confirmation does not cover another loss that came up in the meantime.
"""

from collections.abc import Collection, Sequence

from django.db.models import QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from duplicate.attendance.seating import entries_of
from duplicate.models import Game, Round
from duplicate.positions.board_state import convention_of
from duplicate.positions.prepared_path import departure_of, prepared_rack
from engine.notation import Move, RackRecord
from tournaments.errors import RuleViolation
from tournaments.models import Entry, Room

WORSE_MOVE = "confirm_worse_move"
WASTED_BLANK = "confirm_wasted_blank"
MISSING_SLIPS = "confirm_missing_slips"
ROOMS_NOT_READY = "confirm_rooms_not_ready"
MISSING_CLUBS = "confirm_missing_clubs"
LEAVES_PREPARED = "confirm_leaves_prepared"
EVERYTHING = (WORSE_MOVE, WASTED_BLANK, MISSING_SLIPS, ROOMS_NOT_READY, LEAVES_PREPARED)
TABLES_NAMED = 12


class ConfirmationNeeded(RuleViolation):
    """The act is possible, but loses what the message says; send the code among `confirmed` to do it."""


def require(code: str, message: str | Promise, confirmed: Collection[str], **params: object) -> None:
    """Refuse unless this loss has been confirmed."""
    if code not in confirmed:
        raise ConfirmationNeeded(code, message, **params)


def require_slips(round_: Round, confirmed: Collection[str]) -> None:
    """Refuse while slips are missing, unless that has been confirmed. Players who dropped out are not waited
    for; a late slip is not missing.
    """
    missing = list(entries_without_slip(round_))
    if not missing:
        return
    tables = ", ".join(str(entry.table) for entry in missing[:TABLES_NAMED])
    message = ngettext_lazy(
        "Table {tables}’s slip is missing: it counts zero.",
        "{count} slips are missing, of tables {tables}: they count zero.",
        len(missing),
    )
    more = " …" if len(missing) > TABLES_NAMED else ""
    require(MISSING_SLIPS, message, confirmed, count=len(missing), tables=tables + more)


def require_rooms(waited_for: Sequence[Room], confirmed: Collection[str]) -> None:
    """Refuse while rooms have not said that they are ready, unless that has been confirmed."""
    if waited_for:
        require(
            ROOMS_NOT_READY,
            _("These rooms are not ready yet: {rooms}."),
            confirmed,
            rooms=", ".join(room.name for room in waited_for),
        )


def require_prepared_move(round_: Round, reference: str, word: str, confirmed: Collection[str]) -> None:
    """Refuse a move that leaves the prepared game, unless that has been confirmed."""
    line = departure_of(round_, reference, word)
    if line is None:
        return
    message = _(
        "The prepared move is {prepared}. With {word} {reference} this is no longer the prepared game: racks are "
        "drawn, and in a simultaneous game the result does not count. Until the next rack is out, the move can be "
        "changed."
    )
    game = round_.game
    prepared = "–"
    if line.word:
        prepared = " ".join(
            Move.parse(line.ref, line.word, game.tiles).text(game.tiles, convention_of(game))[::-1]
        )
    require(LEAVES_PREPARED, message, confirmed, prepared=prepared, word=word or "–", reference=reference)


def require_prepared_rack(game: Game, rack: RackRecord, confirmed: Collection[str]) -> None:
    """Refuse a rack that leaves the prepared game, unless that has been confirmed."""
    prepared = prepared_rack(game)
    if prepared is None or sorted(prepared.tiles) == sorted(rack.tiles):
        return
    message = _(
        "The prepared rack is {prepared}. With {rack} this is no longer the prepared game: in a simultaneous game "
        "the result does not count. Until the players see it, the rack can be put back."
    )
    tiles = game.tiles
    require(LEAVES_PREPARED, message, confirmed, prepared=prepared.text(tiles), rack=rack.text(tiles))


def entries_without_slip(round_: Round) -> QuerySet[Entry]:
    """Return the entries of a round without a slip on record, by table; nobody waits for those who dropped out."""
    handed_in = round_.slips.on_record().values("entry_id")
    return entries_of(round_.game).filter(withdrawn_at=None).exclude(pk__in=handed_in)


WORSE_MOVE_MESSAGE = _(
    "{word} {reference} scores {score}: {lost} less than the top, {top_word} {top_reference}, {top_score}."
)
WASTED_BLANK_MESSAGE = _(
    "{word} {reference} uses a blank that {top_word} {top_reference} keeps, for the same score."
)
