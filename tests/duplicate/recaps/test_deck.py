"""A player's deck of missed tops across games: what is in it, whose it is, and how it is taken along."""

import sqlite3
from contextlib import closing
from html import unescape
from io import BytesIO
from zipfile import ZipFile

import pytest
from django.test import Client
from django.urls import reverse

from duplicate.games.players.phone_links import give_phone
from duplicate.log import audit_log
from duplicate.models import AuditLogEntry, Game, Ruling, Slip
from duplicate.models.deck import DeckCard
from duplicate.recaps import deck
from duplicate.recaps.anki_package import note_id
from duplicate.recaps.export import ExportedCard, as_anki
from duplicate.standings.rows.game_scores import scores_for_game
from tests.factories.past_games import past_game, people
from tournaments.events.tokens import issue_token
from tournaments.models import Entry, Event, Player
from tournaments.people.merging import entries_of
from tournaments.people.privacy import data_of, erase_player
from tournaments.people.services import merge_players

pytestmark = pytest.mark.django_db
WORDS = "/my/words/"


@pytest.fixture
def evenings(english, built_in, arbitrator):
    """Make three evenings of three players, eight rounds each; return the games."""
    return [
        past_game(arbitrator, people(3), seed=f"deck{number}", rounds=8, days_ago=7 * number)
        for number in (3, 2, 1)
    ]


def entry_in(game, table=3):
    return game.event.entries.select_related("player", "partner").get(table=table)


def games_of(entry):
    rounds = [one.round_id for one in deck.find_missed(entry)]
    return set(Game.objects.filter(rounds__in=rounds))


def phone(entry):
    return Client(headers={"Authorization": f"Bearer {issue_token(entry)}"})


def text(answer):
    assert answer.status_code == 200
    return unescape(answer.content.decode())


def read_notes(package):
    """Return the notes of an Anki package, each the list of its fields."""
    with ZipFile(BytesIO(package)) as packed:
        content = packed.read("collection.anki2")
    with closing(sqlite3.connect(":memory:")) as store:
        store.deserialize(content)
        return [row[0].split("\x1f") for row in store.execute("select flds from notes")]


def test_missed_tops_are_those_below_the_top_the_greatest_loss_first(evenings):
    entry = entry_in(evenings[-1])
    missed = deck.find_missed(entry)
    slips = Slip.objects.filter(entry=entry).select_related("round")
    assert {one.round_id for one in missed} == {
        slip.round_id for slip in slips if slip.stated_score < slip.round.top_score
    }
    assert missed == sorted(missed, key=lambda one: -one.lost)


def test_a_round_without_a_slip_is_missed_by_those_who_were_there(evenings):
    game = evenings[-1]
    entry, first = entry_in(game), game.rounds.get(number=1)
    slip = Slip.objects.get(entry=entry, round=first)
    slip.rulings.all().delete()
    slip.delete()
    assert first.pk in {one.round_id for one in deck.find_missed(entry)}
    entry.joined_at = first.announced_at
    assert Entry.objects.filter(pk=entry.pk).update(joined_at=entry.joined_at)
    assert first.pk not in {one.round_id for one in deck.find_missed(entry)}


def test_the_deck_and_the_standings_agree_on_who_was_there(evenings):
    """The player had dropped out in rounds 2 and 3; a recorded "no slip" is none."""
    game = evenings[-1]
    entry, rounds = entry_in(game), {one.number: one for one in game.rounds.all()}
    for act, number in ((audit_log.DROPPED_OUT, 1), (audit_log.CAME_BACK, 3)):
        row = audit_log.write(game, act, by=None, entry=entry)
        AuditLogEntry.objects.filter(pk=row.pk).update(at=rounds[number].announced_at)
    Ruling.objects.filter(slip__entry=entry, slip__round__number=2).delete()
    Slip.objects.filter(entry=entry, round=rounds[2]).delete()
    missing = Slip.objects.filter(entry=entry, round__number__in=(3, 4))
    missing.update(word="", reference="", stated_score=None)
    Ruling.objects.filter(slip__in=missing).update(score=0, worth=0, sanction="zero", code="no_slip")
    [mine] = [player for player in scores_for_game(game).players if player.entry_id == entry.pk]
    assert mine.absent == (1, 2)
    missed = {one.round_id for one in deck.find_missed(entry)}
    assert not missed & {rounds[2].pk, rounds[3].pk}
    assert rounds[4].pk in missed


def test_a_phone_that_joined_by_name_sees_no_private_game_of_that_person(evenings, arbitrator):
    newest = evenings[-1]
    entry = entry_in(newest)
    assert games_of(entry) == {newest}
    Event.objects.filter(pk=evenings[0].event_id).update(shows_games=True)
    assert games_of(entry) == {evenings[0], newest}
    # A link from the desk proves who it is.
    give_phone(game=newest, entry=entry, by=arbitrator)
    assert games_of(entry) == set(evenings)
    Event.objects.filter(pk=evenings[1].event_id).update(released="hidden")
    assert games_of(entry) == {evenings[0], newest}


def test_an_event_that_hides_names_is_left_out(evenings, arbitrator):
    Event.objects.update(shows_games=True)
    entry = entry_in(evenings[-1])
    assert games_of(entry) == set(evenings)
    other = evenings[0]
    Game.objects.filter(pk=other.pk).update(state=Game.State.PLAYING, names_hidden=True)
    assert games_of(entry) == set(evenings[1:])


