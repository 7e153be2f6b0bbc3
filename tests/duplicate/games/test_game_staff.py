"""The people at the desk: their page, what is put on record, and how far each is with the slips."""

import re

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from duplicate.arbitration import progress
from duplicate.arbitration.progress import TableCount, posts_for_desk
from duplicate.forms.staff import PostForm
from duplicate.games import services as game_services
from duplicate.games import staff
from duplicate.games.players import services as player_services
from duplicate.models import Ruling, Slip
from duplicate.slips import services as slip_services
from engine.rules import (
    RuleSet,
)
from tournaments.errors import RuleViolation
from tournaments.models import Arbitrator
from tournaments.time import clock
from tournaments.wording.number_ranges import ranges_text

pytestmark = pytest.mark.django_db

Role = Arbitrator.Role
HTMX = {"HX-Request": "true"}


@pytest.fixture
def let_in(game, arbitrator):
    """Return a function that gives a user a post."""

    def let_one_in(name, role=Role.ARBITRATOR, first=None, last=None):
        User.objects.create_user(name)
        tables = None if first is None else range(first, last + 1)
        return staff.let_in(game=game, user_name=name, role=role, tables=tables, by=arbitrator)

    return let_one_in


def post_to(client, game, name, *args, **data):
    return client.post(reverse(name, args=[game.code, *args]), data)


def acts(game):
    return list(game.log.values_list("act", flat=True))


# --- The page ------------------------------------------------------------------------------------------------------


def test_letting_somebody_in(desk, game, stranger):
    answer = post_to(
        desk, game, "let-in-arbitrator", user_name="bob", role="arbitrator", first_table="1", last_table="12"
    )
    assert answer.url == reverse("arbitrators", args=[game.code])
    post = game.event.posts.get(user=stranger)
    assert (post.role, post.tables) == ("arbitrator", range(1, 13))
    assert acts(game)[-2:] == ["arbitrator_let_in", "arbitrator_tables"]
    page = desk.get(answer.url).content.decode()
    assert "bob" in page
    assert "Tables 1–12" in page
    other = Client()
    other.force_login(stranger)
    assert other.get(reverse("dashboard", args=[game.code])).status_code == 200


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"user_name": ""}, "user_name"),
        ({"user_name": "nobody"}, "user_name"),
        ({"user_name": "ann"}, "user_name"),
        ({"role": "boss"}, "role"),
        ({"first_table": "3"}, "last_table"),
        ({"last_table": "3"}, "first_table"),
        ({"first_table": "5", "last_table": "3"}, "last_table"),
        ({"first_table": "0", "last_table": "3"}, "first_table"),
        ({"first_table": "x", "last_table": "3"}, "first_table"),
        ({"user_name": "bob", "new": "1"}, "user_name"),
        ({"user_name": "no blanks please", "new": "1"}, "user_name"),
    ],
)
def test_what_cannot_be_is_said_at_its_field(desk, game, stranger, change, field):
    written = {"user_name": "bob", "role": "arbitrator"} | change
    answer = post_to(desk, game, "let-in-arbitrator", **written)
    assert answer.status_code == 422
    assert list(answer.context["form"].errors) == [field]
    assert game.event.posts.count() == 1
    assert User.objects.count() == 2


def test_a_new_account_with_a_link_that_logs_in_once(desk, game):
    answer = post_to(desk, game, "let-in-arbitrator", user_name="dora", role="helper", new="1")
    assert answer.status_code == 200
    assert "no-store" in answer["Cache-Control"]
    address = answer.context["address"]
    assert address in answer.content.decode()
    phone = Client()
    chosen = {"username": "dora", "new_password1": "tiles in a bag 7", "new_password2": "tiles in a bag 7"}
    link = re.sub(r"^https?://[^/]+", "", address)
    assert phone.post(link, chosen).url == reverse("desk")
    assert phone.get(reverse("players", args=[game.code])).status_code == 200
    assert Client().get(link).status_code == 404
    # The account is in use: no chief gets into it any more.
    post = game.event.posts.get(user__username="dora")
    refused = desk.post(reverse("arbitrator-link", args=[game.code, post.pk]), follow=True)
    assert "is in use" in refused.content.decode()
    assert "/welcome/" not in refused.content.decode()


