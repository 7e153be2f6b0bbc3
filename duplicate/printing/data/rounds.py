"""A game as its racks and moves: its text, its tops and best other moves, its boards, and its statistics."""

from collections import Counter
from collections.abc import Sequence
from operator import attrgetter

from django.db.models import Exists, OuterRef, QuerySet
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from duplicate.models import Game, Round
from duplicate.positions.board_state import convention_of, progress_of
from duplicate.printing.data.game_sheet import sheet_for_game
from duplicate.printing.values.games import (
    GameSheet,
    GameStatistics,
    NamedSheet,
    SheetMove,
    SheetRound,
    TopsOfRound,
    WallBoard,
)
from duplicate.rounds.analysis import read_best_moves_of, want_analysis
from duplicate.standings.rows.game_charts import charts_for_game
from duplicate.standings.rows.game_standings import standings_for_game
from duplicate.standings.tables.rounds_table import rounds_table
from engine.squares import SIZE
from tournaments.models import Event
from tournaments.names.folding import sort_key
from tournaments.printing.registry import Choice, Options
from tournaments.reports.tables import DataTable, TableColumn, TableOf, table_of

MOST_BELOW = 5


def tops_of_game(game: Game, _options: Options) -> Sequence[TopsOfRound]:
    """Return the tops round by round; moves below them are searched in the background after the game."""
    rounds = list(game.rounds.announced())
    if game.state == Game.State.FINISHED and rounds:
        # Requesting one round queues all rounds.
        want_analysis(rounds[0])
    best_moves = read_best_moves_of(rounds)
    return [
        TopsOfRound(
            number=round_.number,
            rack=round_.rack,
            score=round_.top_score or 0,
            tops=_tops(round_),
            below=None
            if (moves := best_moves.get(round_.pk)) is None
            else tuple(
                [SheetMove(move.word, move.reference, move.score) for move in moves if not move.is_top][
                    :MOST_BELOW
                ]
            ),
        )
        for round_ in rounds
    ]


def _tops(round_: Round) -> tuple[SheetMove, ...]:
    """Return the tops of a round, the preferred one first."""
    tops = sorted(round_.tops or (), key=lambda top: not top["preferred"])
    return tuple(SheetMove(top["word"], top["reference"], round_.top_score) for top in tops)


_TOPS: TableOf[tuple[TopsOfRound, SheetMove]] = table_of(
    _("Tops of the game"),
    TableColumn.of("round", _("Round"), lambda line: line[0].number),
    TableColumn.of_text("rack", _("Rack"), lambda line: line[0].rack),
    TableColumn.of_text("word", _("Word"), lambda line: line[1].word),
    TableColumn.of_text("reference", _("Reference"), lambda line: line[1].reference),
    TableColumn.of("points", _("Points"), lambda line: line[1].score),
    TableColumn.of_text(
        "top", _("Top"), lambda line: gettext("yes") if line[1].score == line[0].score else ""
    ),
)


def tops_table(rounds: Sequence[TopsOfRound]) -> DataTable:
    """Return a row for each move; a row says so if the moves below the top were not searched yet."""
    lacking = SheetMove(gettext("below the top: not searched yet"), "", None)
    return _TOPS(
        (tops, move)
        for tops in rounds
        for move in (*tops.tops, *([lacking] if tops.is_lacking else tops.below or ()))
    )


_ROUNDS: TableOf[SheetRound] = table_of(
    _("Game sheet"),
    TableColumn.of("round", _("Round"), attrgetter("number")),
    TableColumn.of_text("rack", _("Rack"), attrgetter("rack")),
    TableColumn.of_text("word", _("Word"), attrgetter("word")),
    TableColumn.of_text("reference", _("Reference"), attrgetter("reference")),
    TableColumn.of("points", _("Points"), attrgetter("score")),
    TableColumn.of_text("top", _("Top"), lambda played: played.top.word if played.top else None),
    TableColumn.of_text(
        "top_reference", _("Reference"), lambda played: played.top.reference if played.top else None
    ),
    TableColumn.of("top_points", _("Points"), lambda played: played.top.score if played.top else None),
    TableColumn.of("total", _("Running total"), attrgetter("running_total")),
    TableColumn.of("isotops", _("Isotops"), lambda played: played.isotops if played.word else None),
    TableColumn.of_text("solo", _("Solo"), attrgetter("solo")),
)


