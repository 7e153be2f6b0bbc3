"""Names that look alike though they are written with other signs (Unicode's table of confusables)."""

import time
from itertools import combinations
from unicodedata import is_normalized

import pytest
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from engine.lexicon import ensure_builtin
from tests.factories.divisions import make_director, make_division
from tournaments.names import confusables, folding

# Cyrillic and Greek letters beside Latin ones are meant here: that is what the tests are about.
ANN_WITH_CYRILLIC_A = "\u0410nn"
HONEST = [
    "Élise Dupont",
    "Zoë Łukasiewicz",
    "Øyvind Ångström",
    "Jean-François d'Août",
    "O’Brien",
    "Γιώργος Παπαδόπουλος",
    "Ωμέγα Νίκη",
    "Анна Иванова",
    "Сергей Щукин",
    "Їжак Ґалаґан",
    "Željko Đurić",
    "İbrahim Işık",
    "田中 さくら",
    "タナカ ケン太",
    "김민준",
    "नीरज मोर",
    "สมชาย ใจดี",
    "דָּוִד לוי",
    "محمد علي",
    "Աննա",
    "Ian McDonald III",
    "Иванов Team-Ω",
    "Anna Иванова",
    "Ωmega",
    "Club 2",
    "Joueur 10",
    "Player µ",
]


def look_alike(one, other):
    return bool(folding.looks(one) & folding.looks(other))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ann", ANN_WITH_CYRILLIC_A),
        ("ann", ANN_WITH_CYRILLIC_A),
        ("Ann", "\uff21nn"),
        ("Ann", "\U0001d400nn"),
        ("Ann", "An\u0578"),
        ("Paul Martin", "P\u0430ul M\u0430rtin"),
        ("Paul Martin", "MARTIN P\u03b1ul"),
        ("Ian", "lan"),
        ("Ian", "\u0406an"),
        ("ian", "\u0456an"),
        ("Bernard", "Bemard"),
        ("Olga", "0lga"),
        ("Ann", "Ann."),
        ("O'Brien", "O\u05f3Brien"),
        ("Élise Dupont", "DUPONT Elise"),
        ("Øster", "Oster"),
        ("Ольга", "O\u043b\u044cг\u0430"),
    ],
)
def test_names_that_look_alike(one, other):
    assert look_alike(one, other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ann", "Anne"),
        ("Ann", "Ann 2"),
        ("Lan", "Ian"),
        ("Delia", "Della"),
        ("Mona", "Nora"),
        ("Вера", "Vera"),
        ("Анна", "Anna"),
        ("Νίκος", "Nikos"),
        ("मोर", "मीर"),
        ("สมชาย", "สมชัย"),
        ("李", "王"),
        ("Player 1", "Player 10"),
    ],
)
def test_names_that_do_not(one, other):
    assert not look_alike(one, other)


def test_honest_names_are_told_apart():
    assert [pair for pair in combinations(HONEST, 2) if look_alike(*pair)] == []


@given(st.text(max_size=13))
def test_names_that_are_alike_look_alike(name):
    """Names that the list of people takes for one name are among those reported to the desk."""
    assert look_alike(name, " ".join(reversed(name.upper().lower().split()))) or (
        folding.fold(name) != folding.fold(name.upper().lower())
    )


@pytest.mark.parametrize("name", HONEST)
def test_no_honest_name_is_of_two_alphabets(name):
    assert not folding.is_of_two_alphabets(name)


@pytest.mark.parametrize(
    "name", [ANN_WITH_CYRILLIC_A, "Paul M\u0430rtin", "K\u03b1thy", "Ив\u0061н", "\u13d4illiam"]
)
def test_a_word_of_two_alphabets_that_could_be_one(name):
    assert folding.is_of_two_alphabets(name)


def test_each_sign_of_the_table_looks_like_its_prototype():
    table = confusables.table()
    assert len(table) > 5_000
    pairs = [
        (chr(sign), prototype)
        for sign, prototype in table.items()
        # Accents are left out before: ț is a t.
        if is_normalized("NFKD", chr(sign) + prototype)
    ]
    assert len(pairs) > 2_000
    assert [pair for pair in pairs if not look_alike(*pair)] == []


def test_a_name_costs_less_than_a_tenth_of_a_millisecond():
    confusables.table()
    names = [f"Jean-Frédéric Dupont-Lemaître {number}" for number in range(3_000)]
    best = min(_seconds(names[part::3]) for part in range(3))
    assert best < 0.1


def _seconds(names):
    begun = time.perf_counter()
    for name in names:
        folding.looks(name)
        folding.is_of_two_alphabets(name)
    return time.perf_counter() - begun


@pytest.mark.django_db
def test_the_players_of_a_division_have_their_marks_and_entering_warns(client):
    ensure_builtin()
    director = make_director()
    division = make_division(director, ["Ann", "Ben"])
    client.force_login(director)
    address = reverse("enter-players", args=[division.event_id, division.pk])
    answer = client.post(address, {"names": f"{ANN_WITH_CYRILLIC_A}\nBen 2"}, follow=True)
    told = [str(message) for message in answer.context["messages"]]
    assert told[1:] == [f"{ANN_WITH_CYRILLIC_A} (table 3) looks like Ann (table 1)."]
    page = client.get(reverse("division-players", args=[division.event_id, division.pk])).content.decode()
    assert "looks like Ann (table 1)" in page
    assert f"looks like {ANN_WITH_CYRILLIC_A} (table 3)" in page
    assert page.count("looks like") == 2
