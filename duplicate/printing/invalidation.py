"""The acts that make printed papers outdated, by what papers show.

They are acts on games (`duplicate.log.actions`), on events (`tournaments.events.actions`), on the list of
people (`tournaments.people.changes`), and on the letterhead.
"""

from collections.abc import Collection
from typing import Any

from django.db.models import CharField, F, OuterRef, Q, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce
from django.utils.translation import gettext

from duplicate.log.actions import ACTIONS, GameFact
from duplicate.log.log_view import log_line
from duplicate.models import AuditLogEntry, Game, Round
from duplicate.models.analysis import RoundMoves
from tournaments.acts import codes_changing
from tournaments.events.actions import act_text
from tournaments.models import Event, EventAct
from tournaments.people.changes import people_changed, person_words
from tournaments.printing.letterhead import LETTERHEAD_CHANGED
from tournaments.printing.registry import Acts, Options

# Every paper has the event's name and day in its heading.
HEADED = frozenset({"event_renamed"})
# Results of the rounds.
MOVES = codes_changing(ACTIONS, GameFact.MOVES)
BOARD = codes_changing(ACTIONS, GameFact.MOVES, GameFact.PLACED)
MOVES_FOUND = "moves_found"
RULINGS = codes_changing(ACTIONS, GameFact.RULINGS)
WORDS = codes_changing(ACTIONS, GameFact.WORDS)
# The players, as on every list of players: who is new in a division is in the event as well.
ENTERED = codes_changing(ACTIONS, GameFact.PLAYERS) | {"entry_removed", "division_entered", "joined_by_phone"}
# An expected player has a table and a card, and no place in standings.
EXPECTED = frozenset({"people_entered", "list_entered", "absent_left_out"})
ARRIVED = codes_changing(ACTIONS, GameFact.ARRIVALS) | {"checked_in", "check_in_undone"}
SEATED = frozenset({"tables_drawn", "tables_by_rank", "entries_placed"})
# After the end of a game its standings leave out later arrivals, and nobody can join it.
ENDED = codes_changing(ACTIONS, GameFact.END)
POINTS = codes_changing(ACTIONS, *GameFact) | ENTERED | ARRIVED | HEADED
RELEASED = frozenset(
    {"standings_hidden", "standings_provisional", "standings_final", "standings_changed", "event_changed"}
)


def _among(rows: QuerySet[AuditLogEntry], acts: Collection[str]) -> QuerySet[AuditLogEntry]:
    """Filter log rows by their act; undoing an act and redoing it count as the act."""
    return rows.filter(Q(act__in=acts) | Q(params__of__act__in=acts))


def _exclude_unannounced(rows: QuerySet[AuditLogEntry]) -> QuerySet[AuditLogEntry]:
    """Exclude acts in rounds that are not announced yet, as papers do not show them.

    The cancellation of an announced round stays.
    """
    announced = Round.objects.filter(game=OuterRef("game"), state=Round.State.ANNOUNCED)
    last = Coalesce(Subquery(announced.order_by("-number").values("number")[:1]), 0)
    early = Q(number__gt=last) & ~Q(act="round_cancelled", params__state=Round.State.ANNOUNCED)
    return rows.exclude(early).select_related("by").order_by("-pk")


def _acts_of_game(game: Game, _options: Options) -> QuerySet[AuditLogEntry]:
    """Return the acts seen on a game's papers.

    A further game of the event is one of them, as papers then name their game.
    """
    of_others = Q(game__event=game.event_id, act="game_created")
    return _exclude_unannounced(AuditLogEntry.objects.filter(Q(game=game) | of_others))


def _acts_of_games(event: Event, _options: Options) -> QuerySet[AuditLogEntry]:
    return _exclude_unannounced(AuditLogEntry.objects.filter(game__event=event))


def _acts_of_event(event: Event) -> QuerySet[EventAct]:
    return event.acts.select_related("by").order_by("-pk")


def _words(act: AuditLogEntry) -> str:
    return log_line(act).sentence


def _moves_found(game: Game, _options: Options) -> QuerySet[Any]:
    """Return the finding of the last round's moves as an act: it completes those of all rounds."""
    last = game.rounds.announced().order_by("-number").values("pk")[:1]
    found = RoundMoves.objects.filter(round__in=last, found_at__isnull=False)
    rows: QuerySet[Any] = found.annotate(act=Value(MOVES_FOUND, output_field=CharField()), at=F("found_at"))
    return rows.order_by("-pk")


def _moves_words(_found: RoundMoves) -> str:
    return gettext("The moves below the tops have been found")


def _people(event: Event) -> QuerySet[Any]:
    return people_changed(event.entries.all())


OF_GAME = (
    Acts(_acts_of_game, _words, _among),
    Acts(_moves_found, _moves_words),
    Acts(lambda game, _options: _acts_of_event(game.event), act_text),
    Acts(lambda game, _options: _people(game.event), person_words),
    LETTERHEAD_CHANGED,
)
OF_EVENT = (
    Acts(lambda event, _options: _acts_of_event(event), act_text),
    Acts(_acts_of_games, _words, _among),
    Acts(lambda event, _options: _people(event), person_words),
    LETTERHEAD_CHANGED,
)
