"""The settings of a classic game (RULES C and T, and V1 to V9).

A `ClassicSettings` is a frozen value that is checked on creation; a `RuleSetError` names the faulty setting
and the reason. Its text form is TOML. A text needs to state only the differences from rule C; the printed
text states everything, so that a game keeps its rules if the program's defaults change later.
"""

# ruff: noqa: RUF009 - the defaults come from dataclasses.field, with the texts that explain the setting

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Literal, Self

from engine.rules.game_settings import check_settings, read_settings, read_toml, settings_data, settings_toml
from engine.rules.setting_kinds import (
    DistinctWords,
    Flag,
    OneLine,
    OneOf,
    Points,
    Setting,
    SettingProblem,
    Whole,
    setting,
    settings_in,
)
from engine.scoring import DEFAULT_BONUSES
from engine.squares import LONGEST_RACK
from engine.translation import gettext_noop as _

FEWEST_PLAYERS, MOST_PLAYERS = 2, 4
MOST_POINTS = 1000
MOST_SECONDS = 24 * 60 * 60
MOST_THEME = 60  # characters, of its name and of each of its words
MOST_THEME_WORDS = 1000

ChallengeRule = Literal["void", "single", "double", "points"]
CHALLENGE_RULES: dict[str, str] = {
    "void": _("none: a play with a word that is not good is refused"),
    "single": _("nothing"),
    "double": _("the next turn"),
    "points": _("points"),
}
POINTS_FOR: dict[str, str] = {"word": _("for each word challenged"), "play": _("for the play")}
POINTS_GO: dict[str, str] = {
    "lost": _("the challenger loses them"),
    "gained": _("the player who was challenged gains them"),
}
FINAL_ADJUSTMENTS: dict[str, str] = {
    "each": _("everyone loses the tiles left, and who went out gains those of the others"),
    "double": _("who went out gains the tiles of the others twice, and the others lose nothing"),
}
NO_LEVEL = "none"
LEVELS: dict[str, str] = {
    "beginner": _("beginners: 70 points for two players, 60 for three, 50 for four"),
    "intermediate": _("intermediate players: 120 points for two, 100 for three, 90 for four"),
    "expert": _("experts: 200 points for two players, 180 for three, 160 for four"),
}
FINISH_LINES: dict[str, str] = {NO_LEVEL: _("none: the game is played to its end"), **LEVELS}
SHORTEST_OPENING, LONGEST_OPENING = 2, 5
VOWELS, CONSONANTS = "vowels", "consonants"
BLANK_BAGS: dict[str, str] = {VOWELS: _("with the vowels"), CONSONANTS: _("with the consonants")}


