"""Which acts are seen on which papers: those of games (`duplicate.messages`), of events (`tournaments.event_messages`),
of the list of people (`tournaments.people_changes`), and of the letterhead.
"""

from collections.abc import Collection
from typing import Any

from django.db.models import CharField, F, OuterRef, Q, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce
from django.utils.translation import gettext

from duplicate.analysis_models import RoundMoves
from duplicate.log import ANNOUNCED, CAME_BACK, DROPPED_OUT
from duplicate.logbook import log_line
from duplicate.models import Game, LogEntry, Round
from tournaments.documents import Acts, Options
from tournaments.event_messages import act_text
from tournaments.letterhead import LETTERHEAD_CHANGED
from tournaments.models import Event, EventAct
from tournaments.people_changes import people_changed, person_words

# Every paper is headed by the event's name and its day.
HEADED = frozenset({"event_renamed"})
# What the rounds gave.
MOVES = frozenset({*ANNOUNCED, "round_cancelled"})
BOARD = MOVES | {"placed_move_changed"}
MOVES_FOUND = "moves_found"
RULINGS = frozenset(
    {
        "slip_keyed",
        "no_slip_keyed",
        "top_given",
        "rest_have_top",
        "conflict_settled",
        "line_was_cut",
        "warning_given",
        "warning_taken_back",
        "penalty_given",
        "penalty_taken_back",
        "zero_given",
        "zero_taken_back",
        "solo_given",
        "solo_withheld",
        "solo_left_to_rules",
        "slip_overruled",
    }
)
# Who plays, as it is on every list of players.
ENTERED = frozenset(
    {"player_added", "player_joined", "player_removed", "pair_changed", DROPPED_OUT, CAME_BACK}
)
# Whoever is expected has a table and a card, and no place in standings.
EXPECTED = frozenset({"people_entered", "absent_left_out"})
ARRIVED = frozenset({"player_arrived", "checked_in"})
SEATED = frozenset({"tables_drawn", "tables_by_rank", "entries_placed"})
# From its end on the standings of a game leave out who came later, and nobody joins it.
ENDED = frozenset({"game_ended", "game_resumed"})
POINTS = BOARD | RULINGS | ENTERED | ARRIVED | ENDED | {"player_arbitrates", "player_no_arbitrator"} | HEADED
RELEASED = frozenset(
    {"standings_hidden", "standings_provisional", "standings_final", "standings_changed", "event_changed"}
)


def _among(rows: QuerySet[LogEntry], acts: Collection[str]) -> QuerySet[LogEntry]:
    """Undoing an act, and doing it again, are seen where the act is."""
    return rows.filter(Q(act__in=acts) | Q(params__of__act__in=acts))


def _seen(rows: QuerySet[LogEntry]) -> QuerySet[LogEntry]:
    """What is done in a round is on paper when it is announced; taking it out again is done once."""
    announced = Round.objects.filter(game=OuterRef("game"), state=Round.State.ANNOUNCED)
    last = Coalesce(Subquery(announced.order_by("-number").values("number")[:1]), 0)
    early = Q(number__gt=last) & ~Q(act="round_cancelled", params__state=Round.State.ANNOUNCED)
    return rows.exclude(early).select_related("by").order_by("-pk")


def _of_game(game: Game, _options: Options) -> QuerySet[LogEntry]:
    """Where there are several games, papers say which."""
    of_others = Q(game__event=game.event_id, act="game_created")
    return _seen(LogEntry.objects.filter(Q(game=game) | of_others))


def _of_games(event: Event, _options: Options) -> QuerySet[LogEntry]:
    return _seen(LogEntry.objects.filter(game__event=event))


def _of_event(event: Event) -> QuerySet[EventAct]:
    return event.acts.select_related("by").order_by("-pk")


def _words(act: LogEntry) -> str:
    return log_line(act).sentence


def _moves_found(game: Game, _options: Options) -> QuerySet[Any]:
    """That the moves of the last round were found, with which those of all are there."""
    last = game.rounds.announced().order_by("-number").values("pk")[:1]
    found = RoundMoves.objects.filter(round__in=last, found_at__isnull=False)
    rows: QuerySet[Any] = found.annotate(act=Value(MOVES_FOUND, output_field=CharField()), at=F("found_at"))
    return rows.order_by("-pk")


def _moves_words(_found: RoundMoves) -> str:
    return gettext("The moves below the tops have been found")


def _people(event: Event) -> QuerySet[Any]:
    return people_changed(event.entries.all())


OF_GAME = (
    Acts(_of_game, _words, _among),
    Acts(_moves_found, _moves_words),
    Acts(lambda game, _options: _of_event(game.event), act_text),
    Acts(lambda game, _options: _people(game.event), person_words),
    LETTERHEAD_CHANGED,
)
OF_EVENT = (
    Acts(lambda event, _options: _of_event(event), act_text),
    Acts(_of_games, _words, _among),
    Acts(lambda event, _options: _people(event), person_words),
    LETTERHEAD_CHANGED,
)
