"""Files of another program on the pages: uploaded, reviewed with questions, imported as an event, cancelled."""

import io
import zipfile
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from tournaments.classic.exchange.export import file_event
from tournaments.classic.exchange.files import read_texts, read_upload
from tournaments.classic.exchange.tsh.writer import write_tsh
from tournaments.classic.models import Division, MatchResult, TournamentUpload
from tournaments.classic.scores.match_rules import find_rules_name
from tournaments.classic.standings.rows import standings_of_division
from tournaments.lexicons.services import register_built_in
from tournaments.models import Event, EventAct, Player
from tournaments.people import privacy

pytestmark = pytest.mark.django_db
DATA = Path(__file__).parent / "data"
CONFIG = "division A a.t\ndivision B b.t\nconfig event_name = 'Two cups'\nconfig event_date = '2023-02-18'\n"
SMALL = "Marsh, Ann 1500 2; 400; p12 2; class A; team Reds\nLi, Bo 0 1; 380; p12 1\n"


@pytest.fixture
def desk(client, director):
    register_built_in()
    client.force_login(director)
    return client


def upload(desk, **files):
    given = [SimpleUploadedFile(name.replace("_", "."), data) for name, data in files.items()]
    return desk.post(reverse("tournament-files"), {"uploads": given})


def review(desk):
    return desk.get(reverse("review-tournament-files")).context


def accept(desk, **answers):
    form = review(desk)["form"]
    asked = {name: form.initial.get(name, "") for name in ("name", "day", "mark")}
    lexicon = {"lexicon": register_built_in().pk, "match_rules": "wespa", "rating_system": "elo"}
    return desk.post(reverse("review-tournament-files"), asked | lexicon | answers)


def zipped(**files):
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        for name, content in files.items():
            archive.writestr(name.replace("__", "/").replace("_", "."), content)
    return data.getvalue()


@pytest.mark.slow
def test_a_zipped_folder_becomes_an_event_with_the_published_standings(desk):
    files = {f"cup__{name}_t": (DATA / f"{name}.t").read_bytes() for name in "ab"}
    folder = zipped(cup__config_tsh=CONFIG, cup__old__a_t="rubbish", cup__html__x_html="<p>", **files)
    assert upload(desk, cup_zip=folder).url == reverse("review-tournament-files")
    assert not Event.objects.exists()
    [first, _second] = review(desk)["divisions"]
    assert first[1][0][0] == "Ada Two"
    assert accept(desk).status_code == 302
    event = Event.objects.get()
    assert (event.name, str(event.date)) == ("Two cups", "2023-02-18")
    assert not TournamentUpload.objects.exists()
    for name in "AB":
        division = Division.objects.get(name=name)
        wanted = [
            int(line.split("; rrank ")[1].split()[division.rounds_planned])
            for line in (DATA / f"{name.lower()}.t").read_text().splitlines()
            if "; off" not in line and not line.startswith("#")
        ]
        rows = standings_of_division(division).rows
        ranks = {row.line.contestant.number: row.line.rank for row in rows}
        ranks = {one.number: ranks[one.number] for one in division.entries.filter(last_round=None)}
        assert list(ranks.values()) == wanted
    acts = EventAct.objects.filter(event=event, act="division_imported").order_by("pk")
    assert [(act.params["players"], act.params["rounds"], act.params["results"]) for act in acts] == [
        (26, 23, 299),
        (28, 27, 378),
    ]


@pytest.mark.repeats
@pytest.mark.parametrize(
    ("realm", "rules", "ratings"),
    [
        ("nsa", "naspa", "naspa"),
        ("NASPA", "naspa", "naspa"),
        ("absp", "absp", "absp"),
        ("wespa", "wespa", "wespa"),
        ("thai", "wespa", "wespa"),
        ("go", "championship", "elo"),
        ("", "championship", "elo"),
    ],
)
def test_the_realm_preselects_rules_and_ratings(desk, realm, rules, ratings):
    config = f"division A a.t\nconfig event_name = 'Cup'\nconfig realm = '{realm}'\n"
    upload(desk, config_tsh=config.encode(), a_t=SMALL.encode())
    shown = review(desk)["form"]
    asked = {name: shown[name].value() for name in ("match_rules", "rating_system")}
    assert asked == {"match_rules": rules, "rating_system": ratings}
    assert accept(desk, **asked).status_code == 302
    division = Division.objects.get()
    assert (find_rules_name(vars(division)), division.rating_system) == (rules, ratings)


@pytest.mark.slow
def test_an_imported_event_is_written_as_a_folder_that_gives_it_again(desk):
    upload(desk, a_t=(DATA / "a.t").read_bytes())
    accept(desk)
    files = write_tsh(file_event(Event.objects.get()))
    read = read_texts(read_upload(list(files.items())))[0]
    assert read.divisions == read_texts([("a.t", (DATA / "a.t").read_text())])[0].divisions


