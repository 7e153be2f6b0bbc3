"""Receivers that export and erase what divisions keep of a person, for `tournaments.people.privacy`."""

from collections.abc import Collection, Iterator
from functools import reduce
from operator import or_
from typing import Any

from django.db.models import Q
from django.dispatch import receiver

from engine.formats.gcg_encodings import decode
from tournaments.classic.models import AnnotatedGame, GcgFile, RatingChange, TournamentUpload
from tournaments.models import Player
from tournaments.names import folding
from tournaments.names.name_parts import PAIR, join_pair
from tournaments.people.privacy import NO_NAME, erasing, told

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
def erase_gcg_files(player: Player, known: Collection[str], **_kwargs: Any) -> None:
    """Delete the files in review of matches of the person, or with their name: they can be read again."""
    of_player = (
        Q(**{f"match__{side}__entry__{role}": player})
        for side in ("first", "second")
        for role in ("player", "partner")
    )
    GcgFile.objects.filter(reduce(or_, of_player)).delete()
    own = GcgFile.objects.filter(division__event__organiser=player.organiser_id)
    for file in own:
        if _has_name(decode(bytes(file.content)), known):
            file.delete()


@receiver(erasing)
def erase_uploads(known: Collection[str], **_kwargs: Any) -> None:
    """Delete the files in review in which a line has a name by which the person was known."""
    for upload in TournamentUpload.objects.all():
        if any(_has_name(text, known) for _file, text in upload.texts):
            upload.delete()


@receiver(erasing)
def erase_annotated_names(player: Player, known: Collection[str], **_kwargs: Any) -> None:
    """Put a dash in the place of the person's name in annotated games."""
    for game in _games_of(player, known):
        for field in ("first_name", "second_name"):
            parts = getattr(game, field).split(PAIR)
            setattr(game, field, join_pair(NO_NAME if _is_known(part, known) else part for part in parts))
        game.save(update_fields=["first_name", "second_name"])


@receiver(told)
def tell_annotated_games(player: Player, **_kwargs: Any) -> dict[str, Any]:
    games = _games_of(player, [player.name])
    return {
        "annotated_games": [
            {"event": game.division.event.name, "names": [game.first_name, game.second_name]}
            for game in games
        ]
    }


def _games_of(player: Player, known: Collection[str]) -> Iterator[AnnotatedGame]:
    """Yield the annotated games of the person's organiser with one of these names, which they know people by."""
    games = AnnotatedGame.objects.filter(division__event__organiser=player.organiser_id)
    for game in games.select_related("division__event").defer("text"):
        names = (game.first_name, game.second_name)
        if any(_is_known(part, known) for name in names for part in name.split(PAIR)):
            yield game


def _is_known(name: str, known: Collection[str]) -> bool:
    return folding.fold(name) in {folding.fold(one) for one in known}


def _has_name(text: str, known: Collection[str]) -> bool:
    """Tell whether a line of the text has one of these names."""
    names = [set(folding.fold_words(name)) for name in known]
    lines = (set(folding.fold_words(line)) for line in text.splitlines())
    return any(name <= line for line in lines for name in names)
