"""The command that replays a record: a duplicate or classic game in JSON, or a classic game in GCG.

It prints a line for each round, event or act, with its errors. The exit code is 1 if a record does not hold, and 2 if
one cannot be read.
"""

# ruff: noqa: T201 - printing is the job of a command line

import argparse
from collections.abc import Iterator
from itertools import chain

from engine.cli.console import InputError, NoLexiconError, open_lexicon, read_file, say, utf8_text
from engine.cli.positions import holds_position
from engine.duplicate_games.records import GameRecord, replay
from engine.errors import EngineError, RecordError
from engine.formats.gcg import GcgGame, is_gcg
from engine.formats.gcg_encodings import decode, encodings_tried
from engine.lexicon import BUILTIN, Lexicon
from engine.referee.game import ClassicGame, holds_classic_game
from engine.referee.game import replay as replay_classic
from engine.referee.gcg.reader import check
from engine.referee.gcg.settings import infer_settings
from engine.referee.settings import all_settings
from engine.rules.setting_kinds import OneOf
from engine.tiles import TileSet, load_tile_set

NO_LEXICON = "none"


def run_replay(options: argparse.Namespace) -> int:
    """Replay the files one after the other, each under its name if there are several."""
    codes = []
    for file in options.files:
        if len(options.files) > 1:
            print(f"== {file}", flush=True)
        options.file = file
        try:
            codes.append(_replay_file(options))
        except (EngineError, InputError) as error:
            if not options.keep_going:
                raise
            say(str(error))
            codes.append(2)
    return max(codes)


def _replay_file(options: argparse.Namespace) -> int:
    data = read_file(options.file)
    return _check_gcg(data, options) if is_gcg(data) else _replay(data, options)


def _replay(data: bytes, options: argparse.Namespace) -> int:
    """Replay one record, or several with one a line, as `simulate` writes them."""
    text = utf8_text(data)
    lines = [line for line in text.splitlines() if line.strip()]
    if holds_position(text) or (lines and holds_position(lines[0])):
        raise InputError(f"{options.file}: this is a position, not a game; “top” and “moves” read positions")
    if len(lines) < 2 or not lines[0].rstrip().endswith("}"):
        return _replay_record(text, options)
    codes = []
    for number, line in enumerate(lines, start=1):
        print(f"game {number}")
        try:
            codes.append(_replay_record(line, options))
        except EngineError as error:
            if not options.keep_going:
                raise InputError(f"{options.file}: record {number}: {error}") from error
            say(f"{options.file}: record {number}: {error}")
            codes.append(2)
    return max(codes)


def _replay_record(text: str, options: argparse.Namespace) -> int:
    """Print a line for each round as it is replayed."""
    if holds_classic_game(text):
        return _replay_classic(text, options)
    record = GameRecord.from_json(text)
    lexicon = None
    if options.lexicon != NO_LEXICON:
        lexicon = _lexicon_of(record, options.lexicon)
    print(f"{'round':>5} {'said':>6} {'found':>6} {'total':>6}", flush=True)
    holds = True
    for played in replay(record, lexicon):
        found = "-" if played.found is None else played.found
        columns = f"{played.number:>5} {played.said:>6} {found:>6} {played.total:>6}"
        print(f"{columns}  {played.problem or ''}".rstrip(), flush=True)
        holds = holds and not played.problem
    return 0 if holds else 1


def _replay_classic(text: str, options: argparse.Namespace) -> int:
    """Print a line for each act. Words are checked as for GCG: only if the command names a lexicon."""
    game = ClassicGame.from_json(text)
    lexicon = None
    if options.lexicon not in {None, NO_LEXICON}:
        lexicon = open_lexicon(options.lexicon, game.tiles)
    print(f"{'act':>5} {'bag':>4}  {'what':<10} scores", flush=True)
    steps = replay_classic(game, lexicon)
    for number in range(1, len(game.acts) + 1):
        try:
            step = next(steps)
        except RecordError as error:
            print(error, flush=True)
            return 1
        scores = " ".join(f"{score:>5}" for score in step.after.scores)
        what = type(step.act).__name__.lower()
        print(f"{number:>5} {step.after.bag_count:>4}  {what:<10} {scores}", flush=True)
    return 0