def test_the_plan_and_the_prizes_are_shown_and_stored(desk):
    config = """division A a.t
        config max_rounds = 4
        autopair A 0 1 ns 0 0 A
        autopair A 1 2 ns 0 1 A
        autopair A 3 4 koth 1 3 A
        prize rank 1 A "$100"
        prize rank 1 A $40 class=B groupname='Class B'
        prize rank 2 A $60
    """
    upload(desk, config_tsh=config.encode(), a_t=SMALL.encode())
    page = desk.get(reverse("review-tournament-files")).content.decode()
    assert "<li>1–3 Swiss</li><li>4 King of the hill" in page
    assert "Rank 1 ($100); Class B: Rank 1 ($40); Rank 2 ($60)" in page
    accept(desk)
    division = Division.objects.get()
    assert [(one.first_round, one.method, one.hill_rematches) for one in division.stages.all()] == [
        (1, "swiss", None),
        (4, "king_of_the_hill", True),
    ]
    assert list(division.prizes.values_list("name", "worth", "place", "class_name")) == [
        ("Rank 1", "$100", 1, ""),
        ("Class B: Rank 1", "$40", 1, "B"),
        ("Rank 2", "$60", 2, ""),
    ]
    assert (division.one_prize_each, division.prize_places) == (False, 2)


@pytest.mark.slow
def test_new_people_have_their_number_at_naspa_unless_somebody_else_has_it(desk):
    Player.objects.create(name="Zed", licence="BB000002")
    upload(desk, a_t=b"Marsh, Ann:AA001234 1540;\nLi, Bo:XT006003 9;\nDay, Cy:BB000002 9;\n")
    accept(desk, name="Cup")
    told = dict(Player.objects.exclude(name="Zed").values_list("name", "licence"))
    assert told == {"Ann Marsh": "AA001234", "Bo Li": "", "Cy Day": ""}


@pytest.mark.slow
def test_several_files_at_once_with_settings_by_the_director(desk):
    upload(desk, config_tsh=CONFIG.encode(), a_t=SMALL.encode(), b_t=b"Day, Cy 0;\n")
    accept(desk, name="Other name", day="2024-01-02")
    event = Event.objects.get()
    assert (event.name, str(event.date)) == ("Other name", "2024-01-02")
    division = event.divisions.get(name="A")
    assert division.challenge == "5"
    ann, bo = division.entries.order_by("number")
    assert (ann.entry.player.name, ann.rating, ann.entry.group, ann.entry.team.name) == (
        "Ann Marsh",
        1500,
        "A",
        "Reds",
    )
    assert (bo.entry.player.family_name, bo.rating, bo.entry.arrived_at is None) == ("Li", None, False)
    assert Player.objects.get(name="Ann Marsh").rating == 1500
    [result] = MatchResult.objects.all()
    assert (result.match.first, result.first_score, result.second_score) == (bo, 380, 400)


@pytest.mark.slow
def test_who_is_meant_is_asked_before_anything_is_stored(desk, director):
    twin = [Player.objects.create(**vars_of("Ann Marsh"), licence=licence) for licence in ("L1", "L2")]
    bo = Player.objects.create(**vars_of("Li Bó"))
    upload(desk, a_t=SMALL.encode())
    shown = review(desk)
    assert [one.pk for one in shown["review"].unclear["Ann Marsh"]] == [one.pk for one in twin]
    assert [one.pk for one in shown["review"].unclear["Bo Li"]] == [bo.pk]
    assert accept(desk).status_code == 422
    assert not Event.objects.exists()
    assert accept(desk, **{"person-0": twin[1].pk, "person-1": "new"}).status_code == 302
    ann, second = Division.objects.get().entries.order_by("number")
    assert ann.entry.player == twin[1]
    assert second.entry.player.name == "Bo Li"
    assert Player.objects.count() == 4


@pytest.mark.parametrize("name", ["MARSH Ann", "Marsh Ann", "ann MARSH", "Marsh-Ann"])
def test_the_order_of_a_name_does_not_matter(desk, name):
    ann = Player.objects.create(**vars_of(name))
    upload(desk, a_t=SMALL.encode())
    assert not review(desk)["review"].unclear
    accept(desk)
    assert Division.objects.get().entries.get(number=1).entry.player == ann


def test_a_name_that_is_almost_a_known_one_is_asked_about_and_new_unless_said_otherwise(desk):
    ann = Player.objects.create(**vars_of("Ann Marshe"))
    upload(desk, a_t=SMALL.encode())
    form = review(desk)["form"]
    assert [(one.label, one.initial) for one in form.people()] == [("Ann Marsh", "new")]
    accept(desk, **{"person-0": ann.pk})
    assert Division.objects.get().entries.get(number=1).entry.player == ann
    assert not Player.objects.filter(name="Ann Marsh").exists()


def vars_of(name):
    player = Player.named(name)
    return {field: getattr(player, field) for field in ("name", "key", "alike", "given_name", "family_name")}


@pytest.mark.slow
def test_a_known_name_is_the_person_of_the_list(desk):
    ann = Player.objects.create(**vars_of("Ann Marsh"), rating=1720)
    upload(desk, a_t=SMALL.encode())
    accept(desk)
    entrant = Division.objects.get().entries.get(number=1)
    assert (entrant.entry.player, entrant.rating) == (ann, 1500)
    ann.refresh_from_db()
    assert ann.rating == 1720


