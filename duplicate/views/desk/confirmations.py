"""Confirmation of an act that loses something: the text of the dialog, and the fields that do the act all the
same.
"""

from dataclasses import dataclass

from django.http import QueryDict
from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext, ngettext_lazy
from django.utils.translation import gettext_lazy as _

from duplicate.rounds.confirmations import (
    LEAVES_PREPARED,
    MISSING_SLIPS,
    ROOMS_NOT_READY,
    WASTED_BLANK,
    WORSE_MOVE,
    ConfirmationNeeded,
)

TITLES: dict[str, Promise] = {
    WORSE_MOVE: _("Not the top?"),
    WASTED_BLANK: _("Use the blank?"),
    MISSING_SLIPS: ngettext_lazy("A slip is missing", "Slips are missing", "count"),
    ROOMS_NOT_READY: _("Rooms are not ready"),
    LEAVES_PREPARED: _("Leave the prepared game?"),
}
BUTTONS: dict[str, Promise] = {
    "announce": _("Announce"),
    "end-round": _("End the round now"),
    "type-rack": _("Use this rack"),
    "change-rack": _("Use this rack"),
}


@dataclass(frozen=True, slots=True)
class ComparedMove:
    label: str
    word: str
    reference: str
    score: int


@dataclass(frozen=True, slots=True)
class Confirmation:
    """A dialog. `fields` are those of the requested act, with the code that confirms it when they are sent
    again.
    """

    act: str
    title: str
    text: str
    moves: tuple[ComparedMove, ...]
    button: str
    fields: tuple[tuple[str, str], ...]


def confirmation_for(needed: ConfirmationNeeded, act: str, data: QueryDict) -> Confirmation:
    fields = [
        (name, value)
        for name, values in data.lists()
        for value in values
        if isinstance(value, str) and name != "csrfmiddlewaretoken"
    ]
    moves = _compared_moves(needed.params)
    button, text = str(BUTTONS[act]), str(needed)
    if moves:
        text = _loss(needed)
        button = gettext("Place {word} {reference}").format(**needed.params)
    return Confirmation(
        act=act,
        title=str(TITLES[needed.code] % needed.params),
        text=text,
        moves=moves,
        button=button,
        fields=(*fields, ("confirmed", needed.code)),
    )


def _loss(needed: ConfirmationNeeded) -> str:
    """Return what is lost, for the text beside the two moves."""
    if needed.code == WASTED_BLANK:
        return gettext("The top scores the same and keeps the blank.")
    lost = int(str(needed.params["lost"]))
    return ngettext("%(lost)s point less than the top.", "%(lost)s points less than the top.", lost) % {
        "lost": lost
    }


def _compared_moves(params: dict[str, object]) -> tuple[ComparedMove, ...]:
    """Return the chosen move, and the one that it is compared with."""
    if "top_word" not in params:
        return ()
    return tuple(
        ComparedMove(
            label,
            str(params[f"{prefix}word"]),
            str(params[f"{prefix}reference"]),
            int(str(params[f"{prefix}score"])),
        )
        for label, prefix in ((gettext("Chosen"), ""), (gettext("Top"), "top_"))
    )
