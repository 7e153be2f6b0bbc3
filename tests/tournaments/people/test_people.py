"""The people of the club by their use cases: found, changed, merged."""

from dataclasses import asdict, replace

import pytest
from django.urls import reverse

from tests.tournaments.people.lists import import_kept, keep_list_of
from tournaments.errors import RuleViolation
from tournaments.events.registration.services import register_player
from tournaments.models import Club, Entry, Event, GameResult, Player, ResultLine
from tournaments.names import folding
from tournaments.people import selectors as people_selectors
from tournaments.people import services as people_services
from tournaments.people.services import Person

pytestmark = [pytest.mark.django_db, pytest.mark.database]


@pytest.mark.parametrize("text", ["", "elise", "dupont ÉLISE", "dup", "12"])
def test_people_are_found_whatever_the_accents(elise, text):
    people_services.save_player(Person("Bob Martin"))
    assert elise in people_selectors.people_found(text)


def test_people_are_found_by_club(elise):
    people_services.save_player(Person("Bob Martin", club="LYON"))
    people_services.save_player(Person("Cleo"))
    assert people_selectors.people_found(club=Club.objects.get()).count() == 2


def test_a_licence_and_a_name_without_one_are_had_once(elise):
    people_services.save_player(Person("Bob"))
    for person, code in [(Person("Cleo", licence="12"), "licence_taken"), (Person("BOB"), "player_known")]:
        with pytest.raises(RuleViolation) as error:
            people_services.save_player(person)
        assert error.value.code == code
    assert people_services.save_player(Person("Bob", licence="13")).name == "Bob"
    assert Player.objects.count() == 3


def test_a_licence_is_had_once_whatever_its_case():
    people_services.save_player(Person("Zoe Lee", licence="FR7"))
    with pytest.raises(RuleViolation) as error:
        people_services.save_player(Person("Zoe Lee", licence="fr7"))
    assert error.value.code == "licence_taken"


def test_a_licence_is_kept_in_capitals(keeper):
    zoe = people_services.save_player(Person("Zoe Lee", licence="fr7"))
    import_kept(keep_list_of(keeper, "Bob;fr8;"), keeper)
    assert sorted(Player.objects.values_list("licence", flat=True)) == ["FR7", "FR8"]
    event = Event.objects.create(name="Tuesday")
    assert register_player(event=event, name="fR7", phone=False).entry.player == zoe


@pytest.mark.parametrize("written", ["GENEVE", "geneve", "Genève", "Gene\u0300ve"])
def test_a_club_is_one_whatever_the_accents(keeper, written):
    people_services.save_player(Person("Ann", licence="1", club="Genève"))
    people_services.save_player(Person("Cleo", licence="3", club=written))
    import_kept(keep_list_of(keeper, f"Ann;1;{written}", f"Bob;2;{written}"), keeper)
    assert Club.objects.get().name == "Genève"
    assert Club.objects.get().players.count() == 3


def test_clubs_without_a_letter_are_told_apart():
    assert people_services.club_named("★") != people_services.club_named("☆")


def test_two_clubs_that_are_one(page, keeper, elise):
    people_services.save_player(Person("Bob", club="Lyon Scrabble"))
    Club.objects.filter(name="Lyon").update(number="69")
    keep, other = Club.objects.get(name="Lyon Scrabble"), Club.objects.get(name="Lyon")
    for one, two in [(keep.pk, keep.pk), (keep.pk, "")]:
        answer = page.post(reverse("merge-clubs"), {"keep": one, "other": two}, follow=True)
        assert "Choose two clubs." in answer.text
    answer = page.post(reverse("merge-clubs"), {"keep": keep.pk, "other": other.pk}, follow=True)
    assert "Lyon is now Lyon Scrabble." in answer.text
    assert (Club.objects.get(), Club.objects.get().number) == (keep, "69")
    assert keep.players.count() == 2
    now, before = elise.history.all()
    assert (now.history_user, now.history_change_reason) == (keeper, "Lyon → Lyon Scrabble")
    assert before.club == keep
    with pytest.raises(RuleViolation) as error:
        people_services.merge_clubs(keep=keep, other=other, by=keeper)
    assert error.value.code == "club_gone"


