"""The sentences for rows of the log, in the language in force."""

from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from duplicate.log.actions import ACTIONS
from duplicate.models.screens import OnScreens
from tournaments.models import Arbitrator
from tournaments.names import name_visibility

END_REASONS: dict[str, Promise] = {
    "all_tiles_played": _("All tiles have been played."),
    "no_vowels": _("No vowels are left to make a valid rack."),
    "no_consonants": _("No consonants are left to make a valid rack."),
    "no_valid_rack": _("No valid rack can be drawn."),
    "rounds_played": _("The planned number of rounds has been played."),
    "prepared_played": _("The prepared game has been played to its end."),
    "no_move": _("Nobody can play the last tiles."),
    "arbitrator": _("Ended by the arbitrator."),
}


def act_text(act: str, params: dict[str, object], *, inside: bool = False) -> str:
    """Return a log entry as a sentence for its reader, with the reason that somebody gave for it; `inside` another
    sentence as its part.
    """
    params = name_visibility.visible_params(params)
    if act == "game_ended":
        params = {"reason": END_REASONS[str(params["reason"])]}
    if act in {"undone", "done_again"}:
        of: Any = params["of"]
        params = {"what": act_text(of["act"], of["params"], inside=True)}
    if params.get("says_top"):
        params = params | {"word": gettext("top"), "reference": ""}
    if "mode" in params:
        params = params | {"mode": OnScreens.Mode(str(params["mode"])).label}
    if "role" in params:
        params = params | {"role": Arbitrator.Role(str(params["role"])).label}
    if act not in ACTIONS:  # during an upgrade a newer release may write into the same log
        return gettext("An act of a newer release: {act}").format(act=act)
    # A slip may have no reference.
    words = ACTIONS[act].phrase if inside else ACTIONS[act].sentence
    sentence = words(params).replace("  ", " ")
    return (
        gettext("{sentence}: {why}").format(sentence=sentence, why=params["why"])
        if params.get("why")
        else sentence
    )
