"""The phone of a player in a classic event: their match, and the form that reports its result."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext, pgettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments.classic.scores.scores import LEAST_SCORE, MOST_SCORE
from tournaments.http.numbers import read_number
from tournaments.models import Event


@require_safe
@never_cache
def matches(request: HttpRequest, event_id: int) -> HttpResponse:
    """Render the same page for everybody: the phone's stored token identifies the player."""
    event = get_object_or_404(Event.objects.filter(divisions__isnull=False).distinct(), pk=event_id)
    config = {
        "event": event.pk,
        "me": reverse("api-my-match", args=[event.pk]),
        "reports": reverse("api-match-reports", args=[event.pk]),
        "entries": reverse("api-match-entries", args=[event.pk]),
        "division": read_number(request.GET.get("division")),
        "least": LEAST_SCORE,
        "most": MOST_SCORE,
    }
    context = {
        "event": event,
        "config": config,
        "strings": strings(),
        "code": request.GET.get("code", "")[:12],
    }
    return render(request, "classic/phone.html", context)


def strings() -> dict[str, str]:
    """Return the strings of the page's script."""
    return {
        "noRound": gettext("No round has begun yet. This page shows your match when one does."),
        "noDivision": gettext("You are in no division yet. Tell the director your name."),
        "waiting": gettext("No match in this round"),
        "waitingDetail": gettext("You have no match in this round. If this is wrong, ask the director."),
        "late": pgettext("match", "You play from round {round}."),
        "bye": gettext("Bye"),
        "missed_nothing": gettext("Missed: does not count"),
        "missed_loss": gettext("Missed: counts as a loss, spread {spread}"),
        "missed_bye": gettext("Missed: counts as a bye, spread {spread}"),
        "byeDetail": gettext("You have no opponent in round {round}. It counts as a win."),
        "withdrawn": gettext("You have dropped out"),
        "round": pgettext("match", "Round {round}"),
        "table": gettext("Table {table}"),
        "youFirst": gettext("You go first"),
        "theyFirst": gettext("{name} goes first"),
        "against": gettext("against {name}"),
        "scoreOf": gettext("Score of {name}"),
        "scoreMissing": gettext("Enter both scores."),
        "scoreOut": gettext("A score is between {least} and {most}."),
        "report": gettext("Report the result"),
        "change": gettext("Report another result"),
        "sent": gettext("Reported: {own}–{other}. It counts once {name} reports the same."),
        "settled": gettext("Both report {own}–{other}. The desk looks at the clock and counts it."),
        "kept": gettext("Not sent yet: kept on this phone, and sent as soon as there is a connection."),
        "theySaid": gettext("{name} reports {own}–{other}. Do you agree?"),
        "differs": gettext(
            "You say {own}–{other}, {name} says {theirOwn}–{theirOther}. Agree on it, or go to the director."
        ),
        "counted": gettext("Counted: {own}–{other}"),
        "forfeited": gettext("Decided by forfeit"),
        "overtime": gettext("Overtime of {name}: {sheet} − {overtime} = {score}"),
        "won": gettext("Won"),
        "lost": gettext("Lost"),
        "drawn": gettext("Drawn"),
        "rank": gettext("Rank: {rank}. Wins: {wins}. Spread: {spread}."),
        "offline": gettext("No connection. The page may be out of date."),
        "gone": gettext("This phone is no longer entered: join again or ask the director."),
        "busy": gettext("The server is busy. Try again in a moment."),
        "network": gettext("No connection. Try again."),
        "nameMissing": gettext("Enter a name."),
    }
