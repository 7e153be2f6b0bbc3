"""The choices that standings are selected by."""

from duplicate.standings.selection_form import StandingsForm
from tournaments.standings.ranking import Competitor, PersonFacts


def test_clubs_and_series_are_in_the_order_of_the_language():
    persons = tuple(
        PersonFacts(club=club, series=series)
        for club, series in (("Étampes", "10"), ("Foix", "9"), ("", "N"))
    )
    form = StandingsForm({}, [Competitor(1, "Ann", 1, persons=persons)], ())
    assert [value for value, _label in form.fields["club"].choices] == ["", "Étampes", "Foix"]
    assert [value for value, _label in form.fields["series"].choices] == ["", "9", "10", "N"]
