"""The people of the club: found, changed, merged, imported and taken out again, and the pages for it."""

import io
import json
from dataclasses import asdict

import pytest
from django.contrib.auth.models import Permission, User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from openpyxl import load_workbook

from tournaments.core.errors import RuleViolation
from tournaments.events.registration import register_player
from tournaments.models import Club, Entry, Event, GameResult, PeopleList, Player, ResultLine
from tournaments.people import services as people_services
from tournaments.people.imports import services, writer
from tournaments.people.services import Person

pytestmark = pytest.mark.django_db
ADDRESSES = [
    reverse("people"),
    reverse("new-person"),
    reverse("person", args=[1]),
    reverse("people-duplicates"),
    reverse("merge-people"),
    reverse("merge-clubs"),
    reverse("new-people-import"),
    reverse("people-import", args=[1]),
    reverse("export-people", args=["csv"]),
]


@pytest.fixture
def keeper():
    user = User.objects.create_user("keeper", password="seven tiles and a board")
    user.user_permissions.add(Permission.objects.get(codename="change_player"))
    return user


@pytest.fixture
def page(client, keeper):
    client.force_login(keeper)
    return client


@pytest.fixture
def elise():
    return people_services.save_player(Person("Élise Dupont", licence="12", club="Lyon", birth_year=1990))


def kept(keeper, *lines):
    data = "\n".join(("Name;Licence;Club", *lines)).encode()
    return services.keep_list(data=data, file_name="members.csv", by=keeper)


def brought_in(list_, by):
    """As it is looked at now."""
    mark = services.mark_of(services.plan_of(list_))
    return services.import_people(people=list_, mark=mark, by=by)


def import_file(page, look):
    """The button, and what the background does with it."""
    answer = page.post(look, {"mark": page.get(look).context["mark"]})
    services.import_list(int(look.strip("/").rpartition("/")[2]))
    return answer


# --- Use cases -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["", "elise", "dupont ÉLISE", "dup", "12"])
def test_people_are_found_whatever_the_accents(elise, text):
    people_services.save_player(Person("Bob Martin"))
    assert elise in people_services.people_found(text)


def test_people_are_found_by_club(elise):
    people_services.save_player(Person("Bob Martin", club="LYON"))
    people_services.save_player(Person("Cleo"))
    assert people_services.people_found(club=Club.objects.get()).count() == 2


def test_a_licence_and_a_name_without_one_are_had_once(elise):
    people_services.save_player(Person("Bob"))
    for person, code in [(Person("Cleo", licence="12"), "licence_taken"), (Person("BOB"), "player_known")]:
        with pytest.raises(RuleViolation) as error:
            people_services.save_player(person)
        assert error.value.code == code
    assert people_services.save_player(Person("Bob", licence="13")).name == "Bob"
    assert Player.objects.count() == 3


def test_a_licence_is_had_once_whatever_its_case():
    people_services.save_player(Person("Zoe Lee", licence="FR7"))
    with pytest.raises(RuleViolation) as error:
        people_services.save_player(Person("Zoe Lee", licence="fr7"))
    assert error.value.code == "licence_taken"


def test_a_licence_is_kept_in_capitals(keeper):
    zoe = people_services.save_player(Person("Zoe Lee", licence="fr7"))
    brought_in(kept(keeper, "Bob;fr8;"), keeper)
    assert sorted(Player.objects.values_list("licence", flat=True)) == ["FR7", "FR8"]
    event = Event.objects.create(name="Tuesday")
    assert register_player(event=event, name="fR7", phone=False).entry.player == zoe


@pytest.mark.parametrize("written", ["GENEVE", "geneve", "Genève", "Gene\u0300ve"])
def test_a_club_is_one_whatever_the_accents(keeper, written):
    people_services.save_player(Person("Ann", licence="1", club="Genève"))
    people_services.save_player(Person("Cleo", licence="3", club=written))
    brought_in(kept(keeper, f"Ann;1;{written}", f"Bob;2;{written}"), keeper)
    assert Club.objects.get().name == "Genève"
    assert Club.objects.get().players.count() == 3


def test_clubs_without_a_letter_are_told_apart():
    assert people_services.club_named("★") != people_services.club_named("☆")


