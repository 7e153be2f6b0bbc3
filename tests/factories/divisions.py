"""A classic division made by the use cases, with players who are entered by name; and a director who plays rounds."""

import uuid

from django.contrib.auth.models import User

from tournaments.classic.divisions import entry_by_name
from tournaments.classic.divisions import services as division_services
from tournaments.classic.models import Division
from tournaments.classic.rounds import pairing, results
from tournaments.classic.scores.scores import Score
from tournaments.events import services as event_services
from tournaments.events.registration.pasted import TypedName
from tournaments.lexicons.services import register_built_in
from tournaments.models import Player


def make_director(name="director"):
    return User.objects.create_user(name, password="a good long one")


def make_division(by, names=(), *, event=None, ratings=None, **settings):
    """Make a division of those players, the first rated highest."""
    event = event or event_services.create_event(name="Spring open", by=by)
    wanted = Division(**{"name": "Open", "lexicon": register_built_in(), "rounds_planned": 5} | settings)
    division = division_services.make_division(event=event, settings=wanted, by=by)
    for place, name in enumerate(names):
        player = Player.named(name)
        player.rating = (ratings or {}).get(name, 2000 - 10 * place)
        player.save()
    entry_by_name.enter_by_name(division=division, lines=list(map(TypedName, names)), by=by)
    return division


def enter_named(division, name, by, **values):
    """Enter one more player, who must be accepted."""
    entry_by_name.enter_by_name(division=division, lines=[TypedName(name)], by=by, **values)
    return entrant_named(division, name)


def players(count):
    return [f"Player {number:03}" for number in range(1, count + 1)]


def play_round(division, number, by, *, score=lambda table: (400 + table, 380)):
    """Pair a round, begin it, and enter all its results."""
    pairing.pair_next_round(division=division, number=number, by=by)
    pairing.begin_round(division=division, number=number, by=by)
    enter_all(division, number, by, score=score)


def enter_all(division, number, by, *, score=lambda table: (400 + table, 380)):
    for match in division.rounds.get(number=number).matches.filter(second__isnull=False, results=None):
        results.enter_result(
            division=division, number=number, table=match.table, score=Score(*score(match.table)), by=by
        )


def entrant_named(division, name):
    return division.entries.select_related("entry__player").get(entry__player__name=name)


def report(match, reporter, own, other, key=None):
    return results.report_result(
        match=match, reporter=reporter, key=key or uuid.uuid4(), own=own, other=other
    )
