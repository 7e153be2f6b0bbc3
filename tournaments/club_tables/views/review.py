"""The page of a classic game that is over: who was ahead, the engine's plays, and the words."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from engine.errors import EngineError
from tournaments.club_tables.games.review import TableReview, review_of
from tournaments.club_tables.views.tables import table_for_code
from tournaments.errors import RuleViolation
from tournaments.reports.charts import LineChart
from tournaments.reports.svg_charts import line_svg


@require_safe
@never_cache
def table_review(request: HttpRequest, table_code: str) -> HttpResponse:
    """Render the review, for everybody who knows the code, once the game is over."""
    table = table_for_code(request, table_code)
    try:
        review = review_of(table)
    except (RuleViolation, EngineError) as error:
        raise Http404 from error
    context = {"table": table, "review": review, "chart": _chart(review)}
    return render(request, "club_tables/review.html", context)


def _chart(review: TableReview) -> SafeString | None:
    """Return the lead of the first of two players by turn; more players have no such chart."""
    if len(review.players) != 2 or not review.turns:
        return None
    leads = review.leads
    names = [player.name for player in review.players]
    said = [_("Turn {number}: {lead}").format(number=number, lead=lead) for number, lead in enumerate(leads)]
    about = _("Points of {first} minus those of {second}, after each turn").format(
        first=names[0], second=names[1]
    )
    chart = LineChart(_("Who was ahead"), ["0", str(len(review.turns))], leads, about, said)
    return line_svg(chart, least=min(0, *leads), most=max(0, *leads))
