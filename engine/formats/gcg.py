"""GCG: the record of a classic game that Quackle, Macondo, Woogles and the viewers on the web exchange.

A file has *pragmas* (lines that begin with "#": players, title, lexicon, …) and *events*, one a line. An
event has the player (">" and a nickname), the rack if it is known, the act, its score, and the total after
it. Text after the total is a remark and ignored. The acts are those of `EventKind`:

    >Ann: AEINRST 8D RETAINS +66 66     a move; "." is a letter on the board, a small letter a blank
    >Bob: IIUUVVW -IUUVW +0 0           an exchange, or "-5" if only the number is known
    >Ann: AB - +0 66                    a pass
    >Bob: AEINRST -- -66 0              the move before is withdrawn after a challenge
    >Ann: EE (challenge) +5 71          points for a challenge that failed
    >Bob: (time) -10 290                a penalty for overtime
    >Ann: (QZ) +40 451                  the tiles left on a rack, doubled, for the player who went out
    >Bob: QZ (QZ) -20 270               or deducted from the player who holds them

References use the English convention (8D is across). The first line may name the encoding, such as "#character-
encoding UTF-8", or the first bytes say UTF-16. A file that names none, or one that is not known or does not fit, is
read as UTF-8 if that is possible, else as Windows-1252: the standard says ISO 8859-1, which that extends, but many
programs write UTF-8 without saying so. ISO 8859-1 itself, which reads any bytes, comes last. A line that is neither
pragma nor event continues the note or description before it. Unknown pragmas are kept. The output is UTF-8 and
reads back as the same game.

A file does not say its tile set: an error about a letter that the given set lacks names the sets that have all of
the file's.
"""

import enum
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import Self

from engine.errors import NotationError, RecordError, TileError
from engine.formats.gcg_encodings import ENCODING, decode
from engine.lexicon.letter_fit import likeness
from engine.notation import Reference
from engine.tiles import BLANK_FLAG, BLANK_TEXT, Cells, TileSet, load_tile_set, tile_set_names

THROUGH = 0
_THROUGH_TEXT = "."
_PLAYER = re.compile(r"player([1-9])")
_REFERENCE = re.compile(r"[A-Oa-o][0-9]{1,2}|[0-9]{1,2}[A-Oa-o]")
_LINE_END = re.compile(r"\r\n|\r|\n")
_POINTS = re.compile(r"[+-]?[0-9]{1,5}")
_GOES_ON = ("#note", "#description")
_MOST_FITTING = 3
_LONGEST_GAME = 8_000  # signs of players and events, about twice as many as the longest games have
_Lines = Sequence[tuple[int, str]]


class EventKind(enum.Enum):
    MOVE = "move"
    EXCHANGE = "exchange"
    PASS = "pass"  # noqa: S105 - a turn, no secret
    WITHDRAWN = "withdrawn"
    CHALLENGE = "challenge"
    TIME = "time"
    RACK = "rack"


@dataclass(frozen=True, slots=True)
class GcgPlayer:
    nick: str
    name: str


@dataclass(frozen=True, slots=True)
class Pragma:
    """A line of the head or the end; `keyword` is without its "#", `line` is the line number in the file."""

    keyword: str
    text: str
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class GcgEvent:
    """One line of the game. `rack` is empty if unknown; `line` is the line number in the file.

    A move has its `reference` and, as `tiles`, the cells of the word from there, with `THROUGH` for a letter
    on the board. An exchange has the tiles given back, or only their number as `count`. The end of the game
    has the tiles left on a rack.
    """

    kind: EventKind
    player: str
    rack: tuple[int, ...]
    score: int
    total: int
    reference: Reference | None = None
    tiles: tuple[int, ...] = ()
    count: int = 0
    notes: tuple[str, ...] = ()
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class GcgGame:
    """A game: `head` has the pragmas before the first event, except players, `end` those after it.

    `written` has the racks and words as the file has them, each with the tiles that were read.
    """

    players: tuple[GcgPlayer, ...]
    head: tuple[Pragma, ...]
    events: tuple[GcgEvent, ...]
    end: tuple[Pragma, ...] = ()
    written: tuple[tuple[str, Cells], ...] = field(default=(), compare=False)

    @classmethod
    def parse(cls, data: bytes, tiles: TileSet) -> Self:
        """Parse the content of a file; a `RecordError` names the faulty line."""
        lines = tuple(_lines(decode(data)))
        reader = _Reader(tiles)
        for number, line in lines:
            try:
                reader.read(number, line)
            except (NotationError, TileError) as error:
                raise _make_letter_error(number, error, lines, tiles) from error
        players = tuple(reader.players[number] for number in sorted(reader.players))
        return cls(
            players, tuple(reader.head), reader.noted_events(), tuple(reader.end), tuple(reader.written)
        )

    def text(self, tiles: TileSet) -> str:
        lines = [f"#{ENCODING} UTF-8"]
        lines += [
            f"#player{number} {player.nick} {player.name}".rstrip()
            for number, player in enumerate(self.players, start=1)
        ]
        lines += [f"#{pragma.keyword} {pragma.text}".rstrip() for pragma in self.head]
        for event in self.events:
            lines.append(_event_text(event, tiles))
            lines += [f"#note {note}".rstrip() for note in event.notes]
        lines += [f"#{pragma.keyword} {pragma.text}".rstrip() for pragma in self.end]
        return "\n".join(lines) + "\n"


