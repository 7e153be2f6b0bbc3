"""The page that edits a list of prizes, of an event or a division."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.http import HttpRequest

from tournaments.errors import RuleViolation
from tournaments.events.prize_forms import Preset, PrizeLineForm, PrizeListForm
from tournaments.events.prizes import prizes_version
from tournaments.wording.engine_messages import message_for


def edit_prizes(
    request: HttpRequest,
    owner: Any,
    line_form: type[PrizeLineForm],
    presets: Sequence[Preset],
    *,
    save: Callable[[PrizeListForm, str], None],
) -> Mapping[str, Any] | None:
    """Save the list that was sent and return None, or else return the context of the page with its lines.

    Refused input stays in the form. A chosen preset adds its lines and saves nothing.
    """
    asked = request.POST.get("preset") or request.GET.get("preset")
    chosen = next((preset for preset in presets if preset.name == asked), None)
    form, refused = PrizeListForm(line_form, owner, request.POST or None, chosen), ""
    seen = request.POST.get("seen") or prizes_version(owner.prizes.all())
    is_sent = request.method == "POST" and "preset" not in request.POST
    if is_sent and form.is_valid():
        try:
            save(form, seen)
        except RuleViolation as error:
            refused = message_for(error)
            if error.code == "prizes_changed":
                seen = prizes_version(owner.prizes.all())
        else:
            return None
    status = 422 if is_sent else 200
    return {"form": form, "seen": seen, "refused": refused, "presets": presets, "status": status}
