"""Rating a division as a whole, and taking that back: each adds a version, and the last version holds.

Invariants: a division counts once for a player's rating. Rating it again, after a correction, starts from the
same earlier ratings and replaces its first result. The divisions of a player are therefore rated in order:
while a later rating with any of the same players holds, an earlier one cannot change. If a rating was changed
in another way meanwhile, by a list or by hand, it keeps that value.

Pairs are not rated. A player with a rating, but no number of rated games, is provisional.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import F, OuterRef, Subquery
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy
from simple_history.utils import bulk_update_with_history

from tournaments.classic.core.audit_log import write_division_act
from tournaments.classic.core.locks import lock_division
from tournaments.classic.models import Division, DivisionEntry, DivisionRating, RatingChange
from tournaments.classic.rounds.selectors import round_counts
from tournaments.classic.rounds.values import matches_of_division
from tournaments.classic.rules.elo import RatedPlayer, RatingLine, RatingRules, rate_event
from tournaments.core import clock
from tournaments.core.errors import RuleViolation
from tournaments.models import Player
from tournaments.people.services import lock_players

RULES = RatingRules()
BATCH = 500
REASON_LENGTH = 100

# A player's rating and the number of rated games behind it; both None for a newcomer.
Held = tuple[int | None, int | None]


@dataclass(frozen=True, slots=True)
class RatedLine:
    """One player's rating change, in force or a preview; with few `games_after` the rating is provisional."""

    entrant: DivisionEntry
    change: RatingChange

    @property
    def difference(self) -> int | None:
        return None if self.change.before is None else self.change.after - self.change.before

    @property
    def is_provisional(self) -> bool:
        return self.change.games_after < RULES.provisional_games


@dataclass(frozen=True, slots=True)
class RatingShown:
    """The ratings of a division. `holding` is the version in force, or None; then `lines` are a preview.

    `missing` says what must be there first; `outdated`, that the results have changed since.
    """

    lines: tuple[RatedLine, ...]
    holding: DivisionRating | None
    missing: RuleViolation | None
    outdated: bool


@transaction.atomic
def rate_division(*, division: Division, by: User) -> DivisionRating:
    """Rate all who played, and store their new ratings; does nothing if nothing has changed since the last
    time.

    Raises:
        RuleViolation: rounds or results are missing, nobody played, or a later division has been rated since.
    """
    held = lock_division(division, by)
    if (missing := _missing(held)) is not None:
        raise missing
    entrants = _entrants(held)
    last = holding_of(held)
    given = _read_changes(last)
    players = lock_players([one.entry.player_id for one in entrants])
    changes = _changes(entrants, players, given, held)
    if not changes:
        raise RuleViolation("nobody_rated", _("No match of this division can be rated."))
    if last is not None and _same(changes, given):
        return last
    _check_later(held, last)
    made = _version(held, by)
    for change in changes:
        change.rating = made
    RatingChange.objects.bulk_create(changes, batch_size=BATCH)
    after: dict[int, Held] = {change.entrant_id: (change.after, change.games_after) for change in changes}
    _hand_out(held, by, entrants=entrants, players=players, given=given, after=after)
    write_division_act(held, "division_rated", by=by, count=len(changes))
    return made


@transaction.atomic
def take_rating_back(*, division: Division, by: User) -> None:
    """Restore everybody's earlier rating, as a further version.

    Raises:
        RuleViolation: the division is not rated, or a later division has been rated since.
    """
    held = lock_division(division, by)
    last = holding_of(held)
    if last is None:
        raise RuleViolation("not_rated", _("This division is not rated."))
    _check_later(held, last)
    entrants = _entrants(held)
    players = lock_players([one.entry.player_id for one in entrants])
    _version(held, by, taken_back=True)
    _hand_out(held, by, entrants=entrants, players=players, given=_read_changes(last), after={})
    write_division_act(held, "division_rating_taken_back", by=by)


def rating_shown(division: Division) -> RatingShown:
    """Return the ratings in force, or a preview from the current results; highest first."""
    entrants = _entrants(division)
    holding = holding_of(division)
    given = _read_changes(holding)
    players = {one.entry.player_id: one.entry.player for one in entrants}
    would = _changes(entrants, players, given, division)
    by_key = {one.pk: one for one in entrants}
    changes = list(given.values()) if holding else would
    lines = [RatedLine(by_key[change.entrant_id], change) for change in changes]
    lines.sort(key=lambda line: (-line.change.after, line.entrant.number))
    outdated = holding is not None and not _same(would, given)
    return RatingShown(tuple(lines), holding, _missing(division), outdated)


def holding_of(division: Division) -> DivisionRating | None:
    """Return the version in force; None if the last one took the rating back."""
    last = division.ratings.select_related("by").order_by("-version").first()
    return None if last is None or last.taken_back else last


