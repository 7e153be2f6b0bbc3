"""Acts that count as a change of a division's paper since it was printed; and the authors of acts."""

import time
import uuid
from datetime import date

import pytest
from django.utils.translation import override

from tests.factories.divisions import enter_all, entrant_named, make_division, report
from tests.factories.event_settings import event_with
from tests.factories.matches import clock_of
from tests.worlds.division import division_of
from tournaments.classic.acts.audit_log import KEY, acts_of
from tournaments.classic.clocks import services as clock_services
from tournaments.classic.divisions import entrants, entry_by_name, phones
from tournaments.classic.divisions import services as division_services
from tournaments.classic.match_records import gcg_import
from tournaments.classic.match_records import services as record_services
from tournaments.classic.match_records.services import Keeper
from tournaments.classic.models import Division, DivisionPrize, Match, MatchRecord
from tournaments.classic.rounds import manual_pairing, pairing, results
from tournaments.classic.scores.scores import Score
from tournaments.classic.standings import prizes, ratings
from tournaments.events import seating
from tournaments.events import services as event_services
from tournaments.events.registration.pasted import TypedName
from tournaments.events.staff import AtDesk
from tournaments.models import Arbitrator, Club, Event, EventAct, Player
from tournaments.people import services as people_services
from tournaments.people.services import Person
from tournaments.printing.page import changes_since, keep_changing_acts
from tournaments.printing.registry import documents_of, subject_of
from tournaments.time import clock

pytestmark = pytest.mark.django_db
CHIEF = AtDesk(Arbitrator.Role.CHIEF, names_hidden=False)
EVERYTHING = {one.name for one in documents_of("division")}
CARDS = {"score-cards", "player-records"}
# Stickers with table numbers name nobody.
STICKERS = {"table-numbers"}
PAIRED = {"pairings-by-table", "pairings-by-name", "result-slips"} | CARDS | STICKERS
PRIZES = {"prizes", "prize-receipts", "prize-certificates"}
RANKED = {"wall-chart", "standings", "cross-table", "head-to-head", "ratings"} | PRIZES
RESULTS = RANKED | CARDS | {"pairings-by-table", "clocks", "score-sheet"}
PLAYERS = RANKED | CARDS | STICKERS | {"players"}
CLUBS = {"wall-chart", "standings", "head-to-head", "players"} | PRIZES | CARDS


@pytest.fixture(autouse=True)
def _in_english():
    with override("en"):
        yield


@pytest.fixture
def world(db, english):
    return division_of("Ann", "Ben", "Cleo", "Dan", rounds=1, rounds_planned=3)


@pytest.fixture
def division(world):
    return world[1]


def changes(division, since, **chosen):
    found = {}
    kind = keep_changing_acts(subject_of("division"), division, since=since)
    for document in documents_of("division"):
        options = document.options(division, chosen)
        count, told = changes_since(kind, division, document, options=options, since=since, who=CHIEF)
        if count:
            found[document.name] = count, told
    return found


def touched(division, act, /, *given, **named):
    """Return the documents that show an act."""
    since = clock.now()
    act(*given, **named)
    division.refresh_from_db()
    return set(changes(division, since))


def settings(division, **changed):
    return Division(**{"name": division.name, "lexicon": division.lexicon, "rounds_planned": 3} | changed)


@pytest.mark.slow
def test_pairings_are_seen_where_somebody_is_told_whom_they_meet(division, director):
    of = {"division": division, "number": 2, "by": director}
    for act in (pairing.pair_next_round, pairing.pair_again, pairing.unpair_round):
        assert touched(division, act, **of) == PAIRED
    pairs = [(1, 2), (3, 4)]
    assert touched(division, manual_pairing.pair_by_hand, **of, pairs=pairs, confirmed=True) == PAIRED
    one, other = division.rounds.get(number=2).matches.values_list("first", flat=True)
    assert (
        touched(division, manual_pairing.swap_players, **of, one=one, other=other, confirmed=True) == PAIRED
    )
    assert touched(division, manual_pairing.swap_sides, **of, table=1) == PAIRED
    assert touched(division, manual_pairing.move_table, **of, table=1, to=9) == PAIRED
    assert touched(division, pairing.begin_round, **of) == PAIRED | RANKED | {"clocks"}


