"""Names that a rule split: the page that shows them, what it stores, and what an older program leaves."""

import json
from datetime import date

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from tests.factories.past_events import past_event
from tests.tournaments.people.lists import import_file
from tournaments.models import NAME_LENGTH, Club, Event, Player
from tournaments.names.name_parts import NameParts
from tournaments.people import services
from tournaments.people.export import people_table
from tournaments.people.imports import services as import_services
from tournaments.people.name_checks import check_names
from tournaments.people.selectors import sort_keys, split_names
from tournaments.people.services import Person
from tournaments.reports.spreadsheets import table_bytes

pytestmark = [pytest.mark.django_db, pytest.mark.database]


@pytest.fixture
def root(django_user_model):
    return django_user_model.objects.create_superuser("root")


@pytest.fixture
def page(client, root):
    client.force_login(root)
    return client


def made(*names):
    players = [Player.named(name) for name in names]
    for player in players:
        player.save()
    return players


def test_the_doubtful_names_come_first(page):
    made("Anne Durand", "Juan García Márquez", "Marie de la Tour", "DURAND ANNE MARIE", "Plato", "ZOLA Émile")
    found = [one.name for one in split_names()]
    assert found == [
        "DURAND ANNE MARIE",
        "Marie de la Tour",
        "Juan García Márquez",
        "Plato",
        "Anne Durand",
        "ZOLA Émile",
    ]
    shown = page.get(reverse("people-names")).text
    assert [
        shown.index(f'value="{family}"') for family in ("de la Tour", "Márquez", "Plato", "Durand")
    ] == sorted(shown.index(f'value="{family}"') for family in ("de la Tour", "Márquez", "Plato", "Durand"))


def test_a_page_of_names_is_mended_at_once(page, root):
    juan, anne, luc, zoe = made("Juan García Márquez", "Durand Anne", "Luc Roy", "Zoé Py")
    sent = {"player": [juan.pk, anne.pk, luc.pk, zoe.pk], "swap": [anne.pk]}
    sent |= {f"given-{juan.pk}": "Juan", f"family-{juan.pk}": "García Márquez"}
    sent |= {f"given-{anne.pk}": "Durand", f"family-{anne.pk}": "Anne"}
    sent |= {f"given-{luc.pk}": "Luc", f"family-{luc.pk}": "Roy"}
    sent |= {f"given-{zoe.pk}": "Zoé", f"family-{zoe.pk}": "Somebody"}
    refused = page.post(reverse("people-names"), sent)
    assert refused.status_code == 422
    assert "3 names are right." in refused.text
    assert "The first and the last name are not “Zoé Py”." in refused.text
    assert 'value="Somebody"' in refused.text, "what was typed is lost"
    stored = {player.name: player.parts for player in Player.objects.filter(names_checked=True)}
    assert stored == {
        "Juan García Márquez": NameParts("Juan", "García Márquez"),
        "Durand Anne": NameParts("Anne", "Durand"),
        "Luc Roy": NameParts("Luc", "Roy"),
    }
    changed = {row.name: row.history_user for row in Player.history.filter(history_type="~")}
    assert changed == {"Juan García Márquez": root, "Durand Anne": root}
    assert [one.name for one in split_names()] == ["Zoé Py"]


def test_parts_longer_than_a_name_are_refused(page):
    (luc,) = made("Luc Roy")
    long = "Roy" + "-" * NAME_LENGTH
    page.post(reverse("people-names"), {"player": luc.pk, f"given-{luc.pk}": "Luc", f"family-{luc.pk}": long})
    luc.refresh_from_db()
    assert (luc.family_name, luc.names_checked) == ("Roy", False)


def test_who_was_checked_or_is_gone_meanwhile_stays(root):
    luc, gone = made("Luc Roy", "Gone Person")
    check_names({luc.pk: NameParts("Luc", "Roy")}, root)
    key = gone.pk
    gone.delete()
    done = check_names({luc.pk: NameParts("Roy", "Luc"), key: NameParts("Gone", "Person")}, root)
    assert (done.checked, done.refused) == ({}, ())
    luc.refresh_from_db()
    assert luc.parts == NameParts("Luc", "Roy")