def _entrants(division: Division) -> list[DivisionEntry]:
    rows = division.entries.filter(entry__partner=None).order_by("number")
    return list(rows.select_related("entry__player__club", "entry__partner"))


def _read_changes(rating: DivisionRating | None) -> dict[int, RatingChange]:
    """Return the changes of a version, by entrant."""
    return {} if rating is None else {change.entrant_id: change for change in rating.changes.all()}


def _changes(
    entrants: list[DivisionEntry],
    players: Mapping[int, Player],
    given: Mapping[int, RatingChange],
    division: Division,
) -> list[RatingChange]:
    """Compute the rating change of everybody who played, from their ratings before the division counted."""
    before = {
        one.pk: _rating_before(players[one.entry.player_id], given.get(one.pk))
        for one in entrants
        if one.entry.player_id in players
    }
    rated = [RatedPlayer(key, rating, games or 0) for key, (rating, games) in before.items()]
    lines = rate_event(rated, matches_of_division(division), RULES)
    return [_change(line, before[line.key][1]) for line in lines if line.games]


def _rating_before(player: Player, change: RatingChange | None) -> Held:
    if change is not None:
        return change.before, change.games_before
    return player.rating, player.rated_games


def _change(line: RatingLine, games_before: int | None) -> RatingChange:
    assert line.after is not None
    assert line.performance is not None
    assert line.opponents is not None
    return RatingChange(
        entrant_id=line.key,
        how=line.how,
        before=line.before,
        after=line.after,
        games_before=games_before,
        games=line.games,
        score=line.score,
        expected=round(line.expected, 4),
        k=line.k,
        opponents=round(line.opponents, 2),
        performance=line.performance,
    )


def _same(changes: list[RatingChange], given: Mapping[int, RatingChange]) -> bool:
    def told(change: RatingChange) -> tuple[object, ...]:
        figures = (change.before, change.after, change.games_before, change.games)
        return change.entrant_id, *figures, change.score, change.performance

    return {told(change) for change in changes} == {told(change) for change in given.values()}


def _hand_out(
    division: Division,
    by: User,
    *,
    entrants: list[DivisionEntry],
    players: Mapping[int, Player],
    given: Mapping[int, RatingChange],
    after: Mapping[int, Held],
) -> None:
    """Replace the ratings that the division has given by `after`; who is not in it gets the earlier rating back."""
    changed = []
    for one in entrants:
        player, was = players.get(one.entry.player_id), given.get(one.pk)
        if player is None or (was is None and one.pk not in after):
            continue
        now: Held = (player.rating, player.rated_games)
        if was is not None and now != (was.after, was.games_after):
            continue
        new = after[one.pk] if one.pk in after else _rating_before(player, was)
        if new != now:
            player.rating, player.rated_games = new
            changed.append(player)
    if changed:
        bulk_update_with_history(
            changed,
            Player,
            ["rating", "rated_games"],
            batch_size=BATCH,
            default_user=by,
            default_change_reason=f"{division.event.name}: {division.name}"[:REASON_LENGTH],
        )


def _missing(division: Division) -> RuleViolation | None:
    """Return what is missing before the division can be rated, or None."""
    counts = round_counts(division)
    for count in counts:
        if count.round.begun_at is None:
            return RuleViolation(
                "round_not_begun", _("Round {number} has not begun."), number=count.round.number
            )
        if count.missing:
            return RuleViolation(
                "results_missing",
                _("Results of round {number} are missing: {missing}."),
                number=count.round.number,
                missing=count.missing,
            )
    if len(counts) < division.rounds_planned:
        return RuleViolation(
            "rounds_missing",
            pgettext_lazy("match", "{played} of {planned} rounds have been played."),
            played=len(counts),
            planned=division.rounds_planned,
        )
    return None


def _check_later(division: Division, last: DivisionRating | None) -> None:
    """Refuse to change ratings that a later division's ratings start from."""
    if last is None:
        return
    mine = last.changes.values("entrant__entry__player")
    newest = (
        DivisionRating.objects.filter(division=OuterRef("division")).order_by("-version").values("pk")[:1]
    )
    later = (
        DivisionRating.objects.annotate(newest=Subquery(newest))
        .filter(pk=F("newest"), pk__gt=last.pk, taken_back=False)
        .filter(changes__entrant__entry__player__in=mine)
        .exclude(division=division)
        .select_related("division__event")
        .first()
    )
    if later is not None:
        raise RuleViolation(
            "rated_since",
            _(
                "{event}, {division}, has been rated since, with some of the same players: take that back first."
            ),
            event=later.division.event.name,
            division=later.division.name,
        )


def _version(division: Division, by: User, *, taken_back: bool = False) -> DivisionRating:
    last = division.ratings.order_by("-version").first()
    return DivisionRating.objects.create(
        division=division,
        version=last.version + 1 if last else 1,
        taken_back=taken_back,
        by=by,
        at=clock.now(),
    )