def test_a_link_that_got_lost_is_shown_again(desk, game):
    post_to(desk, game, "let-in-arbitrator", user_name="dora", role="helper", new="1")
    post = game.event.posts.get(user__username="dora")
    page = desk.get(reverse("arbitrator", args=[game.code, post.pk])).content.decode()
    assert reverse("arbitrator-link", args=[game.code, post.pk]) in page
    answer = post_to(desk, game, "arbitrator-link", post.pk)
    assert "/welcome/" in answer.context["address"]
    assert acts(game)[-1] == "login_link_made"


def test_role_and_tables_are_changed_on_a_page_of_their_own(desk, game, let_in):
    carl = let_in("carl", Role.ARBITRATOR, 1, 12)
    page = desk.get(reverse("arbitrator", args=[game.code, carl.pk])).content.decode()
    assert 'value="12"' in page
    post_to(desk, game, "arbitrator", carl.pk, role="chief", first_table="7", last_table="9")
    carl.refresh_from_db()
    assert (carl.role, carl.tables) == ("chief", range(7, 10))
    assert acts(game)[-2:] == ["arbitrator_role", "arbitrator_tables"]
    post_to(desk, game, "arbitrator", carl.pk, role="chief", first_table="7", last_table="9")
    assert acts(game)[-2:] == ["arbitrator_role", "arbitrator_tables"]
    post_to(desk, game, "arbitrator", carl.pk, role="chief")
    assert acts(game)[-1] == "arbitrator_all_tables"


def test_the_last_chief_stays(desk, game, arbitrator, let_in):
    own = game.event.posts.get()
    answer = post_to(desk, game, "arbitrator", own.pk, role="helper")
    assert answer.status_code == 422
    assert "only chief" in answer.content.decode()
    told = desk.post(reverse("dismiss-arbitrator", args=[game.code, own.pk]), follow=True).content.decode()
    assert "only chief" in told
    let_in("carl", Role.CHIEF)
    assert post_to(desk, game, "dismiss-arbitrator", own.pk).url == reverse("desk")
    assert desk.get(reverse("dashboard", args=[game.code])).status_code == 404


def test_somebody_of_another_desk_is_not_there(desk, game, stranger):
    other = game_services.create_game(
        name="Elsewhere", by=stranger, lexicon="english", notation="duplicate", rules=RuleSet()
    )
    post = other.event.posts.get()
    for name in ("arbitrator", "dismiss-arbitrator", "arbitrator-link"):
        assert post_to(desk, game, name, post.pk).status_code == 404
    assert other.event.posts.count() == 1


def test_those_one_has_worked_with_are_offered(desk, game, arbitrator, let_in):
    let_in("carl")
    later = game_services.create_game(
        name="Wednesday", by=arbitrator, lexicon="english", notation="duplicate", rules=RuleSet()
    )
    page = desk.get(reverse("arbitrators", args=[later.code])).content.decode()
    assert '<option value="carl">' in page


def test_the_list_is_asked_for_alone(desk, game, let_in):
    let_in("carl")
    part = desk.get(reverse("arbitrators", args=[game.code]), headers=HTMX).content.decode()
    assert "carl" in part
    assert "<html" not in part


@pytest.mark.parametrize("people", [1, 3])
def test_the_page_takes_the_same_queries_for_any_number(
    desk, game, players, open_round, let_in, people, django_assert_num_queries
):
    open_round("TRAINER")
    for number in range(people):
        let_in(f"carl{number}", Role.ARBITRATOR, 1 + number, 1 + number)
    # Session, user, game, role; people, round, entries, slips, rulings by hand; rooms; colleagues.
    with django_assert_num_queries(11):
        desk.get(reverse("arbitrators", args=[game.code]))


# --- On record -----------------------------------------------------------------------------------------------------


