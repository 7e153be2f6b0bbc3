"""Which heading means what, in the languages of the field; and that everything knows every column of a person."""

from dataclasses import fields, replace

import pytest
from django.conf import settings
from django.urls import reverse
from django.utils.translation import override

from duplicate.website.archive.tables import SHARED
from tournaments.errors import RuleViolation
from tournaments.models import Player
from tournaments.people import changes, privacy, services
from tournaments.people.export import COLUMNS as EXPORTED
from tournaments.people.export import people_table
from tournaments.people.forms import PersonForm
from tournaments.people.imports.columns import COLUMNS, check_reading, column_of, name_order, reading_of
from tournaments.people.imports.countries import country_code, federation_country, same_country
from tournaments.people.services import NAMES, Person

COLUMNS_OUT = (
    *("last_name", "first_name", "name", "licence", "club", "club_code", "committee", "country", "series"),
    *("age_category", "birth_year", "sex", "rating", "rated_games", "names_checked"),
)

HEADINGS = [column.look.heading for column in EXPORTED.values()]


@pytest.mark.parametrize(
    ("column", "headings"),
    [
        (
            "name",
            "Name|NOM et Prénom|Prénom NOM|Nom, prénom|Joueur|Nombre y apellidos|Licencié|Nom du joueur",
        ),
        ("last_name", "Nom|NOM DE FAMILLE|Last name|Surname|Last names|Apellidos|Nom d'usage"),
        ("first_name", "Prénom|Prenoms|First name|Given name|Forenames|Given names|Prénom usuel"),
        (
            "licence",
            "Nr. Lic.|N° Licence|No licence|N° de licence 2026|Licence (FISF)|License number|Matricule",
        ),
        ("licence", "Número de licencia|Num. licencié|N° adhérent|Licence No|№ licence|LICENCE|Code licence"),
        ("club", "Club|CLUB  (section)|Nom du club|Libellé club|Club actuel|Club name|Association"),
        ("country", "Pays|Nationalité|Country|País|Nation|Nat."),
        ("series", "Sér.|Série|SERIE 2026|Series|Classement série|Class"),
        (
            "birth_year",
            "Né(e) le|Né(e)|Née en|Date de naissance|Année naissance|Date naiss.|Year of birth|DOB",
        ),
        ("birth_year", "Fecha de nacimiento|Año de nacimiento|Born|Data di nascita|Data nașterii"),
        ("rated_games", "Games|Rated games|Nb de parties cotées|Nombre de parties"),
        ("rating", "Cote|Class. nat.|Classement national|Elo|Rating|Cote nationale 2026"),
        ("club_code", "Code club|N° club|Club no|Código del club|Club code|Code du club"),
        ("committee", "Comité|Comité régional|Région|Committee|Delegación"),
        ("federation", "Fédération|Fédé|Federation|Federación|Code fédération"),
        (
            "age_category",
            "Catégorie|Cat.|Catégorie d'âge|Classe d'âge|Age category|Age group|Categoría de edad",
        ),
        ("sex", "Sexe|Sex|Gender|Sexo|Civilité|H/F|M/F"),
        ("", "e-mail|Téléphone|N°|Adresse|Prix|Elo classique|Série classique|"),
    ],
)
def test_headings(column, headings):
    assert {heading: column_of(heading) for heading in headings.split("|")} == dict.fromkeys(
        headings.split("|"), column
    )


@pytest.mark.parametrize(
    ("headings", "reading"),
    [
        ("Nr. Lic.|NOM et Prénom|Né(e) le|CLUB  (section)", "licence|name|birth_year|club"),
        ("Name|First name|Club|Club", "last_name|first_name|club|"),
        ("Nombre|Apellidos", "first_name|last_name"),
        (
            "|".join(HEADINGS),
            "|".join(COLUMNS_OUT),
        ),
        ("Nom|Courriel", "name|"),
        ("Forenames|Surname|Club", "first_name|last_name|club"),
        ("Club|Nom|Prénom|Nom du club", "club_code|last_name|first_name|club"),
        ("Libellé club|Nom|Prénom|Club", "club|last_name|first_name|club_code"),
        ("Code club|Club|Nom|Nom du club", "club_code|club|name|"),
        # The files of federations, as programs of the field write and read them.
        (
            "Nom;Prénoms;Licence;Elo duplicate;Série duplicate;Code club;Catégorie;Nationalité;Fédération"
            ";Elo classique;Série classique;Coefficient classique".replace(";", "|"),
            "last_name|first_name|licence|rating|series|club_code|age_category|country|federation|||",
        ),
        (
            "Prénom|Nom|Club|N° licence|Catégorie|Classification|Nationalité",
            "first_name|last_name|club|licence|age_category|series|country",
        ),
        (
            "N° licence|Nom|Prénom|Sexe|Date de naissance|Code club|Club|Comité|Série|Catégorie|Fédération",
            "licence|last_name|first_name|sex|birth_year|club_code|club|committee|series|age_category|federation",
        ),
    ],
)
def test_readings(headings, reading):
    assert reading_of(headings.split("|")) == reading.split("|")


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ("FFSc", "FRA"),
        ("F.B.S.", "BEL"),
        ("FSS", "CHE"),
        ("fqcsf", "QUE"),
        ("Belgique", "BEL"),
        ("FRA", "FRA"),
        ("FISF", None),
        ("XYZ", None),
    ],
)
def test_a_federation_is_its_country(said, code):
    assert federation_country(said) == code


