"""The plan of a division's rounds: laid out, changed for rounds to come, and carried out."""

import re

import pytest
from django.urls import reverse

from tests.factories.divisions import enter_all, make_division, play_round, players
from tests.tournaments.classic.rounds.play import arbitrator_of, check_refused, pairs_of
from tests.worlds.division import begin_division, division_of
from tournaments.classic.divisions import services as division_services
from tournaments.classic.models import Match, PlannedStage
from tournaments.classic.pairing.plan import Stage
from tournaments.classic.rounds import manual_pairing, pairing
from tournaments.classic.rounds.overview import overview_of
from tournaments.classic.rounds.plan import last_change, set_plan, stage_for, stages_of, undo_plan
from tournaments.classic.rounds.values import settings_of
from tournaments.errors import LinesRefused
from tournaments.events.actions import act_text

pytestmark = pytest.mark.django_db

GROUPS = Stage(1, "round_robin", group_size=4, groups_by="mixed")
SWISS = Stage(4, "swiss")
HILL = Stage(5, "king_of_the_hill", hill_rematches=False)


def begin_with_plan(names, stages, **settings):
    by, division = begin_division(names, **settings)
    set_plan(division=division, stages=stages, by=by)
    return by, division


@pytest.fixture
def world(db, english):
    """Return a division of eight with a plan of five rounds."""
    return division_of(*players(8), story=begin_with_plan, stages=(HILL, GROUPS, SWISS), rounds_planned=5)


@pytest.fixture
def planned(world):
    return world[1]


def refused_lines(division, by, *stages):
    with pytest.raises(LinesRefused) as info:
        set_plan(division=division, stages=stages, by=by)
    return {place: error.code for place, error in info.value.refused}


def test_a_stage_is_over_once_its_last_round_has_all_results(planned, by, client):
    def told():
        return [(line.has_begun, line.is_over) for line in overview_of(planned).plan]

    for number in (1, 2):
        play_round(planned, number, by)
    pairing.pair_next_round(division=planned, number=3, by=by)
    pairing.begin_round(division=planned, number=3, by=by)
    assert told() == [(True, False), (False, False), (False, False)]
    client.force_login(by)
    address = reverse("division-plan", args=[planned.event_id, planned.pk])
    assert '<span class="chip good">now</span>' in client.get(address).content.decode()
    enter_all(planned, 3, by)
    assert told() == [(True, True), (False, False), (False, False)]
    assert '<span class="chip">over</span>' in client.get(address).content.decode()


@pytest.mark.slow
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


class TestUndo:
    def undo(self, division, by):
        undo_plan(division=division, by=by)
        return stages_of(division)

    def test_changes_are_undone_one_after_the_other(self, planned, by):
        set_plan(division=planned, stages=[SWISS], by=by)
        set_plan(division=planned, stages=[], by=by)
        assert self.undo(planned, by) == (SWISS,)
        assert self.undo(planned, by) == (GROUPS, SWISS, HILL)
        set_plan(division=planned, stages=[HILL], by=by)
        assert self.undo(planned, by) == (GROUPS, SWISS, HILL)
        assert self.undo(planned, by) == ()
        check_refused("no_plan_to_undo", undo_plan, division=planned, by=by)
        said = [act_text(act) for act in planned.event.acts.order_by("pk")]
        assert said[-1] == "Open: last change of the plan undone: no plan"
        assert said[-2].startswith(
            "Open: last change of the plan undone: from round 1 Round robin, from round 4"
        )

    def test_begun_rounds_stay_and_those_to_come_go_by_the_plan_before(self, planned, by):
        set_plan(division=planned, stages=[Stage(1, "quartiles")], by=by)
        play_round(planned, 1, by)
        expected = (
            Stage(1, "quartiles"),
            Stage(2, "round_robin", group_size=4, groups_by="mixed"),
            SWISS,
            HILL,
        )
        assert self.undo(planned, by) == expected

    def test_rounds_that_were_not_planned_go_by_the_settings_again(self, by):
        division = make_division(by, players(8), rounds_planned=5, method="quartiles")
        set_plan(division=division, stages=[Stage(1, "swiss")], by=by)
        play_round(division, 1, by)
        undo_plan(division=division, by=by)
        assert [stage_for(division, number).method for number in (1, 2, 5)] == [
            "swiss",
            "quartiles",
            "quartiles",
        ]

    @pytest.mark.slow
    def test_after_the_last_round_only_the_log_has_it(self, planned, by):
        set_plan(division=planned, stages=[Stage(1, "quartiles")], by=by)
        for number in range(1, 6):
            play_round(planned, number, by)
        assert self.undo(planned, by) == (Stage(1, "quartiles"),)

    def test_what_cannot_be_is_refused(self, planned, by):
        set_plan(division=planned, stages=[SWISS], by=by)
        check_refused("chief_only", undo_plan, division=planned, by=arbitrator_of(planned, by))
        check_refused("plan_changed", undo_plan, division=planned, by=by, seen=0)
        planned.rounds_planned = 4
        planned.save()
        check_refused("stage_not_planned", undo_plan, division=planned, by=by)
        assert stages_of(planned) == (SWISS,)

    def test_the_change_that_was_shown_is_undone_and_no_other_one(self, planned, by):
        shown = last_change(planned)
        for stages in ([SWISS], stages_of(planned)):
            set_plan(division=planned, stages=stages, by=by)
        check_refused("plan_changed", undo_plan, division=planned, by=by, seen=shown.pk)
        assert stages_of(planned) == (GROUPS, SWISS, HILL)

    def test_the_page_has_the_last_change_and_one_key_for_it(self, planned, by, client):
        client.force_login(by)
        address = reverse("undo-plan", args=[planned.event_id, planned.pk])
        set_plan(division=planned, stages=[SWISS], by=by)
        page = client.get(reverse("division-plan", args=[planned.event_id, planned.pk])).content.decode()
        assert "rounds planned: from round 4 Swiss" in page
        late = client.post(address, {"seen": "0"}, follow=True).content.decode()
        assert "in the meantime" in late
        assert "This page is out of date" in client.post(address, follow=True).content.decode()
        assert stages_of(planned) == (SWISS,)
        shown = re.search(rf'action="{address}".*?name="seen" value="(\d+)"', page, re.DOTALL)[1]
        answer = client.post(address, {"seen": shown}, follow=True)
        assert stages_of(planned) == (GROUPS, SWISS, HILL)
        assert "last change of the plan is undone" in answer.content.decode()


