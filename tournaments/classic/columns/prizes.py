"""The prizes of a division with their winners."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from tournaments.classic.standings.prizes import Awarded, Winner
from tournaments.reports.tables import (
    DataTable,
    Figure,
    Registry,
    TableColumn,
    build_table,
    registry_of,
    signed_figure,
)

NOT_ON_PAPER = ("number", "kind", "place", "class", "shared")
NOT_IN_FILES = ("for",)


@dataclass(frozen=True, slots=True)
class PrizeShare:
    """A prize, and one of its winners; without one nobody has it yet."""

    award: Awarded
    winner: Winner | None


def terms_of(award: Awarded) -> str:
    """Return what a prize is for, such as “rank 2, class B”."""
    row = award.row
    what = f"{row.get_kind_display()} {row.place}"
    words = (what, row.class_name, gettext("without another prize") if row.out_of_the_money else "")
    return ", ".join(filter(None, words))


def figures_of(award: Awarded) -> str:
    """Return the figures that won a prize: wins and spread of a rank, or else a score or difference."""
    if award.line is not None:
        figures = {"wins": award.line.wins, "spread": signed_figure(award.line.spread).written}
        return gettext("wins %(wins)s, spread %(spread)s") % figures
    if award.figure is None:
        return ""
    return signed_figure(award.figure).written if award.row.is_difference else str(award.figure)


def _won_by(share: PrizeShare) -> Figure:
    """Return the figure, and the words for it, with whether others share the prize."""
    award = share.award
    shared = gettext("shared") if award.is_shared else ""
    return Figure(award.figure, ", ".join(filter(None, (figures_of(award), shared))), "0")


COLUMNS: Registry[PrizeShare, None] = registry_of(
    TableColumn.of("number", _("No."), lambda share: share.award.row.number),
    TableColumn.of_text("prize", _("Prize"), lambda share: share.award.row.name),
    TableColumn.of_text("worth", _("Amount or text"), lambda share: share.award.row.worth, is_optional=True),
    TableColumn.of_text("for", _("For"), lambda share: terms_of(share.award)),
    TableColumn.of_text("kind", _("For"), lambda share: share.award.row.get_kind_display()),
    TableColumn.of("place", pgettext_lazy("prize", "Place"), lambda share: share.award.row.place),
    TableColumn.of_text("class", _("Class"), lambda share: share.award.row.class_name),
    TableColumn.of_text(
        "name",
        _("Winner"),
        lambda share: share.winner.name if share.winner else Figure(None, gettext("nobody yet"), "0"),
        is_strong=True,
        in_files=_("Name"),
    ),
    TableColumn.of_text(
        "club", _("Club"), lambda share: share.winner.club if share.winner else "", is_optional=True
    ),
    TableColumn.of_text("won_by", _("Won by"), _won_by, is_optional=True),
    TableColumn.of(
        "shared", _("Shared by"), lambda share: len(share.award.winners) if share.award.is_shared else ""
    ),
)


def prizes_table(awards: Iterable[Awarded]) -> DataTable:
    """Return one row for each winner of a prize or a share of one; a prize without a winner has a row too."""
    shares = [PrizeShare(award, winner) for award in awards for winner in award.winners or (None,)]
    return build_table(gettext("Prizes"), COLUMNS.values(), shares, None)
