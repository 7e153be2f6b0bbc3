"""The plan of rounds, the prizes and the realm in a `config.tsh` that is written, and on the page of what it lacks."""

from dataclasses import replace

import pytest
from django.urls import reverse

from tests.factories.divisions import make_director, make_division
from tournaments.classic.exchange.export import file_division, file_event
from tournaments.classic.exchange.files import read_texts, read_upload
from tournaments.classic.exchange.tsh.writer import left_out, write_tsh
from tournaments.classic.exchange.values import FileDivision, FileEvent, FilePlayer
from tournaments.classic.models import Division, DivisionPrize
from tournaments.classic.pairing import MANUAL
from tournaments.classic.pairing.plan import Stage
from tournaments.classic.rounds.plan import set_plan
from tournaments.classic.rules.prizes import Prize
from tournaments.names.name_parts import NameParts

PEOPLE = tuple(FilePlayer(number, (NameParts(f"P{'x' * number}", "Ash"),)) for number in range(1, 9))


def event_with(
    *stages, rounds=9, name="A", cycles=1, players=PEOPLE, prizes=(), one_each=False, federation=""
):
    division = FileDivision(
        name,
        players,
        rounds_planned=rounds,
        stages=stages,
        cycles=cycles,
        prizes=prizes,
        one_prize_each=one_each,
    )
    return FileEvent((division,), "Open", federation=federation)


def config_of(event):
    return write_tsh(event)["config.tsh"].decode().lstrip("\ufeff").splitlines()


def lines_of(event, word):
    return [line for line in config_of(event) if line.startswith(word)]


def read_again(event):
    back, problems = read_texts(read_upload(list(write_tsh(event).items())))
    assert problems.faults == []
    return back.divisions[0], problems.remarks


def by_round(stages, rounds=9):
    """Return method and details of each round of a plan, for which different stages may say the same."""
    return [
        [
            (
                stage.method,
                max(0, min(number - 1, stage.rounds_ahead)),
                stage.group_size,
                stage.hill_rematches,
            )
            for stage in stages
            if stage.first_round <= number
        ][-1:]
        for number in range(1, rounds + 1)
    ]


@pytest.mark.parametrize(
    ("stage", "rounds", "lines"),
    [
        (Stage(1, "swiss"), 2, ["autopair A 0 1 ns 0 0 A", "autopair A 1 2 ns 0 1 A"]),
        (
            Stage(1, "swiss", 1),
            3,
            ["autopair A 0 1 ns 0 0 A", "autopair A 0 2 ns 0 0 A", "autopair A 1 3 ns 0 1 A"],
        ),
        (Stage(2, "king_of_the_hill", hill_rematches=False), 2, ["autopair A 1 2 koth 0 1 A"]),
        (Stage(9, "king_of_the_hill", hill_rematches=True), 9, ["autopair A 8 9 koth 8 8 A"]),
        (Stage(9, "contenders"), 9, ["autopair A 8 9 cp 8 A"]),
        (Stage(9, "cop"), 9, ["autopair A 8 9 cop 8 A"]),
        (Stage(1, "round_robin"), 7, ["autopair A 0 1 rr A"]),
        (Stage(3, "round_robin"), 9, ["autopair A 2 3 rr A"]),
        (Stage(1, "round_robin", group_size=4, groups_by="mixed"), 3, ["autopair A 0 1 if 3 A"]),
    ],
)
def test_a_stage_is_written_as_lines_that_are_read_again(stage, rounds, lines):
    event = event_with(stage, rounds=rounds)
    assert lines_of(event, "autopair") == lines
    assert left_out(event) == ([], [])
    back, remarks = read_again(event)
    assert (by_round(back.stages, rounds), remarks) == (by_round([stage], rounds), [])


def test_a_round_robin_of_several_cycles_is_that_of_tsh():
    event = event_with(Stage(1, "round_robin"), rounds=14, cycles=2)
    assert lines_of(event, "autopair") == ["autopair A 0 1 rr 2 A"]
    assert left_out(event) == ([], [])
    back, remarks = read_again(event)
    assert (back.stages, back.cycles, remarks) == ((Stage(1, "round_robin"),), 2, [])


@pytest.mark.parametrize(
    ("stage", "rounds"),
    [
        (Stage(1, "quartiles"), 3),
        (Stage(1, "australian_draw"), 3),
        (Stage(1, "team_against_team"), 3),
        (Stage(1, "round_robin"), 3),
        (Stage(1, "round_robin", group_size=5, groups_by="mixed"), 4),
        (Stage(1, "round_robin", group_size=4, groups_by="rank"), 3),
        (Stage(1, "round_robin", group_size=4, groups_by="mixed"), 4),
    ],
)
def test_rounds_that_tsh_cannot_pair_are_left_to_the_hand_and_said(stage, rounds):
    event = event_with(stage, rounds=rounds)
    assert lines_of(event, "autopair") == []
    [(_division, planned)] = left_out(event)[0]
    assert (planned.stage, planned.last_round) == (stage, rounds)
    back, remarks = read_again(event)
    assert (back.stages, remarks) == ((Stage(1, MANUAL),), [])