@pytest.mark.slow
def test_results_are_seen_where_they_count(division, director):
    pairing.pair_next_round(division=division, number=2, by=director)
    pairing.begin_round(division=division, number=2, by=director)
    at = {"division": division, "number": 2, "table": 1, "by": director}
    assert touched(division, results.enter_result, **at, score=Score(400, 300)) == RESULTS
    assert touched(division, results.correct_result, **at, score=Score(400, 301), reason="Slip") == RESULTS
    assert touched(division, results.take_back, **at) == RESULTS
    match = division.rounds.get(number=2).matches.get(table=2)
    assert touched(division, report, match, match.first, 400, 380) == set()
    assert touched(division, report, match, match.second, 380, 400) == RESULTS


@pytest.mark.slow
def test_players_are_seen_on_lists_and_cards(division, director):
    given = {"division": division, "lines": [TypedName("Eve")], "by": director}
    assert touched(division, entry_by_name.enter_by_name, **given) == PLAYERS
    eve = entrant_named(division, "Eve")
    assert (
        touched(division, entrants.set_handicap, entrant=eve, seconds=60, by=director)
        == (PLAYERS | {"clocks"}) - STICKERS
    )
    assert touched(division, entrants.give_phone, entrant=eve, by=director) == set()
    assert touched(division, entrants.remove_entrant, entrant=eve, by=director) == PLAYERS
    dan = entrant_named(division, "Dan")
    assert touched(division, entrants.drop_out, entrant=dan, from_round=2, by=director) == PLAYERS
    assert touched(division, entrants.come_back, entrant=dan, by=director) == PLAYERS
    places = {entry.pk: seating.SeatLine(entry.table, "Reds", "") for entry in division.event.entries.all()}
    assert (
        touched(division, seating.place_entries, event=division.event, places=places, by=director)
        == PLAYERS - STICKERS
    )


def test_papers_that_say_whether_they_are_final_are_told_of_a_release(division, director):
    release = {"event": division.event, "released": Event.Released.PROVISIONAL, "by": director}
    assert touched(division, event_services.release_standings, **release) == PRIZES | {"standings"}


def test_numbers_are_on_every_list_of_players(english):
    director, division = division_of("Ann", "Ben")
    assert touched(division, entrants.number_by_rating, division=division, by=director) == PLAYERS


def test_who_joins_by_phone_is_a_player_of_the_one_division(english):
    director, division = division_of("Ann", "Ben")
    assert touched(division, phones.join_event, event=division.event, name="Eve") == PLAYERS
    make_division(director, event=division.event, name="B")
    assert touched(division, phones.join_event, event=division.event, name="Finn") == set()


def test_settings_and_the_events_name_and_day_are_seen_on_every_paper(division, director):
    other = settings(division, name="Masters")
    change = {"division": division, "settings": other, "by": director}
    assert touched(division, division_services.change_division, **change) == EVERYTHING
    event = division.event
    later = {
        "event": event,
        "settings": event_with(event, date=date(2026, 4, 1)),
        "by": director,
    }
    assert touched(division, event_services.change_settings, **later) == EVERYTHING
    public = event_with(event, date=date(2026, 4, 1), public=True)
    assert (
        touched(division, event_services.change_settings, event=event, settings=public, by=director) == set()
    )


@pytest.mark.slow
def test_ratings_and_prizes_are_seen_where_they_are_told(english):
    director, division = division_of("Ann", "Ben", "Cleo", "Dan", rounds=1, rounds_planned=1)
    rated = {"ratings", "player-records"} | PRIZES
    games = dict.fromkeys(division.entries.values_list("pk", flat=True), 50)
    assert touched(division, ratings.set_rated_games, division=division, games=games, by=director) == rated
    assert touched(division, ratings.rate_division, division=division, by=director) == rated
    assert touched(division, ratings.take_rating_back, division=division, by=director) == rated
    given = {"division": division, "prizes": [DivisionPrize(name="First")], "one_each": False}
    assert touched(division, prizes.set_prizes, **given, by=director) == PRIZES


@pytest.mark.slow
def test_people_are_seen_by_what_is_told_of_them(division):
    ann = Player.objects.get(name="Ann")
    assert touched(division, people_services.save_player, Person("Anna"), ann) == EVERYTHING - STICKERS
    assert touched(division, people_services.save_player, Person("Anna", club="Lyon"), ann) == CLUBS
    assert touched(
        division, people_services.save_player, Person("Anna", club="Lyon", licence="FR7"), ann
    ) == {"players"}
    rated = Person("Anna", club="Lyon", licence="FR7", rating=1234)
    assert touched(division, people_services.save_player, rated, ann) == set()
    assert touched(division, people_services.save_player, Person("Somebody", club="Lyon")) == set()
    gent = Club.named("Gent")
    gent.save()
    merged = {"keep": gent, "other": Club.objects.get(name="Lyon"), "by": division.event.posts.get().user}
    assert touched(division, people_services.merge_clubs, **merged) == CLUBS


