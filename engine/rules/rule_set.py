"""Rule sets: the settings that a club can choose for a duplicate game.

A `RuleSet` is a frozen value that is checked on creation: a `RuleSetError` names the faulty setting and the
reason. Its text form is TOML, with a table for each group of settings (`groups`); the presets lie in
`engine/data/rules`. A text needs to state only the differences from the preset named by `based_on`, or else
from the classic rule. The printed text states everything, so that a game keeps its rules if the presets
change.
"""

# ruff: noqa: RUF009 - the defaults come from dataclasses.field, with the texts that explain the setting

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import lru_cache
from importlib import resources
from typing import Any, Self

from engine.rules.game_settings import NO_SUCH_SETTING, plain, raise_found, read_toml, refusal
from engine.rules.rule_settings import (
    EndRules,
    MoveRules,
    RackRules,
    Sanctions,
    SlipRules,
    SoloRules,
    StandingsRules,
    TimeRules,
    TopRules,
)
from engine.rules.setting_kinds import Setting, SettingProblem, settings_in, to_toml
from engine.translation import gettext_noop as _

CLASSIC = "classic"

# Stored texts of the first version had these settings without groups.
_UNGROUPED = {
    "rack_size": ("rack", "size"),
    "minimum_early": ("rack", "minimum_early"),
    "minimum_late": ("rack", "minimum_late"),
    "late_from_round": ("rack", "late_from_round"),
    "bonuses": ("moves", "bonuses"),
    "round_seconds": ("time", "round_seconds"),
    "call_seconds": ("time", "calls"),
    "grace_seconds": ("time", "grace_seconds"),
}


def _group(kind: Callable[[], Any], label: str) -> Any:
    return field(default_factory=kind, metadata={"label": label})


@dataclass(frozen=True, slots=True)
class RuleSet:
    """The settings of a game, by group."""

    name: str = CLASSIC
    rack: RackRules = _group(RackRules, _("Racks"))
    moves: MoveRules = _group(MoveRules, _("Moves"))
    time: TimeRules = _group(TimeRules, _("Time"))
    slips: SlipRules = _group(SlipRules, _("Slips"))
    sanctions: Sanctions = _group(Sanctions, _("Warnings and penalties"))
    solo: SoloRules = _group(SoloRules, _("Solos"))
    top: TopRules = _group(TopRules, _("Equal tops"))
    end: EndRules = _group(EndRules, _("End of the game"))
    standings: StandingsRules = _group(StandingsRules, _("Standings"))

    def __post_init__(self) -> None:
        # Conflicts are checked only if every single setting is valid.
        raise_found(list(self._problems()) or list(self._conflicts()))

    def __hash__(self) -> int:
        """Hash only the name: hashing all settings takes longer than computing a cached result."""
        return hash(self.name)

    def __reduce__(self) -> tuple[Callable[[str], Self], tuple[str]]:
        """Copy and pickle by the text form."""
        return (type(self).from_toml, (self.to_toml(),))

    @classmethod
    def from_toml(cls, text: str) -> Self:
        """Read the rule set in a TOML text; a setting left out has the value of the base rule set."""
        return cls.from_data(read_toml(text))

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Self:
        """Read the rule set from parsed TOML or JSON.

        Raises:
            RuleSetError: a setting is unknown or invalid.
        """
        data = _group_settings(data)
        base = load_rule_set(str(data.pop("based_on"))) if "based_on" in data else cls()
        values: dict[str, Any] = {}
        groups = group_names()
        for key, value in data.items():
            if key == "name":
                values[key] = value
            elif key in groups:
                values[key] = replace(getattr(base, key), **_read_group(key, value))
            else:
                raise refusal(key, SettingProblem(NO_SUCH_SETTING))
        return cls(**{item.name: getattr(base, item.name) for item in fields(cls)} | values)

    def value(self, path: str) -> Any:
        """Return the value of a setting, given as "group.name"."""
        group, name = path.split(".")
        return getattr(getattr(self, group), name)

    def to_data(self) -> dict[str, Any]:
        """Return plain values that `from_data` reads back as an equal rule set; None is left out."""
        groups = {name: getattr(self, name) for name in group_names()}
        return {"name": self.name} | {
            name: {
                key: value
                for key, _setting in settings_in(group)
                if (value := plain(getattr(group, key))) is not None
            }
            for name, group in groups.items()
        }

    def to_toml(self) -> str:
        """Return the text that `from_toml` reads back as an equal rule set."""
        parts = []
        for key, value in self.to_data().items():
            if isinstance(value, dict):
                lines = [f"{name} = {to_toml(item)}\n" for name, item in value.items()]
                parts.append(f"\n[{key}]\n" + "".join(lines) if lines else "")
            else:
                parts.append(f"{key} = {to_toml(value)}\n")
        return "".join(parts)

    def _problems(self) -> Iterator[tuple[str, SettingProblem]]:
        if not isinstance(self.name, str) or not self.name.strip() or not self.name.isprintable():
            yield "name", SettingProblem(_("a rule set needs a name"))
        for path, setting in all_settings():
            problem = setting.kind.problem(self.value(path))
            if problem:
                yield path, problem

    def _conflicts(self) -> Iterator[tuple[str, SettingProblem]]:
        """Yield settings that are valid alone but not together."""
        size = self.rack.size
        for phase in ("early", "late"):
            least, most = getattr(self.rack, f"minimum_{phase}"), getattr(self.rack, f"maximum_{phase}")
            if 2 * least > size:
                problem = SettingProblem(
                    _("so many vowels and consonants do not fit on a rack of {size}"), {"size": size}
                )
                yield f"rack.minimum_{phase}", problem
            if most is not None and (most < least or 2 * most < size):
                problem = SettingProblem(
                    _("no rack of {size} has at least {least} and at most {most} of either"),
                    {"size": size, "least": least, "most": most},
                )
                yield f"rack.maximum_{phase}", problem
        if (self.moves.most_played or 1) > size:
            yield "moves.most_played", SettingProblem(_("a rack has {size} tiles"), {"size": size})
        if any(tiles > size for tiles in self.moves.bonuses):
            yield "moves.bonuses", SettingProblem(_("a rack has {size} tiles"), {"size": size})
        if any(call >= self.time.round_seconds for call in self.time.calls):
            yield "time.calls", SettingProblem(_("a call must come after the start of the round"))


