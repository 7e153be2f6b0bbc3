"""Rating a division as a whole, and taking that back: each adds a version, and the last version holds.

Invariants: a division counts once for a player's rating. Rating it again, after a correction, starts from the
same earlier ratings and replaces its first result. The divisions of a player are therefore rated in order:
while a later rating with any of the same players holds, an earlier one cannot change. If a rating was changed
in another way meanwhile, by a list or by hand, it keeps that value.

Pairs are not rated. A system that needs to know how many games a rating rests on asks for it where it is not known.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import F, OuterRef, QuerySet, Subquery
from django.utils.translation import gettext_lazy as _
from django.utils.translation import npgettext_lazy
from simple_history.utils import bulk_update_with_history

from tournaments.classic.acts.audit_log import write_division_act
from tournaments.classic.acts.locks import lock_division
from tournaments.classic.models import Division, DivisionEntry, DivisionRating, RatingChange
from tournaments.classic.rating import SYSTEMS, RatedPlayer, RatingLine, RatingSystem
from tournaments.classic.rounds.selectors import round_counts
from tournaments.classic.rounds.values import matches_of_division
from tournaments.errors import RuleViolation
from tournaments.models import Player
from tournaments.people.services import lock_players
from tournaments.time import clock

BATCH = 500
REASON_LENGTH = 100
MOST_GAMES = 100_000
GAMES_MISSING = "rated_games_missing"

# A player's rating and the number of rated games behind it; both None for a newcomer.
Held = tuple[int | None, int | None]


@dataclass(frozen=True, slots=True)
class RatedLine:
    """One player's rating change by a system, in force or a preview."""

    entrant: DivisionEntry
    change: RatingChange
    system: RatingSystem

    @property
    def difference(self) -> int | None:
        return None if self.change.before is None else self.change.after - self.change.before

    @property
    def is_provisional(self) -> bool:
        return self.system.is_provisional(self.change.games_after, self.change.deviation)


@dataclass(frozen=True, slots=True)
class RatingShown:
    """The ratings of a division. `holding` is the version in force, or None; then `lines` are a preview.

    `missing` says what must be there first; `outdated`, that the results or the system have changed since.
    `unknown` are the players of whom the system must know how many rated games they had played before.
    """

    lines: tuple[RatedLine, ...]
    holding: DivisionRating | None
    missing: RuleViolation | None
    outdated: bool
    unknown: tuple[DivisionEntry, ...]


@transaction.atomic
def rate_division(*, division: Division, by: User) -> DivisionRating:
    """Rate all who played, and store their new ratings; do nothing if nothing has changed since.

    Raises:
        RuleViolation: rounds, results or numbers of games are missing, nobody played, or a later division has been
            rated since.
    """
    locked_division = lock_division(division, by)
    if (missing := _missing(locked_division)) is not None:
        raise missing
    entrants = _entrants(locked_division)
    last = holding_of(locked_division)
    given = read_changes(last)
    players = lock_players([entrant.entry.player_id for entrant in entrants])
    changes = _changes(entrants, players, given, locked_division)
    if not changes:
        raise RuleViolation("nobody_rated", _("No match of this division can be rated."))
    if unknown := _unknown_games(locked_division, changes):
        raise _games_missing(unknown)
    if last is not None and not _is_outdated(locked_division, last, changes, given):
        return last
    _check_later(locked_division, last)
    made = _version(locked_division, by)
    for change in changes:
        change.rating = made
    RatingChange.objects.bulk_create(changes, batch_size=BATCH)
    after: dict[int, Held] = {change.entrant_id: (change.after, change.games_after) for change in changes}
    _hand_out(locked_division, by, entrants=entrants, players=players, given=given, after=after)
    write_division_act(locked_division, "division_rated", by=by, count=len(changes))
    return made