# Matches kept move by move


@pytest.fixture
def records(division, director):
    pairing.pair_next_round(division=division, number=2, by=director)
    pairing.begin_round(division=division, number=2, by=director)
    matches = Match.objects.filter(round__division=division, round__number=2).order_by("table")
    return [
        record_services.open_record(match=match, keeper=MatchRecord.Keeper.ANNOTATOR, by=director)
        for match in matches
    ]


def enter(record, by, line):
    record_services.enter_turn(record=record, keeper=Keeper(by=by), key=uuid.uuid4(), line=line)


def test_turns_are_seen_on_the_score_sheet_of_their_match_alone(division, director, records):
    first, second = records
    since = clock.now()
    enter(first, director, "8D TRAIN")
    enter(first, director, "-")
    sheet = changes(division, since, match=str(first.match_id))
    assert sheet == {
        "score-sheet": (2, ["Open: round 2, table 1: entered into the record"] * 2),
    }
    record_services.take_back(record=first, keeper=Keeper(by=director), key=uuid.uuid4())
    assert changes(division, since, match=str(first.match_id))["score-sheet"][0] == 3
    assert changes(division, since, match=str(second.match_id)) == {}


def test_a_record_opened_or_brought_in_is_seen_on_its_own_sheet(division, director, records):
    first, second = records
    since = clock.now()
    record_services.open_record(match=second.match, keeper=MatchRecord.Keeper.PLAYERS, by=director)
    assert changes(division, since, match=str(first.match_id)) == {}
    assert set(changes(division, since, match=str(second.match_id))) == {"score-sheet"}
    names = [one.entry.full_name for one in (first.match.first, first.match.second)]
    gcg = f"#player1 a {names[0]}\n#player2 b {names[1]}\n>a: AEINRST 8D TRAIN +12 12\n"
    since = clock.now()
    gcg_import.import_gcg(match=first.match, data=gcg.encode(), by=director)
    assert set(changes(division, since, match=str(first.match_id))) == {"score-sheet"}
    assert changes(division, since, match=str(second.match_id)) == {}


def test_what_a_clock_says_for_good_is_seen_where_it_is_told(division, director, records):
    held = clock_of(records[0].match)
    link = clock_services.link_for_token(clock_services.give_link(clock_=held, by=director))

    def at_table():
        # Clocks count in milliseconds: an act is later than the moment before it.
        time.sleep(0.002)
        return clock_services.ClockPress(link, uuid.uuid4())

    since = clock.now()
    clock_services.start_clock(table=at_table())
    assert changes(division, since) == {}
    clock_services.stop_clock(table=at_table())
    assert changes(division, since) == {"clocks": (1, ["Open: round 2, table 1: the clock, stopped"])}
    assert changes(division, since, round="1") == {}, "printed of another round alone"
    held.refresh_from_db()
    time.sleep(0.002)
    since = clock.now()
    time.sleep(0.002)
    corrected = {"clock_": held, "left": (-1000, 2000), "reason": "Knocked over", "seen": held.version}
    clock_services.correct_times(**corrected, by=director)
    assert changes(division, since)["clocks"][0] == 1


# The authors of acts


def test_acts_are_those_of_a_division_whatever_it_is_called(division, director):
    since = clock.now()
    division_services.change_division(
        division=division, settings=settings(division, name="Masters"), by=director
    )
    make_division(director, event=division.event, name="Open", names=["Eve"])
    division.refresh_from_db()
    assert set(changes(division, since)) == EVERYTHING
    entered = EventAct.objects.get(act="round_begun")
    assert entered in EventAct.objects.filter(acts_of(division)), "from before it was renamed"
    new = division.event.divisions.get(name="Open")
    assert list(EventAct.objects.filter(acts_of(new)).values_list("act", flat=True)) == [
        "division_made",
        "division_entered",
    ]


def test_acts_from_before_they_knew_it_are_by_name_and_since_the_division_was_made(division, director):
    for act in EventAct.objects.filter(params__has_key=KEY):
        del act.params[KEY]
        act.save()
    enter_all(division, 1, director)
    assert EventAct.objects.filter(acts_of(division)).count() == EventAct.objects.count() > 4
    other = make_division(director, event=division.event, name="B")
    assert EventAct.objects.filter(acts_of(other)).count() == 1
    EventAct.objects.update(at=division.made_at.replace(year=2020))
    EventAct.objects.filter(params__has_key=KEY).delete()
    assert not EventAct.objects.filter(acts_of(division)).exists()
