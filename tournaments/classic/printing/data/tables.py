"""The values of stickers with table numbers, to be cut or on labels. The key of a sticker is its table."""

from collections.abc import Sequence

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.classic.models import Division, Match
from tournaments.classic.printing.values import TableStickers
from tournaments.printing.labels import label_choices, skip_used_labels
from tournaments.printing.pdf.label_sheets import sheet_of
from tournaments.printing.registry import EMPTY, Choice, Options

STICKERS_A_PAGE = 8
USUAL_COUNTS = (10, 20, 30, 50, 100, 200)


def sticker_choices(division: Division) -> Sequence[Choice]:
    first = division.first_table
    counts = [
        (str(count), gettext("%(first)s to %(last)s") % {"first": first, "last": first + count - 1})
        for count in USUAL_COUNTS
    ]
    return [Choice("tables", _("Tables"), [("", _("those of the division")), *counts]), *label_choices()]


def sticker_keys(division: Division, options: Options) -> Sequence[int]:
    if count := options.get("tables"):
        tables = list(range(division.first_table, division.first_table + int(count)))
    else:
        tables = tables_of(division)
    return skip_used_labels(options, tables)


def tables_of(division: Division) -> list[int]:
    """Return the tables at which the division plays: as many as its players need, and those of paired rounds."""
    needed = range(division.first_table, division.first_table + division.entries.count() // 2)
    fixed = division.entries.filter(fixed_table__isnull=False).values_list("fixed_table", flat=True)
    paired = Match.objects.filter(round__division=division, table__isnull=False)
    return sorted({*needed, *fixed, *paired.values_list("table", flat=True).distinct()} - {None})


def table_stickers(_division: Division, options: Options, keys: Sequence[int]) -> TableStickers:
    return TableStickers(tuple(None if key == EMPTY else key for key in keys), sheet_of(options))