def sheet_table(sheet: GameSheet) -> DataTable:
    """Return the sheet as it is printed; if another move was placed, the top has columns of its own."""
    return _ROUNDS(sheet.rounds).without_empty(("top", "top_reference", "top_points"))


def sheet_text(sheet: GameSheet) -> str:
    """Return the game as clubs publish it: a line a round, the total at the end."""
    rows = [_text_row(played) for played in sheet.rounds]
    widths = [max((len(row[column]) for row in rows), default=0) for column in range(4)]
    lines = []
    for row in rows:
        number, rack, word, reference, points = row
        cells = (
            number.rjust(widths[0]),
            rack.ljust(widths[1]),
            word.ljust(widths[2]),
            reference.ljust(widths[3]),
        )
        lines.append("  ".join((*cells, points.rjust(4))).rstrip())
    total = sheet.rounds[-1].running_total if sheet.rounds else 0
    lines.append(gettext("Total: %(points)s") % {"points": total})
    return "\n".join(lines) + "\n"


def _text_row(played: SheetRound) -> tuple[str, str, str, str, str]:
    """Return the cells of a round; those of the top if another move was placed, as tops are published."""
    word, reference, score = played.word, played.reference, played.score
    if played.top is not None:
        word, reference, score = played.top.word, played.top.reference, played.top.score
    return str(played.number), played.rack, word or "-", reference or "-", str(score)


def points_text(game: Game) -> str:
    """Return a line a player: table, name, points."""
    rows = sorted(standings_for_game(game).rows, key=lambda row: row.table)
    lines = (f"{row.table}, {' '.join(row.name.replace(',', ' ').split())}, {row.total}" for row in rows)
    return "".join(f"{line}\n" for line in lines)


def statistics_of(game: Game, _options: Options) -> GameStatistics:
    """Return the statistics of the announced rounds; absent players have no per cent."""
    standings = standings_for_game(game)
    there = [row for row in standings.rows if not row.absent]
    solos = Counter(solo.name for solo in standings.solos if solo)
    return GameStatistics(
        rounds=charts_for_game(game).rounds,
        percents=tuple(row.percent for row in there if row.percent is not None),
        solos=tuple(sorted(solos.items(), key=lambda item: (-item[1], sort_key(item[0])))),
    )


def statistics_table(told: GameStatistics) -> DataTable:
    return rounds_table(told.rounds)


def board_choices(game: Game) -> Sequence[Choice]:
    numbers = list(game.rounds.announced().values_list("number", flat=True))[::-1]
    if not numbers:
        return ()
    words = [(str(number), gettext("round %(number)s") % {"number": number}) for number in numbers]
    return [Choice("round", _("After"), words)]


def wall_board(game: Game, options: Options) -> WallBoard:
    """Return the board after a round, by default the last one."""
    tiles, convention = game.tiles, convention_of(game)
    rounds = list(game.rounds.announced())
    wanted = options.get("round", "")
    last = next((round_ for round_ in rounds if str(round_.number) == wanted), rounds[-1] if rounds else None)
    if last is None:
        empty = progress_of(game).board.tokens(tiles)
        return WallBoard(empty, tiles.values_by_text(), convention)
    before = progress_of(game, before=last.number).board.tokens(tiles)
    after = progress_of(game, before=last.number + 1).board.tokens(tiles)
    return WallBoard(
        board=after,
        values=tiles.values_by_text(),
        convention=convention,
        marked=_find_laid_squares(before, after),
        number=last.number,
        rack=last.rack,
        move=SheetMove(last.word, last.reference, last.score),
        running_total=sum(round_.top_score or 0 for round_ in rounds if round_.number <= last.number),
    )


def _find_laid_squares(
    before: Sequence[Sequence[str]], after: Sequence[Sequence[str]]
) -> tuple[tuple[int, int], ...]:
    squares = ((row, column) for row in range(SIZE) for column in range(SIZE))
    return tuple((row, column) for row, column in squares if after[row][column] != before[row][column])


def begun_games(event: Event) -> QuerySet[Game]:
    """Return the games with anything on their boards."""
    begun = Round.objects.announced().filter(game=OuterRef("pk"))
    return event.games.filter(Exists(begun)).order_by("number")


def sheets_of_event(event: Event, _options: Options) -> Sequence[NamedSheet]:
    games = begun_games(event).select_related("event", "club_rules")
    return [NamedSheet(game.name, sheet_for_game(game)) for game in games]
