"""The review of an event's files: its problems, and which people of the list its names may mean.

Invariant: nothing is written here.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Final

from django.utils.translation import gettext_lazy as _

from tournaments.classic.exchange.files import Texts, read_texts
from tournaments.classic.exchange.values import (
    MOST_PLAYERS,
    FileEvent,
    FilePlayer,
    FileProblem,
    Problems,
    division_full,
)
from tournaments.errors import RuleViolation
from tournaments.models import NAME_LENGTH, Player
from tournaments.models.events import GROUP_LENGTH
from tournaments.names import folding
from tournaments.names.likeness import LikeNames
from tournaments.people.services import choose_named

# People who are named almost as somebody new.
MOST_LIKE: Final = 3


@dataclass(frozen=True, slots=True)
class FilesReview:
    """Files before their import: the event, its faults and remarks.

    `known` has the person of the list for each name that means one. `unclear` has the people whom a name may mean:
    several have it, one has it with other accents, or, of those that are `likely_new`, the names are almost the same.
    Other names are new. `more_faults` were found after the first thousand.
    """

    event: FileEvent
    faults: tuple[FileProblem, ...]
    remarks: tuple[FileProblem, ...]
    known: Mapping[str, Player]
    unclear: Mapping[str, tuple[Player, ...]]
    likely_new: frozenset[str]
    new: tuple[str, ...]
    more_faults: int = 0


def review_texts(texts: Texts) -> FilesReview:
    """Review the texts of an event's files."""
    return review_event(*read_texts(texts))


def review_event(event: FileEvent, problems: Problems) -> FilesReview:
    """Review an event that was read."""
    names = names_of(event)[:MOST_PLAYERS]
    alike = _people_alike(names)
    meant = {name: choose_named(name, people) for name, people in alike.items()}
    known = {name: people[0] for name, people in meant.items() if len(people) == 1}
    like = _people_like([name for name, people in alike.items() if not people])
    unclear = {
        name: tuple(meant[name] or alike[name]) for name in names if name not in known and alike[name]
    } | like
    return FilesReview(
        event=event,
        faults=(*problems.faults, *_faults_of(event)),
        remarks=tuple(problems.remarks),
        known=known,
        unclear=unclear,
        likely_new=frozenset(like),
        new=tuple(name for name in names if name not in known and name not in unclear),
        more_faults=problems.more_faults,
    )


def names_of(event: FileEvent) -> list[str]:
    """Return the names of all people of the event, those of pairs apart."""
    names = (name for division in event.divisions for player in division.players for name in player.names)
    return list(dict.fromkeys(names))


def _faults_of(event: FileEvent) -> Iterator[FileProblem]:
    """Yield the faults of what was read, whatever the format."""
    if not any(division.players for division in event.divisions):
        yield FileProblem("", None, RuleViolation("no_players", _("These files have no players.")))
    if len(names_of(event)) > MOST_PLAYERS:
        yield FileProblem("", None, division_full())
    seen: set[str] = set()
    for division in event.divisions:
        for player in division.players:
            for name in player.names:
                if error := _fault_of_name(name, seen):
                    yield FileProblem(division.name, None, error)
                seen.add(folding.fold(name))
            for error in _long_texts(player):
                yield FileProblem(division.name, None, error)


def _fault_of_name(name: str, seen: Collection[str]) -> RuleViolation | None:
    if len(name) > NAME_LENGTH:
        return RuleViolation("name_too_long", _("A name has at most {most} characters."), most=NAME_LENGTH)
    if not any(map(str.isalpha, name)):
        return RuleViolation("name_missing", _("“{name}” is not a name: it has no letters."), name=name[:40])
    if folding.fold(name) in seen:
        return RuleViolation("name_twice", _("{name} appears twice."), name=name)
    return None


def _long_texts(player: FilePlayer) -> Iterator[RuleViolation]:
    """Yield an error for each text of a player that its column cannot hold."""
    columns = (_("Team"), player.team, NAME_LENGTH), (_("Group"), player.group, GROUP_LENGTH)
    for label, text, most in columns:
        if len(text) > most:
            yield RuleViolation(
                "text_too_long",
                _("{label}: “{text}” is longer than {most} characters."),
                label=label,
                text=text[:40],
                most=most,
            )


def _people_alike(names: Sequence[str]) -> dict[str, list[Player]]:
    """Return for each name the people of the list whose names have its words, whatever the accents."""
    alike: dict[str, list[Player]] = {}
    folded = [one for name in names if (one := folding.fold(name))]
    for player in Player.objects.filter(alike__in=folded).select_related("club").order_by("pk"):
        alike.setdefault(player.alike, []).append(player)
    return {name: alike.get(folding.fold(name), []) for name in names}


def _people_like(names: Sequence[str]) -> dict[str, tuple[Player, ...]]:
    """Return the people of the list whose names are almost those, the most alike first."""
    if not names:
        return {}
    like_names = LikeNames(Player.objects.order_by("pk").values_list("alike", flat=True))
    found = {name: like_names.find(folding.fold(name))[:MOST_LIKE] for name in names}
    people = _people_alike([each for like in found.values() for each in like])
    return {
        name: tuple(chain.from_iterable(people[each] for each in like))
        for name, like in found.items()
        if like
    }
