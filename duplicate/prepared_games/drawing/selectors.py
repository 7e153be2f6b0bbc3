"""The prepared games and the searches of a user: nobody else can find them."""

from django.contrib.auth.models import User
from django.db.models import QuerySet

from duplicate.models import Game
from duplicate.models.prepared import Preparation, PreparedGame
from tournaments.models import organiser_in_scope
from tournaments.querysets import count_of, words_in


def prepared_for(user: User) -> QuerySet[PreparedGame]:
    """Return the prepared games of a user at the organiser in scope."""
    return PreparedGame.objects.filter(made_by=user, organiser=organiser_in_scope())


def list_prepared(user: User, text: str = "") -> QuerySet[PreparedGame]:
    """Return the prepared games that match a text, the newest first, with the number of their `uses`.

    Sealed values stay in the database.
    """
    found = prepared_for(user).filter(words_in(text, "name", "lexicon")).defer("sealed", "rules")
    return found.annotate(uses=count_of(Game.objects.all(), "prepared")).order_by("-made_at", "-pk")


def prepared_choices(user: User) -> QuerySet[PreparedGame]:
    """Return the prepared games as choices of a form, by name alone."""
    return prepared_for(user).only("name")


def searches_for(user: User) -> QuerySet[Preparation]:
    """Return the searches of a user."""
    return Preparation.objects.filter(made_by=user)


def list_searches(user: User) -> QuerySet[Preparation]:
    """Return the searches, the newest first, without the games found."""
    return searches_for(user).defer("found", "rules", "sealed_seed").order_by("-made_at", "-pk")
