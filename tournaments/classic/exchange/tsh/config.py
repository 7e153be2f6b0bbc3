"""The file `config.tsh`: its divisions and the settings that matter here. Pure.

The lines are described in tsh's manual (http://tsh.poslfit.com/doc/config.html): `division NAME FILE`, and
`config KEY = VALUE`, where a key may be of one division: `config max_div_rounds{'B'} = 12`. Other lines say how tsh
pairs, prints and gives prizes: `plan` and `prizes` read those that have an equivalent.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from operator import attrgetter
from typing import Final

from django.utils.translation import gettext_lazy as _

from tournaments.classic.exchange.tsh.plan import PlanLine, read_autopair
from tournaments.classic.exchange.tsh.prizes import PrizeLine, is_layout, read_prize, remark_on_line
from tournaments.classic.exchange.values import USUAL_SPREAD, FileEvent, Problems
from tournaments.errors import RuleViolation

CONFIG: Final = "config.tsh"
_SETTING: Final = re.compile(
    r"config\s++(\w++)\s*+(?:\{\s*+['\"]?(\w++)['\"]?\s*+\}\s*+)?=\s*+(.*)", re.IGNORECASE
)
_BARE_SETTING: Final = re.compile(r"(\w++)\s*+=")
_NUMBER: Final = r"[0-9]{1,4}"
_CAPS: Final = re.compile(rf"{_NUMBER}|\[\s*+{_NUMBER}(?:\s*+,\s*+{_NUMBER})*+\s*+\]")
_DIVISION: Final = re.compile(r"division\s+(\S+)\s+(.+)", re.IGNORECASE)
# Comments for tsh: division names have no blanks there.
_LONGER_NAME: Final = re.compile(r'#\s*division (\S+) is "(.+)"')
_SPREADS: Final = re.compile(r"#\s*division (\S+) has spreads (\d{1,4}) of byes, (\d{1,4}) of forfeits")
_RANKS_LEAVERS: Final = re.compile(r"#\s*division (\S+) ranks those who left")
_BEGUN: Final = re.compile(r"#\s*division (\S+) has begun round (\d{1,3})")
# The usual spread of a bye where a realm has its own (TSH::Config, RealmDefaults).
BYES_OF_REALMS: Final = {"absp": 100, "go": 2, "ken": 100, "pol": 300, "thai": 100, "wespa": 100}
# The federation whose rules and ratings a realm has: NSA is the name that NASPA had before; Thailand plays WESPA's.
# NASPA has several realms, such as `naspa2024-csw`.
_REALM: Final = re.compile(r"(nsa|naspa|absp|wespa|thai)(?:(?<=naspa)(?:2024)?(?:-csw)?(?:-lct)?)?")
_OTHER_NAMES: Final = {"nsa": "naspa", "thai": "wespa"}
# Federations whose name is that of a realm.
REALMS: Final = frozenset(["absp", "naspa", "wespa"])


def _common(event: FileEvent, field: str) -> object:
    """Return the setting that all divisions share, as tsh has one for all; None if they have several."""
    values = {getattr(division, field) for division in event.divisions}
    return values.pop() if len(values) == 1 else None


# Settings of tsh, each with what an event has for it; None is not written.
SETTINGS: Final[Mapping[str, Callable[[FileEvent], object]]] = {
    "event_name": attrgetter("name"),
    "event_date": lambda event: event.day.isoformat() if event.day else None,
    "track_firsts": lambda _event: 1,
    "assign_firsts": lambda _event: 1,
    "realm": lambda event: event.federation if event.federation in REALMS else None,
    "spread_cap": lambda event: _common(event, "spread_caps") or None,
    "max_rounds": lambda event: max((division.rounds_planned for division in event.divisions), default=1),
    "bye_spread": lambda event: _common(event, "bye_spread"),
    # Those of a division, of the files or of nobody here.
    **dict.fromkeys(("max_div_rounds", "tfile_encoding", "director_name"), lambda _event: None),
}
# They say the same here whatever their value is.
_WITHOUT_EFFECT: Final = frozenset(["track_firsts", "assign_firsts", "director_name", "tfile_encoding"])
_READ: Final = SETTINGS.keys() - _WITHOUT_EFFECT
_MONTHS: Final = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
# Kinds of lines that are named in one remark.
_MOST_NAMED: Final = 12


@dataclass(slots=True)
class Config:
    """The settings by key and division (an empty one for all), and the file, the longer name, the spreads of byes and
    forfeits, and the last round that has begun of each division, as far as it has them. tsh itself ranks nobody who
    has left.
    """

    files: dict[str, str] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)
    settings: dict[tuple[str, str], str] = field(default_factory=dict)
    spreads: dict[str, tuple[int, int]] = field(default_factory=dict)
    ranking_leavers: set[str] = field(default_factory=set)
    begun: dict[str, int] = field(default_factory=dict)
    plan: list[PlanLine] = field(default_factory=list)
    prizes: list[PrizeLine] = field(default_factory=list)

    def text(self, key: str, division: str = "") -> str:
        return self.settings.get((key, division.upper()), "")

    def number(self, key: str, division: str = "") -> int | None:
        text = self.text(key, division)
        return int(text) if re.fullmatch(_NUMBER, text) else None

    def spreads_of(self, division: str) -> tuple[int, int]:
        """Return the spread of a bye and that of a forfeit, which tsh does not tell apart."""
        usual = BYES_OF_REALMS.get(self.text("realm").lower(), USUAL_SPREAD)
        told = self.number("bye_spread", division), self.number("bye_spread"), usual
        bye = next(one for one in told if one is not None)
        return self.spreads.get(division, (bye, bye))

    def rounds(self, division: str) -> int | None:
        """Return the rounds of a division: its own, or those of all."""
        return self.number("max_div_rounds", division) or self.number("max_rounds")


def read_config(text: str, file: str, problems: Problems) -> Config:
    """Read the lines of `config.tsh`."""
    config = Config()
    unread: dict[str, int] = {}
    for number, raw in enumerate(text.splitlines(), start=1):
        line = raw.strip()
        if line.startswith("#"):
            _read_comment(line, number, config)
        elif line and not _read_line(line, number, config):
            found = _SETTING.fullmatch(line)
            word = found[1].lower() if found else line.split()[0].lower()[:30]
            bare = _BARE_SETTING.match(line)
            if word == "prize":
                remark_on_line(line, number, file, problems)
            elif bare and bare[1].lower() in _READ:
                problems.remark(file, number, _no_config_word(line))
            else:
                unread[word] = unread.get(word, 0) + 1
    if unread:
        problems.remark(file, None, _unread_violation(unread))
    return config


def _read_comment(line: str, number: int, config: Config) -> None:
    """Read what Isotop writes into comments."""
    if found := _LONGER_NAME.fullmatch(line):
        config.names[found[1]] = found[2]
    elif found := _SPREADS.fullmatch(line):
        config.spreads[found[1]] = int(found[2]), int(found[3])
    elif found := _RANKS_LEAVERS.fullmatch(line):
        config.ranking_leavers.add(found[1])
    elif found := _BEGUN.fullmatch(line):
        config.begun[found[1]] = int(found[2])
    elif planned := read_autopair(line, number):
        config.plan.append(planned)


def _read_line(line: str, number: int, config: Config) -> bool:
    """Read a line; return False if it is of no kind that is read."""
    if found := _DIVISION.fullmatch(line):
        config.files[_division_name(found[1])] = found[2].strip().strip("'\"")
    elif (found := _SETTING.fullmatch(line)) and found[1].lower() in SETTINGS:
        config.settings[found[1].lower(), (found[2] or "").upper()] = _unquote(found[3])
    elif planned := read_autopair(line, number):
        config.plan.append(planned)
    elif line.lower().startswith("prize ") and (prize := read_prize(line, number)):
        config.prizes.append(prize)
    else:
        return line.lower().startswith("prize ") and is_layout(line)
    return True


def federation_of(realm: str) -> str:
    """Return the federation of a realm, "" if it is none of those that we know."""
    found = _REALM.fullmatch(realm.lower())
    return _OTHER_NAMES.get(found[1], found[1]) if found else ""


def spread_caps_of(config: Config, file: str, problems: Problems) -> tuple[int, ...]:
    """Return the caps on spread by round: one number, or a list of which the last holds for all later rounds."""
    text = config.text("spread_cap")
    if text in {"", "0"}:
        return ()
    if _CAPS.fullmatch(text) and all(caps := tuple(map(int, re.findall(_NUMBER, text)))):
        return caps
    problems.remark(
        file,
        None,
        RuleViolation(
            "caps_not_read",
            _("This maximum spread is not read: {caps}. All spread counts until you set one."),
            caps=text[:60],
        ),
    )
    return ()


def read_day(text: str) -> date | None:
    """Return the first day of a date such as `February 18-20, 2023`, `18 Feb 2023` or `2023-02-18`."""
    if found := re.search(r"\b(\d{4})-(\d{1,2})-(\d{1,2})\b", text):
        return _day(*map(int, found.groups()))
    year = re.search(r"\b[12]\d{3}\b", text)
    month = next((at for word in re.findall(r"[a-z]+", text.lower()) if (at := _month(word))), 0)
    day = re.search(r"\b\d{1,2}\b", text)
    return _day(int(year[0]), month, int(day[0])) if year and month and day else None


def write_config(
    files: Mapping[str, str],
    settings: Mapping[str, object],
    by_division: Mapping[tuple[str, str], object],
    names: Mapping[str, str],
    spreads: Mapping[str, tuple[int, int]],
    *,
    lines_after: Sequence[str] = (),
) -> str:
    """Return the text of a `config.tsh` with these divisions and settings, a comment for each longer name and for
    spreads of byes and forfeits that tsh cannot tell apart, and further lines, which come after the divisions.
    """
    lines = [f"division {name} {file}" for name, file in files.items()]
    lines += [f'# division {name} is "{whole}"' for name, whole in names.items()]
    lines += [
        f"# division {name} has spreads {bye} of byes, {forfeit} of forfeits"
        for name, (bye, forfeit) in spreads.items()
    ]
    lines += [f"config {key} = {_quote(value)}" for key, value in settings.items()]
    lines += [f"config {key}{{'{name}'}} = {_quote(value)}" for (key, name), value in by_division.items()]
    # A name that broke its line would have tsh run the rest as a line of its own, such as one of Perl.
    return "".join(" ".join(line.splitlines()) + "\n" for line in [*lines, *lines_after])


def _division_name(written: str) -> str:
    return written.upper() if len(written) == 1 else written


def _no_config_word(line: str) -> RuleViolation:
    return RuleViolation(
        "config_word_missing",
        _("Not read, as a setting of tsh begins with “config”: {line}"),
        line=line[:80],
    )


def _unread_violation(unread: Mapping[str, int]) -> RuleViolation:
    named = [f"{word} ({count})" if count > 1 else word for word, count in unread.items()]
    more = " …" if len(named) > _MOST_NAMED else ""
    return RuleViolation(
        "config_not_read",
        _("Ignored, as these have their own settings here: {words}."),
        words=", ".join(named[:_MOST_NAMED]) + more,
    )


def _month(word: str) -> int:
    return _MONTHS.index(word[:3]) + 1 if word[:3] in _MONTHS else 0


def _day(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


def _unquote(text: str) -> str:
    text = text.strip().removesuffix(";").strip()
    quoted = re.fullmatch(r"(['\"])(.*)\1", text)
    return re.sub(r"\\(.)", r"\1", quoted[2]) if quoted else text


def _quote(value: object) -> str:
    """Return a value as Perl reads it: a number, a list of numbers, or a text in single quotes."""
    if isinstance(value, int):
        return str(value)
    if isinstance(value, tuple):
        return str(list(value) if len(value) > 1 else value[0])
    escaped = re.sub(r"([\\'])", r"\\\1", str(value))
    return f"'{escaped}'"
