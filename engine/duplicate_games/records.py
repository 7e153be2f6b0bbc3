"""Game records: a duplicate game as text, and its replay.

A record is a JSON object: the tile set, the convention of its references, the rules (classic if missing), and
the rounds in order, each with its rack (see `RackRecord`), the word placed, its reference, and the stated
score. Rounds in which nobody could play may be left out, or have neither word nor reference. `replay` plays
the record again and yields for each round its score and its errors.
"""

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Self

from engine.board import Board
from engine.errors import MoveError, NotationError, RecordError, TileError
from engine.json_fields import RecordObject, parse_record
from engine.lexicon import Lexicon, amend_lexicon
from engine.lexicon.word_list import LONGEST, SHORTEST
from engine.notation import Convention, Move, RackRecord
from engine.racks.draw import Placed, find_draw_problems, place
from engine.rules import (
    RuleSet,
)
from engine.scoring import ScoredMove, WordSource, check_played, check_rack, check_words, score_move
from engine.tiles import TileSet, load_tile_set

_KEYS = ("tiles", "notation", "rounds", "lexicon", "seed", "rules", "accepted", "refused")


@dataclass(frozen=True, slots=True)
class RecordRound:
    """One round as the record has it; word and reference are empty if nobody could play."""

    rack: str
    word: str
    ref: str
    score: int

    def to_data(self) -> dict[str, str | int]:
        return {"rack": self.rack, "word": self.word, "ref": self.ref, "score": self.score}


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A whole game as its record has it; `replay` parses the texts of the rounds.

    `accepted` and `refused` are words by which the game departs from its lexicon.
    """

    tiles: str
    notation: Convention
    rounds: tuple[RecordRound, ...]
    lexicon: str | None = None
    seed: str | None = None
    rules: RuleSet = field(default_factory=RuleSet)
    accepted: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()

    @classmethod
    def from_json(cls, text: str) -> Self:
        """Read the record in a text; a `RecordError` names the faulty line or round."""
        entry = RecordObject(parse_record(text), "the record", _KEYS)
        tiles = load_tile_set(entry.get("tiles", str))
        accepted, refused = (_read_words(entry, key, tiles) for key in ("accepted", "refused"))
        if set(accepted) & set(refused):
            raise entry.problem("a word is accepted and refused")
        return cls(
            tiles=tiles.name,
            notation=entry.convention,
            rounds=tuple(
                _record_round(RecordObject(item, f"round {number}", ("rack", "word", "ref", "score")))
                for number, item in enumerate(entry.get("rounds", list), start=1)
            ),
            lexicon=entry.get("lexicon", str) if "lexicon" in entry.data else None,
            seed=entry.get("seed", str) if "seed" in entry.data else None,
            rules=RuleSet.from_data(entry.get("rules", dict)) if "rules" in entry.data else RuleSet(),
            accepted=accepted,
            refused=refused,
        )

    def to_json(self) -> str:
        """Return the text that `from_json` reads back as an equal record, one line per round."""
        lines = [f" {_json(key)}: {_json(value)},\n" for key, value in self._head().items()]
        rounds = ",\n".join(f"  {_json(item.to_data())}" for item in self.rounds)
        return "{\n" + "".join(lines) + f' "rounds": [\n{rounds}\n ]\n}}\n'

    def to_line(self) -> str:
        """Return the record in one line, for files with many records."""
        return _json(self._head() | {"rounds": [item.to_data() for item in self.rounds]}) + "\n"

    def _head(self) -> dict[str, object]:
        head = {"tiles": self.tiles, "notation": self.notation, "lexicon": self.lexicon, "seed": self.seed}
        known: dict[str, object] = {key: value for key, value in head.items() if value is not None}
        words = {"accepted": self.accepted, "refused": self.refused}
        known |= {key: list(texts) for key, texts in words.items() if texts}
        return known | {"rules": self.rules.to_data()}

    def amend(self, lexicon: Lexicon) -> Lexicon:
        """Return the lexicon by which the game was played."""
        tiles = load_tile_set(self.tiles)
        accepted, refused = (
            [tiles.encode_plain(word) for word in words] for words in (self.accepted, self.refused)
        )
        return amend_lexicon(lexicon, accepted, refused)


@dataclass(frozen=True, slots=True)
class ReplayedRound:
    """A round played again; `found` is None, and the replay ends, if the move cannot lie there."""

    number: int
    said: int
    found: int | None
    total: int
    problem: str | None


def replay(record: GameRecord, lexicon: WordSource | None) -> Iterator[ReplayedRound]:
    """Play the record again, round by round; without a lexicon the words are not checked.

    A round that cannot be read raises a `RecordError`; one that cannot be played has a `problem`.
    """
    tiles, rules = load_tile_set(record.tiles), record.rules
    now, total = Placed(Board.empty(), ()), 0
    for number, played in enumerate(record.rounds, start=1):
        problems: list[str] = []
        try:
            rack = RackRecord.parse(played.rack, tiles)
            problems += _rack_problems(rack, now, tiles, rules)
            scored = _score(played, now.board, tiles, rules, record.notation)
        except (NotationError, TileError) as error:
            problem = str(error).removesuffix(".")
            raise RecordError("bad_record", where=f"round {number}", problem=problem) from error
        except MoveError as error:
            yield ReplayedRound(number, played.score, None, total, " ".join([*problems, str(error)]))
            return
        found = scored.score if scored else 0
        total += found
        if scored:
            problems += _move_problems(scored, now.board, rack, tiles, rules, lexicon=lexicon)
            now = place(board=now.board, rack=rack.tiles, scored=scored, tiles=tiles, rules=rules)
        else:
            now = Placed(now.board, rack.tiles if rules.rack.left_overs_kept else ())
        if played.score != found:
            problems.insert(0, f"The score is {found}, not {played.score}.")
        yield ReplayedRound(number, played.score, found, total, " ".join(problems) or None)


def _read_words(entry: RecordObject, key: str, tiles: TileSet) -> tuple[str, ...]:
    """Return the words of a list of the record, as its tiles are written."""
    words = []
    for text in entry.get(key, list) if key in entry.data else ():
        cells = tiles.encode_plain(text) if isinstance(text, str) else ()
        if not SHORTEST <= len(cells) <= LONGEST:
            raise entry.problem(f"“{key}” must be words of {SHORTEST} to {LONGEST} tiles")
        words.append(tiles.decode(cells))
    return tuple(words)


def _score(
    played: RecordRound, board: Board, tiles: TileSet, rules: RuleSet, notation: Convention
) -> ScoredMove | None:
    if not played.word and not played.ref:
        return None
    move = Move.parse(played.ref, played.word, tiles, notation)
    return score_move(board, move, tiles, rules.moves.bonuses, convention=notation)


def _rack_problems(rack: RackRecord, now: Placed, tiles: TileSet, rules: RuleSet) -> Iterator[str]:
    """Yield the reasons why the rack could not have been drawn."""
    yield from map(str, find_draw_problems(rack.tiles, now, tiles, rules, redrawn=rack.redrawn))
    invented = Counter(rack.kept) - Counter(now.kept)
    if invented:
        yield f"The move before did not leave over: {tiles.decode_rack(sorted(invented.elements()))}."


def _move_problems(
    scored: ScoredMove,
    board: Board,
    rack: RackRecord,
    tiles: TileSet,
    rules: RuleSet,
    *,
    lexicon: WordSource | None,
) -> Iterator[str]:
    try:
        check_rack(scored, rack.tiles, tiles)
        check_played(scored, tiles, rules.moves.most_played)
    except MoveError as error:
        yield str(error)
    try:
        if lexicon:
            check_words(board, scored.move, tiles, lexicon)
    except MoveError as error:
        yield str(error)


def _record_round(entry: RecordObject) -> RecordRound:
    return RecordRound(
        rack=entry.get("rack", str),
        word=entry.get("word", str),
        ref=entry.get("ref", str),
        score=entry.get("score", int),
    )


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
