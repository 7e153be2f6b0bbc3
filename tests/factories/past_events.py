"""Events whose games are over, put on record as games that end do it, without playing them."""

from tournaments.events import results
from tournaments.models import Entry, Event
from tournaments.people.services import player_for
from tournaments.seasons.services import save_season, usual_season
from tournaments.standings.ranking import GameScore, ScoredGame


def season_of(day, *, least_games=1, **settings):
    """Store the club's year that contains the day, with these settings."""
    season = usual_season(day)
    for name, value in ({"least_games": least_games} | settings).items():
        setattr(season, name, value)
    return save_season(season)


def past_event(name, day, totals, *, top=100, public=True, released="final", final=True, pairs=None):
    """Make a past event: `totals` are the points by name and game, None for absent players; `pairs` are
    partners.
    """
    event = Event.objects.create(name=name, date=day, public=public)
    entries = {}
    for table, who in enumerate(totals, start=1):
        partner = player_for(pairs[who], licences=False) if who in (pairs or {}) else None
        player = player_for(who, licences=False)
        entries[who] = Entry.objects.create(event=event, player=player, partner=partner, table=table)
    games = max(map(len, totals.values()), default=0)
    for number in range(1, games + 1):
        scores = {entries[who].pk: score(of[number - 1], top) for who, of in totals.items()}
        record(event, number, scores, top=top, final=final)
    # Last: what is recorded takes back that standings are final.
    event.released = released
    event.save()
    return event


def record(event, number, scores, *, top=100, final=True):
    """Record the result of one game: a further version if it had another result before."""
    value = ScoredGame(number, f"Game {number}", top, final, scores)
    return results.record_result(
        event=event, game=f"{event.pk % 0x100000:X}-{number:X}", scores=value, by=None
    )


def score(total, top=100, **more):
    tops = max(0, total or 0) // 10
    return GameScore(total or 0, (total or 0) - top, tops=tops, absent=total is None, **more)
