"""The check of names that a rule split: an administrator mends and confirms them, a page at a time."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db import transaction
from simple_history.utils import bulk_update_with_history

from tournaments.core.text.name_parts import NameParts
from tournaments.models import NAME_LENGTH, Player
from tournaments.people.services import lock_players, people_changed

FIELDS = ("given_name", "family_name", "names_checked")


@dataclass(frozen=True, slots=True)
class NameChecks:
    """What a check did: the names that are right now, those of them that were mended, and those whose parts are
    not the name, which stay.
    """

    confirmed: int
    mended: int
    refused: tuple[str, ...]


@transaction.atomic
def check_names(parts: Mapping[int, NameParts], by: User) -> NameChecks:
    """Store the parts of names, by the keys of players; who was changed or deleted meanwhile is left out."""
    mended: list[Player] = []
    confirmed: list[Player] = []
    refused: list[str] = []
    for pk, player in lock_players(parts).items():
        told = parts[pk]
        if player.names_checked or player.federation_player_id is not None:
            continue
        if not told.spell(player.name) or max(len(told.given), len(told.family)) > NAME_LENGTH:
            refused.append(player.name)
            continue
        before = player.parts
        player.rename(player.name, told)
        (confirmed if player.parts == before else mended).append(player)
    bulk_update_with_history(mended, Player, FIELDS, batch_size=500, default_user=by)
    # The same parts are no change of the person: nothing of it goes into the history.
    Player.objects.bulk_update(confirmed, FIELDS, batch_size=500)
    if mended:
        people_changed.send(Player, organiser=mended[0].organiser_id)
    return NameChecks(len(mended) + len(confirmed), len(mended), tuple(refused))
