"""The prizes of an event for paper: the list, and what those who win them have."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from duplicate.standings.rows.prize_winners import (
    AwardedPrize,
    PrizeWinner,
    event_awards,
    prizes_are_provisional,
)
from tournaments.models import Event
from tournaments.printing.registry import Options
from tournaments.printing.won_prizes import WonPrize, prize_key
from tournaments.reports.tables import DataTable, TableColumn, TableOf, table_of


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
    table: TableOf[tuple[AwardedPrize, PrizeWinner | None]] = table_of(
        _("Prizes"),
        TableColumn.of_text("prize", _("Prize"), lambda won: won[0].row.name),
        TableColumn.of_text("worth", _("Amount or text"), lambda won: won[0].row.worth, is_optional=True),
        TableColumn.of_text("for", _("For"), lambda won: won[0].for_),
        TableColumn.of_text(
            "name", _("Winner"), lambda won: won[1].name if won[1] else nobody, is_strong=True
        ),
        TableColumn.of_text("club", _("Club"), lambda won: won[1].club if won[1] else "", is_optional=True),
        TableColumn.of_text("won_by", _("Won by"), lambda won: won[0].won_by, is_optional=True),
        TableColumn.of_text("remark", _("Remark"), lambda won: won[0].remark, is_optional=True),
    )
    return table((award, winner) for award in awards for winner in award.winners or (None,))


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