def differences(rules: RuleSet, other: RuleSet) -> tuple[str, ...]:
    """List the settings in which two rule sets differ, in order; the name is not compared."""
    return tuple(path for path, _setting in all_settings() if rules.value(path) != other.value(path))


def group_names() -> tuple[str, ...]:
    """List the groups of settings, in order."""
    return tuple(item.name for item in fields(RuleSet) if item.name != "name")


def group_labels() -> dict[str, str]:
    """Return the label of each group of settings, in order."""
    return {item.name: item.metadata["label"] for item in fields(RuleSet) if item.name != "name"}


@lru_cache
def all_settings() -> tuple[tuple[str, Setting], ...]:
    """Return every setting but the name, as "group.name", with its explanation."""
    return tuple(
        (f"{item.name}.{name}", setting)
        for item in fields(RuleSet)
        if item.name != "name"
        for name, setting in settings_in(item.type)
    )


def _read_group(group: str, data: object) -> dict[str, object]:
    """Read the settings of a group from plain values."""
    if not isinstance(data, Mapping):
        raise refusal(group, SettingProblem(_("must be a table of settings")))
    known = dict(all_settings())
    for name in data:
        if f"{group}.{name}" not in known:
            raise refusal(f"{group}.{name}", SettingProblem(NO_SUCH_SETTING))
    return {name: known[f"{group}.{name}"].kind.read(value) for name, value in data.items()}


def _group_settings(data: Mapping[str, Any]) -> dict[str, Any]:
    """Put the settings of a text of the first version into their groups; return any other text unchanged."""
    if not data.keys() & _UNGROUPED.keys() or data.keys() & set(group_names()):
        return dict(data)
    grouped: dict[str, Any] = {}
    for key, value in data.items():
        if key not in _UNGROUPED:
            grouped[key] = value
            continue
        group, name = _UNGROUPED[key]
        calls_now = key == "call_seconds" and isinstance(value, int)
        grouped.setdefault(group, {})[name] = [value] * (value != 0) if calls_now else value
    return grouped


def rule_set_names() -> tuple[str, ...]:
    """List the names of the presets."""
    folder = resources.files("engine") / "data" / "rules"
    return tuple(sorted(path.name.removesuffix(".toml") for path in folder.iterdir()))


@lru_cache
def load_rule_set(name: str) -> RuleSet:
    """Return the preset of that name.

    Raises:
        RuleSetError: there is none.
    """
    if name not in rule_set_names():
        raise refusal("name", SettingProblem(_("there is no rule set “{name}”"), {"name": name}))
    path = resources.files("engine") / "data" / "rules" / f"{name}.toml"
    return RuleSet.from_toml(path.read_text(encoding="utf-8"))
