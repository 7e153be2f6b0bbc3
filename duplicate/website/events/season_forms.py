"""The forms of seasons and of the selection in their index, checked for form only."""

from django import forms
from django.utils.translation import gettext

from duplicate.standings.selection_form import StandingsForm
from tournaments.described_settings.setting_columns import setting_field, settings_in
from tournaments.models import Season
from tournaments.names.folding import tidy
from tournaments.people.forms import DayField, PlainForm
from tournaments.standings.ranking import Competitor


class SeasonForm(PlainForm, forms.ModelForm):  # type: ignore[type-arg] # generic in the stubs alone
    """A season, and the rules of its index; `instance` has what is typed once it is valid."""

    class Meta:
        model = Season
        fields = tuple(settings_in(Season))
        formfield_callback = setting_field

    first_day = DayField(label=settings_in(Season)["first_day"].label)
    last_day = DayField(label=settings_in(Season)["last_day"].label)

    def clean_name(self) -> str:
        return tidy(self.cleaned_data["name"])


class IndexForm(StandingsForm):
    """The selection in an index: of players or clubs, selected and sorted as standings are."""

    def kinds(self, competitors: list[Competitor]) -> list[tuple[str, str]]:
        clubs = any(person.club for one in competitors for person in one.persons)
        return [("", gettext("players")), *([("clubs", gettext("clubs"))] if clubs else [])]

    @property
    def clubs(self) -> bool:
        return self.cleaned_data.get("show") == "clubs"
