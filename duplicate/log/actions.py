"""The acts of a game's audit log. One value an act: its sentence, how undo treats it, and the facts on paper
that it changes.

A new act is one more value here. `audit_log.write` refuses a code that is not here; an act with a new way of
undo also needs its functions in `duplicate.arbitration.undo.INVERSES`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, auto
from typing import Final

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.acts import Action
from tournaments.events.actions import DOOR


class Undo(Enum):
    """How undo at the desk treats an act. Those after `SKIPPED` have functions in `undo.INVERSES`."""

    # Stays: the players have seen it.
    SEEN = auto()
    # Done by a phone, a player or the program, so no desk undoes it.
    NOT_BY_HAND = auto()
    # Undoes or redoes another act itself.
    REVERSAL = auto()
    # Undo looks past it: it is set on a page of its own, and reset there, or undone with another act.
    SKIPPED = auto()
    SLIPS = auto()
    RACK_DRAWN = auto()
    RACK_PUT_BACK = auto()
    CLOCK_PAUSED = auto()
    CLOCK_RESUMED = auto()
    CLOCK_EXTENDED = auto()
    PLAYER_ADDED = auto()
    PLAYER_REMOVED = auto()
    DROPPED_OUT = auto()
    CAME_BACK = auto()
    JOINED_REMOVED = auto()
    DOOR = auto()
    WORD_DECIDED = auto()
    WORD_TAKEN_BACK = auto()


class GameFact(Enum):
    """A fact that papers show. An act that changes it makes them outdated."""

    MOVES = auto()
    PLACED = auto()
    RULINGS = auto()
    PLAYERS = auto()
    ARRIVALS = auto()
    END = auto()
    AVERAGES = auto()
    WORDS = auto()


@dataclass(frozen=True, slots=True)
class GameAction(Action):
    """An act of a game's log."""

    undo: Undo
    visible_on: GameFact | None = None
    # It may change rounds that phones know already. None: if it changes a fact on paper. An act on slips
    # (`Fact.RULINGS`) changes the round of its number alone.
    changes_earlier: bool | None = None
    # Tables come or go, or many change: the desk reads all of them again.
    changes_many_tables: bool = False

    @property
    def may_change_earlier(self) -> bool:
        """True if phones have to ask for their whole sheets after it."""
        return self.visible_on is not None if self.changes_earlier is None else self.changes_earlier


class RoundAction(GameAction):
    """An act in the round of its `number`, which undo reverses: the texts put the number before it or behind it."""

    __slots__ = ()

    def sentence(self, params: Mapping[str, object]) -> str:
        return gettext("Round {number}: {act}").format(number=params["number"], act=super().phrase(params))

    def phrase(self, params: Mapping[str, object]) -> str:
        return gettext("{act}, round {number}").format(number=params["number"], act=super().phrase(params))


