"""The players of a game round by round: the arbitration sheet, and each player's own sheet."""

from collections.abc import Iterable, Sequence

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from duplicate.live.player_sheet import SheetLine, Sheets
from duplicate.models import Game
from duplicate.printing.values.games import (
    ArbitrationLine,
    ArbitrationSheet,
    PlayerRound,
    PlayerSheet,
    SheetMove,
)
from duplicate.printing.values.marks import ArbitrationCell, Mark
from duplicate.standings.rows.game_scores import GameScores, scores_for_game
from duplicate.standings.rows.game_standings import standings_for_game
from duplicate.standings.rules.ranking import (
    PlayerScores,
    Solo,
    Standing,
    Standings,
    drop_arbitrated,
    rank_players,
)
from tournaments.errors import RuleViolation
from tournaments.models import Entry
from tournaments.names import name_visibility
from tournaments.names.folding import sort_key
from tournaments.printing.registry import Choice, Options
from tournaments.reports.tables import Cell, DataColumn, DataRow, DataTable
from tournaments.standings.columns import columns_of

ORDER = Choice(
    "order", _("In the order of"), (("table", _("tables")), ("rank", _("ranks")), ("name", _("names")))
)
TRANSPOSED = Choice(
    "across", _("Across the page"), (("rounds", _("the rounds")), ("players", _("the players")))
)


def sort_rows(rows: Sequence[Standing], options: Options) -> list[Standing]:
    """Sort the lines of standings as chosen.

    If names are hidden, the order by name becomes the order by table: any other would give names away.
    """
    order = options.get("order", "table")
    if order == "rank":
        return sorted(rows, key=lambda row: (row.rank, row.table))
    if order == "name" and not name_visibility.are_hidden():
        return sorted(rows, key=lambda row: (sort_key(row.name), row.table))
    return sorted(rows, key=lambda row: row.table)


def arbitration_sheet(game: Game, options: Options) -> ArbitrationSheet:
    """Return the points of each player in each announced round; absent players have none."""
    scored = scores_for_game(game)
    standings = rank_players(scored.players, scored.tops, game.rule_set, scored.averages)
    players = {player.entry_id: player for player in scored.players}
    lines = [
        ArbitrationLine(
            row.table,
            name_visibility.visible_name(row.name, row.table),
            tuple(_cells(row, drop_arbitrated(players[row.entry_id], row.averages), scored, standings.solos)),
            row.total,
        )
        for row in sort_rows(standings.rows, options)
    ]
    return ArbitrationSheet(
        rounds=_numbers(game)[: standings.rounds],
        tops=tuple(scored.tops),
        lines=tuple(lines),
        transposed=options.get("across") == "players",
    )


def _numbers(game: Game) -> tuple[int, ...]:
    return tuple(game.rounds.announced().values_list("number", flat=True))


def _cells(
    row: Standing, player: PlayerScores, scored: GameScores, solos: Sequence[Solo | None]
) -> Sequence[ArbitrationCell]:
    worths = player.worths or player.scores
    cells = []
    for place, top in enumerate(scored.tops):
        solo, average = solos[place], row.averages.get(place)
        zeroed = place in player.zeroed
        marks: dict[Mark, bool] = {
            "warning": place in player.warned,
            "penalty": place in player.penalised,
            "zero": zeroed and average is None,
            "solo": solo is not None and solo.entry_id == row.entry_id,
            "zero_averaged": zeroed and average is not None,
            "average": average is not None and not zeroed,
        }
        absent = place in player.absent and average is None
        cells.append(
            ArbitrationCell(
                points=None if absent else row.kept[place],
                is_top=not absent and worths[place] == top > 0,
                marks=tuple(mark for mark, has in marks.items() if has),
            )
        )
    return cells


def arbitration_table(sheet: ArbitrationSheet) -> DataTable:
    """Return the sheet as it is printed, in one piece."""
    tops = (*sheet.tops, sum(sheet.tops))
    points = [(*map(_plain, line.cells), line.total) for line in sheet.lines]
    columns: list[DataColumn]
    rows: Iterable[tuple[Cell, ...]]
    if sheet.transposed:
        columns = [DataColumn("round", gettext("Round")), DataColumn("top", gettext("Top"))]
        columns += [DataColumn(str(line.table), f"{line.table} {line.name}") for line in sheet.lines]
        rows = zip((*sheet.rounds, gettext("Total")), tops, *points, strict=True)
    else:
        rounds = (DataColumn(f"round{number}", str(number)) for number in sheet.rounds)
        columns = [*columns_of("table", "name"), *rounds, *columns_of("total")]
        lines = zip(sheet.lines, points, strict=True)
        rows = [(None, gettext("Top"), *tops), *((line.table, line.name, *own) for line, own in lines)]
    return DataTable(gettext("Arbitration sheet"), tuple(columns), tuple(map(DataRow, rows)))


def _plain(cell: ArbitrationCell) -> int | str | None:
    """Return a number for a cell that has points and no marks."""
    return cell.written + cell.signs if cell.marks else cell.points


def sheet_keys(game: Game, options: Options) -> Sequence[int]:
    return [row.entry_id for row in sort_rows(standings_for_game(game).rows, options)]


def player_sheets(game: Game, _options: Options, keys: Sequence[int]) -> Sequence[PlayerSheet | None]:
    """Return a sheet for each key; None for a player who was removed since."""
    found = game.event.entries.select_related("player", "partner").in_bulk(keys)
    sheets = Sheets(game, list(found.values()))
    standings = standings_for_game(game)
    return [_sheet(sheets, found.get(key), standings) for key in keys]


def _sheet(sheets: Sheets, entry: Entry | None, standings: Standings) -> PlayerSheet | None:
    if entry is None:
        return None
    try:
        told = sheets.sheet(entry)
    except RuleViolation:
        return None
    rounds = tuple(_round(line) for line in reversed(told["rounds"]))
    return PlayerSheet(
        name=told["name"],
        table=told["table"],
        rank=told["rank"],
        players=len(standings.rows),
        total=told["total"],
        top_total=told["total"] - told["negative"],
        percent=told["percent"],
        warnings=told["warnings"],
        penalties=told["penalties"],
        rounds=rounds,
    )


def _round(line: SheetLine) -> PlayerRound:
    """Return a line of the sheet from the values that phones show."""
    top, score = line["top"], line["score"]
    kept = score + (line["solo"] or 0) - line["warning_points"]
    return PlayerRound(
        number=line["number"],
        rack=line["rack_text"],
        own=SheetMove(gettext("top") if line["says_top"] else line["word"], line["ref"], score),
        top=SheetMove(top["word"], top["ref"], top["score"]),
        lost=top["score"] - kept,
        remark=_remark(line),
    )


def _remark(line: SheetLine) -> str:
    cost = line["warning_points"]
    said = (
        gettext("Solo") if line["solo"] is not None else "",
        gettext("{sanction}, −{points}").format(sanction=line["sanction_text"], points=cost)
        if cost
        else line["sanction_text"],
        line["reason"],
        line["verdict"],
    )
    return ". ".join(part.rstrip(".") for part in said if part)
