"""A reader that judges a game in GCG event by event: its acts, and the errors of each line.

After an error the check continues as well as it can, from the total in the record, so that every fault is
reported once; only a move that cannot lie on the board ends it. Racks may be incomplete or missing.

An error is a *fault* or a *remark*. A remark comes from a rack that the annotator wrote wrong: without that rack
the turn is valid, and its score is what the file says.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from engine.board import Board
from engine.errors import EngineError, MoveError, RecordError
from engine.formats.gcg import THROUGH, EventKind, GcgEvent, GcgGame
from engine.notation import Move, Reference
from engine.referee.acts import Act, Challenge, End, Exchange, Overtime, Pass, Place, Rack
from engine.referee.game import ClassicGame
from engine.referee.gcg.settings import settings_of
from engine.referee.judge import apply, force, problems
from engine.referee.players import Player
from engine.referee.settings import FEWEST_PLAYERS, MOST_PLAYERS, ClassicSettings
from engine.referee.state import State
from engine.scoring import WordSource, check_words
from engine.squares import SIZE, Direction
from engine.tiles import TileSet

_NOBODY = "–"  # the opponent in a record of one player


@dataclass(frozen=True, slots=True)
class CheckedEvent:
    """An event with its acts and score; `found` is None if the move cannot lie there: the check ends.

    `faults` and `remarks` are its errors; `wrong_racks` are the lines with the racks that its remarks come from.
    """

    event: GcgEvent
    found: int | None
    faults: tuple[EngineError, ...]
    remarks: tuple[EngineError, ...] = ()
    wrong_racks: frozenset[int] = frozenset()
    acts: tuple[Act, ...] = ()
    state: State | None = None


def check(
    game: GcgGame,
    tiles: TileSet,
    lexicon: WordSource | None = None,
    settings: ClassicSettings | None = None,
    *,
    without_racks: frozenset[int] = frozenset(),
) -> Iterator[CheckedEvent]:
    """Play the game again; no lexicon: words are not checked; no settings: those of the file are used.

    The racks of the lines in `without_racks` are not read.
    """
    table = _Table(game, tiles, lexicon, settings, without_racks)
    totals: Counter[str] = Counter()
    for place, event in enumerate(game.events):
        table.begin()
        try:
            found = table.play(event, game.events[place + 1 :])
        except MoveError as error:
            yield CheckedEvent(event, None, (error,))
            return
        told = table.told
        # Some programs write a score of 0 for a withdrawn move.
        said = found if event.kind is EventKind.WITHDRAWN and event.score == 0 else event.score
        if said != found:
            told.insert(0, RecordError("gcg_score", found=found, said=said))
        total = totals[event.player] + said
        if event.total != total:
            told.append(RecordError("gcg_total", found=total, said=event.total))
        if event is game.events[-1]:
            told += table.list_unwritten(game.events)
        totals[event.player] = event.total
        yield CheckedEvent(
            event,
            found,
            _without_repeats(told),
            _without_repeats(table.remarks),
            frozenset(table.wrong_racks),
            tuple(table.acts),
            table.state,
        )


def names_of(game: GcgGame) -> dict[str, str]:
    """Return the name of each player by nickname, in the order of the file."""
    names = {player.nick: player.name or player.nick for player in game.players}
    return names | {event.player: event.player for event in game.events if event.player not in names}


def from_gcg(game: GcgGame, tiles: TileSet, settings: ClassicSettings | None = None) -> ClassicGame:
    """Return the game in the file, without the racks that contradict it.

    Words are not checked: in a classic game any word may stand that nobody has challenged.

    Raises:
        RecordError: a line is faulty; the error has the number of the first one.
    """
    return read_game(game, tiles, settings)[0]


def read_game(
    game: GcgGame, tiles: TileSet, settings: ClassicSettings | None = None
) -> tuple[ClassicGame, list[CheckedEvent]]:
    """Return the game as `from_gcg`, and the events of the file with the acts of each."""
    table = _Table(game, tiles, None, settings)
    checks = _check_without_wrong_racks(game, tiles, settings)
    acts = [act for checked in checks for act in checked.acts]
    state = (checks[-1].state if checks else None) or table.state
    if not any(isinstance(act, End) for act in acts):
        acts += _racks_at_the_end(game, state, tiles)
    named = [pragma.text for pragma in game.head if pragma.keyword == "lexicon" and pragma.text]
    read = ClassicGame(
        players=table.players,
        acts=tuple(acts),
        settings=table.state.settings,
        tiles=tiles.name,
        lexicon=named[0] if named else None,
        first=table.state.to_move,
    )
    return read, checks


def _check_without_wrong_racks(
    game: GcgGame, tiles: TileSet, settings: ClassicSettings | None
) -> list[CheckedEvent]:
    """Check the game again until no rack is left that a remark comes from.

    Raises:
        RecordError: a line is faulty.
    """
    wrong = frozenset[int]()
    while True:
        checks = list(check(game, tiles, None, settings, without_racks=wrong))
        for checked in checks:
            for fault in checked.faults:
                raise RecordError("bad_gcg", line=checked.event.line, problem=str(fault).removesuffix("."))
        found = frozenset[int]().union(*(checked.wrong_racks for checked in checks))
        if found <= wrong:
            return checks
        wrong |= found


def _racks_at_the_end(game: GcgGame, state: State, tiles: TileSet) -> Iterator[Rack]:
    """Yield the racks of the players at the point where the record breaks off, but none that contradicts it."""
    for pragma in game.end if game.events else game.head:
        number = pragma.keyword.removeprefix("rack")
        if not pragma.keyword.startswith("rack") or number not in {"1", "2", "3", "4"} or not pragma.text:
            continue
        try:
            rack = Rack(player=int(number) - 1, tiles=tiles.encode_rack(pragma.text))
            if not any(problems(state, rack)):
                state = apply(state, rack)
                yield rack
        except EngineError as error:
            raise RecordError("bad_gcg", line=pragma.line, problem=str(error).removesuffix(".")) from error


class _Table:
    """The state of the game during the reading.

    `told`, `remarks`, `wrong_racks` and `acts` belong to the current event. `rack_lines` has the line of the latest
    rack of each player.
    """

    def __init__(
        self,
        game: GcgGame,
        tiles: TileSet,
        lexicon: WordSource | None,
        settings: ClassicSettings | None,
        without_racks: frozenset[int] = frozenset(),
    ) -> None:
        self.tiles = tiles
        self.without_racks = without_racks
        self.rack_lines: dict[int, int] = {}
        self.lexicon = lexicon
        names = names_of(game)
        line = game.events[0].line if game.events else 1
        if len(names) > MOST_PLAYERS:
            problem = f"a game has {FEWEST_PLAYERS} to {MOST_PLAYERS} players, not {len(names)}"
            raise RecordError("bad_gcg", line=line, problem=problem)
        self.nicks = list(names)
        spare = max(0, FEWEST_PLAYERS - len(names))
        self.players = tuple(map(Player, [*names.values(), *[_NOBODY] * spare]))
        settings = settings or settings_of(game, len(self.players), tiles)
        first = self.nicks.index(game.events[0].player) if game.events else 0
        self.state = State.start(self.players, tiles, settings, first=first)
        self.lost: list[int] = []  # turns lost by a challenge, which records write as passes
        self.final_holds = True
        self.begin()

    def begin(self) -> None:
        self.told: list[EngineError] = []
        self.remarks: list[EngineError] = []
        self.wrong_racks: set[int] = set()
        self.acts: list[Act] = []

    def do(self, act: Act, *, only_first: bool = False) -> bool:
        """Do an act in spite of errors; tell whether there were none. An error that goes with the racks is a remark."""
        found = list(problems(self.state, act))
        # Tiles that came back from a withdrawn move or were exchanged are known without any rack.
        without = _forget_racks(self.state) if self.rack_lines else self.state
        lasting = {problem.code for problem in problems(without, act)} if found else set()
        faults = [problem for problem in found if problem.code in lasting]
        self.told += faults[:1] if only_first else faults
        for problem in found:
            if problem.code not in lasting:
                self.remark(problem, set(self.rack_lines.values()))
        self.state = force(self.state, act)
        self.acts.append(act)
        return not found

    def remark(self, problem: EngineError, lines: set[int]) -> None:
        """Note an error that comes from the racks of these lines."""
        self.remarks.append(problem)
        self.wrong_racks |= lines

    def do_rack(self, player: int, tiles: tuple[int, ...], line: int) -> None:
        """Do what the annotator wrote about a rack.

        If left-over tiles are missing from it, the rack of the player before it is wrong, else this one.
        """
        rack = Rack(player=player, tiles=tiles)
        for problem in problems(self.state, rack):
            keeps = problem.code == "rack_keeps_tiles"
            self.remark(problem, {self.rack_lines.get(player, line) if keeps else line})
        self.state = force(self.state, rack)
        self.acts.append(rack)
        self.rack_lines[player] = line

    def play(self, event: GcgEvent, after: tuple[GcgEvent, ...]) -> int:
        """Play an event and return its score."""
        player = self.nicks.index(event.player)
        if event.kind is EventKind.RACK:
            return self.tiles_left(event, player, (event, *after))
        if event.kind is EventKind.TIME:
            self.do(Overtime(player=player, points=-event.score, notes=event.notes))
            return event.score
        if event.rack and event.kind is not EventKind.WITHDRAWN and event.line not in self.without_racks:
            self.do_rack(player, event.rack, event.line)
        if event.kind is EventKind.PASS and self.is_no_turn(player):
            return 0
        before = self.state.seats[player].score
        if event.kind not in {EventKind.WITHDRAWN, EventKind.CHALLENGE}:
            self.lost = []
            self.turn(event, player, after)
        elif not self.challenge(event, player):
            return event.score
        self.lost += self.state.sat_out
        return self.state.seats[player].score - before

    def is_no_turn(self, player: int) -> bool:
        """Tell whether a pass is no turn: it is a lost turn, or in some records an accepted last play."""
        if player in self.lost:
            self.lost.remove(player)
            return True
        play = self.state.play
        return play is not None and self.state.end_reason == "out" and player != play.player

    def turn(self, event: GcgEvent, player: int, after: tuple[GcgEvent, ...]) -> None:
        if event.kind is EventKind.MOVE:
            self.move(event, player, after)
        elif event.kind is EventKind.EXCHANGE:
            self.tell_missing(event, event.tiles)
            self.do(Exchange(player=player, tiles=event.tiles, count=event.count, notes=event.notes))
        else:
            self.do(Pass(player=player, notes=event.notes))

    def move(self, event: GcgEvent, player: int, after: tuple[GcgEvent, ...]) -> None:
        board, move = self.state.board, _move(event, self.state.board, self.tiles)
        place = Place(player=player, move=move, notes=event.notes)
        self.do(place)
        play = self.state.play
        assert play is not None  # a move was placed
        self.tell_missing(event, play.scored.tiles)
        withdrawn = bool(after) and after[0].kind is EventKind.WITHDRAWN
        if self.lexicon is not None and not withdrawn:
            try:
                check_words(board, play.scored.move, self.tiles, self.lexicon)
            except MoveError as error:
                self.told.append(error)

    def tell_missing(self, event: GcgEvent, given: tuple[int, ...]) -> None:
        """Report tiles played or exchanged that the written rack lacks; it may be incomplete otherwise."""
        missing = Counter(given) - Counter(event.rack)
        if event.rack and missing and event.line not in self.without_racks:
            letters = self.tiles.list_tiles(sorted(missing.elements()))
            self.remark(MoveError("not_in_rack", letters=letters), {event.line})

    def challenge(self, event: GcgEvent, player: int) -> bool:
        """Judge a challenge; tell whether there was a play that the event can refer to."""
        play, others = self.state.play, len(self.players)
        upheld = event.kind is EventKind.WITHDRAWN
        if play is None or (upheld and play.player != player):
            self.told.append(RecordError("gcg_no_withdrawn_move" if upheld else "gcg_no_challenged_move"))
            return False
        challenger = player if player != play.player else (player + 1) % others
        act = Challenge(player=challenger, upheld=upheld, words=self.words(event), notes=event.notes)
        found = problems(self.state, act, self.lexicon)
        self.told += found
        self.state = force(self.state, act)
        self.acts.append(act)
        return True

    def words(self, event: GcgEvent) -> int:
        """Infer from the points how many words were challenged; 0 for all, or if it does not matter."""
        settings, play = self.state.settings, self.state.play
        words, rest = divmod(abs(event.score), settings.challenge_points)
        per_word = settings.challenge == "points" and settings.challenge_points_for == "word"
        if event.kind is EventKind.WITHDRAWN or not per_word or rest or play is None:
            return 0
        return words if words < len(play.words) else 0

    def tiles_left(self, event: GcgEvent, player: int, final: tuple[GcgEvent, ...]) -> int:
        """Return the points for the tiles left; the first such event collects those of all players."""
        if not self.state.is_over:
            for left in final:
                if left.kind is EventKind.RACK:
                    self.tell_rack(left)
            agreed = self.state.end_reason is None
            self.final_holds = self.do(End(nobody_can_play=agreed, notes=event.notes), only_first=True)
        if self.final_holds and self.state.adjustments is not None:
            return self.state.adjustments[player]
        return _rack_points(event, self.tiles)

    def list_unwritten(self, events: tuple[GcgEvent, ...]) -> list[EngineError]:
        """Return an error for each player whose points for the tiles left stand in no line of a game that is over."""
        written = {event.player for event in events if event.kind is EventKind.RACK}
        gained = zip(self.nicks, self.state.adjustments or (), strict=False)  # one player may be nobody
        return [
            RecordError("gcg_unwritten", points=f"{points:+}", player=nick)
            for nick, points in gained
            if points and nick not in written
        ]

    def tell_rack(self, event: GcgEvent) -> None:
        """Record whose tiles these are: for a player who is out, the other's, or unknown with more."""
        player = self.nicks.index(event.player)
        owner: int | None = player
        if event.score > 0 or not self.state.seats[player].held:
            owner = 1 - player if len(self.players) == FEWEST_PLAYERS else None
        if owner is not None and event.line not in self.without_racks:
            self.do_rack(owner, event.tiles, event.line)