def test_rounds_by_hand_between_others_come_back():
    plan = (Stage(1, "swiss"), Stage(3, MANUAL), Stage(5, "cop"))
    event = event_with(*plan, rounds=5)
    assert left_out(event) == ([], [])
    assert read_again(event)[0].stages == plan


@pytest.mark.parametrize("number", ["0", "10", "999", "1000", "x"])
def test_a_comment_on_a_round_that_cannot_be_is_no_stage(number):
    config = f"division A a.t\nconfig max_rounds = 9\n# division A is paired by hand from round {number}\n"
    assert read_texts([("config.tsh", config), ("a.t", "A, Ann 9;\n")])[0].divisions[0].stages == ()


PRIZES = (
    Prize("First", "rank", 1, worth="$1,000"),
    Prize("Best of B", "rank", 2, "Class B"),
    Prize('The "big" one\\', "high_game", worth="it's a book"),
    Prize("Loss", "high_loss", 2, worth="5"),
    Prize("Rise", "rating_gain", 1, "U15", worth="10 €"),
)


@pytest.mark.parametrize("one_each", [False, True])
def test_prizes_come_back_with_their_names(one_each):
    event = event_with(prizes=PRIZES, one_each=one_each)
    back, remarks = read_again(event)
    assert (back.prizes, back.one_prize_each, remarks) == (PRIZES, one_each, [])
    assert left_out(event) == ([], [])


@pytest.mark.parametrize(
    "prize",
    [
        Prize("x", "high_win_spread"),
        Prize("x", "high_game", 2),
        Prize("x", "high_game", 1, "B"),
        Prize("x", "rank", 1, "", out_of_the_money=True),
    ],
)
def test_a_prize_that_tsh_does_not_have_is_said_and_not_written(prize):
    event = event_with(prizes=(replace(prize, worth="9"), PRIZES[0]))
    assert len(lines_of(event, "prize")) == 1
    assert [lost for _division, lost in left_out(event)[1]] == [replace(prize, worth="9")]


@pytest.mark.parametrize(
    ("federation", "realm"),
    [("naspa", ["config realm = 'naspa'"]), ("absp", ["config realm = 'absp'"]), ("glicko2", []), ("", [])],
)
def test_the_realm_is_that_of_the_ratings(federation, realm):
    event = event_with(federation=federation)
    assert lines_of(event, "config realm") == realm
    assert read_texts(read_upload(list(write_tsh(event).items())))[0].federation == (
        federation if realm else ""
    )


@pytest.mark.parametrize(
    ("realm", "federation"),
    [
        ("naspa2024-csw-lct", "naspa"),
        ("naspa-csw", "naspa"),
        ("nsa-lct", ""),
        ("naspa2024x", ""),
        ("WESPA", "wespa"),
    ],
)
def test_realms_of_naspa_are_several(realm, federation):
    texts = [("config.tsh", f"division a a.t\nconfig realm = '{realm}'\n"), ("a.t", "A, Ann 9;\n")]
    assert read_texts(texts)[0].federation == federation


@pytest.mark.parametrize("end", ["\n", "\r", "\u2028", "\x85"])
def test_no_name_begins_a_line_of_its_own(end):
    """tsh runs a line such as `perl unlink …`."""
    evil = f"x{end}perl die{end}"
    event = event_with(name=evil, prizes=(Prize(evil, worth=evil),))
    event = FileEvent(event.divisions, evil)
    assert not [line for line in config_of(event) if line.startswith("perl")]


@pytest.mark.django_db
def test_the_page_says_what_is_lost_and_the_stored_plan_is_written(client):
    by = make_director()
    division = make_division(by, ["Ann Marsh", "Bo Li", "Cy Day", "Di Fox"], name="Open", rounds_planned=5)
    stages = [Stage(1, "swiss"), Stage(2, "australian_draw"), Stage(4, "king_of_the_hill")]
    set_plan(division=division, stages=stages, by=by)
    Division.objects.update(rating_system="wespa", hill_rematches=False)
    for number, kind in enumerate(["rank", "high_win_spread"], start=1):
        DivisionPrize.objects.create(division=division, number=number, name=f"Prize {number}", kind=kind)
    client.force_login(by)
    page = client.get(reverse("tsh", args=[division.event_id]), headers={"Accept-Language": "en"}).text
    assert "Open, rounds 2–3: Australian draw" in page
    assert "Open: the prize “Prize 2”" in page
    assert "Prize 1" not in page
    assert reverse("export-tsh", args=[division.event_id]) in page
    event = file_event(division.event)
    assert [line.split(" ", 4)[4] for line in lines_of(event, "autopair")] == [
        "ns 0 0 Open",
        "koth 0 3 Open",
        "koth 0 4 Open",
    ]
    assert lines_of(event, "config realm") == ["config realm = 'wespa'"]
    assert file_division(division).prizes[0] == Prize("Prize 1")
