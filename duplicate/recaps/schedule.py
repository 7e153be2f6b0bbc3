"""When a card is repeated, by FSRS (`fsrs`), and which cards a day brings. Pure.

A card is seen once a day at most: FSRS goes without its steps of minutes. Nothing is random.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final, TypeVar

A_DAY = 10
RATINGS: Final = ("again", "hard", "good", "easy")
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Memory:
    """The scheduler's state of a card: when it is due, when it was seen, and how firmly it is remembered."""

    due: datetime
    seen_at: datetime
    memory: int
    stability: float | None
    difficulty: float | None


def repeat(before: Memory | None, rating: str, now: datetime) -> Memory:
    """Return the memory of a card after it was seen and rated; `before` is None for a new one."""
    from fsrs import Card, Rating, Scheduler, State  # noqa: PLC0415 - few processes repeat words

    scheduler = Scheduler(learning_steps=(), relearning_steps=(), enable_fuzzing=False)
    card = Card(card_id=0, due=now)
    if before is not None:
        card = Card(
            card_id=0,
            state=State(before.memory),
            step=None if before.memory == State.Review else 0,
            stability=before.stability,
            difficulty=before.difficulty,
            due=before.due,
            last_review=before.seen_at,
        )
    card, _log = scheduler.review_card(card, Rating[rating.title()], now)
    return Memory(card.due, now, int(card.state), card.stability, card.difficulty)


def cards_of_today(
    repeated: Iterable[tuple[T, datetime]], new: Sequence[T], *, now: datetime, seen_today: int
) -> list[T]:
    """Return the cards that are left for today: those that are due, the longest waiting first, then new ones
    in their order, `A_DAY` in all with those seen already.
    """
    due = sorted((moment, place, card) for place, (card, moment) in enumerate(repeated) if moment <= now)
    return [*(card for _moment, _place, card in due), *new][: max(0, A_DAY - seen_today)]
