"""The devices at the table of a match, and the server's clock in the hands of a test."""

import uuid
from datetime import timedelta

from tournaments.classic.clocks import services as clock_services
from tournaments.classic.clocks.services import ClockPress
from tournaments.classic.models import MatchClock
from tournaments.time import clock

MINUTE = 60_000
FULL = 25 * MINUTE


class Hands:
    """The server's clock, in the hands of a test; it stands at a whole millisecond."""

    def __init__(self):
        self.now = clock.now().replace(microsecond=0)

    def move(self, seconds):
        self.now += timedelta(seconds=seconds)

    @property
    def ms(self):
        return clock.milliseconds(self.now)


class Table:
    """The devices at one table: the tablet of both, and a device of each."""

    def __init__(self, given, by):
        self.given = given
        self.links = {
            holder: clock_services.link_for_token(
                clock_services.give_link(clock_=given, by=by, holder=holder)
            )
            for holder in ("table", "first", "second")
        }

    def by(self, holder="table", made_at=None, key=None):
        return ClockPress(self.links[holder], key or uuid.uuid4(), made_at)

    def start(self, side=0, **how):
        return clock_services.start_clock(table=self.by(**how), side=side).clock

    def press(self, side, number, **how):
        return clock_services.press_clock(table=self.by(**how), side=side, number=number).clock

    def left(self):
        return MatchClock.objects.get(pk=self.given.pk).stood.left
