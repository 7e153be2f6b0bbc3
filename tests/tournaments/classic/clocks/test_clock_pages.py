"""Clocks over HTTP: what a device's link opens, what its acts answer, the wall's pass, and the director's pages."""

import json
import re
import uuid
from datetime import timedelta

import pytest
import time_machine
from django.contrib.auth.models import User
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.factories.matches import clock_of, clocks_of, make_matches
from tournaments.classic.clocks import frames
from tournaments.classic.clocks import services as clock_services
from tournaments.classic.clocks.forms import TYPED
from tournaments.classic.models import ClockAct, ClockLink, DivisionRound, MatchClock
from tournaments.classic.rules.match_clock import time_text
from tournaments.live.connections import StreamRefused
from tournaments.models import Event

pytestmark = pytest.mark.django_db

FULL = 25 * 60_000


@pytest.fixture
def director(db):
    cache.clear()
    return User.objects.create_user("director")


@pytest.fixture
def given(director):
    return clock_of(make_matches(by=director)[0])


@pytest.fixture
def tablet(given, director):
    return device(clock_services.give_link(clock_=given, by=director))


@pytest.fixture
def desk(director):
    client = Client()
    client.force_login(director)
    return client


def hidden_value(html):
    found = re.search(r'value="([^"]*)"', html)
    return found[1] if found else ""


def device(token):
    return Client(headers={"Authorization": f"Bearer {token}", "Accept-Language": "en"})


def do(tablet, given, act, key=None, **more):
    sent = {"id": str(key or uuid.uuid4()), "act": act} | more
    return tablet.post(reverse("api-clock-acts", args=[given.pk]), sent, content_type="application/json")


def test_a_device_plays_a_match(tablet, given):
    frame = tablet.get(reverse("api-clock", args=[given.pk])).json()
    assert (frame["names"], frame["state"], frame["left"]) == (["Ann", "Ben"], "ready", [FULL, FULL])
    assert do(tablet, given, "start").status_code == 201
    key = uuid.uuid4()
    pressed = do(tablet, given, "press", key, side=0, number=1)
    assert (pressed.status_code, pressed.json()["turn"], pressed.json()["number"]) == (201, 1, 2)
    assert pressed["Server-Time"].isdigit()
    again = do(tablet, given, "press", key, side=0, number=1)
    assert (again.status_code, again.json()) == (200, pressed.json())
    refused = do(tablet, given, "press", side=0, number=1)
    assert (refused.status_code, refused.json()["code"]) == (409, "turn_over")
    assert do(tablet, given, "neutral").json()["state"] == "neutral"
    assert do(tablet, given, "resume", side=0).json()["turn"] == 0
    assert do(tablet, given, "stop").json()["state"] == "over"


def test_what_is_sent_wrong_is_told_and_changes_nothing(tablet, given):
    do(tablet, given, "start")
    before = MatchClock.objects.values().get()
    for wrong, field in (
        ({"act": "jump"}, "act"),
        ({"act": "press"}, "side"),
        ({"act": "press", "side": 2, "number": 1}, "side"),
        ({"act": "press", "side": 0, "number": -1}, "number"),
        ({"act": "resume"}, "side"),
        ({"act": "press", "side": 0, "number": 1, "at": -1}, "at"),
        ({"act": "press", "side": 0, "number": 1, "at": 10**30}, "at"),
        ({"act": "press", "side": 0, "number": 1, "id": "x"}, "id"),
    ):
        answer = tablet.post(
            reverse("api-clock-acts", args=[given.pk]),
            {"id": str(uuid.uuid4())} | wrong,
            content_type="application/json",
        )
        assert answer.status_code == 400
        assert answer.json()["errors"][0]["field"] == field
    assert MatchClock.objects.values().get() == before


def test_a_link_opens_its_clock_alone(tablet, given, director):
    (other,) = make_matches(by=director, event=given.event, name="Other")
    second = clock_of(other)
    assert tablet.get(reverse("api-clock", args=[second.pk])).status_code == 403
    assert do(tablet, second, "start").status_code == 403
    clock_services.give_link(clock_=given, by=director)
    assert tablet.get(reverse("api-clock", args=[given.pk])).status_code == 401
    with pytest.raises(StreamRefused, match="401"):
        frames.holder_of_link(given.pk, "made up")
    with pytest.raises(StreamRefused, match="403"):
        frames.holder_of_link(given.pk, clock_services.give_link(clock_=second, by=director))
    assert frames.holder_of_link(0, "made up") is None


def test_a_players_own_link_ends_its_own_turns(given, director):
    own = device(clock_services.give_link(clock_=given, by=director, holder="second"))
    do(own, given, "start")
    assert do(own, given, "press", side=0, number=1).json()["code"] == "not_your_side"


def test_a_frame_that_is_known_is_not_sent_again(tablet, given):
    url = reverse("api-clock", args=[given.pk])
    tag = tablet.get(url)["ETag"]
    for known in (tag, f"W/{tag}"):
        assert tablet.get(url, headers={"If-None-Match": known}).status_code == 304
    do(tablet, given, "start")
    assert tablet.get(url, headers={"If-None-Match": tag}).status_code == 200


