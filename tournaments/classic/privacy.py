"""Receivers that export and erase what divisions keep of a person, for `tournaments.people.privacy`."""

from collections.abc import Collection
from functools import reduce
from operator import or_
from typing import Any

from django.db.models import Q
from django.dispatch import receiver

from tournaments.classic.models import GcgFile, RatingChange, TournamentUpload
from tournaments.core.text import folding
from tournaments.models import Player
from tournaments.people.privacy import erasing, told

RATED = ("before", "after", "games_before", "games", "performance", "deviation", "volatility")


@receiver(told)
def tell_ratings(player: Player, **_kwargs: Any) -> dict[str, Any]:
    changes = RatingChange.objects.filter(entrant__entry__player=player)
    return {
        "ratings": [
            {"event": change.rating.division.event.name, "version": change.rating.version}
            | {field: getattr(change, field) for field in RATED}
            for change in changes.select_related("rating__division__event")
        ]
    }


@receiver(erasing)
def erase_gcg_files(player: Player, **_kwargs: Any) -> None:
    """Delete the files in review of matches of the person: they can be read again."""
    of_player = (
        Q(**{f"match__{side}__entry__{role}": player})
        for side in ("first", "second")
        for role in ("player", "partner")
    )
    GcgFile.objects.filter(reduce(or_, of_player)).delete()


@receiver(erasing)
def erase_uploads(known: Collection[str], **_kwargs: Any) -> None:
    """Delete the files in review in which a line has a name by which the person was known."""
    names = [set(folding.fold_words(name)) for name in known]
    for upload in TournamentUpload.objects.all():
        lines = (set(folding.fold_words(line)) for _file, text in upload.texts for line in text.splitlines())
        if any(name <= line for line in lines for name in names):
            upload.delete()
