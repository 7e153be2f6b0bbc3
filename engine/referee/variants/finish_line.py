"""The finish line: the first player who reaches a target wins at once (RULES V2)."""

from collections.abc import Iterator

from engine.referee.players import Player
from engine.referee.settings import FINISH_LINES, LEVELS, MOST_POINTS, NO_LEVEL, ClassicSettings
from engine.rules.game_settings import Found
from engine.rules.setting_kinds import SettingProblem
from engine.translation import gettext_noop as _

# Points by level, and by the number of players.
TARGETS: dict[str, dict[int, int]] = {
    "beginner": {2: 70, 3: 60, 4: 50},
    "intermediate": {2: 120, 3: 100, 4: 90},
    "expert": {2: 200, 3: 180, 4: 160},
}


def target_of(player: Player, settings: ClassicSettings, players: int) -> int | None:
    """Return the points at which this player, one of so many, wins; None without a finish line."""
    if settings.finish_line == NO_LEVEL:
        return None
    return player.target or TARGETS[player.level or settings.finish_line][players]


def player_problems(player: Player, settings: ClassicSettings) -> Iterator[Found]:
    """Yield the errors in a player's own finish line."""
    if player.level is None and player.target is None:
        return
    if player.level is not None and player.level not in LEVELS:
        yield "level", SettingProblem(_("must be one of {options}"), {"options": ", ".join(LEVELS)})
    if player.target is not None and not 1 <= player.target <= MOST_POINTS:
        yield (
            "target",
            SettingProblem(
                _("must be a whole number from {least} to {most}"), {"least": 1, "most": MOST_POINTS}
            ),
        )
    if settings.finish_line == NO_LEVEL:
        own = "level" if player.target is None else "target"
        yield (
            own,
            SettingProblem(
                _("needs “finish_line”: one of {options}"),
                {"options": ", ".join(name for name in FINISH_LINES if name != NO_LEVEL)},
            ),
        )
