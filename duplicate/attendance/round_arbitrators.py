"""The players who arbitrated a round, put on record at their first act in it, for averages
(`duplicate.standings.rules.averages`).

An act counts before the round is announced: announcing it, or keying, checking or ruling on a slip of it. An act that
was undone counts for nobody.
Accounts act, and the post of an account names the player (`games.name_arbitrators`).
"""

from collections import defaultdict
from collections.abc import Collection, Mapping

from django.contrib.auth.models import User

from duplicate.log import audit_log
from duplicate.log.actions import Undo, codes_undone
from duplicate.models import AuditLogEntry, Game, Round
from duplicate.models.round_arbitrator import RoundArbitrator


def note_arbitrator(round_: Round, by: User) -> None:
    """Put on record that a player acts as an arbitrator in a round, inside the transaction of the act."""
    if round_.state == Round.State.ANNOUNCED or not _has_averages(round_.game):
        return
    entry_id = round_.game.event.posts.filter(user=by).values_list("entry", flat=True).first()
    if entry_id is not None:
        RoundArbitrator.objects.get_or_create(round=round_, entry_id=entry_id, user=by)


def review_arbitrator(round_: Round, by: User) -> None:
    """Put on record whether a player arbitrates a round, after an act of theirs in it was undone or redone."""
    if round_.state == Round.State.ANNOUNCED or not _has_averages(round_.game):
        return
    if _acts_of(round_.game, [round_], [by.pk]):
        note_arbitrator(round_, by)
    else:
        RoundArbitrator.objects.filter(round=round_, user=by).delete()


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
    keys. Acts that were undone count for nobody.
    """
    round_of = {round_.number: round_.pk for round_ in rounds}
    codes = {*codes_undone(Undo.SLIPS), *audit_log.ANNOUNCED, *audit_log.REVERSALS, "round_cancelled"}
    log = AuditLogEntry.objects.filter(game=game, act__in=codes, number__in=round_of).order_by("pk")
    rows = list(log.values_list("pk", "undoes", "act", "by", "number"))
    in_force = audit_log.acts_in_force((key, undoes) for key, undoes, *_rest in rows)
    acted: dict[int | None, set[int]] = defaultdict(set)
    announced: set[int | None] = set()
    for key, _undoes, act, by, number in rows:
        if act == "round_cancelled":
            # The rows so far are of another round with this number.
            acted.pop(number, None)
            announced.discard(number)
        elif key in in_force and number not in announced and by in users:
            acted[number].add(by)
        if act in audit_log.ANNOUNCED:
            announced.add(number)
    return {(by, round_of[number]) for number, accounts in acted.items() if number for by in accounts}
