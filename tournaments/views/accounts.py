"""Login and logout, and the one-time welcome of an arbitrator."""

from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth import login as log_in
from django.contrib.auth import views as auth_views
from django.contrib.auth.forms import AuthenticationForm, SetPasswordForm
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tournaments.accounts import rate_limit
from tournaments.accounts.login_links import FIRST_NAME, user_for_welcome_token
from tournaments.accounts.rate_limit import GuessKind

# The link has proved the account, so one back end is enough, whatever checks passwords later.
BACKEND = "django.contrib.auth.backends.ModelBackend"

logout = auth_views.LogoutView.as_view()


class LoginForm(AuthenticationForm):
    """The login form, with the user name labelled as everywhere else."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].label = _("User name")


login = auth_views.LoginView.as_view(redirect_authenticated_user=True, authentication_form=LoginForm)


class WelcomeForm(SetPasswordForm):  # type: ignore[type-arg] # generic for the type checker only
    """A form for a user name and a password of one's own."""

    username = forms.CharField(
        label=_("User name"),
        max_length=150,
        help_text=_("You will log in with it."),
        widget=forms.TextInput(
            attrs={"autocomplete": "username", "autocapitalize": "none", "spellcheck": "false"}
        ),
    )
    field_order = ("username", "new_password1", "new_password2")

    def __init__(self, user: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(user, *args, label_suffix="", **kwargs)
        is_first = user.username == FIRST_NAME
        self.fields["username"].initial = gettext("arbitrator") if is_first else user.username
        self.fields["username"].widget.attrs["autofocus"] = True
        self.fields["new_password1"].label = gettext("Password")
        self.fields["new_password1"].help_text = gettext("At least 8 characters, and not a common password.")
        self.fields["new_password2"].label = gettext("The same password again")
        self.fields["new_password2"].help_text = ""

    def clean_username(self) -> str:
        """Set the name on the user before the password is checked, which must not resemble it."""
        name: str = User.normalize_username(self.cleaned_data["username"])
        if User.objects.exclude(pk=self.user.pk).filter(username__iexact=name).exists():
            raise ValidationError(gettext("This user name is already taken."))
        User.username_validator(name)
        self.user.username = name
        return name


@require_http_methods(["GET", "POST"])
@never_cache
def welcome(request: HttpRequest, token: str) -> HttpResponse:
    """Choose a name and a password; this uses the link up, looking at it does not."""
    user = user_for_welcome_token(token)
    if user is None:
        rate_limit.note(GuessKind.LINK, request.META["REMOTE_ADDR"], token, right=False)
        stopped = rate_limit.is_stopped(GuessKind.LINK, request.META["REMOTE_ADDR"], token)
        return render(request, "registration/welcome.html", {"form": None}, status=429 if stopped else 404)
    form = WelcomeForm(user, request.POST or None)
    if request.method == "POST" and form.is_valid():
        form.save()
        log_in(request, user, backend=BACKEND)
        messages.success(request, gettext("Welcome, %(name)s.") % {"name": user.username})
        return redirect("desk")
    return render(request, "registration/welcome.html", {"form": form}, status=422 if form.errors else 200)
