"""Players of a division enter, drop out and join by phone; settings that cannot be are refused."""

import pytest
from django.core.exceptions import ValidationError
from django.urls import reverse

from tests.factories.divisions import enter_all, enter_named, entrant_named, make_division, report
from tests.tournaments.classic.rounds.play import check_refused, pairs_of
from tournaments.classic.divisions import entrants, entry_by_name, phones
from tournaments.classic.divisions import services as division_services
from tournaments.classic.models import Division
from tournaments.classic.rounds import manual_pairing, pairing
from tournaments.classic.rounds.selectors import round_to_pair_again
from tournaments.errors import LinesRefused, RuleViolation
from tournaments.events import services as event_services
from tournaments.events.check_in import enter_people
from tournaments.events.registration.pasted import TypedName
from tournaments.models import Entry, Player
from tournaments.time import clock

pytestmark = pytest.mark.django_db


class TestDivisions:
    def test_nobody_is_in_two_divisions(self, division, by):
        other = make_division(by, event=division.event, name="B")
        entry = entrant_named(division, "Player 001").entry
        check_refused("plays_in_division", entrants.enter_players, division=other, entries=[entry.pk], by=by)
        assert other.entries.count() == 0

    def test_numbers_go_by_rating_until_a_round_is_paired(self, division, by):
        player = Player.named("Strong")
        player.rating = 2500
        player.save()
        enter_named(division, "Strong", by)
        assert entrant_named(division, "Strong").number == 1
        Player.objects.filter(name="Player 006").update(rating=2600)
        entrants.number_by_rating(division=division, by=by)
        assert entrant_named(division, "Player 006").number == 1
        pairing.pair_next_round(division=division, number=1, by=by)
        check_refused("numbers_in_use", entrants.number_by_rating, division=division, by=by)
        enter_named(division, "Late", by)
        assert entrant_named(division, "Late").number == 8

    def test_who_comes_late_must_be_in_the_round_before_it_begins(self, division, by):
        pairing.pair_next_round(division=division, number=1, by=by)
        late = enter_named(division, "Late", by)
        assert late.first_round == 1
        check_refused("round_not_whole", pairing.begin_round, division=division, number=1, by=by)
        pairing.pair_again(division=division, number=1, by=by)
        pairing.begin_round(division=division, number=1, by=by)
        assert enter_named(division, "Later", by).first_round == 2
        check_refused(
            "round_has_begun_already",
            entry_by_name.enter_by_name,
            division=division,
            lines=[TypedName("Last")],
            by=by,
            first_round=1,
        )

    def test_dropping_out_and_coming_back(self, begun, by):
        one = entrant_named(begun, "Player 001")
        check_refused("entrant_plays", entrants.drop_out, entrant=one, from_round=1, by=by)
        check_refused("entrant_in_match", entrants.remove_entrant, entrant=one, by=by)
        entrants.drop_out(entrant=one, from_round=2, by=by)
        enter_all(begun, 1, by)
        pairing.pair_next_round(division=begun, number=2, by=by)
        playing = {number for pair in pairs_of(begun, 2) for number in pair}
        assert one.number not in playing
        entrants.come_back(entrant=one, by=by)
        check_refused("round_not_whole", pairing.begin_round, division=begun, number=2, by=by)

    def test_who_does_not_come_is_taken_out_of_a_round_that_has_not_begun(self, division, by):
        pairing.pair_next_round(division=division, number=1, by=by)
        gone = entrant_named(division, "Player 001")
        entrants.drop_out(entrant=gone, from_round=1, by=by)
        assert not division.entries.filter(pk=gone.pk).exists()
        check_refused("round_not_whole", pairing.begin_round, division=division, number=1, by=by)
        pairing.pair_again(division=division, number=1, by=by)
        pairing.begin_round(division=division, number=1, by=by)
        assert sum(match.is_bye for match in division.rounds.get().matches.all()) == 1

    def test_who_is_taken_out_leaves_the_event_and_the_list_if_wanted(self, division, by, client):
        event, by.is_superuser = division.event, True
        by.save()
        stays, leaves, goes = (entrant_named(division, f"Player 00{number}") for number in (1, 2, 3))
        client.force_login(by)
        for entrant, answer in ((stays, "division"), (leaves, "event"), (goes, "list")):
            act = reverse("entrant-act", args=[event.pk, division.pk, entrant.pk, "remove"])
            assert client.post(act, {"leaves": answer}).status_code == 302
        assert division.entries.count() == 3
        assert event.entries.filter(pk=stays.entry_id).exists()
        assert not event.entries.filter(pk__in=[leaves.entry_id, goes.entry_id]).exists()
        there = set(Player.objects.values_list("name", flat=True))
        assert {"Player 001", "Player 002"} <= there
        assert "Player 003" not in there
        assert not Player.history.filter(name="Player 003").exists()
        assert [act.act for act in event.acts.all()][-2:] == ["division_left", "entry_removed"]
        enter_named(division, "Player 002", by)
        assert entrant_named(division, "Player 002").rating == 1990

    def test_who_is_in_another_event_stays_in_the_list(self, division, by, client):
        enter_named(make_division(by, name="Other"), "Player 001", by)
        entrant = entrant_named(division, "Player 001")
        by.is_superuser = True
        by.save()
        client.force_login(by)
        page = client.get(reverse("entrant", args=[division.event_id, division.pk, entrant.pk]))
        assert 'value="event"' in page.content.decode()
        assert 'value="list"' not in page.content.decode()
        check_refused(
            "person_in_use",
            entrants.remove_entrant,
            entrant=entrant,
            by=by,
            leaves=entrants.Leaves.LIST,
        )
        assert entrant_named(division, "Player 001")

    def test_who_may_not_change_the_list_does_not_remove_from_it(self, division, by):
        entrant = entrant_named(division, "Player 001")
        check_refused(
            "person_in_use",
            entrants.remove_entrant,
            entrant=entrant,
            by=by,
            leaves=entrants.Leaves.LIST,
        )

    def test_who_plays_in_another_division_is_told_so(self, division, by):
        other = make_division(by, (), event=division.event, name="B")
        with pytest.raises(RuleViolation, match="Player 001 plays in the division “Open”"):
            enter_named(other, "Player 001", by)

    def test_settings_that_cannot_be(self, begun, by):
        settings = Division(name="Open", lexicon=begun.lexicon)
        for name, value in (
            *(("method", "dice"), ("rating_system", "dice"), ("quarters", "111")),
            *(("rounds_planned", 0), ("rounds_planned", 61), ("spread_caps", (0,)), ("gibson", None)),
        ):
            values = Division(**{"name": "C", "lexicon": begun.lexicon, name: value})
            with pytest.raises(ValidationError) as refused:
                division_services.make_division(event=begun.event, settings=values, by=by)
            assert list(refused.value.message_dict) == [name]
        check_refused(
            "division_name_taken",
            division_services.make_division,
            event=begun.event,
            settings=settings,
            by=by,
        )
        check_refused("division_in_use", division_services.remove_division, division=begun, by=by)

    def test_joining_by_phone_takes_the_name_that_waits(self, division):
        event = division.event
        known = entrant_named(division, "Player 003").entry
        assert phones.join_event(event=event, name="player 003").entry == known
        check_refused("name_taken", phones.join_event, event=event, name="Player 003")
        new = phones.join_event(event=event, name="Somebody new").entry
        assert new.in_division.division == division
        assert phones.is_join_code(event, phones.join_code(event).lower())
        assert not phones.is_join_code(event, "AAAAAA")

    def test_names_are_taken_by_phones_until_the_first_round_begins(self, division, by):
        event = division.event
        pairing.pair_next_round(division=division, number=1, by=by)
        claimed = phones.join_event(event=event, name="Player 003").entry
        assert claimed.phone_claimed
        pairing.begin_round(division=division, number=1, by=by)
        check_refused("phone_from_desk", phones.join_event, event=event, name="Player 004")
        Entry.objects.filter(in_division__number=5).update(arrived_at=None)
        check_refused("phone_from_desk", phones.join_event, event=event, name="005 Player")
        assert phones.join_event(event=event, name="Somebody new").token
        entrants.give_phone(entrant=entrant_named(division, "Player 003"), by=by)
        claimed.refresh_from_db()
        assert not claimed.phone_claimed

    def test_who_joins_late_disturbs_no_paired_round(self, begun, by):
        pairing.pair_next_round(division=begun, number=2, by=by, without_results=True)
        late = phones.join_event(event=begun.event, name="Somebody new").entry.in_division
        assert late.first_round == 3
        assert round_to_pair_again(begun) is None

    def test_who_joins_before_the_first_round_begins_is_in_it(self, division, by):
        pairing.pair_next_round(division=division, number=1, by=by)
        assert phones.join_event(event=division.event, name="Somebody new").entry.in_division.first_round == 1
        assert round_to_pair_again(division) == 1

    @pytest.mark.parametrize("paired", [False, True])
    def test_a_latecomer_whom_the_desk_has_entered_takes_the_name_during_the_event(
        self, division, by, paired
    ):
        absent = Entry.objects.filter(in_division__number=5)
        absent.update(arrived_at=None, withdrawn_at=clock.now())
        pairing.pair_next_round(division=division, number=1, by=by)
        pairing.begin_round(division=division, number=1, by=by)
        if paired:
            pairing.pair_next_round(division=division, number=2, by=by, without_results=True)
        joined = phones.join_event(event=division.event, name="Player 005").entry
        assert joined == absent.get()
        assert joined.phone_claimed
        assert division.entries.get(number=5).first_round == (3 if paired else 2)
        assert round_to_pair_again(division) is None

    def test_the_code_of_a_division_enters_that_one(self, division, by, client):
        other = make_division(by, event=division.event, name="B")
        join = reverse("api-match-entries", args=[division.event_id])
        body = {"name": "Eve", "code": phones.join_code(division.event), "division": other.pk}
        assert client.post(join, body, content_type="application/json").status_code == 201
        assert entrant_named(other, "Eve")
        nobody = phones.join_event(event=division.event, name="Finn", division=0).entry
        assert not hasattr(nobody, "in_division"), "an unknown division leaves it to the director"
        shown = client.get(reverse("matches", args=[division.event_id]), {"division": other.pk})
        assert f'"division": {other.pk}' in shown.content.decode()

    @pytest.mark.repeats
    @pytest.mark.parametrize("claims", [True, False])
    def test_what_claimed_phones_agree_on_is_marked(self, division, by, client, claims):
        manual_pairing.pair_by_hand(division=division, number=1, pairs=[(1, 2), (3, 4), (5, 6)], by=by)
        if claims:
            phones.join_event(event=division.event, name="Player 001")
        pairing.begin_round(division=division, number=1, by=by)
        match = division.rounds.get().matches.select_related("round__division", "first", "second")[0]
        report(match, match.first, 400, 380)
        report(match, match.second, 380, 400)
        assert match.results.get().claimed is claims
        client.force_login(by)
        page = client.get(
            reverse("division-round", args=[division.event_id, division.pk, 1])
        ).content.decode()
        assert ("one of them joined by name" in page) is claims

    def test_many_are_entered_in_one_act_and_those_refused_are_told(self, division, by):
        event_services.write_act(division.event, "tables_by_rank", by=by)
        names = [f"New {number:03}" for number in range(40)]
        with pytest.raises(LinesRefused) as told:
            entry_by_name.enter_by_name(
                division=division, lines=list(map(TypedName, [*names, "New 001", "Player 001", " "])), by=by
            )
        assert [(name, error.code) for name, error in told.value.refused] == [
            ("New 001", "name_twice"),
            ("Player 001", "plays_in_division"),
            (" ", "name_missing"),
        ]
        assert division.entries.count() == 6
        entry_by_name.enter_by_name(division=division, lines=list(map(TypedName, names)), by=by)
        assert sorted(division.entries.values_list("number", flat=True)) == list(range(1, 47))
        assert [act.act for act in division.event.acts.all()][-2:] == ["tables_by_rank", "division_entered"]

    @pytest.mark.parametrize("round_", [0, 62, 99_999])
    def test_rounds_that_there_cannot_be(self, begun, by, round_):
        one = entrant_named(begun, "Player 001")
        check_refused("no_such_round", entrants.drop_out, entrant=one, from_round=round_, by=by)
        values = {"lines": [TypedName("Late")], "first_round": round_, "by": by}
        check_refused("no_such_round", entry_by_name.enter_by_name, division=begun, **values)

    @pytest.mark.parametrize("digits", [10, 20, 5000])
    def test_keys_that_there_cannot_be_enter_nobody(self, begun, by, client, digits):
        client.force_login(by)
        page = reverse("enter-players", args=[begun.event_id, begun.pk])
        assert client.post(page, {"entry": "9" * digits}).status_code == 302
        assert client.post(page, {"names": "Zoe", "first_round": "99999"}).status_code == 422
        assert begun.entries.count() == 6


