"""The check of names that a rule split: an administrator mends and confirms them, a page at a time, or those
without a doubt at once; or the rule splits them again, since lists here write the other part first.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db import transaction

from tournaments.models import NAME_LENGTH, Player
from tournaments.names.name_parts import NameParts, Order, split_name
from tournaments.people.services import lock_players, people_changed
from tournaments.processes.chunks import in_chunks

CHUNK = 500


@dataclass(frozen=True, slots=True)
class NameChecks:
    """The effect of a check, by the keys of players: the parts before and after of the names that are right
    now, and the names whose parts are not the name, which stay.
    """

    checked: Mapping[int, tuple[NameParts, NameParts]]
    refused: tuple[int, ...]


@transaction.atomic
def check_names(parts: Mapping[int, NameParts], by: User) -> NameChecks:
    """Store the parts of names, by the keys of players; who was changed or deleted meanwhile is left out."""
    before: dict[int, NameParts] = {}
    checked: list[Player] = []
    refused: list[int] = []
    for pk, player in lock_players(parts).items():
        told = parts[pk]
        if not _is_unsure(player):
            continue
        if not told.spell(player.name) or max(len(told.given), len(told.family)) > NAME_LENGTH:
            refused.append(pk)
            continue
        before[pk] = player.parts
        player.rename(player.name, told)
        checked.append(player)
    _store(checked, before, by)
    return NameChecks({player.pk: (before[player.pk], player.parts) for player in checked}, tuple(refused))


@transaction.atomic
def undo_checks(checked: Mapping[int, tuple[NameParts, NameParts]], by: User) -> int:
    """Give names the parts that they had before a check, to be looked at again; return how many.

    Names that were changed since then stay.
    """
    undone = [
        player
        for pk, player in lock_players(checked).items()
        if player.names_checked and player.federation_player_id is None and player.parts == checked[pk][1]
    ]
    for player in undone:
        player.rename(player.name, checked[player.pk][0], checked=False)
    _store(undone, {pk: after for pk, (_before, after) in checked.items()}, by)
    return len(undone)


def confirm_names(keys: Sequence[int]) -> int:
    """Note that the parts of these players' names are right, as far as nobody has looked at them; return how
    many these were.
    """
    count = 0
    for chunk in in_chunks(keys, CHUNK):
        with transaction.atomic():
            unsure = list(filter(_is_unsure, lock_players(chunk).values()))
            for player in unsure:
                player.rename(player.name, player.parts)
            _update(unsure)
        count += len(unsure)
    return count


def split_again(order: Order, by: User) -> int:
    """Split the names that nobody has looked at as of a list that writes this part first; return how many have
    other parts now.
    """
    count = 0
    unsure = Player.objects.filter(names_checked=False, federation_player=None).order_by("pk")
    for chunk in in_chunks(list(unsure.values_list("pk", flat=True)), CHUNK):
        with transaction.atomic():
            players = list(filter(_is_unsure, lock_players(chunk).values()))
            before = {player.pk: player.parts for player in players}
            for player in players:
                player.rename(player.name, split_name(player.name, order), checked=False)
            changed = [player for player in players if player.parts != before[player.pk]]
            _store(changed, before, by)
        count += len(changed)
    return count


def _is_unsure(player: Player) -> bool:
    return not player.names_checked and player.federation_player_id is None


def _store(players: Sequence[Player], before: Mapping[int, NameParts], by: User) -> None:
    """Store the parts of names. The same parts as before are no change of the person: the history has none."""
    changed = [player for player in players if player.parts != before[player.pk]]
    _update(players)
    if changed:
        Player.history.bulk_history_create(changed, update=True, default_user=by)
        people_changed.send(Player, organiser=changed[0].organiser_id)


def _update(players: Sequence[Player]) -> None:
    """Update the columns of names; an upsert by the key is much faster than an update with a case for every row."""
    if players:
        Player.objects.bulk_create(
            players, update_conflicts=True, update_fields=Player.OF_NAME, unique_fields=["pk"]
        )
