"""The world of an organiser who has sent a simultaneous game to the clubs, which may open it since a minute.

Sealing the envelope takes longer than most tests of what clubs send back.
"""

from dataclasses import dataclass

from django.contrib.auth.models import User

from duplicate.models.simultaneous import Simultaneous
from tests.factories.simultaneous_clubs import sent_by
from tournaments.lexicons.services import register_built_in
from tournaments.models import Lexicon


@dataclass
class SentGame:
    built_in: Lexicon
    organiser: User
    sent: Simultaneous


def send_to_clubs(**asked):
    """Send a game by the federation's organiser; `asked` are settings of `sent_by`."""
    built_in, organiser = register_built_in(), create_organiser()
    return SentGame(built_in, organiser, sent_by(organiser, **asked)[0])


def create_organiser():
    return User.objects.create_user("org", password="a good long one")
