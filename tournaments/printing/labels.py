"""The choice of a label sheet for a document of cards, and the labels that are used up."""

from collections.abc import Sequence

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.printing.pdf.label_sheets import label_sheets, sheet_of, used_labels
from tournaments.printing.registry import EMPTY, Choice, Options


def label_choices() -> Sequence[Choice]:
    """Return the choices of a label sheet, and of its first label that is not used up; usually cards are cut."""
    sheets = [(sheet.code, sheet.words) for sheet in label_sheets().values()]
    places = range(1, max(sheet.a_page for sheet in label_sheets().values()) + 1)
    return [
        Choice("sheet", _("Labels"), [("", _("none: cards to cut out")), *sheets]),
        Choice(
            "first",
            _("First free label"),
            [(str(place), str(place)) for place in places],
            needs="sheet",
            problem=_past_the_last_label,
        ),
    ]


def _past_the_last_label(options: Options) -> str:
    sheet = sheet_of(options)
    if sheet is None or int(options["first"]) <= sheet.a_page:
        return ""
    return gettext("This sheet has %(count)s labels: the first free one is at most %(count)s.") % {
        "count": sheet.a_page
    }


def skip_used_labels(options: Options, keys: Sequence[int]) -> Sequence[int]:
    """Return the keys after an empty place for each label that is used up."""
    return [*[EMPTY] * used_labels(options), *keys] if keys else []
