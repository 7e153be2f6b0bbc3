"""The plan of a file of entries: whom each line means, and what is asked or left out."""

import pytest

from tournaments.events.registration.entry_columns import (
    EventParts,
    read_parts,
    read_tick,
    reading_of_entries,
)
from tournaments.events.registration.entry_plan import EventFacts, PlanState, plan_entries
from tournaments.people.imports.files import FileLine
from tournaments.people.imports.plan import Known
from tournaments.people.services import Person

PARTS = EventParts({1: "Paires", 2: "Blitz", 3: "Joker"}, {7: "Classique A", 8: "Classique B"})
KNOWN = (
    (1, Person("Anne Durand", licence="100")),
    (2, Person("Jean Martin", licence="200")),
    (3, Person("Jean Martin", licence="201")),
    (4, Person("Bob Sand")),
    (5, Person("Zoé Lefèvre")),
)


def plan(*lines, answers=None, **facts):
    numbered = [FileLine(number, values) for number, values in enumerate(lines, start=2)]
    return plan_entries(numbered, Known.of(KNOWN), EventFacts(PARTS, **facts), answers or {})


@pytest.mark.parametrize(
    ("text", "ticked"),
    [
        *(
            (text, True)
            for text in ("x", "payé", "pagado", "bezahlt", "pagato", "plătit", "da", "✓", "12,50 €")
        ),
        *((text, False) for text in ("", "à payer", "pendiente de pago", "nicht bezahlt", "da pagare")),
        *((text, False) for text in ("de plătit", "neplătit", "nu", "non", "-", "0 €")),
        *((text, None) for text in ("later", "-5 €")),
    ],
)
def test_a_cell_says_yes_or_no_in_each_language(text, ticked):
    assert read_tick(text) is ticked


@pytest.mark.parametrize(
    ("headings", "reading"),
    [
        ("Nom;Prénom;Licence;Club", "last_name;first_name;licence;club"),
        ("Name;Partner;Table;Team;Group", "name;partner;table;team;group"),
        (
            "Joueur;Partenaire;N° de table;Équipe;Groupe;Payé;Remarques",
            "name;partner;table;team;group;paid;remarks",
        ),
        (
            "Nombre;Pareja;Mesa;Equipo;Grupo;Pagado;Observaciones",
            "name;partner;table;team;group;paid;remarks",
        ),
        ("Nom;Paires;Partie 2;P3;Classique A", "name;game-1;game-2;game-3;division-7"),
        ("Name;Games;Games", "name;games;"),
        ("Joueur;Licence;Joueur 2;Licence 2;Blitz (samedi)", "name;licence;partner;partner_licence;game-2"),
    ],
)
def test_headings_of_three_languages_are_read(headings, reading):
    assert reading_of_entries(headings.split(";"), PARTS) == reading.split(";")


@pytest.mark.parametrize(
    ("text", "chosen", "unknown"),
    [
        ("1, 3", {"game-1", "game-3"}, []),
        ("1 3", {"game-1", "game-3"}, []),
        ("paires + joker", {"game-1", "game-3"}, []),
        ("Partie 2; classique b", {"game-2", "division-8"}, []),
        ("toutes", set(), []),
        ("", set(), []),
        ("4", set(), ["4"]),
        ("Blitz, poker", {"game-2"}, ["poker"]),
        ("² ³", set(), ["² ³"]),
        ("٢ ٣", {"game-2", "game-3"}, []),
    ],
)
def test_games_and_divisions_are_read(text, chosen, unknown):
    read = read_parts({"name": "Ann", "games": text}, PARTS)
    assert (set(read.chosen), [said for _column, said in read.unknown]) == (chosen, unknown)


@pytest.mark.parametrize(
    ("text", "paid"),
    [
        *dict.fromkeys(
            ("oui", "Yes", "sí", "x", "1", "✓", "Payé", "réglé", "pagada", "12,50 €", "5", "0,5 €"), True
        ).items(),
        *dict.fromkeys(
            (
                "non",
                "NO",
                "n",
                "0",
                "0,00 €",
                "0.00",
                "00",
                ".0",
                "€0.00",
                "0 EUR",
                "-0.00",
                "٠٫٠٠",
                "non payé",
                "impayé",
                "unpaid",
                "sin pagar",
                "-",
            ),
            False,
        ).items(),
    ],
)
def test_words_for_yes_and_no_are_read(text, paid):
    (entry,) = plan({"name": "Anne Durand", "paid": text})
    assert (entry.details.paid, entry.cells) == (paid, ())


