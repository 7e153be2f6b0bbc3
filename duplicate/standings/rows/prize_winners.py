"""The prizes of an event with those who would win them if it ended now, and why."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext, ngettext

from duplicate.standings.rows.event_groups import event_groups
from duplicate.standings.rows.event_results import event_is_final, standings_for_event
from duplicate.standings.rules.event_prizes import EventPrizeRule, award_event_prizes, highest_game
from tournaments.models import Event, EventPrize
from tournaments.reports.tables import number
from tournaments.standings.prizes import Award
from tournaments.standings.ranking import Competitor, EventLine, EventStandings
from tournaments.wording.clauses import join_clauses


@dataclass(frozen=True, slots=True)
class PrizeWinner:
    """A winner of a prize, alone or with others."""

    key: int
    name: str
    club: str


@dataclass(frozen=True, slots=True)
class AwardedPrize:
    """A prize, what it is for, its winners (empty if there are none yet), and why they have it.

    `among` is the name of the series, category, club or group; a row without it has an award for each of them.
    """

    row: EventPrize
    among: str
    for_: str
    winners: tuple[PrizeWinner, ...]
    won_by: str
    remark: str

    @property
    def is_shared(self) -> bool:
        return len(self.winners) > 1


def event_awards(event: Event) -> list[AwardedPrize]:
    """Return who would win each prize if the event ended now; nobody before the first result."""
    rows = {row.number: row for row in event.prizes.all()}
    if not rows:
        return []
    standings = standings_for_event(event)
    competitors = [line.competitor for line in standings.lines]
    groups = event_groups(event, competitors)

    def is_in(one: Competitor, within: str, among: str) -> bool:
        has = groups[within].get(among)
        return has is not None and has(one)

    awards = award_event_prizes(
        standings,
        list(map(_rule, rows.values())),
        {kind: list(names) for kind, names in groups.items()},
        is_in,
        one_each=event.one_prize_each,
    )
    lines = {line.competitor.key: line for line in standings.lines}
    return [_awarded(award, rows[award.prize.number], lines, standings) for award in awards]


def prizes_are_provisional(event: Event) -> bool:
    """Tell whether winners may change: a game is not over, or the standings are not final."""
    return event.released != Event.Released.FINAL or not event_is_final(event)


def _rule(row: EventPrize) -> EventPrizeRule:
    return EventPrizeRule(row.number, row.kind, row.place, row.within, row.among, row.out_of_the_money)


def _awarded(
    award: Award[EventPrizeRule], row: EventPrize, lines: Mapping[int, EventLine], standings: EventStandings
) -> AwardedPrize:
    rule, winners = award.prize, [lines[key] for key in award.winners]
    return AwardedPrize(
        row=row,
        among=rule.among,
        for_=_for(row, rule.among),
        winners=tuple(_winner(line.competitor) for line in winners),
        won_by=_won_by(rule, award.figure, winners[0], standings) if winners else "",
        remark=_remark(award, lines),
    )


def _winner(one: Competitor) -> PrizeWinner:
    clubs = dict.fromkeys(person.club for person in one.persons if person.club)
    return PrizeWinner(one.key, one.name, " / ".join(clubs))


def _for(row: EventPrize, among: str) -> str:
    """Return what a prize is for, such as “rank 2, series 3B” or “highest game”."""
    has_place = row.kind == EventPrize.Kind.RANK or row.place > 1
    what = f"{row.get_kind_display()} {number(row.place)}" if has_place else str(row.get_kind_display())
    group = f"{row.get_within_display()} {among}" if row.within else ""
    alone = gettext("without another prize") if row.out_of_the_money else ""
    return ", ".join(filter(None, (what, group, alone)))


def _won_by(rule: EventPrizeRule, figure: int | None, line: EventLine, standings: EventStandings) -> str:
    """Return the figures that won the prize; equals have the same."""
    if rule.kind == "rank":
        told = {"rank": number(line.rank), "points": number(line.total)}
        return gettext("rank %(rank)s overall, %(points)s points") % told
    points = number(figure or 0)
    if rule.kind == "solos":
        return gettext("%(points)s points from solos") % {"points": points}
    game = highest_game(line, standings.games).name
    return gettext("%(points)s points in %(game)s") % {"points": points, "game": game}


def _remark(award: Award[EventPrizeRule], lines: Mapping[int, EventLine]) -> str:
    """Return why it is shared, and who comes first for it and has another prize."""
    said = []
    if len(award.winners) > 1:
        shared = ngettext("shared by %(count)s tied", "shared by %(count)s tied", len(award.winners))
        said.append(shared % {"count": number(len(award.winners))})
    if award.winners and award.passed_over:
        names = ", ".join(lines[key].competitor.name for key in award.passed_over)
        passed = ngettext(
            "passed on by %(names)s, who has another prize",
            "passed on by %(names)s, who have another prize",
            len(award.passed_over),
        )
        said.append(passed % {"names": names})
    return join_clauses(said)
