"""Sheets of labels and badges from the shops, which ship as data; lengths are in millimetres."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from django.utils.formats import number_format
from django.utils.translation import gettext

from tournaments.printing.pdf.values import PageSize

_FILE: Final = Path(__file__).resolve().parent / "data" / "label_sheets.toml"

Pair = tuple[float, float]


@dataclass(frozen=True, slots=True)
class LabelSheet:
    """A sheet of equal labels. `margin` is the place of the first one, `pitch` leads to the next, across and down."""

    code: str
    maker: str
    paper: PageSize
    columns: int
    rows: int
    label: Pair
    margin: Pair
    pitch: Pair

    @property
    def a_page(self) -> int:
        return self.columns * self.rows

    @property
    def words(self) -> str:
        """The sheet as people choose it."""
        width, height = (number_format(round(length, 1)) for length in self.label)
        told = {
            "maker": self.maker,
            "code": self.code,
            "width": width,
            "height": height,
            "count": self.a_page,
            "paper": "A4" if self.paper == "A4" else "US Letter",
        }
        return gettext("%(maker)s %(code)s: %(width)s × %(height)s mm, %(count)s on %(paper)s") % told

    def corner(self, place: int) -> Pair:
        """Return the upper left corner of a label, from that of the page."""
        row, column = divmod(place, self.columns)
        return self.margin[0] + column * self.pitch[0], self.margin[1] + row * self.pitch[1]


@cache
def label_sheets() -> dict[str, LabelSheet]:
    """Return the sheets that ship, by their codes."""
    read = tomllib.loads(_FILE.read_text("utf-8"))
    return {
        code: LabelSheet(
            code=code,
            maker=told["maker"],
            paper=told["paper"],
            columns=told["columns"],
            rows=told["rows"],
            label=tuple(told["label"]),
            margin=tuple(told["margin"]),
            pitch=tuple(told["pitch"]),
        )
        for code, told in read.items()
    }


def sheet_of(options: Mapping[str, str]) -> LabelSheet | None:
    """Return the sheet that is chosen for a document; None for plain paper."""
    return label_sheets().get(options.get("sheet", ""))


def used_labels(options: Mapping[str, str]) -> int:
    """Return the number of labels before the first free one of the chosen sheet."""
    sheet = sheet_of(options)
    return min(int(options.get("first", "1")), sheet.a_page) - 1 if sheet else 0