@pytest.mark.parametrize("text", ["peut-être", "en attente", "?", "Zorglub", "-5"])
def test_what_is_neither_yes_nor_no_is_left_out_and_named(text):
    (entry,) = plan({"name": "Anne Durand", "paid": text, "game-2": text})
    assert (entry.details.paid, entry.details.skips) == (False, frozenset())
    assert {str(cell) for cell in entry.cells} == {
        f"Paid: “{text}” is neither yes nor no.",
        f"Blitz: “{text}” is neither yes nor no.",
    }


@pytest.mark.parametrize(
    ("cells", "skips"),
    [
        ({"game-1": "non"}, {1}),
        ({"game-1": "N", "game-3": "0"}, {1, 3}),
        ({"game-1": "non", "game-2": "oui"}, {1, 3}),
        ({"games": "non"}, {1, 2, 3}),
        ({"skips": "2 3"}, {2, 3}),
        ({"skips": "Partie 1, Joker"}, {1, 3}),
        ({"games": "toutes"}, set()),
    ],
)
def test_nobody_plays_a_game_that_their_line_denies(cells, skips):
    (entry,) = plan({"name": "Anne Durand"} | cells)
    assert (entry.details.skips, entry.cells) == (skips, ())


def test_ticked_columns_choose_games_and_others_are_skipped():
    (entry,) = plan({"name": "Anne Durand", "game-1": "x", "game-2": "", "game-3": "non"})
    assert entry.details.skips == {2, 3}
    (entry,) = plan({"name": "Anne Durand", "division-7": "oui"})
    assert (entry.details.skips, entry.details.division) == ({1, 2, 3}, 7)


@pytest.mark.parametrize(
    ("cell", "paid"),
    [
        ("12,50", True),
        ("10", True),
        ("0,5 €", True),
        ("✓", True),
        ("0", False),
        ("0.00", False),
        ("0,00", False),
        ("00", False),
        (".0", False),
        ("0,00 €", False),
        ("€0.00", False),
        ("0 EUR", False),
        ("-0.00", False),
        ("٠٫٠٠", False),
    ],
)
def test_a_sum_of_zero_is_not_paid(cell, paid):
    (entry,) = plan({"name": "Anne Durand", "paid": cell})
    assert entry.details.paid is paid


def test_known_and_new_people_are_entered():
    known, new = plan({"name": "durand ANNE"}, {"name": "Otto Weber", "paid": "oui", "remarks": "végétarien"})
    assert (known.state, known.people[0].pk) == (PlanState.ENTER, 1)
    assert (new.state, new.people[0].pk, new.details.paid, new.details.remarks) == (
        PlanState.ENTER,
        None,
        True,
        "végétarien",
    )


@pytest.mark.parametrize(
    ("line", "answer", "state", "pk"),
    [
        ({"name": "Jean Martin"}, None, PlanState.OPEN, None),
        ({"name": "Jean Martin"}, "=3", PlanState.ENTER, 3),
        ({"name": "Jean Martin"}, "=4", PlanState.OPEN, None),
        ({"name": "Jean Martin"}, "out", PlanState.OUT, None),
        ({"name": "Jean Martin"}, "new", PlanState.ENTER, None),
        ({"name": "Anne Weber", "licence": "100"}, None, PlanState.ENTER, 1),
        ({"name": "Otto Weber", "licence": "100"}, None, PlanState.OPEN, None),
        ({"name": "Otto Weber", "licence": "100"}, "new", PlanState.ENTER, None),
        ({"name": "Zoé Lefebvre"}, None, PlanState.ENTER, None),
        ({"name": "Zoé Lefebvre"}, "=5", PlanState.ENTER, 5),
        ({"name": "Zoé Lefebvre"}, "nonsense", PlanState.OPEN, None),
    ],
)
def test_what_is_not_settled_is_asked(line, answer, state, pk):
    answers = {"2": answer} if answer else {}
    (entry,) = plan(line, answers=answers)
    assert entry.questions
    assert entry.state is state
    if state is PlanState.ENTER:
        assert entry.people[0].pk == pk