def test_a_press_costs_the_same_few_queries_in_any_hall(director, django_assert_max_num_queries):
    matches = make_matches(10, by=director)
    given = clocks_of(matches[0].round)[7]
    tablet = device(clock_services.give_link(clock_=given, by=director))
    do(tablet, given, "start")
    with django_assert_max_num_queries(8):
        assert do(tablet, given, "press", side=0, number=1).status_code == 201


class TestWall:
    def wall(self, event, user, **headers):
        written = frames.pass_for_wall(event, user)
        client = Client(headers={"Authorization": f"Bearer {written}"} | headers)
        return client.get(reverse("api-clocks", args=[event.pk]))

    def test_it_shows_the_matches_in_progress(self, director, django_assert_max_num_queries):
        matches = make_matches(4, by=director)
        event = matches[0].round.division.event
        clocks_of(matches[0].round)
        with django_assert_max_num_queries(7):
            shown = self.wall(event, director).json()["clocks"]
        assert [each["table"] for each in shown] == [1, 2, 3, 4]
        assert shown[3]["names"] == ["Gwen", "Hugo"]

    def test_what_is_over_goes_with_its_round(self, director):
        (match,) = make_matches(by=director)
        round_, event = match.round, match.round.division.event
        first = clock_of(match)
        do(device(clock_services.give_link(clock_=first, by=director)), first, "start")
        round_.pk, round_.number = None, 2
        round_.save()
        next_match = round_.matches.create(table=1, first=match.first, second=match.second)
        second = clock_of(next_match)
        shown = self.wall(event, director).json()["clocks"]
        assert [each["id"] for each in shown] == [first.pk, second.pk], "it is still played"
        match.results.create(version=1, by=director)
        shown = self.wall(event, director).json()["clocks"]
        assert [each["id"] for each in shown] == [second.pk]

    def test_its_version_grows_whatever_goes(self, director):
        matches = make_matches(2, by=director)
        event = matches[0].round.division.event
        for match in matches:
            clock_of(match)
        before = frames.wall_frame(event.pk)
        assert frames.wall_frame(event.pk, before.version) is None
        matches[0].clock.links.all().delete()
        matches[0].clock.acts.all().delete()
        matches[0].clock.delete()
        after = frames.wall_frame(event.pk, before.version)
        assert after.version > before.version
        assert len(json.loads(after.body)["clocks"]) == 1
        assert frames.wall_frame(0) is None

    def test_the_pass_is_for_one_event_and_one_who_is_there(self, given, director):
        event = given.event
        stranger = User.objects.create_user("stranger")
        assert self.wall(event, director).status_code == 200
        assert self.wall(event, stranger).status_code == 403
        other = type(event).objects.create(name="Other")
        other.posts.create(user=stranger, role="chief")
        with pytest.raises(StreamRefused, match="403"):
            frames.holder_of_pass(event.pk, frames.pass_for_wall(other, stranger))
        with pytest.raises(StreamRefused, match="401"):
            frames.holder_of_pass(event.pk, "made up")
        with time_machine.travel(timezone.now() - timedelta(hours=24, minutes=1)):
            of_yesterday = frames.pass_for_wall(event, director)
        with pytest.raises(StreamRefused, match="401"):
            frames.holder_of_pass(event.pk, of_yesterday)
        holder = frames.holder_of_pass(event.pk, frames.pass_for_wall(event, director))
        assert holder in frames._desk_holders(event.pk)
        event.posts.all().delete()
        assert holder not in frames._desk_holders(event.pk)
        assert self.wall(event, director).status_code == 403


