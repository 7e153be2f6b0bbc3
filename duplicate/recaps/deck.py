"""A player's deck: the tops that they missed in their games, as a person across events. Use cases are each one
transaction.

Only games that the player's link opens count (`duplicate.recaps.reach`).
"""

from dataclasses import asdict, dataclass
from datetime import datetime

from django.db import transaction
from django.db.models import Exists, QuerySet
from django.utils import timezone

from duplicate.attendance.absences import Absences, departures, times_away, was_away
from duplicate.models import Game, Round, RoundArbitrator, Slip
from duplicate.models.deck import DeckCard
from duplicate.models.slip import last_worth
from duplicate.recaps.reach import games_opened_by
from duplicate.recaps.schedule import Memory, cards_of_today, repeat
from tournaments.models import Entry
from tournaments.time import clock


@dataclass(frozen=True, slots=True)
class MissedTop:
    """A round of a game whose top the player missed, and the points lost."""

    round_id: int
    entry_id: int
    lost: int


@dataclass(frozen=True, slots=True)
class Deck:
    """The missed tops, the greatest loss first, those left for today, and how many were seen today. `next_due`
    is the moment of the next repetition after today.
    """

    missed: tuple[MissedTop, ...]
    today: tuple[MissedTop, ...]
    seen_today: int
    learned: int
    next_due: datetime | None


def deck_of(entry: Entry) -> Deck:
    """Return the deck of the person whose phone an entry's is; a pair has none."""
    missed, now = find_missed(entry), clock.now()
    cards = {card.round_id: card for card in _cards_of(entry)}
    midnight = timezone.localtime(now).replace(hour=0, minute=0, second=0, microsecond=0)
    seen = sum(card.seen_at >= midnight for card in cards.values())
    repeated = [(one, cards[one.round_id].due) for one in missed if one.round_id in cards]
    new = [one for one in missed if one.round_id not in cards]
    return Deck(
        missed=tuple(missed),
        today=tuple(cards_of_today(repeated, new, now=now, seen_today=seen)),
        seen_today=seen,
        learned=len(repeated),
        next_due=min((due for _one, due in repeated if due > now), default=None),
    )


@transaction.atomic
def rate(*, entry: Entry, round_id: int, rating: str) -> bool:
    """Store how well the player knew a card of their deck; return whether it is one. A card that is not due,
    as after a second tap, stays as it is.
    """
    found = next((one for one in find_missed(entry) if one.round_id == round_id), None)
    if found is None:
        return False
    # Two taps at once come one after the other.
    Entry.objects.select_for_update(no_key=True).get(pk=found.entry_id)
    now = clock.now()
    card = DeckCard.objects.filter(entry=found.entry_id, round=round_id).first()
    if card is None:
        DeckCard.objects.create(
            entry_id=found.entry_id, round_id=round_id, **asdict(repeat(None, rating, now))
        )
    elif card.due <= now:
        before = Memory(card.due, card.seen_at, card.memory, card.stability, card.difficulty)
        DeckCard.objects.filter(pk=card.pk).update(**asdict(repeat(before, rating, now)))
    return True


def find_missed(entry: Entry) -> list[MissedTop]:
    """Return the tops that the person missed in the games that the entry's link opens, the greatest loss
    first.
    """
    if entry.partner_id is not None:
        return []
    mine = Entry.objects.filter(player=entry.player_id, partner=None).annotate(was_away=Exists(departures()))
    entries = {one.pk: one for one in mine}
    by_event = {one.event_id: one for one in entries.values()}
    games = {game.pk: game for game in games_opened_by(entry).filter(event__in=by_event)}
    slips = Slip.objects.counting().filter(entry__in=entries, round__game__in=games).order_by()
    worths = dict(slips.values_list("round_id", last_worth()))
    handed_in = set(slips.showing_presence().values_list("round_id", flat=True))
    # One query an event, and none where they stayed.
    away = {game.event_id: times_away(game) for game in games.values() if by_event[game.event_id].was_away}
    arbitrated = set(RoundArbitrator.objects.filter(entry__in=entries).values_list("round_id", flat=True))
    missed = []
    rounds = Round.objects.announced().filter(game__in=games, top_score__gt=0).order_by("-pk")
    columns = ("pk", "game_id", "top_score", "closes_at", "announced_at")
    for pk, game_id, top, closes_at, announced_at in rounds.values_list(*columns):
        game = games[game_id]
        own = by_event[game.event_id]
        worth = worths.get(pk) or 0
        if not worth and pk not in handed_in:
            absences = away.get(game.event_id, {}).get(own.pk, ())
            if not _was_there(own, game, closes_at or announced_at, absences):
                continue
        if worth < top and pk not in arbitrated:
            missed.append(MissedTop(pk, own.pk, top - worth))
    return sorted(missed, key=lambda one: -one.lost)


def _was_there(entry: Entry, game: Game, closed: datetime, away: Absences) -> bool:
    """Tell whether a player without a slip in a round was there."""
    if entry.arrived_at is None or game.number in entry.skipped:
        return False
    return not was_away(closed, entry.joined_at, entry.withdrawn_at, away)


def _cards_of(entry: Entry) -> QuerySet[DeckCard]:
    return DeckCard.objects.filter(entry__player=entry.player_id, entry__partner=None)
