"""A division with rounds that were played, made row by row: for what is printed of it, with any number of players."""

from tests.factories.divisions import make_director
from tournaments.classic.models import Division, DivisionEntry, DivisionRound, Match, MatchResult
from tournaments.lexicons.services import register_built_in
from tournaments.models import Club, Entry, Event, Player, Team
from tournaments.time import clock


def make_played(count, rounds=3, *, by=None, name="Open", event=None, begun=None, names=None, **settings):
    """Play rounds in which each meets a neighbour in the list, in another order each round; with an odd
    number one has a bye.

    The stronger wins by 10 a place, except for a draw at the first table of round 2. If `begun` is lower
    than the number of rounds, the last one has not begun.
    """
    by = by or make_director()
    event = event or Event.objects.create(name="Spring open")
    event.posts.get_or_create(user=by, defaults={"role": "chief"})
    wanted = {"rounds_planned": max(rounds, 5), "lexicon": register_built_in(), "seed": "seed"} | settings
    division = Division.objects.create(event=event, name=name, **wanted)
    seats = enter(division, names or [f"Player {number:03}" for number in range(1, count + 1)])
    for number in range(1, rounds + 1):
        is_begun = begun is None or number <= begun
        make_round(division, number, _shifted(seats, number), by, begun=is_begun)
    return division


def enter(division, names):
    clubs = [
        Club.objects.get_or_create(
            key=key,
            defaults={"name": key},
        )[0]
        for key in ("Lyon", "Genève", "Namur")
    ]
    teams = [
        Team.objects.get_or_create(event=division.event, key=key, defaults={"name": key})[0]
        for key in ("Reds", "Blues")
    ]
    players = []
    for place, name in enumerate(names):
        player = Player.named(name)
        player.rating, player.rated_games, player.club = max(2000 - 10 * place, 100), 60, clubs[place % 3]
        players.append(player)
    players = Player.objects.bulk_create(players)
    table = division.event.entries.count()
    entries = Entry.objects.bulk_create(
        Entry(event=division.event, player=player, table=table + place, team=teams[place % 2])
        for place, player in enumerate(players, 1)
    )
    return DivisionEntry.objects.bulk_create(
        DivisionEntry(division=division, entry=entry, number=number, rating=entry.player.rating)
        for number, entry in enumerate(entries, 1)
    )


def make_round(division, number, pairs, by, *, begun=True):
    """Make a round of those pairs; an unpaired player has a bye. All results are in once it has begun."""
    round_ = DivisionRound.objects.create(
        division=division,
        number=number,
        method="swiss",
        paired_by=by,
        begun_at=clock.now() if begun else None,
    )
    matches = Match.objects.bulk_create(
        Match(
            round=round_,
            table=table if len(pair) == 2 else None,
            first=pair[0],
            second=pair[1] if len(pair) == 2 else None,
        )
        for table, pair in enumerate(pairs, 1)
    )
    if begun:
        MatchResult.objects.bulk_create(_result(match, number, by) for match in matches if match.second)
    return round_


def _result(match, number, by):
    margin = max(-150, min(150, 10 * (match.second.number - match.first.number)))
    if number == 2 and match.table == 1:
        margin = -number
    return MatchResult(match=match, version=1, first_score=400 + margin, second_score=400 - number, by=by)


def _shifted(seats, number):
    """Pair neighbours, shifted by round. Round 1: 1–2, 3–4 …; round 2: 2–3, 4–5 … and 1 with the last; and
    so on.
    """
    ring = seats[number // 2 :] + seats[: number // 2]
    step = 1 if number % 2 else 2
    if number > 2:
        ring = [ring[0], *ring[number:], *ring[1:number]]
    pairs = [list(ring[at : at + 2]) for at in range(0, len(ring), 2)]
    return [pair[::-1] if (at + step) % 2 else pair for at, pair in enumerate(pairs)]