def test_two_names_cannot_mean_one_person(desk):
    ann = Player.objects.create(**vars_of("Änn Marsh"))
    upload(desk, a_t=b"Marsh, Ann 9;\n", b_t=b"Marsh-Ann 8;\n")
    assert [one.error.code for one in review(desk)["review"].faults] == ["name_twice"]
    assert accept(desk, **{"person-0": ann.pk}).status_code == 422
    assert not Event.objects.exists()


def test_the_list_of_people_may_change_meanwhile(desk):
    upload(desk, a_t=SMALL.encode())
    mark = review(desk)["form"].initial["mark"]
    Player.objects.create(**vars_of("Bó Li"))
    answer = accept(desk, mark=mark, name="Typed", **{"person-0": "new"})
    assert answer.status_code == 422
    assert "The list of people has changed" in answer.content.decode()
    assert not Event.objects.exists()
    form = answer.context["form"]
    assert (form["name"].value(), form["person-0"].value()) == (
        "Typed",
        str(Player.objects.get().pk),
    )
    assert accept(desk, mark=form["mark"].value(), **{"person-0": "new"}).status_code == 302


@pytest.mark.slow
def test_faults_are_told_and_nothing_can_be_imported(desk):
    upload(desk, a_t=b"Marsh, Ann 1500 2; 400\nLi, Bo 0 1; 00\nrubbish\n")
    page = desk.get(reverse("review-tournament-files"))
    assert [(file, line) for file, line, _text in page.context["faults"]] == [("a.t", 3), ("a.t", 1)]
    assert b'form="import"' not in page.content
    assert accept(desk).status_code == 422
    assert not Event.objects.exists()


@pytest.mark.parametrize("files", [{"x_zip": b"PK rubbish"}, {"x_zip": zipped(readme_md="x")}])
def test_files_without_an_event_are_refused(desk, files):
    assert upload(desk, **files).status_code == 422
    assert not TournamentUpload.objects.exists()


@pytest.mark.slow
def test_a_table_of_results_becomes_an_event(desk):
    upload(
        desk,
        results_csv=b"Round;Player 1;Score 1;Player 2;Score 2\n"
        b"1;Ann Marsh;400;Bo Li;380\n1;Cy Day;;bye;\n2;Bo Li;;Cy Day;\n",
    )
    accept(desk)
    division = Division.objects.get()
    assert [one.entry.name for one in division.entries.order_by("number")] == ["Ann Marsh", "Bo Li", "Cy Day"]
    assert [one.begun_at is not None for one in division.rounds.order_by("number")] == [True, False]


def test_an_upload_is_cancelled_and_seen_by_nobody_else(desk, client, director, django_user_model):
    upload(desk, a_t=SMALL.encode())
    client.force_login(django_user_model.objects.create_superuser("other"))
    assert client.get(reverse("review-tournament-files")).url == reverse("tournament-files")
    client.force_login(director)
    client.post(reverse("cancel-tournament-files"))
    assert not TournamentUpload.objects.exists()


@pytest.mark.slow
def test_a_missed_round_is_no_bye_on_pages_and_comes_back_in_files(desk):
    upload(desk, a_t=b"Marsh, Ann 9 0 2; -80 400\nLi, Bo 8 0 1; 50 300\n")
    accept(desk)
    division = Division.objects.get()
    page = desk.get(reverse("division-round", args=[division.event_id, division.pk, 1])).content.decode()
    assert (page.count(">missed<"), page.count(">bye<")) == (1, 1)
    lines = {row.line.contestant.number: row for row in standings_of_division(division).rows}
    assert [(lines[number].line.wins, lines[number].line.spread) for number in (1, 2)] == [
        ("1", 20),
        ("1", -50),
    ]
    assert lines[1].cells[0].mark == "-"
    assert file_event(division.event).divisions[0].matches == review_of_text(
        "Marsh, Ann 9 0 2; -80 400\nLi, Bo 8 0 1; 50 300\n"
    )


def test_missed_rounds_that_the_division_counts_are_written_as_such(desk):
    upload(desk, a_t=b"Marsh, Ann 9 2 2; 400 390\nLi, Bo 8 1 1; 300 310\nDay, Cy 7 0 0; 0 0\n")
    accept(desk)
    Division.objects.update(missed_late=Division.Missed.LOSS, forfeit_spread=60)
    text = write_tsh(file_event(Event.objects.get()))["a.t"].decode()
    assert text.splitlines()[2].split(";")[:2] == ["Day, Cy                    7 0 0", " -60 -60"]


def review_of_text(text):
    return read_texts([("a.t", text)])[0].divisions[0].matches


def test_files_in_review_go_with_a_person_who_is_erased(desk):
    ann = Player.objects.create(**vars_of("Ann Marsh"))
    bea = Player.objects.create(**vars_of("Bea Marsh"))
    upload(desk, a_t=SMALL.encode())
    privacy.erase_player(bea)
    assert TournamentUpload.objects.exists()
    privacy.erase_player(ann)
    assert not TournamentUpload.objects.exists()