def is_gcg(data: bytes) -> bool:
    """Tell whether a file looks like GCG: its first line is a pragma or an event."""
    return decode(data).lstrip()[:1] in {"#", ">"}


def lexicon_in(data: bytes) -> str | None:
    """Return the lexicon that a file names: it decides which tile set the rest is read with."""
    for _, line in _lines(decode(data)):
        keyword, _, text = line.partition(" ")
        if keyword.lower() == "#lexicon" and text.strip():
            return text.strip()
    return None


def _bad(line: int, problem: str) -> RecordError:
    return RecordError("bad_gcg", line=line, problem=problem)


def _make_letter_error(
    number: int, error: NotationError | TileError, lines: _Lines, tiles: TileSet
) -> RecordError:
    """Return the error of a line, with the tile sets of the file if it is about a letter that is not of these."""
    fitting = _find_fitting_sets(lines, str(error.params["letter"])) if error.code == "unknown_letter" else ()
    if not fitting:
        return _bad(number, str(error).removesuffix("."))
    return RecordError("gcg_tiles", line=number, **error.params, tiles=tiles.name, fitting=", ".join(fitting))


def _find_fitting_sets(lines: _Lines, letter: str) -> tuple[str, ...]:
    """Return the tile sets with this letter that have all letters of the file, the likeliest first.

    There is none for more events than a game has: every set would have to read them all.
    """
    fits: dict[str, float] = {}
    lines = [(number, line) for number, line in lines if line.lower().startswith(("#player", ">"))]
    if sum(len(line) for _, line in lines) > _LONGEST_GAME:
        return ()
    for tiles in map(load_tile_set, tile_set_names()):
        reader = _Reader(tiles)
        try:
            tiles.encode(letter)
            for number, line in lines:
                reader.read(number, line)
        except (NotationError, TileError, RecordError):
            continue
        laid = (cell for event in reader.events if event.kind is EventKind.MOVE for cell in event.tiles)
        fits[tiles.name] = likeness(Counter(cell for cell in laid if THROUGH < cell < BLANK_FLAG), tiles)
    return tuple(sorted(fits, key=lambda name: fits[name], reverse=True)[:_MOST_FITTING])


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """Yield the lines with their numbers, each joined with its continuation lines."""
    first, parts = 0, [""]
    for number, raw in enumerate(_LINE_END.split(text), start=1):
        written = raw.strip()
        if written[:1] in {"#", ">"}:
            if parts[0]:
                yield first, " ".join(parts)
            first, parts = number, [written]
        elif written and not parts[0].lower().startswith(_GOES_ON):
            raise _bad(number, "this is neither a pragma (#) nor an event (>)")
        elif written:
            parts.append(written)
    if parts[0]:
        yield first, " ".join(parts)