def test_every_act_is_in_the_log_of_all_games_of_the_event_that_are_played(game, arbitrator, stranger):
    second, over, elsewhere = (
        game_services.create_game(
            name=name, by=arbitrator, lexicon="english", notation="duplicate", rules=RuleSet()
        )
        for name in ("Second", "Over", "Elsewhere")
    )
    for number, other in enumerate((second, over), start=2):
        other.event, other.number = game.event, number
        other.save()
    game_services.finish(over, reason="arbitrator", by=arbitrator)
    before = {one.pk: one.log.count() for one in (game, second, over, elsewhere)}
    post = staff.let_in(game=game, user_name="bob", role=Role.HELPER, tables=None, by=arbitrator)
    staff.change_post(game=game, post=post, role=Role.ARBITRATOR, tables=range(1, 3), by=arbitrator)
    staff.dismiss(game=game, post=post, by=arbitrator)
    told = ["arbitrator_let_in", "arbitrator_role", "arbitrator_tables", "arbitrator_dismissed"]
    assert {one.pk: one.log.count() - before[one.pk] for one in (game, second, over, elsewhere)} == {
        game.pk: 4,
        second.pk: 4,
        over.pk: 0,
        elsewhere.pk: 0,
    }
    assert acts(second)[-4:] == told
    assert set(game.log.filter(act__in=told).values_list("by", flat=True)) == {arbitrator.pk}


def test_the_record_is_readable(game, let_in, arbitrator):
    from duplicate.log.messages import act_text

    let_in("carl", Role.ARBITRATOR, 1, 12)
    told = [act_text(entry.act, entry.params) for entry in game.log.order_by("-pk")[:2]]
    assert told == ["carl has tables 1 to 12", "carl added to the arbitrators: arbitrator"]


def test_what_is_refused_is_not_on_record(game, arbitrator, stranger):
    before = game.log.count()
    with pytest.raises(RuleViolation):
        staff.let_in(game=game, user_name="bob", role=Role.HELPER, tables=None, by=stranger)
    with pytest.raises(RuleViolation):
        staff.make_login_link(game=game, post=game.event.posts.get(), by=stranger)
    with pytest.raises(RuleViolation):
        staff.set_arbitration(game=game, double_arbitration=True, names_hidden=True, by=stranger)
    assert game.log.count() == before


# --- How slips are judged ------------------------------------------------------------------------------------------


def test_double_arbitration_is_changed_between_rounds(desk, game, players, open_round, arbitrator):
    post_to(desk, game, "arbitration-settings", double_arbitration="on")
    game.refresh_from_db()
    assert (game.double_arbitration, game.names_hidden) == (True, False)
    assert acts(game)[-1] == "double_arbitration_on"
    open_round("TRAINER")
    told = desk.post(reverse("arbitration-settings", args=[game.code]), {"names_hidden": "on"}, follow=True)
    assert "between rounds" in told.content.decode()
    game.refresh_from_db()
    assert (game.double_arbitration, game.names_hidden) == (True, False)
    # Names can be hidden at any time.
    data = {"double_arbitration": "on", "names_hidden": "on"}
    desk.post(reverse("arbitration-settings", args=[game.code]), data)
    game.refresh_from_db()
    assert (game.double_arbitration, game.names_hidden) == (True, True)


def test_a_new_game_is_made_with_them(desk, built_in, arbitrator):
    from duplicate.models import Game

    form = desk.get(reverse("new-game")).context["form"]
    data = {name: form.get_initial_for_field(f, name) or "" for name, f in form.fields.items()}
    desk.post(reverse("new-game"), data | {"lexicon": "english"})
    plain = Game.objects.get()
    assert (plain.double_arbitration, plain.names_hidden) == (False, False)
    ticked = {"lexicon": "english", "double_arbitration": "on", "names_hidden": "on"}
    desk.post(reverse("new-game"), data | ticked)
    game = Game.objects.exclude(pk=plain.pk).get()
    assert (game.double_arbitration, game.names_hidden) == (True, True)


# --- How far each is -----------------------------------------------------------------------------------------------


