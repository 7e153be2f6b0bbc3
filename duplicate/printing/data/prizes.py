"""The prizes of an event for paper: the list, and what those who win them have."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext

from duplicate.core.standings.event_prizes import (
    AwardedPrize,
    event_awards,
    prizes_are_provisional,
)
from tournaments.core.reports.tables import DataColumn, DataRow, DataTable
from tournaments.models import Event
from tournaments.printing.registry import Options
from tournaments.printing.won_prizes import WonPrize, prize_key


@dataclass(frozen=True, slots=True)
class PrizesOnPaper:
    """The list of prizes, with what is said above it."""

    table: DataTable
    count: int
    provisional: bool
    one_each: bool


def prizes_on_paper(event: Event, _options: Options) -> PrizesOnPaper:
    awards, provisional = event_awards(event), prizes_are_provisional(event)
    nobody = gettext("nobody yet") if provisional else gettext("nobody")
    return PrizesOnPaper(_table(awards, nobody), len(awards), provisional, event.one_prize_each)


def _table(awards: Sequence[AwardedPrize], nobody: str) -> DataTable:
    """Return one row for each winner of a prize or a share of one; a prize without a winner has a row too."""
    columns = (
        DataColumn("prize", gettext("Prize"), is_text=True),
        DataColumn("worth", gettext("Amount or text"), is_text=True, is_optional=True),
        DataColumn("for", gettext("For"), is_text=True),
        DataColumn("name", gettext("Winner"), is_text=True, is_strong=True),
        DataColumn("club", gettext("Club"), is_text=True, is_optional=True),
        DataColumn("won_by", gettext("Won by"), is_text=True, is_optional=True),
        DataColumn("remark", gettext("Remark"), is_text=True, is_optional=True),
    )
    rows = [
        DataRow(
            (
                *(award.row.name, award.row.worth, award.for_),
                *((winner.name, winner.club) if winner else (nobody, "")),
                *(award.won_by, award.remark),
            )
        )
        for award in awards
        for winner in award.winners or (None,)
    ]
    return DataTable(gettext("Prizes"), columns, tuple(rows))


def prizes_won(event: Event) -> dict[int, WonPrize]:
    """Return what the winners of prizes have, in the order of the prizes."""
    provisional = prizes_are_provisional(event)
    return {
        prize_key(winner.key, award.row.number): WonPrize(
            winner=winner.name,
            prize=award.row.name,
            place=award.row.place,
            worth=award.row.worth,
            for_=award.for_,
            won_by=award.won_by,
            shared_by=len(award.winners),
            provisional=provisional,
            among=award.among,
        )
        for award in event_awards(event)
        for winner in award.winners
    }
