"""The format of one club's result in a simultaneous game, as it is sent to the organiser. Pure.

A result is a JSON object (docs/design.md describes it for other programs). Rounds are counted from 1 there,
as people do, and from 0 in the values here. Unknown facts of a player are empty, or null for the year of
birth.
"""

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, TypeVar, cast, get_args

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from duplicate.prepared_games.results.sent_result import (
    FORMAT,
    MOST_BYTES,
    MOST_ENTRIES,
    MOST_POINTS,
    MOST_WARNINGS,
    VERSION,
    Sanction,
    SentEntry,
    SentPerson,
    SentResult,
)
from duplicate.standings.rules.ranking import Average, PlayerScores
from tournaments.errors import ContentRefused, RuleViolation
from tournaments.models import NAME_LENGTH
from tournaments.names.folding import tidy
from tournaments.names.name_parts import join_pair
from tournaments.people.imports.rows import read_person
from tournaments.people.services import Person

_PERSON_KEYS: Final = ("name", "licence", "club", "country", "series", "birth_year")
# Keys that are there only where they say something: results of earlier releases keep their digest.
_FURTHER_KEYS: Final = ("committee", "age_category")
_Kind = TypeVar("_Kind", str, int, bool, list[Any], dict[str, Any])


class ResultRefused(ContentRefused):
    """A result that is refused; `errors` are sentences."""


@dataclass(frozen=True, slots=True)
class EntryResult:
    """A player or a pair: `scores` with table and sanctions, and the sums that the club computed."""

    people: tuple[Person, ...]
    scores: PlayerScores
    averages: Mapping[int, Average]
    total: int
    negative: int
    tops: int
    solos: int
    solo_points: int
    warning_points: int

    @property
    def name(self) -> str:
        return join_pair(person.name for person in self.people)


@dataclass(frozen=True, slots=True)
class ClubResult:
    """One club's game. `game` is the digest of the envelope, `tops` the score of each round's top.

    `rounds_known` is False for a result of totals alone, whose points were spread over the rounds.
    """

    game: str
    name: str
    club: str
    arbitrator: str
    played_on: str
    tops: tuple[int, ...]
    entries: tuple[EntryResult, ...]
    rounds_known: bool = True

    def to_data(self) -> SentResult:
        data: SentResult = {
            "format": FORMAT,
            "version": VERSION,
            "game": self.game,
            "name": self.name,
            "club": self.club,
            "arbitrator": self.arbitrator,
            "played_on": self.played_on,
            "rounds_known": False,
            "tops": list(self.tops),
            "entries": [_entry_data(entry) for entry in self.entries],
        }
        if self.rounds_known:
            del data["rounds_known"]
        return data

    @property
    def digest(self) -> str:
        """A hash that is equal for results with the same content, however they are written."""
        return hashlib.sha256(_json(self.to_data()).encode()).hexdigest()


def write_file(data: Mapping[str, Any]) -> str:
    """Return the text of a result's file, with a line an entry."""
    entries = ",\n".join(f"  {_json(entry)}" for entry in data["entries"])
    head = "".join(f" {_json(key)}: {_json(value)},\n" for key, value in data.items() if key != "entries")
    return "{\n" + head + f' "entries": [\n{entries}\n ]\n}}\n'


