"""Progress of the arbitrators with the slips of the round, table by table, as each arbitrator sees the
others'.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.contrib.auth.models import User

from duplicate.attendance.seating import entries_of
from duplicate.models import Game, Round, Ruling
from tournaments.events.staff import JUDGES
from tournaments.models import Arbitrator
from tournaments.wording.number_ranges import range_text, ranges_text


@dataclass(frozen=True, slots=True)
class TableCount:
    """Counts over `tables` with players: slips that count, those among them ruled on by hand, conflicts to
    settle.
    """

    tables: int
    received: int
    by_hand: int
    conflicts: int

    @property
    def complete(self) -> bool:
        return self.received == self.tables and not self.conflicts


@dataclass(frozen=True, slots=True)
class PostLine:
    """One person at the desk.

    `tables` is text, empty for all tables; `count` is None for a helper, who judges nothing, and between
    rounds. `shared` lists the other arbitrators of some of these tables, with those tables.
    """

    post: Arbitrator
    name: str
    is_own: bool
    tables: str
    shared: tuple[tuple[str, str], ...]
    count: TableCount | None


@dataclass(frozen=True, slots=True)
class DeskPosts:
    """Everybody at the desk, the viewer first. `uncovered` are tables with players but without an
    arbitrator.
    """

    lines: tuple[PostLine, ...]
    uncovered: str
    round_number: int | None

    @property
    def in_rooms(self) -> bool:
        """True if somebody is posted to a room."""
        return any(line.post.room_id for line in self.lines)

    @property
    def judging(self) -> tuple[PostLine, ...]:
        return tuple(line for line in self.lines if line.post.role in JUDGES)

    @property
    def is_shared_out(self) -> bool:
        """True if several people judge: then there is more to show than the number of all slips."""
        return len(self.judging) > 1


def posts_for_desk(game: Game, viewer: User) -> DeskPosts:
    """Return everybody at the desk with their progress; the number of queries does not grow with them."""
    posts = sorted(
        game.event.posts.select_related("user", "room"), key=lambda post: post.user_id != viewer.pk
    )
    round_ = game.rounds.in_progress().exclude(state=Round.State.DRAWN).first()
    entries = entries_of(game).filter(withdrawn_at=None)
    table_of = dict(entries.values_list("pk", "seat"))
    state = RoundState(round_, table_of) if round_ else None
    return DeskPosts(
        lines=tuple(_line(post, posts, viewer, state) for post in posts),
        uncovered=ranges_text(_find_uncovered_tables(posts, table_of.values())),
        round_number=round_.number if round_ else None,
    )


class RoundState:
    """The tables that have handed in, those ruled on by hand, and those in conflict."""

    def __init__(self, round_: Round, table_of: dict[int, int]) -> None:
        self.tables = list(table_of.values())
        slips = list(round_.slips.order_by().values_list("entry_id", "effective", "in_conflict"))
        by_hand = Ruling.objects.of_counting().filter(slip__round=round_, by__isnull=False)
        ruled = set(by_hand.order_by().values_list("slip__entry_id", flat=True))
        self.received = {table_of[entry] for entry, counts, _ in slips if counts and entry in table_of}
        self.conflicts = {table_of[entry] for entry, _, conflict in slips if conflict and entry in table_of}
        self.by_hand = {table_of[entry] for entry in ruled if entry in table_of}

    def count(self, tables: range | None) -> TableCount:
        sets = (self.tables, self.received, self.by_hand, self.conflicts)
        return TableCount(*(sum(tables is None or table in tables for table in each) for each in sets))


def _line(post: Arbitrator, posts: Sequence[Arbitrator], viewer: User, state: RoundState | None) -> PostLine:
    judges = post.role in JUDGES
    return PostLine(
        post=post,
        name=post.user.get_username(),
        is_own=post.user_id == viewer.pk,
        tables=range_text(post.tables) if post.tables else "",
        shared=tuple(_find_shared_tables(post, posts)),
        count=state.count(post.tables) if state and judges else None,
    )


def _find_shared_tables(post: Arbitrator, posts: Sequence[Arbitrator]) -> Iterable[tuple[str, str]]:
    """Yield the other arbitrators of some of these tables, with those tables; arbitrators of all tables are
    left out.
    """
    for other in posts:
        if other.pk != post.pk and post.tables and other.tables:
            common = range(
                max(post.tables.start, other.tables.start), min(post.tables.stop, other.tables.stop)
            )
            if common:
                yield other.user.get_username(), range_text(common)


def _find_uncovered_tables(posts: Sequence[Arbitrator], tables: Iterable[int]) -> list[int]:
    judging = [post.tables for post in posts if post.role in JUDGES]
    if None in judging:
        return []
    return [table for table in tables if not any(table in own for own in judging if own)]