@pytest.mark.parametrize(
    ("headings", "order"),
    [
        ("Nom|Prénom", "given"),
        ("NOM et Prénom|Club", "family"),
        ("Prénom NOM", "given"),
        ("Licence|Nombre y apellidos", "given"),
        ("Apellidos y nombre", "family"),
        ("Name", ""),
        ("Joueur", ""),
        ("Nom complet", ""),
    ],
)
def test_the_order_in_which_a_list_writes_names(headings, order):
    assert name_order(headings.split("|"), reading_of(headings.split("|"))) == order


@pytest.mark.parametrize(
    ("reading", "code"),
    [
        (["name"], "columns_unknown"),
        (["name", "phone"], "columns_unknown"),
        (["name", "name"], "column_twice"),
        (["licence", ""], "no_name_column"),
    ],
)
def test_choices_by_which_nothing_can_be_read(reading, code):
    with pytest.raises(RuleViolation) as error:
        check_reading(reading, ["A", "B"])
    assert error.value.code == code
    check_reading(["", "name"], ["A", "B"])


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Belgique", "BEL"),
        ("Sénégal", "SEN"),
        ("SENEGAL", "SEN"),
        ("Belgium", "BEL"),
        ("Bélgica", "BEL"),
        ("Côte d'Ivoire", "CIV"),
        ("Québec", "QUE"),
        ("Suisse", "CHE"),
        ("États-Unis", "USA"),
        ("Royaume-Uni", "GBR"),
        ("Congo-Kinshasa", "COD"),
        ("be", "BE"),
        ("sui", "SUI"),
        ("FFSc", None),
        ("Atlantis", None),
        ("12", None),
        ("ßß", None),
    ],
)
def test_countries(text, code):
    assert country_code(text) == code


def test_codes_of_one_country():
    assert same_country("BE", "BEL")
    assert same_country("be", "BE")
    assert not same_country("BE", "BEN")
    assert not same_country("", "BEL")


@pytest.mark.parametrize("language", settings.COMPLETE_LANGUAGES)
def test_what_the_program_itself_calls_a_column_is_read(language):
    # But for the name: in French the word for it is also that for the last name, which first names may stand beside.
    called = COLUMNS.keys() - {"name"}
    with override(language):
        assert {column: column_of(str(COLUMNS[column])) for column in called} == {
            column: column for column in called
        }
        assert column_of(str(COLUMNS["name"])) in {"name", "last_name"}


def test_everything_knows_every_column_of_a_person():
    columns = {field.name for field in Player._meta.concrete_fields} - {
        "id",
        "names_checked",
        "organiser",
        "key",
        "alike",
        "created_at",
        "federation_player",
    }
    assert {field.name for field in fields(Person)} == columns
    parts = {"given_name": "first_name", "family_name": "last_name"}
    read = {parts.get(column, column) for column in columns}
    assert COLUMNS.keys() - {"club_code", "federation", "names_checked"} == read
    assert {column_of(heading) for heading in HEADINGS} - {"club_code", "names_checked"} == read
    assert columns <= PersonForm.base_fields.keys()
    assert {*NAMES, *privacy.NOTHING} == columns, "or it would stay when somebody is forgotten"
    assert columns - {"club"} <= set(privacy.KEPT), "or it would stay in the history of who is forgotten"
    assert {*SHARED["players"][1]} == columns | {"created_at", "names_checked"}
    assert {*NAMES, "club", "rating", "rated_games", *changes._FACTS} == columns, "or papers would not know"


def test_the_page_of_a_person_has_a_field_for_every_column(admin_client):
    page = admin_client.get(reverse("new-person")).content.decode()
    assert [name for name in PersonForm.base_fields if f'name="{name}"' not in page] == ["seen"]


@pytest.mark.django_db
def test_every_column_of_a_person_is_saved_exported_and_kept_when_two_become_one():
    written = {"name": "Ann Lee", "given_name": "Ann", "family_name": "Lee", "club": "Lyon", "country": "FRA"}
    written |= {"birth_year": 1985, "sex": "F", "age_category": "Vermeil"}
    ann = Person(
        **{one.name: written.get(one.name, 7 if one.default is None else "7") for one in fields(Person)}
    )
    whole = services.save_player(ann)
    assert services.person_of(whole) == ann
    assert None not in people_table([whole]).rows[0].cells
    other = services.save_player(Person("Ann B."))
    services.merge_players(keep=other, other=whole)
    other.refresh_from_db()
    names = dict(zip(("name", "given_name", "family_name"), ("Ann B.", "Ann", "B."), strict=True))
    assert services.person_of(other) == replace(ann, **names)
