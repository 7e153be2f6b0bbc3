"""Slips, decisions about them, and what became of both."""

from duplicate.arbitration import services as arbitration_services
from duplicate.models import Slip

TRAIN, TRAINER, RETAIN = ("TRAIN", "H4", 12), ("TRAINER", "H4", 66), ("RETAIN", "H4", 14)


DECISIONS = {
    "zero": (arbitration_services.give_zero, {}),
    "penalty": (arbitration_services.mark_penalty, {}),
    "warning": (arbitration_services.mark_warning, {}),
    "solo": (arbitration_services.mark_solo, {}),
    "score": (arbitration_services.overrule, {"score": 5, "reason": "copied from a neighbour"}),
}


def standing():
    """Return each slip's word with its state: "+" counts, "!" in conflict, "-" aside."""
    return [
        slip.word + ("+" if slip.effective else "!" if slip.in_conflict else "-")
        for slip in Slip.objects.order_by("pk")
    ]


def says(slip):
    """Return the values of the last ruling on a slip."""
    last = Slip.objects.get(pk=slip.pk).rulings.order_by("pk").last()
    return last.score, last.sanction, last.solo
