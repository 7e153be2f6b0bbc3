"""Prizes of a division: the director's settings, and the current winners (`tournaments.classic.rules.prizes`)."""

from collections.abc import Sequence
from dataclasses import dataclass, fields

from django.contrib.auth.models import User
from django.db import transaction

from tournaments.classic.acts.audit_log import write_division_act
from tournaments.classic.acts.locks import lock_division
from tournaments.classic.models import Division, DivisionPrize
from tournaments.classic.rounds.values import contestants_of, matches_of_division, rules_of
from tournaments.classic.rules.prizes import Prize, award_prizes
from tournaments.classic.rules.standings import ClassicLine, rank_division
from tournaments.classic.standings.ratings import rating_gains
from tournaments.events.prizes import replace_prizes
from tournaments.names.folding import series_key


@dataclass(frozen=True, slots=True)
class Winner:
    """A winner of a prize, alone or with others; `name` is as the reader may see it."""

    key: int
    name: str
    club: str


@dataclass(frozen=True, slots=True)
class Awarded:
    """A prize, its winners (empty if there are none yet), and the rank, score, spread or points of a rating that
    wins it.

    `line` is the standings line of the winners of a prize by rank: equals have the same wins and spread.
    """

    row: DivisionPrize
    winners: tuple[Winner, ...]
    figure: int | None
    line: ClassicLine | None = None

    @property
    def is_shared(self) -> bool:
        return len(self.winners) > 1


@transaction.atomic
def set_prizes(
    *, division: Division, prizes: Sequence[DivisionPrize], one_each: bool, by: User, seen: str | None = None
) -> None:
    """Replace the division's prizes by these, in their order, the greater before the smaller.

    `seen` is the `prizes_version` of the list that was shown.

    Raises:
        RuleViolation: there are too many, one has no name, a place is out of range, or the list has changed.
    """
    division = lock_division(division, by)
    replace_prizes(division, prizes, one_each=one_each, seen=seen)
    write_division_act(division, "prizes_set", by=by, count=len(prizes))


def awards_of(division: Division) -> list[Awarded]:
    """Return who would win each prize if the division ended now; nobody before the first result.

    A rating gain is that of the rating in force, else the one that the results so far would make.
    """
    rows = list(division.prizes.order_by("number"))
    contestants = contestants_of(division)
    matches = matches_of_division(division)
    lines = [line for line in rank_division(contestants, matches, rules_of(division)) if line.rounds]
    by_key = {
        contestant.key: Winner(contestant.key, contestant.name, contestant.club) for contestant in contestants
    }
    by_rating = any(row.kind == DivisionPrize.Kind.RATING_GAIN for row in rows)
    awards = award_prizes(
        lines,
        matches,
        list(map(prize_of, rows)),
        one_each=division.one_prize_each,
        gains=rating_gains(division) if by_rating else None,
    )
    line_of = {line.contestant.key: line for line in lines}
    return [
        Awarded(
            row,
            tuple(by_key[key] for key in award.winners),
            award.figure,
            line_of[award.winners[0]] if row.kind == "rank" and award.winners else None,
        )
        for row, award in zip(rows, awards, strict=True)
    ]


def prize_of(row: DivisionPrize) -> Prize:
    """Return the row as the value that rules and files know."""
    return Prize(**{field.name: getattr(row, field.name) for field in fields(Prize)})


def classes_of(division: Division) -> list[str]:
    """Return the classes that somebody of the division is in."""
    return sorted(
        {name for contestant in contestants_of(division) for name in contestant.classes}, key=series_key
    )