@pytest.fixture
def round_with_slips(game, arbitrator, open_round):
    """Make eight tables; five have handed in, one of them is ruled on by hand and one in conflict; one
    dropped out.
    """
    entries = [
        player_services.add_player(game=game, name=f"P{number}", by=arbitrator).entry
        for number in range(1, 9)
    ]
    round_ = open_round("TRAINER")
    for entry in entries[:5]:
        slip_services.key_slip(
            game=game, entry=entry, word="TRAIN", reference="H4", stated_score=12, by=arbitrator
        )
    ruled = entries[1].slips.get()
    Ruling.objects.create(slip=ruled, score=0, worth=0, code="no_slip", sanction="zero", by=arbitrator)
    Slip.objects.create(
        round=round_,
        entry=entries[4],
        client_id="00000000-0000-4000-8000-000000000001",
        word="RAIN",
        received_at=clock.now(),
        effective=False,
        in_conflict=True,
        source="desk",
        keyed_by=arbitrator,
    )
    entries[7].withdrawn_at = clock.now()
    entries[7].save()
    return round_


def test_how_far_everybody_is(game, arbitrator, let_in, round_with_slips):
    carl = let_in("carl", Role.ARBITRATOR, 1, 3).user
    let_in("dora", Role.ARBITRATOR, 3, 5)
    let_in("hugo", Role.HELPER)
    seen = posts_for_desk(game, carl)
    lines = {line.name: line for line in seen.lines}
    assert [line.name for line in seen.lines] == ["carl", "ann", "dora", "hugo"]
    assert [line.is_own for line in seen.lines] == [True, False, False, False]
    assert lines["carl"].count == TableCount(tables=3, received=3, by_hand=1, conflicts=0)
    assert lines["carl"].count.complete
    assert lines["dora"].count == TableCount(tables=3, received=3, by_hand=0, conflicts=1)
    assert not lines["dora"].count.complete
    assert lines["ann"].count == TableCount(tables=7, received=5, by_hand=1, conflicts=1)
    assert lines["hugo"].count is None
    assert (lines["carl"].tables, lines["ann"].tables) == ("1–3", "")
    assert (lines["carl"].shared, lines["dora"].shared) == ((("dora", "3"),), (("carl", "3"),))
    # The chief has all tables.
    assert seen.uncovered == ""


def test_tables_that_nobody_has(game, arbitrator, let_in, round_with_slips):
    let_in("carl", Role.ARBITRATOR, 1, 3)
    own = game.event.posts.get(user=arbitrator)
    staff.change_post(game=game, post=own, role=Role.CHIEF, tables=range(5, 6), by=arbitrator)
    assert posts_for_desk(game, arbitrator).uncovered == "4, 6–7"


def test_between_rounds_there_is_nothing_to_count(game, arbitrator, players, let_in):
    let_in("carl")
    seen = posts_for_desk(game, arbitrator)
    assert [line.count for line in seen.lines] == [None, None]


@pytest.mark.slow
def test_the_desk_tells_how_far_the_others_are(desk, game, arbitrator, let_in, round_with_slips):
    panel = reverse("panel", args=[game.code])
    assert "5 of 7 in" not in desk.get(panel).content.decode()
    let_in("carl", Role.ARBITRATOR, 1, 3)
    told = " ".join(re.sub(r"<[^>]+>", " ", desk.get(panel).content.decode()).split())
    assert "You all tables 5 of 7 in 1 conflict" in told
    assert "carl tables 1–3 3 of 3 in" in told


@pytest.mark.parametrize(
    ("tables", "text"),
    [([], ""), ([7], "7"), ([1, 2, 3], "1–3"), ([1, 2, 4, 7, 8], "1–2, 4, 7–8")],
)
def test_tables_in_few_words(tables, text):
    assert ranges_text(tables) == text


def test_a_helper_has_no_tables_whatever_is_typed():
    form = PostForm({"role": "helper", "first_table": "1", "last_table": "3"})
    assert form.is_valid()
    assert form.cleaned_data["tables"] is None


def test_a_single_table_is_a_range_of_one():
    form = PostForm({"role": "arbitrator", "first_table": "4", "last_table": "4"})
    assert form.is_valid()
    assert progress.range_text(form.cleaned_data["tables"]) == "4"