@transaction.atomic
def take_rating_back(*, division: Division, by: User, seen: int | None = None) -> None:
    """Restore everybody's earlier rating, as a further version. `seen` is the version that was shown.

    Raises:
        RuleViolation: the division is not rated, or in another version; or a later division has been rated since.
    """
    locked_division = lock_division(division, by)
    last = holding_of(locked_division)
    if last is None:
        raise RuleViolation("not_rated", _("This division is not rated."))
    if seen not in {None, last.version}:
        raise RuleViolation("rated_again", _("This division has been rated again in the meantime."))
    _check_later(locked_division, last)
    entrants = _entrants(locked_division)
    players = lock_players([entrant.entry.player_id for entrant in entrants])
    _version(locked_division, by, taken_back=True)
    _hand_out(locked_division, by, entrants=entrants, players=players, given=read_changes(last), after={})
    write_division_act(locked_division, "division_rating_taken_back", by=by)


def rating_shown(division: Division) -> RatingShown:
    """Return the ratings in force, or a preview from the current results; highest first."""
    entrants = _entrants(division)
    holding = holding_of(division)
    given = read_changes(holding)
    players = {entrant.entry.player_id: entrant.entry.player for entrant in entrants}
    would = _changes(entrants, players, given, division)
    by_key = {entrant.pk: entrant for entrant in entrants}
    changes = list(given.values()) if holding else would
    system = SYSTEMS[holding.system if holding else division.rating_system]
    lines = [RatedLine(by_key[change.entrant_id], change, system) for change in changes]
    lines.sort(key=lambda line: (-line.change.after, line.entrant.number))
    outdated = holding is not None and _is_outdated(division, holding, would, given)
    unknown = tuple(by_key[key] for key in _unknown_games(division, would))
    missing = _missing(division) or (_games_missing(unknown) if unknown else None)
    return RatingShown(tuple(lines), holding, missing, outdated, unknown)


def rating_gains(division: Division) -> dict[int, int]:
    """Return the points that everybody has gained or lost so far, by entrant; not those of newcomers."""
    lines = rating_shown(division).lines
    return {line.entrant.pk: line.difference for line in lines if line.difference is not None}


@transaction.atomic
def set_rated_games(*, division: Division, games: Mapping[int, int], by: User) -> int:
    """Store how many rated games players had played before, by entrant, and return of how many.

    Only numbers that are not known yet are stored: others are changed in the list of people.

    Raises:
        RuleViolation: a number is out of range.
    """
    locked_division = lock_division(division, by)
    if any(not 0 <= number <= MOST_GAMES for number in games.values()):
        raise RuleViolation(
            "rated_games_range", _("A number of rated games is from 0 to {most}."), most=MOST_GAMES
        )
    entrants = {
        entrant.entry.player_id: entrant.pk for entrant in _entrants(locked_division) if entrant.pk in games
    }
    players = lock_players(list(entrants))
    changed = [player for player in players.values() if player.rated_games is None]
    for player in changed:
        player.rated_games = games[entrants[player.pk]]
    if changed:
        _save_players(locked_division, by, changed)
        write_division_act(locked_division, "rated_games_set", by=by, count=len(changed))
    return len(changed)


def holding_of(division: Division) -> DivisionRating | None:
    """Return the version in force; None if the last one took the rating back."""
    last = division.ratings.select_related("by").order_by("-version").first()
    return None if last is None or last.taken_back else last


def _entrants(division: Division) -> list[DivisionEntry]:
    rows = division.entries.filter(entry__partner=None).order_by("number")
    return list(rows.select_related("entry__player__club", "entry__partner"))


def read_changes(rating: DivisionRating | None) -> dict[int, RatingChange]:
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
        entrant.pk: rating_before(players[entrant.entry.player_id], given.get(entrant.pk))
        for entrant in entrants
        if entrant.entry.player_id in players
    }
    system = SYSTEMS[division.rating_system]
    known = {} if system.sure is None else _deviations_before(division, entrants)
    rated = [
        RatedPlayer(key, rating, games or 0, *known.get(key, (None, None)))
        for key, (rating, games) in before.items()
    ]
    lines = system.rate(rated, matches_of_division(division), division.rounds_planned)
    return [_change(line, before[line.key][1]) for line in lines if line.games]