@dataclass(frozen=True, slots=True)
class ClassicSettings:
    """The settings of a classic game; the default is rule C with the exchange rule of championships."""

    rack_size: int = setting(7, Whole(1, LONGEST_RACK), _("Tiles on each rack"))
    bonuses: Mapping[int, int] = setting(
        DEFAULT_BONUSES,
        Points(LONGEST_RACK, MOST_POINTS),
        _("Bonuses"),
        _("Points on top for playing so many tiles."),
    )
    exchange_minimum: int = setting(
        7,
        Whole(0, 100),
        _("Tiles in the bag for an exchange"),
        _("Nobody may exchange with fewer in the bag. 0: as many as are exchanged are enough."),
    )
    challenge: ChallengeRule = setting(
        "double", OneOf(CHALLENGE_RULES), _("What a challenge costs that fails")
    )
    challenge_points: int = setting(
        5, Whole(1, MOST_POINTS), _("Points for a challenge that fails"), _("Where it costs points.")
    )
    challenge_points_for: str = setting("word", OneOf(POINTS_FOR), _("What these points are for"))
    challenge_points_go: str = setting("lost", OneOf(POINTS_GO), _("Where these points go"))
    passes_each: int = setting(2, Whole(1, 10), _("Passes of each player in succession that end the game"))
    scoreless_turns: int | None = setting(
        None,
        Whole(2, 100, optional=True),
        _("Turns without a score, one after the other, that end the game"),
        _("Whether passed, exchanged, lost or played for nothing. Empty: only passes end it."),
    )
    final_adjustment: str = setting("each", OneOf(FINAL_ADJUSTMENTS), _("Tiles left at the end"))
    overtime_points: int = setting(
        10, Whole(0, MOST_POINTS), _("Points for each minute over"), _("A minute begun counts whole.")
    )
    turn_seconds: int | None = setting(
        None,
        Whole(1, MOST_SECONDS, optional=True),
        _("Seconds for a turn"),
        _("Empty: there is no limit. A player may have one of their own, as a handicap."),
    )
    finish_line: str = setting(
        NO_LEVEL,
        OneOf(FINISH_LINES),
        _("Finish line"),
        _("The first player to reach it wins. A player can have one for their own level."),
    )
    opening_length: int = setting(
        SHORTEST_OPENING,
        Whole(SHORTEST_OPENING, LONGEST_OPENING),
        _("Letters of the first word, at least"),
        _("A player who cannot open exchanges or passes; then the next player may open."),
    )
    opening_fallback: bool = setting(
        False,
        Flag(),
        _("Shorter first words when nobody can open"),
        _("When everybody has had a turn, the starter may open with one letter less, and so on down."),
    )
    rearranging: bool = setting(
        False,
        Flag(),
        _("Words may be rearranged"),
        _("The letters of a word on the board, before tiles are added to it."),
    )
    recycling_letters: bool = setting(
        False,
        Flag(),
        _("Letters may be recycled"),
        _("Before playing, letters on the board are swapped for one's own, each time leaving good words."),
    )
    recycling_blanks: bool = setting(
        False,
        Flag(),
        _("Blanks may be recycled"),
        _("Before playing, a blank on the board is swapped for the letter that it stands for."),
    )
    open_dictionary: bool = setting(
        False, Flag(), _("Open dictionary"), _("Players may look words up before they play them.")
    )
    theme: str = setting(
        "", OneLine(MOST_THEME), _("Theme"), _("Words on it bring points on top. Empty: there is none.")
    )
    theme_points: int = setting(5, Whole(1, MOST_POINTS), _("Points for a word on the theme"))
    theme_words: tuple[str, ...] = setting(
        (),
        DistinctWords(MOST_THEME_WORDS, MOST_THEME),
        _("Words on the theme"),
        _("Empty: the players say which of the words of a play are on the theme."),
    )
    double_bag: bool = setting(
        False,
        Flag(),
        _("Vowels and consonants in two bags"),
        _("A player says how many tiles come from the vowels' bag."),
    )
    blank_bag: str = setting(VOWELS, OneOf(BLANK_BAGS), _("Where the blanks lie, with two bags"))

    def __post_init__(self) -> None:
        check_settings(self, self._conflicts)
        # The caller could change a mapping that it passed in.
        object.__setattr__(self, "bonuses", MappingProxyType(dict(self.bonuses)))

    def __hash__(self) -> int:
        return hash(self.to_toml())

    def __reduce__(self) -> tuple[object, ...]:
        """Copy and pickle by the text form."""
        return (type(self).from_toml, (self.to_toml(),))

    @classmethod
    def from_toml(cls, text: str) -> Self:
        """Read the settings in a TOML text; a setting that is left out has the value of rule C."""
        return cls.from_data(read_toml(text))

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Self:
        """Read the settings from parsed TOML or JSON."""
        return read_settings(cls, data)

    @classmethod
    def of_championship(cls, challenge: str, **others: Any) -> Self:
        """Return championship settings with the challenge rule "void", "single", "double", "5" or "10"."""
        if challenge.isdigit():
            return cls(challenge="points", challenge_points=int(challenge), **others)
        return cls.from_data({"challenge": challenge, **others})

    def to_data(self) -> dict[str, Any]:
        """Return plain values that `from_data` reads back as equal settings, without those that are None."""
        return settings_data(self)

    def to_toml(self) -> str:
        """Return the text that `from_toml` reads back as equal settings."""
        return settings_toml(self)

    def differences(self) -> dict[str, Any]:
        """Return the items of `to_data` that differ from rule C."""
        usual = ClassicSettings().to_data()
        return {name: value for name, value in self.to_data().items() if usual.get(name) != value}

    def _conflicts(self) -> Iterator[tuple[str, SettingProblem]]:
        """Yield settings that are valid alone but not together: each error names the other one."""
        if self.opening_fallback and self.opening_length == SHORTEST_OPENING:
            yield (
                "opening_fallback",
                SettingProblem(
                    _("needs “opening_length”: a first word of more letters than {least}"),
                    {"least": SHORTEST_OPENING},
                ),
            )
        if SHORTEST_OPENING < self.opening_length > self.rack_size:
            yield (
                "opening_length",
                SettingProblem(
                    _("does not go with “rack_size”: a rack has {size} tiles"), {"size": self.rack_size}
                ),
            )
        if self.theme_words and not self.theme:
            yield "theme_words", SettingProblem(_("needs “theme”: there is none"))


@lru_cache
def all_settings() -> dict[str, Setting]:
    """Return every setting by name, with its explanation."""
    return dict(settings_in(ClassicSettings))


# Variants that set several settings (V1, V3).
NINE_TILES = ClassicSettings(rack_size=9, bonuses={7: 50, 8: 50, 9: 50})
JACKS_TO_OPEN = ClassicSettings(opening_length=5, opening_fallback=True)
