"""Decisions by hand on a slip, put on the further ruling of the program when the slip is judged again."""

from collections.abc import Sequence
from typing import Any

from duplicate.arbitration.services import LIFTED, MARKS, lift_sanction, warnings_of_faults
from duplicate.models import Game, Ruling
from duplicate.slips.changes import CARRIED
from tournaments.time import clock


def values_of(ruling: Ruling) -> dict[str, Any]:
    """Return the values of a ruling that a further one may carry on."""
    return {name: getattr(ruling, name) for name in CARRIED}


class Decisions:
    """The decisions by hand on one slip, each to be put on the program's new ruling in place of its old one."""

    def __init__(self, game: Game, rulings: Sequence[Ruling], old: Ruling, new: Ruling) -> None:
        self._game, self._rulings = game, [*rulings, new]
        self._old, self._new = values_of(old), values_of(new)

    def put_again(self, ruling: Ruling) -> Ruling:
        """Store a decision again, with the worth that it now has."""
        made = Ruling(
            slip_id=ruling.slip_id,
            by_id=ruling.by_id,
            reason=ruling.reason,
            made_at=clock.now(),
            **self._values_again(ruling),
        )
        made.full_clean(exclude=["params"])
        made.save()
        self._rulings.append(made)
        return made

    def _values_again(self, ruling: Ruling) -> dict[str, Any]:
        values = values_of(ruling)
        if ruling.code in MARKS and "was" in ruling.params:
            mark, under = MARKS[ruling.code], self._find_under(ruling)
            worth = 0 if mark.sanction == Ruling.Sanction.ZERO else under.worth
            score = mark.left(worth, self._game)
            beside = {"further_warnings": warnings_of_faults(under), "params": {"was": under.pk}}
            return values | {"score": score, "worth": worth} | beside
        if ruling.code in LIFTED:
            worth = self._new["worth"]
            # The program may call the slip a mere warning by now.
            warnings = self._new["further_warnings"] + (self._new["sanction"] == Ruling.Sanction.WARNING)
            return values | {"score": worth, "worth": worth} | lift_sanction(warnings)
        beside = {"solo": ruling.solo, "conduct": ruling.conduct}
        return self._new | beside if values == self._old | beside else values

    def _find_under(self, mark: Ruling) -> Ruling:
        """Return the ruling that comes back when the mark is taken back.

        An equal one that is there already is taken: so what is undone is what it was.
        """
        before = next(ruling for ruling in self._rulings if ruling.pk == mark.params["was"])
        values = self._values_again(before)
        equal = (ruling for ruling in self._rulings if values_of(ruling) == values)
        return next(equal, None) or self.put_again(before)