def _without_repeats(errors: Iterable[EngineError]) -> tuple[EngineError, ...]:
    return tuple({str(error): error for error in errors}.values())


def _forget_racks(state: State) -> State:
    """Return the state as it is for somebody who has seen the board alone."""
    return replace(state, seats=tuple(replace(seat, known=(), returned=()) for seat in state.seats))


def _move(event: GcgEvent, board: Board, tiles: TileSet) -> Move:
    """Return the move of an event; letters on the board are filled into its word."""
    reference = event.reference
    assert reference is not None  # a move has one
    along = reference.row if reference.direction is Direction.DOWN else reference.column
    if along + len(event.tiles) > SIZE:
        letters = tiles.decode(cell for cell in event.tiles if cell != THROUGH)
        raise MoveError("off_board", word=letters, reference=reference.text("english"))
    word = []
    for place, cell in enumerate(event.tiles):
        index = reference.index + place * reference.direction.step
        if cell == THROUGH and not board.cells[index]:
            square = Reference(*divmod(index, SIZE), reference.direction).text("english")
            raise MoveError("nothing_lies_there", square=square)
        word.append(cell or board.cells[index])
    return Move(reference, tuple(word))


def _rack_points(event: GcgEvent, tiles: TileSet) -> int:
    """Return the points for tiles in a game that is not at its end: their value, twice that, or minus it."""
    value = sum(tiles.values[tile] for tile in event.tiles)
    if event.score in {value, -value}:
        return event.score
    return -value if event.score < 0 else 2 * value
