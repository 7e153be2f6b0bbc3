"""The clubs that a list names by their codes.

A club that a list knows by its code alone gets the code as its name, until a list, or a line further down, has
both: then it is renamed, or merged with the club of that name.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from django.contrib.auth.models import User
from django.db import transaction

from tournaments.locks import lock_clubs
from tournaments.models import CLUB_LENGTH, NUMBER_LENGTH, Club
from tournaments.names.folding import club_key
from tournaments.people.imports.files import FileLine
from tournaments.people.imports.rows import code_key
from tournaments.people.services import merge_clubs


@dataclass(frozen=True, slots=True)
class ClubNames:
    """The names of clubs by `code_key`; by the `club_key` of a code those that are `learnt` for clubs of which
    only the code was known; and the codes by the `club_key` of a name.
    """

    by_code: Mapping[str, str] = field(default_factory=dict)
    learnt: Mapping[str, str] = field(default_factory=dict)
    codes: Mapping[str, str] = field(default_factory=dict)


def names_in(lines: Iterable[FileLine]) -> dict[str, str]:
    """Return the names that the lines give to codes; two clubs of one name have the code behind it. Pure.

    Names and codes that are too long name no club.
    """
    found: dict[str, str] = {}
    for line in lines:
        if _has_code(line) and 0 < len(name := line.values.get("club", "")) <= CLUB_LENGTH:
            found.setdefault(code_key(line.values["club_code"]), name)
    often = Counter(map(club_key, found.values()))
    room = CLUB_LENGTH - NUMBER_LENGTH - len(" ()")
    return {
        code: f"{name[:room]} ({code})" if often[club_key(name)] > 1 else name for code, name in found.items()
    }


def read_club_names(lines: Iterable[FileLine]) -> ClubNames:
    """Return the names of the clubs of all codes in the lines that are known here or in the lines."""
    lines = [line for line in lines if _has_code(line)]
    if not lines:
        return ClubNames()
    told = names_in(lines)
    by_code, learnt = dict(told), {}
    for name, number in Club.objects.exclude(number="").values_list("name", "number"):
        code = code_key(number)
        if club_key(name) != club_key(number):
            by_code[code] = name
        elif code in told:
            learnt[club_key(number)] = told[code]
    for line in lines:
        by_code.setdefault(code := code_key(line.values["club_code"]), code)
    codes = {club_key(name): code for code, name in by_code.items()}
    return ClubNames(by_code, learnt, codes)


def _has_code(line: FileLine) -> bool:
    return 0 < len(line.values.get("club_code", "")) <= NUMBER_LENGTH


@transaction.atomic
def learn_clubs(names: ClubNames, by: User) -> None:
    """Rename the clubs of which only the code was known, and give codes to clubs that have none."""
    if not names.codes:
        return
    clubs = {club.key: club for club in lock_clubs(Club.objects.order_by().values_list("pk", flat=True))}
    for key, name in names.learnt.items():
        placeholder, same = clubs.get(key), clubs.get(club_key(name))
        if placeholder is None:
            continue
        if same is not None:
            merge_clubs(keep=same, other=placeholder, by=by)
            continue
        placeholder.name, placeholder.key = name, club_key(name)
        placeholder.save(update_fields=["name", "key"])
        clubs[placeholder.key] = placeholder
    taken = set(Club.objects.exclude(number="").values_list("number", flat=True))
    without = Club.objects.filter(
        number="", key__in=[key for key, code in names.codes.items() if code not in taken]
    )
    changed = list(without)
    for club in changed:
        club.number = names.codes[club.key]
    Club.objects.bulk_update(changed, ["number"])