class TestNumbersThatWereMistyped:
    @pytest.fixture
    def free(self, division, by):
        """Enter two people in the event without a division."""
        for name, rating in (("Nina", 1400), ("Otto", 1600)):
            player = Player.named(name)
            player.rating = rating
            player.save()
            enter_people(event=division.event, players=[player.pk], by=by)
        return {entry.player.name: entry.pk for entry in division.event.entries.filter(in_division=None)}

    @pytest.mark.repeats
    @pytest.mark.parametrize("typed", ["1.500", "1 500", "abc", "-1", "9" * 10])
    @pytest.mark.parametrize("bound", ["least", "most"])
    def test_a_bound_enters_nobody_and_stays(self, division, by, client, free, typed, bound):
        client.force_login(by)
        page = reverse("enter-players", args=[division.event_id, division.pk])
        fields = {"by-rating": "1", "least": "1300", "most": "1700", "entry": [free["Otto"]]}
        answer = client.post(page, fields | {bound: typed})
        text = answer.content.decode()
        assert answer.status_code == 422
        assert division.entries.count() == 6
        assert f"“{typed}” cannot be read as a number: write digits only, such as 1500." in text
        for name, value in (("least", "1300"), ("most", "1700")):
            shown = typed if name == bound else value
            assert f'name="{name}" inputmode="numeric" maxlength="6" value="{shown}"' in text
        assert f'value="{free["Otto"]}" checked' in text
        assert f'value="{free["Nina"]}">' in text

    @pytest.mark.parametrize(("bounds", "entered"), [(("1500", ""), 7), (("", " 1500 "), 7), (("", ""), 8)])
    def test_an_empty_bound_is_none(self, division, by, client, free, bounds, entered):
        client.force_login(by)
        page = reverse("enter-players", args=[division.event_id, division.pk])
        fields = {"by-rating": "1", "least": bounds[0], "most": bounds[1]}
        assert client.post(page, fields).status_code == 302
        assert division.entries.count() == entered

    def test_a_first_round_enters_nobody(self, division, by, client, free):
        client.force_login(by)
        page = reverse("enter-players", args=[division.event_id, division.pk])
        pasted = client.post(page, {"names": "Collins, Betzy 1136"}).context["mark"]
        for fields in (
            {"names": "Zoe"},
            {"names": "Collins, Betzy 1136", "mark": pasted},
            {"entry": [free["Otto"]]},
            {"all": "1"},
        ):
            answer = client.post(page, fields | {"first_round": "2nd"})
            assert answer.status_code == 422
            assert "“2nd” cannot be read as a number" in answer.content.decode()
        assert division.entries.count() == 6

    @pytest.mark.parametrize("typed", ["2nd", "1.0", "0"])
    def test_nobody_drops_out(self, division, by, client, typed):
        pairing.pair_next_round(division=division, number=1, by=by)
        client.force_login(by)
        entrant = entrant_named(division, "Player 001")
        act = reverse("entrant-act", args=[division.event_id, division.pk, entrant.pk, "drop-out"])
        answer = client.post(act, {"from_round": typed})
        assert answer.status_code == 422
        assert (
            f'name="from_round" inputmode="numeric" maxlength="3" value="{typed}"' in answer.content.decode()
        )
        assert division.entries.filter(pk=entrant.pk, last_round=None).exists()