def test_two_clubs_that_are_one(page, keeper, elise):
    people_services.save_player(Person("Bob", club="Lyon Scrabble"))
    Club.objects.filter(name="Lyon").update(number="69")
    keep, other = Club.objects.get(name="Lyon Scrabble"), Club.objects.get(name="Lyon")
    for one, two in [(keep.pk, keep.pk), (keep.pk, "")]:
        answer = page.post(reverse("merge-clubs"), {"keep": one, "other": two}, follow=True)
        assert "Choose two clubs." in answer.text
    answer = page.post(reverse("merge-clubs"), {"keep": keep.pk, "other": other.pk}, follow=True)
    assert "Lyon is now Lyon Scrabble." in answer.text
    assert (Club.objects.get(), Club.objects.get().number) == (keep, "69")
    assert keep.players.count() == 2
    now, before = elise.history.all()
    assert (now.history_user, now.history_change_reason) == (keeper, "Lyon → Lyon Scrabble")
    assert before.club == keep
    with pytest.raises(RuleViolation) as error:
        people_services.merge_clubs(keep=keep, other=other, by=keeper)
    assert error.value.code == "club_gone"


def test_who_changed_a_player_stays_on_record(page, elise, keeper):
    page.post(reverse("person", args=[elise.pk]), {"name": "Élise Martin", "licence": "12"})
    now, before = elise.history.all()
    assert (now.name, now.club, now.history_user) == ("Élise Martin", None, keeper)
    assert (before.name, before.club.name) == ("Élise Dupont", "Lyon")


def test_at_the_desk_a_licence_stands_for_the_name_but_not_on_a_phone(elise):
    event = Event.objects.create(name="Tuesday")
    assert register_player(event=event, name="12", phone=False).entry.player == elise
    with pytest.raises(RuleViolation) as error:
        register_player(event=event, name="12", phone=True)
    assert error.value.code == "licence_not_expected"


def test_namesakes_are_entered_by_their_licence(elise):
    people_services.save_player(Person("Élise Dupont", licence="13"))
    event = Event.objects.create(name="Tuesday")
    with pytest.raises(RuleViolation) as error:
        register_player(event=event, name="Élise Dupont", phone=False)
    assert error.value.code == "namesakes"
    assert register_player(event=event, name="13", phone=False).entry.player.licence == "13"


def test_merging_keeps_what_both_played_and_what_is_known(elise):
    other = register_player(
        event=Event.objects.create(name="One"), name="elise dupont", phone=False
    ).entry.player
    register_player(event=Event.objects.create(name="Two"), name="12", partner="Bob", phone=False)
    register_player(event=Event.objects.create(name="Three"), name="Bob", partner="Elise Dupont", phone=False)
    assert people_services.players_alike() == [[elise, other]]
    people_services.merge_players(keep=other, other=elise)
    kept = Player.objects.get(alike="dupont elise")
    assert (kept.pk, kept.licence, kept.club.name, kept.birth_year) == (other.pk, "12", "Lyon", 1990)
    assert Entry.objects.filter(player=kept).count() + Entry.objects.filter(partner=kept).count() == 3
    assert people_services.players_alike() == []


def test_two_people_are_not_merged(elise):
    event = Event.objects.create(name="One")
    register_player(event=event, name="12", phone=False)
    met = register_player(event=event, name="elise dupont", phone=False).entry.player
    result = GameResult.objects.create(
        event=event, game="ABCDE", number=1, name="One", version=1, top_total=9
    )
    for entry in event.entries.all():
        ResultLine.objects.create(result=result, entry=entry, total=0, negative=9)
    licensed = people_services.save_player(Person("Élise Dupont", licence="13"))
    for other, code in [(met, "played_together"), (licensed, "different_licences"), (elise, "same_player")]:
        with pytest.raises(RuleViolation) as error:
            people_services.merge_players(keep=elise, other=other)
        assert error.value.code == code
    assert Player.objects.count() == 3


@pytest.mark.parametrize("first", ["12", "elise dupont"])
def test_an_entry_that_left_nothing_goes_when_it_was_the_same_person(elise, first):
    event = Event.objects.create(name="One")
    second = {"12": "elise dupont", "elise dupont": "12"}[first]
    played = register_player(event=event, name=first, phone=False).entry
    result = GameResult.objects.create(
        event=event, game="ABCDE", number=1, name="One", version=1, top_total=9
    )
    ResultLine.objects.create(result=result, entry=played, total=7, negative=2)
    false = register_player(event=event, name=second, phone=False).entry
    other = next(entry.player for entry in (played, false) if entry.player != elise)
    people_services.merge_players(keep=elise, other=other)
    assert [(entry.pk, entry.player) for entry in event.entries.select_related("player")] == [
        (played.pk, elise)
    ]


def test_a_list_is_brought_in_once_as_a_whole(keeper, elise):
    list_ = kept(keeper, "Elise Dupont;12;Villeurbanne", "Bob;;Lyon", "Cleo;14;Nice")
    brought_in(list_, keeper)
    rows = Player.objects.order_by("name").values_list("name", "licence", "club__name")
    assert list(rows) == [("Bob", "", "Lyon"), ("Cleo", "14", "Nice"), ("Élise Dupont", "12", "Villeurbanne")]
    assert {was.history_user for was in Player.history.filter(history_change_reason=list_.reason)} == {keeper}
    assert brought_in(list_, keeper) == []