def _deviations_before(
    division: Division, entrants: list[DivisionEntry]
) -> dict[int, tuple[float | None, float | None]]:
    """Return deviation and volatility by entrant, as the last division rated by the same system left them."""
    player_of = {entrant.pk: entrant.entry.player_id for entrant in entrants}
    rows = RatingChange.objects.filter(
        rating__in=_holding_ratings().exclude(division=division).filter(system=division.rating_system),
        entrant__entry__player__in=player_of.values(),
    ).order_by("rating_id")
    left = {
        player: (deviation, volatility)
        for player, deviation, volatility in rows.values_list(
            "entrant__entry__player", "deviation", "volatility"
        )
    }
    return {key: left[player] for key, player in player_of.items() if player in left}


def rating_before(player: Player, change: RatingChange | None) -> Held:
    """Return the rating and the rated games of a player before a division counted, with its change if it does."""
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
        deviation=line.deviation,
        volatility=line.volatility,
    )


def _unknown_games(division: Division, changes: list[RatingChange]) -> list[int]:
    """Return who is rated and of whom the number of games before is not known, if the system needs it."""
    if SYSTEMS[division.rating_system].provisional_games is None:
        return []
    return [
        change.entrant_id for change in changes if change.before is not None and change.games_before is None
    ]


def _games_missing(unknown: Sequence[object]) -> RuleViolation:
    return RuleViolation(
        GAMES_MISSING,
        _("The number of earlier rated games is unknown for some players: {count}."),
        count=len(unknown),
    )


def _is_outdated(
    division: Division,
    holding: DivisionRating,
    changes: list[RatingChange],
    given: Mapping[int, RatingChange],
) -> bool:
    def told(change: RatingChange) -> tuple[object, ...]:
        rated = (change.before, change.after, change.games_before, change.games, change.score)
        return change.entrant_id, *rated, change.performance

    if holding.system != division.rating_system:
        return True
    return {told(change) for change in changes} != {told(change) for change in given.values()}


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
    for entrant in entrants:
        player, was = players.get(entrant.entry.player_id), given.get(entrant.pk)
        if player is None or (was is None and entrant.pk not in after):
            continue
        now: Held = (player.rating, player.rated_games)
        if was is not None and now != (was.after, was.games_after):
            continue
        new = after[entrant.pk] if entrant.pk in after else rating_before(player, was)
        if new != now:
            player.rating, player.rated_games = new
            changed.append(player)
    if changed:
        _save_players(division, by, changed)


def _save_players(division: Division, by: User, players: list[Player]) -> None:
    bulk_update_with_history(
        players,
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
            npgettext_lazy(
                "match",
                "{played} of {planned} round has been played.",
                "{played} of {planned} rounds have been played.",
                "planned",
            ),
            played=len(counts),
            planned=division.rounds_planned,
        )
    return None


def _check_later(division: Division, last: DivisionRating | None) -> None:
    """Refuse to change ratings that a later division's ratings start from."""
    if last is None:
        return
    mine = last.changes.values("entrant__entry__player")
    later = (
        _holding_ratings()
        .filter(pk__gt=last.pk)
        .filter(changes__entrant__entry__player__in=mine)
        .exclude(division=division)
        .select_related("division__event")
        .first()
    )
    if later is not None:
        raise RuleViolation(
            "rated_since",
            _(
                "{event}, {division}, has been rated since with some of the same players: undo that "
                "rating first."
            ),
            event=later.division.event.name,
            division=later.division.name,
        )


def _holding_ratings() -> QuerySet[DivisionRating]:
    """Return the versions in force of all divisions."""
    newest = (
        DivisionRating.objects.filter(division=OuterRef("division")).order_by("-version").values("pk")[:1]
    )
    rows = DivisionRating.objects.annotate(newest=Subquery(newest))
    return rows.filter(pk=F("newest"), taken_back=False)


def _version(division: Division, by: User, *, taken_back: bool = False) -> DivisionRating:
    last = division.ratings.order_by("-version").first()
    version = last.version + 1 if last else 1
    return division.ratings.create(
        version=version, taken_back=taken_back, system=division.rating_system, by=by, at=clock.now()
    )
