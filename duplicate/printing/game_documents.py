"""The documents of one game."""

from collections.abc import Sequence

from django.utils.translation import gettext_lazy as _

from duplicate.models import Game
from duplicate.printing.data.game_sheet import sheet_for_game
from duplicate.printing.data.players import (
    ORDER,
    TRANSPOSED,
    arbitration_sheet,
    arbitration_table,
    player_sheets,
    sheet_keys,
)
from duplicate.printing.data.press_notice import notice_text
from duplicate.printing.data.result_lines import result_lines, result_lines_table, write_result_lines
from duplicate.printing.data.rounds import (
    board_choices,
    points_text,
    sheet_table,
    sheet_text,
    statistics_of,
    statistics_table,
    tops_of_game,
    tops_table,
    wall_board,
)
from duplicate.printing.data.standings import game_standings, standings_choices, standings_table
from duplicate.printing.groups import GAME, PLAYERS, STANDINGS, who_judges
from duplicate.printing.invalidation import (
    BOARD,
    ENTERED,
    HEADED,
    MOVES,
    MOVES_FOUND,
    OF_GAME,
    POINTS,
    RULINGS,
    SEATED,
    WORDS,
)
from duplicate.printing.values.games import GameSheet
from duplicate.rounds.analysis import select_unanalysed
from duplicate.standings.rows.game_scores import ranked_entries
from tournaments.models import Event
from tournaments.people.changes import FACTS_CHANGED, NAMED, WITH_FACTS
from tournaments.printing.letterhead import WITH_LETTERHEAD
from tournaments.printing.registry import (
    Choice,
    Document,
    Options,
    Subject,
    Words,
    add_documents,
    add_subject,
)
from tournaments.printing.won_prizes import who_knows_names
from tournaments.wording import units


def _games(event: Event) -> Sequence[Game]:
    return list(event.games.select_related("event", "club_rules").order_by("number"))


def _players(game: Game) -> int:
    return ranked_entries(game).count()


def _count_announced(game: Game) -> int:
    return game.rounds.announced().count()


def _tops_lack(game: Game) -> Words:
    if not select_unanalysed(game).exists():
        return ""
    if game.state == Game.State.FINISHED:
        return _("The moves below the tops are still being searched. The file shows where they are missing.")
    return _("The moves below the tops are searched when the game is over.")


def _rounds_if_any(game: Game) -> int:
    """Return the number of players, for documents with a line a player; 0 before the first round."""
    return _players(game) if _count_announced(game) else 0


def _scores_so_far(game: Game) -> Words:
    return (
        ""
        if game.state == Game.State.FINISHED
        else _("The game is not over yet. These are the scores so far.")
    )


def _sheet(game: Game, _options: Options) -> GameSheet:
    return sheet_for_game(game)


def _game(game: Game, _options: Options) -> Game:
    return game


def _order(_game: Game) -> Sequence[Choice]:
    return [ORDER]


def _order_and_side(_game: Game) -> Sequence[Choice]:
    return [TRANSPOSED, ORDER]


