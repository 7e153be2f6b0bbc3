"""A festival with something in every table of an event's archive, there and saved as a file."""

from tests.factories.archives import festival, lose_everything, saved
from tests.factories.games import create_arbitrator, own_clock
from tournaments.lexicons.services import register_built_in


def play_festival():
    """Play it; return the event, its chief, and the time."""
    register_built_in()
    chief = create_arbitrator()
    with own_clock() as hands:
        return festival(chief, hands), chief, hands.now


def save_festival():
    """Play it, save it, and lose all of it but the lexicon; return the file's bytes, and the time."""
    event, _chief, now = play_festival()
    file = saved(event).getvalue()
    lose_everything()
    return file, now
