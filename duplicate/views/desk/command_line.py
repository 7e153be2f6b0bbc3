"""The keyed line of the desk and its list of tables: do what is typed, and answer with the rows that changed.

Scripts are answered in JSON, with rows as the page shows them; without a script the whole page follows.
"""

from collections.abc import Callable
from dataclasses import asdict, dataclass

from django.contrib import messages
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_http_methods, require_POST

from duplicate.acts.round_shown import RoundShown
from duplicate.arbitration import bulk_top, undo
from duplicate.arbitration import services as arbitration_services
from duplicate.arbitration.command_line import KeyedLine, parse_line
from duplicate.attendance.seating import entries_of, in_game
from duplicate.desk.table_rows import (
    KeyedAgain,
    TableRow,
    counts_for_round,
    playable_round,
    rows_for_entry,
    rows_for_round,
)
from duplicate.forms.desk import LineForm
from duplicate.forms.players import find_entry
from duplicate.log.messages import act_text
from duplicate.models import AuditLogEntry, Game, Round, Slip
from duplicate.slips import services as slip_services
from duplicate.views.desk.table_pages import ListForm, read_table_changes, render_rows, table_named
from duplicate.views.permissions import for_arbitrators
from engine.errors import EngineError
from tournaments.errors import RuleViolation
from tournaments.http.numbers import read_shown_key
from tournaments.models import Entry
from tournaments.views.permissions import arbitrator
from tournaments.wording.clauses import join_clauses
from tournaments.wording.engine_messages import message_for

ONE_KEY = {
    "T": arbitration_services.give_top,
    "0": arbitration_services.give_zero,
    "W": arbitration_services.mark_warning,
    "P": arbitration_services.mark_penalty,
    "S": arbitration_services.mark_solo,
}


@dataclass(frozen=True, slots=True)
class Done:
    """The outcome of an act: a sentence, or why it was refused, and the tables that it touched; None if many.
    `slip`: the one that was keyed, ruled on or chosen, with its round and entry as they were locked. `keyed`: it was
    keyed, which may be a second one of the player.
    """

    said: str = ""
    problem: str = ""
    tables: frozenset[int] | None = frozenset()
    slip: Slip | None = None
    keyed: bool = False


@require_http_methods(["GET", "POST"])
@for_arbitrators
def tables(request: HttpRequest, game: Game) -> HttpResponse:
    """Return the rows that changed, or the table of the player whose name begins with `who`; on POST, do a
    line.
    """
    by = arbitrator(request)
    if request.method == "POST":
        form = LineForm(request.POST)
        return _answer(request, game, do_line(form, game, by), form)
    if "who" in request.GET:
        return JsonResponse({"table": table_named(game, request.GET["who"])})
    asked = ListForm(request.GET)
    round_ = playable_round(game, asked.cleaned_data["number"]) if asked.is_valid() else None
    if round_ is None:
        return JsonResponse({"number": None})
    return JsonResponse(read_table_changes(asked.cleaned_data, round_, by) | steps_for(game, by))


@require_POST
@for_arbitrators
def undo_act(request: HttpRequest, game: Game) -> HttpResponse:
    """Undo one's own last act."""
    return _answer(request, game, _reverse_last(request, game, undo.undo, "undone"))


@require_POST
@for_arbitrators
def redo_act(request: HttpRequest, game: Game) -> HttpResponse:
    """Do again what was undone last."""
    return _answer(request, game, _reverse_last(request, game, undo.redo, "done_again"))


def steps_for(game: Game, by: User) -> dict[str, dict[str, object]]:
    """Return the acts that undo and redo would reverse, each with its key and as a sentence; 0 and an empty one
    if there is none.
    """
    back, again = undo.next_steps(game, by)
    if back is not None and not undo.is_undoable(back.act):
        back = None
    return {"undo": _describe_step(back), "redo": _describe_step(again)}


def _describe_step(step: undo.UndoStep | None) -> dict[str, object]:
    """Return the key of a step's act and its text for a button, without the reason; 0 and an empty text for None."""
    if step is None:
        return {"key": 0, "text": ""}
    params = {name: value for name, value in step.act.params.items() if name != "why"}
    return {"key": step.act.pk, "text": act_text(step.act.act, params, inside=True)}


def do_line(form: LineForm, game: Game, by: User) -> Done:
    """Do what a line says."""
    if not form.is_valid():
        return Done(problem=" ".join(form.problems()))
    data = form.cleaned_data
    entry: Entry | int | None = None
    shown = None if data["reason"] else RoundShown(data["number"], data["round"])
    try:
        line = parse_line(data["line"], game.tiles)
        if line.key == "*":
            count = bulk_top.rest_have_top(
                game=game, by=by, number=data["number"], reason=data["reason"], shown=shown
            )
            return Done(_rest_told(count, bulk_top.count_not_checked_in(game, by)), tables=None)
        entry = _entry(game, line.table)
        where: arbitration_services.Where = {
            "game": game,
            "entry": entry,
            "by": by,
            "number": data["number"],
            "seen": data["seen"] or None,
            "reason": data["reason"] or line.reason,
            "shown": shown,
        }
        slip = _do_at_table(line, data["slip"], where)
    except (RuleViolation, EngineError) as error:
        return Done(problem=message_for(error), tables=_tables_of_entry(entry))
    except ValidationError as error:
        return Done(problem=" ".join(error.messages))
    is_keyed = line.key in {"T", "slip"} and not data["slip"]
    return Done(tables=_tables_of_entry(entry), slip=slip, keyed=is_keyed)


