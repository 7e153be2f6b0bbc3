"""The prizes of an event for paper: the list, receipts and certificates of those who win them."""

from collections.abc import Sequence
from dataclasses import dataclass

import tablib
from django.utils.translation import gettext

from duplicate.core.standings.event_prizes import (
    AwardedPrize,
    PrizeWinner,
    event_awards,
    prizes_are_provisional,
)
from duplicate.values.cards import Certificate, Receipt
from tournaments.core.reports.tables import DataColumn, DataRow, DataTable
from tournaments.models import Event
from tournaments.printing.registry import Options

RECEIPTS_A_PAGE = 8
# More than the prizes of any event.
PRIZES = 1000


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


def prizes_data(shown: PrizesOnPaper) -> tablib.Dataset:
    return shown.table.data


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


def winner_keys(event: Event, _options: Options) -> Sequence[int]:
    """Return a key for each winner of a prize, in the order of the prizes."""
    return list(_won(event))


def count_winners(event: Event) -> int:
    return len(_won(event)) if event.prizes.exists() else 0


def _won(event: Event) -> dict[int, tuple[AwardedPrize, PrizeWinner]]:
    return {
        winner.key * PRIZES + award.row.number: (award, winner)
        for award in event_awards(event)
        for winner in award.winners
    }


def receipts(event: Event, _options: Options, keys: Sequence[int]) -> Sequence[Receipt | None]:
    """Return a receipt for each key; None for somebody who no longer wins that prize."""
    won = _won(event)
    return [_receipt(*won[key]) if key in won else None for key in keys]


def _receipt(award: AwardedPrize, winner: PrizeWinner) -> Receipt:
    return Receipt(winner.name, award.row.name, award.row.worth, award.for_, len(award.winners))


def prize_certificates(event: Event, _options: Options, keys: Sequence[int]) -> Sequence[Certificate | None]:
    """Return a certificate for each key; None for somebody who no longer wins that prize."""
    won, provisional = _won(event), prizes_are_provisional(event)
    return [_certificate(*won[key], provisional=provisional) if key in won else None for key in keys]


def _certificate(award: AwardedPrize, winner: PrizeWinner, *, provisional: bool) -> Certificate:
    prize = f"{award.row.name} · {award.among}" if award.among else award.row.name
    return Certificate(
        name=winner.name,
        rank=award.row.place,
        of=0,
        total=0,
        percent=None,
        provisional=provisional,
        prize=prize,
        won_by=award.won_by,
    )