add_subject(
    Subject(
        "game",
        _games,
        name=lambda game: game.name,
        acts=OF_GAME,
    )
)
add_documents(
    "game",
    Document(
        name="standings",
        title=_("Standings"),
        about=_("Everybody, a club, a series or a category, by rank or name."),
        group=STANDINGS,
        gather=game_standings,
        count=_players,
        unit=units.PLAYERS,
        choices=standings_choices,
        pdf="duplicate.printing.pdf.standings.game_standings_pdf",
        table=standings_table,
        acts=POINTS | SEATED | {"event_changed", "rooms_set"} | WITH_FACTS | WITH_LETTERHEAD,
    ),
    Document(
        name="points",
        title=_("Points by table"),
        about=_("One line per player with table, name and points, for other programs."),
        group=STANDINGS,
        gather=_game,
        count=_players,
        unit=units.PLAYERS,
        text=points_text,
        acts=POINTS | SEATED | NAMED,
    ),
    Document(
        name="result-lines",
        title=_("Result lines"),
        about=_("Table, name, score and licence of every player, for the federation and its programs."),
        group=STANDINGS,
        gather=result_lines,
        count=_rounds_if_any,
        unit=units.PLAYERS,
        table=result_lines_table,
        text=write_result_lines,
        caution=_scores_so_far,
        may=who_knows_names,
        acts=POINTS | SEATED | NAMED | {FACTS_CHANGED} | WITH_LETTERHEAD,
    ),
    Document(
        name="notice",
        title=_("Press notice"),
        about=_("Players, winner and best move, as a short text for the local paper."),
        group=STANDINGS,
        gather=_game,
        count=_count_announced,
        unit=units.ROUNDS,
        text=notice_text,
        acts=POINTS | NAMED,
    ),
    Document(
        name="sheet",
        title=_("Game sheet"),
        about=_("Every round with its rack and top, and the board; as text in the form that clubs publish."),
        group=GAME,
        gather=_sheet,
        count=_count_announced,
        unit=units.ROUNDS,
        pdf="duplicate.printing.pdf.game_sheet.game_sheet_pdf",
        table=sheet_table,
        text=sheet_text,
        acts=BOARD | WORDS | RULINGS | ENTERED | HEADED | NAMED | WITH_LETTERHEAD,
    ),
    Document(
        name="tops",
        title=_("Tops of the game"),
        about=_("All isotops of each round, and the best moves below the top."),
        group=GAME,
        gather=tops_of_game,
        count=_count_announced,
        unit=units.ROUNDS,
        pdf="duplicate.printing.pdf.tops.tops_pdf",
        table=tops_table,
        may=who_judges,
        acts=MOVES | WORDS | HEADED | {MOVES_FOUND} | WITH_LETTERHEAD,
        caution=_tops_lack,
    ),
    Document(
        name="statistics",
        title=_("Statistics"),
        about=_("Difficulty of each round, final results and solos, with charts."),
        group=GAME,
        gather=statistics_of,
        count=_count_announced,
        unit=units.ROUNDS,
        pdf="duplicate.printing.pdf.statistics.statistics_pdf",
        table=statistics_table,
        may=who_judges,
        acts=POINTS | NAMED | WITH_LETTERHEAD,
    ),
    Document(
        name="board",
        title=_("Board for the wall"),
        about=_("The board after a round, as large as the paper, with the last move marked."),
        group=GAME,
        gather=wall_board,
        count=_count_announced,
        unit=units.ROUNDS,
        choices=board_choices,
        pdf="duplicate.printing.pdf.boards.wall_board_pdf",
        acts=BOARD | WORDS | HEADED | WITH_LETTERHEAD,
    ),
    Document(
        name="arbitration",
        title=_("Arbitration sheet"),
        about=_("Each player’s score in each round, with warnings, penalties and solos."),
        group=PLAYERS,
        gather=arbitration_sheet,
        count=_rounds_if_any,
        unit=units.PLAYERS,
        choices=_order_and_side,
        pdf="duplicate.printing.pdf.arbitration_sheet.arbitration_pdf",
        table=arbitration_table,
        may=who_judges,
        acts=POINTS | SEATED | NAMED | WITH_LETTERHEAD,
    ),
    Document(
        name="player-sheets",
        title=_("Players’ sheets"),
        about=_("One page per player: own move and top of each round, points lost, remarks, a chart."),
        group=PLAYERS,
        gather=player_sheets,
        count=_rounds_if_any,
        unit=units.SHEETS,
        choices=_order,
        keys=sheet_keys,
        pdf="duplicate.printing.pdf.player_sheets.player_sheets_pdf",
        may=who_judges,
        acts=POINTS | SEATED | NAMED | WITH_LETTERHEAD,
    ),
)