def test_another_players_token_opens_another_deck(evenings):
    mine, other = entry_in(evenings[-1], 3), entry_in(evenings[-1], 2)
    card = next(one for one in deck.find_missed(mine))
    stranger = phone(other)
    if card.round_id in {one.round_id for one in deck.find_missed(other)}:
        stranger.post(f"{WORDS}{card.round_id}/", {"rating": "good"})
        assert not DeckCard.objects.filter(entry=mine).exists()
    assert Client().get(WORDS).status_code == 403
    assert Client().post(f"{WORDS}{card.round_id}/", {"rating": "good"}).status_code == 403
    assert Client().get("/my/words.txt").status_code == 403
    assert phone(mine).post(f"{WORDS}999999/", {"rating": "good"}).status_code == 404


def test_ten_a_day_and_they_come_back(evenings, hands):
    Event.objects.update(shows_games=True)
    entry = entry_in(evenings[-1])
    mine = phone(entry)
    assert len(deck.deck_of(entry).today) == 10
    for left in range(10, 0, -1):
        card = deck.deck_of(entry).today[0]
        page = text(mine.get(WORDS))
        assert f"{left} word" in page
        answer = mine.post(f"{WORDS}{card.round_id}/", {"rating": "good"})
        assert (answer.status_code, answer.url) == (302, WORDS)
        # A second tap changes nothing.
        before = DeckCard.objects.get(round=card.round_id).due
        mine.post(f"{WORDS}{card.round_id}/", {"rating": "again"})
        assert DeckCard.objects.get(round=card.round_id).due == before
    assert "Done for today." in text(mine.get(WORDS))
    hands.move(30 * 24 * 3600)
    assert len(deck.deck_of(entry).today) == 10
    assert mine.post(f"{WORDS}{card.round_id}/", {"rating": "no such"}).status_code == 302


def test_a_corrected_ruling_takes_the_card_out(evenings, arbitrator):
    entry = entry_in(evenings[-1])
    card = deck.find_missed(entry)[0]
    assert deck.rate(entry=entry, round_id=card.round_id, rating="hard")
    slip = Slip.objects.select_related("round").get(entry=entry, round=card.round_id)
    top = slip.round.top_score
    slip.rulings.create(score=top, worth=top, code="overruled", by=arbitrator)
    assert card.round_id not in {one.round_id for one in deck.find_missed(entry)}
    assert not deck.rate(entry=entry, round_id=card.round_id, rating="hard")


def test_a_pair_has_no_deck(evenings):
    entry = entry_in(evenings[-1])
    Entry.objects.filter(pk=entry.pk).update(partner=Player.objects.create(name="Pat", key="pat"))
    assert deck.find_missed(entry_in(evenings[-1])) == []
    assert "A pair has no words of its own" in text(phone(entry_in(evenings[-1])).get(WORDS))


def test_erasing_a_person_erases_the_deck_and_their_data_tell_it(evenings):
    entry, other = entry_in(evenings[-1]), entry_in(evenings[-1], 2)
    for one in (entry, other):
        deck.rate(entry=one, round_id=deck.find_missed(one)[0].round_id, rating="good")
    (told,) = data_of(entry.player)["missed_tops_repeated"]
    assert told["code"] == evenings[-1].code
    erase_player(entry.player)
    assert list(DeckCard.objects.values_list("entry", flat=True)) == [other.pk]


def test_merging_two_people_merges_their_decks(evenings):
    Event.objects.update(shows_games=True)
    first = entry_in(evenings[0])
    twin = Player.objects.create(name="Somebody Else", key="somebody else")
    Entry.objects.filter(pk=first.pk).update(player=twin)
    first = entry_in(evenings[0])
    deck.rate(entry=first, round_id=deck.find_missed(first)[0].round_id, rating="good")
    keep = entry_in(evenings[-1])
    assert deck.deck_of(keep).learned == 0
    merge_players(keep=keep.player, other=twin)
    assert entries_of(keep.player).count() == 3
    assert deck.deck_of(entry_in(evenings[-1])).learned == 1


def test_the_deck_as_files(evenings):
    entry = entry_in(evenings[-1])
    mine, missed = phone(entry), deck.find_missed(entry)
    lines = text(mine.get("/my/words.txt")).splitlines()
    assert lines[0] == "#separator:tab"
    cards = [line.split("\t") for line in lines[2:]]
    assert [int(card[3]) for card in cards] == [one.lost for one in missed]
    assert all(len(card) == 5 and card[1].count("/") == 14 for card in cards)
    package = mine.get("/my/words.apkg")
    assert package["Content-Disposition"] == 'attachment; filename="isotop.apkg"'
    notes = read_notes(package.content)
    assert sorted(note[2] for note in notes) == sorted(card[2] for card in cards)
    assert mine.get("/my/words.exe").status_code == 404


def test_a_package_updates_the_notes_of_one_that_was_imported_before():
    assert note_id("owner", 1) == "N&p2;Y[3#q", "Anki finds a note again by its id alone"


@pytest.mark.parametrize("direction", ["ltr", "rtl"])
def test_boards_of_a_package_run_as_those_of_the_game(direction):
    card = ExportedCard(1, "שלום", (("ש", ""),), "שלום", "H8", 8, 8, "Evening, 1", direction)
    ((_rack, board, *_rest),) = read_notes(as_anki([card], "owner"))
    assert board == f'<table dir="{direction}"><tr><td>ש</td><td></td></tr></table>'


@pytest.mark.slow
def test_twenty_evenings_of_forty_players(english, built_in, arbitrator):
    for number in range(20, 0, -1):
        game = past_game(arbitrator, people(40), seed=str(number), days_ago=7 * number)
    Event.objects.update(shows_games=True)
    entry = entry_in(game, 20)
    mine = phone(entry)
    assert len(games_of(entry)) == 20
    assert len(deck.find_missed(entry)) > 100
    for page in (reverse("recap", args=[game.code]), WORDS):
        assert mine.get(page).status_code == 200
    assert mine.get("/my/words.apkg").status_code == 200