class _Reader:
    """The parser of one file, line by line."""

    def __init__(self, tiles: TileSet) -> None:
        self.tiles = tiles
        self.players: dict[int, GcgPlayer] = {}
        self.head: list[Pragma] = []
        self.events: list[GcgEvent] = []
        self.notes: list[list[str]] = []  # of each event
        self.end: list[Pragma] = []
        self.written: list[tuple[str, Cells]] = []

    def read(self, number: int, line: str) -> None:
        if line.startswith(">"):
            self.events.append(self._event(number, line[1:]))
            self.notes.append([])
            return
        keyword, text = [*line[1:].split(maxsplit=1), "", ""][:2]
        keyword = keyword.lower()
        if keyword == ENCODING:
            if number > 1:
                raise _bad(number, f"#{ENCODING} must be the first line")
        elif player := _PLAYER.fullmatch(keyword):
            self._read_player(number, int(player[1]), text)
        elif keyword == "note" and self.events:
            self.notes[-1].append(text)
        elif keyword:
            (self.end if self.events else self.head).append(Pragma(keyword, text, number))

    def noted_events(self) -> tuple[GcgEvent, ...]:
        """Return the events with their notes."""
        return tuple(
            replace(event, notes=tuple(notes)) if notes else event
            for event, notes in zip(self.events, self.notes, strict=True)
        )

    def _read_player(self, number: int, place: int, text: str) -> None:
        nick, name = [*text.split(maxsplit=1), "", ""][:2]
        if not nick:
            raise _bad(number, "the player has no name")
        if self.events:
            raise _bad(number, "players must come before the first event")
        if place in self.players or nick in {player.nick for player in self.players.values()}:
            raise _bad(number, f"there is a player {place} or a “{nick}” already")
        self.players[place] = GcgPlayer(nick, name)

    def _event(self, number: int, line: str) -> GcgEvent:
        nick = self._nick(number, line)
        fields = line[len(nick) + 1 :].split()
        rack: Cells = ()
        if fields and not _is_act(fields[0]):
            rack = self._rack(fields.pop(0))
        if not fields:
            raise _bad(number, "what was played is missing")
        act = fields.pop(0)
        event = GcgEvent(EventKind.MOVE, nick, rack, 0, 0, line=number)
        if _REFERENCE.fullmatch(act):
            if not fields or _POINTS.fullmatch(fields[0]):
                raise _bad(number, "the word is missing")
            reference = Reference.parse(act, "english")
            event = replace(event, reference=reference, tiles=self._cells(number, fields.pop(0)))
        else:
            event = self._without_word(number, event, act)
        return replace(event, score=_points(number, fields, "score"), total=_points(number, fields, "total"))

    def _nick(self, number: int, line: str) -> str:
        known = [player.nick for player in self.players.values() if line.startswith(f"{player.nick}:")]
        if known:
            return max(known, key=len)
        nick, colon, _ = line.partition(":")
        if not colon or not nick or nick.split() != [nick]:
            raise _bad(number, "an event begins with a player's nickname and a colon")
        if self.players:
            raise _bad(number, f"there is no player “{nick}”")
        return nick

    def _rack(self, text: str) -> Cells:
        rack = self.tiles.encode_rack(text)
        self.written.append((text, rack))
        return rack

    def _cells(self, number: int, word: str) -> Cells:
        pieces = re.split(rf"({re.escape(_THROUGH_TEXT)})", word)
        cells = tuple(
            cell
            for piece in pieces
            for cell in ((THROUGH,) if piece == _THROUGH_TEXT else self.tiles.encode(piece))
        )
        # A parenthesis is a blank whose letter has no small one; in other programs' diagrams, a letter that lies there.
        blanks = self.tiles.decode(cell for cell in cells if cell != THROUGH).count("(")
        if word.count("(") != blanks:
            raise _bad(number, f"“{word}” has a parenthesis: a letter that lies there is written “.”")
        laid = tuple(cell for cell in cells if cell != THROUGH)
        self.written.append((word.replace(_THROUGH_TEXT, BLANK_TEXT), laid))
        return cells

    def _without_word(self, number: int, event: GcgEvent, act: str) -> GcgEvent:
        simple = {
            "-": EventKind.PASS,
            "--": EventKind.WITHDRAWN,
            "(challenge)": EventKind.CHALLENGE,
            "(time)": EventKind.TIME,
        }
        if act.lower() in simple:
            return replace(event, kind=simple[act.lower()])
        if act.startswith("-"):
            if re.fullmatch(r"-[0-9]{1,2}", act):
                return replace(event, kind=EventKind.EXCHANGE, count=int(act[1:]))
            return replace(event, kind=EventKind.EXCHANGE, tiles=self._rack(act[1:]))
        if act.startswith("(") and act.endswith(")"):
            return replace(event, kind=EventKind.RACK, tiles=self._rack(act[1:-1]))
        raise _bad(number, f"“{act}” is nothing that a player can do")


def _is_act(field: str) -> bool:
    """Tell whether a field is the act: then no rack comes before it."""
    return field.startswith(("-", "(")) or bool(_REFERENCE.fullmatch(field))


def _points(number: int, fields: list[str], what: str) -> int:
    if not fields:
        raise _bad(number, f"the {what} is missing")
    if not _POINTS.fullmatch(fields[0]):
        raise _bad(number, f"“{fields[0]}” is no {what}")
    return int(fields.pop(0))


def _event_text(event: GcgEvent, tiles: TileSet) -> str:
    fields = [f">{event.player}:", tiles.decode_rack(event.rack), _act_text(event, tiles)]
    return " ".join([*filter(None, fields), f"{event.score:+}", str(event.total)])


def _act_text(event: GcgEvent, tiles: TileSet) -> str:
    if event.kind is EventKind.MOVE:
        assert event.reference is not None  # a move has one
        return f"{event.reference.text('english')} {_word_text(event.tiles, tiles)}"
    if event.kind is EventKind.EXCHANGE:
        return f"-{tiles.decode_rack(event.tiles) or event.count}"
    if event.kind is EventKind.RACK:
        return f"({tiles.decode_rack(event.tiles)})"
    return {EventKind.PASS: "-", EventKind.WITHDRAWN: "--"}.get(event.kind, f"({event.kind.value})")


def _word_text(cells: tuple[int, ...], tiles: TileSet) -> str:
    runs = groupby(cells, key=lambda cell: cell == THROUGH)
    return "".join(_THROUGH_TEXT * len(list(run)) if through else tiles.decode(run) for through, run in runs)
