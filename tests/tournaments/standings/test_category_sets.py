"""The age categories of federations, as they ship."""

import pytest

from tournaments.standings.category_sets import (
    categories_in,
    category_sets,
    category_text,
    parse_category,
    sets_with,
)
from tournaments.standings.filters import check_categories


def test_every_set_is_one_that_an_event_may_have():
    assert category_sets().keys() == {"fisf", "fise", "wespa"}
    for one in category_sets().values():
        check_categories(one.categories)
        assert [parse_category(category_text(each)) for each in one.categories] == list(one.categories)


@pytest.mark.parametrize("code", ["fisf", "fise", "wespa"])
def test_every_age_is_in_one_category(code):
    for age in range(1, 111):
        assert sum(each.has(age) for each in category_sets()[code].categories) == 1


def test_a_language_may_have_categories_of_its_own():
    assert categories_in("fr") == category_sets()["fisf"].categories
    assert categories_in("en") == categories_in("") == ()


@pytest.mark.parametrize(("names", "codes"), [(["CADET", "Poussin"], ["fisf"]), (["Cadet", "Youth"], [])])
def test_a_set_has_all_the_names(names, codes):
    assert [one.code for one in sets_with(names)] == codes