def test_the_last_page_of_checks_can_be_undone(page):
    anne, luc, zoe = made("Durand Anne", "Luc Roy", "Zoé Py")
    sent = {"player": [anne.pk, luc.pk, zoe.pk], "swap": [anne.pk]}
    for player in (anne, luc, zoe):
        sent |= {f"given-{player.pk}": player.given_name, f"family-{player.pk}": player.family_name}
    assert "Undo" in page.post(reverse("people-names"), sent, follow=True).text
    zoe.refresh_from_db()
    services.save_player(Person("Zoé Py", given_name="Py", family_name="Zoé"), zoe)
    answer = page.post(reverse("people-names"), {"undo": "1"}, follow=True).text
    assert "Undone: 2 names to check again." in answer
    assert 'name="undo"' not in answer
    stored = {player.name: (player.parts, player.names_checked) for player in Player.objects.all()}
    assert stored == {
        "Durand Anne": (NameParts("Durand", "Anne"), False),
        "Luc Roy": (NameParts("Luc", "Roy"), False),
        "Zoé Py": (NameParts("Py", "Zoé"), True),
    }
    assert page.post(reverse("people-names"), {"undo": "1"}).status_code == 302


def test_thousands_of_names_are_searched_filtered_and_confirmed(page):
    made("Anne Durand", "Marie de la Tour", "Plato", *(f"Zoé Roy{letter}" for letter in "abcdefgh"))
    address = reverse("people-names")

    def shown(**query):
        return [one.name for one, _why, _wrong in page.get(address, query).context["rows"]]

    assert shown(q="DURÁND an") == ["Anne Durand"]
    assert shown(of="doubtful") == ["Marie de la Tour", "Plato"]
    assert len(shown(of="sure")) == 9
    assert "Nobody matches." in page.get(address, {"q": "nobody"}).text
    answer = page.post(f"{address}?of=doubtful", {"all_sure": "1"}, follow=True)
    assert answer.redirect_chain == [(f"{address}?of=doubtful", 302)]
    assert "9 names are right." in answer.text
    assert shown() == ["Marie de la Tour", "Plato"]
    assert Player.history.filter(history_type="~").count() == 0, "nothing of the people has changed"


def test_names_of_lists_that_write_the_last_name_first_are_split_again(page, root):
    anne, *_others, checked = made("Durand Anne", "García Paz Juan", "ZOLA Émile", "Plato", "Luc Roy")
    check_names({checked.pk: NameParts("Luc", "Roy")}, root)
    address = reverse("people-names")
    answer = page.post(address, {"split": "family"}, follow=True).text
    assert "Names split in another way: 2." in answer
    parts = {player.name: player.parts for player in Player.objects.all()}
    assert parts == {
        "Durand Anne": NameParts("Anne", "Durand"),
        "García Paz Juan": NameParts("Paz Juan", "García"),
        "ZOLA Émile": NameParts("Émile", "ZOLA"),
        "Plato": NameParts("", "Plato"),
        "Luc Roy": NameParts("Luc", "Roy"),
    }
    assert Player.objects.filter(names_checked=True).count() == 1
    assert Player.history.filter(history_type="~", history_user=root).count() == 2
    page.post(address, {"split": "given"})
    anne.refresh_from_db()
    assert anne.parts == NameParts("Durand", "Anne")
    assert page.post(address, {"split": "no order"}).status_code == 302


def test_a_name_that_an_older_program_changed_is_split_anew():
    (player,) = made("Anne Durand")
    Player.objects.filter(pk=player.pk).update(name="Anne de la Tour")
    player.refresh_from_db()
    assert player.parts == NameParts("Anne", "de la Tour")
    Player.objects.filter(pk=player.pk).update(given_name="", family_name="")
    player.refresh_from_db()
    assert services.person_of(player).family_name == "de la Tour"


def test_the_list_of_people_goes_by_family_name():
    players = made("Zoé Abel", "Anne Dupont-Aubin", "DUPONT Zoé", "Élie Dupont", "Plato")
    order = sort_keys(Player.objects.all())
    names = {player.pk: player.name for player in players}
    assert [names[key] for key in order] == [
        "Zoé Abel",
        "Élie Dupont",
        "DUPONT Zoé",
        "Anne Dupont-Aubin",
        "Plato",
    ]


FORM = {"licence": "", "club": "", "country": "", "series": ""}


