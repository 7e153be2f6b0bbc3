"""Receivers that erase and export what duplicate games keep of a person, for `tournaments.people.privacy`.

Slips, rulings and questions stay: they belong to the game, and name nobody once the name is erased.
"""

from collections.abc import Collection
from typing import Any

from django.db.models import F, QuerySet
from django.dispatch import receiver
from django.utils.translation import gettext_lazy as _

from duplicate.log.audit_log import public_params
from duplicate.models import AuditLogEntry, DeckCard, Game, Question, Ruling, Slip
from tournaments.errors import RuleViolation
from tournaments.live.broadcast import wake_after_commit
from tournaments.models import Player
from tournaments.people.merging import entries_of
from tournaments.people.privacy import erase_files, erased, erasing, replace_names, told


@receiver(erasing)
def check_games_are_over(player: Player, **_kwargs: Any) -> None:
    playing = _games_of(player).filter(state=Game.State.PLAYING).first()
    if playing is not None:
        raise RuleViolation(
            "player_in_game",
            _("{name} is in the game “{game}”, which is not over."),
            name=player.name,
            game=playing.name,
        )


@receiver(erasing)
def erase_in_logs_of_others(player: Player, known: Collection[str], **_kwargs: Any) -> None:
    """Erase the person's name from log rows of the organiser without an entry, and delete documents made of
    those events.

    Such a row names a player who was removed from a game: no entry refers to them any more.
    """
    own = AuditLogEntry.objects.filter(game__event__organiser=player.organiser_id)
    rows = own.filter(entry=None, params__has_key="name")
    erase_files(rows.filter(params__name__in=known).values("game__event"))
    _rename(rows, known, "–")


@receiver(erasing)
def erase_deck(player: Player, **_kwargs: Any) -> None:
    """Delete the person's deck of missed tops."""
    DeckCard.objects.filter(entry__in=entries_of(player)).delete()


@receiver(erased)
def erase_in_games(player: Player, known: Collection[str], **_kwargs: Any) -> None:
    games = _games_of(player)
    # Select by entry, not by name: a namesake may play in the same game.
    _rename(AuditLogEntry.objects.filter(entry__in=entries_of(player)), known, player.name)
    for game in games:
        # The new version makes open screens reload.
        Game.objects.filter(pk=game.pk).update(version=F("version") + 1)
        wake_after_commit(game.code)


@receiver(told)
def tell_games(player: Player, **_kwargs: Any) -> dict[str, Any]:
    entries = entries_of(player)
    slips = Slip.objects.filter(entry__in=entries).select_related("round__game").prefetch_related("rulings")
    acts = AuditLogEntry.objects.filter(entry__in=entries).select_related("game").order_by("pk")
    questions = Question.objects.filter(entry__in=entries).select_related("round__game").order_by("pk")
    return {
        "slips": [
            _round_data(slip)
            | {
                "word": slip.word,
                "says_top": slip.says_top,
                "reference": slip.reference,
                "stated_score": slip.stated_score,
                "received_at": slip.received_at,
                "counts": slip.effective,
            }
            | {"rulings": [_ruling(ruling) for ruling in slip.rulings.all()]}
            for slip in slips.order_by("pk")
        ],
        "questions": [
            _round_data(question)
            | {"text": question.text, "answer": question.answer, "asked_at": question.asked_at}
            for question in questions
        ],
        "missed_tops_repeated": [
            _round_data(card) | {"seen_at": card.seen_at, "due": card.due}
            for card in DeckCard.objects.filter(entry__in=entries).select_related("round__game")
        ],
        "acts": [
            {"game": act.game.name, "at": act.at, "act": act.act, "values": public_params(act.params)}
            for act in acts
        ],
    }


def _round_data(row: Slip | Question | DeckCard) -> dict[str, Any]:
    return {"game": row.round.game.name, "code": row.round.game.code, "round": row.round.number}


def _ruling(ruling: Ruling) -> dict[str, Any]:
    return {
        "score": ruling.score,
        "sanction": ruling.sanction,
        "warnings": ruling.warnings,
        "code": ruling.code,
        "reason": ruling.reason,
        "made_at": ruling.made_at,
    }


def _games_of(player: Player) -> QuerySet[Game]:
    return Game.objects.filter(event__in=entries_of(player).values("event"))


def _rename(rows: QuerySet[AuditLogEntry], known: Collection[str], name: str) -> None:
    for row in rows.iterator():
        params = replace_names(row.params, known, name)
        if params != row.params:
            AuditLogEntry.objects.filter(pk=row.pk).update(params=params)