class TestDirectorsPages:
    def test_links_are_printed_for_a_round_and_open_its_clocks(self, desk, director):
        matches = make_matches(3, by=director)
        event = matches[0].round.division.event
        page = desk.post(reverse("clock-links", args=[event.pk, matches[0].round_id])).content.decode()
        assert page.count('class="qr"') == 3
        given = MatchClock.objects.get(match=matches[1])
        token = page.partition(f"/clock/{given.pk}/#t=")[2].partition("&")[0]
        assert device(token).get(reverse("api-clock", args=[given.pk])).status_code == 200
        assert token not in ClockLink.objects.values_list("token_hash", flat=True)

    def test_the_button_pressed_again_leaves_what_lies_at_the_tables(self, desk, director):
        matches = make_matches(3, by=director)
        event = matches[0].round.division.event
        clock_services.give_link(clock_=clock_of(matches[0]), by=director)
        address = reverse("clock-links", args=[event.pk, matches[0].round_id])
        before = set(ClockLink.objects.values_list("token_hash", flat=True))
        assert desk.post(address).content.decode().count('class="qr"') == 2, "those that have none"
        again = desk.post(address).content.decode()
        assert 'class="qr"' not in again
        assert "3 tables already have their links" in again
        assert before < set(ClockLink.objects.values_list("token_hash", flat=True))
        assert desk.post(address, {"renew": "1"}).content.decode().count('class="qr"') == 3
        assert not before & set(ClockLink.objects.values_list("token_hash", flat=True))

    @pytest.mark.slow
    def test_links_are_made_in_the_same_few_queries_in_any_hall(
        self, desk, director, django_assert_max_num_queries
    ):
        for name, count in (("A", 2), ("B", 10)):
            matches = make_matches(count, by=director, name=name, event=Event.objects.first())
            event = matches[0].round.division.event
            event.posts.get_or_create(user=director, role="chief")
            with django_assert_max_num_queries(25):
                desk.post(reverse("clock-links", args=[event.pk, matches[0].round_id]))

    def test_links_wait_for_the_round_to_begin(self, desk, director):
        (match,) = make_matches(by=director)
        DivisionRound.objects.update(begun_at=None)
        address = reverse("clock-links", args=[match.round.division.event_id, match.round_id])
        assert "has not begun" in desk.post(address, follow=True).content.decode()

    def test_a_clock_is_paused_corrected_and_goes_on(self, desk, tablet, given):
        do(tablet, given, "start")
        page = reverse("match-clock", args=[given.event_id, given.pk])
        seen = MatchClock.objects.get().version
        sent = {"first": "20:00", "second": "-1:05", "reason": "Wrong table", "seen": seen}
        runs = desk.post(page, sent)
        assert runs.status_code == 422
        assert "Pause the clock first" in runs.content.decode()
        assert 'value="Wrong table"' in runs.content.decode(), "nothing typed is lost"
        desk.post(reverse("match-clock-act", args=[given.event_id, given.pk, "pause"]))
        assert "changed in the meantime" in desk.post(page, sent).content.decode()
        sent["seen"] += 1
        assert "Enter minutes and seconds" in desk.post(page, sent | {"first": "soon"}).content.decode()
        assert desk.post(page, sent).status_code == 302
        assert MatchClock.objects.get().stood.left == (1_200_000, -65_000)
        assert "Wrong table" in desk.get(page).content.decode()
        desk.post(reverse("match-clock-act", args=[given.event_id, given.pk, "lift"]))
        assert MatchClock.objects.get().stood.runs

    def test_what_is_typed_outlasts_every_act_and_stays_out_of_addresses(self, desk, tablet, given):
        do(tablet, given, "start")
        desk.post(reverse("match-clock-act", args=[given.event_id, given.pk, "pause"]))
        page = desk.get(reverse("match-clock", args=[given.event_id, given.pk]))
        typed = {"first": "20:00", "reason": "Wrong table"}
        for act in ("lift", "pause", "lift"):
            form = page.context["form"]
            sent = {f"initial-{name}": form[name].as_hidden(only_initial=True) for name in TYPED}
            sent = {name: hidden_value(html) for name, html in sent.items()}
            sent |= {name: str(form[name].value() or "") for name in (*TYPED, "seen")} | typed
            address = reverse("match-clock-act", args=[given.event_id, given.pk, act])
            answer = desk.post(address, sent)
            assert "Wrong" not in answer["Location"]
            page = desk.get(answer["Location"])
            assert 'value="20:00"' in page.content.decode(), act
            assert 'value="Wrong table"' in page.content.decode(), act
            # From now on the page alone has what was typed.
            typed = {}
        assert "Wrong table" not in desk.get(page.request["PATH_INFO"]).content.decode()

    def test_a_stored_correction_is_typed_no_more(self, desk, tablet, given):
        do(tablet, given, "start")
        page = reverse("match-clock", args=[given.event_id, given.pk])
        act = reverse("match-clock-act", args=[given.event_id, given.pk, "pause"])
        shown = desk.post(act, {"first": "20:00", "reason": "Wrong table"})["Location"]
        sent = {"first": "20:00", "second": "25:00", "reason": "Wrong table"}
        assert desk.post(page, sent | {"seen": MatchClock.objects.get().version}).status_code == 302
        assert 'value="Wrong table"' not in desk.get(shown).content.decode()

    def test_all_are_paused_at_once(self, desk, tablet, given):
        do(tablet, given, "start")
        answer = desk.post(reverse("pause-clocks", args=[given.event_id]), follow=True)
        assert "1 clock is paused" in answer.content.decode()
        assert do(tablet, given, "press", side=0, number=1).json()["code"] == "clock_paused"
        desk.post(reverse("lift-pauses", args=[given.event_id]))
        assert list(ClockAct.objects.values_list("kind", flat=True)) == ["start", "pause", "lift"]

    def test_a_clock_of_another_event_is_not_there(self, desk, given):
        (other,) = make_matches(by=User.objects.create_user("another"), name="Elsewhere")
        address = reverse("match-clock", args=[other.round.division.event_id, given.pk])
        assert desk.get(address).status_code == 404


@pytest.mark.parametrize(
    ("left", "text"),
    [(0, "0:00"), (1, "0:01"), (60_000, "1:00"), (1_500_000, "25:00"), (-1, "−0:01"), (-60_001, "−1:01")],
)
def test_times_are_written_as_on_the_clock(left, text):
    assert time_text(left) == text
