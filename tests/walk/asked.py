"""What the desk would ask, who is ranked, what papers say and what phones get: everything that an undo has to leave as
it was, although its rows stay.

Slips that nobody has judged yet are judged first, and the top is searched: both would happen anyway.
"""

from django.db import transaction

from duplicate.attendance.absences import first_rounds
from duplicate.attendance.seating import entries_of
from duplicate.desk.open_questions import further_slips
from duplicate.desk.table_list import table_list
from duplicate.desk.table_rows import counts_for_round, list_moves, rows_for_round
from duplicate.games.players import services as player_services
from duplicate.live.player_sheet import Sheets
from duplicate.models import Round, RoundArbitrator
from duplicate.printing.data.game_sheet import sheet_for_game
from duplicate.printing.data.players import arbitration_sheet, player_sheets
from duplicate.rounds import top_search
from duplicate.rounds.confirmations import entries_without_slip
from duplicate.slips.rulings import judge_and_store
from duplicate.standings.rows.event_results import standings_for_event
from duplicate.standings.rows.game_standings import standings_for_game
from tournaments.errors import RuleViolation
from tournaments.people.merging import is_unused


def what_is_asked(world):
    """Return the answers by question, as plain values."""
    world.look()
    point = transaction.savepoint()
    answers = {
        "arbitrated": sorted(RoundArbitrator.objects.values_list("round", "entry", "user")),
        "event": [
            (line.competitor.key, line.rank, line.total) for line in standings_for_event(world.event).lines
        ],
    }
    current = world.current()
    if current is not None and current.state != Round.State.DRAWN:
        current.game = world.game
        top_search.find_top(current.pk)
        current.refresh_from_db()
        current.game = world.game
        judge_and_store(current, list(current.slips.unjudged()))
        answers |= _of_desk(current, world.chief)
    for game in world.event.games.select_related("event").order_by("pk"):
        answers |= {f"{question} of game {game.number}": answer for question, answer in _of_game(game)}
    for entry in world.entries():
        answers[f"entry {entry.pk}"] = _of_entry(world.game, entry, world.chief)
    transaction.savepoint_rollback(point)
    return answers


def _of_desk(round_, by):
    return {
        "missing": [entry.pk for entry in entries_without_slip(round_)],
        "counts": counts_for_round(round_),
        "marks": table_list(round_, by).marks,
        "moves": list_moves(round_),
        "further": [(line.number, line.table, len(line.slips)) for line in further_slips(round_.game)],
        "tables": [
            (
                row.entry.pk,
                row.state,
                row.text,
                row.shown and row.shown.score,
                row.sanction,
                row.todo,
                len(row.rivals),
            )
            for row in rows_for_round(round_, by)
        ],
    }


def _of_game(game):
    entries = list(entries_of(game).select_related("player", "partner"))
    standings = standings_for_game(game)
    ranked = {row.entry_id for row in standings.rows}
    sheets = Sheets(game, [entry for entry in entries if entry.pk in ranked])
    yield "playing", [entry.pk for entry in entries]
    yield "first rounds", first_rounds(game, game.event.entries.all())
    yield "standings", standings
    yield "game sheet", sheet_for_game(game)
    yield "arbitration sheet", arbitration_sheet(game, {})
    yield "player sheets", player_sheets(game, {}, sorted(ranked))
    yield "phones", [_without_time(sheets.sheet(entry)) for entry in entries if entry.pk in ranked]


def _without_time(sheet):
    """Leave out what passes with time: until when a question may be asked."""
    return sheet | {"rounds": [line | {"may_question": None} for line in sheet["rounds"]]}


def _of_entry(game, entry, by):
    point = transaction.savepoint()
    try:
        player_services.remove_player(game=game, entry=entry, by=by)
        removed = "removed"
    except RuleViolation as error:
        removed = error.code
    transaction.savepoint_rollback(point)
    return removed, is_unused(entry), entry.slips.on_record().exists()


def compare_answers(before, after):
    """Return the questions with other answers, as lines."""
    return [
        f"{question}: {before.get(question)!r} became {after.get(question)!r}"
        for question in sorted({*before, *after})
        if before.get(question) != after.get(question)
    ]