def test_who_changed_a_player_stays_on_record(page, elise, keeper):
    page.post(reverse("person", args=[elise.pk]), {"name": "Élise Martin", "licence": "12"})
    now, before = elise.history.all()
    assert (now.name, now.club, now.history_user) == ("Élise Martin", None, keeper)
    assert (before.name, before.club.name) == ("Élise Dupont", "Lyon")


def test_at_the_desk_a_licence_stands_for_the_name_but_not_on_a_phone(elise):
    event = Event.objects.create(name="Tuesday")
    assert register_player(event=event, name="12", phone=False).entry.player == elise
    with pytest.raises(RuleViolation) as error:
        register_player(event=event, name="12", phone=True)
    assert error.value.code == "licence_not_expected"


def test_namesakes_are_entered_by_their_licence(elise):
    people_services.save_player(Person("Élise Dupont", licence="13"))
    event = Event.objects.create(name="Tuesday")
    with pytest.raises(RuleViolation) as error:
        register_player(event=event, name="Élise Dupont", phone=False)
    assert error.value.code == "namesakes"
    assert register_player(event=event, name="13", phone=False).entry.player.licence == "13"


def test_merging_keeps_what_both_played_and_what_is_known(elise):
    other = register_player(
        event=Event.objects.create(name="One"), name="elise dupont", phone=False
    ).entry.player
    register_player(event=Event.objects.create(name="Two"), name="12", partner="Bob", phone=False)
    register_player(event=Event.objects.create(name="Three"), name="Bob", partner="Elise Dupont", phone=False)
    assert people_selectors.players_alike() == [[elise, other]]
    people_services.merge_players(keep=other, other=elise)
    kept = Player.objects.get(alike="dupont elise")
    assert (kept.pk, kept.licence, kept.club.name, kept.birth_year) == (other.pk, "12", "Lyon", 1990)
    assert Entry.objects.filter(player=kept).count() + Entry.objects.filter(partner=kept).count() == 3
    assert people_selectors.players_alike() == []


def test_two_people_are_not_merged(elise):
    event = Event.objects.create(name="One")
    register_player(event=event, name="12", phone=False)
    met = register_player(event=event, name="elise dupont", phone=False).entry.player
    result = GameResult.objects.create(
        event=event, game="ABCDE", number=1, name="One", version=1, top_total=9
    )
    for entry in event.entries.all():
        ResultLine.objects.create(result=result, entry=entry, total=0, negative=9)
    licensed = people_services.save_player(Person("Élise Dupont", licence="13"))
    for other, code in [(met, "played_together"), (licensed, "different_licences"), (elise, "same_player")]:
        with pytest.raises(RuleViolation) as error:
            people_services.merge_players(keep=elise, other=other)
        assert error.value.code == code
    assert Player.objects.count() == 3


@pytest.mark.parametrize("first", ["12", "elise dupont"])
def test_an_entry_that_left_nothing_goes_when_it_was_the_same_person(elise, first):
    event = Event.objects.create(name="One")
    second = {"12": "elise dupont", "elise dupont": "12"}[first]
    played = register_player(event=event, name=first, phone=False).entry
    result = GameResult.objects.create(
        event=event, game="ABCDE", number=1, name="One", version=1, top_total=9
    )
    ResultLine.objects.create(result=result, entry=played, total=7, negative=2)
    false = register_player(event=event, name=second, phone=False).entry
    other = next(entry.player for entry in (played, false) if entry.player != elise)
    people_services.merge_players(keep=elise, other=other)
    assert [(entry.pk, entry.player) for entry in event.entries.select_related("player")] == [
        (played.pk, elise)
    ]


def test_a_player_who_is_gone_is_not_created_again():
    ann = people_services.save_player(Person("Ann Lee"))
    Player.objects.filter(pk=ann.pk).delete()
    with pytest.raises(RuleViolation) as refused:
        people_services.save_player(Person("Ann Lee", country="FR"), ann)
    assert refused.value.code == "player_gone"
    assert not Player.objects.exists()


def test_a_club_that_was_merged_meanwhile_is_not_created_again():
    ann = people_services.save_player(Person("Ann Lee", club="Lyon Scrabble"))
    seen = asdict(people_services.person_of(ann))
    written = people_services.person_of(ann)
    Club.objects.filter(pk=ann.club_id).update(name="Lyon", key=folding.club_key("Lyon"))
    saved = people_services.save_player(replace(written, country="FR"), ann, seen=seen)
    assert (saved.club.name, saved.country, Club.objects.count()) == ("Lyon", "FR", 1)
