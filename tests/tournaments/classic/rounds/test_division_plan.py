"""The plan of a division's rounds: laid out, changed for rounds to come, and carried out."""

import pytest
from django.urls import reverse

from tests.factories.divisions import make_division, play_round, players
from tests.tournaments.classic.rounds.play import arbitrator_of, check_refused, pairs_of
from tournaments.classic.divisions import services as division_services
from tournaments.classic.models import Match, PlannedStage
from tournaments.classic.pairing.plan import Stage
from tournaments.classic.rounds import manual_pairing, pairing
from tournaments.classic.rounds.overview import overview_of
from tournaments.classic.rounds.plan import set_plan, stage_for, stages_of
from tournaments.classic.rounds.values import settings_of
from tournaments.core.errors import LinesRefused
from tournaments.events.actions import act_text

pytestmark = pytest.mark.django_db

GROUPS = Stage(1, "round_robin", group_size=4, groups_by="mixed")
SWISS = Stage(4, "swiss")
HILL = Stage(5, "king_of_the_hill", hill_rematches=False)


@pytest.fixture
def planned(by):
    """Return a division of eight with a plan of five rounds."""
    division = make_division(by, players(8), rounds_planned=5)
    set_plan(division=division, stages=[HILL, GROUPS, SWISS], by=by)
    return division


def refused_lines(division, by, *stages):
    with pytest.raises(LinesRefused) as info:
        set_plan(division=division, stages=stages, by=by)
    return {place: error.code for place, error in info.value.refused}


def test_a_plan_is_carried_out_round_by_round(planned, by):
    assert stages_of(planned) == (GROUPS, SWISS, HILL)
    for number in range(1, 6):
        play_round(planned, number, by)
    methods = list(planned.rounds.order_by("number").values_list("method", flat=True))
    assert methods == ["round_robin"] * 3 + ["swiss", "king_of_the_hill"]
    groups = {}
    for match in Match.objects.filter(round__number__lte=3).select_related("first", "second"):
        groups.setdefault(match.group, set()).update({match.first.number, match.second.number})
    assert groups == {1: {1, 3, 5, 7}, 2: {2, 4, 6, 8}}
    assert not Match.objects.filter(round__number__gt=3).exclude(group=None).exists()


def test_the_director_may_choose_another_method_for_a_round(planned, by):
    play_round(planned, 1, by)
    assert pairing.pair_next_round(division=planned, number=2, by=by, method="swiss").method == "swiss"
    assert pairing.pair_again(division=planned, number=2, by=by).method == "swiss"
    pairing.unpair_round(division=planned, number=2, by=by)
    pairs = [(1, 2), (3, 4), (5, 6), (7, 8)]
    manual_pairing.pair_by_hand(division=planned, number=2, pairs=pairs, by=by, confirmed=True)
    assert pairing.pair_again(division=planned, number=2, by=by).method == "round_robin"


def test_without_a_stage_rounds_go_by_the_settings(by):
    division = make_division(by, players(6), rounds_planned=5, method="quartiles", rounds_ahead=2)
    set_plan(division=division, stages=[Stage(3, "swiss", rounds_ahead=1)], by=by)
    assert [stage_for(division, number).method for number in (1, 2, 3, 5)] == ["quartiles"] * 2 + [
        "swiss"
    ] * 2
    assert [stage_for(division, number).rounds_ahead for number in (2, 3)] == [2, 1]


@pytest.mark.parametrize("ahead", [0, 1])
def test_a_stage_says_how_many_rounds_behind_the_standings_may_be(by, ahead):
    division = make_division(by, players(6), rounds_planned=5, rounds_ahead=1 - ahead)
    set_plan(division=division, stages=[Stage(2, "swiss", rounds_ahead=ahead)], by=by)
    pairing.pair_next_round(division=division, number=1, by=by)
    pairing.begin_round(division=division, number=1, by=by)
    assert overview_of(division).step.act.value == ("pair" if ahead else "results")
    if ahead:
        pairing.pair_next_round(division=division, number=2, by=by)
    else:
        check_refused("results_missing", pairing.pair_next_round, division=division, number=2, by=by)


@pytest.mark.parametrize(("own", "expected"), [(None, True), (True, True), (False, False)])
def test_rematches_of_a_stage(by, own, expected):
    division = make_division(by, players(4), hill_rematches=True)
    stage = Stage(1, "king_of_the_hill", hill_rematches=own)
    assert settings_of(division, stage).rematches is expected


def test_begun_rounds_stay_and_those_to_come_change(planned, by):
    play_round(planned, 1, by)
    play_round(planned, 2, by)
    set_plan(division=planned, stages=[Stage(3, "quartiles")], by=by)
    assert stages_of(planned) == (GROUPS, Stage(3, "quartiles"))
    set_plan(division=planned, stages=[], by=by)
    assert stages_of(planned) == (GROUPS,)
    assert refused_lines(planned, by, Stage(2, "swiss")) == {"1": "stage_has_begun"}


def test_a_paired_round_keeps_its_pairings_when_the_plan_changes(planned, by):
    pairing.pair_next_round(division=planned, number=1, by=by)
    before = pairs_of(planned, 1)
    set_plan(division=planned, stages=[SWISS], by=by)
    assert pairs_of(planned, 1) == before