class TestByHand:
    @pytest.fixture
    def world(self, db, english):
        stages = (Stage(1, "manual", rounds_ahead=1), Stage(2, "swiss"))
        return division_of(*players(6), story=begin_with_plan, stages=stages, rounds_planned=3)

    def test_the_key_leads_to_the_page_where_it_is_done(self, planned, by, client):
        client.force_login(by)
        page = client.get(reverse("division", args=[planned.event_id, planned.pk])).content.decode()
        by_hand = reverse("pair-by-hand", args=[planned.event_id, planned.pk, 1])
        assert f'href="{by_hand}"' in page
        assert "Pair round 1 by hand" in page
        # The page may have been loaded before the plan.
        answer = client.post(reverse("pair-round", args=[planned.event_id, planned.pk]), {"number": 1})
        assert answer.url == by_hand
        check_refused("planned_by_hand", pairing.pair_next_round, division=planned, number=1, by=by)
        client.post(by_hand, {"pairs": "1 2\n3 4\n5 6", "confirmed": "on"})
        assert planned.rounds.get().method == "manual"
        page = client.get(reverse("division", args=[planned.event_id, planned.pk])).content.decode()
        assert "by hand" in page

    def test_another_way_stays_open(self, planned, by):
        round_ = pairing.pair_next_round(division=planned, number=1, by=by, method="quartiles")
        assert round_.method == "quartiles"

    def test_paired_again_it_goes_by_the_settings(self, planned, by):
        pairs = [(1, 2), (3, 4), (5, 6)]
        manual_pairing.pair_by_hand(division=planned, number=1, pairs=pairs, by=by)
        assert pairing.pair_again(division=planned, number=1, by=by).method == "swiss"

    def test_it_is_a_line_of_the_form(self, planned, by, client):
        client.force_login(by)
        page = client.get(reverse("division-plan", args=[planned.event_id, planned.pk])).content.decode()
        assert '<option value="manual" selected>By hand</option>' in page


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

    def test_once_all_rounds_have_begun_nothing_is_offered(self, planned, page, client, by):
        offers = ("Undo it", "Change the plan", "From round", "Fill in an example", ">Save<")

        def offered():
            pages = [
                client.get(address).content.decode()
                for address in (page, reverse("division", args=[planned.event_id, planned.pk]))
            ]
            assert all("King of the hill" in text for text in pages)
            return [offer for offer in offers if offer in "".join(pages)]

        for number in range(1, 5):
            play_round(planned, number, by)
        assert offered() == [*offers]
        pairing.pair_next_round(division=planned, number=5, by=by)
        pairing.begin_round(division=planned, number=5, by=by)
        assert offered() == []
        # A page from before still has its lines: what is wrong is told there.
        late = client.post(page, self.lines((5, "swiss", {})))
        assert "Round 5 has begun" in late.content.decode()
        assert stages_of(planned) == (GROUPS, SWISS, HILL)

    def test_examples_fill_the_form_and_change_nothing(self, planned, page, client, by):
        play_round(planned, 1, by)
        filled = client.get(page, {"example": "swiss_hill"}).context["form"]
        assert [line.initial.get("first_round") for line in filled.lines] == [5, None, None, None]
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
