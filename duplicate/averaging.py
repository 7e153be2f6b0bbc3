"""Who arbitrated which round, and which zeros came one after the other on paper: read from the rows, for
`duplicate.averages`. A rule set without averages asks nothing of the database.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence

from django.db.models import F, Q

from duplicate import log
from duplicate.averages import PaperZero, fault_of, find_averages, second_zeros
from duplicate.models import Game, LogEntry, Ruling, Slip
from duplicate.standings import Average, PlayerScores


def averages_for_game(
    game: Game, players: Sequence[PlayerScores], number_of: Mapping[int, int]
) -> dict[int, dict[int, Average]]:
    """The averages by player and round; `number_of` are the announced rounds, from 0 on, by their keys."""
    rules = game.rule_set
    arbitrated = _arbitrated(game, number_of) if rules.standings.arbitrators_averaged else {}
    zeros = _second_zeros(players, number_of) if rules.sanctions.second_zero_averaged else ()
    if not arbitrated and not zeros:
        return {}
    return find_averages(players, arbitrated=arbitrated, zeros=zeros, keyed=_keyed(zeros, number_of))


def _arbitrated(game: Game, number_of: Mapping[int, int]) -> dict[int, set[int]]:
    """The rounds that a player arbitrated: announced it, or keyed, checked or ruled on a slip of another before."""
    entry_of = dict(game.event.posts.filter(entry__isnull=False).values_list("user_id", "entry_id"))
    if not entry_of:
        return {}
    users = set(entry_of)
    before = Q(slip__round__in=number_of, made_at__lte=F("slip__round__announced_at"))
    done = set(Ruling.objects.filter(before, by__in=users).values_list("by_id", "slip__round_id"))
    in_time = Slip.objects.filter(round__in=number_of, received_at__lte=F("round__announced_at"))
    for hand in ("keyed_by", "checked_by"):
        done |= set(in_time.filter(**{f"{hand}__in": users}).values_list(f"{hand}_id", "round_id"))
    rounds: dict[int, set[int]] = defaultdict(set)
    for user_id, round_id in done:
        rounds[entry_of[user_id]].add(number_of[round_id])
    for number, announcer in _announcers(game, number_of).items():
        if announcer in entry_of:
            rounds[entry_of[announcer]].add(number)
    return rounds


def _announcers(game: Game, number_of: Mapping[int, int]) -> dict[int, int | None]:
    """Who announced each round; of one that was cancelled and played again, the last one."""
    index = {
        number: number_of[pk]
        for pk, number in game.rounds.filter(pk__in=number_of).values_list("pk", "number")
    }
    announced = LogEntry.objects.filter(game=game, act__in=log.ANNOUNCED, number__in=index).order_by("pk")
    return {index[number or 0]: user_id for number, user_id in announced.values_list("number", "by_id")}


def _second_zeros(players: Iterable[PlayerScores], number_of: Mapping[int, int]) -> tuple[PaperZero, ...]:
    """Asks of the few who have zeros in rounds one after the other."""
    suspects = [player.entry_id for player in players if _one_after_the_other(player.zeroed)]
    if not suspects:
        return ()
    columns = (
        "pk",
        "slip__entry_id",
        "slip__round_id",
        "slip__keyed_by_id",
        "sanction",
        "code",
        "reason",
        "by",
    )
    on_paper = Ruling.objects.filter(
        slip__entry__in=suspects,
        slip__round__in=number_of,
        slip__effective=True,
        slip__source=Slip.Source.DESK,
        slip__keyed_by__isnull=False,
    )
    last = {
        row[1:3]: row for row in sorted(on_paper.order_by().values_list(*columns), key=lambda row: row[0])
    }
    return second_zeros(
        PaperZero(entry_id, number_of[round_id], fault_of(code, reason, by_hand=by is not None), keyed_by)
        for _pk, entry_id, round_id, keyed_by, sanction, code, reason, by in last.values()
        if sanction == Ruling.Sanction.ZERO
    )


def _keyed(zeros: Collection[PaperZero], number_of: Mapping[int, int]) -> dict[tuple[int, int], set[int]]:
    """Whose slips the arbitrators of these zeros keyed in their rounds."""
    if not zeros:
        return {}
    numbers = {zero.number for zero in zeros}
    rows = Slip.objects.filter(
        round__in=[round_id for round_id, number in number_of.items() if number in numbers],
        effective=True,
        source=Slip.Source.DESK,
        keyed_by__in={zero.arbitrator for zero in zeros},
    )
    keyed: dict[tuple[int, int], set[int]] = defaultdict(set)
    for user_id, round_id, entry_id in rows.values_list("keyed_by_id", "round_id", "entry_id"):
        keyed[user_id, number_of[round_id]].add(entry_id)
    return keyed


def _one_after_the_other(numbers: Sequence[int]) -> bool:
    return any(number + 1 in numbers for number in numbers)
