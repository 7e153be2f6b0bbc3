"""Matches with their clocks, made by the use cases in the database of a running program: `make_clocks.py USER LEFT …`.

For each time left (milliseconds of who goes first; with R behind it the clock runs) one match; says in JSON which
event and clocks there are now, and what opens each.
"""

import json
import sys
from pathlib import Path

import django

sys.path.insert(0, str(Path(__file__).parents[2]))
django.setup()

from django.contrib.auth.models import User  # noqa: E402 - Django is ready only now
from django.db import transaction  # noqa: E402 - Django is ready only now

from tests.factories.matches import clocks_of, make_matches  # noqa: E402 - Django is ready only now
from tournaments.classic.clocks import services as clock_services  # noqa: E402 - Django is ready only now
from tournaments.classic.rules import match_clock  # noqa: E402 - Django is ready only now
from tournaments.models import FIRST_ORGANISER, Event  # noqa: E402 - Django is ready only now
from tournaments.organisers.scope import scope_to_organiser  # noqa: E402 - needs the apps, which are ready only now
from tournaments.time import clock  # noqa: E402 - Django is ready only now


@transaction.atomic
def main(user_name, *lefts):
    by = User.objects.get(username=user_name)
    event = Event.objects.create(name="Spring open")
    event.posts.create(user=by, role="chief")
    matches = make_matches(len(lefts), by=by, event=event, turn_seconds=120)
    made = clocks_of(matches[0].round)
    for given, left in zip(made, lefts, strict=True):
        state = given.stood
        state = match_clock.correct(state, state.at, left=(int(left.rstrip("R")), state.left[1]))
        if left.endswith("R"):
            state = match_clock.start(state, clock.milliseconds(clock.now()))
        given.take(state)
        given.save()
    holders = ("table", "first", "second")
    links = [
        {holder: clock_services.give_link(clock_=given, by=by, holder=holder) for holder in holders}
        for given in made
    ]
    print(
        json.dumps(
            {
                "event": event.pk,
                "clocks": [{"id": given.pk} | link for given, link in zip(made, links, strict=True)],
            }
        )
    )


with scope_to_organiser(FIRST_ORGANISER):
    main(*sys.argv[1:])
