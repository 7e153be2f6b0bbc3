"""Entering a list of players into a game, all or none."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from django.contrib.auth.models import User
from django.db import transaction

from duplicate.acts.locks import check_playing, lock_playing_game
from duplicate.acts.publish import publish
from duplicate.games import event_changes
from duplicate.log import audit_log
from duplicate.models import Game
from tournaments.errors import LinesRefused, RuleViolation
from tournaments.events.registration.lists import (
    EventPeople,
    lock_people,
    lock_read_people,
    read_people,
    store_entries,
    store_players,
)
from tournaments.events.registration.pasted_list import (
    PastedReview,
    ReviewedLine,
    inside,
    review_pasted,
    store_people,
)
from tournaments.events.registration.services import Registration, register_player
from tournaments.models import Entry
from tournaments.people.services import remove_unused_players
from tournaments.processes.chunks import ShortTransactions


class NameLine(NamedTuple):
    """A line of a list: a name, a pair, or a licence in place of the name."""

    table: int | None
    name: str


def add_players(*, game: Game, lines: Sequence[NameLine], by: User) -> int:
    """Enter players and pairs at the desk; return how many.

    SQLite stores no slip while a transaction writes. So a list is checked, and people who are new are put on
    the list of people, before the transaction that enters it; what changed meanwhile is read again under locks.

    Raises:
        LinesRefused: some lines cannot be entered; then none is.
    """
    check_playing(game)
    held = read_people(game.event, _names_in(lines))
    new = held.copies
    try:
        entered = _register(game, lines, held)
        transactions = ShortTransactions()
        new = [*new, *store_players(held, transactions)]
        with transactions.transaction():
            _store(game, lines, held, entered, by)
    except RuleViolation:
        remove_unused_players(new)
        raise
    return len(lines)


def review_list(game: Game, text: str, answers: Mapping[str, str]) -> PastedReview:
    """Return the review of a pasted list for the event of now: who is expected arrives with it, at their own table."""

    def place(line: ReviewedLine, entry: Entry) -> ReviewedLine:
        return line if entry.arrived_at is None else inside(line)

    return review_pasted(game.event, text, answers, place, tables=True)


def enter_reviewed(*, game: Game, text: str, answers: Mapping[str, str], mark: str, by: User) -> int:
    """Enter the people of a pasted list, who are there; `mark` is that of the review which was shown. Return how many
    entries these are.

    New people are stored before the transaction that enters them, as slips wait for it in SQLite.

    Raises:
        RuleViolation: a line is wrong or a question is open, or people or the event have changed since; then nobody is
            entered.
    """
    check_playing(game)
    review = review_list(game, text, answers)
    review.check(mark)
    expected = [line.entry.pk for line in review.entering if line.entry is not None]
    new, stored = store_people(review.entering)
    try:
        with transaction.atomic():
            # Both lock the games in progress before the event.
            made = event_changes.enter_list(event=game.event, entries=new, by=by) if new else []
            coming = [*expected, *(entry.pk for entry in made)]
            event_changes.check_in(event=game.event, entries=coming, by=by)
            game.refresh_from_db(fields=["state"])
            check_playing(game)
    except RuleViolation:
        remove_unused_players(stored)
        raise
    return len(coming)


def _store(
    game: Game,
    lines: Sequence[NameLine],
    held: EventPeople,
    entered: Sequence[Registration],
    by: User,
) -> None:
    """Store what was registered with `held`, or register again if it is no longer as it was read."""
    game = lock_playing_game(game)
    if not lock_read_people(game.event, held):
        held = lock_people(game.event, _names_in(lines))
        entered = _register(game, lines, held)
    store_entries(held)
    audit_log.write_of_entries(game, [(_act_of(one), one.entry) for one in entered], by=by)
    publish(game)


def _register(game: Game, lines: Sequence[NameLine], held: EventPeople) -> list[Registration]:
    """Register each line with `held`, which stores nothing. A table that a line names is not free for others."""
    named = {line.table for line in lines}
    entered: list[Registration] = []
    refused: list[tuple[str, RuleViolation]] = []
    for line in lines:
        while held.last_table + 1 in named and line.table is None:
            held.last_table += 1
        try:
            registered = register_player(
                event=game.event, name=line.name, table=line.table, phone=False, held=held
            )
        except RuleViolation as error:
            refused.append((" ".join(str(part) for part in line if part is not None).strip(), error))
        else:
            entered.append(registered)
    if refused:
        raise LinesRefused(refused)
    return entered


def _names_in(lines: Sequence[NameLine]) -> list[str]:
    return [line.name for line in lines]


def log_entered(game: Game, registered: Registration, by: User) -> None:
    audit_log.write(game, _act_of(registered), by=by, entry=registered.entry)


def _act_of(registered: Registration) -> str:
    return "player_arrived" if registered.expected else "player_added"
