"""Forms of lines that are typed, pasted, or uploaded as a spreadsheet, whose rows become lines of the form."""

from django.http import HttpRequest, QueryDict

from tournaments.classic.exchange.pasted import text_of_rows
from tournaments.errors import RuleViolation
from tournaments.people.imports.files import read_cells
from tournaments.processes.own_process import in_own_process
from tournaments.wording.engine_messages import message_for


def posted_lines(request: HttpRequest, field: str) -> tuple[QueryDict, str]:
    """Return the posted fields, with the rows of an uploaded file in the field of lines, and why the file cannot be
    read.

    So a line that is refused can be corrected on the page, whichever way it came.
    """
    posted = request.POST.copy()
    file = request.FILES.get("file")
    if file is None:
        return posted, ""
    try:
        posted[field] = _read_lines(file.read(), file.name or "")
    except RuleViolation as error:
        return posted, message_for(error)
    return posted, ""


@in_own_process()
def _read_lines(data: bytes, file_name: str) -> str:
    return text_of_rows(read_cells(data, file_name))