def test_a_list_with_one_wrong_line_changes_nothing(keeper, elise):
    list_ = kept(keeper, "Bob;;New club", "Cleo;13;Lyon", "Zoe;13;Lyon")
    with pytest.raises(RuleViolation) as error:
        brought_in(list_, keeper)
    assert error.value.code == "lines_wrong"
    assert (Player.objects.count(), Club.objects.count()) == (1, 1)


def test_a_list_that_has_become_wrong_since_it_was_looked_at(keeper):
    list_ = kept(keeper, "Bob;;")
    people_services.save_player(Person("Bob", licence="1"))
    people_services.save_player(Person("Bob", licence="2"))
    with pytest.raises(RuleViolation):
        brought_in(list_, keeper)


def test_a_chunk_of_a_list_is_brought_in_by_as_many_queries_whatever_its_length(
    keeper, django_assert_max_num_queries
):
    for count in (3, writer.CHUNK):
        list_ = kept(
            keeper, *(f"Player {count}-{number};{count}{number};Club {number % 9}" for number in range(count))
        )
        with django_assert_max_num_queries(26):
            brought_in(list_, keeper)


# --- Pages ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("address", ADDRESSES)
def test_people_are_nobody_elses_business(client, arbitrator_of_a_club, address):
    ask = client.post if address in {reverse("merge-people"), reverse("merge-clubs")} else client.get
    assert ask(address).url.startswith("/login/")
    client.force_login(arbitrator_of_a_club)
    assert ask(address).status_code == 403


@pytest.fixture
def arbitrator_of_a_club():
    return User.objects.create_user("arbitrator")


@pytest.mark.parametrize("count", [1, 3])
def test_the_list_costs_as_many_queries_for_one_as_for_three(page, django_assert_num_queries, count):
    for number in range(count):
        people_services.save_player(Person(f"Player {number}", club=f"Club {number}"))
    with django_assert_num_queries(8):
        text = page.get(reverse("people")).text
    assert text.count("<tr>") == count + 1


def test_names_and_clubs_stand_in_the_order_in_which_people_look_for_them(page):
    for name, club in [("Zoé", "Club 10"), ("Élan", "Club 2"), ("Adam", "Club 1"), ("verviers", "Élan")]:
        people_services.save_player(Person(name, club=club))
    answer = page.get(reverse("people"))
    assert [player.name for player in answer.context["players"]] == ["Adam", "Élan", "verviers", "Zoé"]
    places = [answer.text.index(f">{club}</option>") for club in ("Club 1", "Club 2", "Club 10", "Élan")]
    assert places == sorted(places)


def test_a_player_is_made_found_and_changed_on_the_pages(page):
    page.post(
        reverse("new-person"),
        {"name": " Élise  Dupont ", "licence": "12", "club": "Lyon", "birth_year": "1990"},
    )
    player = Player.objects.get()
    assert "Élise Dupont" in page.get(reverse("people"), {"text": "dupont"}).text
    answer = page.post(reverse("person", args=[player.pk]), {"name": "", "licence": "12"})
    assert answer.status_code == 422
    assert Player.objects.get().name == "Élise Dupont"


def test_a_licence_that_belongs_to_another_is_said_at_its_field_and_nothing_typed_is_lost(page, elise):
    answer = page.post(reverse("new-person"), {"name": "Cleo", "licence": "12", "club": "Nice"})
    assert answer.status_code == 422
    assert "Licence 12 is that of Élise Dupont." in answer.text
    assert 'value="Nice"' in answer.text
    assert not Club.objects.filter(name="Nice").exists()


def test_a_list_is_looked_at_before_it_is_brought_in(page, elise):
    file = SimpleUploadedFile("members.csv", b"Name,Licence,Series\nElise Dupont,12,4B\nBob,,\n")
    look = page.post(reverse("new-people-import"), {"file": file}).url
    text = page.get(look).text
    assert "<ins>4B</ins>" in text
    assert Player.objects.count() == 1
    import_file(page, look)
    assert Player.objects.get(licence="12").series == "4B"
    assert "1 new player" in page.get(look).text


def test_wrong_lines_are_shown_with_their_numbers_and_cannot_be_brought_in(page, elise):
    file = SimpleUploadedFile("members.csv", b"Name,Licence,Born\nCleo,13,2091\n")
    look = page.post(reverse("new-people-import"), {"file": file}).url
    text = page.get(look).text
    assert "Year of birth: “2091” cannot be right." in text
    assert "Import them" not in text
    assert page.post(look).status_code == 422
    assert PeopleList.objects.get().done_at is None


