"""A list of people is imported as a whole, and exported again."""

import io

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from openpyxl import load_workbook

from tests.tournaments.people.lists import import_file, import_kept, keep_list_of
from tournaments.errors import RuleViolation
from tournaments.models import Club, PeopleList, Player
from tournaments.people import services as people_services
from tournaments.people.imports import services, writer
from tournaments.people.selectors import people_found, sort_keys
from tournaments.people.services import Person

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def test_a_list_is_imported_once_as_a_whole(keeper, elise):
    list_ = keep_list_of(keeper, "Elise Dupont;12;Villeurbanne", "Bob;;Lyon", "Cleo;14;Nice")
    import_kept(list_, keeper)
    rows = Player.objects.order_by("name").values_list("name", "licence", "club__name")
    assert list(rows) == [("Bob", "", "Lyon"), ("Cleo", "14", "Nice"), ("Élise Dupont", "12", "Villeurbanne")]
    assert {was.history_user for was in Player.history.filter(history_change_reason=list_.reason)} == {keeper}
    assert import_kept(list_, keeper) == []


def test_a_list_with_one_wrong_line_changes_nothing(keeper, elise):
    list_ = keep_list_of(keeper, "Bob;;New club", "Cleo;13;Lyon", "Zoe;13;Lyon")
    with pytest.raises(RuleViolation) as error:
        import_kept(list_, keeper)
    assert error.value.code == "lines_wrong"
    assert (Player.objects.count(), Club.objects.count()) == (1, 1)


def test_a_list_that_has_become_wrong_since_it_was_looked_at(keeper):
    list_ = keep_list_of(keeper, "Bob;;")
    people_services.save_player(Person("Bob", licence="1"))
    people_services.save_player(Person("Bob", licence="2"))
    with pytest.raises(RuleViolation):
        import_kept(list_, keeper)


def test_a_chunk_of_a_list_is_imported_by_as_many_queries_whatever_its_length(
    keeper, django_assert_max_num_queries
):
    for count in (3, writer.CHUNK):
        list_ = keep_list_of(
            keeper, *(f"Player {count}-{number};{count}{number};Club {number % 9}" for number in range(count))
        )
        with django_assert_max_num_queries(32):
            import_kept(list_, keeper)


def test_a_list_is_looked_at_before_it_is_imported(page, elise):
    file = SimpleUploadedFile("members.csv", b"Name,Licence,Series\nElise Dupont,12,4B\nBob,,\n")
    look = page.post(reverse("new-people-import"), {"file": file}).url
    text = page.get(look).text
    assert "<ins>4B</ins>" in text
    assert Player.objects.count() == 1
    import_file(page, look)
    assert Player.objects.get(licence="12").series == "4B"
    assert "1 new player" in page.get(look).text


def test_wrong_lines_are_shown_with_their_numbers_and_cannot_be_imported(page, elise):
    file = SimpleUploadedFile("members.csv", b"Name,Licence,Born\n12,13,1991\n")
    look = page.post(reverse("new-people-import"), {"file": file}).url
    text = page.get(look).text
    assert "Name: “12” is not valid." in text
    assert "Import them" not in text
    assert page.post(look).status_code == 422
    assert PeopleList.objects.get().done_at is None


def test_a_file_that_is_no_list_is_refused_at_its_field(page):
    answer = page.post(reverse("new-people-import"), {"file": SimpleUploadedFile("x.png", b"\x89PNG\0")})
    assert answer.status_code == 422
    assert "not CSV or Excel" in answer.text


def test_what_a_list_says_of_people_is_not_kept(keeper):
    looked_at = keep_list_of(keeper, "Bob;;")
    list_ = keep_list_of(keeper, "Ann;;")
    import_kept(list_, keeper)
    assert PeopleList.objects.get().lines == []
    assert looked_at.pk != list_.pk


@pytest.mark.parametrize("kind", ["csv", "xlsx"])
def test_what_goes_out_comes_in_again_as_it_was(page, keeper, elise, kind):
    people_services.save_player(Person("=HYPERLINK(1)", club="@club", rating=1500))
    body = page.get(reverse("export-people", args=[kind])).content
    list_ = services.keep_list(data=body, file_name=f"people.{kind}", by=keeper)
    assert [line.changes for line in services.plan_of(list_)] == [[], []]
    found = sort_keys(people_found())
    assert [line.pk for line in services.plan_of(list_)] == found, "in the order of the page"


def test_nothing_that_goes_out_is_a_formula(page):
    people_services.save_player(Person("=HYPERLINK(1)"))
    assert "'=HYPERLINK" in page.get(reverse("export-people", args=["csv"])).text
    sheet = load_workbook(io.BytesIO(page.get(reverse("export-people", args=["xlsx"])).content)).active
    # To the letter, and a text: Excel takes it for one by its kind, and after editing by the prefix.
    assert (sheet["A2"].value, sheet["A2"].data_type) == ("=HYPERLINK(1)", "s")
    assert sheet["A2"].quotePrefix
