"""Entering a list of players into a game, all or none."""

from collections.abc import Mapping, Sequence

from django.contrib.auth.models import User
from django.db import transaction

from duplicate.acts.locks import check_playing, lock_playing_game
from duplicate.acts.publish import publish
from duplicate.games import event_changes
from duplicate.log import audit_log
from duplicate.models import Game
from tournaments.errors import RuleViolation
from tournaments.events.registration.lists import (
    EventPeople,
    lock_people,
    lock_read_people,
    read_people,
    store_entries,
    store_players,
)
from tournaments.events.registration.pasted import TypedName
from tournaments.events.registration.pasted_list import (
    PastedReview,
    ReviewedLine,
    inside,
    review_pasted,
    store_people,
)
from tournaments.events.registration.services import Registration, register_lines
from tournaments.models import Entry
from tournaments.people.services import remove_unused_players
from tournaments.processes.chunks import ShortTransactions


def add_players(*, game: Game, lines: Sequence[TypedName], by: User) -> int:
    """Enter players and pairs at the desk; return how many.

    SQLite stores no slip while a transaction writes. So a list is checked, and people who are new are put on
    the list of people, before the transaction that enters it; what changed meanwhile is read again under locks.

    Raises:
        LinesRefused: some lines cannot be entered; then none is.
    """
    check_playing(game)
    people = read_people(game.event, [line.name for line in lines])
    new = people.copies
    try:
        entered = register_lines(event=game.event, lines=lines, held=people)
        transactions = ShortTransactions()
        new = [*new, *store_players(people, transactions)]
        with transactions.transaction():
            _store(game, lines, people, entered, by)
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
    lines: Sequence[TypedName],
    held: EventPeople,
    entered: Sequence[Registration],
    by: User,
) -> None:
    """Store what was registered with `held`, or register again if it is no longer as it was read."""
    game = lock_playing_game(game)
    if not lock_read_people(game.event, held):
        held = lock_people(game.event, [line.name for line in lines])
        entered = register_lines(event=game.event, lines=lines, held=held)
    store_entries(held)
    audit_log.write_of_entries(game, [(_act_of(one), one.entry) for one in entered], by=by)
    publish(game)


def log_entered(game: Game, registered: Registration, by: User) -> None:
    audit_log.write(game, _act_of(registered), by=by, entry=registered.entry)


def _act_of(registered: Registration) -> str:
    return "player_arrived" if registered.expected else "player_added"