def test_a_file_that_is_no_list_is_refused_at_its_field(page):
    answer = page.post(reverse("new-people-import"), {"file": SimpleUploadedFile("x.png", b"\x89PNG\0")})
    assert answer.status_code == 422
    assert "neither a CSV nor an Excel file" in answer.text


@pytest.mark.parametrize("kind", ["csv", "xlsx"])
def test_what_goes_out_comes_in_again_as_it_was(page, keeper, elise, kind):
    people_services.save_player(Person("=HYPERLINK(1)", club="@club", rating=1500))
    body = page.get(reverse("export-people", args=[kind])).content
    list_ = services.keep_list(data=body, file_name=f"people.{kind}", by=keeper)
    assert [line.changes for line in services.plan_of(list_)] == [[], []]
    found = people_services.in_order(people_services.people_found())
    assert [line.pk for line in services.plan_of(list_)] == found, "in the order of the page"


def test_nothing_that_goes_out_is_a_formula(page):
    people_services.save_player(Person("=HYPERLINK(1)"))
    assert "'=HYPERLINK" in page.get(reverse("export-people", args=["csv"])).text
    sheet = load_workbook(io.BytesIO(page.get(reverse("export-people", args=["xlsx"])).content)).active
    # To the letter, and a text: Excel takes it for one by its kind, and after editing by the prefix.
    assert (sheet["A2"].value, sheet["A2"].data_type) == ("=HYPERLINK(1)", "s")
    assert sheet["A2"].quotePrefix


def test_merging_on_the_page(page, elise):
    other = people_services.save_player(Person("elise dupont"))
    assert page.get(reverse("people-duplicates")).text.count('type="radio" name="keep"') == 2
    page.post(reverse("merge-people"), {"keep": elise.pk, "other": other.pk})
    assert Player.objects.get() == elise


@pytest.mark.parametrize("typed", [{"name": "ﷺ" * 80}, {"name": "ΐ" * 80, "club": "ﬃ" * 80}])
def test_names_that_come_apart_into_many_letters_fit(page, typed):
    assert page.post(reverse("new-person"), typed).status_code == 302
    assert page.get(reverse("people"), {"text": typed["name"]}).text.count("<tr>") == 2


def test_a_country_of_letters_that_grow_is_refused_at_its_field(page):
    assert page.post(reverse("new-person"), {"name": "Ann", "country": "ßßß"}).status_code == 422


def test_what_a_list_says_of_people_is_not_kept(keeper):
    looked_at = kept(keeper, "Bob;;")
    list_ = kept(keeper, "Ann;;")
    brought_in(list_, keeper)
    assert PeopleList.objects.get().lines == []
    assert looked_at.pk != list_.pk


def test_somebody_is_found_and_merged_whatever_the_program_suspects(page):
    keep = people_services.save_player(Person("Inès Dupont", licence="A1", club="Lyon"))
    other = people_services.save_player(Person("Inès Martin", licence="B2", birth_year=1980))
    address = f"/people/{keep.pk}/same/"
    found = page.get(address, {"text": "martin"}).content.decode()
    assert "Inès Martin" in found
    assert "The licence that stays" in found
    refused = page.post(address, {"other": other.pk}, follow=True).content.decode()
    assert "different licence numbers" in refused
    page.post(address, {"other": other.pk, "licence": "B2"})
    merged = Player.objects.get()
    assert (merged.pk, merged.name, merged.licence, merged.birth_year) == (keep.pk, "Inès Dupont", "B2", 1980)
    for nobody in ("", "x", other.pk, keep.pk):
        assert "Choose two players" in page.post(address, {"other": nobody}, follow=True).content.decode()


def test_two_who_change_one_player_do_not_undo_each_other(page, elise):
    address = f"/people/{elise.pk}/"
    seen = json.dumps(asdict(people_services.person_of(elise)))
    as_it_was = {name: value or "" for name, value in asdict(people_services.person_of(elise)).items()}
    page.post(address, as_it_was | {"club": "Nice", "seen": seen})
    page.post(address, as_it_was | {"rating": 1500, "seen": seen})
    elise.refresh_from_db()
    assert (elise.club.name, elise.rating) == ("Nice", 1500)
    clash = page.post(address, as_it_was | {"rating": 1600, "seen": seen})
    assert clash.status_code == 422
    assert "Somebody has changed this meanwhile, to “1500”" in clash.content.decode()
    elise.refresh_from_db()
    assert elise.rating == 1500
