"""The players who arbitrated a round, put on record at their first act in it, for averages
(`duplicate.standings.averages`).

An act counts before the round is announced: announcing it, or keying, checking or ruling on a slip of it.
Accounts act, and the post of an account names the player (`games.name_arbitrators`).
"""

from collections.abc import Collection, Mapping

from django.contrib.auth.models import User
from django.db.models import F, Q

from duplicate.core import audit_log
from duplicate.models import AuditLogEntry, Game, Round, Ruling, Slip
from duplicate.models.round_arbitrator import RoundArbitrator


def note_arbitrator(round_: Round, by: User) -> None:
    """Put on record that a player acts as an arbitrator in a round, inside the transaction of the act."""
    if round_.state == Round.State.ANNOUNCED or not _has_averages(round_.game):
        return
    entry_id = round_.game.event.posts.filter(user=by).values_list("entry", flat=True).first()
    if entry_id is not None:
        RoundArbitrator.objects.get_or_create(round=round_, entry_id=entry_id, user=by)


def name_in_rounds(game: Game, entry_of: Mapping[int, int | None], *, since: int) -> bool:
    """Record which players the accounts were in the rounds from `since` on (None: no player); tell whether a
    row changed.
    """
    if not _has_averages(game):
        return False
    rounds = list(game.rounds.standing().filter(number__gte=since))
    acted = _acts_of(game, rounds, entry_of)
    changed = False
    for user_id, entry_id in entry_of.items():
        there = RoundArbitrator.objects.filter(round__in=rounds, user=user_id)
        others = there.exclude(entry=entry_id) if entry_id else there
        arbitrated = {round_id for by, round_id in acted if by == user_id}
        arbitrated |= set(others.values_list("round", flat=True))
        others_gone, _rows = others.delete()
        changed = changed or others_gone > 0
        if entry_id is None:
            continue
        missing = arbitrated - set(there.values_list("round", flat=True))
        RoundArbitrator.objects.bulk_create(
            RoundArbitrator(round_id=pk, entry_id=entry_id, user_id=user_id) for pk in sorted(missing)
        )
        changed = changed or bool(missing)
    return changed


def next_to_announce(game: Game) -> int:
    """Return the number of the first round that is not announced."""
    return max(game.rounds.announced().values_list("number", flat=True), default=0) + 1


def _has_averages(game: Game) -> bool:
    return game.rule_set.standings.arbitrators_averaged


def _acts_of(game: Game, rounds: Collection[Round], users: Collection[int]) -> set[tuple[int, int]]:
    """Return which of the accounts acted in which rounds before they were announced, as (account, round)
    keys.
    """
    rulings = Ruling.objects.filter(slip__round__in=rounds, by__in=users).filter(
        Q(slip__round__announced_at=None) | Q(made_at__lte=F("slip__round__announced_at"))
    )
    acted = set(rulings.values_list("by", "slip__round"))
    in_time = Slip.objects.filter(
        Q(round__announced_at=None) | Q(received_at__lte=F("round__announced_at")), round__in=rounds
    )
    for hand in ("keyed_by", "checked_by"):
        acted |= set(in_time.filter(**{f"{hand}__in": users}).values_list(hand, "round"))
    announced = {round_.number: round_.pk for round_ in rounds if round_.state == Round.State.ANNOUNCED}
    rows = AuditLogEntry.objects.filter(
        game=game, act__in=audit_log.ANNOUNCED, number__in=announced
    ).order_by("pk")
    # The last announcement counts: a round of the same number may have been cancelled.
    announcer = {number: by for number, by in rows.values_list("number", "by") if number is not None}
    acted |= {(by, announced[number]) for number, by in announcer.items() if by is not None and by in users}
    return acted
