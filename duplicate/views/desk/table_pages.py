"""The desk's list of tables in the form for its page and its script: a page of rows, or those that changed."""

from collections.abc import Iterable
from dataclasses import asdict
from datetime import UTC, datetime
from typing import Any, cast

from django import forms
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.template.loader import render_to_string

from duplicate.attendance.seating import entries_of
from duplicate.desk.table_list import FILTERS, Filter, TableList, TablePage, table_list
from duplicate.desk.table_rows import (
    TableRow,
    counts_for_round,
    find_changed_tables,
    list_moves,
    rows_for_round,
)
from duplicate.forms.players import find_entry
from duplicate.models import Game, Round
from tournaments.people.forms import PlainForm
from tournaments.time import clock

LARGEST_TABLE = 10**6


class ListForm(PlainForm):
    """A request for the list under a filter: the page with table `find`, or the one that begins `at` a table;
    of it the changes `since` a moment of the server's clock, or all. The page shows the `round` with this
    key; `chosen` is the table of the line.
    """

    number = forms.IntegerField(min_value=1, required=False)
    round = forms.IntegerField(min_value=1, required=False)
    show = forms.ChoiceField(choices=[(which, which) for which in FILTERS], required=False)
    find = forms.IntegerField(min_value=0, max_value=LARGEST_TABLE, required=False)
    at = forms.IntegerField(min_value=0, max_value=LARGEST_TABLE, required=False)
    chosen = forms.IntegerField(min_value=0, max_value=LARGEST_TABLE, required=False)
    since = forms.IntegerField(min_value=0, max_value=10**14, required=False)


def render_rows(rows: Iterable[TableRow], game: Game) -> str:
    """Render rows as the page and every answer show them."""
    return render_to_string("duplicate/desk/regions/table_rows.html", {"rows": rows, "game": game})


def first_page(round_: Round | None, by: User) -> tuple[str, dict[str, Any] | None]:
    """Return the rows that the desk's page begins with, and the values for its script."""
    if round_ is None:
        return "", None
    listed = table_list(round_, by)
    page = listed.page_with("all", None)
    return render_rows(rows_for_round(round_, by, page.tables), round_.game), _page_data(listed, page, at=0)


def read_table_changes(asked: dict[str, Any], round_: Round, by: User) -> dict[str, Any]:
    """Return what the script needs to catch up. Take the time first: rows that change meanwhile are sent
    again.
    """
    now = clock.milliseconds(clock.now())
    finds = asked["find"] is not None
    since = asked["since"] if asked["round"] in {None, round_.pk} else 0
    changed = (
        find_changed_tables(round_, datetime.fromtimestamp(since / 1000, UTC))
        if since and not finds
        else None
    )
    rows: list[TableRow] = []
    told: dict[str, Any] = {}
    if changed is None or changed:
        listed = table_list(round_, by)
        page = _page_asked_for(listed, asked)
        wanted = {*page.tables, asked["chosen"], asked["find"]} - {None}
        rows = rows_for_round(round_, by, wanted if changed is None else wanted & changed)
        told = {"list": _page_data(listed, page, at=asked["chosen"] or 0)}
    return told | {
        "number": round_.number,
        "round": round_.pk,
        "now": now,
        "whole": changed is None,
        "html": render_rows(rows, round_.game),
        "counts": asdict(counts_for_round(round_)),
        "moves": [asdict(move) for move in list_moves(round_)],
        "words": round_.game.words_digest,
    }


def table_named(game: Game, begins: str) -> int | None:
    """Return the table of the one player whose name begins so."""
    try:
        return find_entry(entries_of(game).select_related("player", "partner"), begins).table
    except ValidationError:
        return None


def _page_asked_for(listed: TableList, asked: dict[str, Any]) -> TablePage:
    which = cast("Filter", asked["show"] or "all")
    find, at = asked["find"], asked["at"]
    if find is not None and listed.has(find):
        return listed.page_with(which, find)
    return listed.page_with(which, None) if at is None else listed.page_from(which, at)


def _page_data(listed: TableList, page: TablePage, at: int) -> dict[str, Any]:
    return asdict(page) | {"queue": listed.queue(at), "rest": listed.rest, "notable": listed.notable}
