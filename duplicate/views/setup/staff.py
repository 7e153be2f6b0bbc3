"""The people at the desk of a game: the list, letting in, roles and tables, and how they arbitrate."""

from typing import Any

from django.conf import settings as django_settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from duplicate.arbitration.progress import posts_for_desk
from duplicate.forms.staff import ArbitrationForm, LetInForm, PostForm
from duplicate.games import staff
from duplicate.models import Game
from duplicate.views.permissions import for_arbitrators, for_chief
from tournaments.errors import RuleViolation
from tournaments.events.staff import colleagues_of, may_have_link, role_of
from tournaments.http.addresses import address_for_phones
from tournaments.models import Arbitrator
from tournaments.views.permissions import arbitrator, at_desk, is_htmx
from tournaments.views.qr import qr_svg
from tournaments.wording.engine_messages import message_for

PAGE = "duplicate/desk/arbitrators.html"
USER_NAME_CODES = {"no_account", "at_desk_already", "account_exists", "bad_user_name"}


@require_GET
@for_arbitrators
def people(request: HttpRequest, game: Game) -> HttpResponse:
    """Show everybody at the desk and their progress; for the chief also what can be changed."""
    template = PAGE + ("#people" if is_htmx(request) else "")
    return render(request, template, _page(request, game, LetInForm(event=game.event)))


@require_http_methods(["GET", "POST"])
@for_chief
def let_in(request: HttpRequest, game: Game) -> HttpResponse:
    """Let somebody with an account in at the desk, or make a new account, with a link to open it."""
    if request.method == "GET":
        return redirect("arbitrators", game.code)
    form = LetInForm(request.POST, event=game.event)
    is_new = "new" in request.POST
    post = _let_in(request, game, form, is_new=is_new) if form.is_valid() else None
    if post is None:
        return render(request, PAGE, _page(request, game, form), status=422)
    if is_new:
        return _link_page(request, game, post)
    messages.success(request, gettext("%(user)s added.") % {"user": post.user.username})
    return redirect("arbitrators", game.code)


@require_http_methods(["GET", "POST"])
@for_chief
def post(request: HttpRequest, game: Game, post_id: int) -> HttpResponse:
    """Change one person at the desk: role and tables."""
    post = _post(game, post_id)
    form = PostForm(request.POST or None, initial=PostForm.values_of(post), event=game.event)
    if request.method == "POST" and form.is_valid():
        try:
            role = Arbitrator.Role(form.cleaned_data["role"])
            where = {name: form.cleaned_data[name] for name in ("tables", "room")}
            staff.change_post(game=game, post=post, role=role, by=arbitrator(request), **where)
        except RuleViolation as error:
            form.add_error(None, message_for(error))
        else:
            return redirect("arbitrators", game.code)
    context = {"game": game, "post": post, "form": form, "may_have_link": may_have_link(post)}
    return render(request, "duplicate/desk/arbitrator.html", context, status=422 if form.errors else 200)


@require_POST
@for_chief
def dismiss(request: HttpRequest, game: Game, post_id: int) -> HttpResponse:
    """Dismiss somebody from the desk; chiefs who dismiss themselves leave it."""
    post = _post(game, post_id)
    try:
        staff.dismiss(game=game, post=post, by=arbitrator(request))
    except RuleViolation as error:
        messages.error(request, message_for(error))
        return redirect("arbitrator", game.code, post_id)
    messages.success(request, gettext("%(user)s removed.") % {"user": post.user.username})
    left = role_of(game.event, arbitrator(request)) is None
    return redirect("desk") if left else redirect("arbitrators", game.code)


@require_POST
@for_chief
def login_link(request: HttpRequest, game: Game, post_id: int) -> HttpResponse:
    """Show a new one-time link, for an account that nobody has opened yet."""
    post = _post(game, post_id)
    try:
        return _link_page(request, game, post)
    except RuleViolation as error:
        messages.error(request, message_for(error))
        return redirect("arbitrator", game.code, post_id)


@require_POST
@for_chief
def settings(request: HttpRequest, game: Game) -> HttpResponse:
    """Set double arbitration and hidden names: both as they are ticked, or neither is changed."""
    form = ArbitrationForm(request.POST)
    form.full_clean()
    given, by = form.cleaned_data, arbitrator(request)
    try:
        staff.set_arbitration(
            game=game,
            double_arbitration=given["double_arbitration"],
            names_hidden=given["names_hidden"],
            by=by,
        )
    except RuleViolation as error:
        messages.error(request, message_for(error))
    else:
        messages.success(request, gettext("Saved."))
    return redirect("arbitrators", game.code)


def _let_in(request: HttpRequest, game: Game, form: LetInForm, *, is_new: bool) -> Arbitrator | None:
    """Return the new post; None with the reason in the form."""
    written = form.cleaned_data
    let_in = staff.let_in_new if is_new else staff.let_in
    try:
        return let_in(
            game=game,
            user_name=written["user_name"],
            role=Arbitrator.Role(written["role"]),
            tables=written["tables"],
            room=written["room"],
            by=arbitrator(request),
        )
    except RuleViolation as error:
        form.add_error("user_name" if error.code in USER_NAME_CODES else None, message_for(error))
        return None


def _link_page(request: HttpRequest, game: Game, post: Arbitrator) -> HttpResponse:
    token = staff.make_login_link(game=game, post=post, by=arbitrator(request))
    address = address_for_phones(request, reverse("welcome", args=[token]))
    label = gettext("QR code: login link for %(user)s") % {"user": post.user.username}
    days = django_settings.PASSWORD_RESET_TIMEOUT // (24 * 60 * 60)
    context = {"game": game, "post": post, "address": address, "qr": qr_svg(address, label), "days": days}
    return render(request, "duplicate/desk/arbitrator_link.html", context)


def _post(game: Game, post_id: int) -> Arbitrator:
    return get_object_or_404(game.event.posts.select_related("user", "event", "room"), pk=post_id)


def _page(request: HttpRequest, game: Game, form: LetInForm) -> dict[str, Any]:
    user = arbitrator(request)
    chief = at_desk(request).is_chief
    given = {"double_arbitration": game.double_arbitration, "names_hidden": game.names_hidden}
    return {
        "game": game,
        "posts": posts_for_desk(game, user),
        "form": form,
        "settings_form": ArbitrationForm(initial=given, auto_id="setting-%s"),
        "colleagues": colleagues_of(user) if chief else [],
    }