def parse_file(text: bytes) -> object:
    """Return the plain values in a file, not checked yet.

    Raises:
        ResultRefused: it is too big, or no JSON.
    """
    if len(text) > MOST_BYTES:
        raise ResultRefused([gettext("This file is too large for the result of one club.")])
    try:
        return json.loads(text.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        raise ResultRefused([gettext("This file is not the result of a simultaneous game.")]) from None


def check_format(data: object) -> dict[str, Any]:
    """Return plain values that claim to be a result of a version that is known.

    Raises:
        ResultRefused: they do not.
    """
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise ResultRefused([gettext("This file is not the result of a simultaneous game.")])
    version = data.get("version")
    if isinstance(version, int) and version > VERSION:
        said = gettext(
            "This result has format {version}, from a newer release. This program reads up to {known}."
        )
        raise ResultRefused([said.format(version=version, known=VERSION)])
    return data


def read_stored(content: object) -> ClubResult:
    """Return a result from the content of a row, whose people were checked when it came."""
    return _result(_Fields(content, ""), people_checked=True)


def read_result(data: object) -> ClubResult:
    """Return the result in plain values; unknown keys are ignored.

    Raises:
        ResultRefused: it is none, of a newer version, or something in it is missing or of the wrong kind.
    """
    try:
        return _result(_Fields(check_format(data), ""))
    except RuleViolation as error:
        raise ResultRefused([str(error)]) from error


# --- As plain values --------------------------------------------------------------------------------------------------


def _entry_data(entry: EntryResult) -> SentEntry:
    scores = entry.scores
    data: SentEntry = {
        "table": scores.table,
        "players": [_person_data(person) for person in entry.people],
        "scores": list(scores.scores),
        "worths": list(scores.worths or scores.scores),
        "sanctions": _sanctions(scores),
        "warnings": [scores.warned.count(number) for number in range(len(scores.scores))],
        "averages": [
            {"round": number + 1, "points": average.points, "why": average.why}
            for number, average in sorted(entry.averages.items())
        ],
        "absent": _number_from_one(scores.absent),
        "solos_given": _number_from_one(scores.solos_given),
        "solos_withheld": _number_from_one(scores.solos_withheld),
        "withdrawn": scores.withdrawn,
        "total": entry.total,
        "negative": entry.negative,
        "tops": entry.tops,
        "solos": entry.solos,
        "solo_points": entry.solo_points,
        "warning_points": entry.warning_points,
    }
    if _sanctions_say_all(scores):
        del data["warnings"]
    return data


def _person_data(person: Person) -> SentPerson:
    known = [key for key in _FURTHER_KEYS if getattr(person, key)]
    return cast("SentPerson", {key: getattr(person, key) for key in (*_PERSON_KEYS, *known)})


def _sanctions(scores: PlayerScores) -> list[Sanction]:
    sanctions: list[Sanction] = ["none"] * len(scores.scores)
    given: tuple[tuple[Sanction, Sequence[int]], ...] = (
        ("warning", scores.warned),
        ("penalty", scores.penalised),
        ("zero", scores.zeroed),
    )
    for sanction, rounds in given:
        for number in rounds:
            sanctions[number] = sanction
    return sanctions


def _sanctions_say_all(scores: PlayerScores) -> bool:
    """Tell whether the sanctions of the rounds say all warnings."""
    warned = {*scores.warned}
    return len(warned) == len(scores.warned) and not warned & {*scores.penalised, *scores.zeroed}


def _number_from_one(rounds: Sequence[int]) -> list[int]:
    return sorted(number + 1 for number in rounds)


def _result(fields: "_Fields", *, people_checked: bool = False) -> ClubResult:
    tops = fields.points("tops")
    entries = fields.get("entries", list)
    if not 0 < len(entries) <= MOST_ENTRIES:
        raise fields.wrong("entries")
    if fields.get("version", int) != VERSION:
        raise fields.wrong("version")
    return ClubResult(
        game=fields.text("game"),
        name=fields.text("name"),
        club=fields.text("club", needed=True),
        arbitrator=fields.text("arbitrator"),
        played_on=fields.text("played_on"),
        tops=tops,
        entries=tuple(
            _entry(
                _Fields(entry, f"entries[{number}]."),
                number,
                len(tops),
                _stored_person if people_checked else _person,
            )
            for number, entry in enumerate(entries)
        ),
        rounds_known=fields.get("rounds_known", bool) if "rounds_known" in fields.data else True,
    )


def _entry(
    fields: "_Fields", number: int, rounds: int, read: Callable[[Any, "_Fields"], Person]
) -> EntryResult:
    people = tuple(read(person, fields) for person in fields.get("players", list))
    if not 1 <= len(people) <= 2:
        raise fields.wrong("players")
    sanctions = fields.get("sanctions", list)
    points = fields.points("scores"), fields.points("worths")
    are_sanctions = all(sanction in get_args(Sanction) for sanction in sanctions)
    if any(len(each) != rounds for each in (*points, sanctions)) or not are_sanctions:
        raise fields.wrong("scores, worths, sanctions")
    table = fields.get("table", int)
    if not 0 <= table < 1_000_000:
        raise fields.wrong("table")
    return EntryResult(
        people=people,
        scores=PlayerScores(
            entry_id=number,
            table=table,
            name=join_pair(person.name for person in people),
            scores=points[0],
            worths=points[1],
            warned=_read_warned(fields, sanctions),
            penalised=_rounds_with("penalty", sanctions),
            zeroed=_rounds_with("zero", sanctions),
            solos_given=fields.rounds("solos_given", rounds),
            solos_withheld=fields.rounds("solos_withheld", rounds),
            absent=fields.rounds("absent", rounds),
            withdrawn=fields.get("withdrawn", bool),
        ),
        averages=_averages(fields, rounds),
        **{key: fields.get(key, int) for key in ("total", "negative", "tops", "solos", "solo_points")},
        warning_points=fields.get("warning_points", int),
    )


def _rounds_with(sanction: Sanction, sanctions: Sequence[str]) -> tuple[int, ...]:
    return tuple(number for number, given in enumerate(sanctions) if given == sanction)


def _read_warned(fields: "_Fields", sanctions: Sequence[str]) -> tuple[int, ...]:
    """Return the rounds with warnings, each as often as it has some; without a list of them, as the sanctions say."""
    if "warnings" not in fields.data:
        return _rounds_with("warning", sanctions)
    warnings = fields.points("warnings")
    missing = any(given == "warning" and not count for given, count in zip(sanctions, warnings, strict=False))
    if len(warnings) != len(sanctions) or missing or max(warnings, default=0) > MOST_WARNINGS:
        raise fields.wrong("warnings")
    return tuple(number for number, count in enumerate(warnings) for _warning in range(count))


def _averages(fields: "_Fields", rounds: int) -> dict[int, Average]:
    averages: dict[int, Average] = {}
    for each in fields.get("averages", list):
        one = _Fields(each, f"{fields.where}averages.")
        number, why = one.get("round", int), one.get("why", str)
        if not 1 <= number <= rounds or number - 1 in averages:
            raise one.wrong("round")
        match why:
            case "arbitrated" | "second_zero":
                averages[number - 1] = Average(one.get("points", int), why)
            case _:
                raise one.wrong("why")
    return averages


def _stored_person(data: Any, _fields: "_Fields") -> Person:
    return Person(**{key: data[key] for key in (*_PERSON_KEYS, *_FURTHER_KEYS) if key in data})


def _person(data: object, fields: "_Fields") -> Person:
    one = _Fields(data, f"{fields.where}players.")
    year = one.data.get("birth_year")
    if year is not None and (not isinstance(year, int) or isinstance(year, bool)):
        raise one.wrong("birth_year")
    keys = [*_PERSON_KEYS[:-1], *(key for key in _FURTHER_KEYS if key in one.data)]
    texts = {key: tidy(one.get(key, str)) for key in keys}
    person, problems = read_person(texts | {"birth_year": "" if year is None else str(year)})
    if problems:
        raise RuleViolation("result_person", _("{where}: {problem}"), where=one.where, problem=problems[0])
    # Keep the licence as the club wrote it: the digest of a result depends on it.
    return replace(person, licence=texts["licence"])


@dataclass(frozen=True, slots=True)
class _Fields:
    """A JSON object whose values are checked as they are read; errors name the path `where` it stands."""

    data: Any
    where: str

    def __post_init__(self) -> None:
        if not isinstance(self.data, dict):
            raise RuleViolation(
                "result_field",
                _("The field “{field}” of the result is missing or not valid."),
                field=self.where.rstrip("."),
            )

    def get(self, key: str, kind: type[_Kind]) -> _Kind:
        value = self.data.get(key)
        if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
            raise self.wrong(key)
        return value

    def text(self, key: str, *, needed: bool = False) -> str:
        text = tidy(self.get(key, str))
        if len(text) > NAME_LENGTH or (needed and not text):
            raise self.wrong(key)
        return text

    def points(self, key: str) -> tuple[int, ...]:
        values = self.get(key, list)
        if not all(type(value) is int and 0 <= value <= MOST_POINTS for value in values):
            raise self.wrong(key)
        return tuple(values)

    def rounds(self, key: str, most: int) -> tuple[int, ...]:
        values = self.get(key, list)
        if not all(type(value) is int and 1 <= value <= most for value in values):
            raise self.wrong(key)
        return tuple(sorted({value - 1 for value in values}))

    def wrong(self, key: str) -> RuleViolation:
        return RuleViolation(
            "result_field",
            _("The field “{field}” of the result is missing or not valid."),
            field=self.where + key,
        )


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
