"""The review of a GCG file that is to be the record of a match: its players, its rules, its errors by line.

Terms. A *judgement* plays the file by one set of rules. *Faults* are errors that no record can have, *remarks* come
from racks that the annotator wrote wrong (`engine.referee.gcg.reader`).

Invariants: nothing is read from or written to the database.
"""

from collections.abc import Iterator
from dataclasses import dataclass, fields, replace

from django.utils.translation import gettext_lazy as _

from engine.errors import EngineError, RecordError
from engine.formats.gcg import EventKind, GcgGame
from engine.formats.gcg_encodings import encodings_tried
from engine.lexicon import load_lexicon
from engine.referee import ClassicGame
from engine.referee.gcg.reader import CheckedEvent, check, from_gcg, names_of
from engine.referee.gcg.settings import infer_settings, settings_of, states_settings
from engine.referee.settings import FEWEST_PLAYERS, ClassicSettings
from engine.tiles import TileSet, load_tile_set
from tournaments.classic.models.divisions import NAME_LENGTH
from tournaments.errors import RuleViolation
from tournaments.lexicons.readings import describe_written
from tournaments.names import folding
from tournaments.processes.own_process import in_own_process
from tournaments.wording.engine_messages import message_for


@dataclass(frozen=True, slots=True)
class Terms:
    """The terms that a match is played by, and by which its record is judged."""

    settings: str
    lexicon: str
    tile_set: str


@dataclass(frozen=True, slots=True)
class GcgError:
    """An error of a file; `line` is None where the error names its line itself."""

    line: int | None
    error: EngineError


@dataclass(frozen=True, slots=True)
class Judgement:
    """A file played by these rules; there is no game if it has faults."""

    settings: ClassicSettings
    faults: tuple[GcgError, ...]
    remarks: tuple[GcgError, ...]
    game: ClassicGame | None


@dataclass(frozen=True, slots=True)
class GcgReview:
    """A file before its import. `starter` is the place of the player who begins in `names`.

    `by_file` has the rules that the file states or shows, `shown` the names of the settings that it shows or that
    differ from the match's; there is none if it goes by the rules of the match. `readings` tell how letters were read
    that could be read otherwise.
    """

    names: tuple[str, ...]
    starter: int
    encodings: tuple[str, ...]
    readings: tuple[str, ...]
    by_match: Judgement
    by_file: Judgement | None
    shown: frozenset[str]

    @property
    def judgements(self) -> dict[str, Judgement]:
        """The judgements without faults, by the choice of the user."""
        both = {"match": self.by_match, "file": self.by_file}
        return {name: one for name, one in both.items() if one is not None and one.game is not None}


@in_own_process()
def review_gcg(data: bytes, terms: Terms) -> GcgReview:
    """Review the content of a file.

    Raises:
        RuleViolation: it has no turn, the turns of one of two players, or more players than a match.
        EngineError: a line cannot be read; the error has its number.
    """
    tiles = load_tile_set(terms.tile_set)
    file = GcgGame.parse(data, tiles)
    names = names_of(file)
    if not file.events:
        raise RuleViolation("gcg_empty", _("This file has no turn of a game in GCG."))
    if len(names) > FEWEST_PLAYERS:
        raise RuleViolation(
            "gcg_players_number", _("This file has {count} players; a match has two."), count=len(names)
        )
    moving = [
        event.player
        for event in file.events
        if event.kind in {EventKind.MOVE, EventKind.EXCHANGE, EventKind.PASS}
    ]
    if len(names) > len(set(moving)) and len(moving) > 1:
        raise RuleViolation(
            "gcg_one_player",
            _("All {count} turns of this file are of {player}: those of the other player are missing."),
            count=len(moving),
            player=tidy_name(names[moving[0]]),
        )
    ours = ClassicSettings.from_toml(terms.settings)
    by_match = judge(file, tiles, ours, terms.lexicon)
    by_file = _judge_by_file(file, tiles, terms, by_match)
    return GcgReview(
        names=tuple(map(tidy_name, names.values())),
        starter=[*names].index(file.events[0].player),
        encodings=encodings_tried(data),
        readings=tuple(describe_written(file.written, tiles)),
        by_match=by_match,
        by_file=by_file,
        shown=frozenset(
            {*infer_settings(file, tiles), *(_differences(ours, by_file.settings) if by_file else ())}
        ),
    )


