"""Joining by phone, for many at once: a hall does so within a minute."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from django.db import transaction

from duplicate.acts.locks import lock_playing_game
from duplicate.acts.publish import publish
from duplicate.log import audit_log
from duplicate.models import Game
from tournaments.errors import RuleViolation
from tournaments.events.registration.lists import lock_people, store_entries
from tournaments.events.registration.services import Registration, check_door_open, register_player
from tournaments.locks import lock_events
from tournaments.organisers.scope import scope_to_event
from tournaments.people.services import remove_unused_players


@dataclass(frozen=True, slots=True)
class Joining:
    """A player, or a pair, who joins from an address."""

    name: str
    partner: str
    address: str


class Door(Protocol):
    """The limits on joining, asked and told in order."""

    def lets_in(self, joining: Joining) -> bool:
        """Tell whether one more may join from the address."""

    def note(self, joining: Joining, *, joined: bool) -> None:
        """Count one who has joined, or was refused."""


# None for one whom the door does not let in.
Outcome = Registration | RuleViolation | None


def join_together(*, game: Game, joining: Sequence[Joining], door: Door) -> list[Outcome]:
    """Enter each as `services.join_game` does, all in one transaction; return the outcome of each.

    A closed door, and those who are too many, are noticed before any lock.
    """
    let_in = [place for place, one in enumerate(joining) if door.lets_in(one)]
    asked = [joining[place] for place in let_in]
    outcomes: list[Outcome] = [None] * len(joining)
    if not asked:
        return outcomes
    try:
        check_door_open(game.event)
        joined = _join(game, asked, door)
    except RuleViolation as error:
        for one in asked:
            door.note(one, joined=False)
        joined = [error] * len(asked)
    for place, outcome in zip(let_in, joined, strict=True):
        outcomes[place] = outcome
    return outcomes


@transaction.atomic
def _join(game: Game, joining: Sequence[Joining], door: Door) -> list[Outcome]:
    game = lock_playing_game(game)
    (event,) = lock_events([game.event_id])
    check_door_open(event)
    outcomes: list[Outcome] = []
    with scope_to_event(event):
        names = [name for one in joining for name in (one.name, one.partner)]
        locked_people = lock_people(event, names, licences=False)
        for one in joining:
            if not door.lets_in(one):
                outcomes.append(None)
                continue
            try:
                outcome: Outcome = register_player(
                    event=event, name=one.name, partner=one.partner, phone=True, held=locked_people
                )
            except RuleViolation as error:
                outcome = error
            door.note(one, joined=isinstance(outcome, Registration))
            outcomes.append(outcome)
        store_entries(locked_people)
        if any(isinstance(outcome, RuleViolation) for outcome in outcomes) or None in outcomes:
            # Their people were stored with the others', before anybody was judged.
            remove_unused_players(locked_people.stored)
    joined = [outcome for outcome in outcomes if isinstance(outcome, Registration)]
    if joined:
        acts = [("player_joined", one.entry) for one in joined]
        params = [{"expected": True} if one.expected else {} for one in joined]
        audit_log.write_of_entries(game, acts, by=None, params=params)
        publish(game)
    return outcomes
