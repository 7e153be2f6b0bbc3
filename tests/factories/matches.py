"""A classic round that has begun, with its matches, made row by row: for tests that begin where pairings are made."""

from django.contrib.auth.models import User

from tournaments.classic.clocks import services as clock_services
from tournaments.classic.models import Division, DivisionEntry, DivisionRound, Match
from tournaments.classic.models.clocks import MatchClock
from tournaments.lexicons.services import register_built_in
from tournaments.models import Entry, Event, Player
from tournaments.time import clock

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gwen", "Hugo")


def make_matches(count=1, *, by=None, event=None, name="Open", **settings):
    """Make the matches of the first round of a division, at tables 1, 2, …; names come from `NAMES`, then by
    number.
    """
    by = by or User.objects.create_user("director", password="a good long one")
    if event is None:
        event = Event.objects.create(name="Spring open")
        event.posts.create(user=by, role="chief")
    division = Division.objects.create(
        event=event, name=name, lexicon=register_built_in(), seed="seed", **settings
    )
    round_ = DivisionRound.objects.create(
        division=division, number=1, method="swiss", paired_by=by, begun_at=clock.now()
    )
    known = Player.objects.count()
    players = Player.objects.bulk_create(
        Player.named(NAMES[n] if n < len(NAMES) else f"Player {n + 1}")
        for n in range(known, known + 2 * count)
    )
    table = event.entries.count()
    entries = Entry.objects.bulk_create(
        Entry(event=event, player=player, table=table + n) for n, player in enumerate(players, 1)
    )
    seats = DivisionEntry.objects.bulk_create(
        DivisionEntry(division=division, entry=entry, number=n) for n, entry in enumerate(entries, 1)
    )
    return Match.objects.bulk_create(
        Match(round=round_, table=n // 2 + 1, first=seats[n], second=seats[n + 1])
        for n in range(0, 2 * count, 2)
    )


def make_match(event, first, second, by):
    """Make the match of two entries of the event, the only one of a new division."""
    division = Division.objects.create(event=event, name="Masters", lexicon=register_built_in(), seed="seed")
    round_ = DivisionRound.objects.create(
        division=division, number=1, method="swiss", paired_by=by, begun_at=clock.now()
    )
    seats = [
        DivisionEntry.objects.create(division=division, entry=entry, number=number)
        for number, entry in enumerate((first, second), 1)
    ]
    return Match.objects.create(round=round_, table=1, first=seats[0], second=seats[1])


def clock_of(match):
    """Return the clock of a match; all matches of its round get one."""
    return next(one for one in clocks_of(match.round) if one.match == match)


def clocks_of(round_):
    """Give each match a clock, as at the beginning of the round; return the clocks by table."""
    clock_services.set_up(round_)
    rows = MatchClock.objects.filter(match__round=round_).select_related(*clock_services.RELATED)
    return list(rows.order_by("match__table"))