def _rest_told(count: int, skipped: int) -> str:
    """Return how many have the top, and how many did not get it since they have not come."""
    told = gettext("All the rest have the top: {count}").format(count=count)
    if not skipped:
        return told
    more = ngettext("{count} not checked in was skipped", "{count} not checked in were skipped", skipped)
    return join_clauses([told, more.format(count=skipped)])


def _do_at_table(line: KeyedLine, settled: Slip | None, where: arbitration_services.Where) -> Slip:
    if settled:
        return arbitration_services.settle_conflict(slip=settled, **where)
    if line.key == "slip":
        return slip_services.key_slip(
            word=line.word,
            reference=line.reference,
            stated_score=line.score,
            illegible=line.illegible,
            **where,
        )
    if line.key == "=":
        return arbitration_services.overrule(score=line.score or 0, **where)
    return ONE_KEY[line.key](**where)


def _entry(game: Game, table: str) -> Entry | int:
    """Return the number of the table, or the entry whose name begins so."""
    if table.isdecimal():
        return int(table)
    return find_entry(entries_of(game).select_related("player", "partner"), table)


def _tables_of_entry(entry: Entry | int | None) -> frozenset[int]:
    if entry is None:
        return frozenset()
    return frozenset({entry if isinstance(entry, int) else entry.table})


def _reverse_last(request: HttpRequest, game: Game, reverse: Callable[..., AuditLogEntry], act: str) -> Done:
    try:
        row = reverse(game=game, by=arbitrator(request), shown=read_shown_key(request.POST.get("act")))
    except (RuleViolation, EngineError) as error:
        return Done(problem=message_for(error))
    params: dict[str, object] = {"of": {"act": row.act, "params": row.params}}
    return Done(
        act_text(act, params), tables=_tables_of_entry(row.entry and in_game(game, row.entry)) or None
    )


def _answer(request: HttpRequest, game: Game, done: Done, form: LineForm | None = None) -> HttpResponse:
    """Answer with the tables as they are in the round in progress, or in the one that was gone back to."""
    if "application/json" not in request.headers.get("Accept", ""):
        (messages.error if done.problem else messages.success)(request, done.problem or done.said)
        return redirect("dashboard", game.code)
    by = arbitrator(request)
    back = form.cleaned_data["number"] if form and form.is_valid() and form.cleaned_data["reason"] else None
    round_, rows = _find_rows(game, done, back, by)
    # After an arbitrator's decision, Enter must not take that away unseen.
    again = rows[0].keyed_again if rows and done.keyed and not rows[0].decided else None
    return JsonResponse(
        {
            "said": done.said or (_describe_row(rows[0], again) if rows and not done.problem else ""),
            "asks": again and _question(rows[0], again),
            "problem": done.problem,
            "round": round_ and round_.pk,
            "html": render_rows(rows, game),
            "many": done.tables is None,
            "counts": asdict(counts_for_round(round_)) if round_ else None,
            **steps_for(game, by),
        },
        status=422 if done.problem else 200,
    )


def describe_table(game: Game, done: Done, number: int, by: User) -> str:
    """Return the one table of a line, as it is now in that round; empty if there were many."""
    _round, rows = _find_rows(game, done, number, by)
    return _describe_row(rows[0]) if rows else done.said


def _find_rows(game: Game, done: Done, number: int | None, by: User) -> tuple[Round | None, list[TableRow]]:
    """Return the round of an act and its tables there, as they are now; no tables if there were many."""
    if done.slip:
        return done.slip.round, rows_for_entry(done.slip.round, by, done.slip.entry)
    round_ = playable_round(game, number)
    return round_, rows_for_round(round_, by, done.tables) if round_ and done.tables else []


def _question(row: TableRow, again: KeyedAgain) -> dict[str, object]:
    """Return the meaning of a key after the line: the slip on which Enter settles, and the flag that 0 is
    zero for several slips; `later` is the text if the next line has been begun.
    """
    return {
        "table": row.entry.table,
        "slip": again.then.slip.pk,
        "zero": row.several_are_zero,
        "later": _describe_row(row),
    }


def _describe_row(row: TableRow, again: KeyedAgain | None = None) -> str:
    """Return a table as it is now, in one line: "5 Ann: HOUSE H8, 24, warning"; or the question about it."""
    if again:
        asked = (
            gettext(
                "{table} {name}: {first} is already keyed. Enter: correct it to {then}. 0: both were "
                "handed in, zero. Esc: decide later."
            )
            if row.several_are_zero
            else gettext(
                "{table} {name}: {first} is already keyed. Enter: correct it to {then}. Esc: decide later."
            )
        )
        told = {"first": again.first.text, "then": again.then.text}
        return asked.format(table=row.entry.table, name=row.entry.name, **told)
    shown = row.shown
    parts = [row.text or gettext("no slip")] if shown else [gettext("no slip")]
    if shown and shown.score is not None and row.text:
        parts.append(str(shown.score))
    if row.sanction:
        parts.append(row.sanction)
    if shown and shown.solo:
        parts.append(gettext("Solo"))
    if shown and shown.verdict and row.text:
        parts.append(shown.verdict.rstrip("."))
    if row.decided:
        parts.append(gettext("a slip came after the decision: 1 keeps the decision, 2 takes the new slip"))
    elif row.state == "conflict":
        parts.append(gettext("in conflict with another slip"))
    return gettext("{table} {name}: {slip}").format(
        table=row.entry.table, name=row.entry.name, slip=", ".join(parts)
    )