def tidy_name(name: str) -> str:
    """Return the name of a player of a file as it is shown and stored; a dash if nothing of it can be seen."""
    return cut_name(name.replace("_", " "))


def cut_name(name: str) -> str:
    """Return a name as an annotated game stores it: tidy, and no longer than its column."""
    return folding.tidy(name)[:NAME_LENGTH].strip() or "–"


def playable_game(judgement: Judgement) -> ClassicGame:
    """Return the game, or raise the first fault with its line."""
    for fault in judgement.faults:
        if fault.line is None:
            raise fault.error
        raise RecordError("bad_gcg", line=fault.line, problem=message_for(fault.error).removesuffix("."))
    assert judgement.game is not None, "a file without faults has a game"
    return judgement.game


def _differences(ours: ClassicSettings, theirs: ClassicSettings) -> Iterator[str]:
    """Yield the names of the settings that differ; with points for a challenge, all that say how many."""
    for field in fields(ours):
        differ = getattr(ours, field.name) != getattr(theirs, field.name)
        if differ or (field.name.startswith("challenge") and ours.challenge != theirs.challenge == "points"):
            yield field.name


def judge(file: GcgGame, tiles: TileSet, settings: ClassicSettings, lexicon: str) -> Judgement:
    """Play the file by these rules; if only words of the lexicon can be played, check every word."""
    words = load_lexicon(lexicon) if settings.challenge == "void" else None
    checks = list(check(file, tiles, words, settings))
    faults, remarks = tuple(_faults_of(checks)), tuple(_remarks_of(checks))
    if faults:
        return Judgement(settings, faults, remarks, None)
    try:
        return Judgement(settings, (), remarks, from_gcg(file, tiles, settings))
    except EngineError as error:
        return Judgement(settings, (GcgError(None, error),), remarks, None)


def _faults_of(checks: list[CheckedEvent]) -> Iterator[GcgError]:
    for checked in checks:
        for fault in checked.faults:
            yield GcgError(checked.event.line, fault)


def _remarks_of(checks: list[CheckedEvent]) -> Iterator[GcgError]:
    for checked in checks:
        for remark in checked.remarks:
            yield GcgError(checked.event.line, remark)


def _judge_by_file(file: GcgGame, tiles: TileSet, terms: Terms, by_match: Judgement) -> Judgement | None:
    """Judge the file by its own rules; return None if they are those of the match."""
    ours, stated = by_match.settings, states_settings(file)
    shown = replace(ours, **infer_settings(file, tiles))
    allowing = replace(settings_of(file, FEWEST_PLAYERS, tiles), turn_seconds=ours.turn_seconds)
    if stated:
        return judge(file, tiles, allowing, terms.lexicon) if allowing != ours else None
    if shown == ours and not by_match.faults:
        return None
    by_shown = judge(file, tiles, shown, terms.lexicon)
    if not by_shown.faults:
        return by_shown
    return _narrow(file, tiles, terms, judge(file, tiles, allowing, terms.lexicon), shown)


def _narrow(
    file: GcgGame, tiles: TileSet, terms: Terms, allowing: Judgement, wanted: ClassicSettings
) -> Judgement:
    """Give each setting its wanted value again where the file holds with it."""
    for field in fields(wanted):
        value = getattr(wanted, field.name)
        if allowing.faults or value == getattr(allowing.settings, field.name):
            continue
        narrower = judge(file, tiles, replace(allowing.settings, **{field.name: value}), terms.lexicon)
        allowing = allowing if narrower.faults else narrower
    return allowing