def test_a_person_is_written_by_the_parts_of_the_name(page):
    new = reverse("new-person")
    page.post(new, FORM | {"given_name": "Marie", "family_name": "de la Tour"})
    marie = Player.objects.get()
    assert (marie.name, marie.names_checked) == ("Marie de la Tour", True)
    assert page.post(new, FORM | {"name": ""}).status_code == 422
    assert page.post(new, FORM | {"name": "Ann Lee", "family_name": "Roy"}).status_code == 422
    page.post(new, FORM | {"name": "Sukarno"})
    assert Player.objects.get(name="Sukarno").parts == NameParts("", "Sukarno")


@pytest.mark.parametrize(
    ("written", "name", "parts"),
    [
        ({"family_name": "Durant"}, "DURANT Anne", NameParts("Anne", "DURANT")),
        ({"name": "Anne Martin"}, "Anne Martin", NameParts("Anne", "Martin")),
        ({"given_name": "", "family_name": "DURAND Anne"}, "DURAND Anne", NameParts("", "DURAND Anne")),
        ({}, "DURAND Anne", NameParts("Anne", "DURAND")),
    ],
)
def test_the_name_follows_its_parts_and_they_follow_it(page, written, name, parts):
    (anne,) = made("DURAND Anne")
    form = page.get(reverse("person", args=[anne.pk])).context["form"]
    sent = {field: form[field].value() or "" for field in form.fields} | written
    sent["family_name"] = sent["family_name"].replace("Durant", "DURANT")
    sent["seen"] = form["seen"].value()
    answer = page.post(reverse("person", args=[anne.pk]), sent | {"seen": _json(sent["seen"])})
    assert answer.status_code == 302, answer.context["form"].errors
    anne.refresh_from_db()
    assert (anne.name, anne.parts) == (name, parts)


def _json(seen):
    return seen if isinstance(seen, str) else json.dumps(seen)


def test_a_federations_list_of_clubs_by_code_learns_their_names(page):
    first = "Nom;Prénom;Licence;Code club\nDURAND;Anne;1;A05\nROY;Luc;2;B07\n"
    second = "Nom;Prénom;Licence;Code club;Club\nDURAND;Anne;1;A05;Scrabble club de Lyon\nPY;Zoé;3;A05;\n"
    for text in (first, second):
        answer = page.post(reverse("new-people-import"), {"file": _file(text)})
        assert import_file(page, answer.url).status_code == 302
    clubs = {player.licence: (player.club.name, player.club.number) for player in Player.objects.all()}
    lyon = ("Scrabble club de Lyon", "A05")
    assert clubs == {"1": lyon, "2": ("B07", "B07"), "3": lyon}


def test_a_learnt_name_that_is_there_already_joins_the_clubs(page):
    services.save_player(Person("Old Member", club="Lyon"))
    first = "Nom;Prénom;Licence;Code club\nDURAND;Anne;1;A05\n"
    second = "Nom;Prénom;Licence;Code club;Club\nDURAND;Anne;1;A05;Lyon\n"
    for text in (first, second):
        answer = page.post(reverse("new-people-import"), {"file": _file(text)})
        import_file(page, answer.url)
    assert {player.club.name for player in Player.objects.all()} == {"Lyon"}
    assert Player.objects.get(licence="1").club.number == "A05"


@pytest.mark.repeats
@pytest.mark.parametrize(
    "clubs",
    [
        [("A1", "x" * 500)],
        [("A1", "x" * 160), ("A3", "x" * 160)],
        [("A1", "Lyon"), ("A2", "Lyon (A1)"), ("A3", "Lyon")],
        [("A1" * 300, "Lyon")],
    ],
)
def test_names_of_clubs_that_are_too_long_or_meet_stop_no_list(page, clubs):
    first = "Nom;Licence;Code club\nAnn;1;A1\nBo;2;A2\nCy;3;A3\n"
    lines = [f"Eve {code[:2]};{code[:2]};{code};{name}" for code, name in clubs]
    second = "\n".join(["Nom;Licence;Code club;Club", *lines])
    for text in (first, second):
        answer = page.post(reverse("new-people-import"), {"file": _file(text)})
        assert import_file(page, answer.url).status_code == 302
    assert Player.objects.count() == 3 + len(clubs)
    for club in Club.objects.all():
        club.full_clean()