def _lexicon_of(record: GameRecord, named: str | None) -> Lexicon:
    try:
        return record.amend(open_lexicon(named or record.lexicon or BUILTIN, record.tiles))
    except NoLexiconError as error:
        if named:
            raise
        raise InputError(f"{error} “--lexicon {NO_LEXICON}” takes any word for good.") from error


def _line_of(data: bytes, error: RecordError) -> str:
    """Return the line that an error names, as it stands in the file."""
    lines = decode(data).splitlines()
    number = error.params.get("line")
    if not isinstance(number, int) or not 0 < number <= len(lines):
        return ""
    return f" It reads: {lines[number - 1].strip()[:200]}"


def _check_gcg(data: bytes, options: argparse.Namespace) -> int:
    """Print a line for each event. Words are checked only if a lexicon is named: the game allows any.

    A remark on a rack makes the record fail in the strict mode alone.
    """
    lexicon = None
    if options.lexicon not in {None, NO_LEXICON}:
        lexicon = open_lexicon(options.lexicon, options.tiles)
    tiles = load_tile_set(lexicon.tile_set if lexicon else options.tiles or BUILTIN)
    try:
        game = GcgGame.parse(data, tiles)
    except RecordError as error:
        choose = " Choose them with --tiles." if error.code == "gcg_tiles" else ""
        raise InputError(f"{options.file}: {error}{choose}{_line_of(data, error)}") from error
    width = max(map(len, ["player", *(event.player for event in game.events)]))
    print(f"Classic game with {tiles.name} tiles")
    *others, encoding = encodings_tried(data)
    if others:
        print(f"Read as {encoding}: it cannot be read as {', '.join(others)}")
    for line in _describe_inferred(game, tiles):
        print(line)
    _say_readings(game, tiles)
    heading = f"{'line':>5} {'said':>6} {'found':>6} {'total':>6}  {'player':<{width}}  what is wrong"
    print(heading, flush=True)
    holds, left = True, list(game.events)
    for checked in check(game, tiles, lexicon):
        event, found = checked.event, "-" if checked.found is None else checked.found
        columns = f"{event.line:>5} {event.score:>6} {found:>6} {event.total:>6}  {event.player:<{width}}"
        remarks = [f"(remark) {remark}" for remark in checked.remarks]
        print("  ".join([columns, *map(str, checked.faults), *remarks]).rstrip(), flush=True)
        holds = holds and not checked.faults and not (options.strict and remarks)
        left.pop(0)
    if left:
        print(f"Not checked: line {left[0].line} and after, for how the board goes on is not known.")
    if lexicon is None:
        print("Not checked: whether the words are good; name a lexicon with --lexicon.")
    return 0 if holds else 1


def _say_readings(game: GcgGame, tiles: TileSet) -> None:
    """Say once how letters were read that could be one tile or several, and those that the tiles lack."""
    if doubtful := tiles.pick_doubtful(game.written):
        read = ", ".join(map(tiles.list_tiles, doubtful))
        say(f"read as {read}; letters apart are written in brackets: {tiles.written_apart(chain(*doubtful))}")
    if folded := tiles.folded_signs("".join(text for text, _ in game.written)):
        say(f"read as other letters: {', '.join(f'{sign} as {letters}' for sign, letters in folded.items())}")


def _describe_inferred(game: GcgGame, tiles: TileSet) -> Iterator[str]:
    """Yield a line for each setting that the file does not state, and that its events show."""
    for name, value in infer_settings(game, tiles).items():
        setting = all_settings()[name]
        kind = setting.kind
        words = kind.options[str(value)] if isinstance(kind, OneOf) else value
        yield f"Inferred: {setting.label}: {words}"
