"""Tables of the desk for files: the columns and words that their pages show, with all requested rows. Pure."""

from collections.abc import Iterable
from datetime import datetime

import tablib
from django.utils import timezone
from django.utils.translation import gettext, pgettext

from duplicate.core.log_view import LogLine
from duplicate.desk.table_rows import TableRow
from duplicate.models import Question
from engine.duplicate_games.records import GameRecord
from tournaments.models import Entry


def players_table(lines: Iterable[tuple[Entry, int | None]]) -> tablib.Dataset:
    """List the players of a game, each with the first round that they played."""
    headings = [gettext("Table"), gettext("Name"), gettext("Phone"), gettext("From round"), gettext("State")]
    table = tablib.Dataset(headers=headings, title=gettext("Players"))
    for entry, first_round in lines:
        how = gettext("phone") if entry.token_hash else gettext("paper")
        away = gettext("dropped out") if entry.withdrawn_at else ""
        table.append([entry.table, entry.name, how, first_round, away])
    return table


def slips_table(rows: Iterable[TableRow]) -> tablib.Dataset:
    """List the slips of a round, one line for each table."""
    headings = [
        gettext("Table"),
        gettext("Name"),
        gettext("Word"),
        gettext("Reference"),
        gettext("Stated"),
        gettext("Score"),
        gettext("Sanction"),
        gettext("Why"),
    ]
    table = tablib.Dataset(headers=headings, title=gettext("Slips"))
    for row in rows:
        shown = row.shown
        slip = (
            [shown.slip.shown_word, shown.slip.reference, shown.slip.stated_score]
            if shown
            else ["", "", None]
        )
        ruling = [shown.score, row.sanction, shown.verdict] if shown else [None, "", ""]
        table.append([row.entry.table, row.entry.name, *slip, *ruling])
    return table


def log_table(lines: Iterable[LogLine]) -> tablib.Dataset:
    """List acts as sentences. Times are local."""
    headings = [
        pgettext("time of day", "Time"),
        gettext("By"),
        gettext("Round"),
        gettext("Table"),
        gettext("Player"),
        gettext("Act"),
        gettext("Why"),
    ]
    table = tablib.Dataset(headers=headings, title=gettext("Log"))
    for line in lines:
        table.append(
            [_moment(line.at), line.by, line.number, line.table, line.name, line.sentence, line.reason]
        )
    return table


def questions_table(questions: Iterable[Question]) -> tablib.Dataset:
    """List the questions of players about rulings and the answers, with open and withdrawn ones; select
    rounds, players, and who answered. Times are local.
    """
    headings = [gettext("Round"), gettext("Table"), gettext("Name"), gettext("Question"), gettext("Asked")]
    headings += [gettext("State"), pgettext("question", "Answer"), gettext("By"), gettext("Answered")]
    table = tablib.Dataset(headers=headings, title=gettext("Questions"))
    for one in questions:
        asked = [one.round.number, one.entry.table, one.entry.name, one.text, _moment(one.asked_at)]
        by = one.answered_by.get_username() if one.answered_by else ""
        table.append([*asked, _question_state(one), one.answer, by, _moment(one.answered_at)])
    return table


def _question_state(question: Question) -> str:
    if question.answered_at:
        return pgettext("question", "answered")
    if question.taken_back_at:
        return pgettext("question", "taken back")
    return pgettext("question", "open")


def _moment(at: datetime | None) -> str:
    """Write a local time with its offset, as files leave the club, and one hour a year comes twice."""
    return timezone.localtime(at).isoformat(" ", "seconds") if at else ""


def draw_list_table(record: GameRecord) -> tablib.Dataset:
    """List the racks and placed moves of a prepared game."""
    headings = [gettext("Round"), gettext("Rack"), gettext("Placed"), gettext("Reference"), gettext("Score")]
    table = tablib.Dataset(headers=headings, title=gettext("Draw list"))
    for number, line in enumerate(record.rounds, start=1):
        table.append([number, line.rack, line.word or gettext("nobody can play"), line.ref, line.score])
    return table