@pytest.mark.parametrize(
    ("stages", "refused"),
    [
        ([Stage(1, "dice")], {"1": "method_unknown"}),
        ([Stage(1, "manual")], {"1": "method_unknown"}),
        ([Stage(1, "swiss"), Stage(6, "swiss")], {"2": "stage_not_planned"}),
        ([Stage(2, "swiss"), Stage(1, "swiss"), Stage(2, "swiss")], {"3": "stage_twice"}),
        ([Stage(0, "swiss"), Stage(9, "swiss")], {"1": "stage_not_planned", "2": "stage_not_planned"}),
    ],
)
def test_a_plan_that_cannot_be_changes_nothing(planned, by, stages, refused):
    assert refused_lines(planned, by, *stages) == refused
    assert stages_of(planned) == (GROUPS, SWISS, HILL)


def test_who_lays_it_out_and_what_the_log_says(planned, by):
    arbitrator = arbitrator_of(planned, by)
    check_refused("chief_only", set_plan, division=planned, stages=[SWISS], by=arbitrator)
    set_plan(division=planned, stages=[GROUPS, SWISS, HILL], by=by)
    set_plan(division=planned, stages=[], by=by)
    said = [act_text(act) for act in planned.event.acts.order_by("pk")]
    assert said[-2:] == [
        "Open: rounds planned: from round 1 Round robin, from round 4 Swiss, from round 5 King of the hill",
        "Open: plan of rounds removed",
    ]
    assert len([text for text in said if "planned" in text]) == 1, "nothing changed the second time"


def test_a_division_with_a_plan_can_be_removed(planned, by):
    division_services.remove_division(division=planned, by=by)
    assert not PlannedStage.objects.exists()


class TestPages:
    @pytest.fixture
    def page(self, planned, by, client):
        client.force_login(by)
        return reverse("division-plan", args=[planned.event_id, planned.pk])

    def lines(self, *lines):
        """Return the form with these lines: round, method and further fields."""
        typed = {"stage-TOTAL_FORMS": len(lines), "stage-INITIAL_FORMS": 0}
        usual = {"rounds_ahead": 0, "groups_by": "number"}
        for place, (number, method, more) in enumerate(lines):
            values = {"first_round": number, "method": method, **usual, **more}
            typed |= {f"stage-{place}-{name}": value for name, value in values.items()}
        return typed

    def test_the_plan_is_typed(self, planned, page, client):
        groups = {"group_size": 4, "groups_by": "rank"}
        typed = self.lines(
            (4, "king_of_the_hill", {"rematches": "no"}), ("", "swiss", {}), (1, "round_robin", groups)
        )
        assert client.post(page, typed).status_code == 302
        assert stages_of(planned) == (
            Stage(1, "round_robin", group_size=4, groups_by="rank"),
            Stage(4, "king_of_the_hill", hill_rematches=False),
        )
        shown = client.get(reverse("division", args=[planned.event_id, planned.pk])).content.decode()
        assert "Rounds 1–3" in shown
        assert "King of the hill; without rematches" in shown

    def test_what_is_wrong_is_told_at_its_line_and_stays_in_the_form(self, planned, page, client):
        typed = self.lines((1, "swiss", {}), ("", "swiss", {}), (9, "quartiles", {"rounds_ahead": 2}))
        answer = client.post(page, typed)
        assert answer.status_code == 422
        form = answer.context["form"]
        assert [line.errors.get("first_round") for line in form.lines] == [
            None,
            None,
            ["Round 9 is not planned: the division has 5."],
        ]
        assert '<option value="quartiles" selected>' in answer.content.decode()
        assert client.post(page, self.lines((1, "swiss", {"rounds_ahead": 99}))).status_code == 422
        assert client.post(page, {}).status_code == 422
        assert stages_of(planned) == (GROUPS, SWISS, HILL)

    def test_two_who_plan_at_once_do_not_replace_each_other_silently(self, planned, page, client):
        seen = client.get(page).context["seen"]
        theirs = self.lines((1, "swiss", {})) | {"seen": seen}
        assert client.post(page, theirs).status_code == 302
        assert client.post(page, theirs).status_code == 302, "it says the same"
        wrong = client.post(page, self.lines((9, "quartiles", {})) | {"seen": seen})
        late = client.post(page, self.lines((1, "quartiles", {})) | {"seen": wrong.context["seen"]})
        assert late.status_code == 422
        assert "in the meantime" in late.content.decode()
        assert '<option value="quartiles" selected>' in late.content.decode()
        assert stages_of(planned) == (Stage(1, "swiss"),)
        again = self.lines((1, "quartiles", {})) | {"seen": late.context["seen"]}
        assert client.post(page, again).status_code == 302
        assert stages_of(planned) == (Stage(1, "quartiles"),)

    def test_examples_fill_the_form_and_change_nothing(self, planned, page, client, by):
        play_round(planned, 1, by)
        filled = client.get(page, {"example": "swiss_hill"}).context["form"]
        assert [line.initial.get("first_round") for line in filled.lines] == [5, None, None]
        assert stages_of(planned) == (GROUPS, SWISS, HILL)
        usual = client.get(page).context["form"]
        assert [line.initial.get("first_round") for line in usual.lines] == [4, 5, None, None]

    def test_the_next_round_is_paired_without_a_question(self, planned, client, by):
        client.force_login(by)
        shown = client.get(reverse("division", args=[planned.event_id, planned.pk])).content.decode()
        assert "Round robin; groups of 4; mixed by number" in shown
        client.post(reverse("pair-round", args=[planned.event_id, planned.pk]), {"number": 1})
        assert planned.rounds.get().method == "round_robin"

    def test_a_round_robin_with_too_many_rounds_is_pointed_out(self, planned, page, client):
        client.post(page, self.lines((1, "round_robin", {"group_size": 4})))
        shown = client.get(reverse("division", args=[planned.event_id, planned.pk])).content.decode()
        assert "All have met after 3 rounds." in shown