_ALL: Final = (
    GameAction("game_created", _("Game created: {lexicon}, {seconds} s a round"), Undo.SEEN),
    GameAction("game_prepared", _("Prepared game: {prepared}"), Undo.SEEN),
    GameAction(
        "result_made",
        _("Result of {club} for the organiser, file {sending}"),
        Undo.SKIPPED,
        changes_earlier=True,
    ),
    GameAction(
        "result_sent",
        _("Result of {club} sent to the organiser, version {version}"),
        Undo.SKIPPED,
        changes_earlier=True,
    ),
    GameAction(
        "player_added",
        _("{name} entered at table {table}"),
        Undo.PLAYER_ADDED,
        GameFact.PLAYERS,
        changes_earlier=False,
        changes_many_tables=True,
    ),
    GameAction(
        "player_arrived",
        _("{name}, who was expected, has arrived at table {table}"),
        Undo.SKIPPED,
        GameFact.ARRIVALS,
        changes_earlier=False,
        changes_many_tables=True,
    ),
    GameAction(
        "player_joined",
        _("{name} joined by phone at table {table}"),
        Undo.NOT_BY_HAND,
        GameFact.PLAYERS,
        changes_earlier=False,
        changes_many_tables=True,
    ),
    GameAction(
        "joined_removed",
        _("Players who joined by phone within {minutes} minutes removed: {count}, tables {tables}"),
        Undo.JOINED_REMOVED,
        GameFact.PLAYERS,
        changes_many_tables=True,
    ),
    *(GameAction(action.code, action.text, Undo.DOOR) for action in DOOR),
    GameAction(
        "joins_of_address_refused",
        _("Joins refused: more than {most} in a minute from one address"),
        Undo.NOT_BY_HAND,
    ),
    GameAction("joins_refused", _("Joins refused: more than {most} in a minute"), Undo.NOT_BY_HAND),
    GameAction(
        "player_removed",
        _("{name} removed from table {table}"),
        Undo.PLAYER_REMOVED,
        GameFact.PLAYERS,
        changes_many_tables=True,
    ),
    GameAction(
        "pair_changed",
        _("Table {table} now plays as {name}"),
        Undo.SKIPPED,
        GameFact.PLAYERS,
        changes_many_tables=True,
    ),
    GameAction(
        "player_withdrawn",
        _("{name} dropped out, table {table}"),
        Undo.DROPPED_OUT,
        GameFact.PLAYERS,
        changes_earlier=False,
        changes_many_tables=True,
    ),
    GameAction(
        "player_back",
        _("{name} came back, table {table}"),
        Undo.CAME_BACK,
        GameFact.PLAYERS,
        changes_earlier=False,
        changes_many_tables=True,
    ),
    GameAction(
        "player_arbitrates",
        _("{name} at table {table} plays as arbitrator {user}"),
        Undo.SKIPPED,
        GameFact.AVERAGES,
    ),
    GameAction(
        "player_no_arbitrator",
        _("{name} at table {table} is not an arbitrator"),
        Undo.SKIPPED,
        GameFact.AVERAGES,
    ),
    GameAction(
        "arbitrators_since",
        _("Arbitrators who play: changed from round {number} on"),
        Undo.SKIPPED,
        GameFact.AVERAGES,
    ),
    GameAction("phone_given", _("{name}: new link for a phone"), Undo.SKIPPED),
    GameAction(
        "phone_renewed",
        _("Round {number}: {name} has a new link for a phone while the round is open"),
        Undo.SKIPPED,
    ),
    GameAction(
        "position_asked",
        _("Round {number}: {user} tried to search this position elsewhere on this server"),
        Undo.SKIPPED,
    ),
    RoundAction("rack_drawn", _("rack drawn, {rack}"), Undo.RACK_DRAWN),
    RoundAction("rack_prepared", _("prepared rack, {rack}"), Undo.RACK_DRAWN),
    GameAction(
        "prepared_path_left",
        _("Round {number}: differs from the prepared game, racks are now drawn"),
        Undo.SKIPPED,
    ),
    GameAction("racks_thrown_back", _("Round {number}: rejected as not valid, {racks}"), Undo.SKIPPED),
    RoundAction("rack_typed", _("rack typed, {rack}"), Undo.RACK_DRAWN),
    RoundAction("rack_put_back", _("rack put back, {rack}"), Undo.RACK_PUT_BACK),
    GameAction("rack_changed", _("Round {number}: rack changed to {rack}"), Undo.SKIPPED),
    GameAction(
        "round_cancelled",
        _("Round {number}: cancelled, {rack}"),
        Undo.SEEN,
        GameFact.MOVES,
        changes_earlier=False,
    ),
    GameAction(
        "placed_move_changed",
        _(
            "Round {number}: {word} {reference} on the board in place of {before_word} {before_reference}, {score}"
        ),
        Undo.SEEN,
        GameFact.PLACED,
    ),
    GameAction("screens_set", _("On the big screens: {mode}"), Undo.SKIPPED),
    GameAction("screens_of_room", _("On the big screens of {room}: {mode}"), Undo.SKIPPED),
    GameAction("screens_speak", _("The big screens speak the announcements"), Undo.SKIPPED),
    GameAction("screens_silent", _("The big screens no longer speak the announcements"), Undo.SKIPPED),
    GameAction("round_opened", _("Round {number}: opened"), Undo.SEEN),
    GameAction("clock_started", _("Round {number}: clock started"), Undo.SEEN),
    RoundAction("clock_resumed", _("clock resumed"), Undo.CLOCK_RESUMED),
    RoundAction("clock_paused", _("clock paused"), Undo.CLOCK_PAUSED),
    GameAction(
        "clock_interrupted",
        _(
            "Round {number}: no slips could be received for {seconds} s; the clock is stopped with {left} "
            "s left"
        ),
        Undo.NOT_BY_HAND,
    ),
    RoundAction("clock_extended", _("{seconds} s added"), Undo.CLOCK_EXTENDED),
    GameAction("clock_shortened", _("Round {number}: {seconds} s removed again"), Undo.REVERSAL),
    GameAction("round_ended", _("Round {number}: ended before time"), Undo.SEEN),
    GameAction("round_closed", _("Round {number}: closed"), Undo.NOT_BY_HAND),
    RoundAction("slip_keyed", _("slip of {name} keyed, {word} {reference}"), Undo.SLIPS, GameFact.RULINGS),
    RoundAction(
        "slip_confirmed",
        _("slip of {name} keyed by a second arbitrator, the same"),
        Undo.SLIPS,
    ),
    RoundAction("no_slip_keyed", _("no slip of {name}"), Undo.SLIPS, GameFact.RULINGS),
    RoundAction("top_given", _("{name} has the top"), Undo.SLIPS, GameFact.RULINGS),
    RoundAction(
        "rest_have_top",
        _("all the rest have the top ({count})"),
        Undo.SLIPS,
        GameFact.RULINGS,
        changes_many_tables=True,
    ),
    GameAction("room_ready", _("Round {number}: {room} is ready"), Undo.SKIPPED),
    GameAction("room_not_ready", _("Round {number}: {room} is no longer ready"), Undo.SKIPPED),
    RoundAction(
        "line_was_cut",
        _("{room} lost its connection, late slips count ({count})"),
        Undo.SLIPS,
        GameFact.RULINGS,
        changes_many_tables=True,
    ),
    RoundAction("warning_given", _("warning for {name}"), Undo.SLIPS, GameFact.RULINGS),
    RoundAction("warning_taken_back", _("warning for {name} withdrawn"), Undo.SLIPS, GameFact.RULINGS),
    RoundAction("penalty_given", _("penalty for {name}"), Undo.SLIPS, GameFact.RULINGS),
    RoundAction("penalty_taken_back", _("penalty for {name} withdrawn"), Undo.SLIPS, GameFact.RULINGS),
    RoundAction("zero_given", _("zero for {name}"), Undo.SLIPS, GameFact.RULINGS),
    RoundAction("several_slips_given", _("several slips of {name}, zero"), Undo.SLIPS, GameFact.RULINGS),
    RoundAction("zero_taken_back", _("zero for {name} withdrawn"), Undo.SLIPS, GameFact.RULINGS),
    RoundAction("solo_given", _("solo given to {name}"), Undo.SLIPS, GameFact.RULINGS),
    RoundAction("solo_withheld", _("solo of {name} withheld"), Undo.SLIPS, GameFact.RULINGS),
    RoundAction(
        "solo_left_to_rules",
        _("solo of {name} decided by the rules"),
        Undo.SLIPS,
        GameFact.RULINGS,
    ),
    RoundAction(
        "slip_overruled",
        _("score of {name} set to {score}"),
        Undo.SLIPS,
        GameFact.RULINGS,
    ),
    RoundAction(
        "conflict_settled",
        _("{word} {reference} counts for {name}"),
        Undo.SLIPS,
        GameFact.RULINGS,
    ),
    GameAction("question_asked", _("Round {number}: {name} questions the ruling: {text}"), Undo.NOT_BY_HAND),
    GameAction(
        "question_taken_back", _("Round {number}: {name} withdraws the question: {text}"), Undo.NOT_BY_HAND
    ),
    GameAction("question_answered", _("Round {number}: answer to {name}: {text}"), Undo.SEEN),
    GameAction(
        "move_announced",
        _("Round {number}: {word} {reference} announced, {score}"),
        Undo.SEEN,
        GameFact.MOVES,
        changes_earlier=False,
    ),
    GameAction(
        "worse_move_announced",
        _("Round {number}: {word} {reference} announced, {score}; the top was {top}"),
        Undo.SEEN,
        GameFact.MOVES,
        changes_earlier=False,
    ),
    GameAction(
        "no_move_announced",
        _("Round {number}: nobody can play"),
        Undo.SEEN,
        GameFact.MOVES,
        changes_earlier=False,
    ),
    GameAction(
        "word_accepted",
        _("{word} accepted for this game"),
        Undo.WORD_DECIDED,
        GameFact.WORDS,
        changes_many_tables=True,
    ),
    GameAction(
        "word_refused",
        _("{word} refused for this game"),
        Undo.WORD_DECIDED,
        GameFact.WORDS,
        changes_many_tables=True,
    ),
    GameAction(
        "word_taken_back",
        _("{word} no longer accepted or refused for this game"),
        Undo.WORD_TAKEN_BACK,
        GameFact.WORDS,
        changes_many_tables=True,
    ),
    GameAction("game_ended", _("Game over. {reason}"), Undo.SEEN, GameFact.END, changes_earlier=False),
    GameAction("undone", _("Undone: {what}"), Undo.REVERSAL, changes_earlier=True),
    GameAction("done_again", _("Redone: {what}"), Undo.REVERSAL, changes_earlier=True),
    GameAction("game_resumed", _("Game resumed"), Undo.SEEN, GameFact.END),
    GameAction("arbitrator_let_in", _("{user} added to the arbitrators: {role}"), Undo.SKIPPED),
    GameAction("arbitrator_role", _("{user} is now: {role}"), Undo.SKIPPED),
    GameAction("arbitrator_tables", _("{user} has tables {first} to {last}"), Undo.SKIPPED),
    GameAction("arbitrator_room", _("{user} has the room {room}, tables {first} to {last}"), Undo.SKIPPED),
    GameAction("arbitrator_all_tables", _("{user} has all tables"), Undo.SKIPPED),
    GameAction("arbitrator_dismissed", _("{user} removed from the arbitrators"), Undo.SKIPPED),
    GameAction("login_link_made", _("{user}: new login link"), Undo.SKIPPED),
    GameAction(
        "double_arbitration_on", _("Double arbitration turned on"), Undo.SKIPPED, changes_many_tables=True
    ),
    GameAction(
        "double_arbitration_off", _("Double arbitration turned off"), Undo.SKIPPED, changes_many_tables=True
    ),
    GameAction(
        "names_hidden",
        _("Names hidden from arbitrators"),
        Undo.SKIPPED,
        changes_earlier=True,
        changes_many_tables=True,
    ),
    GameAction(
        "device_taken",
        _("{name} opened the link on a phone; it no longer works on any other"),
        Undo.NOT_BY_HAND,
    ),
    GameAction(
        "names_shown",
        _("Names shown to arbitrators"),
        Undo.SKIPPED,
        changes_earlier=True,
        changes_many_tables=True,
    ),
)
ACTIONS: Final = {action.code: action for action in _ALL}


def codes_undone(*ways: Undo) -> frozenset[str]:
    """Return the codes of the acts that undo treats in one of these ways."""
    return frozenset(action.code for action in _ALL if action.undo in ways)