@pytest.mark.parametrize(("hand", "pk"), [("201", 3), ("sand bob", 4), ("Jean Martin", None), ("", None)])
def test_somebody_is_found_by_hand(hand, pk):
    (entry,) = plan({"name": "Jean Martin"}, answers={"2": "hand", "2-hand": hand})
    assert entry.state is (PlanState.ENTER if pk else PlanState.OPEN)
    assert not pk or entry.people[0].pk == pk


def test_a_new_person_without_the_licence_of_another():
    (entry,) = plan({"name": "Otto Weber", "licence": "100"}, answers={"2": "new"})
    assert entry.people[0].person == Person("Otto Weber")


def test_a_pair_that_stands_in_both_lines_is_one():
    pair, other = plan(
        {"name": "Anne Durand", "partner": "Sand Bob"},
        {"name": "Bob Sand", "partner": "Anne DURAND"},
        {"name": "Zoé Lefèvre"},
    )
    assert [line.pk for line in pair.people] == [1, 4]
    assert other.people[0].pk == 5


def test_a_partner_is_known_by_the_licence_alone():
    (entry,) = plan({"name": "Bob Sand", "partner_licence": "100"})
    assert [line.pk for line in entry.people] == [4, 1]


def test_nobody_is_entered_twice():
    states = [
        entry.state
        for entry in plan(
            {"name": "Anne Durand"},
            {"name": "Durand Anne"},
            {"name": "Otto Weber", "partner": "Otto Weber"},
            {"name": "Bob Sand"},
            inside={4},
        )
    ]
    assert states == [PlanState.ENTER, PlanState.WRONG, PlanState.WRONG, PlanState.INSIDE]


def test_two_partners_of_one_person_are_named():
    first, second = plan(
        {"name": "Anne Durand", "partner": "Bob Sand"}, {"name": "Zoé Lefèvre", "partner": "Bob Sand"}
    )
    assert (first.state, second.state) == (PlanState.ENTER, PlanState.WRONG)
    assert "line 2" in str(second.problems[0])


@pytest.mark.parametrize(
    ("cell", "said"),
    [
        ({"table": "12b"}, "Table: “12b”"),
        ({"table": "0"}, "Table: “0”"),
        ({"table": "5"}, "taken in this event"),
        ({"table": "-1"}, "Table: “-1”"),
        ({"table": "99999"}, "Table: “99999” is more than 9999"),
        ({"table": "9" * 30}, "Table: “9"),
        ({"team": "x" * 81}, "Team: “x"),
        ({"remarks": "x" * 201}, "Remarks: “x"),
        ({"games": "Poker"}, "Games or division: the event has no “Poker”"),
        ({"games": "Classique A, Classique B"}, "two divisions"),
    ],
)
def test_a_wrong_cell_is_left_out_alone_and_named_by_its_column(cell, said):
    (entry,) = plan({"name": "Anne Durand"} | cell, tables={5})
    assert entry.state is PlanState.ENTER
    assert said in str(entry.cells[0])


def test_a_table_is_that_of_the_first_line():
    first, second = plan({"name": "Anne Durand", "table": "3"}, {"name": "Bob Sand", "table": "3"})
    assert (first.details.table, second.details.table) == (3, None)
    assert "line 2" in str(second.cells[0])


def test_only_the_chief_adds_groups_and_enters_divisions():
    (entry,) = plan({"name": "Anne Durand", "group": "Jeunes", "division-7": "x"}, by_chief=False)
    assert (entry.details.group, entry.details.division) == ("", None)
    assert len(entry.cells) == 2
    (entry,) = plan({"name": "Anne Durand", "group": "Jeunes", "division-7": "x"})
    assert (entry.details.group, entry.details.division) == ("Jeunes", 7)


@pytest.mark.parametrize("line", [{"licence": "77"}, {"name": "123"}, {"club": "Lyon"}, {"table": "4"}])
def test_a_line_without_a_name_is_left_out(line):
    (entry,) = plan(line)
    assert entry.state in {PlanState.WRONG, PlanState.NOBODY}
