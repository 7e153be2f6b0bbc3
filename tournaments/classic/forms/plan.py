"""Forms for the plan of a division's rounds: one line a stage; a line without a round is none."""

from collections.abc import Sequence
from dataclasses import asdict, replace
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.classic.models import Division
from tournaments.classic.models.divisions import MOST_ROUNDS
from tournaments.classic.pairing import planned_choices
from tournaments.classic.pairing.plan import Stage
from tournaments.described_settings.setting_columns import setting_field_of
from tournaments.errors import LinesRefused
from tournaments.people.forms import PlainForm
from tournaments.wording.engine_messages import message_for

FREE_LINES = 2
SHOWN_LINES = 3
MOST_LINES = MOST_ROUNDS
REMATCHES = {"": None, "yes": True, "no": False}


class StageForm(PlainForm):
    """One line, for one stage."""

    first_round = forms.IntegerField(
        label=pgettext_lazy("match", "From round"), min_value=1, max_value=MOST_ROUNDS, required=False
    )
    method = forms.ChoiceField(label=_("Pairings"), choices=planned_choices)
    rounds_ahead = forms.IntegerField(
        label=_("Rounds behind"),
        min_value=0,
        max_value=MOST_ROUNDS,
        required=False,
        initial=0,
        help_text=_("0: the standings after the round before. 1: a result of that round may be missing."),
    )
    group_size = setting_field_of(Division, "group_size")
    groups_by = setting_field_of(Division, "groups_by")
    rematches = forms.ChoiceField(
        label=_("King of the hill: allow rematches"),
        choices=[
            ("", _("as in the settings")),
            ("yes", pgettext_lazy("rematches", "yes")),
            ("no", pgettext_lazy("rematches", "no")),
        ],
        required=False,
    )

    def stage(self) -> Stage | None:
        """Return the stage, with the settings that concern its method; None for a line without a round."""
        data = self.cleaned_data
        if not data.get("first_round"):
            return None
        stage = Stage(data["first_round"], data["method"], data["rounds_ahead"] or 0)
        if stage.method == "round_robin":
            return replace(stage, group_size=data["group_size"], groups_by=data["groups_by"])
        if stage.method == "king_of_the_hill":
            return replace(stage, hill_rematches=REMATCHES[data["rematches"]])
        return stage


StageFormSet = forms.formset_factory(
    StageForm, extra=FREE_LINES, max_num=MOST_LINES, absolute_max=MOST_LINES + 1, validate_max=True
)


class PlanForm:
    """All lines of the plan for the rounds to come: as many as there are such rounds, the free ones folded."""

    def __init__(self, stages: Sequence[Stage], to_come: int, data: Any = None) -> None:
        # Django drops a further line that is equal to the initial one: another director may have saved it.
        initial = [] if data else [_initial(stage) for stage in stages]
        self.lines = StageFormSet(data, prefix="stage", initial=initial)
        self.lines.extra = max(to_come - len(stages), FREE_LINES)

    def shown(self) -> list[StageForm]:
        """Return the lines up to the last one that says something, and the next one or two."""
        return self._split()[0]

    def shown_count(self) -> int:
        return len(self.shown())

    def folded(self) -> list[StageForm]:
        return self._split()[1]

    def _split(self) -> tuple[list[StageForm], list[StageForm]]:
        lines = list(self.lines)
        used = [
            place for place, form in enumerate(lines, start=1) if form["first_round"].value() or form.errors
        ]
        count = max(SHOWN_LINES, max(used, default=0) + 1)
        return lines[:count], lines[count:]

    def is_valid(self) -> bool:
        return self.lines.is_valid()

    def stages(self) -> list[Stage]:
        return [stage for form in self.lines if (stage := form.stage()) is not None]

    def refuse(self, refused: LinesRefused) -> None:
        """Show each refusal at its line."""
        written = [form for form in self.lines if form.stage() is not None]
        for place, error in refused.refused:
            written[int(place) - 1].add_error("first_round", message_for(error))


def _initial(stage: Stage) -> dict[str, Any]:
    rematches = next(word for word, value in REMATCHES.items() if value == stage.hill_rematches)
    return asdict(stage) | {"rematches": rematches}
