"""Tables of the desk for files: columns and words of their pages, with all requested rows. Times are local. Pure."""

from collections.abc import Callable
from datetime import datetime
from operator import attrgetter

from django.utils import timezone
from django.utils.translation import gettext, pgettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from duplicate.desk.table_rows import TableRow
from duplicate.log.log_view import LogLine
from duplicate.models import Question
from duplicate.slips.selectors import RuledSlip
from tournaments.models import Entry
from tournaments.reports.tables import Cell, TableColumn, TableOf, table_of
from tournaments.standings.columns import column_of

PlayerLine = tuple[Entry, int | None]


def _of_slip(value: Callable[[RuledSlip], Cell], missing: Cell = "") -> Callable[[TableRow], Cell]:
    return lambda row: value(row.shown) if row.shown else missing


def _question_state(question: Question) -> str:
    if question.answered_at:
        return pgettext("question", "answered")
    if question.taken_back_at:
        return pgettext("question", "taken back")
    return pgettext("question", "open")


def _moment(at: datetime | None) -> str:
    """Write a local time with its offset, as files leave the club, and one hour a year comes twice."""
    return timezone.localtime(at).isoformat(" ", "seconds") if at else ""


# Each player with the first round that they played.
players_table: TableOf[PlayerLine] = table_of(
    _("Players"),
    TableColumn(column_of("table"), lambda line: line[0].table),
    TableColumn(column_of("name"), lambda line: line[0].name),
    TableColumn.of_text(
        "phone", _("Phone"), lambda line: gettext("phone") if line[0].token_hash else gettext("paper")
    ),
    TableColumn.of("from", _("From round"), lambda line: line[1]),
    TableColumn.of_text(
        "state", _("State"), lambda line: gettext("dropped out") if line[0].withdrawn_at else ""
    ),
)
slips_table: TableOf[TableRow] = table_of(
    _("Slips"),
    TableColumn(column_of("table"), attrgetter("entry.table")),
    TableColumn(column_of("name"), attrgetter("entry.name")),
    TableColumn.of_text("word", _("Word"), _of_slip(attrgetter("slip.shown_word"))),
    TableColumn.of_text("reference", _("Reference"), _of_slip(attrgetter("slip.reference"))),
    TableColumn.of("stated", _("Stated"), _of_slip(attrgetter("slip.stated_score"), None)),
    TableColumn.of("score", _("Score"), _of_slip(attrgetter("score"), None)),
    TableColumn.of_text("sanction", _("Sanction"), attrgetter("sanction")),
    TableColumn.of_text("why", _("Why"), _of_slip(attrgetter("verdict"))),
)
log_table: TableOf[LogLine] = table_of(
    _("Log"),
    TableColumn.of_text("time", pgettext_lazy("time of day", "Time"), lambda line: _moment(line.at)),
    TableColumn.of_text("by", _("By"), attrgetter("by")),
    TableColumn.of("round", _("Round"), attrgetter("number")),
    TableColumn(column_of("table"), attrgetter("table")),
    TableColumn.of_text("player", _("Player"), attrgetter("name")),
    TableColumn.of_text("act", _("Act"), attrgetter("sentence")),
    TableColumn.of_text("why", _("Why"), attrgetter("reason")),
)
# Open and withdrawn questions too; select rounds, players, and who answered.
questions_table: TableOf[Question] = table_of(
    _("Questions"),
    TableColumn.of("round", _("Round"), attrgetter("round.number")),
    TableColumn(column_of("table"), attrgetter("entry.table")),
    TableColumn(column_of("name"), attrgetter("entry.name")),
    TableColumn.of_text("question", _("Question"), attrgetter("text")),
    TableColumn.of_text("asked", _("Asked"), lambda question: _moment(question.asked_at)),
    TableColumn.of_text("state", _("State"), _question_state),
    TableColumn.of_text("answer", pgettext_lazy("question", "Answer"), attrgetter("answer")),
    TableColumn.of_text(
        "by", _("By"), lambda question: question.answered_by.get_username() if question.answered_by else ""
    ),
    TableColumn.of_text("answered", _("Answered"), lambda question: _moment(question.answered_at)),
)
