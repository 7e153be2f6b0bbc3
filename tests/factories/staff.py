"""Everybody who may come to the desk of a game, for tests of who may do what."""

from django.contrib.auth.models import User

from tournaments.models import Arbitrator

ROLES = {
    "chief": Arbitrator.Role.CHIEF,
    "arbitrator": Arbitrator.Role.ARBITRATOR,
    "helper": Arbitrator.Role.HELPER,
    "stranger": None,
    "anonymous": None,
}


def log_in(client, game, person):
    """Log the client in as that user at the desk of the game."""
    if person == "anonymous":
        return client
    user = User.objects.create_user(f"the-{person}")
    if ROLES[person]:
        Arbitrator.objects.create(event=game.event, user=user, role=ROLES[person])
    client.force_login(user)
    return client