def test_names_in_two_columns_of_a_list_are_checked(page, root):
    made("Tour Marie Anne")
    text = "Nom;Prénom\nTour Marie;Anne\n"
    kept = import_services.keep_list(data=text.encode(), file_name="x.csv", by=root)
    import_services.import_people(
        people=kept, mark=import_services.tag_import_plan(import_services.plan_of(kept)), by=root
    )
    player = Player.objects.get()
    assert (player.parts, player.names_checked) == (NameParts("Anne", "Tour Marie"), True)


def test_our_own_file_leaves_names_that_nobody_has_looked_at_to_be_looked_at(page, root):
    luc, _zoe = made("Luc Roy", "Zoé Py")
    check_names({luc.pk: luc.parts}, root)
    file = table_bytes(people_table(Player.objects.order_by("pk")), "csv")
    for deleted in (False, True):  # known again, and new in an empty list
        if deleted:
            Player.objects.all().delete()
        kept = import_services.keep_list(data=file, file_name="people.csv", by=root)
        mark = import_services.tag_import_plan(import_services.plan_of(kept))
        import_services.import_people(people=kept, mark=mark, by=root)
        assert dict(Player.objects.values_list("name", "names_checked")) == {"Luc Roy": True, "Zoé Py": False}


def test_a_list_that_confirms_names_writes_no_history(page, root, django_assert_max_num_queries):
    people = made(*(f"Zoé Roy{first}{second}" for first in "abcdefghij" for second in "abcdefghij"))
    lines = "".join(f"{player.family_name};{player.given_name}\n" for player in people)
    kept = import_services.keep_list(data=f"Nom;Prénom\n{lines}".encode(), file_name="x.csv", by=root)
    mark = import_services.tag_import_plan(import_services.plan_of(kept))
    with django_assert_max_num_queries(40):
        import_services.import_people(people=kept, mark=mark, by=root)
    assert Player.objects.filter(names_checked=True).count() == len(people)
    assert Player.history.filter(history_type="~").count() == 0


def _file(text):
    return SimpleUploadedFile("list.csv", text.encode("windows-1252"))


@pytest.mark.repeats
@pytest.mark.parametrize(
    ("style", "name"),
    [("", "DURAND Anne"), ("given", "Anne Durand"), ("family", "DURAND Anne"), ("comma", "Durand, Anne")],
)
def test_an_event_writes_names_in_its_way_on_its_pages_and_in_its_files(page, style, name):
    event = past_event("Cup", date(2026, 3, 21), {"DURAND Anne": [80], "Luc Abel": [70]})
    event.posts.create(user_id=page.session["_auth_user_id"], role="chief")
    form = page.get(reverse("event-settings", args=[event.pk])).context["form"]
    sent = {field: form[field].value() or "" for field in form.fields} | {"name_style": style}
    assert page.post(reverse("event-settings", args=[event.pk]), sent).status_code == 302
    assert Event.objects.get().name_style == style
    assert event.acts.filter(act="names_restyled").exists() == bool(style)
    files = page.get(reverse("export-event-standings", args=[event.pk, "json"])).json()
    names = [row[1] for row in files["rows"]]
    assert name in str(files["rows"]), names
    by_name = page.get(reverse("export-event-standings", args=[event.pk, "json"]), {"sort": "name"}).json()
    told = str(by_name["rows"])
    assert told.index("Abel" if style != "family" else "ABEL") < told.index(name)


def test_the_age_categories_of_a_federation_are_taken(page):
    event = past_event("Cup", date(2026, 3, 21), {"Anne Durand": [80]})
    Event.objects.update(released=Event.Released.PROVISIONAL)
    event.posts.create(user_id=page.session["_auth_user_id"], role="chief")
    form = page.get(reverse("event-settings", args=[event.pk])).context["form"]
    sent = {field: form[field].value() or "" for field in form.fields} | {"category_set": "fisf"}
    page.post(reverse("event-settings", args=[event.pk]), sent)
    event.refresh_from_db()
    assert event.age_categories[0] == ["Poussin", None, 10]
    assert [one[0] for one in event.age_categories][-2:] == ["Vermeil", "Diamant"]
