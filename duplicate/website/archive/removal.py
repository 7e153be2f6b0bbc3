"""Deleting a whole event, table by table: no cascade deletes a row that a receipt rests on."""

from duplicate.acts.locks import lock_all_games
from duplicate.models import Question, Round
from duplicate.models.training import Training
from duplicate.website.archive.tables import TABLES
from tournaments.locks import lock_entries, lock_events
from tournaments.models import Event


def lock_whole_event(event: Event) -> None:
    """Lock what acts on the event and its games lock, in the order of `tournaments.locks`.

    A slip or a question that is just being stored is either committed before this, or refused once the event
    is deleted.
    """
    lock_all_games(event)
    # An exclusive lock, so that no slip has a shared lock on a round: see `duplicate.acts.locks`.
    list(Round.objects.select_for_update().filter(game__event=event).order_by("pk"))
    lock_events([event.pk])
    lock_entries(event.entries.all())
    list(Question.objects.select_for_update().filter(round__game__event=event).order_by("pk"))


def delete_event(event: Event) -> None:
    """Delete a locked event with all that belongs to it; its players stay.

    A game that was played later stays on its device, without the name for the club's list.
    """
    later = Training.objects.filter(source=Training.Source.LATER, game__event=event)
    later.update(player_name="", player_key="")
    # A table comes after all that its rows refer to, so the last one is deleted first.
    for table in reversed(TABLES):
        table.rows_of(event).delete()
